/* variant/numbers.c
 * How are numbers and tuples of numbers read?
 *
 * The wire format: docs/wire/variant.md.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/items.h"
#include "variant/numbers.h"

static int hf_width = -1;
static int hf_bool = -1;
static int hf_int = -1;
static int hf_float = -1;
static int hf_x = -1;
static int hf_y = -1;
static int hf_z = -1;
static int hf_w = -1;
static int hf_ix = -1;
static int hf_iy = -1;
static int hf_iz = -1;
static int hf_iw = -1;
static int hf_r = -1;
static int hf_g = -1;
static int hf_b = -1;
static int hf_a = -1;
static int hf_d = -1;
static int hf_position = -1;
static int hf_size = -1;
static int hf_normal = -1;
static int hf_column = -1;
static int hf_row = -1;
static int hf_origin = -1;

static int ett_group = -1;

static expert_field ei_bool_value = EI_INIT;

void
read_number(const cursor_t *c, godot_element_t element, int size, number_t *number)
{
    number->integral = element == ELEMENT_I32 || element == ELEMENT_I64;
    if (number->integral) {
        number->integer = size == 8 ? tvb_get_letohi64(c->tvb, c->offset) : tvb_get_letohil(c->tvb, c->offset);
        number->real = (double)number->integer;
        return;
    }
    number->real = size == 8 ? tvb_get_letohieee_double(c->tvb, c->offset)
                             : (double)tvb_get_letohieee_float(c->tvb, c->offset);
    number->single = size == 4;
    number->length = godot_real_write(number->digits, number->real, number->single);
}

double
number_as_written(const number_t *number)
{
    return number->single ? godot_real_widen(number->real) : number->real;
}

static void
put_boolean(cursor_t *c, bool value)
{
    godot_text_put(c->text, value ? "true" : "false");
    godot_json_boolean(c->json, value);
    if (c->value != NULL)
        c->value->integer = value;
}

static void
put_integer(cursor_t *c, int64_t value)
{
    godot_text_put_int(c->text, value);
    godot_json_integer(c->json, value);
}

static void
put_number(cursor_t *c, const number_t *number)
{
    if (number->integral) {
        put_integer(c, number->integer);
        return;
    }
    if (c->text != NULL)
        godot_text_put_bytes(c->text, number->digits, number->length);
    godot_json_real(c->json, number->real, number->digits);
}

double
godot_value_number(double number, int size)
{
    return size == 4 ? godot_real_widen(number) : number;
}

/* Tuples ---------------------------------------------------------------------------------- */

/* Returns the field of a component, by its letter. */
static int
component_field(char letter, bool integral)
{
    switch (letter) {
    case 'x':   return integral ? hf_ix : hf_x;
    case 'y':   return integral ? hf_iy : hf_y;
    case 'z':   return integral ? hf_iz : hf_z;
    case 'w':   return integral ? hf_iw : hf_w;
    case 'r':   return hf_r;
    case 'g':   return hf_g;
    case 'b':   return hf_b;
    case 'a':   return hf_a;
    case 'd':   return hf_d;
    default:    return integral ? hf_int : hf_float;
    }
}

/* axis: 'X' for "X.y", or 0 */
static void
numbers_add_component(cursor_t *c, proto_tree *tree, char axis, char letter, int size, const number_t *number)
{
    proto_item *item;
    int hf;

    if (tree == NULL)
        return;
    hf = component_field(letter, number->integral);
    spend(c, tree, 1);
    if (number->integral)
        item = proto_tree_add_int(tree, hf, c->tvb, c->offset, size, (int32_t)number->integer);
    else
        item = proto_tree_add_double(tree, hf, c->tvb, c->offset, size, number_as_written(number));
    if (axis != '\0' && c->labels)
        proto_item_set_text(item, "%c.%c: %s", axis, letter, number->digits);
}

static bool
walk_component(cursor_t *c, proto_tree *tree, const godot_group_t *group, unsigned i, const head_t *head)
{
    const int size = godot_element_size(head->type->element, head->flag_64);
    number_t number;

    if (!need_bytes(c, size))
        return false;
    if (wants(c, tree)) {
        read_number(c, head->type->element, size, &number);
        numbers_add_component(c, tree, group->axes != NULL ? group->axes[i] : '\0', group->fields[i], size, &number);
        put_number(c, &number);
        if (c->value != NULL && head->type->kind != GODOT_VALUE_OTHER) {
            c->value->component[c->value->components++] = number.real;
            c->value->component_length = size;
        }
    }
    c->offset += size;
    return true;
}

static proto_tree *
open_group(cursor_t *c, proto_tree *tree, const godot_group_t *group)
{
    static const int *const fields[] = {
        NULL, &hf_position, &hf_size, &hf_normal, &hf_column, &hf_row, &hf_origin
    };
    proto_item *item;

    if (group->kind == GROUP_PLAIN || tree == NULL)
        return tree;
    spend(c, tree, 1);
    item = proto_tree_add_item(tree, *fields[group->kind], c->tvb, c->offset, 0, ENC_NA);
    return proto_item_add_subtree(item, ett_group);
}

/* "X column: 1, 2" "y row: 4, 5, 6" "Size: 3, 4" */
static void
close_group(cursor_t *c, proto_tree *tree, const godot_group_t *group, int start, size_t mark)
{
    static const char *const labels[] = { NULL, "Position", "Size", "Normal", "column", "row", "Origin" };

    if (tree == NULL || group->kind == GROUP_PLAIN)
        return;
    close_item(c, tree, start);
    if (!c->labels)
        return;
    if (group->kind == GROUP_COLUMN)
        proto_item_set_text(proto_tree_get_parent(tree), "%c %s", group->axes[0], labels[group->kind]);
    else if (group->kind == GROUP_ROW)
        proto_item_set_text(proto_tree_get_parent(tree), "%c %s", group->fields[0], labels[group->kind]);
    append_text(c, tree, mark);
}

static bool
walk_group(cursor_t *c, proto_tree *tree, const godot_group_t *group, const head_t *head)
{
    const int start = c->offset;
    const size_t mark = godot_text_mark(c->text);
    proto_tree *sub = open_group(c, tree, group);
    bool ok = true;

    for (unsigned i = 0; ok && group->fields[i] != '\0'; i++) {
        if (i > 0)
            godot_text_put(c->text, ", ");
        ok = walk_component(c, sub, group, i, head);
    }
    close_group(c, sub, group, start, mark);
    return ok;
}

bool
walk_components(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const godot_group_t *first = head->type->groups;
    bool ok = true;

    godot_json_begin(c->json, GODOT_JSON_ARRAY);
    for (const godot_group_t *group = first; ok && group->fields != NULL; group++) {
        if (group != first)
            godot_text_put(c->text, ", ");
        ok = walk_group(c, tree, group, head);
    }
    godot_json_end(c->json, GODOT_JSON_ARRAY);
    return ok;
}

bool
walk_tuple(cursor_t *c, proto_tree *tree, const head_t *head)
{
    bool ok;

    godot_text_put(c->text, head->type->name);
    godot_text_put(c->text, "(");
    ok = walk_components(c, tree, head);
    godot_text_put(c->text, ")");
    return ok;
}

/* Single numbers -------------------------------------------------------------------------- */

bool
walk_int(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const int size = head->flag_64 ? 8 : 4;
    number_t number;

    if (!need_bytes(c, size))
        return false;
    read_number(c, ELEMENT_I64, size, &number);
    if (tree != NULL)
        proto_tree_add_int64(tree, hf_int, c->tvb, c->offset, size, number.integer);
    put_number(c, &number);
    if (c->value != NULL)
        c->value->integer = number.integer;
    c->offset += size;
    return true;
}

bool
walk_float(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const int size = head->flag_64 ? 8 : 4;
    number_t number;

    if (!need_bytes(c, size))
        return false;
    if (wants(c, tree)) {
        read_number(c, ELEMENT_REAL, size, &number);
        if (tree != NULL)
            proto_tree_add_double(tree, hf_float, c->tvb, c->offset, size, number_as_written(&number));
        godot_text_put_float(c->text, number.digits);
        godot_json_real(c->json, number.real, number.digits);
        if (c->value != NULL)
            c->value->real = number.real;
    }
    c->offset += size;
    return true;
}

bool
walk_bool(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    uint32_t word;
    proto_item *item;

    if (!need_bytes(c, 4))
        return false;
    word = tvb_get_letohl(c->tvb, c->offset);
    item = tree != NULL ? proto_tree_add_boolean(tree, hf_bool, c->tvb, c->offset, 4, word != 0) : NULL;
    if (word > 1)
        add_note(c, item, &ei_bool_value);
    put_boolean(c, word != 0);
    c->offset += 4;
    return true;
}

bool
walk_compact_bool(cursor_t *c, proto_tree *tree)
{
    const bool value = (tvb_get_uint8(c->tvb, c->offset) & 0x80) != 0;

    if (tree != NULL)
        proto_tree_add_boolean(tree, hf_bool, c->tvb, c->offset, 1, value);
    c->offset++;
    put_boolean(c, value);
    return true;
}

/* Reads an integer of 1, 2, 4 or 8 bytes. */
static int64_t
get_int(tvbuff_t *tvb, int offset, int size)
{
    switch (size) {
    case 1:     return (int8_t)tvb_get_uint8(tvb, offset);
    case 2:     return (int16_t)tvb_get_letohs(tvb, offset);
    case 4:     return tvb_get_letohil(tvb, offset);
    default:    return tvb_get_letohi64(tvb, offset);
    }
}

bool
walk_compact_int(cursor_t *c, proto_tree *tree)
{
    const int size = 1 << (tvb_get_uint8(c->tvb, c->offset) >> 6);
    int64_t value;

    add_item(c, tree, hf_width, 1, ENC_NA);
    c->offset++;
    if (!need_bytes(c, size))
        return false;
    value = get_int(c->tvb, c->offset, size);
    if (tree != NULL)
        proto_tree_add_int64(tree, hf_int, c->tvb, c->offset, size, value);
    put_integer(c, value);
    if (c->value != NULL)
        c->value->integer = value;
    c->offset += size;
    return true;
}

static void
add_listed_number(cursor_t *c, proto_tree *tree, uint32_t nth, int size, const number_t *number)
{
    if (tree == NULL)
        return;
    spend(c, tree, 1);
    if (number->integral)
        proto_tree_add_int64_format(tree, hf_int, c->tvb, c->offset, size, number->integer,
                                    "[%u]: %" PRId64, nth, number->integer);
    else
        proto_tree_add_double_format(tree, hf_float, c->tvb, c->offset, size, number_as_written(number),
                                     "[%u]: %s", nth, number->digits);
}

bool
walk_listed_number(cursor_t *c, proto_tree *tree, uint32_t nth, godot_element_t element, int size)
{
    number_t number;

    if (!need_bytes(c, size))
        return false;
    if (wants(c, tree)) {
        read_number(c, element, size, &number);
        put_number(c, &number);
        add_listed_number(c, tree, nth, size, &number);
    }
    c->offset += size;
    return true;
}

/* The sizes in bits 6-7 of the compact form (docs/wire/variant.md, 9). */
static const value_string compact_widths[] = {
    { 0, "1 byte" },
    { 1, "2 bytes" },
    { 2, "4 bytes" },
    { 3, "8 bytes" },
    { 0, NULL }
};

void
numbers_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_width,
            { "Width", "godot.variant.width", FT_UINT8, BASE_DEC,
              VALS(compact_widths), 0xc0, "Bytes of an integer in the compact form", HFILL } },
        { &hf_bool,
            { "Bool", "godot.variant.bool", FT_BOOLEAN, BASE_NONE,
              NULL, 0x0, "A boolean value", HFILL } },
        { &hf_int,
            { "Integer", "godot.variant.int", FT_INT64, BASE_DEC,
              NULL, 0x0, "An integer, or an integer part of a value that has no field of its own", HFILL } },
        { &hf_float,
            { "Float", "godot.variant.float", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "A number with a point, in the shortest decimal that gives the same bits", HFILL } },
        { &hf_x,
            { "X", "godot.variant.x", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Component x of a vector", HFILL } },
        { &hf_y,
            { "Y", "godot.variant.y", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Component y of a vector", HFILL } },
        { &hf_z,
            { "Z", "godot.variant.z", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Component z of a vector", HFILL } },
        { &hf_w,
            { "W", "godot.variant.w", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Component w of a vector", HFILL } },
        { &hf_ix,
            { "X", "godot.variant.ix", FT_INT32, BASE_DEC,
              NULL, 0x0, "Component x of an integer vector", HFILL } },
        { &hf_iy,
            { "Y", "godot.variant.iy", FT_INT32, BASE_DEC,
              NULL, 0x0, "Component y of an integer vector", HFILL } },
        { &hf_iz,
            { "Z", "godot.variant.iz", FT_INT32, BASE_DEC,
              NULL, 0x0, "Component z of an integer vector", HFILL } },
        { &hf_iw,
            { "W", "godot.variant.iw", FT_INT32, BASE_DEC,
              NULL, 0x0, "Component w of an integer vector", HFILL } },
        { &hf_r,
            { "Red", "godot.variant.r", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Red part of a colour", HFILL } },
        { &hf_g,
            { "Green", "godot.variant.g", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Green part of a colour", HFILL } },
        { &hf_b,
            { "Blue", "godot.variant.b", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Blue part of a colour", HFILL } },
        { &hf_a,
            { "Alpha", "godot.variant.a", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Opacity of a colour", HFILL } },
        { &hf_d,
            { "Distance", "godot.variant.d", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Distance of a plane from the origin", HFILL } },
        { &hf_position,
            { "Position", "godot.variant.position", FT_NONE, BASE_NONE,
              NULL, 0x0, "Corner of a rectangle or box", HFILL } },
        { &hf_size,
            { "Size", "godot.variant.size", FT_NONE, BASE_NONE,
              NULL, 0x0, "Extent of a rectangle or box", HFILL } },
        { &hf_normal,
            { "Normal", "godot.variant.normal", FT_NONE, BASE_NONE,
              NULL, 0x0, "Direction that a plane faces", HFILL } },
        { &hf_column,
            { "Column", "godot.variant.column", FT_NONE, BASE_NONE,
              NULL, 0x0, "One axis of a matrix", HFILL } },
        { &hf_row,
            { "Row", "godot.variant.row", FT_NONE, BASE_NONE,
              NULL, 0x0, "One component of each axis of a matrix", HFILL } },
        { &hf_origin,
            { "Origin", "godot.variant.origin", FT_NONE, BASE_NONE,
              NULL, 0x0, "What a transform moves by", HFILL } },
    };
    static int *ett[] = { &ett_group };
    static ei_register_info ei[] = {
        { &ei_bool_value,
            { "godot.variant.bool_value", PI_PROTOCOL, PI_NOTE,
              "A bool that is neither 0 nor 1 counts as true", EXPFILL } },
    };

    proto_register_field_array(proto, hf, array_length(hf));
    proto_register_subtree_array(ett, array_length(ett));
    expert_register_field_array(experts, ei, array_length(ei));
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
