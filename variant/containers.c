/* variant/containers.c
 * What do arrays, dictionaries and packed arrays contain?
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

#include "variant/containers.h"
#include "variant/entries.h"
#include "variant/head.h"
#include "variant/items.h"
#include "variant/numbers.h"
#include "variant/strings.h"

static expert_field ei_padding_missing = EI_INIT;

/* Arrays and dictionaries ----------------------------------------------------------------- */

static bool
walk_element(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries _U_)
{
    if (nth > 0)
        godot_text_put(c->text, ", ");
    return walk_nested(c, tree, ROLE_ITEM, nth);
}

bool
walk_array(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const unsigned kind = head->flags & head->type->flags & GODOT_FLAG_ELEMENT_KIND;
    entries_t entries = { .walk = walk_element, .form = GODOT_JSON_ARRAY };
    bool ok = true;

    if (kind != 0) {
        godot_text_put(c->text, "Array[");
        ok = walk_declared_type(c, tree, kind);
        godot_text_put(c->text, "](");
    }
    godot_text_put(c->text, "[");
    ok = ok && walk_shared_count(c, tree, 4, &entries.count) && walk_entries(c, tree, &entries);
    godot_text_put(c->text, kind != 0 ? "])" : "]");
    return ok;
}

/* Walks over a key and its value. In JSON they are a member of an object, or an array of two. */
static bool
walk_pair_values(cursor_t *c, proto_tree *tree, const entries_t *entries)
{
    const bool is_member = entries->form == GODOT_JSON_OBJECT;
    bool ok;

    if (is_member)
        godot_json_name_follows(c->json);
    else
        godot_json_begin(c->json, GODOT_JSON_ARRAY);
    ok = walk_nested(c, tree, ROLE_KEY, 0);
    godot_text_put(c->text, ": ");
    ok = ok && walk_nested(c, tree, ROLE_PLAIN, 0);
    if (!is_member)
        godot_json_end(c->json, GODOT_JSON_ARRAY);
    return ok;
}

/* Walks over an item: its values have a label in common. */
static bool
walk_item(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries,
          bool (*walk_values)(cursor_t *c, proto_tree *tree, const entries_t *entries))
{
    const int start = c->offset;
    proto_tree *sub;
    size_t mark;
    bool ok;

    if (nth > 0)
        godot_text_put(c->text, ", ");
    mark = godot_text_mark(c->text);
    sub = open_role(c, tree, ROLE_ITEM);
    ok = walk_values(c, sub, entries);
    close_item(c, sub, start);
    label_item(c, sub, ROLE_ITEM, nth, mark);
    return ok;
}

static bool
walk_pair(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries)
{
    return walk_item(c, tree, nth, entries, walk_pair_values);
}

static bool
walk_dictionary_types(cursor_t *c, proto_tree *tree, unsigned flags)
{
    bool ok;

    if (flags == 0)
        return true;
    godot_text_put(c->text, "Dictionary[");
    ok = walk_declared_type(c, tree, flags & GODOT_FLAG_KEY_KIND);
    godot_text_put(c->text, ", ");
    ok = ok && walk_declared_type(c, tree, (flags & GODOT_FLAG_VALUE_KIND) >> 2);
    godot_text_put(c->text, "](");
    return ok;
}

/*
 * Tells whether the keys of so many pairs are strings, as far as they can be read. It walks ahead with a copy of the
 * cursor; where JSON is written there is no text, and nothing is reported.
 */
static bool
has_string_keys(cursor_t c, uint32_t count)
{
    bool ok = true;
    head_t head;

    c.json = NULL;
    for (uint32_t i = 0; ok && i < count; i++) {
        peek_head(&c, &head);
        if (head.type == NULL || head.type->shape != SHAPE_STRING)
            return false;
        ok = walk_nested(&c, NULL, ROLE_KEY, 0) && walk_nested(&c, NULL, ROLE_PLAIN, 0);
    }
    return true;
}

static bool
walk_pairs(cursor_t *c, proto_tree *tree)
{
    entries_t entries = { .walk = walk_pair };

    if (!walk_shared_count(c, tree, 8, &entries.count))
        return false;
    if (c->json != NULL)
        entries.form = has_string_keys(*c, entries.count) ? GODOT_JSON_OBJECT : GODOT_JSON_ARRAY;
    return walk_entries(c, tree, &entries);
}

bool
walk_dictionary(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const unsigned flags = head->flags & head->type->flags;
    bool ok = walk_dictionary_types(c, tree, flags);

    godot_text_put(c->text, "{");
    ok = ok && walk_pairs(c, tree);
    godot_text_put(c->text, flags != 0 ? "})" : "}");
    return ok;
}

/* Packed arrays --------------------------------------------------------------------------- */

static bool
walk_packed_number(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries)
{
    const head_t *head = (const head_t *)entries->data;

    if (nth > 0)
        godot_text_put(c->text, ", ");
    return walk_listed_number(c, tree, nth, head->type->element, entries->size);
}

static bool
walk_tuple_values(cursor_t *c, proto_tree *tree, const entries_t *entries)
{
    return walk_components(c, tree, (const head_t *)entries->data);
}

static bool
walk_packed_tuple(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries)
{
    return walk_item(c, tree, nth, entries, walk_tuple_values);
}

/* Walks over the elements. The caller's struct is for the whole value, so it is not filled in for the elements. */
static bool
walk_elements(cursor_t *c, proto_tree *tree, const entries_t *entries)
{
    godot_value_t *value = c->value;
    bool ok;

    c->value = NULL;
    ok = walk_entries(c, tree, entries);
    c->value = value;
    return ok;
}

bool
walk_packed(cursor_t *c, proto_tree *tree, const head_t *head)
{
    entries_t entries = {
        .walk = head->type->groups != NULL ? walk_packed_tuple : walk_packed_number,
        .size = godot_element_size(head->type->element, head->flag_64) * godot_type_components(head->type),
        .data = head,
        .form = GODOT_JSON_ARRAY
    };
    bool ok;

    godot_text_put(c->text, head->type->name);
    godot_text_put(c->text, "(");
    ok = walk_count(c, tree, entries.size, &entries.count) && walk_elements(c, tree, &entries);
    godot_text_put(c->text, ")");
    return ok;
}

/* Walks over length, text with its NUL, and padding (3.2). */
static bool
walk_packed_string(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries _U_)
{
    const int start = c->offset;
    const char *string;
    proto_tree *sub;
    size_t mark;
    bool ok;

    if (nth > 0)
        godot_text_put(c->text, ", ");
    mark = godot_text_mark(c->text);
    sub = open_role(c, tree, ROLE_ITEM);
    ok = walk_bare_string(c, sub, &string);
    if (string != NULL)
        godot_text_put_quoted(c->text, string);
    if (ok)
        godot_json_string(c->json, string);
    close_item(c, sub, start);
    label_item(c, sub, ROLE_ITEM, nth, mark);
    return ok;
}

/* This is the only packed array whose count may be negative (4.7). */
bool
walk_packed_strings(cursor_t *c, proto_tree *tree, const head_t *head)
{
    entries_t entries = { .walk = walk_packed_string, .form = GODOT_JSON_ARRAY };
    bool ok;

    godot_text_put(c->text, head->type->name);
    godot_text_put(c->text, "(");
    ok = walk_signed_count(c, tree, 4, false, &entries.count) && walk_elements(c, tree, &entries);
    godot_text_put(c->text, ")");
    return ok;
}

static void
put_bytes(cursor_t *c, uint32_t length)
{
    for (uint32_t i = 0; i < length && godot_text_wanted(c->text); i++) {
        if (i > 0)
            godot_text_put(c->text, ", ");
        godot_text_put_int(c->text, tvb_get_uint8(c->tvb, c->offset + i));
    }
}

/* Walks over bytes and their padding, which may be missing at the very end (3.3). */
static bool
walk_raw(cursor_t *c, proto_tree *tree, uint32_t length)
{
    const uint32_t there = add_bytes(c, tree, length);

    if (c->value != NULL) {
        c->value->bytes = c->offset;
        c->value->byte_count = length;
    }
    put_bytes(c, there);
    c->offset += there;
    if (there < length)
        return need_bytes(c, length - there);
    if (length % 4 == 0 || c->offset < c->claimed)
        return walk_padding(c, tree, length, false);
    add_note(c, NULL, &ei_padding_missing);
    return true;
}

bool
walk_bytes(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const int start = c->offset + 4;
    uint32_t length;
    bool ok;

    godot_text_put(c->text, head->type->name);
    godot_text_put(c->text, "(");
    ok = walk_count(c, tree, 1, &length) && walk_raw(c, tree, length);
    if (ok)
        godot_json_bytes(c->json, c->pinfo, c->tvb, start, start + (int)length);
    godot_text_put(c->text, ")");
    return ok;
}

void
walk_bare_bytes(cursor_t *c, proto_tree *tree)
{
    const uint32_t length = add_bytes(c, tree, (uint32_t)bytes_left(c));

    godot_text_put(c->text, "PackedByteArray(");
    put_bytes(c, length);
    godot_text_put(c->text, ")");
}

void
containers_register(expert_module_t *experts)
{
    static ei_register_info ei[] = {
        { &ei_padding_missing,
            { "godot.variant.padding_missing", PI_PROTOCOL, PI_NOTE,
              "Padding is missing", EXPFILL } },
    };

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
