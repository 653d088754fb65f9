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
    int items;                  /* that they may still add, all together */
    int notes;                  /* expert items: as many whether a tree is wanted or not */
    godot_dialect_t dialect;    /* of the latest value */
} frame_t;

/* What moves, and what is wanted, during the walk over one value. */
typedef struct {
    tvbuff_t *tvb;
    packet_info *pinfo;         /* NULL: only look, report nothing */
    const godot_dialect_info_t *dialect;
    int offset;
    int end;                    /* first byte that is not there */
    int claimed;                /* first byte not the value's; behind end if the capture was cut */
    unsigned depth;
    unsigned depth_shown;       /* from this depth on no entry has an item of its own */
    unsigned entries_shown;     /* of each container */
    unsigned text_shown;        /* characters of godot.variant.value */
    unsigned faults;
    bool compact;               /* the outermost value's encoding; inside it all are full */
    bool labels;                /* somebody looks at the tree's labels */
    proto_item *item;           /* the innermost item there is, for expert items */
    godot_text_t *text;         /* NULL: no text wanted */
    godot_json_t *json;         /* NULL: no JSON wanted */
    godot_value_t *value;       /* the caller's, for the outermost value; NULL otherwise */
    unsigned value_text;        /* characters of its text; 0: none */
    frame_t *frame;             /* NULL: not asked for so far */
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

/* Where a value or an entry hangs in its parent. */
typedef enum {
    ROLE_PLAIN,                 /* "Value" */
    ROLE_KEY,                   /* "Key" */
    ROLE_ITEM,                  /* "[nth]" */
    ROLE_PROPERTY               /* "[nth]" */
} role_t;

/**
 * Walk over what follows a value's header. There is one such function for each shape.
 *
 * @return false after a fault: what is left of the value means nothing
 */
typedef bool (*payload_walker_t)(cursor_t *c, proto_tree *tree, const head_t *head);

/**
 * Walk over a value inside the one at hand. This is what parts need of walker.c, which in turn needs all parts:
 * so it is declared here.
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
