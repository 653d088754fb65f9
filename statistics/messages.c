/* statistics/messages.c
 * What is the row of JSON for each message? (docs/messages.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/messages.h"
#include "statistics/commands.h"
#include "statistics/divided.h"
#include "statistics/frames.h"
#include "statistics/names.h"
#include "statistics/pending.h"
#include "statistics/rows.h"
#include "enet/command-tree.h"
#include "variant/json.h"
#include "variant/variant.h"

#include <epan/stat_tap_ui.h>
#include <epan/tap.h>
#include <wsutil/report_message.h>

#include <stdio.h>

#define COMMAND "godot,messages"

/* ---- Members ---- */

static void
add_string(godot_json_t *json, const char *name, const char *value)
{
    if (!value)
        return;
    godot_json_name(json, name);
    godot_json_string(json, value);
}

static void
messages_add_number(godot_json_t *json, const char *name, int64_t value)
{
    godot_json_name(json, name);
    godot_json_integer(json, value);
}

/* Adds seconds. Before 1970 the seconds are negative, and the nanoseconds may be so, too. */
static void
messages_add_time(godot_json_t *json, const char *name, const nstime_t *value)
{
    int64_t seconds = (int64_t)value->secs + value->nsecs / 1000000000;
    int nanoseconds = value->nsecs % 1000000000;
    char digits[40];
    bool is_negative;

    if (seconds < 0 && nanoseconds > 0) {
        seconds++;
        nanoseconds -= 1000000000;
    }
    is_negative = seconds < 0 || nanoseconds < 0;
    godot_json_name(json, name);
    snprintf(digits, sizeof digits, "%s%" PRId64 ".%09d", is_negative ? "-" : "", ABS(seconds), ABS(nanoseconds));
    godot_json_real(json, 0, digits);
}

static void
add_true(godot_json_t *json, const char *name, bool value)
{
    if (!value)
        return;
    godot_json_name(json, name);
    godot_json_boolean(json, true);
}

/* ---- Who, to whom, how ---- */

static const char *
mode_name(godot_transfer_mode_t mode)
{
    static const char *const names[] = {
        [GODOT_MODE_UNRELIABLE] = "unreliable", [GODOT_MODE_UNRELIABLE_ORDERED] = "unreliable_ordered",
        [GODOT_MODE_RELIABLE] = "reliable", [GODOT_MODE_UNKNOWN] = NULL
    };

    return names[mode];
}

static void
add_peers(godot_json_t *json, const godot_record_t *message)
{
    if (message->source != GODOT_PEER_UNKNOWN)
        messages_add_number(json, "from", message->source);
    if (message->target_known)
        messages_add_number(json, "to", message->target);
    add_string(json, "mode", mode_name(message->mode));
    if (message->channel != GODOT_CHANNEL_UNKNOWN)
        messages_add_number(json, "channel", message->channel);
    add_string(json, "godot", message->release);
}

/* ---- What ---- */

static const char *
messages_kind_of(const statistics_row_t *row)
{
    if (row->message)
        return row->message->word ? row->message->word : "message";
    if (row->command)
        return statistics_command_kind(row->command->number);
    if (row->datagram)
        return "datagram";
    if (row->recording)
        return row->recording->part ? "part" : row->recording->word;
    return row->debug ? "debug" : "data";
}

static void
write_recorded(godot_json_t *json, packet_info *pinfo, const godot_recorded_value_t *value)
{
    if (value->bare)
        godot_json_bytes(json, pinfo, value->tvb, value->offset, value->end);
    else
        godot_variant_write_json(json, pinfo, value->tvb, value->offset, value->end, value->dialect, value->encoding);
}

static bool
are_named(wmem_array_t *values, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++)
        if (!((godot_recorded_value_t *)wmem_array_index(values, i))->name)
            return false;
    return first < end;
}

/* Adds an object if all values have names, else an array. */
static void
add_values(godot_json_t *json, packet_info *pinfo, const char *name, wmem_array_t *values, unsigned first, unsigned end)
{
    const bool named = are_named(values, first, end);
    const godot_json_form_t form = named ? GODOT_JSON_OBJECT : GODOT_JSON_ARRAY;

    godot_json_name(json, name);
    godot_json_begin(json, form);
    for (unsigned i = first; i < end; i++) {
        const godot_recorded_value_t *value = wmem_array_index(values, i);

        if (named)
            godot_json_name(json, value->name);
        write_recorded(json, pinfo, value);
    }
    godot_json_end(json, form);
}

/* Adds the name, or the message's number for it if the name is unknown. */
static void
messages_add_name(godot_json_t *json, const char *name, const char *text, uint32_t id)
{
    if (text)
        add_string(json, name, text);
    else
        messages_add_number(json, name, id);
}

static void
add_element(godot_json_t *json, packet_info *pinfo, const statistics_row_t *row)
{
    const godot_recorded_element_t *element = row->element;

    messages_add_name(json, "node", element->node, element->id);
    add_values(json, pinfo, "properties", row->message->values, element->first, element->first + element->count);
    add_true(json, "dropped", element->dropped);
}

static void
add_content(godot_json_t *json, packet_info *pinfo, const godot_record_t *message)
{
    unsigned count = wmem_array_get_count(message->values), arguments = MIN(message->arguments, count);

    if (message->node || message->node_id)
        messages_add_name(json, "node", message->node, message->node_id);
    if (message->calls)
        messages_add_name(json, "method", message->method, message->method_id);
    if (arguments > 0 || message->calls)
        add_values(json, pinfo, "args", message->values, 0, arguments);
    if (arguments < count)
        add_values(json, pinfo, "properties", message->values, arguments, count);
    if (message->spawner || message->spawner_id)
        messages_add_name(json, "spawner", message->spawner, message->spawner_id);
    add_string(json, "scene", message->scene);
}

static void
messages_add_message(godot_json_t *json, packet_info *pinfo, const statistics_row_t *row)
{
    add_true(json, "relayed", row->message->relayed);
    if (row->element)
        add_element(json, pinfo, row);
    else
        add_content(json, pinfo, row->message);
    add_string(json, "text", row->message->text);
}

/* Adds the filter names of expert items. */
static void
add_experts(godot_json_t *json, const wmem_list_t *experts)
{
    wmem_list_frame_t *at = experts ? wmem_list_head(experts) : NULL;

    if (!at)
        return;
    godot_json_name(json, "experts");
    godot_json_begin(json, GODOT_JSON_ARRAY);
    for (; at; at = wmem_list_frame_next(at))
        godot_json_string(json, proto_registrar_get_abbrev(((const expert_field *)wmem_list_frame_data(at))->hf));
    godot_json_end(json, GODOT_JSON_ARRAY);
}

/* Adds where the packet was received: a packet to all may be at several places. */
static void
add_received_in(godot_json_t *json, const recording_record_t *recording)
{
    bool is_array = false;

    for (unsigned i = 0; i < recording->match_count; i++) {
        if (!recording->matches[i].frame)
            continue;
        if (!is_array) {
            godot_json_name(json, "received_in");
            godot_json_begin(json, GODOT_JSON_ARRAY);
        }
        is_array = true;
        godot_json_integer(json, recording->matches[i].frame);
    }
    if (is_array)
        godot_json_end(json, GODOT_JSON_ARRAY);
}

static void
add_sent_in(godot_json_t *json, const recording_record_t *recording)
{
    const recording_match_t *match = recording->match_count ? recording->matches : NULL;

    if (!match || !match->frame)
        return;
    messages_add_number(json, "sent_in", match->frame);
    if (match->has_latency) {
        const nstime_t latency = enet_nanoseconds(match->latency);

        messages_add_time(json, "latency", &latency);
    }
}

/* Adds whose record it is. */
static void
add_recording(godot_json_t *json, const recording_record_t *recording)
{
    messages_add_number(json, "run", recording->header.run);
    messages_add_number(json, "peer", recording->header.peer);
    if (!recording->is_packet)
        return;
    add_string(json, "direction", recording->packet.sent ? "sent" : "received");
    if (recording->packet.result)
        messages_add_number(json, "result", recording->packet.result);
    if (recording->packet.sent)
        add_received_in(json, recording);
    else
        add_sent_in(json, recording);
}

/* ---- The row ---- */

static void
messages_add_command(godot_json_t *json, const statistics_row_t *row)
{
    const nstime_t rtt = enet_nanoseconds(row->event->ack_rtt);

    if (row->event->flags & ENET_EVENT_RETRANSMISSION)
        add_true(json, "retransmission", true);
    if (!enet_command_is_fragment(row->command) && enet_event_has_rtt(row->event))
        messages_add_time(json, "rtt", &rtt);
}

/* Notes what a fragment costs until its message is whole. @return what the message's earlier fragments have cost */
static uint32_t
messages_earlier(const statistics_row_t *row)
{
    static const char owner;
    const uint32_t fragments = statistics_row_fragments(row);

    if (!fragments)
        return 0;
    if (row->message)
        return statistics_pending_take(&owner, fragments);
    statistics_pending_add(&owner, fragments, row->wire_bytes);
    return 0;
}

static void
write_row(godot_json_t *json, packet_info *pinfo, const statistics_row_t *row)
{
    const uint32_t earlier = messages_earlier(row), frames = statistics_divided_frames(pinfo).count;

    godot_json_begin(json, GODOT_JSON_OBJECT);
    messages_add_number(json, "frame", pinfo->num);
    messages_add_time(json, "time", &pinfo->abs_ts);
    if (row->datagram)
        messages_add_number(json, "stream", row->datagram->connection->stream);
    add_string(json, "src", statistics_endpoint_name(pinfo->pool, &pinfo->src, pinfo->srcport));
    add_string(json, "dst", statistics_endpoint_name(pinfo->pool, &pinfo->dst, pinfo->destport));
    if (row->recording)
        add_recording(json, row->recording);
    if (row->message)
        add_peers(json, row->message);
    else if (row->command && row->command->channel != ENET_CHANNEL_NONE)
        messages_add_number(json, "channel", row->command->channel);
    add_string(json, "kind", messages_kind_of(row));
    if (row->message)
        messages_add_message(json, pinfo, row);
    else if (row->command)
        add_string(json, "text", enet_describe_command(pinfo->pool, row->command));
    if (row->recording)     /* a packet that is a message has no text of its own */
        add_string(json, "text", row->recording->text);
    if (row->debug) {
        add_string(json, "method", row->debug->name);
        add_string(json, "text", row->debug->text);
    }
    messages_add_number(json, "bytes", row->bytes);
    messages_add_number(json, "wire_bytes", row->wire_bytes);
    if (earlier)
        messages_add_number(json, "earlier_wire_bytes", earlier);
    if (frames > 1)
        messages_add_number(json, "frames", frames);
    if (row->command)
        messages_add_command(json, row);
    add_experts(json, row->experts);
    godot_json_end(json, GODOT_JSON_OBJECT);
}

static tap_packet_status
write_rows(void *unused _U_, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data _U_, tap_flags_t flags _U_)
{
    wmem_array_t *rows = statistics_rows(pinfo);
    godot_json_t json = { 0 };

    if (wmem_array_get_count(rows) == 0)
        return TAP_PACKET_DONT_REDRAW;
    json.text = g_string_sized_new(512);
    for (unsigned i = 0; i < wmem_array_get_count(rows); i++) {
        g_string_truncate(json.text, 0);
        write_row(&json, pinfo, wmem_array_index(rows, i));
        puts(json.text->str);
    }
    fflush(stdout);     /* a live reader gets each row at once */
    g_string_free(json.text, TRUE);
    return TAP_PACKET_DONT_REDRAW;
}

/* ---- Registration ---- */

static tap_packet_status
messages_ignore(void *unused _U_, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *data _U_,
                tap_flags_t flags _U_)
{
    return TAP_PACKET_DONT_REDRAW;
}

static bool
messages_listen(const char *tap, void *key, const char *filter, tap_packet_cb packet)
{
    GString *error = register_tap_listener(tap, key, filter, TL_REQUIRES_NOTHING, NULL, packet, NULL, NULL);

    if (!error)
        return true;
    report_failure("-z " COMMAND ": %s", error->str);
    g_string_free(error, TRUE);
    return false;
}

/*
 * Listens to frames, because a row depends on what else its frame has. The listener also makes the dissectors write the
 * texts, and note which expert items each message gets.
 */
static WS_STAT_INIT_RESULT
messages_begin(const char *argument, void *unused _U_)
{
    static char rows, texts, experts;
    const char *filter = g_str_has_prefix(argument, COMMAND ",") ? argument + strlen(COMMAND ",") : NULL;
    const bool listens = messages_listen("frame", &rows, filter, write_rows);

    if (listens) {      /* without a filter it cannot fail */
        messages_listen("godot_rows", &texts, NULL, messages_ignore);
        messages_listen("godot_experts", &experts, NULL, messages_ignore);
        statistics_frames_begin(&rows);
    }
    WS_STAT_INIT_RETURN(listens);
}

void
statistics_messages_register(void)
{
    static stat_tap_ui ui = {
        .group = REGISTER_PACKET_STAT_GROUP_UNSORTED,
        .cli_string = COMMAND,
        .tap_init_cb = messages_begin
    };

    register_stat_tap_ui(&ui, NULL);
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
