/* report/facts.c
 * Which settings and lists of methods does a capture show?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "report/facts.h"

#define MANY    "\x1f"      /* between the values that a field has in one frame */
#define FILTER  "enet.compression || enet.connect.mtu || enet.checksum || godot.path.md5"

/* The columns that tshark prints. The path is the last one, as a node may have any name. */
enum { COMPRESSION, MTU, CHECKSUM, METHODS, PATH, COLUMNS };

static const char *const facts_fields[COLUMNS] = {
    "enet.compression", "enet.connect.mtu", "enet.checksum", "godot.path.md5", "godot.path.name"
};

static void
report_facts_free_values(gpointer values)
{
    g_hash_table_destroy((GHashTable *)values);
}

GHashTable *
report_facts_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, report_facts_free_values);
}

void
report_facts_add(GHashTable *facts, const char *fact, const char *value)
{
    GHashTable *values = (GHashTable *)g_hash_table_lookup(facts, fact);

    if (!values) {
        values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        g_hash_table_insert(facts, g_strdup(fact), values);
    }
    g_hash_table_add(values, g_strdup(value));
}

static void
report_facts_add_all(GHashTable *facts, const char *fact, const char *cell)
{
    char **values = g_strsplit(cell, MANY, -1);

    for (char **value = values; *value; value++)
        report_facts_add(facts, fact, *value);
    g_strfreev(values);
}

/* @return the name of a value of enet.compression (docs/fields.md) */
static const char *
report_facts_compression(const char *value)
{
    static const char *const names[] = { "none", "range coder", "FastLZ", "zlib", "Zstandard" };
    unsigned long            number = strtoul(value, NULL, 10);

    return number < G_N_ELEMENTS(names) ? names[number] : value;
}

/* The lists of methods and the paths of one frame belong together by their order. */
static void
report_facts_add_methods(GHashTable *facts, const char *methods, const char *paths)
{
    char **values = g_strsplit(methods, MANY, -1), **names = g_strsplit(paths, MANY, -1);

    for (guint i = 0; g_strv_length(values) == g_strv_length(names) && values[i]; i++) {
        char *fact = g_strdup_printf("methods of %s", names[i]);

        report_facts_add(facts, fact, values[i]);
        g_free(fact);
    }
    g_strfreev(values);
    g_strfreev(names);
}

void
report_facts_add_line(GHashTable *facts, const char *line)
{
    char **cells = g_strsplit(line, "\t", COLUMNS);

    if (g_strv_length(cells) == COLUMNS) {
        report_facts_add_all(facts, "MTU", cells[MTU]);
        report_facts_add_methods(facts, cells[METHODS], cells[PATH]);
        if (*cells[COMPRESSION])
            report_facts_add(facts, "compression", report_facts_compression(cells[COMPRESSION]));
        if (*cells[CHECKSUM])
            report_facts_add(facts, "checksum of ENet", "yes");
    }
    g_strfreev(cells);
}

void
report_facts_ask(GStrvBuilder *words)
{
    g_strv_builder_add_many(words, "-Y", FILTER, "-T", "fields", "-E", "aggregator=" MANY, NULL);
    for (int column = 0; column < COLUMNS; column++)
        g_strv_builder_add_many(words, "-e", facts_fields[column], NULL);
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
