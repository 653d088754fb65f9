/* variant/items.h
 * How are values and faults added to the tree?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_ITEMS_H
#define VARIANT_ITEMS_H

#include "variant/walk.h"

/* All functions take NULL for "no tree". Those that return a bool return false after a fault. */

static inline int
bytes_left(const cursor_t *c)
{
    return c->end - c->offset;
}

/* Tells whether the meaning of the bytes is wanted: items, text, JSON or a value. */
static inline bool
wants(const cursor_t *c, const proto_tree *tree)
{
    return tree != NULL || c->value != NULL || c->json != NULL || godot_text_wanted(c->text);
}

/* Counts items that are about to be added. */
static inline void
spend(cursor_t *c, const proto_tree *tree, int items)
{
    if (tree != NULL)
        c->frame->items -= items;
}

/* Tells whether entries may have items of their own. */
static inline bool
items_allowed(const cursor_t *c)
{
    return c->frame == NULL || c->frame->items > 0;
}

/*
 * Adds an item for so many bytes at the cursor, and does not move it. Without a tree, proto_tree_add_item() would look
 * at the bytes for nothing.
 */
static inline proto_item *
add_item(const cursor_t *c, proto_tree *tree, int hf, int length, unsigned encoding)
{
    return tree != NULL ? proto_tree_add_item(tree, hf, c->tvb, c->offset, length, encoding) : NULL;
}

/** Returns what the frame's values share. It is made at the first call. */
frame_t *frame_of(cursor_t *c);

/** Adds an expert item for something unusual; the walk goes on. If item is NULL, it belongs to the value. */
void add_note(cursor_t *c, proto_item *item, expert_field *ei);
/** Adds an expert item that is worth knowing, though nothing is wrong with the bytes. */
void add_remark(cursor_t *c, proto_item *item, expert_field *ei);
/** Adds an expert item after which the walk cannot go on; the text shows the place. @return false */
bool add_fault(cursor_t *c, proto_item *item, expert_field *ei);

/** Reports that so many bytes are missing. @return false */
bool too_short(cursor_t *c, uint32_t bytes);

/* Tells whether so many bytes are there. If not, that is a fault. */
static inline bool
need_bytes(cursor_t *c, uint32_t bytes)
{
    return bytes <= (uint32_t)bytes_left(c) || too_short(c, bytes);
}

/** Opens an item whose length is not known yet. */
proto_tree *open_item(cursor_t *c, proto_tree *tree, int hf);
/** Opens an item with the field of the role. */
proto_tree *open_role(cursor_t *c, proto_tree *tree, role_t role);
/** Ends the item, which began at start, at the cursor. */
void close_item(const cursor_t *c, proto_tree *tree, int start);
/** Labels an opened item "[nth]: text" or "Key: text", with the text that was written since the mark. */
void label_item(const cursor_t *c, proto_tree *tree, role_t role, uint32_t nth, size_t mark);
/** Appends ": text" to the label of an opened item. */
void append_text(const cursor_t *c, proto_tree *tree, size_t mark);

/** Walks over a 32-bit word. *item gets its item, unless item is NULL. */
bool walk_word(cursor_t *c, proto_tree *tree, int hf, uint32_t *word, proto_item **item);
/**
 * Walks over size bytes of flags, which are there.
 *
 * @param fields of single flags; NULL for none, and without a tree
 * @param silent no flag appears in the label, which halves the cost
 * @param unknown flags that are set and mean nothing
 */
void walk_flags(cursor_t *c, proto_tree *tree, int hf, int size, int *const *fields, bool silent, uint32_t unknown);
/**
 * Walks over padding up to a multiple of four bytes. may_be_garbage: engines send uninitialised memory here
 * (docs/wire/variant.md, 3.3).
 */
bool walk_padding(cursor_t *c, proto_tree *tree, uint32_t length, bool may_be_garbage);

/** Adds an item for so many bytes at the cursor, and does not move it. @return how many of them are there */
uint32_t add_bytes(cursor_t *c, proto_tree *tree, uint32_t length);

void items_register(int proto, expert_module_t *experts);

#endif /* VARIANT_ITEMS_H */

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
