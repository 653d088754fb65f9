/* recorder/record.h
 * What does a record tell the statistics?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_RECORD_H
#define RECORDER_RECORD_H

#include "recorder/matches.h"

/* One record of a recording, for those who count frames. Lives in pinfo->pool. */
typedef struct {
    const char        *word;        /* the kind (docs/messages.md) */
    const char        *text;        /* what it says; NULL for a packet that is a message */
    recording_header_t header;
    bool               is_packet;   /* packet is filled in */
    recording_packet_t packet;
    unsigned           bytes;       /* of the record */
    unsigned           part;        /* bytes of it that are a part of a divided packet */
    uint32_t           series;      /* of the parts of one body; 0: none */
    bool               first_pass;  /* what became of it at its other ends is not known yet */
    bool               is_told;     /* matches tell what became of the whole packet */
    unsigned           match_count; /* other ends; 0: none is recorded */
    recording_match_t *matches;
    wmem_list_t       *experts;     /* const expert_field *; NULL: none wanted */
} recording_record_t;

/** Makes a record, if somebody counts frames. @return NULL: nobody does */
recording_record_t *recording_record_new(tvbuff_t *tvb, packet_info *pinfo, const recording_header_t *header);

/** Returns the records (recording_record_t) of the frame that was dissected just now; NULL: none. */
const wmem_list_t *recording_records_of_frame(packet_info *pinfo);

/** Registers the tap "godot_record"; proto is that of "godot.record". */
void recording_record_register(int proto);

#endif /* RECORDER_RECORD_H */

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
