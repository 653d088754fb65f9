/* project/paths.h
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

#ifndef PROJECT_PATHS_H
#define PROJECT_PATHS_H

#include <stdbool.h>

#include <glib.h>

/**
 * Joins paths: "a/b" and "../c" give "a/c"; "." and empty names are left out.
 *
 * @return g_free(); NULL if ".." leads out
 */
char *godot_path_join(const char *from, const char *path);

/** Tells whether a path is that of a folder or below it. Both are without symbolic links. */
bool godot_path_is_within(const char *path, const char *folder);

/** Tells whether a regular file is at a path, and not outside of a folder. @param folder without symbolic links, or NULL */
bool godot_path_is_file_within(const char *path, const char *folder);

/** Returns the "uid://..." of a number (core/io/resource_uid.cpp, id_to_text()). @return g_free() */
char *godot_uid_text(guint64 id);

#endif /* PROJECT_PATHS_H */

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
