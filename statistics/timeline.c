/* statistics/timeline.c
 * When did each peer, node and synchronizer live, speak, and keep silent?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/timeline.h"
#include "statistics/names.h"
#include "statistics/rows.h"

#include <epan/stat_tap_ui.h>
#include <epan/tap.h>
#include <wsutil/json_dumper.h>
#include <wsutil/report_message.h>

#include <stdio.h>

#define COMMAND "godot,timeline"

/* A synchronizer is silent too long if it says nothing for so many of its usual intervals, of which there are so many. */
#define TOO_LONG  10
#define INTERVALS 10

typedef struct {
    uint64_t messages, bytes;
} timeline_sum_t;

/* A peer, a node, or a synchronizer on the way from one peer to another. Times are frame.time_relative. */
typedef struct {
    const char    *kind;
    char          *name, *way;          /* way: of a synchronizer; or NULL */
    unsigned       comes, goes;         /* how often it was said that it comes and goes */
    double         came, went;          /* the first and the last time */
    bool           is_there;            /* what was said last */
    timeline_sum_t sums[2];             /* of a peer sent and received; of others by the server and by others */
    uint64_t       spoken;
    double         first, last;         /* time of the first and the last message */
    double         silence, since;      /* the longest time between two messages, and when it began */
} timeline_life_t;

typedef struct {
    GHashTable *lives;                  /* of "kind name way" */
    GPtrArray  *in_order;               /* of the same */
    GHashTable *clients;                /* of an ENet connection's number + 1: its client's life */
    double      start;                  /* seconds from 1970 to where frame.time_relative is 0 */
} timeline_t;

/* ---- Lives ---- */

static void
timeline_free_life(void *life)
{
    g_free(((timeline_life_t *)life)->name);
    g_free(((timeline_life_t *)life)->way);
    g_free(life);
}

static timeline_life_t *
timeline_find(timeline_t *timeline, packet_info *pinfo, const char *kind, const char *name, const char *way)
{
    const char *key = wmem_strdup_printf(pinfo->pool, "%s %s %s", kind, name, way ? way : "");
    timeline_life_t *life = g_hash_table_lookup(timeline->lives, key);

    if (life)
        return life;
    life = g_new0(timeline_life_t, 1);
    life->kind = kind;
    life->name = g_strdup(name);
    life->way = g_strdup(way);
    g_hash_table_insert(timeline->lives, g_strdup(key), life);
    g_ptr_array_add(timeline->in_order, life);
    return life;
}

static double
timeline_now(const packet_info *pinfo)
{
    return nstime_to_sec(&pinfo->rel_ts);
}

static void
timeline_come(timeline_life_t *life, double now)
{
    if (life->comes++ == 0)
        life->came = now;
    life->is_there = true;
}

static void
timeline_go(timeline_life_t *life, double now)
{
    life->goes++;
    life->went = now;
    life->is_there = false;
}

static void
timeline_speak(timeline_life_t *life, double now)
{
    if (life->spoken == 0)
        life->first = now;
    else if (now - life->last > life->silence) {
        life->silence = now - life->last;
        life->since = life->last;
    }
    life->last = now;
    life->spoken++;
}

static void
timeline_count(timeline_life_t *life, unsigned sum, uint32_t bytes)
{
    life->sums[sum].messages++;
    life->sums[sum].bytes += bytes;
}

/* ---- Messages ---- */

static void
timeline_count_peers(timeline_t *timeline, packet_info *pinfo, const statistics_row_t *row)
{
    for (unsigned end = 0; end < 2; end++) {
        const int32_t peer = row->message->hop[end];
        timeline_life_t *life;

        if (peer == GODOT_PEER_UNKNOWN)
            continue;
        life = timeline_find(timeline, pinfo, "peer", statistics_end_of_frame(pinfo, peer, end == 0), NULL);
        timeline_count(life, end, row->message->bytes);
        if (end == 0)
            timeline_speak(life, timeline_now(pinfo));
        if (row->datagram && peer != GODOT_PEER_SERVER)
            g_hash_table_insert(timeline->clients, GUINT_TO_POINTER(row->datagram->connection->stream + 1), life);
    }
}

static void
timeline_count_node(timeline_t *timeline, packet_info *pinfo, const godot_record_t *message)
{
    const char *name = statistics_node_name(pinfo->pool, message->node, message->node_id);
    timeline_life_t *life = timeline_find(timeline, pinfo, "node", name, NULL);

    timeline_count(life, message->hop[0] != GODOT_PEER_SERVER, message->bytes);
    timeline_speak(life, timeline_now(pinfo));
    if (g_strcmp0(message->word, "spawn") == 0)
        timeline_come(life, timeline_now(pinfo));
    else if (g_strcmp0(message->word, "despawn") == 0)
        timeline_go(life, timeline_now(pinfo));
}

/*
 * Counts an element for its synchronizer and its receiver. Each receiver has a life of its own, because silence
 * towards one must show although others hear the synchronizer.
 */
static void
timeline_count_element(timeline_t *timeline, packet_info *pinfo, const statistics_row_t *row)
{
    const godot_record_t *message = row->message;
    const char *name = statistics_node_name(pinfo->pool, row->element->node, row->element->id);
    const char *way = wmem_strdup_printf(pinfo->pool, "%d \xe2\x86\x92 %d", message->hop[0], message->hop[1]);
    timeline_life_t *life;

    if (row->element->ordinal)
        name = wmem_strdup_printf(pinfo->pool, "%s synchronizer %u", name, row->element->ordinal);
    life = timeline_find(timeline, pinfo, "synchronizer", name, way);
    timeline_count(life, message->hop[0] != GODOT_PEER_SERVER, row->bytes);
    timeline_speak(life, timeline_now(pinfo));
}

/* ENet's CONNECT has the peer's id in Godot; DISCONNECT has not, but the connection's messages or its CONNECT have. */
static void
timeline_connect(timeline_t *timeline, packet_info *pinfo, const statistics_row_t *row)
{
    void *stream = GUINT_TO_POINTER(row->datagram->connection->stream + 1);
    timeline_life_t *life = g_hash_table_lookup(timeline->clients, stream);
    const int32_t peer = (int32_t)row->command->connect_data;

    if (peer != GODOT_PEER_UNKNOWN) {
        life = timeline_find(timeline, pinfo, "peer", statistics_end_of_frame(pinfo, peer, true), NULL);
        g_hash_table_insert(timeline->clients, stream, life);
        timeline_come(life, timeline_now(pinfo));
    } else if (life)
        timeline_go(life, timeline_now(pinfo));
}

static void
timeline_count_row(timeline_t *timeline, packet_info *pinfo, const statistics_row_t *row, const statistics_row_t *before)
{
    if (!row->message) {
        if (statistics_row_connects(row))
            timeline_connect(timeline, pinfo, row);
        return;
    }
    if (!statistics_row_goes_on(row, before))
        timeline_count_peers(timeline, pinfo, row);
    if (row->element)
        timeline_count_element(timeline, pinfo, row);
    else if (row->message->node || row->message->node_id)
        timeline_count_node(timeline, pinfo, row->message);
}

static tap_packet_status
timeline_count_rows(void *timeline, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data _U_,
                    tap_flags_t flags _U_)
{
    wmem_array_t *rows = statistics_rows(pinfo);
    const statistics_row_t *before = NULL;

    ((timeline_t *)timeline)->start = nstime_to_sec(&pinfo->abs_ts) - nstime_to_sec(&pinfo->rel_ts);
    for (unsigned i = 0; i < wmem_array_get_count(rows); i++) {
        const statistics_row_t *row = wmem_array_index(rows, i);

        timeline_count_row(timeline, pinfo, row, before);
        before = row;
    }
    return TAP_PACKET_DONT_REDRAW;
}

/* ---- Rows ---- */

static void
timeline_write_text(json_dumper *json, const char *name, const char *value)
{
    json_dumper_set_member_name(json, name);
    json_dumper_value_string(json, value);
}

static void
timeline_write_time(json_dumper *json, const char *name, double value)
{
    json_dumper_set_member_name(json, name);
    json_dumper_value_anyf(json, "%.6f", value);
}

static void
timeline_write_number(json_dumper *json, const char *name, uint64_t value)
{
    json_dumper_set_member_name(json, name);
    json_dumper_value_anyf(json, "%" PRIu64, value);
}

static void
timeline_write_sums(json_dumper *json, const timeline_life_t *life)
{
    static const char *const names[2][4] = {
        { "sent_messages", "sent_bytes", "received_messages", "received_bytes" },
        { "server_messages", "server_bytes", "other_messages", "other_bytes" }
    };
    const char *const *name = names[strcmp(life->kind, "peer") != 0];

    for (unsigned sum = 0; sum < 2; sum++) {
        timeline_write_number(json, *name++, life->sums[sum].messages);
        timeline_write_number(json, *name++, life->sums[sum].bytes);
    }
}

/* The usual interval is the mean without the longest one. */
static bool
timeline_is_too_long(const timeline_life_t *life)
{
    return life->spoken > INTERVALS + 1 && strcmp(life->kind, "synchronizer") == 0 &&
           life->silence * (double)(life->spoken - 2) > TOO_LONG * (life->last - life->first - life->silence);
}

static void
timeline_write_speech(json_dumper *json, const timeline_life_t *life)
{
    if (life->spoken > 0) {
        timeline_write_time(json, "first", life->first);
        timeline_write_time(json, "last", life->last);
    }
    if (life->spoken > 1) {
        timeline_write_time(json, "silence", life->silence);
        timeline_write_time(json, "silence_since", life->since);
    }
    if (timeline_is_too_long(life)) {
        json_dumper_set_member_name(json, "silent_too_long");
        json_dumper_value_anyf(json, "true");
    }
}

static void
timeline_write(const timeline_life_t *life, double start)
{
    json_dumper json = { .output_file = stdout, .flags = JSON_DUMPER_FLAGS_NO_DEBUG };

    json_dumper_begin_object(&json);
    timeline_write_text(&json, "kind", life->kind);
    timeline_write_text(&json, "name", life->name);
    if (life->way)
        timeline_write_text(&json, "way", life->way);
    timeline_write_time(&json, "start", start);
    timeline_write_number(&json, "comes", life->comes);
    timeline_write_number(&json, "goes", life->goes);
    if (life->comes > 0)
        timeline_write_time(&json, "came", life->came);
    if (life->goes > 0 && !life->is_there)
        timeline_write_time(&json, "went", life->went);
    timeline_write_sums(&json, life);
    timeline_write_speech(&json, life);
    json_dumper_end_object(&json);
    json_dumper_finish(&json);
}

static void
timeline_print(void *data)
{
    const timeline_t *timeline = data;

    for (unsigned i = 0; i < timeline->in_order->len; i++)
        timeline_write(g_ptr_array_index(timeline->in_order, i), timeline->start);
}

/* ---- Registration ---- */

static void
timeline_forget(void *data)
{
    timeline_t *timeline = data;

    g_hash_table_remove_all(timeline->clients);
    g_ptr_array_set_size(timeline->in_order, 0);
    g_hash_table_remove_all(timeline->lives);
}

static WS_STAT_INIT_RESULT
timeline_begin(const char *argument, void *unused _U_)
{
    timeline_t *timeline = g_new(timeline_t, 1);
    const char *filter = g_str_has_prefix(argument, COMMAND ",") ? argument + strlen(COMMAND ",") : NULL;
    GString *error;

    timeline->lives = g_hash_table_new_full(wmem_str_hash, g_str_equal, g_free, timeline_free_life);
    timeline->in_order = g_ptr_array_new();
    timeline->clients = g_hash_table_new(g_direct_hash, g_direct_equal);
    error = register_tap_listener("godot_rows", timeline, filter, TL_REQUIRES_NOTHING, timeline_forget,
                                  timeline_count_rows, timeline_print, NULL);
    if (error) {
        report_failure("-z " COMMAND ": %s", error->str);
        g_string_free(error, true);
    }
    WS_STAT_INIT_RETURN(!error);
}

void
statistics_timeline_register(void)
{
    static stat_tap_ui ui = {
        .group = REGISTER_PACKET_STAT_GROUP_UNSORTED,
        .cli_string = COMMAND,
        .tap_init_cb = timeline_begin
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
