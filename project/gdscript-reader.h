/* project/gdscript-reader.h
 * Which RPC methods does a GDScript file declare?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_GDSCRIPT_READER_H
#define PROJECT_GDSCRIPT_READER_H

#include "project/gdscript-tokens.h"
#include "project/script.h"

/**
 * Reads the declarations of a GDScript source (Godot 4). Statements inside functions are only searched for calls of
 * rpc_config. The text may be anything: what is not understood is skipped.
 *
 * @param text UTF-8, need not end in NUL
 * @return the file's class; godot_class_free()
 */
godot_class_t *gdscript_read(const char *text, size_t length);

/** Does the same with tokens from elsewhere, from the current one to the end. */
godot_class_t *gdscript_read_tokens(gdscript_source_t *source);

#endif /* PROJECT_GDSCRIPT_READER_H */

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
