/* statistics/rows.h
 * Which messages and commands did this frame carry, and how many of its bytes is each?
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

/*
 * A message, one synchronizer of a SYNC or delta, a command of ENet that neither has nor completes a message, a
 * packet of the debugger; or what of ours a frame has that is none of these.
 */
typedef struct {
    const enet_record_t            *datagram;   /* NULL: not over ENet */
    const enet_command_t           *command;    /* NULL: not over ENet, or a datagram that cannot be read */
    const enet_event_t             *event;      /* of the command */
    const godot_record_t           *message;    /* or NULL */
    const godot_recorded_element_t *element;    /* ... of the message; NULL: all of it */
    const godot_debug_record_t     *debug;      /* or NULL */
    const wmem_list_t              *experts;    /* const expert_field *; or NULL */
    uint32_t                        bytes;      /* its own: of the message, or of the command with its head */
    uint64_t                        weight;     /* its size among the others of the frame */
    uint32_t                        wire_bytes; /* its share of the frame, with the headers of all layers */
} statistics_row_t;

/**
 * The rows of a frame that was dissected just now. Their wire_bytes make up exactly the length of the frame.
 *
 * @return in pinfo->pool; empty if nothing in it is ours
 */
wmem_array_t *statistics_rows(packet_info *pinfo);

/** @return the share of a weight among all weights, rounded down; whole and weight have 32 bits at most */
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
