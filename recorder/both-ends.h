/* recorder/both-ends.h
 * What became of a recorded packet at its other end?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_BOTH_ENDS_H
#define RECORDER_BOTH_ENDS_H

#include "recorder/peers.h"
#include "recorder/record.h"

/** First pass: keeps a packet, whose body is whole, to find it again at its other end. */
void recording_both_ends_learn(const recording_place_t *place, packet_info *pinfo, const recording_header_t *header,
                               const recording_packet_t *packet, tvbuff_t *body);

/**
 * Later passes: adds what is known of it there.
 *
 * @param item of the record in the tree
 * @param record for the statistics; NULL: none wanted
 */
void recording_both_ends_add(const recording_place_t *place, tvbuff_t *tvb, packet_info *pinfo, proto_item *item,
                             const recording_packet_t *packet, recording_record_t *record);

/** Registers the fields and expert items; proto is that of "godot.record". */
void recording_both_ends_register(int proto, expert_module_t *experts);

#endif /* RECORDER_BOTH_ENDS_H */

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
