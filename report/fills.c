/* report/fills.c
 * How full are the datagrams that each end of a connection sends?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/fills.h"
#include "report/filter.h"
#include "report/json.h"
#include "report/text.h"

/* The datagrams of a sender that fill so much of the MTU. */
typedef struct {
    char  *sender, *mtu, *share;
    char  *filter;              /* that finds them; NULL: none is known */
    gint64 amounts[2];          /* report_fill_t */
} fill_t;

struct report_fills {
    GTree *all;                 /* fill_t, by sender, MTU and share */
};

static void
fills_free_one(gpointer fill)
{
    g_free(((fill_t *)fill)->sender);
    g_free(((fill_t *)fill)->mtu);
    g_free(((fill_t *)fill)->share);
    g_free(((fill_t *)fill)->filter);
    g_free(fill);
}

report_fills_t *
report_fills_new(void)
{
    report_fills_t *fills = g_new0(report_fills_t, 1);

    fills->all = g_tree_new_full(report_text_compare, NULL, g_free, fills_free_one);
    return fills;
}

void
report_fills_free(report_fills_t *fills)
{
    g_tree_destroy(fills->all);
    g_free(fills);
}

/* @return the number in "MTU 1392" and "up to 10 %"; those above all are behind all others */
static gulong
fills_number(const char *text)
{
    const gulong number = strtoul(text + strcspn(text, "0123456789"), NULL, 10);

    return g_str_has_prefix(text, "above") ? number + 1 : number;
}

#define COMPRESSED  "enet.uncompressed_length"      /* a datagram that has this is counted as long as it is without compression */

/* Adds a condition for the size of datagrams, of which these are the bytes on the wire, or the bytes without compression. */
static void
fills_add_size(GString *filter, const char *size, gulong above, gulong most)
{
    g_string_append_printf(filter, "%s > %lu", size, above);
    if (most)
        g_string_append_printf(filter, " && %s <= %lu", size, most);
}

/* @param sender "Connection 0: 10.0.0.1:7000 → 10.0.0.2:7001"
 * @return the filter that finds the datagrams, to be freed; NULL if none does */
static char *
fills_filter(const char *sender, const char *mtu, const char *share)
{
    const char  *end = strstr(sender, " → ");
    const gulong bytes = fills_number(mtu), tenths = fills_number(share) / 10;
    char         address[80];
    guint        connection;
    GString     *filter;

    if (!end || sscanf(sender, "Connection %u: %79[^ ]", &connection, address) != 2)
        return NULL;
    filter = g_string_new(NULL);
    g_string_append_printf(filter, "enet.stream == %u && ", connection);
    report_filter_add_address(filter, "src", address);
    if (!tenths) {      /* the MTU, or the size, is not known */
        g_string_append_printf(filter, " && %s(enet.flags.compressed == 1 && !" COMPRESSED ")", *share ? "" : "!");
    } else {
        const gboolean above = g_str_has_prefix(share, "above");
        const gulong   least = bytes * (above ? tenths : tenths - 1) / 10, most = above ? 0 : bytes * tenths / 10;

        g_string_append(filter, " && ((!" COMPRESSED " && ");
        fills_add_size(filter, "len(enet)", least, most);
        g_string_append(filter, ") || (");
        fills_add_size(filter, COMPRESSED " + len(enet) - len(enet.compressed)", least, most);
        g_string_append(filter, "))");
    }
    return g_string_free(filter, FALSE);
}

static int
fills_compare(const fill_t *a, const fill_t *b)
{
    const int senders = strcmp(a->sender, b->sender), mtus = strcmp(a->mtu, b->mtu);
    const gulong first = fills_number(a->share), second = fills_number(b->share);

    return senders ? senders : mtus ? mtus : first != second ? (first < second ? -1 : 1) : strcmp(a->share, b->share);
}

/* Those with the most bytes first. */
static int
fills_compare_bytes(gconstpointer a, gconstpointer b)
{
    const fill_t *first = *(const fill_t *const *)a, *second = *(const fill_t *const *)b;
    const gint64  one = first->amounts[REPORT_DATAGRAM_BYTES], other = second->amounts[REPORT_DATAGRAM_BYTES];

    return one != other ? (one < other ? 1 : -1) : fills_compare(first, second);
}

void
report_fills_add(report_fills_t *fills, const char *capture, const char *sender, const char *mtu, const char *share,
                 report_fill_t what, gint64 amount)
{
    char   *name = capture ? g_strdup_printf("%s, %s", capture, sender) : g_strdup(sender);
    char   *key = g_strjoin("\n", name, mtu, share, NULL);
    fill_t *fill = (fill_t *)g_tree_lookup(fills->all, key);

    if (!fill) {
        fill = g_new0(fill_t, 1);
        *fill = (fill_t) { g_strdup(name), g_strdup(mtu), g_strdup(share), fills_filter(sender, mtu, share), { 0 } };
        g_tree_insert(fills->all, g_strdup(key), fill);
    }
    fill->amounts[what] += amount;
    g_free(key);
    g_free(name);
}

/* Adds a fill to an array, if it has datagrams. */
static gboolean
fills_add_one(gpointer key G_GNUC_UNUSED, gpointer value, gpointer array)
{
    const fill_t *fill = (const fill_t *)value;

    if (fill->amounts[REPORT_DATAGRAMS] || fill->amounts[REPORT_DATAGRAM_BYTES])
        g_ptr_array_add((GPtrArray *)array, value);
    return FALSE;               /* goes on */
}

void
report_fills_add_json(const report_fills_t *fills, JsonBuilder *json, guint most)
{
    GPtrArray *sorted = g_ptr_array_new();

    g_tree_foreach(fills->all, fills_add_one, sorted);
    g_ptr_array_sort(sorted, fills_compare_bytes);
    json_builder_begin_object(json);
    report_json_add_text(json, "id", "fills");
    report_json_add_text(json, "title", "How full datagrams are, in all the time");
    report_json_add_int(json, "entries", sorted->len);
    json_builder_set_member_name(json, "rows");
    json_builder_begin_array(json);
    for (guint i = 0; i < MIN(sorted->len, most); i++) {
        const fill_t *fill = (const fill_t *)sorted->pdata[i];
        char         *shown = report_text_shown(fill->sender);

        json_builder_begin_object(json);
        report_json_add_text(json, "name", shown);
        report_json_add_text(json, "share", *fill->share ? fill->share : "?");
        report_json_add_text(json, "mtu", fill->mtu + strlen("MTU "));
        report_json_add_int(json, "datagrams", fill->amounts[REPORT_DATAGRAMS]);
        report_json_add_int(json, "bytes", fill->amounts[REPORT_DATAGRAM_BYTES]);
        if (fill->filter)
            report_json_add_text(json, "filter", fill->filter);
        json_builder_end_object(json);
        g_free(shown);
    }
    json_builder_end_array(json);
    json_builder_end_object(json);
    g_ptr_array_unref(sorted);
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
