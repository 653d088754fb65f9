/* project/resource-reader.h
 * Which nodes does a binary scene have, and what do their synchronizers and spawners list?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_RESOURCE_READER_H
#define PROJECT_RESOURCE_READER_H

#include "project/files.h"
#include "project/scene-file.h"

/** Tells whether a .res file matters here, from its first bytes. True if they do not show it. */
bool godot_resource_matters(const godot_file_t *file);

/**
 * Reads from a .scn or .res file what godot_scene_read() reads from the text form.
 *
 * @param files gets messages, and counts what is decompressed
 * @return godot_scene_file_free(); NULL if it cannot be read or is of another class
 */
godot_scene_file_t *godot_resource_read(godot_files_t *files, const godot_file_t *file, const void *data, size_t length);

#endif /* PROJECT_RESOURCE_READER_H */

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
