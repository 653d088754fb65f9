/* variant/containers.h
 * What do arrays, dictionaries and packed arrays contain?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_CONTAINERS_H
#define VARIANT_CONTAINERS_H

#include "variant/walk.h"

bool walk_array(cursor_t *c, proto_tree *tree, const head_t *head);
bool walk_dictionary(cursor_t *c, proto_tree *tree, const head_t *head);
bool walk_bytes(cursor_t *c, proto_tree *tree, const head_t *head);
/** Walks over bytes without a header, up to the cursor's end. Their text is that of a byte array. */
void walk_bare_bytes(cursor_t *c, proto_tree *tree);
bool walk_packed(cursor_t *c, proto_tree *tree, const head_t *head);
bool walk_packed_strings(cursor_t *c, proto_tree *tree, const head_t *head);

void containers_register(expert_module_t *experts);

#endif /* VARIANT_CONTAINERS_H */

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
