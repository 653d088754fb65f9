/* statistics/divided.h
 * Which frames brought a datagram that IP divided?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_DIVIDED_H
#define STATISTICS_DIVIDED_H

#include "ws_compat.h"

/* The frames that brought a datagram: more than one if IP divided it. */
typedef struct {
    uint32_t count;
    uint32_t bytes;
} statistics_frames_t;

/** Prepares to keep the lengths of frames, for each file anew. */
void statistics_divided_register(void);

/** Learns what Wireshark's protocols are, when all are registered. */
void statistics_divided_handoff(void);

/** Tells whether the frame that was dissected just now has a fragment of a datagram that is not whole yet. */
bool statistics_divided_is_fragment(packet_info *pinfo);

/** Keeps the length of the frame that was dissected just now, if it has such a fragment. */
void statistics_divided_note(packet_info *pinfo);

/** Returns the frames that brought the datagram which is whole with the frame that was dissected just now. */
statistics_frames_t statistics_divided_frames(packet_info *pinfo);

#endif /* STATISTICS_DIVIDED_H */

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
