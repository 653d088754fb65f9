/* variant/strings.h
 * How are strings and node paths read?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_STRINGS_H
#define VARIANT_STRINGS_H

#include "variant/walk.h"

/**
 * Walks over length, text and padding (docs/wire/variant.md, 3.1).
 *
 * @param hf the text's field
 * @param may_be_garbage as of walk_padding()
 * @param string the text, of pinfo->pool; stays NULL if it is not wanted
 * @return false after a fault
 */
bool walk_string_field(cursor_t *c, proto_tree *tree, int hf, bool may_be_garbage, const char **string);
/** Does the same for a value or an element that is a string. */
bool walk_bare_string(cursor_t *c, proto_tree *tree, const char **string);

bool walk_string(cursor_t *c, proto_tree *tree, const head_t *head);
bool walk_node_path(cursor_t *c, proto_tree *tree, const head_t *head);

void strings_register(int proto, expert_module_t *experts);

#endif /* VARIANT_STRINGS_H */

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
