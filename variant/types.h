/* variant/types.h
 * Which types does a dialect of Godot's Variants have, and what is the layout of each?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_TYPES_H
#define VARIANT_TYPES_H

#include "variant/variant.h"

/* The layout of a payload. */
typedef enum {
    SHAPE_EMPTY,            /* nothing follows the header; the type has one text */
    SHAPE_BOOL,
    SHAPE_INT,
    SHAPE_FLOAT,
    SHAPE_STRING,
    SHAPE_TUPLE,            /* a fixed number of named components */
    SHAPE_NODE_PATH,
    SHAPE_RID,
    SHAPE_OBJECT,
    SHAPE_SIGNAL,
    SHAPE_DICTIONARY,
    SHAPE_ARRAY,
    SHAPE_BYTES,
    SHAPE_PACKED,           /* a count, and so many numbers or tuples */
    SHAPE_PACKED_STRINGS,
    SHAPE_IMAGE,            /* 2.1 */
    SHAPE_INPUT_EVENT       /* 2.1 */
} godot_shape_t;

/* The layout of one component. REAL is 32 bits wide, or 64 if the header says so. */
typedef enum {
    ELEMENT_NONE,
    ELEMENT_I32,
    ELEMENT_I64,
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_REAL
} godot_element_t;

/* What a run of components is for the engine. */
typedef enum {
    GROUP_PLAIN,            /* the value's own components: no item around them */
    GROUP_POSITION,
    GROUP_SIZE,
    GROUP_NORMAL,
    GROUP_COLUMN,           /* one axis of a matrix: all components of one vector */
    GROUP_ROW,              /* one component of every axis: a Basis is sent in rows */
    GROUP_ORIGIN
} godot_group_kind_t;

typedef struct {
    godot_group_kind_t kind;
    const char *fields;     /* a letter for each component; NULL ends a list of groups */
    const char *axes;       /* for COLUMN and ROW: the axis of each component */
} godot_group_t;

/* Header flags; bit 0 here is bit 16 of the word (docs/wire/variant.md, 2). */
#define GODOT_FLAG_64           0x0001  /* INT, FLOAT, math types: 64 bits a number */
#define GODOT_FLAG_ID           0x0001  /* OBJECT: an instance id follows */
#define GODOT_FLAG_ELEMENT_KIND 0x0003  /* ARRAY */
#define GODOT_FLAG_KEY_KIND     0x0003  /* DICTIONARY */
#define GODOT_FLAG_VALUE_KIND   0x000c  /* DICTIONARY */

typedef struct {
    const char *name;               /* the name in the engine's source text */
    godot_shape_t shape;
    uint16_t flags;                 /* the flags that have a meaning */
    godot_value_kind_t kind;
    godot_element_t element;
    const godot_group_t *groups;    /* for TUPLE and PACKED; NULL: bare numbers */
    const char *text;               /* for EMPTY the whole text; for STRING what is before the quote */
} godot_type_t;

typedef struct {
    godot_dialect_t number;
    const godot_type_t *types;
    unsigned count;                 /* the first invalid type id */
    bool word_is_type;              /* no flags: the whole header word is the type */
    bool shared_bit;                /* containers' counts often have bit 31 */
    bool zero_padding;              /* padding of strings must be zero */
} godot_dialect_info_t;

/** Returns the description of a dialect; that of 4.x for AUTO and unknown numbers. */
const godot_dialect_info_t *godot_dialect_info(godot_dialect_t dialect);

/** Returns the type with that id, or NULL. */
const godot_type_t *godot_dialect_type(const godot_dialect_info_t *dialect, uint32_t id);

/** Returns the number of components of a TUPLE, or of one element of PACKED. */
unsigned godot_type_components(const godot_type_t *type);

/** Returns the size of one component in bytes; wide: the header has GODOT_FLAG_64. */
int godot_element_size(godot_element_t element, bool wide);

#endif /* VARIANT_TYPES_H */

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
