/* statistics/rows.c
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

#include "statistics/rows.h"
#include "statistics/divided.h"
#include "statistics/pending.h"
#include "streams/packet-godot-stream.h"

static void
add_row(wmem_array_t *rows, const statistics_row_t *row)
{
    wmem_array_append(rows, row, 1);
}

/*
 * Adds a row for a message, or one for each of its synchronizers; the first of these gets the bytes that belong to
 * none.
 */
static void
add_message(wmem_array_t *rows, const statistics_row_t *whole)
{
    const wmem_array_t *elements = whole->message->elements;
    unsigned count = wmem_array_get_count((wmem_array_t *)elements);
    uint64_t left = whole->weight;
    statistics_row_t *first;

    if (count == 0) {
        add_row(rows, whole);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        statistics_row_t row = *whole;

        row.element = wmem_array_index((wmem_array_t *)elements, i);
        row.bytes = row.element->bytes;
        row.weight = MIN(row.bytes, left);
        left -= row.weight;
        add_row(rows, &row);
    }
    first = wmem_array_index(rows, wmem_array_get_count(rows) - count);
    first->weight += left;
}

static void
add_command(wmem_array_t *rows, const enet_record_t *datagram, unsigned index)
{
    const enet_command_t *command = &datagram->commands[index];
    statistics_row_t row = {
        .datagram = datagram,
        .command = command,
        .event = &datagram->events[index],
        .message = datagram->messages[index],
        .experts = datagram->experts[index],
        .bytes = command->size + command->length,
        .weight = command->size + command->length,
    };

    if (!row.message) {
        add_row(rows, &row);
        return;
    }
    row.bytes = row.message->bytes;
    add_message(rows, &row);
}

static void
add_datagrams(wmem_array_t *rows, const wmem_list_t *datagrams)
{
    for (wmem_list_frame_t *at = datagrams ? wmem_list_head(datagrams) : NULL; at; at = wmem_list_frame_next(at)) {
        const enet_record_t *datagram = wmem_list_frame_data(at);
        statistics_row_t unreadable = { .datagram = datagram, .experts = datagram->experts[0] };

        unreadable.weight = unreadable.bytes = tvb_reported_length(datagram->tvb);
        for (unsigned i = 0; i < datagram->count; i++)
            add_command(rows, datagram, i);
        if (datagram->count == 0)
            add_row(rows, &unreadable);
    }
}

static void
add_messages(wmem_array_t *rows, const wmem_list_t *messages)
{
    for (wmem_list_frame_t *at = messages ? wmem_list_head(messages) : NULL; at; at = wmem_list_frame_next(at)) {
        const godot_record_t *message = wmem_list_frame_data(at);
        statistics_row_t row = {
            .message = message, .experts = message->experts, .bytes = message->bytes, .weight = message->bytes
        };

        if (!message->over_enet)
            add_message(rows, &row);
    }
}

static void
add_debugger(wmem_array_t *rows, const wmem_list_t *packets)
{
    for (wmem_list_frame_t *at = packets ? wmem_list_head(packets) : NULL; at; at = wmem_list_frame_next(at)) {
        const godot_debug_record_t *debug = wmem_list_frame_data(at);
        statistics_row_t row = {
            .debug = debug, .experts = debug->experts, .bytes = debug->bytes, .weight = debug->bytes
        };

        add_row(rows, &row);
    }
}

static void
rows_add_experts(wmem_list_t *experts, const wmem_list_t *added)
{
    for (wmem_list_frame_t *at = added ? wmem_list_head(added) : NULL; at; at = wmem_list_frame_next(at))
        wmem_list_append(experts, wmem_list_frame_data(at));
}

/* Returns the expert items of a record, and then those of its message. */
static const wmem_list_t *
experts_of_both(wmem_allocator_t *pool, const wmem_list_t *record, const wmem_list_t *message)
{
    wmem_list_t *both = wmem_list_new(pool);

    rows_add_experts(both, record);
    rows_add_experts(both, message);
    return both;
}

/* Adds a row for a record, unless its packet is a message: then the rows of that tell of the record, too. */
static void
add_recordings(wmem_array_t *rows, wmem_allocator_t *pool, const wmem_list_t *recordings)
{
    unsigned count = wmem_array_get_count(rows);

    for (wmem_list_frame_t *at = recordings ? wmem_list_head(recordings) : NULL; at; at = wmem_list_frame_next(at)) {
        const recording_record_t *recording = wmem_list_frame_data(at);
        statistics_row_t row = {
            .recording = recording, .experts = recording->experts, .bytes = recording->bytes, .weight = recording->bytes
        };

        if (count == 0)
            add_row(rows, &row);
        for (unsigned i = 0; i < count; i++) {
            statistics_row_t *of_message = wmem_array_index(rows, i);

            of_message->recording = recording;
            of_message->experts = experts_of_both(pool, recording->experts, of_message->experts);
        }
    }
}

/*
 * Tells whether a frame without messages, commands and packets has something of Godot's: a dissector of streams may
 * have been called without finding anything.
 */
static bool
is_ours(packet_info *pinfo)
{
    static const char *const names[] = { "godot", "godot.variant", "godot.ws" };

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        if (proto_is_frame_protocol(pinfo->layers, names[i]))
            return true;
    return godot_stream_shown(pinfo);
}

bool
statistics_row_goes_on(const statistics_row_t *row, const statistics_row_t *before)
{
    return before && row->message && row->message == before->message;
}

uint32_t
statistics_row_fragments(const statistics_row_t *row)
{
    if (row->recording)
        return row->recording->series ? row->recording->series | STATISTICS_PENDING_SERIES : 0;
    return row->event && enet_command_is_fragment(row->command) ? row->event->fragments : 0;
}

bool
statistics_row_connects(const statistics_row_t *row)
{
    const unsigned wanted = ENET_COMMAND_BIT(ENET_CONNECT) | ENET_COMMAND_BIT(ENET_DISCONNECT);

    return row->command && ENET_COMMAND_BIT(row->command->number) & wanted && !enet_event_is_repeat(row->event);
}

uint32_t
statistics_share(uint32_t whole, uint64_t weight, uint64_t weights)
{
    return weights ? (uint32_t)(whole * weight / weights) : 0;
}

static void
share_frame(wmem_array_t *rows, uint32_t length)
{
    unsigned count = wmem_array_get_count(rows);
    uint64_t weights = 0;
    uint32_t left = length;

    for (unsigned i = 0; i < count; i++)
        weights += ((statistics_row_t *)wmem_array_index(rows, i))->weight;
    for (unsigned i = 1; i < count; i++) {
        statistics_row_t *row = wmem_array_index(rows, i);

        row->wire_bytes = MIN(left, statistics_share(length, row->weight, weights));
        left -= row->wire_bytes;
    }
    ((statistics_row_t *)wmem_array_index(rows, 0))->wire_bytes = left;
}

wmem_array_t *
statistics_rows(packet_info *pinfo)
{
    const statistics_frames_t frames = statistics_divided_frames(pinfo);
    const statistics_row_t whole = { .bytes = frames.bytes, .weight = frames.bytes };
    wmem_array_t *rows = wmem_array_new(pinfo->pool, sizeof(statistics_row_t));

    add_datagrams(rows, enet_records_of_frame(pinfo));
    add_messages(rows, godot_records_of_frame(pinfo));
    add_debugger(rows, godot_debug_records_of_frame(pinfo));
    add_recordings(rows, pinfo->pool, recording_records_of_frame(pinfo));
    if (wmem_array_get_count(rows) == 0 && is_ours(pinfo))
        add_row(rows, &whole);
    if (wmem_array_get_count(rows) > 0)
        share_frame(rows, frames.bytes);
    return rows;
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
