/* recorder/peers.h
 * Which run and which peer does a record belong to, and what came before it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_PEERS_H
#define RECORDER_PEERS_H

#include "recorder/parts.h"
#include "recorder/sessions.h"
#include "multiplayer/message.h"

/* A place in a recording: what the first pass learned of a record. Lives as long as the file. */
typedef struct {
    recording_portion_t portion;
    uint32_t            series;     /* of its divided body; 0: none */
    uint32_t            missing;    /* numbers of the run that are left out before it */
    uint32_t            in_frame;   /* of a packet: which one it is of those in the same frame of the game, from 1; else 0 */
    unsigned            version;    /* generation of Godot that the run is of, 3 or 4 */
    godot_link_t       *link;       /* of a packet, between the recorded peer (its end 0) and the other one; else NULL */
    recording_end_t     *ends;      /* of a packet that was not refused: its sessions */
    unsigned             end_count;
    struct _godot_recorded_names *names;    /* of the recorded peer (multiplayer/recorded-names.h) */
} recording_place_t;

/** Returns the place of the record of this frame. proto is that of "godot.record". */
const recording_place_t *recording_place(tvbuff_t *tvb, packet_info *pinfo, const recording_header_t *header, int proto);

/** Registers what is kept of each file. */
void recording_peers_register(void);

#endif /* RECORDER_PEERS_H */

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
