/* variant/types.c
 * Which types does a dialect of Godot's Variants have, and what is the layout of each?
 *
 * Type numbers: docs/wire/variant.md, 1. Layouts: 4.2. Flags: 2.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "ws_compat.h"
#include "variant/types.h"

#define GROUPS_END { GROUP_PLAIN, NULL, NULL }

static const godot_group_t xy[]    = { { GROUP_PLAIN, "xy", NULL }, GROUPS_END };
static const godot_group_t xyz[]   = { { GROUP_PLAIN, "xyz", NULL }, GROUPS_END };
static const godot_group_t xyzw[]  = { { GROUP_PLAIN, "xyzw", NULL }, GROUPS_END };
static const godot_group_t rgba[]  = { { GROUP_PLAIN, "rgba", NULL }, GROUPS_END };
static const godot_group_t rect[]  = {
    { GROUP_POSITION, "xy", NULL }, { GROUP_SIZE, "xy", NULL }, GROUPS_END
};
static const godot_group_t box[]   = {
    { GROUP_POSITION, "xyz", NULL }, { GROUP_SIZE, "xyz", NULL }, GROUPS_END
};
static const godot_group_t plane[] = {
    { GROUP_NORMAL, "xyz", NULL }, { GROUP_PLAIN, "d", NULL }, GROUPS_END
};
static const godot_group_t transform_2d[] = {
    { GROUP_COLUMN, "xy", "XX" }, { GROUP_COLUMN, "xy", "YY" }, { GROUP_ORIGIN, "xy", NULL }, GROUPS_END
};
/* A Basis goes row by row, in contrast to the engine's documentation (docs/wire/variant.md, 4.2). */
static const godot_group_t basis[] = {
    { GROUP_ROW, "xxx", "XYZ" }, { GROUP_ROW, "yyy", "XYZ" }, { GROUP_ROW, "zzz", "XYZ" }, GROUPS_END
};
static const godot_group_t transform_3d[] = {
    { GROUP_ROW, "xxx", "XYZ" }, { GROUP_ROW, "yyy", "XYZ" }, { GROUP_ROW, "zzz", "XYZ" },
    { GROUP_ORIGIN, "xyz", NULL }, GROUPS_END
};
static const godot_group_t projection[] = {
    { GROUP_COLUMN, "xyzw", "XXXX" }, { GROUP_COLUMN, "xyzw", "YYYY" },
    { GROUP_COLUMN, "xyzw", "ZZZZ" }, { GROUP_COLUMN, "xyzw", "WWWW" }, GROUPS_END
};

/* Lines of the tables that several dialects share. */
#define TYPE_EMPTY(name, kind, text)        { name, SHAPE_EMPTY, 0, kind, ELEMENT_NONE, NULL, text }
#define TYPE_TUPLE(name, flags, kind, element, groups) \
                                            { name, SHAPE_TUPLE, flags, kind, element, groups, NULL }
#define TYPE_PACKED(name, flags, element, groups) \
                            { name, SHAPE_PACKED, flags, GODOT_VALUE_OTHER, element, groups, NULL }
#define TYPE_OTHER(name, shape, flags)      { name, shape, flags, GODOT_VALUE_OTHER, ELEMENT_NONE, NULL, NULL }

#define TYPE_NIL                            TYPE_EMPTY("Nil", GODOT_VALUE_NIL, "null")
#define TYPE_BOOL                           { "bool", SHAPE_BOOL, 0, GODOT_VALUE_BOOL, ELEMENT_NONE, NULL, NULL }
#define TYPE_INT(flags)                     { "int", SHAPE_INT, flags, GODOT_VALUE_INT, ELEMENT_NONE, NULL, NULL }
#define TYPE_FLOAT(flags)                   { "float", SHAPE_FLOAT, flags, GODOT_VALUE_FLOAT, ELEMENT_NONE, NULL, NULL }
#define TYPE_STRING(name, before)           { name, SHAPE_STRING, 0, GODOT_VALUE_STRING, ELEMENT_NONE, NULL, before }
#define TYPE_NODE_PATH      { "NodePath", SHAPE_NODE_PATH, 0, GODOT_VALUE_STRING, ELEMENT_NONE, NULL, NULL }
#define TYPE_COLOR          TYPE_TUPLE("Color", 0, GODOT_VALUE_COLOR, ELEMENT_F32, rgba)
#define TYPE_PACKED_STRINGS(name)           TYPE_OTHER(name, SHAPE_PACKED_STRINGS, 0)
#define TYPE_BYTES(name)                    { name, SHAPE_BYTES, 0, GODOT_VALUE_BYTES, ELEMENT_NONE, NULL, NULL }

/* A tuple of single precision, as are all before 4.0. */
#define TYPE_SINGLE(name, kind, groups)     TYPE_TUPLE(name, 0, kind, ELEMENT_F32, groups)
/* A tuple whose header tells the precision. */
#define TYPE_REAL(name, kind, groups)       TYPE_TUPLE(name, GODOT_FLAG_64, kind, ELEMENT_REAL, groups)
#define TYPE_I32(name, kind, groups)        TYPE_TUPLE(name, 0, kind, ELEMENT_I32, groups)

static const godot_type_t types_2_1[] = {
    /*  0 */ TYPE_NIL,
    /*  1 */ TYPE_BOOL,
    /*  2 */ TYPE_INT(0),
    /*  3 */ TYPE_FLOAT(0),
    /*  4 */ TYPE_STRING("String", ""),
    /*  5 */ TYPE_SINGLE("Vector2", GODOT_VALUE_VECTOR, xy),
    /*  6 */ TYPE_SINGLE("Rect2", GODOT_VALUE_OTHER, rect),
    /*  7 */ TYPE_SINGLE("Vector3", GODOT_VALUE_VECTOR, xyz),
    /*  8 */ TYPE_SINGLE("Matrix32", GODOT_VALUE_OTHER, transform_2d),
    /*  9 */ TYPE_SINGLE("Plane", GODOT_VALUE_OTHER, plane),
    /* 10 */ TYPE_SINGLE("Quat", GODOT_VALUE_VECTOR, xyzw),
    /* 11 */ TYPE_SINGLE("AABB", GODOT_VALUE_OTHER, box),
    /* 12 */ TYPE_SINGLE("Matrix3", GODOT_VALUE_OTHER, basis),
    /* 13 */ TYPE_SINGLE("Transform", GODOT_VALUE_OTHER, transform_3d),
    /* 14 */ TYPE_COLOR,
    /* 15 */ TYPE_OTHER("Image", SHAPE_IMAGE, 0),
    /* 16 */ TYPE_NODE_PATH,
    /* 17 */ TYPE_EMPTY("RID", GODOT_VALUE_OTHER, "RID()"),
    /* 18 */ TYPE_EMPTY("Object", GODOT_VALUE_OTHER, "null"),
    /* 19 */ TYPE_OTHER("InputEvent", SHAPE_INPUT_EVENT, 0),
    /* 20 */ TYPE_OTHER("Dictionary", SHAPE_DICTIONARY, 0),
    /* 21 */ TYPE_OTHER("Array", SHAPE_ARRAY, 0),
    /* 22 */ TYPE_BYTES("RawArray"),
    /* 23 */ TYPE_PACKED("IntArray", 0, ELEMENT_I32, NULL),
    /* 24 */ TYPE_PACKED("FloatArray", 0, ELEMENT_F32, NULL),
    /* 25 */ TYPE_PACKED_STRINGS("StringArray"),
    /* 26 */ TYPE_PACKED("Vector2Array", 0, ELEMENT_F32, xy),
    /* 27 */ TYPE_PACKED("Vector3Array", 0, ELEMENT_F32, xyz),
    /* 28 */ TYPE_PACKED("ColorArray", 0, ELEMENT_F32, rgba),
};

static const godot_type_t types_3_x[] = {
    /*  0 */ TYPE_NIL,
    /*  1 */ TYPE_BOOL,
    /*  2 */ TYPE_INT(GODOT_FLAG_64),
    /*  3 */ TYPE_FLOAT(GODOT_FLAG_64),
    /*  4 */ TYPE_STRING("String", ""),
    /*  5 */ TYPE_SINGLE("Vector2", GODOT_VALUE_VECTOR, xy),
    /*  6 */ TYPE_SINGLE("Rect2", GODOT_VALUE_OTHER, rect),
    /*  7 */ TYPE_SINGLE("Vector3", GODOT_VALUE_VECTOR, xyz),
    /*  8 */ TYPE_SINGLE("Transform2D", GODOT_VALUE_OTHER, transform_2d),
    /*  9 */ TYPE_SINGLE("Plane", GODOT_VALUE_OTHER, plane),
    /* 10 */ TYPE_SINGLE("Quat", GODOT_VALUE_VECTOR, xyzw),
    /* 11 */ TYPE_SINGLE("AABB", GODOT_VALUE_OTHER, box),
    /* 12 */ TYPE_SINGLE("Basis", GODOT_VALUE_OTHER, basis),
    /* 13 */ TYPE_SINGLE("Transform", GODOT_VALUE_OTHER, transform_3d),
    /* 14 */ TYPE_COLOR,
    /* 15 */ TYPE_NODE_PATH,
    /* 16 */ TYPE_EMPTY("RID", GODOT_VALUE_OTHER, "RID()"),
    /* 17 */ TYPE_OTHER("Object", SHAPE_OBJECT, GODOT_FLAG_ID),
    /* 18 */ TYPE_OTHER("Dictionary", SHAPE_DICTIONARY, 0),
    /* 19 */ TYPE_OTHER("Array", SHAPE_ARRAY, 0),
    /* 20 */ TYPE_BYTES("PoolByteArray"),
    /* 21 */ TYPE_PACKED("PoolIntArray", 0, ELEMENT_I32, NULL),
    /* 22 */ TYPE_PACKED("PoolRealArray", 0, ELEMENT_F32, NULL),
    /* 23 */ TYPE_PACKED_STRINGS("PoolStringArray"),
    /* 24 */ TYPE_PACKED("PoolVector2Array", 0, ELEMENT_F32, xy),
    /* 25 */ TYPE_PACKED("PoolVector3Array", 0, ELEMENT_F32, xyz),
    /* 26 */ TYPE_PACKED("PoolColorArray", 0, ELEMENT_F32, rgba),
};

static const godot_type_t types_4_x[] = {
    /*  0 */ TYPE_NIL,
    /*  1 */ TYPE_BOOL,
    /*  2 */ TYPE_INT(GODOT_FLAG_64),
    /*  3 */ TYPE_FLOAT(GODOT_FLAG_64),
    /*  4 */ TYPE_STRING("String", ""),
    /*  5 */ TYPE_REAL("Vector2", GODOT_VALUE_VECTOR, xy),
    /*  6 */ TYPE_I32("Vector2i", GODOT_VALUE_VECTOR_INT, xy),
    /*  7 */ TYPE_REAL("Rect2", GODOT_VALUE_OTHER, rect),
    /*  8 */ TYPE_I32("Rect2i", GODOT_VALUE_OTHER, rect),
    /*  9 */ TYPE_REAL("Vector3", GODOT_VALUE_VECTOR, xyz),
    /* 10 */ TYPE_I32("Vector3i", GODOT_VALUE_VECTOR_INT, xyz),
    /* 11 */ TYPE_REAL("Transform2D", GODOT_VALUE_OTHER, transform_2d),
    /* 12 */ TYPE_REAL("Vector4", GODOT_VALUE_VECTOR, xyzw),
    /* 13 */ TYPE_I32("Vector4i", GODOT_VALUE_VECTOR_INT, xyzw),
    /* 14 */ TYPE_REAL("Plane", GODOT_VALUE_OTHER, plane),
    /* 15 */ TYPE_REAL("Quaternion", GODOT_VALUE_VECTOR, xyzw),
    /* 16 */ TYPE_REAL("AABB", GODOT_VALUE_OTHER, box),
    /* 17 */ TYPE_REAL("Basis", GODOT_VALUE_OTHER, basis),
    /* 18 */ TYPE_REAL("Transform3D", GODOT_VALUE_OTHER, transform_3d),
    /* 19 */ TYPE_REAL("Projection", GODOT_VALUE_OTHER, projection),
    /* 20 */ TYPE_COLOR,
    /* 21 */ TYPE_STRING("StringName", "&"),
    /* 22 */ TYPE_NODE_PATH,
    /* 23 */ TYPE_OTHER("RID", SHAPE_RID, 0),
    /* 24 */ TYPE_OTHER("Object", SHAPE_OBJECT, GODOT_FLAG_ID),
    /* 25 */ TYPE_EMPTY("Callable", GODOT_VALUE_OTHER, "Callable()"),
    /* 26 */ TYPE_OTHER("Signal", SHAPE_SIGNAL, 0),
    /* 27 */ TYPE_OTHER("Dictionary", SHAPE_DICTIONARY, GODOT_FLAG_KEY_KIND | GODOT_FLAG_VALUE_KIND),
    /* 28 */ TYPE_OTHER("Array", SHAPE_ARRAY, GODOT_FLAG_ELEMENT_KIND),
    /* 29 */ TYPE_BYTES("PackedByteArray"),
    /* 30 */ TYPE_PACKED("PackedInt32Array", 0, ELEMENT_I32, NULL),
    /* 31 */ TYPE_PACKED("PackedInt64Array", 0, ELEMENT_I64, NULL),
    /* 32 */ TYPE_PACKED("PackedFloat32Array", 0, ELEMENT_F32, NULL),
    /* 33 */ TYPE_PACKED("PackedFloat64Array", 0, ELEMENT_F64, NULL),
    /* 34 */ TYPE_PACKED_STRINGS("PackedStringArray"),
    /* 35 */ TYPE_PACKED("PackedVector2Array", GODOT_FLAG_64, ELEMENT_REAL, xy),
    /* 36 */ TYPE_PACKED("PackedVector3Array", GODOT_FLAG_64, ELEMENT_REAL, xyz),
    /* 37 */ TYPE_PACKED("PackedColorArray", 0, ELEMENT_F32, rgba),
    /* 38 */ TYPE_PACKED("PackedVector4Array", GODOT_FLAG_64, ELEMENT_REAL, xyzw),
};

/* The type numbers of one documentation page (docs/wire/variant.md, 4.10). */
static const godot_type_t types_4_x_doc[] = {
    /*  0 */ TYPE_NIL,
    /*  1 */ TYPE_BOOL,
    /*  2 */ TYPE_INT(GODOT_FLAG_64),
    /*  3 */ TYPE_FLOAT(GODOT_FLAG_64),
    /*  4 */ TYPE_STRING("String", ""),
    /*  5 */ TYPE_REAL("Vector2", GODOT_VALUE_VECTOR, xy),
    /*  6 */ TYPE_REAL("Rect2", GODOT_VALUE_OTHER, rect),
    /*  7 */ TYPE_REAL("Vector3", GODOT_VALUE_VECTOR, xyz),
    /*  8 */ TYPE_REAL("Transform2D", GODOT_VALUE_OTHER, transform_2d),
    /*  9 */ TYPE_REAL("Plane", GODOT_VALUE_OTHER, plane),
    /* 10 */ TYPE_REAL("Quaternion", GODOT_VALUE_VECTOR, xyzw),
    /* 11 */ TYPE_REAL("AABB", GODOT_VALUE_OTHER, box),
    /* 12 */ TYPE_REAL("Basis", GODOT_VALUE_OTHER, basis),
    /* 13 */ TYPE_REAL("Transform3D", GODOT_VALUE_OTHER, transform_3d),
    /* 14 */ TYPE_COLOR,
    /* 15 */ TYPE_NODE_PATH,
    /* 16 */ TYPE_EMPTY("RID", GODOT_VALUE_OTHER, "RID()"),
    /* 17 */ TYPE_OTHER("Object", SHAPE_OBJECT, GODOT_FLAG_ID),
    /* 18 */ TYPE_OTHER("Dictionary", SHAPE_DICTIONARY, 0),
    /* 19 */ TYPE_OTHER("Array", SHAPE_ARRAY, 0),
    /* 20 */ TYPE_BYTES("PackedByteArray"),
    /* 21 */ TYPE_PACKED("PackedInt32Array", 0, ELEMENT_I32, NULL),
    /* 22 */ TYPE_PACKED("PackedInt64Array", 0, ELEMENT_I64, NULL),
    /* 23 */ TYPE_PACKED("PackedFloat32Array", 0, ELEMENT_F32, NULL),
    /* 24 */ TYPE_PACKED("PackedFloat64Array", 0, ELEMENT_F64, NULL),
    /* 25 */ TYPE_PACKED_STRINGS("PackedStringArray"),
    /* 26 */ TYPE_PACKED("PackedVector2Array", GODOT_FLAG_64, ELEMENT_REAL, xy),
    /* 27 */ TYPE_PACKED("PackedVector3Array", GODOT_FLAG_64, ELEMENT_REAL, xyz),
    /* 28 */ TYPE_PACKED("PackedColorArray", 0, ELEMENT_F32, rgba),
};

#define DIALECT(number, types, word_is_type, shared_bit, zero_padding) \
    { number, types, G_N_ELEMENTS(types), word_is_type, shared_bit, zero_padding }

static const godot_dialect_info_t dialect_2_1 = DIALECT(GODOT_DIALECT_2_1, types_2_1, true, true, false);
static const godot_dialect_info_t dialect_3_x = DIALECT(GODOT_DIALECT_3_X, types_3_x, false, false, true);
static const godot_dialect_info_t dialect_4_x = DIALECT(GODOT_DIALECT_4_X, types_4_x, false, false, true);
static const godot_dialect_info_t dialect_4_x_doc = DIALECT(GODOT_DIALECT_4_X_DOC, types_4_x_doc, false, true, true);

const godot_dialect_info_t *
godot_dialect_info(godot_dialect_t dialect)
{
    switch (dialect) {
    case GODOT_DIALECT_2_1:     return &dialect_2_1;
    case GODOT_DIALECT_3_X:     return &dialect_3_x;
    case GODOT_DIALECT_4_X_DOC: return &dialect_4_x_doc;
    default:                    return &dialect_4_x;
    }
}

const godot_type_t *
godot_dialect_type(const godot_dialect_info_t *dialect, uint32_t id)
{
    return id < dialect->count ? &dialect->types[id] : NULL;
}

unsigned
godot_type_components(const godot_type_t *type)
{
    unsigned count = 0;

    if (type->groups == NULL)
        return 1;
    for (const godot_group_t *group = type->groups; group->fields != NULL; group++)
        count += (unsigned)strlen(group->fields);
    return count;
}

int
godot_element_size(godot_element_t element, bool wide)
{
    switch (element) {
    case ELEMENT_I64:
    case ELEMENT_F64:
        return 8;
    case ELEMENT_REAL:
        return wide ? 8 : 4;
    default:
        return 4;
    }
}

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
