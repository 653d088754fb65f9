/* project/remap.h
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

#ifndef PROJECT_REMAP_H
#define PROJECT_REMAP_H

#include "project/files.h"

#define GODOT_REMAP_SUFFIX  ".remap"

/**
 * Returns where a .remap leads (core/io/resource_loader.cpp, _path_remap()). Adds a message if it cannot be read.
 *
 * @param file one whose name ends in .remap
 * @return "res://player.gdc", never out of the project; NULL if there is none; g_free()
 */
char *godot_remap_target(godot_files_t *files, const godot_file_t *file);

/** Returns the name of the file that a .remap replaces: its own name without that ending. @return g_free() */
char *godot_remap_name(const godot_file_t *file);

#endif /* PROJECT_REMAP_H */

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
