/* variant/items.c
 * How are values and faults added to the tree?
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
#include "records/experts.h"
#include "variant/labels.h"

/* Faults shown of one value: the packet is broken, a longer list is of no use. */
#define FAULTS_LIMIT        50

/*
 * Items in one frame, whatever the preferences say. From 4.6 on Wireshark stops at 50000 items that do not advance in
 * their bytes, which happens with all items in a reassembled message.
 */
#define FRAME_ITEMS_LIMIT   20000
/* Expert items in one frame: each has five items. */
#define FRAME_NOTES_LIMIT   2000

static int proto_variant = -1;

static int hf_plain = -1;
static int hf_key = -1;
static int hf_item = -1;
static int hf_property = -1;
static int hf_padding = -1;
static int hf_bytes = -1;

static int ett_value = -1;
static int ett_flags = -1;

static expert_field ei_truncated = EI_INIT;
static expert_field ei_uncaptured = EI_INIT;
static expert_field ei_unknown_flags = EI_INIT;
static expert_field ei_padding = EI_INIT;

frame_t *
frame_of(cursor_t *c)
{
    if (c->frame == NULL)
        c->frame = (frame_t *)p_get_proto_data(c->pinfo->pool, c->pinfo, proto_variant, 0);
    if (c->frame == NULL) {
        c->frame = wmem_new(c->pinfo->pool, frame_t);
        *c->frame = (frame_t) { .items = FRAME_ITEMS_LIMIT, .notes = FRAME_NOTES_LIMIT };
        p_add_proto_data(c->pinfo->pool, c->pinfo, proto_variant, 0, c->frame);
    }
    return c->frame;
}

void
add_remark(cursor_t *c, proto_item *item, expert_field *ei)
{
    if (c->pinfo == NULL || c->faults > FAULTS_LIMIT || frame_of(c)->notes <= 0)
        return;
    c->frame->notes--;
    experts_add(c->pinfo, item != NULL ? item : c->item, ei);
}

static void
add_flaw(cursor_t *c, proto_item *item, expert_field *ei, godot_flaw_t flaw)
{
    c->faults++;
    c->flaw = MAX(c->flaw, flaw);
    add_remark(c, item, ei);
}

void
add_note(cursor_t *c, proto_item *item, expert_field *ei)
{
    add_flaw(c, item, ei, GODOT_FLAW_ANY);
}

bool
add_fault(cursor_t *c, proto_item *item, expert_field *ei)
{
    add_note(c, item, ei);
    godot_text_put(c->text, "\xe2\x80\xa6");
    godot_json_null(c->json);
    return false;
}

bool
too_short(cursor_t *c, uint32_t bytes)
{
    return add_fault(c, NULL, bytes <= (uint32_t)(c->claimed - c->offset) ? &ei_uncaptured : &ei_truncated);
}

proto_tree *
open_item(cursor_t *c, proto_tree *tree, int hf)
{
    if (tree == NULL)
        return NULL;
    spend(c, tree, 1);
    return proto_item_add_subtree(proto_tree_add_item(tree, hf, c->tvb, c->offset, 0, ENC_NA), ett_value);
}

proto_tree *
open_role(cursor_t *c, proto_tree *tree, role_t role)
{
    static const int *const fields[] = {
        [ROLE_PLAIN] = &hf_plain, [ROLE_KEY] = &hf_key, [ROLE_ITEM] = &hf_item, [ROLE_PROPERTY] = &hf_property
    };

    return open_item(c, tree, *fields[role]);
}

void
close_item(const cursor_t *c, proto_tree *tree, int start)
{
    if (tree != NULL)
        proto_item_set_len(proto_tree_get_parent(tree), c->offset - start);
}

void
append_text(const cursor_t *c, proto_tree *tree, size_t mark)
{
    const char *text = godot_text_since(c->text, mark, c->pinfo->pool);

    if (text != NULL)
        godot_label_append(c->pinfo, proto_tree_get_parent(tree), ": ", text);
}

void
label_item(const cursor_t *c, proto_tree *tree, role_t role, uint32_t nth, size_t mark)
{
    const char *text, *name = role == ROLE_KEY ? "Key" : "Value";
    char number[16];

    if (tree == NULL || !c->labels)
        return;
    if (role == ROLE_ITEM || role == ROLE_PROPERTY) {
        snprintf(number, sizeof number, "[%u]", nth);
        name = number;
    }
    text = godot_text_since(c->text, mark, c->pinfo->pool);
    godot_label_set(c->pinfo, proto_tree_get_parent(tree), name, text != NULL ? ": " : "", text != NULL ? text : "");
}

bool
walk_word(cursor_t *c, proto_tree *tree, int hf, uint32_t *word, proto_item **item)
{
    proto_item *added;

    if (!need_bytes(c, 4))
        return false;
    *word = tvb_get_letohl(c->tvb, c->offset);
    added = add_item(c, tree, hf, 4, ENC_LITTLE_ENDIAN);
    if (item != NULL)
        *item = added;
    c->offset += 4;
    return true;
}

void
walk_flags(cursor_t *c, proto_tree *tree, int hf, int size, int *const *fields, bool silent, uint32_t unknown)
{
    proto_item *item;

    if (fields != NULL && !silent)
        item = proto_tree_add_bitmask(tree, c->tvb, c->offset, hf, ett_flags, fields, ENC_LITTLE_ENDIAN);
    else
        item = add_item(c, tree, hf, size, ENC_LITTLE_ENDIAN);
    if (fields != NULL && silent)
        proto_tree_add_bitmask_list(proto_item_add_subtree(item, ett_flags), c->tvb, c->offset, size, fields, ENC_LITTLE_ENDIAN);
    if (unknown != 0)
        add_note(c, item, &ei_unknown_flags);
    c->offset += size;
}

static bool
is_zero(const cursor_t *c, int length)
{
    for (int i = 0; i < length; i++)
        if (tvb_get_uint8(c->tvb, c->offset + i) != 0)
            return false;
    return true;
}

bool
walk_padding(cursor_t *c, proto_tree *tree, uint32_t length, bool may_be_garbage)
{
    const int padding = (4 - length % 4) % 4;
    proto_item *item;

    if (padding == 0)
        return true;
    if (!need_bytes(c, padding))
        return false;
    item = add_item(c, tree, hf_padding, padding, ENC_NA);
    if (!may_be_garbage && c->dialect->zero_padding && !is_zero(c, padding))
        add_flaw(c, item, &ei_padding, GODOT_FLAW_PADDING);
    c->offset += padding;
    return true;
}

uint32_t
add_bytes(cursor_t *c, proto_tree *tree, uint32_t length)
{
    const uint32_t there = MIN(length, (uint32_t)bytes_left(c));

    add_item(c, tree, hf_bytes, there, ENC_NA);
    return there;
}

void
items_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_plain,
            { "Value", "godot.variant.plain", FT_NONE, BASE_NONE,
              NULL, 0x0, "A value that is no entry of an array or dictionary", HFILL } },
        { &hf_key,
            { "Key", "godot.variant.key", FT_NONE, BASE_NONE,
              NULL, 0x0, "The key of a dictionary's pair", HFILL } },
        { &hf_item,
            { "Item", "godot.variant.item", FT_NONE, BASE_NONE,
              NULL, 0x0, "An element of an array, or a pair of a dictionary", HFILL } },
        { &hf_property,
            { "Property", "godot.variant.property", FT_NONE, BASE_NONE,
              NULL, 0x0, "A property of an object", HFILL } },
        { &hf_padding,
            { "Padding", "godot.variant.padding", FT_BYTES, BASE_NONE,
              NULL, 0x0, "Fills up to a multiple of four bytes", HFILL } },
        { &hf_bytes,
            { "Bytes", "godot.variant.bytes", FT_BYTES, BASE_NONE,
              NULL, 0x0, "Content of a byte array", HFILL } },
    };
    static int *ett[] = { &ett_value, &ett_flags };
    static ei_register_info ei[] = {
        { &ei_truncated,
            { "godot.variant.truncated", PI_MALFORMED, PI_ERROR,
              "The value ends before it is complete", EXPFILL } },
        { &ei_uncaptured,
            { "godot.variant.uncaptured", PI_UNDECODED, PI_NOTE,
              "The rest of the value was not captured", EXPFILL } },
        { &ei_unknown_flags,
            { "godot.variant.unknown_flags", PI_PROTOCOL, PI_WARN,
              "Flags that mean nothing here", EXPFILL } },
        { &ei_padding,
            { "godot.variant.padding_set", PI_PROTOCOL, PI_NOTE,
              "Padding is not zero", EXPFILL } },
    };

    proto_variant = proto;
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
