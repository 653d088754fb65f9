/* variant/entries.h
 * How are a container's entries counted, walked, and shown or hidden?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_ENTRIES_H
#define VARIANT_ENTRIES_H

#include "variant/walk.h"

/* What walk_entries() is told of a container's entries. */
typedef struct entries {
    bool (*walk)(cursor_t *c, proto_tree *tree, uint32_t nth, const struct entries *entries);
    uint32_t count;
    uint32_t size;              /* bytes of one entry; 0: they differ */
    const void *data;           /* what else walk() needs to know */
    godot_json_form_t form;     /* that they have together */
} entries_t;

/*
 * A count: can so many entries of at least size bytes follow, by the bytes the value may have?
 * If not, it is a fault, and false is returned.
 */

bool walk_count(cursor_t *c, proto_tree *tree, int size, uint32_t *count);
/** The engine reads a negative count as 0. That is odd unless silently. */
bool walk_signed_count(cursor_t *c, proto_tree *tree, int size, bool silently, uint32_t *count);
/** Bit 31 is no part of it (docs/wire/variant.md, 4.6). */
bool walk_shared_count(cursor_t *c, proto_tree *tree, int size, uint32_t *count);
/** The same for a count already read, whose item is given. */
bool check_count(cursor_t *c, proto_item *item, uint32_t count, int size);

/**
 * The entries of a container: the first ones in the tree, the rest as one item.
 *
 * @return false after a fault
 */
bool walk_entries(cursor_t *c, proto_tree *tree, const entries_t *entries);

void entries_register(int proto);

#endif /* VARIANT_ENTRIES_H */

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
