/* variant/head.c
 * Which type does a value have, and which types does a container declare for its elements?
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

#include "variant/head.h"
#include "variant/items.h"
#include "variant/strings.h"

static int hf_type = -1;
static int hf_reserved = -1;
static int hf_flags = -1;
static int hf_flags_64 = -1;
static int hf_flags_object_id = -1;
static int hf_flags_element_kind = -1;
static int hf_flags_key_kind = -1;
static int hf_flags_value_kind = -1;
static int hf_element_type = -1;
static int hf_class = -1;
static int hf_script = -1;

static expert_field ei_unknown_type = EI_INIT;
static expert_field ei_reserved = EI_INIT;

void
peek_head(const cursor_t *c, head_t *head)
{
    const bool whole = bytes_left(c) >= 4;
    uint32_t word;

    *head = (head_t) { 0 };
    if (bytes_left(c) < 1)
        return;
    word = whole ? tvb_get_letohl(c->tvb, c->offset) : tvb_get_uint8(c->tvb, c->offset);
    head->id = word & 0xff;
    head->compact = c->compact && c->depth == 0 && ((head->id & 0x3f) == 1 || (head->id & 0x3f) == 2);
    if (head->compact)
        head->id &= 0x3f;
    else if (!whole)
        return;
    else {
        if (c->dialect->word_is_type)
            head->id = word;
        head->reserved = word >> 8 & 0xff;
        head->flags = word >> 16;
    }
    head->type = godot_dialect_type(c->dialect, head->id);
    head->flag_64 = head->type != NULL && (head->flags & head->type->flags & GODOT_FLAG_64) != 0;
}

/* Returns the label of a type. It is made once for each type of each dialect. */
static const char *
type_label(const cursor_t *c, const head_t *head)
{
    static const char *labels[GODOT_DIALECT_4_X_DOC + 1][UINT8_MAX + 1];
    const char **label = &labels[c->dialect->number][(uint8_t)head->id];

    if (head->type == NULL)
        return wmem_strdup_printf(c->pinfo->pool, "Type: Unknown (%u)", (uint8_t)head->id);
    if (*label == NULL)
        *label = wmem_strdup_printf(wmem_epan_scope(), "Type: %s (%u)", head->type->name, (uint8_t)head->id);
    return *label;
}

proto_item *
add_type(cursor_t *c, proto_tree *tree, const head_t *head)
{
    proto_item *item = proto_tree_add_uint(tree, hf_type, c->tvb, c->offset, 1, (uint8_t)head->id);

    if (c->labels)
        proto_item_set_text(item, "%s", type_label(c, head));
    return item;
}

/* Returns the fields for single flags of a type, or NULL. */
static int *const *
flag_fields(const godot_type_t *type)
{
    static int *const numbers[] = { &hf_flags_64, NULL };
    static int *const objects[] = { &hf_flags_object_id, NULL };
    static int *const arrays[] = { &hf_flags_element_kind, NULL };
    static int *const dictionaries[] = { &hf_flags_key_kind, &hf_flags_value_kind, NULL };

    if (type == NULL || type->flags == 0)
        return NULL;
    switch (type->shape) {
    case SHAPE_OBJECT:          return objects;
    case SHAPE_ARRAY:           return arrays;
    case SHAPE_DICTIONARY:      return dictionaries;
    default:                    return numbers;
    }
}

/* Tells whether no flag is set, and elements are of any type. */
static bool
says_nothing(const head_t *head)
{
    return head->flags == 0 && head->type != NULL && head->type->shape != SHAPE_ARRAY && head->type->shape != SHAPE_DICTIONARY;
}

bool
walk_head(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const uint32_t unknown = head->type != NULL ? head->flags & ~(unsigned)head->type->flags : 0;
    proto_item *type_item, *item;

    if (!need_bytes(c, 4))
        return false;
    spend(c, tree, 6);          /* with flags, and a payload of one item */
    type_item = tree != NULL ? add_type(c, tree, head) : NULL;
    item = tree != NULL ? proto_tree_add_uint(tree, hf_reserved, c->tvb, c->offset + 1, 1, head->reserved) : NULL;
    if (head->reserved != 0)
        add_note(c, item, &ei_reserved);
    c->offset += 2;
    walk_flags(c, tree, hf_flags, 2, tree != NULL ? flag_fields(head->type) : NULL, says_nothing(head), unknown);
    return head->type != NULL || add_fault(c, type_item, &ei_unknown_type);
}

bool
walk_class(cursor_t *c, proto_tree *tree, const char **name)
{
    return walk_string_field(c, tree, hf_class, false, name);
}

bool
walk_declared_type(cursor_t *c, proto_tree *tree, unsigned kind)
{
    const godot_type_t *type;
    const char *name = "Variant";
    proto_item *item;
    uint32_t id;
    bool ok = true;

    if (kind == 1) {
        ok = walk_word(c, tree, hf_element_type, &id, &item);
        type = ok ? godot_dialect_type(c->dialect, id) : NULL;
        if (ok && type == NULL)
            add_note(c, item, &ei_unknown_type);
        if (type != NULL)
            proto_item_append_text(item, " (%s)", type->name);
        if (type != NULL && id != 0)
            name = type->name;
    } else if (kind == 2)
        ok = walk_class(c, tree, &name);
    else if (kind == 3)
        ok = walk_string_field(c, tree, hf_script, false, &name);
    if (name != NULL)
        godot_text_put_escaped(c->text, name);
    return ok;
}

static const value_string container_kinds[] = {
    { 0, "any" },
    { 1, "built-in type" },
    { 2, "class" },
    { 3, "script" },
    { 0, NULL }
};

void
head_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_type,
            { "Type", "godot.variant.type", FT_UINT8, BASE_DEC,
              NULL, 0x0, "Type number; what it means depends on the dialect", HFILL } },
        { &hf_reserved,
            { "Reserved", "godot.variant.reserved", FT_UINT8, BASE_HEX,
              NULL, 0x0, "Always written as zero, ignored by readers", HFILL } },
        { &hf_flags,
            { "Flags", "godot.variant.flags", FT_UINT16, BASE_HEX,
              NULL, 0x0, "Upper half of the header word", HFILL } },
        { &hf_flags_64,
            { "64 bits", "godot.variant.flags.wide", FT_BOOLEAN, 16,
              NULL, GODOT_FLAG_64, "Numbers are 64 bits wide instead of 32", HFILL } },
        { &hf_flags_object_id,
            { "By instance id", "godot.variant.flags.object_id", FT_BOOLEAN, 16,
              NULL, GODOT_FLAG_ID, "An instance id instead of the whole object", HFILL } },
        { &hf_flags_element_kind,
            { "Elements", "godot.variant.flags.element_kind", FT_UINT16, BASE_DEC,
              VALS(container_kinds), GODOT_FLAG_ELEMENT_KIND, "How the type of the elements is declared", HFILL } },
        { &hf_flags_key_kind,
            { "Keys", "godot.variant.flags.key_kind", FT_UINT16, BASE_DEC,
              VALS(container_kinds), GODOT_FLAG_KEY_KIND, "How the type of the keys is declared", HFILL } },
        { &hf_flags_value_kind,
            { "Values", "godot.variant.flags.value_kind", FT_UINT16, BASE_DEC,
              VALS(container_kinds), GODOT_FLAG_VALUE_KIND, "How the type of the values is declared", HFILL } },
        { &hf_element_type,
            { "Element type", "godot.variant.element_type", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Declared type of a container's elements, keys or values", HFILL } },
        { &hf_class,
            { "Class", "godot.variant.class", FT_STRING, BASE_NONE,
              NULL, 0x0, "Native class of an object or of a container's elements", HFILL } },
        { &hf_script,
            { "Script", "godot.variant.script", FT_STRING, BASE_NONE,
              NULL, 0x0, "Path of the script that types a container's elements", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_unknown_type,
            { "godot.variant.unknown_type", PI_MALFORMED, PI_ERROR,
              "No such type in this dialect", EXPFILL } },
        { &ei_reserved,
            { "godot.variant.reserved_set", PI_PROTOCOL, PI_WARN,
              "The second byte of the header is not zero", EXPFILL } },
    };

    proto_register_field_array(proto, hf, array_length(hf));
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
