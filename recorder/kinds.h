/* recorder/kinds.h
 * What does each kind of record add to the header?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_KINDS_H
#define RECORDER_KINDS_H

#include "ws_compat.h"

#define RECORDING_HEADER    40U         /* bytes of what all records begin with */

typedef enum {
    RECORDING_PACKET = 1, RECORDING_RUN_BEGIN, RECORDING_PEER_BEGIN, RECORDING_PEER_END, RECORDING_REMOTE, RECORDING_STATUS,
    RECORDING_NAMES, RECORDING_LOG, RECORDING_LOST, RECORDING_RUN_END, RECORDING_CLOCK, RECORDING_MARK
} recording_kind_t;

/* A number of the header. */
typedef struct {
    int    *hf;             /* NULL ends a table */
    uint8_t offset, size;
    unsigned encoding;      /* besides the byte order */
} recording_row_t;

typedef struct {
    const char            *word;        /* in rows (docs/messages.md); NULL: the kind is not known */
    uint16_t               header;      /* bytes of the whole header */
    const recording_row_t *rows;        /* what it adds */
} recording_info_t;

/* What the numbers of headers mean. */
extern const value_string recording_kinds[], recording_errors[], recording_statuses[], recording_peer_ends[],
                          recording_run_ends[], recording_losses[], recording_remotes[];

/** Returns what is known of a kind. An unknown kind has no word, and adds no numbers to the header. */
const recording_info_t *recording_kind(uint8_t kind);

/** Adds an item for each row, as far as there are bytes. */
void recording_rows_add(tvbuff_t *tvb, proto_tree *tree, const recording_row_t *row);

/** Registers the fields; proto is that of "godot.record". */
void recording_kinds_register(int proto);

#endif /* RECORDER_KINDS_H */

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
