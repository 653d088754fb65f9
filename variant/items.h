/* variant/items.h
 * How does what the walk reads, and what it finds odd, come into the tree?
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

/* All take NULL for "no tree". What returns a bool returns false after a fault. */

static inline int
bytes_left(const cursor_t *c)
{
    return c->end - c->offset;
}

/* Does anybody want what the bytes mean? */
static inline bool
wants(const cursor_t *c, const proto_tree *tree)
{
    return tree != NULL || c->value != NULL || c->json != NULL || godot_text_wanted(c->text);
}

/* Items are about to be added. */
static inline void
spend(cursor_t *c, const proto_tree *tree, int items)
{
    if (tree != NULL)
        c->frame->items -= items;
}

/* May entries have items of their own? */
static inline bool
items_allowed(const cursor_t *c)
{
    return c->frame == NULL || c->frame->items > 0;
}

/* An item for so many bytes at the cursor, which stays. Without a tree the core would look, and make none. */
static inline proto_item *
add_item(const cursor_t *c, proto_tree *tree, int hf, int length, unsigned encoding)
{
    return tree != NULL ? proto_tree_add_item(tree, hf, c->tvb, c->offset, length, encoding) : NULL;
}

/** @return what the frame's values share; made when it is first asked for */
frame_t *frame_of(cursor_t *c);

/** Something is odd, and the walk goes on. Without an item it is the value's. */
void add_note(cursor_t *c, proto_item *item, expert_field *ei);
/** Worth saying, but nothing is wrong with the bytes. */
void add_remark(cursor_t *c, proto_item *item, expert_field *ei);
/** The walk cannot go on; the text says where. @return false */
bool add_fault(cursor_t *c, proto_item *item, expert_field *ei);

/** So many bytes are not there. @return false */
bool too_short(cursor_t *c, uint32_t bytes);

/* Are that many bytes there? If not, it is a fault. */
static inline bool
need_bytes(cursor_t *c, uint32_t bytes)
{
    return bytes <= (uint32_t)bytes_left(c) || too_short(c, bytes);
}

/** Open an item of a length yet unknown. */
proto_tree *open_item(cursor_t *c, proto_tree *tree, int hf);
/** The same with the role's own field. */
proto_tree *open_role(cursor_t *c, proto_tree *tree, role_t role);
/** The item goes from start to the cursor. */
void close_item(const cursor_t *c, proto_tree *tree, int start);
/** Label an opened item "[nth]: text" or "Key: text", text being what was written since the mark. */
void label_item(const cursor_t *c, proto_tree *tree, role_t role, uint32_t nth, size_t mark);
/** Append ": text" to an opened item's label. */
void append_text(const cursor_t *c, proto_tree *tree, size_t mark);

/** A 32-bit word; its item in *item unless NULL. */
bool walk_word(cursor_t *c, proto_tree *tree, int hf, uint32_t *word, proto_item **item);
/**
 * Flags of size bytes, which are there.
 *
 * @param fields of single flags, or NULL
 * @param silent none of them has a word in the label: they cost half as much then
 * @param unknown what is set and means nothing
 */
void walk_flags(cursor_t *c, proto_tree *tree, int hf, int size, int *const *fields, bool silent, uint32_t unknown);
/** Fill up to four bytes. may_be_garbage: engines send uninitialised memory here (docs/wire/variant.md, 3.3). */
bool walk_padding(cursor_t *c, proto_tree *tree, uint32_t length, bool may_be_garbage);

/** An item for so many bytes at the cursor, which stays. @return how many of them are there */
uint32_t add_bytes(cursor_t *c, proto_tree *tree, uint32_t length);

void items_register(int proto);

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
