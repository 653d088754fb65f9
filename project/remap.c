/* project/remap.c
 * Where is a file of an exported game stored?
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

#include "project/content.h"
#include "project/paths.h"
#include "project/remap.h"

#define SCHEME  "res://"
/* An engine writes two lines. GLib's GKeyFile has tables without a key (project/strings.h). */
#define LONGEST 65536

/* Returns a value without its quotes. */
static char *
unquote(char *value)
{
    char *text = NULL;

    if (value && g_str_has_prefix(value, "\"") && g_str_has_suffix(value + 1, "\"")) {
        value[strlen(value) - 1] = '\0';
        text = g_strcompress(value + 1);
    }
    g_free(value);
    return text;
}

/* Simplifies "res://a/../b" to "res://b". */
static char *
simplify(char *path)
{
    char *joined = path && g_str_has_prefix(path, SCHEME) ? godot_path_join("", path + strlen(SCHEME)) : NULL;
    char *resource = joined ? g_strconcat(SCHEME, joined, NULL) : NULL;

    g_free(joined);
    g_free(path);
    return resource;
}

char *
godot_remap_target(godot_files_t *files, const godot_file_t *file)
{
    gsize     length;
    char     *text = godot_content_read(files, file, &length), *target = NULL;
    GKeyFile *pairs = g_key_file_new();

    if (text && length <= LONGEST && g_key_file_load_from_data(pairs, text, length, G_KEY_FILE_NONE, NULL))
        target = simplify(unquote(g_key_file_get_value(pairs, "remap", "path", NULL)));
    g_key_file_free(pairs);
    g_free(text);
    return target;
}

char *
godot_remap_name(const godot_file_t *file)
{
    return g_strndup(file->resource, strlen(file->resource) - strlen(GODOT_REMAP_SUFFIX));
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
