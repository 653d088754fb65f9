/* project/content.h
 * What is in a file that may be a change to an older one?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_CONTENT_H
#define PROJECT_CONTENT_H

#include "project/files.h"

/**
 * Reads a file as godot_files_read() does. If a patch has only the changes to an older file, makes the file of them and
 * of the older versions that the pack's neighbours have. On failure a message is added.
 *
 * @return the content, with a NUL after it that length does not count, or NULL; g_free()
 */
char *godot_content_read(godot_files_t *files, const godot_file_t *file, gsize *length);

#endif /* PROJECT_CONTENT_H */

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
