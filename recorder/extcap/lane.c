/* recorder/extcap/lane.c
 * Which block of several games is the next one?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/lane.h"

#include <string.h>

typedef struct {
    int64_t  time;
    unsigned length;
    uint8_t  bytes[];
} waiting_t;

void
lane_init(lane_t *lane)
{
    g_queue_init(&lane->blocks);
    lane->bytes = 0;
    lane->last = 0;
}

void
lane_clear(lane_t *lane)
{
    g_queue_clear_full(&lane->blocks, g_free);
    lane->bytes = 0;
}

void
lane_push(lane_t *lane, int64_t time, const GByteArray *block)
{
    waiting_t *waiting = g_malloc(sizeof *waiting + block->len);

    lane->last = waiting->time = MAX(time, lane->last);
    waiting->length = block->len;
    memcpy(waiting->bytes, block->data, block->len);
    lane->bytes += sizeof *waiting + block->len;
    g_queue_push_tail(&lane->blocks, waiting);
}

void
lane_shift(lane_t *lane, GByteArray *out)
{
    waiting_t *waiting = g_queue_pop_head(&lane->blocks);

    g_byte_array_append(out, waiting->bytes, waiting->length);
    lane->bytes -= sizeof *waiting + waiting->length;
    g_free(waiting);
}

lane_t *
lane_oldest(const GPtrArray *lanes, int64_t until)
{
    lane_t *oldest = NULL;

    for (unsigned i = 0; i < lanes->len; i++) {
        lane_t          *lane = g_ptr_array_index(lanes, i);
        const waiting_t *first = g_queue_peek_head(&lane->blocks);

        if (first && first->time <= until && (!oldest || first->time < until)) {
            oldest = lane;
            until = first->time;
        }
    }
    return oldest;
}

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
