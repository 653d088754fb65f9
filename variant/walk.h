/* variant/walk.h
 * What do the parts of the walk over one value share?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_WALK_H
#define VARIANT_WALK_H

#include "variant/json.h"
#include "variant/text.h"
#include "variant/types.h"

/* What the values of a frame share. */
typedef struct {
    int items;                  /* how many items they may still add, together */
    int notes;                  /* how many expert items; the same with and without a tree */
    godot_dialect_t dialect;    /* dialect of the latest value */
} frame_t;

/* The worst that is unusual about a value. */
typedef enum {
    GODOT_FLAW_NONE,
    GODOT_FLAW_PADDING,         /* strings of engines before 3.1 have garbage there (docs/wire/variant.md, 3.3) */
    GODOT_FLAW_ANY
} godot_flaw_t;

/* The state of the walk over one value, and what is wanted of it. */
typedef struct {
    tvbuff_t *tvb;
    packet_info *pinfo;         /* NULL: only checks, reports nothing */
    const godot_dialect_info_t *dialect;
    int offset;
    int end;                    /* first byte that is not there */
    int claimed;                /* first byte that is not the value's; behind end if the capture cut the value */
    unsigned depth;
    unsigned depth_shown;       /* entries at this depth or deeper have no items of their own */
    unsigned entries_shown;     /* entries of each container that have items */
    unsigned text_shown;        /* characters of godot.variant.value */
    unsigned faults;
    godot_flaw_t flaw;
    bool compact;               /* the outermost value has the compact encoding; all inside it are full */
    bool labels;                /* the labels of the tree are wanted */
    proto_item *item;           /* the innermost item, for expert items */
    godot_text_t *text;         /* NULL: no text wanted */
    godot_json_t *json;         /* NULL: no JSON wanted */
    godot_value_t *value;       /* the caller's, for the outermost value; otherwise NULL */
    unsigned value_text;        /* characters of its text; 0: none */
    frame_t *frame;             /* NULL: not needed so far */
} cursor_t;

/* A value's header. */
typedef struct {
    uint32_t id;
    const godot_type_t *type;   /* NULL: unknown */
    uint8_t reserved;
    unsigned flags;
    bool flag_64;
    bool compact;               /* one byte: a BOOL or INT in the compact form */
} head_t;

/* What a value or an entry is in its parent. */
typedef enum {
    ROLE_PLAIN,                 /* "Value" */
    ROLE_KEY,                   /* "Key" */
    ROLE_ITEM,                  /* "[nth]" */
    ROLE_PROPERTY               /* "[nth]" */
} role_t;

/**
 * Walks over what follows a value's header. There is one such function for each shape.
 *
 * @return false after a fault: the rest of the value means nothing
 */
typedef bool (*payload_walker_t)(cursor_t *c, proto_tree *tree, const head_t *head);

/**
 * Walks over a value inside the current one. walker.c defines it and needs all parts, so it is declared here for them.
 *
 * @return false after a fault
 */
bool walk_nested(cursor_t *c, proto_tree *tree, role_t role, uint32_t nth);

#endif /* VARIANT_WALK_H */

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
