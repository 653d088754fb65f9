/* debugger/entries.h
 * What are the entries of a debugger message, and what are they called?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEBUGGER_ENTRIES_H
#define DEBUGGER_ENTRIES_H

#include "debugger/messages.h"
#include "debugger/record.h"
#include "variant/variant.h"

/* So many entries are kept for the Info column. */
#define GODOT_DEBUG_INFO_ENTRIES 24

/* The state while one message is dissected. Made in pinfo->pool. */
typedef struct {
    tvbuff_t            *tvb;           /* the message */
    packet_info         *pinfo;
    godot_dialect_t      dialect;
    int                  offset;        /* offset of the next value; -1 if the value before was unreadable */
    int                  end;           /* end of the message, captured or not */
    godot_debug_entry_t  entries[GODOT_DEBUG_INFO_ENTRIES];
    unsigned             entry_count;
    unsigned             shown;         /* number of entries so far */
    godot_debug_record_t *record;       /* NULL: no tap listens */
} godot_debug_walk_t;

/* All these functions continue from walk->offset, and keep what they read in walk->entries. The tree may be NULL. */

/**
 * Dissects the two words before the elements of an untyped array.
 *
 * @return the number of elements, or -1 if no such array begins here
 */
int64_t godot_debug_dissect_array_head(godot_debug_walk_t *walk, proto_tree *tree);

/** Dissects so many entries, with names from the layout (NULL: none). @return whether all could be read */
bool godot_debug_dissect_entries(godot_debug_walk_t *walk, proto_tree *tree, const char *layout, uint32_t count);

/** Dissects the data of a message: an array of entries, or any value. */
void godot_debug_dissect_data(godot_debug_walk_t *walk, proto_tree *tree, const char *layout);

/**
 * Dissects one single entry.
 *
 * @param value of the entry; all zero if it has named elements
 * @return whether it could be read
 */
bool godot_debug_dissect_entry(godot_debug_walk_t *walk, proto_tree *tree, const godot_debug_slot_t *slot,
                               godot_value_t *value);

/** Adds the number of entries in a message's data. If length is 0, the item is a generated one. */
proto_item *godot_debug_add_count(godot_debug_walk_t *walk, proto_tree *tree, int length, uint32_t count);

/** Adds the bytes up to the end of the message, which are not dissected. */
proto_item *godot_debug_add_rest(godot_debug_walk_t *walk, proto_tree *tree);

/** Registers fields and expert items; proto is that of "godot.debug". */
void godot_debug_entries_register(int proto, expert_module_t *experts);

#endif /* DEBUGGER_ENTRIES_H */

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
