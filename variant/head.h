/* variant/head.h
 * Which type does a value have, and which types does a container declare for its elements?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_HEAD_H
#define VARIANT_HEAD_H

#include "variant/walk.h"

/**
 * Reads the header at the cursor without moving on. A compact BOOL or INT gives the header that it stands for
 * (docs/wire/variant.md, 9).
 */
void peek_head(const cursor_t *c, head_t *head);
/** Walks over type, a byte that is always zero, and flags (2). @return false after a fault */
bool walk_head(cursor_t *c, proto_tree *tree, const head_t *head);
/** Adds only the item of the type; tree is not NULL. */
proto_item *add_type(cursor_t *c, proto_tree *tree, const head_t *head);

/**
 * Walks over the declared type of a container's elements; kind says how it is written (4.6).
 *
 * @return false after a fault
 */
bool walk_declared_type(cursor_t *c, proto_tree *tree, unsigned kind);
/** Walks over the name of a native class; *name stays NULL if it is not wanted. @return false after a fault */
bool walk_class(cursor_t *c, proto_tree *tree, const char **name);

void head_register(int proto, expert_module_t *experts);

#endif /* VARIANT_HEAD_H */

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
