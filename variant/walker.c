/* variant/walker.c
 * What value is this? The walk over a Godot Variant of any dialect, full or compact.
 *
 * The wire format: docs/wire/variant.md. Filter names: docs/fields.md.
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
#include "variant/legacy.h"
#include "variant/numbers.h"
#include "variant/objects.h"
#include "variant/strings.h"
#include "variant/walker.h"

/* The engine's own limit, encoding and decoding (docs/wire/variant.md, 6). */
#define DEPTH_LIMIT         1024
/* Wireshark allows 500 levels of a tree, and a nested value takes at most three. */
#define DEPTH_SHOWN_LIMIT   128
/* Labels need text beyond the limit of godot.variant.value, but there must be a limit. */
#define LABELS_TEXT_LIMIT   32768

static unsigned pref_depth = 64;
static unsigned pref_items = 256;
static unsigned pref_text = 4096;

static int hf_dialect = -1;
static int hf_value = -1;
static int hf_array = -1;
static int hf_dictionary = -1;
static int hf_object = -1;
static int hf_undecoded = -1;

static expert_field ei_too_deep = EI_INIT;

/* Values ---------------------------------------------------------------------------------- */

static bool
walk_empty(cursor_t *c, proto_tree *tree _U_, const head_t *head)
{
    godot_text_put(c->text, head->type->text);
    godot_json_null(c->json);
    return true;
}

static const payload_walker_t payload_walkers[] = {
    [SHAPE_EMPTY]          = walk_empty,
    [SHAPE_BOOL]           = walk_bool,
    [SHAPE_INT]            = walk_int,
    [SHAPE_FLOAT]          = walk_float,
    [SHAPE_STRING]         = walk_string,
    [SHAPE_TUPLE]          = walk_tuple,
    [SHAPE_NODE_PATH]      = walk_node_path,
    [SHAPE_RID]            = walk_rid,
    [SHAPE_OBJECT]         = walk_object,
    [SHAPE_SIGNAL]         = walk_signal,
    [SHAPE_DICTIONARY]     = walk_dictionary,
    [SHAPE_ARRAY]          = walk_array,
    [SHAPE_BYTES]          = walk_bytes,
    [SHAPE_PACKED]         = walk_packed,
    [SHAPE_PACKED_STRINGS] = walk_packed_strings,
    [SHAPE_IMAGE]          = walk_image,
    [SHAPE_INPUT_EVENT]    = walk_input_event,
};

/* Returns the field of a container, or -1 if the value has the item of its entry only. */
static int
container_field(const godot_type_t *type)
{
    switch (type != NULL ? type->shape : SHAPE_EMPTY) {
    case SHAPE_ARRAY:           return hf_array;
    case SHAPE_DICTIONARY:      return hf_dictionary;
    case SHAPE_OBJECT:          return hf_object;
    default:                    return -1;
    }
}

/* Adds the rest of a value after a fault: its bytes mean nothing. */
static void
add_undecoded(cursor_t *c, proto_tree *tree)
{
    if (bytes_left(c) > 0)
        add_item(c, tree, hf_undecoded, bytes_left(c), ENC_NA);
    if (tree != NULL)
        c->offset = c->end;
}

static bool
walk_encoded(cursor_t *c, proto_tree *tree, const head_t *head)
{
    if (!need_bytes(c, 1))      /* a compact value may have no more */
        return false;
    if (!head->compact)
        return walk_head(c, tree, head) && payload_walkers[head->type->shape](c, tree, head);
    if (tree != NULL)
        add_type(c, tree, head);
    return head->type->shape == SHAPE_BOOL ? walk_compact_bool(c, tree) : walk_compact_int(c, tree);
}

static bool
walk_inside(cursor_t *c, proto_tree *tree, const head_t *head)
{
    proto_item *outer = c->item;
    bool ok;

    if (tree != NULL)
        c->item = proto_tree_get_parent(tree);
    if (c->depth > DEPTH_LIMIT)
        ok = add_fault(c, NULL, &ei_too_deep);
    else
        ok = walk_encoded(c, tree, head);
    if (!ok)
        add_undecoded(c, tree);
    c->item = outer;
    return ok;
}

/* Adds the dialect, shown if it differs from that of the value before, and the text, shown if the label cuts it. */
static void
add_generated(cursor_t *c, proto_tree *tree, int start, const char *text)
{
    proto_item *item = proto_tree_add_uint(tree, hf_dialect, c->tvb, start, 0, c->dialect->number);

    proto_item_set_generated(item);
    if (c->frame->dialect == c->dialect->number)
        proto_item_set_hidden(item);
    c->frame->dialect = c->dialect->number;
    if (text == NULL)
        return;
    item = proto_tree_add_string(tree, hf_value, c->tvb, start, 0, text);
    proto_item_set_generated(item);
    if (strlen(text) <= GODOT_LABEL_LENGTH)
        proto_item_set_hidden(item);
}

/* Adds what belongs to the outermost value only, and fills in the caller's struct. */
static void
finish_outermost(cursor_t *c, proto_tree *tree, int start, const head_t *head)
{
    const char *text = c->text != NULL ? godot_text_cut(c->text, c->text_shown, c->pinfo->pool) : NULL;

    if (tree != NULL)
        add_generated(c, tree, start, text);
    if (c->value == NULL)
        return;
    if (c->value_text > 0)
        c->value->text = c->value_text < c->text_shown ? godot_text_cut(c->text, c->value_text, c->pinfo->pool) : text;
    c->value->type = head->id;
    c->value->type_name = head->type != NULL ? head->type->name : "Unknown";
    c->value->kind = head->type != NULL ? head->type->kind : GODOT_VALUE_OTHER;
    c->value->length = c->offset - start;
    c->value->item = proto_tree_get_parent(tree);
}

/* Walks over one value: adds the item of its role, and inside it that of a container if it is an entry. */
static bool
walker_walk_value(cursor_t *c, proto_tree *tree, role_t role, uint32_t nth)
{
    const int start = c->offset;
    const size_t mark = godot_text_mark(c->text);
    proto_tree *outer, *inner;
    int container;
    head_t head;
    bool ok;

    peek_head(c, &head);
    container = container_field(head.type);
    if (container != -1 && role == ROLE_PLAIN)
        outer = inner = open_item(c, tree, container);
    else {
        outer = open_role(c, tree, role);
        inner = container != -1 ? open_item(c, outer, container) : outer;
    }
    ok = walk_inside(c, inner, &head);
    if (c->depth == 0)
        finish_outermost(c, inner, start, &head);
    if (inner != outer)
        close_item(c, inner, start);
    if (outer != NULL) {
        close_item(c, outer, start);
        label_item(c, outer, role, nth, mark);
    }
    return ok;
}

bool
walk_nested(cursor_t *c, proto_tree *tree, role_t role, uint32_t nth)
{
    godot_value_t *value = c->value;
    godot_json_t *json = c->json;
    bool ok;

    c->value = NULL;
    c->depth++;
    if (json != NULL && c->depth >= GODOT_JSON_DEPTH && !json->name_due) {
        godot_json_null(json);
        c->json = NULL;
    }
    ok = walker_walk_value(c, tree, role, nth);
    c->depth--;
    c->json = json;
    c->value = value;
    return ok;
}

/* The interface ---------------------------------------------------------------------------- */

static void
cursor_init(cursor_t *c, tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect, godot_encoding_t encoding)
{
    const int captured = (int)tvb_captured_length(tvb), reported = (int)tvb_reported_length(tvb);

    memset(c, 0, sizeof *c);
    c->tvb = tvb;
    c->dialect = godot_dialect_info(dialect);
    c->offset = offset;
    c->claimed = MAX(MIN(end, reported), offset);
    c->end = MAX(MIN(captured, c->claimed), offset);
    c->compact = encoding == GODOT_ENCODING_COMPACT;
    c->depth_shown = MIN(pref_depth, DEPTH_SHOWN_LIMIT);
    c->entries_shown = pref_items;
    c->text_shown = MAX(pref_text, 1);
}

int
dissect_godot_variant(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int offset, int end,
                      godot_dialect_t dialect, godot_encoding_t encoding,
                      godot_value_t *value, unsigned characters)
{
    size_t limit;
    cursor_t c;

    cursor_init(&c, tvb, offset, end, dialect, encoding);
    c.pinfo = pinfo;
    c.value = value;
    c.value_text = characters;
    c.labels = tree != NULL && PTREE_DATA(tree)->visible;
    if (tree != NULL)
        frame_of(&c);
    if (value != NULL)
        memset(value, 0, sizeof *value);
    if (tree == NULL || !proto_field_is_referenced(tree, hf_value))     /* it is in a tree that is visible */
        c.text_shown = MIN(characters, c.text_shown);
    limit = c.labels ? MAX(c.text_shown, LABELS_TEXT_LIMIT) : c.text_shown;
    if (limit > 0)
        c.text = godot_text_new(pinfo->pool, limit);
    return walker_walk_value(&c, tree, ROLE_PLAIN, 0) ? c.offset : -1;
}

const char *
dissect_godot_bytes(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int offset, int end, bool want_text)
{
    cursor_t c;

    cursor_init(&c, tvb, offset, end, GODOT_DIALECT_4_X, GODOT_ENCODING_COMPACT);
    c.text = want_text ? godot_text_new(pinfo->pool, c.text_shown) : NULL;
    walk_bare_bytes(&c, tree);
    return want_text ? godot_text_cut(c.text, c.text_shown, pinfo->pool) : NULL;
}

int
godot_variant_read(tvbuff_t *tvb, packet_info *pinfo, int offset, int end, godot_dialect_t dialect,
                   godot_encoding_t encoding, godot_value_t *value)
{
    frame_t spent = { 0 };      /* everything unusual was reported when the value was dissected */
    cursor_t c;

    memset(value, 0, sizeof *value);
    cursor_init(&c, tvb, offset, end, dialect, encoding);
    c.pinfo = pinfo;
    c.frame = &spent;
    c.value = value;
    return walker_walk_value(&c, NULL, ROLE_PLAIN, 0) ? c.offset : -1;
}

void
godot_variant_write_json(godot_json_t *json, packet_info *pinfo, tvbuff_t *tvb, int offset, int end,
                         godot_dialect_t dialect, godot_encoding_t encoding)
{
    frame_t spent = { 0 };      /* everything unusual was reported when the value was dissected */
    cursor_t c;

    cursor_init(&c, tvb, offset, end, dialect, encoding);
    c.pinfo = pinfo;
    c.frame = &spent;
    c.json = json;
    walker_walk_value(&c, NULL, ROLE_PLAIN, 0);
}

int
godot_variant_check(tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect, godot_encoding_t encoding)
{
    return godot_variant_measure(tvb, offset, end, dialect, encoding, GODOT_FLAW_NONE);
}

int
godot_variant_measure(tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect, godot_encoding_t encoding,
                      godot_flaw_t worst)
{
    cursor_t c;

    cursor_init(&c, tvb, offset, end, dialect, encoding);
    return walker_walk_value(&c, NULL, ROLE_PLAIN, 0) && c.flaw <= worst ? c.offset : -1;
}

void
godot_variant_walker_register_preferences(module_t *module)
{
    prefs_register_uint_preference(module, "variant.depth", "Nesting shown of a Variant",
        "Levels of nested arrays, dictionaries and objects to show (at most 128; the engine's own limit is 1024)",
        10, &pref_depth);
    prefs_register_uint_preference(module, "variant.items", "Elements shown of a Variant",
        "Elements to show of each array, dictionary, object or packed array; the rest is one item",
        10, &pref_items);
    prefs_register_uint_preference(module, "variant.text", "Length of a Variant's text",
        "Characters of the text of a value, in godot.variant.value and godot.rpc.args",
        10, &pref_text);
}

static const value_string dialect_names[] = {
    { GODOT_DIALECT_2_1, "2.1" },
    { GODOT_DIALECT_3_X, "3.x" },
    { GODOT_DIALECT_4_X, "4.x" },
    { GODOT_DIALECT_4_X_DOC, "4.x as documented" },
    { 0, NULL }
};

/* proto is that of "godot.variant": it has all fields of this folder, except those of single Variants. */
void
godot_variant_walker_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_dialect,
            { "Dialect", "godot.variant.dialect", FT_UINT8, BASE_DEC,
              VALS(dialect_names), 0x0, "Numbering of types by which the value is read", HFILL } },
        { &hf_value,
            { "Text", "godot.variant.value", FT_STRING, BASE_NONE,
              NULL, 0x0, "A whole value as source text on one line, as var_to_str writes it", HFILL } },
        { &hf_array,
            { "Array", "godot.variant.array", FT_NONE, BASE_NONE,
              NULL, 0x0, "An array, with its elements below it", HFILL } },
        { &hf_dictionary,
            { "Dictionary", "godot.variant.dictionary", FT_NONE, BASE_NONE,
              NULL, 0x0, "A dictionary, with its pairs below it", HFILL } },
        { &hf_object,
            { "Object", "godot.variant.object", FT_NONE, BASE_NONE,
              NULL, 0x0, "An object, with its class and properties or its id below it", HFILL } },
        { &hf_undecoded,
            { "Undecoded", "godot.variant.undecoded", FT_BYTES, BASE_NONE,
              NULL, 0x0, "Bytes after a fault", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_too_deep,
            { "godot.variant.too_deep", PI_UNDECODED, PI_WARN,
              "Nested deeper than the engine accepts", EXPFILL } },
    };

    proto_register_field_array(proto, hf, array_length(hf));
    expert_register_field_array(experts, ei, array_length(ei));
    items_register(proto, experts);
    entries_register(proto, experts);
    head_register(proto, experts);
    numbers_register(proto, experts);
    strings_register(proto, experts);
    containers_register(experts);
    objects_register(proto, experts);
    legacy_register(proto, experts);
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
