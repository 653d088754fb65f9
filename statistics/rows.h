/* statistics/rows.h
 * Which messages and commands does a frame have, and how many of its bytes is each?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_ROWS_H
#define STATISTICS_ROWS_H

#include "debugger/record.h"
#include "enet/record.h"
#include "multiplayer/record.h"
#include "recorder/record.h"

/*
 * A row is for a message, for one synchronizer of a SYNC or delta, for a command of ENet that does not complete a
 * message, for a packet of the debugger, or for a record without a message. Another frame with something of Godot's has one row.
 */
typedef struct {
    const enet_record_t            *datagram;   /* NULL: not over ENet */
    const enet_command_t           *command;    /* NULL: not over ENet, or a datagram that cannot be read */
    const enet_event_t             *event;      /* of the command; or NULL */
    const godot_record_t           *message;    /* or NULL */
    const godot_recorded_element_t *element;    /* an element of the message; NULL: the row is for all of it */
    const godot_debug_record_t     *debug;      /* or NULL */
    const recording_record_t       *recording;  /* the record that the frame is; or NULL */
    const wmem_list_t              *experts;    /* const expert_field *; or NULL */
    uint32_t                        bytes;      /* length of the message, or of the command including its header */
    uint64_t                        weight;     /* its size compared with the others of the frame */
    uint32_t                        wire_bytes; /* its share of the frames, including the headers of all layers */
} statistics_row_t;

/**
 * Makes the rows of the frame that was dissected just now. The sum of their wire_bytes is the length of the frame; if IP
 * divided a datagram that is whole with this frame, of all frames that brought it.
 *
 * @return in pinfo->pool; empty if the frame has nothing of Godot's
 */
wmem_array_t *statistics_rows(packet_info *pinfo);

/** Tells whether the row goes on with the message of the one before it, which may be NULL. */
bool statistics_row_goes_on(const statistics_row_t *row, const statistics_row_t *before);

/** Returns a number of the message of which the row is a fragment, or a part in a recording; 0: it is whole. */
uint32_t statistics_row_fragments(const statistics_row_t *row);

/** Tells whether ENet's peer comes or goes with this row: by a command that is no repetition. */
bool statistics_row_connects(const statistics_row_t *row);

/** Returns the share of a weight among all weights, rounded down. whole and weight must fit into 32 bits. */
uint32_t statistics_share(uint32_t whole, uint64_t weight, uint64_t weights);

#endif /* STATISTICS_ROWS_H */

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
