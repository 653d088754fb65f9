/* debugger/entries.c
 * What are the entries of a debugger message, and what are they called?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "debugger/entries.h"
#include "debugger/recognition.h"
#include "records/experts.h"
#include "variant/labels.h"

/* After so many entries the rest of a message is shown as bytes, because a tree has a limit of items. */
#define ENTRIES_SHOWN 5000

/* Nodes of a scene tree are shown inside one another down to this depth; deeper ones are all on that level. */
#define TREE_DEPTH 64

static int hf_array = -1;
static int hf_elements = -1;
static int hf_argc = -1;
static int hf_entry = -1;
static int hf_group = -1;
static int hf_rest = -1;
static int hf_file = -1;
static int hf_line = -1;
static int hf_function = -1;
static int hf_error = -1;
static int hf_description = -1;
static int hf_text = -1;

static int ett_entry = -1;
static int ett_group = -1;

static expert_field ei_rest = EI_INIT;

/* Entries that get a filter field, wherever they occur. */
static const struct {
    const char *name;
    int        *hf;
} named_entries[] = {
    { "file",        &hf_file },
    { "line",        &hf_line },
    { "function",    &hf_function },
    { "error",       &hf_error },
    { "description", &hf_description },
    { "text",        &hf_text },
};

/* ---- One entry ---- */

static void
keep_for_info(godot_debug_walk_t *walk, const godot_debug_slot_t *slot, const godot_value_t *value)
{
    if (walk->entry_count == GODOT_DEBUG_INFO_ENTRIES)
        return;
    walk->entries[walk->entry_count++] = (godot_debug_entry_t) {
        .name = slot->name,
        .depth = slot->depth,
        .text = value->text ? value->text : "",
        .string = value->kind == GODOT_VALUE_STRING ? value->string : NULL
    };
}

/* Adds a generated item under a value that has a name: a field by which it can be found. */
static void
add_named(godot_debug_walk_t *walk, const godot_debug_slot_t *slot, const godot_value_t *value, int offset)
{
    proto_tree *tree = proto_item_get_subtree(value->item);
    proto_item *item = NULL;

    if (walk->offset < 0)       /* a value that could not be read has no field */
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(named_entries); i++) {
        if (strcmp(named_entries[i].name, slot->name) != 0)
            continue;
        if (named_entries[i].hf != &hf_line)
            item = proto_tree_add_string(tree, *named_entries[i].hf, walk->tvb, offset, value->length,
                                         value->kind == GODOT_VALUE_STRING ? value->string : value->text);
        else if (value->kind == GODOT_VALUE_INT)
            item = proto_tree_add_int64(tree, hf_line, walk->tvb, offset, value->length, value->integer);
    }
    proto_item_set_generated(item);
}

/* Dissects one value with its name. It is read even if there is no tree, because the entries after it need its end. */
static bool
dissect_value(godot_debug_walk_t *walk, proto_tree *tree, const godot_debug_slot_t *slot, godot_value_t *value)
{
    bool want_text = tree || walk->entry_count < GODOT_DEBUG_INFO_ENTRIES;
    int offset = walk->offset;

    walk->offset = dissect_godot_variant(walk->tvb, walk->pinfo, tree, offset, walk->end, walk->dialect,
                                         GODOT_ENCODING_FULL, value, want_text ? GODOT_TEXT_WHOLE : 0);
    if (slot->name && value->item) {
        godot_label_set(walk->pinfo, value->item, slot->name, ": ", value->text ? value->text : "");
        add_named(walk, slot, value, offset);
    }
    keep_for_info(walk, slot, value);
    return walk->offset >= 0;
}

static int64_t
dissect_array_words(godot_debug_walk_t *walk, proto_tree *tree, int hf_count)
{
    int64_t count = godot_debug_peek_array(walk->tvb, walk->offset, walk->end, walk->dialect);

    if (count < 0)
        return -1;
    proto_tree_add_item(tree, hf_array, walk->tvb, walk->offset, GODOT_DEBUG_WORD, ENC_LITTLE_ENDIAN);
    proto_tree_add_item(tree, hf_count, walk->tvb, walk->offset + GODOT_DEBUG_WORD, GODOT_DEBUG_WORD,
                        ENC_LITTLE_ENDIAN);
    walk->offset += 2 * GODOT_DEBUG_WORD;
    return count;
}

int64_t
godot_debug_dissect_array_head(godot_debug_walk_t *walk, proto_tree *tree)
{
    return dissect_array_words(walk, tree, hf_elements);
}

/* Dissects an entry that is an array with named elements. */
static bool
dissect_array_entry(godot_debug_walk_t *walk, proto_tree *tree, const godot_debug_slot_t *slot)
{
    int offset = walk->offset;
    proto_item *item = proto_tree_add_item(tree, hf_entry, walk->tvb, offset, 0, ENC_NA);
    proto_tree *sub = proto_item_add_subtree(item, ett_entry);
    unsigned first = walk->entry_count;
    int64_t count = dissect_array_words(walk, sub, hf_elements);
    bool good;

    proto_item_set_text(item, "%s", slot->name);
    good = godot_debug_dissect_entries(walk, sub, slot->inner, (uint32_t)count);
    proto_item_set_len(item, (good ? walk->offset : walk->end) - offset);
    if (walk->entry_count > first)
        godot_label_append(walk->pinfo, item, ": ", walk->entries[first].text);
    return good;
}

bool
godot_debug_dissect_entry(godot_debug_walk_t *walk, proto_tree *tree, const godot_debug_slot_t *slot,
                          godot_value_t *value)
{
    memset(value, 0, sizeof *value);
    if (slot->inner && godot_debug_peek_array(walk->tvb, walk->offset, walk->end, walk->dialect) >= 0)
        return dissect_array_entry(walk, tree, slot);
    return dissect_value(walk, tree, slot, value);
}

/* ---- Groups of entries ---- */

/* An item around entries: a group, or a node of a tree. */
typedef struct {
    proto_item *item;
    proto_tree *tree;
    int         offset;
    int64_t     children;       /* for a node: children that are still to come; of the deepest, all that are below it */
} holder_t;

/* The items around the current entry, outermost first. */
typedef struct {
    holder_t holder[TREE_DEPTH + GODOT_DEBUG_LEVELS];
    unsigned depth;
} holders_t;

static void
close_holders(godot_debug_walk_t *walk, holders_t *holders, unsigned depth)
{
    while (holders->depth > depth) {
        holder_t *holder = &holders->holder[--holders->depth];

        proto_item_set_len(holder->item, (walk->offset >= 0 ? walk->offset : walk->end) - holder->offset);
    }
}

/* Returns how many of the open items the next entry is inside of: these stay open. */
static unsigned
depth_around(const holders_t *holders, const godot_debug_slot_t *slot)
{
    unsigned depth;

    if (!slot->begins_group)
        return slot->depth == 0 ? 0 : holders->depth;
    for (depth = holders->depth; depth > slot->depth - 1; depth--)
        if (holders->holder[depth - 1].children > 0)
            break;
    return depth;
}

static proto_tree *
tree_for(godot_debug_walk_t *walk, holders_t *holders, proto_tree *tree, const godot_debug_slot_t *slot)
{
    holder_t *holder;
    proto_tree *parent;

    close_holders(walk, holders, depth_around(holders, slot));
    parent = holders->depth ? holders->holder[holders->depth - 1].tree : tree;
    if (!slot->begins_group)
        return parent;
    if (holders->depth)
        holders->holder[holders->depth - 1].children--;
    if (holders->depth == G_N_ELEMENTS(holders->holder))
        return parent;
    holder = &holders->holder[holders->depth++];
    holder->offset = walk->offset;
    holder->item = proto_tree_add_item(parent, hf_group, walk->tvb, walk->offset, 0, ENC_NA);
    holder->tree = proto_item_add_subtree(holder->item, ett_group);
    holder->children = 0;
    proto_item_set_text(holder->item, slot->is_tree ? "Node" : "Group");
    return holder->tree;
}

/* Writes what a group contains into its item. */
static void
label_holder(packet_info *pinfo, holders_t *holders, const godot_debug_slot_t *slot, const godot_value_t *value)
{
    holder_t *holder;

    if (holders->depth == 0)
        return;
    holder = &holders->holder[holders->depth - 1];
    if (slot->is_tree)
        holder->children += value->kind == GODOT_VALUE_INT ? CLAMP(value->integer, 0, INT32_MAX) : 0;
    else if (value->text)
        godot_label_append(pinfo, holder->item, ", ", value->text);
}

/* ---- All entries ---- */

static bool
dissect_next(godot_debug_walk_t *walk, holders_t *holders, proto_tree *tree, godot_debug_layout_t *layout)
{
    godot_debug_slot_t slot = godot_debug_layout_next(layout, walk->pinfo->pool);
    godot_value_t value;

    if (!godot_debug_dissect_entry(walk, tree_for(walk, holders, tree, &slot), &slot, &value))
        return false;
    label_holder(walk->pinfo, holders, &slot, &value);
    if (value.kind == GODOT_VALUE_INT)
        godot_debug_layout_count(layout, &slot, value.integer);
    return true;
}

proto_item *
godot_debug_add_rest(godot_debug_walk_t *walk, proto_tree *tree)
{
    proto_item *item = proto_tree_add_item(tree, hf_rest, walk->tvb, walk->offset, -1, ENC_NA);

    walk->offset = walk->end;
    return item;
}

bool
godot_debug_dissect_entries(godot_debug_walk_t *walk, proto_tree *tree, const char *layout, uint32_t count)
{
    godot_debug_layout_t at;
    holders_t *holders = wmem_new0(walk->pinfo->pool, holders_t);
    bool good = true;

    godot_debug_layout_init(&at, layout);
    for (uint32_t i = 0; i < count && good; i++) {
        good = walk->shown++ < ENTRIES_SHOWN;
        if (good)
            good = dissect_next(walk, holders, tree, &at);
        else
            experts_add(walk->pinfo, godot_debug_add_rest(walk, tree), &ei_rest);
    }
    close_holders(walk, holders, 0);
    return good;
}

void
godot_debug_dissect_data(godot_debug_walk_t *walk, proto_tree *tree, const char *layout)
{
    static const godot_debug_slot_t whole = { .name = "data" };
    godot_value_t value;
    int64_t count = dissect_array_words(walk, tree, hf_argc);

    if (count < 0)
        dissect_value(walk, tree, &whole, &value);
    else
        godot_debug_dissect_entries(walk, tree, layout, (uint32_t)count);
}

proto_item *
godot_debug_add_count(godot_debug_walk_t *walk, proto_tree *tree, int length, uint32_t count)
{
    proto_item *item = proto_tree_add_uint(tree, hf_argc, walk->tvb, 0, length, count);

    if (length == 0)
        proto_item_set_generated(item);
    return item;
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_array,
      { "Array header", "godot.debug.array", FT_UINT32, BASE_HEX, NULL, 0,
        "Header word of an array with named entries", HFILL } },
    { &hf_elements,
      { "Elements", "godot.debug.elements", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of elements of an array with named entries", HFILL } },
    { &hf_argc,
      { "Data entries", "godot.debug.argc", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of entries in the message's data; for a message of a 3.x game, number of values", HFILL } },
    { &hf_entry,
      { "Entry", "godot.debug.entry", FT_NONE, BASE_NONE, NULL, 0,
        "An entry that has entries itself", HFILL } },
    { &hf_group,
      { "Group", "godot.debug.group", FT_NONE, BASE_NONE, NULL, 0,
        "Entries that belong together, such as a stack frame or a node", HFILL } },
    { &hf_rest,
      { "Rest", "godot.debug.rest", FT_BYTES, BASE_NONE, NULL, 0,
        "Bytes that are not shown in detail", HFILL } },
    { &hf_file,
      { "File", "godot.debug.file", FT_STRING, BASE_NONE, NULL, 0, "Source file of a line, an error or a stack frame", HFILL } },
    { &hf_line,
      { "Line", "godot.debug.line", FT_INT64, BASE_DEC, NULL, 0, "Line in that file", HFILL } },
    { &hf_function,
      { "Function", "godot.debug.function", FT_STRING, BASE_NONE, NULL, 0, "Function of an error or a stack frame", HFILL } },
    { &hf_error,
      { "Error", "godot.debug.error", FT_STRING, BASE_NONE, NULL, 0, "The condition that failed", HFILL } },
    { &hf_description,
      { "Description", "godot.debug.description", FT_STRING, BASE_NONE, NULL, 0,
        "What an error or a warning says", HFILL } },
    { &hf_text,
      { "Text", "godot.debug.text", FT_STRING, BASE_NONE, NULL, 0, "What the game printed", HFILL } },
};

void
godot_debug_entries_register(int proto, expert_module_t *experts)
{
    static ei_register_info ei[] = {
        { &ei_rest,
          { "godot.debug.long", PI_UNDECODED, PI_NOTE,
            "The message is too long to show all of it", EXPFILL } },
    };
    static int *ett[] = { &ett_entry, &ett_group };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
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
