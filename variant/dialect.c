/* variant/dialect.c
 * Which dialect is a single Variant of, and is it a Variant at all? (docs/wire/variant.md, 11)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>

#include "variant/types.h"
#include "variant/walker.h"

/* A shorter value is no evidence for a heuristic (11.4). */
#define EVIDENCE_LENGTH 12

static double
float_at(tvbuff_t *tvb, int offset, int nth)
{
    return tvb_get_letohieee_float(tvb, offset + 4 + 4 * nth);
}

static bool
near_one(double number)
{
    return number > 0.999 && number < 1.001;
}

/* Only 3.0 sends an integer in 64 bits that fits into 32 (4.1). */
static bool
is_int_of_3_0(tvbuff_t *tvb, int offset, int end)
{
    const int64_t number = end - offset == 12 ? tvb_get_letohi64(tvb, offset + 4) : INT64_MAX;

    return number >= INT32_MIN && number <= INT32_MAX;
}

/* 3.x AABB or 4.x Transform2D: a size is not negative, axes are orthogonal or have unit length. */
static bool
is_aabb(tvbuff_t *tvb, int offset)
{
    const double xx = float_at(tvb, offset, 0), xy = float_at(tvb, offset, 1);
    const double yx = float_at(tvb, offset, 2), yy = float_at(tvb, offset, 3);
    const double x_square = xx * xx + xy * xy, y_square = yx * yx + yy * yy, dot = xx * yx + xy * yy;

    if (near_one(x_square) || near_one(y_square))
        return false;
    if (x_square > 0 && y_square > 0 && fabs(dot) < 0.001)
        return false;
    return yy >= 0 && float_at(tvb, offset, 4) >= 0 && float_at(tvb, offset, 5) >= 0;
}

/* 3.x Color or 4.x Plane: a normal has unit length, a color is between 0 and 1. */
static bool
is_color(tvbuff_t *tvb, int offset)
{
    double square = 0, alpha = float_at(tvb, offset, 3);
    bool in_range = alpha > 0 && alpha <= 1;

    for (int i = 0; i < 3; i++) {
        const double part = float_at(tvb, offset, i);

        square += part * part;
        in_range = in_range && part >= 0 && part <= 1;
    }
    return in_range && !near_one(square);
}

/* If both dialects can read the bytes, the first value tells which one wrote them (11.2, 11.3). */
static bool
is_of_3(tvbuff_t *tvb, int offset, int end)
{
    switch (tvb_get_uint8(tvb, offset)) {
    case 2:
        return is_int_of_3_0(tvb, offset, end);
    case 11:
        return is_aabb(tvb, offset);
    case 14:
        return is_color(tvb, offset);
    case 15:    /* NodePath, Object, Dictionary, Array and bytes: their counts would be denormal floats of 4.x */
    case 17:
    case 18:
    case 19:
    case 20:
        return true;
    default:    /* nothing tells: also an array of 3.x with at most one integer, or a StringName with one letter */
        return false;
    }
}

/* Tells whether this is one whole Variant without a flaw worse than this one. */
static bool
fits(tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect, godot_flaw_t worst)
{
    return godot_variant_measure(tvb, offset, end, dialect, GODOT_ENCODING_FULL, worst) == end;
}

/* Returns the dialect of one whole Variant; if both fit, the preferred one or, if that is AUTO, the likelier one. */
static godot_dialect_t
fitting_dialect(tvbuff_t *tvb, int offset, int end, godot_dialect_t preferred, godot_flaw_t worst)
{
    const bool fits_3 = fits(tvb, offset, end, GODOT_DIALECT_3_X, worst);
    const bool fits_4 = fits(tvb, offset, end, GODOT_DIALECT_4_X, worst);

    if (fits_3 && fits_4) {
        if (preferred != GODOT_DIALECT_AUTO)
            return preferred;
        return is_of_3(tvb, offset, end) ? GODOT_DIALECT_3_X : GODOT_DIALECT_4_X;
    }
    return fits_3 ? GODOT_DIALECT_3_X : fits_4 ? GODOT_DIALECT_4_X : GODOT_DIALECT_AUTO;
}

/* The same, but only if no dialect fits without any flaw, one with flaws is taken. */
static godot_dialect_t
best_dialect(tvbuff_t *tvb, int offset, int end, godot_dialect_t preferred, godot_flaw_t worst)
{
    const godot_dialect_t dialect = fitting_dialect(tvb, offset, end, preferred, GODOT_FLAW_NONE);

    return dialect != GODOT_DIALECT_AUTO ? dialect : fitting_dialect(tvb, offset, end, preferred, worst);
}

godot_dialect_t
godot_variant_guess_dialect(tvbuff_t *tvb, int offset, int end, godot_dialect_t preferred)
{
    return best_dialect(tvb, offset, end, preferred, GODOT_FLAW_ANY);
}

/* ---- Is it a Variant at all? (11.4) ---- */

/* Tells whether other protocols hardly look like a value of this kind by chance. */
static bool
is_telling(const godot_type_t *type, godot_evidence_t least)
{
    switch (type->shape) {
    case SHAPE_ARRAY:
    case SHAPE_DICTIONARY:
    case SHAPE_OBJECT:
    case SHAPE_BYTES:
    case SHAPE_PACKED:
    case SHAPE_PACKED_STRINGS:
        return true;
    case SHAPE_STRING:
    case SHAPE_NODE_PATH:
        return least != GODOT_EVIDENCE_CONTAINERS;
    default:
        return least == GODOT_EVIDENCE_ANY;
    }
}

/* Returns the type of the one whole value that engines could have sent, or NULL. If both dialects can read it, it takes either type. */
static const godot_type_t *
whole_value_type(tvbuff_t *tvb, int offset, int end)
{
    godot_dialect_t dialect;

    if (end - offset < EVIDENCE_LENGTH || (end - offset) % 4 != 0)
        return NULL;
    dialect = best_dialect(tvb, offset, end, GODOT_DIALECT_AUTO, GODOT_FLAW_PADDING);
    if (dialect == GODOT_DIALECT_AUTO)
        return NULL;
    return godot_dialect_type(godot_dialect_info(dialect), tvb_get_uint8(tvb, offset));
}

bool
godot_variant_is_evidence(tvbuff_t *tvb, int offset, int end, godot_evidence_t least)
{
    const godot_type_t *type = whole_value_type(tvb, offset, end);

    return type != NULL && is_telling(type, least);
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
