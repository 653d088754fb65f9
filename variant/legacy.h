/* variant/legacy.h
 * How are images and input events read, which only Godot 2.1 sends?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_LEGACY_H
#define VARIANT_LEGACY_H

#include "variant/walk.h"

bool walk_image(cursor_t *c, proto_tree *tree, const head_t *head);
bool walk_input_event(cursor_t *c, proto_tree *tree, const head_t *head);

void legacy_register(int proto, expert_module_t *experts);

#endif /* VARIANT_LEGACY_H */

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
