/* capture.h
 * How does an input become a capture that tshark reads?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_CAPTURE_H
#define FUZZ_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

#include <wiretap/wtap.h>

/**
 * If the environment variable FUZZ_CAPTURES names a folder, inputs are not dissected, but written there: 0.pcap, 1.pcap
 * and so on, each with the preferences that were set until then (0.preferences, lines of "name:value").
 */
bool capture_is_wanted(void);

/** Keeps a preference in mind, "name:value". */
void capture_prefer(const char *preference);

/** Begins the file of the next input; ends the program if that fails, as the other functions do. */
void capture_begin(int encapsulation);
void capture_add(const wtap_rec *record, const uint8_t *bytes);
void capture_end(void);

#endif /* FUZZ_CAPTURE_H */

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
