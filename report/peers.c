/* report/peers.c
 * Which peer is at which address?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "report/peers.h"
#include "report/rules.h"
#include "report/text.h"

#define MOST    3       /* that are told: the servers of many games have one id */

struct _report_peers_t {
    GTree *addresses, *ids;     /* by the other: GPtrArray of char *, at most one more than are told */
};

static void
report_peers_free_names(gpointer names)
{
    g_ptr_array_unref((GPtrArray *)names);
}

report_peers_t *
report_peers_new(void)
{
    report_peers_t *peers = g_new0(report_peers_t, 1);

    peers->addresses = g_tree_new_full(report_text_compare, NULL, g_free, report_peers_free_names);
    peers->ids = g_tree_new_full(report_text_compare, NULL, g_free, report_peers_free_names);
    return peers;
}

void
report_peers_free(report_peers_t *peers)
{
    g_tree_destroy(peers->addresses);
    g_tree_destroy(peers->ids);
    g_free(peers);
}

static void
report_peers_add(GTree *names_of, const char *key, const char *name)
{
    GPtrArray *names = (GPtrArray *)g_tree_lookup(names_of, key);

    if (!names) {
        names = g_ptr_array_new_with_free_func(g_free);
        g_tree_insert(names_of, g_strdup(key), names);
    }
    if (names->len <= MOST && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
        g_ptr_array_add(names, g_strdup(name));
}

void
report_peers_add_row(report_peers_t *peers, JsonObject *row)
{
    const gint64 sender = report_rules_sender(row);
    const char  *address = report_text_member(row, "src");

    if (sender && address) {
        char *id = g_strdup_printf("%" G_GINT64_FORMAT, sender);

        report_peers_add(peers->addresses, id, address);
        report_peers_add(peers->ids, address, id);
        g_free(id);
    }
}

/* @return the names in a text, to be freed; NULL if there are none */
static char *
report_peers_names(GTree *names_of, const char *key)
{
    const GPtrArray *names = (const GPtrArray *)g_tree_lookup(names_of, key);
    GString         *text = g_string_new(NULL);

    for (guint i = 0; names && i < names->len; i++)
        g_string_append_printf(text, "%s%s", i ? ", " : "", i < MOST ? (const char *)g_ptr_array_index(names, i) : "…");
    return g_string_free(text, names == NULL);
}

char *
report_peers_addresses(const report_peers_t *peers, const char *id)
{
    return report_peers_names(peers->addresses, id);
}

char *
report_peers_ids(const report_peers_t *peers, const char *address)
{
    return report_peers_names(peers->ids, address);
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
