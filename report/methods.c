/* report/methods.c
 * Which MD5 have the methods of a recorded node when their names are replaced?
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

#include "report/dissection.h"
#include "report/methods.h"

/* What ids of methods have that rpc_config() names, which come first in the MD5 (docs/wire/recording.md). */
#define CONFIGURED 0x8000

/* The names of a record, one behind another: configured ones, then others. */
typedef struct {
    report_treatments_t *treatments;
    GByteArray          *before[2], *after[2];
    int                  list;      /* of the present method */
} methods_t;

static void
report_methods_begin_frame(void *user_data)
{
    methods_t *methods = (methods_t *)user_data;

    for (int i = 0; i < 2; i++) {
        g_byte_array_set_size(methods->before[i], 0);
        g_byte_array_set_size(methods->after[i], 0);
    }
}

static void
report_methods_item(void *user_data, const report_item_t *item)
{
    methods_t *methods = (methods_t *)user_data;
    guint8    *copy;

    if (strcmp(item->name, "godot.record.method.id") == 0)
        methods->list = strtoul(item->shown, NULL, 0) < CONFIGURED;
    if (strcmp(item->name, "godot.record.method") != 0 || !item->bytes)
        return;
    copy = (guint8 *)g_memdup2(item->bytes, item->size);
    report_treatments_apply(methods->treatments, item->name, copy, item->size);
    g_byte_array_append(methods->before[methods->list], item->bytes, item->size);
    g_byte_array_append(methods->after[methods->list], copy, item->size);
    g_free(copy);
}

static char *
report_methods_md5(GByteArray *const names[2])
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_MD5);
    char      *md5;

    for (int i = 0; i < 2; i++)
        g_checksum_update(sum, names[i]->data, names[i]->len);
    md5 = g_strdup(g_checksum_get_string(sum));
    g_checksum_free(sum);
    return md5;
}

static gboolean
report_methods_end_frame(void *user_data)
{
    methods_t *methods = (methods_t *)user_data;
    char      *before = report_methods_md5(methods->before), *after = report_methods_md5(methods->after);

    report_treatments_replace_md5(methods->treatments, before, after);
    g_free(before);
    g_free(after);
    return TRUE;
}

gboolean
report_methods_learn(const char *capture, const char *const *options, report_treatments_t *treatments, GError **error)
{
    static const report_dissection_t told = {
        report_methods_begin_frame, report_methods_item, report_methods_end_frame
    };
    methods_t methods = { .treatments = treatments };
    gboolean  right;

    for (int i = 0; i < 2; i++) {
        methods.before[i] = g_byte_array_new();
        methods.after[i] = g_byte_array_new();
    }
    right = report_dissection_read(capture, options, &told, &methods, error);
    for (int i = 0; i < 2; i++) {
        g_byte_array_unref(methods.before[i]);
        g_byte_array_unref(methods.after[i]);
    }
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
