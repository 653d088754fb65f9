/* recorder/parts.h
 * Which records make one body?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_PARTS_H
#define RECORDER_PARTS_H

#include "recorder/header.h"

/* The divided body of a recorded peer that goes on in its next record; all zero: none does. For the first pass. */
typedef struct {
    uint32_t series;        /* number of the body, from 1 */
    uint8_t  kind;
    uint32_t length, next;  /* of the whole body; offset that the next part must have */
} recording_series_t;

/* What a record has of its body. */
typedef enum {
    RECORDING_IS_WHOLE,
    RECORDING_IS_CUT,       /* the recording has no more of it */
    RECORDING_IS_PART,      /* of a divided body */
    RECORDING_IS_STRAY,     /* a part that does not go on where the one before it ended */
    RECORDING_IS_BEYOND,    /* it contradicts its own length */
    RECORDING_IS_TOO_LONG   /* longer than any body may be: not kept */
} recording_portion_t;

/**
 * First pass: follows the parts of the divided bodies of one recorded peer.
 *
 * @param series set to the number of the body that a part is of
 */
recording_portion_t recording_follow(recording_series_t *state, const recording_header_t *header, uint32_t *series);

/**
 * Returns the body of a record: its own bytes, or of a divided body the whole in its last record. A cut one reports its
 * whole length.
 *
 * @return NULL if the body is whole in another record, or nowhere
 */
tvbuff_t *recording_body(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const recording_header_t *header,
                         recording_portion_t portion, uint32_t series);

/** Registers the fields and expert items; proto is that of "godot.record". */
void recording_parts_register(int proto, expert_module_t *experts);

#endif /* RECORDER_PARTS_H */

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
