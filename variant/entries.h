/* variant/entries.h
 * How are a container's entries counted, walked over, and shown or hidden?
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

/* What walk_entries() must know about a container's entries. */
typedef struct entries {
    bool (*walk)(cursor_t *c, proto_tree *tree, uint32_t nth, const struct entries *entries);
    uint32_t count;
    uint32_t size;              /* bytes of one entry; 0: entries differ */
    const void *data;           /* anything else for walk() */
    godot_json_form_t form;     /* what they are in JSON */
} entries_t;

/*
 * Reads a count, and checks that so many entries of at least size bytes fit into the value. If not, that is a fault,
 * and the result is false.
 */

bool walk_count(cursor_t *c, proto_tree *tree, int size, uint32_t *count);
/** Reads a count that the engine takes for 0 if it is negative. That gets a note, unless silently. */
bool walk_signed_count(cursor_t *c, proto_tree *tree, int size, bool silently, uint32_t *count);
/** Reads a count without its bit 31 (docs/wire/variant.md, 4.6). */
bool walk_shared_count(cursor_t *c, proto_tree *tree, int size, uint32_t *count);
/** Checks a count that was read already and has this item. */
bool check_count(cursor_t *c, proto_item *item, uint32_t count, int size);

/**
 * Walks over the entries of a container: the first ones have items, the rest share one.
 *
 * @return false after a fault
 */
bool walk_entries(cursor_t *c, proto_tree *tree, const entries_t *entries);

void entries_register(int proto, expert_module_t *experts);

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
