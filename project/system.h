/* project/system.h
 * What do Windows and the other systems call by different names?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_SYSTEM_H
#define PROJECT_SYSTEM_H

#include <stdbool.h>
#include <stdio.h>

#include <glib.h>

/** Tells whether a path is a symbolic link, or on Windows another entry that may lead elsewhere, such as a junction. */
bool godot_system_is_link(const char *path);

/** Returns a path without such links, with slashes on Windows, too. @return g_free(); NULL if nothing is there */
char *godot_system_real_path(const char *path);

/** Goes to a place in a file, which may be larger than 2 GiB. @return false if it cannot */
bool godot_system_seek(FILE *file, guint64 offset);

#endif /* PROJECT_SYSTEM_H */

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
