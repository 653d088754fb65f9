/* project/folder.h
 * Which files does a project's folder contain?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_FOLDER_H
#define PROJECT_FOLDER_H

#include "project/files.h"


/**
 * Walks a folder and everything below it: projects, with the files of each. It leaves out hidden folders and folders
 * with a .gdignore, and follows symbolic links within the project, but not out of it. A folder with a project.binary is
 * an unpacked export. Packs are visited unless a project.godot shows that they were made from the files around them.
 */
void godot_folder_visit(godot_files_t *files, const char *folder, const godot_visitor_t *visitor);

#endif /* PROJECT_FOLDER_H */

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
