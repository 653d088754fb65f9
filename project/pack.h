/* project/pack.h
 * Which files does a pack contain, alone or inside an executable?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_PACK_H
#define PROJECT_PACK_H

#include "project/files.h"

/** Tells whether a pack begins somewhere in this file. */
bool godot_pack_is_in(const char *path);

/** Recognises a pack, or an executable with the name of an export that ends with a pack. */
bool godot_pack_is_export(const char *path);

/**
 * Visits the files of a .pck, or of an executable that ends with one, as one project. For a .remap it visits the file
 * that this names; a compiled script without its .remap is one of a patch. If the pack has changes to
 * files, the directories of the other packs in its folder are read, too. Only the directory is read here. Messages
 * are added for what cannot be read.
 */
void godot_pack_visit(godot_files_t *files, const char *path, const godot_visitor_t *visitor);

#endif /* PROJECT_PACK_H */

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
