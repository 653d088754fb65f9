/* session.h
 * How do the frames of one input go through Wireshark?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_SESSION_H
#define FUZZ_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SESSION_FRAMES  128     /* per input; further ones are left out */

/* How the frames are dissected: a set of flags. */
enum {
    SESSION_FIRST_TREE = 0x01,  /* the first pass makes trees */
    SESSION_FIRST_TAPS = 0x02,  /* ... and has listeners */
    SESSION_FILTER = 0x40,      /* ... and its trees are those of a display filter, which are not shown */
};

/**
 * Starts Wireshark's engine with the plugin; ends the program if that fails. To be called once, before everything else.
 *
 * @param argv the program's: it is started again if its environment does not suit
 */
void session_open(char **argv);

/** Sets a preference, "name:value"; ends the program if it is refused. */
void session_set(const char *preference);

/** Sets a preference that must be refused. */
void session_set_wrong(const char *preference);

/** Ends the file and begins another one, as when preferences are changed. */
void session_new_file(void);

/** Adds a frame to this input. The bytes are copied. captured: at most length */
void session_add(int encapsulation, const uint8_t *bytes, size_t length, size_t captured);

/**
 * Dissects the frames as Wireshark does: once in order, then again in order with trees and listeners, then without
 * either from the last to the first. Aborts if the last two differ, or if a dissector read over the end. Or writes them
 * as a capture (capture.h).
 */
void session_run(unsigned ways);

#endif /* FUZZ_SESSION_H */

/*
 * Editor modelines
 *
 * Local Variables:
 * c-basic-offset: 4
 * tab-width: 8
 * indent-tabs-mode: nil
 * End:
 *
 * ex: set shiftwidth=4 tabstop=8 expandtab:
 * :indentSize=4:tabSize=8:noTabs=true:
 */
