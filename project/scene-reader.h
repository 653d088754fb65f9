/* project/scene-reader.h
 * Which nodes does a scene file have, and what do their synchronizers and spawners list?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_SCENE_READER_H
#define PROJECT_SCENE_READER_H

#include "project/scene-file.h"

/**
 * Reads a .tscn or .tres file. What is not understood is skipped.
 *
 * @param text UTF-8, need not end in NUL
 * @return godot_scene_file_free()
 */
godot_scene_file_t *godot_scene_read(const char *text, size_t length);

#endif /* PROJECT_SCENE_READER_H */

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
