/* recorder/extcap/hub.h
 * What do all games share: the clock, the output, the numbers of interfaces, and what is told to the user?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_EXTCAP_HUB_H
#define RECORDER_EXTCAP_HUB_H

#include "recorder/extcap/blocks.h"
#include "recorder/extcap/lane.h"
#include "recorder/extcap/output.h"
#include "recorder/extcap/record.h"

#define PROGRAM "godot-recorder " PLUGIN_VERSION

typedef struct {
    const char  *token;         /* NULL: none is needed */
    bool         quiet;         /* only problems go to standard error: Wireshark shows at the end what it finds there */
    output_t    *output;
    lane_t       own;           /* records of the listener's own */
    record_own_t record;        /* header of the next one of them */
    int64_t      wall;          /* the clock at monotonic 0, in microseconds since 1970 */
    uint32_t     interfaces;    /* described so far */
    int64_t      told_in;       /* the second in which so many lines were told */
    unsigned     told, untold;
} hub_t;

typedef enum {
    TELL_NEWS,
    TELL_PROBLEM
} tell_t;

/** Begins the output with a section, the interface of the listener, and the beginning of its run. Token and quiet stay. */
void hub_begin(hub_t *hub, output_t *output);

/** Returns the listener's clock, in microseconds since 1970. It never goes back, whatever sets the machine's clock. */
int64_t hub_now(const hub_t *hub);

/** Describes an interface in the output. @return its number there */
uint32_t hub_add_interface(hub_t *hub, const block_interface_t *interface);

/**
 * Tells the user something: on standard error, with the address behind it (NULL: none), and as a mark in the recording, without.
 * At most 10 lines a second; what goes beyond is counted.
 */
void hub_tell(hub_t *hub, tell_t what, const char *address, const char *format, ...) G_GNUC_PRINTF(4, 5);

/** Writes the end of the listener's run into its lane, and before it what was not told yet. */
void hub_end(hub_t *hub);

#endif /* RECORDER_EXTCAP_HUB_H */

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
