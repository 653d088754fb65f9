/* project/folder.h
 * Which files does a project's folder hold?
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
 * Walk a folder and what is below it: projects, with the files of each. Hidden folders and folders with a .gdignore are
 * passed over; symbolic links lead anywhere within the project, not out of it. A folder with a project.binary is an
 * unpacked export. Packs are visited where no project.godot says that they were made of what lies around them.
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
