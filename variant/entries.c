/* variant/entries.c
 * How are a container's entries counted, walked over, and shown or hidden?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/entries.h"
#include "variant/items.h"

#define COUNT_MASK          0x7fffffffU
#define SHARED_MASK         0x80000000U

static int hf_count = -1;
static int hf_shared = -1;
static int hf_hidden = -1;

static expert_field ei_impossible_count = EI_INIT;
static expert_field ei_shared = EI_INIT;
static expert_field ei_depth_limit = EI_INIT;

/* Counts ---------------------------------------------------------------------------------- */

bool
check_count(cursor_t *c, proto_item *item, uint32_t count, int size)
{
    return count <= (uint32_t)(c->claimed - c->offset) / (uint32_t)size ||
        add_fault(c, item, &ei_impossible_count);
}

bool
walk_count(cursor_t *c, proto_tree *tree, int size, uint32_t *count)
{
    proto_item *item;

    if (!walk_word(c, tree, hf_count, count, &item))
        return false;
    return check_count(c, item, *count, size);
}

bool
walk_signed_count(cursor_t *c, proto_tree *tree, int size, bool silently, uint32_t *count)
{
    proto_item *item;

    if (!walk_word(c, tree, hf_count, count, &item))
        return false;
    if (*count > COUNT_MASK) {
        if (!silently)
            add_note(c, item, &ei_impossible_count);
        *count = 0;
    }
    return check_count(c, item, *count, size);
}

bool
walk_shared_count(cursor_t *c, proto_tree *tree, int size, uint32_t *count)
{
    proto_item *item;

    if (!need_bytes(c, 4))
        return false;
    *count = tvb_get_letohl(c->tvb, c->offset);
    item = proto_tree_add_uint(tree, hf_count, c->tvb, c->offset, 4, *count & COUNT_MASK);
    if (c->dialect->shared_bit || (*count & SHARED_MASK) != 0)
        add_item(c, tree, hf_shared, 4, ENC_LITTLE_ENDIAN);
    if (!c->dialect->shared_bit && (*count & SHARED_MASK) != 0)
        add_note(c, item, &ei_shared);
    *count &= COUNT_MASK;
    c->offset += 4;
    return check_count(c, item, *count, size);
}

/* Entries --------------------------------------------------------------------------------- */

/* Tells whether the entry may have an item of its own. */
static bool
is_shown(const cursor_t *c, const proto_tree *tree, uint32_t nth)
{
    return tree != NULL && c->depth < c->depth_shown && nth < c->entries_shown && items_allowed(c);
}

/* Walks over the entries from the nth on without items: only for the text up to its limit, and to find the end. */
static bool
walk_hidden(cursor_t *c, const entries_t *entries, uint32_t nth)
{
    bool ok = true;

    for (; ok && nth < entries->count; nth++) {
        if (entries->size != 0 && !wants(c, NULL)) {
            uint32_t there = MIN(entries->count - nth, (uint32_t)bytes_left(c) / entries->size);

            c->offset += there * entries->size;
            return there == entries->count - nth || need_bytes(c, entries->size);
        }
        ok = entries->walk(c, NULL, nth, entries);
    }
    return ok;
}

/* Does the same with a text: that of hidden entries ends at the limit of godot.variant.value. */
static bool
walk_hidden_with_text(cursor_t *c, const entries_t *entries, uint32_t nth)
{
    size_t limit;
    bool ok, full;

    if (c->text == NULL)
        return walk_hidden(c, entries, nth);
    limit = c->text->limit;
    c->text->limit = MIN(limit, c->text_shown);
    ok = walk_hidden(c, entries, nth);
    full = !godot_text_wanted(c->text);
    c->text->limit = limit;
    if (full)
        godot_text_put(c->text, ", \xe2\x80\xa6");
    return ok;
}

/* Adds one item for the bytes that are not shown one by one. */
static proto_item *
add_hidden(const cursor_t *c, proto_tree *tree, int start, uint32_t count)
{
    proto_item *item;

    if (tree == NULL || c->offset == start)
        return NULL;
    item = proto_tree_add_item(tree, hf_hidden, c->tvb, start, c->offset - start, ENC_NA);
    proto_item_set_text(item, "Not shown: %u more", count);
    return item;
}

static bool
walk_shown_and_hidden(cursor_t *c, proto_tree *tree, const entries_t *entries)
{
    proto_item *hidden;
    uint32_t shown;
    bool ok = true;
    int start;

    for (shown = 0; ok && shown < entries->count && is_shown(c, tree, shown); shown++)
        ok = entries->walk(c, tree, shown, entries);
    if (!ok || shown == entries->count)
        return ok;
    start = c->offset;
    ok = walk_hidden_with_text(c, entries, shown);
    hidden = add_hidden(c, tree, start, entries->count - shown);
    if (c->depth == c->depth_shown)     /* for every reader, with or without a tree */
        add_remark(c, hidden, &ei_depth_limit);
    return ok;
}

bool
walk_entries(cursor_t *c, proto_tree *tree, const entries_t *entries)
{
    bool ok;

    godot_json_begin(c->json, entries->form);
    ok = walk_shown_and_hidden(c, tree, entries);
    godot_json_end(c->json, entries->form);
    return ok;
}

void
entries_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_count,
            { "Count", "godot.variant.count", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Number of elements, pairs or properties", HFILL } },
        { &hf_shared,
            { "Shared", "godot.variant.shared", FT_BOOLEAN, 32,
              NULL, SHARED_MASK, "The container is shared by reference (2.1)", HFILL } },
        { &hf_hidden,
            { "Not shown", "godot.variant.hidden", FT_BYTES, BASE_NONE,
              NULL, 0x0, "Elements beyond the limit of what is shown", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_impossible_count,
            { "godot.variant.impossible_count", PI_MALFORMED, PI_ERROR,
              "More elements are announced than bytes can hold", EXPFILL } },
        { &ei_shared,
            { "godot.variant.shared_set", PI_PROTOCOL, PI_NOTE,
              "Only Godot 2.1 marks containers as shared", EXPFILL } },
        { &ei_depth_limit,
            { "godot.variant.depth_limit", PI_UNDECODED, PI_NOTE,
              "Nested deeper than is shown (preference godot.variant.depth)", EXPFILL } },
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
