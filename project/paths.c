/* project/paths.c
 * Where does a path in a project's file or on the wire lead?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdbool.h>
#include <string.h>

#include "project/index.h"
#include "project/paths.h"
#include "project/system.h"

#define SCHEME  "res://"

/* Follows names. @return false if ".." leads out */
static bool
paths_follow(GPtrArray *kept, char **names)
{
    for (; *names; names++) {
        if (strcmp(*names, "..") != 0) {
            if (**names && strcmp(*names, ".") != 0)
                g_ptr_array_add(kept, *names);
        } else if (kept->len) {
            g_ptr_array_set_size(kept, (gint)kept->len - 1);
        } else {
            return false;
        }
    }
    return true;
}

char *
godot_path_join(const char *from, const char *path)
{
    char     **first = g_strsplit(from, "/", -1), **second = g_strsplit(path, "/", -1), *joined = NULL;
    GPtrArray *kept = g_ptr_array_new();

    if (paths_follow(kept, first) && paths_follow(kept, second)) {
        g_ptr_array_add(kept, NULL);
        joined = g_strjoinv("/", (char **)kept->pdata);
    }
    g_ptr_array_unref(kept);
    g_strfreev(first);
    g_strfreev(second);
    return joined;
}

bool
godot_path_is_within(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

bool
godot_path_is_file_within(const char *path, const char *folder)
{
    char *real = godot_system_real_path(path);
    bool  inside = real && folder && godot_path_is_within(real, folder) && g_file_test(real, G_FILE_TEST_IS_REGULAR);

    g_free(real);
    return inside;
}

char *
godot_uid_text(guint64 id)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxy012345678";
    char   text[32] = { 0 };
    size_t at = sizeof text - 1;

    do {
        text[--at] = digits[id % (sizeof digits - 1)];
        id /= sizeof digits - 1;
    } while (id);
    return g_strconcat("uid://", text + at, NULL);
}

/* Returns the resource path of a path that begins in a folder of the project. */
static const char *
resource_at(godot_project_root_t *root, const char *folder, const char *path)
{
    char       *joined = godot_path_join(folder, path), *resource = joined ? g_strconcat(SCHEME, joined, NULL) : NULL;
    const char *kept = resource ? godot_strings_keep(root->project->strings, resource) : NULL;

    g_free(resource);
    g_free(joined);
    return kept;
}

const char *
godot_index_resource(godot_project_root_t *root, const char *path, const char *from)
{
    const char *slash = strrchr(from, '/'), *kept;
    char       *folder;

    if (g_str_has_prefix(path, "uid://"))
        return g_hash_table_lookup(root->uids, path);
    if (g_str_has_prefix(path, SCHEME))
        return resource_at(root, "", path + strlen(SCHEME));
    folder = g_strndup(from + strlen(SCHEME), (gsize)(slash + 1 - from) - strlen(SCHEME));
    kept = resource_at(root, folder, path);
    g_free(folder);
    return kept;
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
