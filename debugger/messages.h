/* debugger/messages.h
 * Which messages does Godot's remote debugger have, and what are their data entries called?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEBUGGER_MESSAGES_H
#define DEBUGGER_MESSAGES_H

#include "ws_compat.h"

/* Values of godot.debug.direction. */
typedef enum {
    GODOT_DEBUG_FROM_GAME = 0,
    GODOT_DEBUG_FROM_EDITOR = 1
} godot_debug_direction_t;

/* One decoded entry of a message's data. */
typedef struct {
    const char *name;       /* NULL: it has no name */
    unsigned    depth;      /* number of groups around it */
    const char *text;       /* its value as text */
    const char *string;     /* the text without quotes, for a String, StringName or NodePath; else NULL */
} godot_debug_entry_t;

/*
 * One message. Entries are a layout in a small language:
 *
 *   name               an entry
 *   name[layout]       an entry that is an array with entries of its own
 *   name#2{layout}     an integer; so many entries follow, in groups of 2 with this layout ("#" = "#1")
 *   name=              an integer to be remembered, and
 *   ={layout}          ... so many groups: the first of these takes the first remembered
 *   *{layout}          groups up to the end
 *   ^{layout}          groups up to the end, the nodes of a tree depth first: each begins with
 *                      the number of its children
 *
 * with ", " between them. What comes behind a layout has no names.
 */
typedef struct {
    const char *name;
    const char *layout;
    /* Appends the important entries to the Info column; NULL: all entries are important. */
    void      (*describe)(wmem_strbuf_t *info, const godot_debug_entry_t *entries, unsigned count);
} godot_debug_message_t;

/** Returns the message of that name in Godot 3 or 4, or NULL. */
const godot_debug_message_t *godot_debug_message(unsigned generation, godot_debug_direction_t direction,
                                                 const char *name);

/* A position in a layout. */
#define GODOT_DEBUG_LEVELS 4
#define GODOT_DEBUG_REMEMBERED 2
typedef struct {
    const char *at;             /* NULL: after its end */
    unsigned    depth;          /* number of groups around it */
    struct {
        const char *body;       /* the group's layout */
        uint32_t    left;       /* how many more groups follow */
    } level[GODOT_DEBUG_LEVELS];
    uint32_t    remembered[GODOT_DEBUG_REMEMBERED];
    unsigned    remember;       /* how many counts were remembered */
    unsigned    recall;         /* ... and used */
} godot_debug_layout_t;

/* What the layout says about the next entry. */
typedef struct {
    const char *name;           /* NULL: it has no name; lives as long as the pool */
    const char *inner;          /* layout of its elements, or NULL */
    uint32_t    group_size;     /* it is the number of entries that follow, in groups of this size; 0: it is not */
    unsigned    depth;          /* number of groups around it */
    bool        is_remembered;  /* it is a number of groups that follow later */
    bool        begins_group;
    bool        is_tree;        /* it is the number of children of a tree's node */
} godot_debug_slot_t;

/** Begins with a layout; NULL has no names. */
void godot_debug_layout_init(godot_debug_layout_t *layout, const char *text);

/** Goes on to the next entry. */
godot_debug_slot_t godot_debug_layout_next(godot_debug_layout_t *layout, wmem_allocator_t *pool);

/** Takes the value of an entry that is a number of others. */
void godot_debug_layout_count(godot_debug_layout_t *layout, const godot_debug_slot_t *slot, int64_t value);

#endif /* DEBUGGER_MESSAGES_H */

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
