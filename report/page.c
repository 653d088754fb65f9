/* report/page.c
 * What does somebody see who opens a report of a capture?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "report/page.h"
#include "report/budget.h"
#include "report/filter.h"
#include "report/html.h"
#include "report/json.h"
#include "report/moments.h"
#include "report/peers.h"
#include "report/rules.h"
#include "report/text.h"

#define ENTRIES_SHOWN   500     /* of a table: the costliest ones, so that the file has a bound */
#define MOMENTS_SHOWN   60000   /* of all entries: spans of time become longer until there are no more, for the same reason */
#define FRAME_STEP      100     /* bytes */
#define UNPLACED        "…/"    /* begins a node's name if its parent is not known: its field has the rest */
#define FILTER_SHOWN    400     /* bytes: a filter for a longer name is left out */

/* @return what carries the messages of such a row */
static const char *
report_page_transport(JsonObject *row)
{
    return json_object_has_member(row, "run") ? "recording inside the game" :
           json_object_has_member(row, "stream") ? "ENet" :
           g_strcmp0(report_text_member(row, "kind"), "debug") == 0 ? "remote debugger" :
           g_strcmp0(report_text_member(row, "kind"), "data") == 0 ? "streams and single Variants" : "WebSocket, WebRTC or DTLS";
}

/* Each table counts the rows by the value of one member. */
static const struct {
    const char   *id, *title;
    const char   *member;           /* the value, or array of values; NULL: there is none, as the value is that of name() */
    report_cost_t cost;             /* whose rate it is; REPORT_COSTS: none */
    gboolean      is_address;       /* the filter is for an address and port */
    const char   *kinds[2];         /* only of rows of these kinds, if any are named */
    const char   *needs;            /* only of rows that have this member */
    const char   *fields[5];        /* NULL is behind them; that hold the value when it is a text: a filter finds it in any of them */
    const char   *number;           /* … when it is a number */
    const char   *unplaced;         /* one more field, which has what follows UNPLACED */
    const char   *filter_needs;     /* rows without this member have no such fields */
    const char   *unknown;          /* … nor have those with this word, which stands for a value that is not known */
    const char *(*name)(JsonObject *row);
    gboolean      is_filter;        /* the value is a filter itself */
    gboolean      is_of_capture;    /* a value has another meaning in each capture */
    gboolean      is_sender;        /* its rows tell the sender's release and transport */
    gboolean      is_whole;         /* a message counts with its earlier fragments, whose rows are not in the table */
    gboolean      is_frames;        /* counts frames, by the steps in which their lengths are */
    gboolean      is_named;         /* a number stands for a name that is not known */
    const char   *also;             /* one more column, which has the other name of a peer or an address: */
    char       *(*other_name)(const report_peers_t *peers, const char *name);
} tables[] = {
    { "sent", "Players and servers: sent", "src", REPORT_UP, .is_address = TRUE,
      .also = "peer", .other_name = report_peers_ids },
    { "received", "Players and servers: received", "dst", REPORT_DOWN, .is_address = TRUE,
      .also = "peer", .other_name = report_peers_ids },
    { "peers", "Messages by peer", "from", REPORT_COSTS, .number = "godot.peer.source",
      .is_sender = TRUE, .is_whole = TRUE, .also = "address", .other_name = report_peers_addresses },
    { "methods", "Methods", "method", REPORT_METHODS, .kinds = { "rpc" }, .is_whole = TRUE, .is_named = TRUE, .unknown = "?",
      .fields = { "godot.rpc.method" }, .number = "godot.rpc.method_id" },
    { "synchronizers", "Synchronizers", "node", REPORT_SYNCHRONIZERS, .kinds = { "sync", "delta" }, .is_whole = TRUE, .is_named = TRUE,
      .fields = { "godot.sync.node" }, .number = "godot.sync.net_id" },
    { "spawns", "Spawned nodes", "node", REPORT_COSTS, .kinds = { "spawn", "despawn" }, .is_whole = TRUE, .is_named = TRUE,
      .fields = { "godot.spawn.node" }, .unplaced = "godot.spawn.name" },
    { "spawners", "Spawners", "spawner", REPORT_COSTS, .kinds = { "spawn" }, .is_whole = TRUE, .is_named = TRUE,
      .fields = { "godot.spawn.spawner" }, .number = "godot.spawn.spawner_id" },
    { "calls", "Called nodes", "node", REPORT_COSTS, .kinds = { "rpc" }, .fields = { "godot.rpc.node" }, .is_whole = TRUE,
      .is_named = TRUE },
    { "nodes", "Nodes", "node", REPORT_NODES,
      .fields = { "godot.rpc.node", "godot.sync.node", "godot.spawn.node", "godot.path.name" },
      .unplaced = "godot.spawn.name", .is_whole = TRUE, .is_named = TRUE },
    { "kinds", "Kinds of messages and commands", "kind", REPORT_COSTS,
      .fields = { "godot.message" }, .filter_needs = "from", .unknown = "message" },
    { "transports", "Transports", NULL, REPORT_COSTS, .name = report_page_transport },
    { "frames", "Frames by their length in bytes", .cost = REPORT_COSTS, .is_frames = TRUE },
    { "modes", "Transfer modes", "mode", REPORT_COSTS, .fields = { "godot.transfer_mode" }, .is_whole = TRUE },
    { "channels", "Transfer channels", "channel", REPORT_COSTS, .needs = "mode", .number = "godot.transfer_channel",
      .is_whole = TRUE },
    { "connections", "Connections of ENet", "stream", REPORT_COSTS, .number = "enet.stream", .is_of_capture = TRUE },
    { "releases", "Releases of Godot", "godot", REPORT_COSTS },
    { "experts", "What is remarkable or wrong", "experts", REPORT_COSTS, .is_filter = TRUE },
};

/* What has one value only. */
static const struct {
    report_cost_t cost;
    const char   *what;
} figures[] = {
    { REPORT_UP, "Bytes/s that a player sends, at most" },
    { REPORT_DOWN, "Bytes/s that a player receives, at most" },
    { REPORT_FRAME, "Bytes of the longest frame" },
    { REPORT_ABOVE_MTU, "Datagrams above the MTU, at most" },
    { REPORT_ROUND_TRIP, "Seconds for 95 % of the round trips" },
    { REPORT_LOSS, "Part that was lost, at most" },
    { REPORT_LATE, "Part that came late, at most" },
    { REPORT_THROTTLED, "Part that the throttle dropped, at most" },
    { REPORT_REPEATED, "Part of the bytes sent again" },
    { REPORT_ERRORS, "Errors" },
    { REPORT_WARNINGS, "Warnings" },
};

/* The rows with one value. */
typedef struct {
    const char *name;           /* belongs to the table's keys */
    char       *filter;         /* NULL: none is known */
    char       *release;        /* of the sender, as exactly as a row tells it; NULL: none is known */
    const char *transport;      /* … and what carries its messages; NULL: the table does not tell */
    gint64      count;
    gint64      frame;          /* the first one */
    const char *capture;        /* … and of which capture; NULL: there is one only */
    double      bytes;
    double      begin, end;
    report_moments_t *moments;
    gint        place;          /* in its table, as the page shows it; -1: it does not */
} entry_t;

struct _report_page_t {
    GHashTable *entries[G_N_ELEMENTS(tables)];
    GPtrArray  *lives;              /* JsonObject: the first ones of: */
    gint64      life_count;
    GHashTable *values;             /* values_t, by node and property */
    report_fills_t *fills;
    report_peers_t *peers;
    gint64      count;
    double      bytes;
    double      begin, end;
    report_spans_t spans;
    const char *capture;            /* of several; NULL: there is one only */
    gint64      frame;              /* the one whose rows are being added */
    double      frame_time, frame_bytes;
    gboolean    frame_is_divided;
};

/* A property of a synchronizer. */
typedef struct {
    char  *node, *name;
    gint64 bytes[2];                /* of changed and unchanged values */
} values_t;

/* What the page shows of a table. */
typedef struct {
    GPtrArray        *entries;      /* entry_t, the costliest first */
    guint             count;        /* of all entries, with those that are not shown */
    report_moments_t *others;       /* of the latter */
} shown_t;

static void
report_page_free_entry(gpointer data)
{
    entry_t *entry = (entry_t *)data;

    g_free(entry->filter);
    g_free(entry->release);
    report_moments_free(entry->moments);
    g_free(entry);
}

static void
report_page_free_values(gpointer values)
{
    g_free(((values_t *)values)->node);
    g_free(((values_t *)values)->name);
    g_free(values);
}

report_page_t *
report_page_new(void)
{
    report_page_t *page = g_new0(report_page_t, 1);

    for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
        page->entries[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, report_page_free_entry);
    page->fills = report_fills_new();
    page->peers = report_peers_new();
    page->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, report_page_free_values);
    page->lives = g_ptr_array_new_with_free_func((GDestroyNotify)json_object_unref);
    page->begin = G_MAXDOUBLE;
    return page;
}

void
report_page_free(report_page_t *page)
{
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
        g_hash_table_destroy(page->entries[i]);
    g_hash_table_destroy(page->values);
    report_fills_free(page->fills);
    report_peers_free(page->peers);
    g_ptr_array_unref(page->lives);
    g_free(page);
}

/* @return the filter that finds the rows with this value in Wireshark, to be freed; NULL if there is none */
static char *
report_page_filter(guint table, const char *name, gboolean is_text)
{
    GString *filter = g_string_new(NULL);

    if (tables[table].is_address)
        report_filter_add_address(filter, tables[table].member, name);
    else if (tables[table].is_filter)
        g_string_append(filter, name);
    else if (!is_text && tables[table].number)
        g_string_append_printf(filter, "%s == %s", tables[table].number, name);
    for (guint i = 0; is_text && tables[table].fields[i]; i++)
        report_filter_add_text(filter, tables[table].fields[i], name);
    if (tables[table].unplaced && g_str_has_prefix(name, UNPLACED))
        report_filter_add_text(filter, tables[table].unplaced, name + strlen(UNPLACED));
    return g_string_free(filter, filter->len == 0 || filter->len > FILTER_SHOWN || !report_filter_is_seen(name));
}

/* Counts a row, or a frame, in the entry of a name.
 * @param name is taken over */
static entry_t *
report_page_count(report_page_t *page, guint table, char *name, gint64 frame, double time, double bytes)
{
    entry_t *entry = (entry_t *)g_hash_table_lookup(page->entries[table], name);

    if (!entry) {
        entry = g_new0(entry_t, 1);
        entry->frame = frame;
        entry->capture = page->capture;
        entry->begin = entry->end = time;
        entry->name = name;
        entry->moments = report_moments_new();
        entry->place = -1;
        g_hash_table_insert(page->entries[table], name, entry);
    } else {
        g_free(name);
    }
    entry->begin = MIN(entry->begin, time);     /* each capture has its own clock */
    entry->end = MAX(entry->end, time);
    entry->count++;
    entry->bytes += bytes;
    report_moments_add(entry->moments, &page->spans, time, bytes);
    return entry;
}

/* @return how exact a release is that a row tells (docs/messages.md) */
static guint
report_page_exactness(const char *release)
{
    static const char *const releases[] = { "3", "4", "4.0 to 4.2", "4.1 or later", "4.1 or 4.2", "4.3 or later" };
    guint                    exactness = G_N_ELEMENTS(releases);

    while (exactness && g_strcmp0(releases[exactness - 1], release) != 0)
        exactness--;
    return exactness;
}

/* Each connection of a sender may tell its release more or less exactly. */
static void
report_page_note_sender(entry_t *entry, JsonObject *row)
{
    const char *release = report_text_member(row, "godot");

    if (report_page_exactness(release) > report_page_exactness(entry->release)) {
        g_free(entry->release);
        entry->release = g_strdup(release);
    }
    entry->transport = report_page_transport(row);
}

/* Adds the row to the entry of a value. */
static void
report_page_add_value(report_page_t *page, guint table, JsonObject *row, JsonNode *value)
{
    gboolean is_text;
    char    *name;
    entry_t *entry;

    if (!JSON_NODE_HOLDS_VALUE(value))
        return;
    is_text = json_node_get_value_type(value) == G_TYPE_STRING;
    name = is_text ? json_node_dup_string(value) : g_strdup_printf("%" G_GINT64_FORMAT, json_node_get_int(value));
    entry = report_page_count(page, table, tables[table].is_of_capture && page->capture ?
                              g_strdup_printf("%s of %s", name, page->capture) :
                              g_strconcat(!is_text && tables[table].is_named ? "#" : "", name, NULL),
                              report_text_integer(row, "frame"),
                              report_text_number(row, "time"),
                              tables[table].is_whole ? report_rules_message_bytes(row) :
                              report_text_number(row, "wire_bytes"));
    if (!entry->filter && g_strcmp0(name, tables[table].unknown) != 0 &&
        (!tables[table].filter_needs || json_object_has_member(row, tables[table].filter_needs)))
        entry->filter = report_page_filter(table, name, is_text);
    if (tables[table].is_sender)
        report_page_note_sender(entry, row);
    g_free(name);
}

/* Adds a frame whose rows have all been added: they follow one another, and add up to its length (docs/messages.md). */
static void
report_page_add_frame(report_page_t *page, guint table)
{
    const gint64 step = (gint64)CLAMP(page->frame_bytes, 0, REPORT_JSON_MOST) / FRAME_STEP * FRAME_STEP;
    const gint64 last = step + FRAME_STEP - 1;
    char        *name = page->frame_is_divided ? g_strdup("several frames: IP fragments") :
                        g_strdup_printf("%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, step, last);
    entry_t     *entry = report_page_count(page, table, name, page->frame, page->frame_time, page->frame_bytes);

    if (!entry->filter)
        entry->filter = page->frame_is_divided ? g_strdup("(ip.fragments || ipv6.fragments) && " REPORT_TEXT_OURS) :
                        g_strdup_printf("frame.len >= %" G_GINT64_FORMAT " && frame.len <= %" G_GINT64_FORMAT " && "
                                        REPORT_TEXT_OURS,
                                        step, last);
}

static void
report_page_end_frame(report_page_t *page)
{
    for (guint i = 0; page->frame_bytes > 0 && i < G_N_ELEMENTS(tables); i++)
        if (tables[i].is_frames)
            report_page_add_frame(page, i);
    page->frame_bytes = 0;
}

static void
report_page_add_to_frame(report_page_t *page, JsonObject *row, double time, double bytes)
{
    const gint64 frame = report_text_integer(row, "frame");

    if (frame != page->frame)
        report_page_end_frame(page);
    page->frame = frame;
    page->frame_is_divided = report_rules_is_divided(row);
    page->frame_time = time;
    page->frame_bytes += bytes;
}

static gboolean
report_page_has_kind(guint table, const char *kind)
{
    gboolean any = tables[table].kinds[0] == NULL;

    for (guint i = 0; !any && i < G_N_ELEMENTS(tables[table].kinds); i++)
        any = g_strcmp0(tables[table].kinds[i], kind) == 0;
    return any;
}

/* Adds the row to each entry of a table that it belongs to. */
static void
report_page_add_to_table(report_page_t *page, guint table, JsonObject *row)
{
    JsonNode  *value = tables[table].member ? json_object_get_member(row, tables[table].member) : NULL;
    JsonArray *values = value && JSON_NODE_HOLDS_ARRAY(value) ? json_node_get_array(value) : NULL;

    for (guint i = 0; values && i < json_array_get_length(values); i++)
        report_page_add_value(page, table, row, json_array_get_element(values, i));
    if (value)                  /* an array is none */
        report_page_add_value(page, table, row, value);
    if (tables[table].name) {
        JsonNode *name = json_node_init_string(json_node_alloc(), tables[table].name(row));

        report_page_add_value(page, table, row, name);
        json_node_unref(name);
    }
}

void
report_page_begin_capture(report_page_t *page, const char *name)
{
    report_page_end_frame(page);
    page->capture = name;
}

void
report_page_add_row(report_page_t *page, JsonObject *row)
{
    const char  *kind = report_text_member(row, "kind");
    const double time = report_text_number(row, "time");
    const double bytes = report_text_number(row, "wire_bytes");

    page->begin = MIN(page->begin, time);
    page->end = MAX(page->end, time);
    report_spans_reach(&page->spans, time);
    page->count++;
    page->bytes += bytes;
    report_page_add_to_frame(page, row, time, bytes);
    report_peers_add_row(page->peers, row);
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
        if (report_page_has_kind(i, kind) && (!tables[i].needs || json_object_has_member(row, tables[i].needs)))
            report_page_add_to_table(page, i, row);
}

void
report_page_add_fill(report_page_t *page, const char *sender, const char *mtu, const char *share, report_fill_t what,
                     gint64 amount)
{
    report_fills_add(page->fills, page->capture, sender, mtu, share, what, amount);
}

void
report_page_add_values(report_page_t *page, const char *node, const char *property, gint64 bytes, gboolean unchanged)
{
    char     *name = g_strdup_printf("%s:%s", node, property);
    values_t *values = (values_t *)g_hash_table_lookup(page->values, name);

    if (!values) {
        values = g_new0(values_t, 1);
        values->node = g_strdup(node);
        values->name = name;
        g_hash_table_insert(page->values, g_strdup(name), values);
    } else {
        g_free(name);
    }
    values->bytes[unchanged] += bytes;
}

void
report_page_add_life(report_page_t *page, JsonObject *life)
{
    if (page->capture)
        json_object_set_string_member(life, "capture", page->capture);
    if (page->life_count++ < ENTRIES_SHOWN)
        g_ptr_array_add(page->lives, json_object_ref(life));
}

/* The costliest first, of equal ones by their names. */
static int
report_page_compare(gconstpointer a, gconstpointer b)
{
    const entry_t *first = *(const entry_t *const *)a, *second = *(const entry_t *const *)b;

    if (first->bytes != second->bytes)
        return first->bytes < second->bytes ? 1 : -1;
    return strcmp(first->name, second->name);
}

/* Chooses what is shown of a table.
 * @return of how many spans these entries have something to say */
static guint
report_page_choose(const report_page_t *page, guint table, shown_t *shown)
{
    GHashTableIter iter;
    gpointer       entry;
    guint          all = 0, count;

    shown->entries = g_ptr_array_new();
    shown->count = g_hash_table_size(page->entries[table]);
    shown->others = report_moments_new();
    g_hash_table_iter_init(&iter, page->entries[table]);
    while (g_hash_table_iter_next(&iter, NULL, &entry))
        g_ptr_array_add(shown->entries, entry);
    g_ptr_array_sort(shown->entries, report_page_compare);
    for (guint i = ENTRIES_SHOWN; i < shown->count; i++)
        report_moments_merge(shown->others, &page->spans, ((entry_t *)g_ptr_array_index(shown->entries, i))->moments);
    g_ptr_array_set_size(shown->entries, (gint)MIN(shown->count, ENTRIES_SHOWN));
    for (guint i = 0; i < shown->entries->len; i++) {
        entry_t *one = (entry_t *)g_ptr_array_index(shown->entries, i);

        one->place = (gint)i;
        report_moments_get(one->moments, &page->spans, &count);
        all += count;
    }
    return all;
}

/* Lengthens the spans until no more of them are shown than the file has room for: an entry has at least one. */
static void
report_page_shorten(report_page_t *page, const shown_t *shown, guint all)
{
    while (all > MOMENTS_SHOWN && page->spans.first != page->spans.last) {
        report_spans_double(&page->spans);
        all = 0;
        for (guint table = 0; table < G_N_ELEMENTS(tables); table++) {
            for (guint i = 0; i < shown[table].entries->len; i++) {
                guint count;

                report_moments_get(((entry_t *)g_ptr_array_index(shown[table].entries, i))->moments, &page->spans, &count);
                all += count;
            }
        }
    }
}

/* Adds the number of each span that has rows, how many, and their bytes, one behind the other. */
static void
report_page_add_moments(const report_page_t *page, JsonBuilder *json, report_moments_t *moments)
{
    guint                  count;
    const report_moment_t *some = report_moments_get(moments, &page->spans, &count);

    json_builder_set_member_name(json, "spans");
    json_builder_begin_array(json);
    for (guint i = 0; i < count; i++) {
        json_builder_add_int_value(json, some[i].span - page->spans.first);
        json_builder_add_int_value(json, some[i].count);
        json_builder_add_int_value(json, (gint64)CLAMP(some[i].bytes, -REPORT_JSON_MOST, REPORT_JSON_MOST));
    }
    json_builder_end_array(json);
}

/* Adds the other name of an entry, if its table has such and the rows told it. */
static void
report_page_add_other_name(const report_page_t *page, JsonBuilder *json, guint table, const entry_t *entry)
{
    char *other = tables[table].also ? tables[table].other_name(page->peers, entry->name) : NULL;

    if (other)
        report_json_add_text(json, tables[table].also, other);
    g_free(other);
}

static void
report_page_add_entry(const report_page_t *page, JsonBuilder *json, guint table, const entry_t *entry, GHashTable *rates)
{
    const double *rate = rates ? (const double *)g_hash_table_lookup(rates, entry->name) : NULL;
    char         *shown = report_text_shown(entry->name);

    json_builder_begin_object(json);
    report_json_add_text(json, "name", shown);
    report_json_add_int(json, "count", entry->count);
    report_json_add_double(json, "bytes", entry->bytes);
    if (rate)
        report_json_add_double(json, "rate", *rate);
    report_json_add_double(json, "begin", entry->begin - page->begin);
    report_json_add_double(json, "end", entry->end - page->begin);
    if (entry->capture) {
        char *frame = g_strdup_printf("%" G_GINT64_FORMAT " of %s", entry->frame, entry->capture);

        report_json_add_text(json, "frame", frame);
        g_free(frame);
    } else {
        report_json_add_int(json, "frame", entry->frame);
    }
    if (entry->filter)
        report_json_add_text(json, "filter", entry->filter);
    report_page_add_other_name(page, json, table, entry);
    if (entry->transport)
        report_json_add_text(json, "transport", entry->transport);
    if (entry->release)
        report_json_add_text(json, "godot", entry->release);
    report_page_add_moments(page, json, entry->moments);
    json_builder_end_object(json);
    g_free(shown);
}

static void
report_page_add_table(const report_page_t *page, JsonBuilder *json, guint table, const shown_t *shown,
                      const report_costs_t *costs)
{
    GHashTable *rates = tables[table].cost == REPORT_COSTS ? NULL : report_costs_values(costs, tables[table].cost);

    json_builder_begin_object(json);
    report_json_add_text(json, "id", tables[table].id);
    report_json_add_text(json, "title", tables[table].title);
    report_json_add_int(json, "entries", shown->count);
    json_builder_set_member_name(json, "rows");
    json_builder_begin_array(json);
    for (guint i = 0; i < shown->entries->len; i++)
        report_page_add_entry(page, json, table, (const entry_t *)g_ptr_array_index(shown->entries, i), rates);
    json_builder_end_array(json);
    json_builder_set_member_name(json, "others");
    json_builder_begin_object(json);
    report_page_add_moments(page, json, shown->others);
    json_builder_end_object(json);
    json_builder_end_object(json);
}

/* @return the name and way of a life as the page shows it, to be freed */
static char *
report_page_life_name(JsonObject *life)
{
    const char *kind = report_text_member(life, "kind"), *name = report_text_member(life, "name");
    const char *way = report_text_member(life, "way"), *capture = report_text_member(life, "capture");
    char       *shown = report_text_shown(name);
    char       *whole = g_strdup_printf("%s%s%s%s%s%s%s", g_strcmp0(kind, "peer") == 0 ? "" : kind ? kind : "?",
                                        g_strcmp0(kind, "peer") == 0 ? "" : " ", shown, way ? ", " : "", way ? way : "",
                                        capture ? " in " : "", capture ? capture : "");

    g_free(shown);
    return whole;
}

/* @return the entry of a name in the table with an id; NULL if there is none */
static const entry_t *
report_page_entry(const report_page_t *page, const char *id, const char *name)
{
    guint table = 0;

    while (strcmp(tables[table].id, id) != 0)
        table++;
    return name ? (const entry_t *)g_hash_table_lookup(page->entries[table], name) : NULL;
}

/* Adds the filter of an entry, if there is one.
 * @param more must be, too; NULL: nothing more */
static void
report_page_add_filter(JsonBuilder *json, const entry_t *entry, const char *more)
{
    char *filter;

    if (!entry || !entry->filter)
        return;
    filter = more ? g_strdup_printf("(%s) && %s", entry->filter, more) : g_strdup(entry->filter);
    report_json_add_text(json, "filter", filter);
    g_free(filter);
}

/* Adds the place of the entry that has a life's messages, if the page shows it. */
static void
report_page_add_place(JsonBuilder *json, const char *id, const entry_t *entry)
{
    if (entry && entry->place >= 0)
        report_json_add_int(json, id, entry->place);
}

/* Says where the traffic of a life is counted, and what finds it. A synchronizer has a life for each peer that hears it, and one
 * entry. */
static void
report_page_add_places(const report_page_t *page, JsonBuilder *json, JsonObject *life)
{
    const char *kind = report_text_member(life, "kind"), *name = report_text_member(life, "name");

    if (g_strcmp0(kind, "node") == 0) {
        report_page_add_place(json, "nodes", report_page_entry(page, "nodes", name));
        report_page_add_place(json, "calls", report_page_entry(page, "calls", name));
        report_page_add_filter(json, report_page_entry(page, "nodes", name), NULL);
    } else if (g_strcmp0(kind, "synchronizer") == 0) {
        report_page_add_filter(json, report_page_entry(page, "synchronizers", name), NULL);
    } else if (name && g_strcmp0(kind, "peer") == 0 && g_str_has_prefix(name, "peer ")) {
        char          *id = g_strndup(name + strlen("peer "), strspn(name + strlen("peer "), "0123456789"));
        const entry_t *entry = report_page_entry(page, "peers", id);

        report_page_add_place(json, "peers", entry);
        report_page_add_filter(json, entry, NULL);
        g_free(id);
    }
}

/* The times of a life are those of the capture, the page's begin with the first row. */
static void
report_page_add_life_row(const report_page_t *page, JsonBuilder *json, JsonObject *life)
{
    static const struct {
        const char *member, *of_page;
        gboolean    is_moment;
    } times[] = {
        { "first", "begin", TRUE }, { "last", "end", TRUE }, { "came", "came", TRUE }, { "went", "went", TRUE },
        { "silence", "silence", FALSE }, { "silence_since", "since", TRUE },
    };
    const double start = report_text_number(life, "start") - page->begin;
    char        *name = report_page_life_name(life);

    json_builder_begin_object(json);
    report_json_add_text(json, "name", name);
    for (guint i = 0; i < G_N_ELEMENTS(times); i++)
        if (json_object_has_member(life, times[i].member))
            report_json_add_double(json, times[i].of_page,
                                   report_text_number(life, times[i].member) +
                                   (times[i].is_moment ? start : 0));
    if (json_object_has_member(life, "silent_too_long"))
        report_json_add_int(json, "silent", 1);
    report_page_add_places(page, json, life);
    json_builder_end_object(json);
    g_free(name);
}

static void
report_page_add_lives(const report_page_t *page, JsonBuilder *json)
{
    json_builder_begin_object(json);
    report_json_add_text(json, "id", "lives");
    report_json_add_text(json, "title", "Time-line: peers, nodes, synchronizers");
    report_json_add_int(json, "entries", page->life_count);
    json_builder_set_member_name(json, "rows");
    json_builder_begin_array(json);
    for (guint i = 0; i < page->lives->len; i++)
        report_page_add_life_row(page, json, (JsonObject *)g_ptr_array_index(page->lives, i));
    json_builder_end_array(json);
    json_builder_end_object(json);
}

/* Those with the most unchanged bytes first, of equal ones by their names. */
static int
report_page_compare_values(gconstpointer a, gconstpointer b)
{
    const values_t *first = *(const values_t *const *)a, *second = *(const values_t *const *)b;

    if (first->bytes[TRUE] != second->bytes[TRUE])
        return first->bytes[TRUE] < second->bytes[TRUE] ? 1 : -1;
    return strcmp(first->name, second->name);
}

static void
report_page_add_properties(const report_page_t *page, JsonBuilder *json)
{
    GPtrArray     *all = g_ptr_array_new();
    GHashTableIter iter;
    gpointer       values;

    g_hash_table_iter_init(&iter, page->values);
    while (g_hash_table_iter_next(&iter, NULL, &values))
        g_ptr_array_add(all, values);
    g_ptr_array_sort(all, report_page_compare_values);
    json_builder_begin_object(json);
    report_json_add_text(json, "id", "properties");
    report_json_add_text(json, "title", "Synchronized properties, in all the time");
    report_json_add_int(json, "entries", all->len);
    json_builder_set_member_name(json, "rows");
    json_builder_begin_array(json);
    for (guint i = 0; i < MIN(all->len, ENTRIES_SHOWN); i++) {
        const values_t *one = (const values_t *)g_ptr_array_index(all, i);
        char           *shown = report_text_shown(one->name);

        json_builder_begin_object(json);
        report_json_add_text(json, "name", shown);
        report_json_add_int(json, "bytes", one->bytes[TRUE] + one->bytes[FALSE]);
        report_json_add_int(json, "unchanged", one->bytes[TRUE]);
        report_page_add_filter(json, report_page_entry(page, "synchronizers", one->node), "godot.message == \"sync\"");
        json_builder_end_object(json);
        g_free(shown);
    }
    json_builder_end_array(json);
    json_builder_end_object(json);
    g_ptr_array_unref(all);
}

/* Which connections the captures have, and which of them are counted. */
static void
report_page_add_connections(const report_page_t *page, JsonBuilder *json, const report_session_t *session)
{
    const GPtrArray *connections = report_session_connections(session);

    json_builder_set_member_name(json, "connections");
    json_builder_begin_object(json);
    report_json_add_text(json, "id", "captures");
    report_json_add_text(json, "title", "Connections of the captures");
    report_json_add_int(json, "entries", connections->len);
    json_builder_set_member_name(json, "rows");
    json_builder_begin_array(json);
    for (guint i = 0; i < MIN(connections->len, ENTRIES_SHOWN); i++) {
        const report_connection_t *connection = (const report_connection_t *)g_ptr_array_index(connections, i);

        json_builder_begin_object(json);
        report_json_add_text(json, "name", connection->name);
        report_json_add_text(json, "ends", connection->ends);
        report_json_add_text(json, "same", connection->same ? connection->same : "");
        report_json_add_double(json, "begin", connection->first - page->begin);
        report_json_add_double(json, "end", connection->last - page->begin);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    json_builder_end_object(json);
}

static void
report_page_add_figure(JsonBuilder *json, guint figure, const report_costs_t *costs)
{
    double      value;
    const char *name = report_budget_greatest(NULL, costs, figures[figure].cost, &value);
    char       *where = report_text_shown(name);

    if (name) {
        json_builder_begin_object(json);
        report_json_add_text(json, "what", figures[figure].what);
        report_json_add_double(json, "value", value);
        report_json_add_text(json, "where", where);
        json_builder_end_object(json);
    }
    g_free(where);
}

/* @return what the page shows as JSON, to be freed */
static char *
report_page_data(const report_page_t *page, const char *title, const report_session_t *session, const shown_t *shown_of,
                 const report_costs_t *costs)
{
    JsonBuilder *json = json_builder_new();

    json_builder_begin_object(json);
    report_json_add_text(json, "capture", title);
    report_json_add_double(json, "begin", page->begin);
    report_json_add_double(json, "seconds", page->end - page->begin);
    report_json_add_double(json, "span", report_spans_length(&page->spans));
    report_json_add_int(json, "spans", page->spans.last - page->spans.first + page->spans.any);
    report_json_add_double(json, "first", (double)page->spans.first * report_spans_length(&page->spans) - page->begin);
    report_json_add_int(json, "count", page->count);
    report_json_add_double(json, "bytes", page->bytes);
    json_builder_set_member_name(json, "figures");
    json_builder_begin_array(json);
    for (guint i = 0; i < G_N_ELEMENTS(figures); i++)
        report_page_add_figure(json, i, costs);
    json_builder_end_array(json);
    json_builder_set_member_name(json, "lives");
    report_page_add_lives(page, json);
    json_builder_set_member_name(json, "properties");
    report_page_add_properties(page, json);
    json_builder_set_member_name(json, "fills");
    report_fills_add_json(page->fills, json, ENTRIES_SHOWN);
    if (session)
        report_page_add_connections(page, json, session);
    json_builder_set_member_name(json, "tables");
    json_builder_begin_array(json);
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
        report_page_add_table(page, json, i, &shown_of[i], costs);
    json_builder_end_array(json);
    json_builder_end_object(json);
    return report_json_end(json, FALSE);
}

gboolean
report_page_write(report_page_t *page, const char *title, const report_session_t *session, const report_costs_t *costs,
                  const char *path, GError **error)
{
    shown_t  shown[G_N_ELEMENTS(tables)];
    guint    all = 0;
    char    *data;
    gboolean right;

    report_page_end_frame(page);
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
        all += report_page_choose(page, i, &shown[i]);
    report_page_shorten(page, shown, all);
    data = report_page_data(page, title, session, shown, costs);
    right = report_html_write(REPORT_HTML_CAPTURE, data, path, error);
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
        report_moments_free(shown[i].others);
        g_ptr_array_unref(shown[i].entries);
    }
    g_free(data);
    return right;
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
