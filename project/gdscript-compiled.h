/* project/gdscript-compiled.h
 * Which words, strings and marks is a compiled GDScript file made of?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_GDSCRIPT_COMPILED_H
#define PROJECT_GDSCRIPT_COMPILED_H

#include "project/files.h"
#include "project/gdscript-tokens.h"

/**
 * Reads the tokens of a .gdc file of Godot 4.3 and later: those of its source, except comments.
 *
 * @param files gets messages, and counts what is decompressed
 * @param data borrowed, as long as the tokens are read
 * @return at the first token; gdscript_compiled_free(); NULL, with a message, if it is no such file
 */
gdscript_source_t *gdscript_compiled_new(godot_files_t *files, const godot_file_t *file, const void *data, size_t length);

/** Tells whether the script uses this name, as an identifier or in a literal. */
bool gdscript_compiled_names(const gdscript_source_t *source, const char *name);

/** Frees what gdscript_compiled_new() returned. NULL is fine. */
void gdscript_compiled_free(gdscript_source_t *source);

#endif /* PROJECT_GDSCRIPT_COMPILED_H */

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
