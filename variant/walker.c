/* variant/walker.c
 * What value is this? One walk over a Godot Variant of any dialect, full or compact.
 *
 * The wire format: docs/wire/variant.md. Filter names: docs/fields.md.
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "ws_compat.h"
#include "variant/text.h"
#include "variant/types.h"
#include "variant/walker.h"

/* The engine's own limit, encoding and decoding (docs/wire/variant.md, 6). */
#define DEPTH_LIMIT         1024
/* What the core's 500 tree levels leave room for: at most three levels a nested value. */
#define DEPTH_SHOWN_LIMIT   128
/* Items in one frame, whatever the preferences say. From 4.6 on the core stops at 50000 that do not
 * lie further on in their bytes than those before, as all do in a reassembled message. */
#define FRAME_ITEMS_LIMIT   30000
/* Labels of what is shown need text behind the limit of godot.variant.value, but not without end. */
#define LABELS_TEXT_LIMIT   32768
/* Faults reported in one value; the packet is broken, the list need not be long. */
#define FAULTS_LIMIT        50

#define COUNT_MASK          0x7fffffffU
#define SHARED_MASK         0x80000000U

static unsigned pref_depth = 64;
static unsigned pref_items = 256;
static unsigned pref_text = 4096;

static int proto_variant = -1;

static int hf_plain = -1;
static int hf_dialect = -1;
static int hf_value = -1;
static int hf_type = -1;
static int hf_reserved = -1;
static int hf_flags = -1;
static int hf_flags_64 = -1;
static int hf_flags_object_id = -1;
static int hf_flags_element_kind = -1;
static int hf_flags_key_kind = -1;
static int hf_flags_value_kind = -1;
static int hf_width = -1;
static int hf_bool = -1;
static int hf_int = -1;
static int hf_float = -1;
static int hf_length = -1;
static int hf_string = -1;
static int hf_padding = -1;
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
static int hf_node_path = -1;
static int hf_node_path_names = -1;
static int hf_node_path_subnames = -1;
static int hf_node_path_new = -1;
static int hf_node_path_flags = -1;
static int hf_node_path_absolute = -1;
static int hf_node_path_property = -1;
static int hf_node_path_part = -1;
static int hf_node_path_name = -1;
static int hf_node_path_subname = -1;
static int hf_rid = -1;
static int hf_object = -1;
static int hf_object_id = -1;
static int hf_class = -1;
static int hf_property = -1;
static int hf_property_name = -1;
static int hf_signal = -1;
static int hf_script = -1;
static int hf_count = -1;
static int hf_shared = -1;
static int hf_array = -1;
static int hf_dictionary = -1;
static int hf_item = -1;
static int hf_key = -1;
static int hf_element_type = -1;
static int hf_bytes = -1;
static int hf_image_format = -1;
static int hf_image_mipmaps = -1;
static int hf_image_width = -1;
static int hf_image_height = -1;
static int hf_event_type = -1;
static int hf_event_device = -1;
static int hf_event_length = -1;
static int hf_event_data = -1;
static int hf_event_value = -1;
static int hf_hidden = -1;
static int hf_undecoded = -1;

static int ett_value = -1;
static int ett_flags = -1;
static int ett_group = -1;

static expert_field ei_truncated = EI_INIT;
static expert_field ei_uncaptured = EI_INIT;
static expert_field ei_unknown_type = EI_INIT;
static expert_field ei_impossible_count = EI_INIT;
static expert_field ei_too_deep = EI_INIT;
static expert_field ei_depth_limit = EI_INIT;
static expert_field ei_bad_utf8 = EI_INIT;
static expert_field ei_unknown_flags = EI_INIT;
static expert_field ei_reserved = EI_INIT;
static expert_field ei_padding = EI_INIT;
static expert_field ei_padding_missing = EI_INIT;
static expert_field ei_old_node_path = EI_INIT;
static expert_field ei_bool_value = EI_INIT;
static expert_field ei_shared = EI_INIT;
static expert_field ei_full_object = EI_INIT;
static expert_field ei_script = EI_INIT;
static expert_field ei_freed_object = EI_INIT;
static expert_field ei_event_length = EI_INIT;

static const value_string container_kinds[] = {
    { 0, "any" },
    { 1, "built-in type" },
    { 2, "class" },
    { 3, "script" },
    { 0, NULL }
};

/* The compact form's bits 6-7 (docs/wire/variant.md, 9). */
static const value_string compact_widths[] = {
    { 0, "1 byte" },
    { 1, "2 bytes" },
    { 2, "4 bytes" },
    { 3, "8 bytes" },
    { 0, NULL }
};

/* docs/wire/variant.md, 4.9 */
static const value_string event_types[] = {
    { 0, "None" },
    { 1, "Key" },
    { 2, "Mouse motion" },
    { 3, "Mouse button" },
    { 4, "Joystick motion" },
    { 5, "Joystick button" },
    { 6, "Screen touch" },
    { 7, "Screen drag" },
    { 8, "Action" },
    { 0, NULL }
};

/* What moves, and what is wanted, during the walk over one value. */
typedef struct {
    tvbuff_t *tvb;
    packet_info *pinfo;         /* NULL: only look, report nothing */
    const godot_dialect_info_t *dialect;
    int offset;
    int end;                    /* first byte that is not there */
    int claimed;                /* first byte not the value's; behind end if the capture was cut */
    unsigned depth;
    unsigned faults;
    bool compact;               /* the outermost value's encoding; inside it all are full */
    bool labels;                /* somebody looks at the tree's labels */
    proto_item *item;           /* the innermost item there is, for expert items */
    godot_text_t *text;         /* NULL: no text wanted */
    godot_value_t *value;       /* the caller's, for the outermost value; NULL otherwise */
    int *items_left;            /* that this frame may still have; NULL without a tree */
} cursor_t;

/* A value's header. */
typedef struct {
    uint32_t id;
    const godot_type_t *type;   /* NULL: unknown */
    unsigned flags;
    bool flag_64;
} head_t;

/* Where a value hangs in its parent. */
typedef struct {
    int hf;
    const char *label;          /* NULL: "[nth]" */
    uint32_t nth;
} role_t;

/* One number: how it reads and what it is. */
typedef struct {
    bool integral;
    int64_t integer;
    double real;                        /* as written */
    char digits[GODOT_REAL_SIZE];       /* of a real */
} number_t;

static bool walk_nested(cursor_t *c, proto_tree *tree, const role_t *role);

/* Faults ---------------------------------------------------------------------------------- */

/* Items are about to be added. */
static void
spend(cursor_t *c, const proto_tree *tree, int items)
{
    if (tree != NULL)
        *c->items_left -= items;
}

/* May entries and faults have items of their own? */
static bool
items_allowed(const cursor_t *c)
{
    return c->items_left == NULL || *c->items_left > 0;
}

/* Something is odd, and the walk goes on. */
static void
note_at(cursor_t *c, proto_item *item, expert_field *ei)
{
    c->faults++;
    if (c->pinfo == NULL || c->faults > FAULTS_LIMIT || !items_allowed(c))
        return;
    if (item == NULL)
        item = c->item;
    spend(c, item, 5);
    expert_add_info(c->pinfo, item, ei);
}

/* Worth saying, but nothing is wrong with the bytes. */
static void
remark(cursor_t *c, proto_item *item, expert_field *ei)
{
    note_at(c, item, ei);
    c->faults--;
}

/* The walk cannot go on: return this. The text says where. */
static bool
fault(cursor_t *c, proto_item *item, expert_field *ei)
{
    note_at(c, item, ei);
    godot_text_put(c->text, "\xe2\x80\xa6");
    return false;
}

static int
bytes_left(const cursor_t *c)
{
    return c->end - c->offset;
}

/* Are that many bytes there? */
static bool
need(cursor_t *c, uint32_t bytes)
{
    if (bytes <= (uint32_t)bytes_left(c))
        return true;
    if (bytes <= (uint32_t)(c->claimed - c->offset))
        return fault(c, NULL, &ei_uncaptured);
    return fault(c, NULL, &ei_truncated);
}

/* Can so many things of at least that size follow, by the bytes the value may have? */
static bool
possible(const cursor_t *c, uint32_t count, int size)
{
    return count <= (uint32_t)(c->claimed - c->offset) / (uint32_t)size;
}

/* Does anybody want what the bytes mean? */
static bool
wants(const cursor_t *c, const proto_tree *tree)
{
    return tree != NULL || c->value != NULL || godot_text_wanted(c->text);
}

/* Items ----------------------------------------------------------------------------------- */

/* Open an item of a length yet unknown; NULL without a tree. */
static proto_tree *
open_item(cursor_t *c, proto_tree *tree, int hf, int ett)
{
    proto_item *item;

    if (tree == NULL)
        return NULL;
    spend(c, tree, 1);
    item = proto_tree_add_item(tree, hf, c->tvb, c->offset, 0, ENC_NA);
    return proto_item_add_subtree(item, ett);
}

static void
close_item(const cursor_t *c, proto_tree *tree, int start)
{
    proto_item_set_len(proto_tree_get_parent(tree), c->offset - start);
}

/* Label an opened item "label: text", text being what was written since the mark. */
static void
label_item(const cursor_t *c, proto_tree *tree, const role_t *role, size_t mark)
{
    const char *text;
    proto_item *item = proto_tree_get_parent(tree);

    if (tree == NULL || !c->labels)
        return;
    if (role->label != NULL)
        proto_item_set_text(item, "%s", role->label);
    else
        proto_item_set_text(item, "[%u]", role->nth);
    text = godot_text_since(c->text, mark, c->pinfo->pool);
    if (text != NULL)
        proto_item_append_text(item, ": %s", text);
}

/* A 32-bit word; its item in *item unless NULL. */
static bool
walk_word(cursor_t *c, proto_tree *tree, int hf, uint32_t *word, proto_item **item)
{
    proto_item *added;

    if (!need(c, 4))
        return false;
    *word = tvb_get_letohl(c->tvb, c->offset);
    added = proto_tree_add_item(tree, hf, c->tvb, c->offset, 4, ENC_LITTLE_ENDIAN);
    if (item != NULL)
        *item = added;
    c->offset += 4;
    return true;
}

/* The bytes that are not shown one by one. */
static void
add_hidden(cursor_t *c, proto_tree *tree, int start, uint32_t count)
{
    proto_item *item;

    if (tree == NULL || c->offset == start)
        return;
    item = proto_tree_add_item(tree, hf_hidden, c->tvb, start, c->offset - start, ENC_NA);
    proto_item_set_text(item, "Not shown: %u more", count);
    if (c->depth >= pref_depth || c->depth >= DEPTH_SHOWN_LIMIT)
        remark(c, item, &ei_depth_limit);
}

/* After a fault: what is left is nobody's. */
static void
add_undecoded(cursor_t *c, proto_tree *tree)
{
    if (bytes_left(c) > 0)
        proto_tree_add_item(tree, hf_undecoded, c->tvb, c->offset, bytes_left(c), ENC_NA);
    if (tree != NULL)
        c->offset = c->end;
}

/* Strings --------------------------------------------------------------------------------- */

/* The engine stops at a NUL and drops a byte order mark (docs/wire/variant.md, 6). */
static const char *
get_string(cursor_t *c, int length)
{
    int mark = length >= 3 && tvb_memeql(c->tvb, c->offset, (const uint8_t *)"\xef\xbb\xbf", 3) == 0 ? 3 : 0;

    return (const char *)tvb_get_string_enc(c->pinfo->pool, c->tvb, c->offset + mark, length - mark, ENC_UTF_8);
}

static bool
is_utf8(const cursor_t *c, int length)
{
    const char *bytes;

    if (length == 0)
        return true;
    bytes = (const char *)tvb_get_ptr(c->tvb, c->offset, length);
    return g_utf8_validate(bytes, strnlen(bytes, length), NULL);
}

static bool
is_zero(const cursor_t *c, int length)
{
    for (int i = 0; i < length; i++)
        if (tvb_get_uint8(c->tvb, c->offset + i) != 0)
            return false;
    return true;
}

/* Fill up to four bytes. may_be_garbage: engines send uninitialised memory here (3.3). */
static bool
walk_padding(cursor_t *c, proto_tree *tree, uint32_t length, bool may_be_garbage)
{
    const int padding = (4 - length % 4) % 4;
    proto_item *item;

    if (padding == 0)
        return true;
    if (!need(c, padding))
        return false;
    item = proto_tree_add_item(tree, hf_padding, c->tvb, c->offset, padding, ENC_NA);
    if (!may_be_garbage && c->dialect->zero_padding && !is_zero(c, padding))
        note_at(c, item, &ei_padding);
    c->offset += padding;
    return true;
}

/* So many bytes of text, already known to be there. */
static const char *
walk_text(cursor_t *c, proto_tree *tree, int hf, int length)
{
    const char *string = NULL;
    proto_item *item = NULL;

    if (wants(c, tree)) {
        string = get_string(c, length);
        item = proto_tree_add_string(tree, hf, c->tvb, c->offset, length, string);
    }
    if (!is_utf8(c, length))
        note_at(c, item, &ei_bad_utf8);
    c->offset += length;
    return string;
}

/* Length, text, padding (3.1). *string is left NULL if nobody wants it. */
static bool
walk_string_field(cursor_t *c, proto_tree *tree, int hf, bool may_be_garbage, const char **string)
{
    uint32_t length;

    *string = NULL;
    spend(c, tree, 3);
    if (!walk_word(c, tree, hf_length, &length, NULL) || !need(c, length))
        return false;
    *string = walk_text(c, tree, hf, length);
    return walk_padding(c, tree, length, may_be_garbage);
}

static bool
walk_string(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const char *string;
    bool ok = walk_string_field(c, tree, hf_string, false, &string);

    if (string != NULL) {
        godot_text_put(c->text, head->type->text);
        godot_text_put_quoted(c->text, string);
        if (c->value != NULL)
            c->value->string = string;
    }
    return ok;
}

/* Numbers --------------------------------------------------------------------------------- */

static void
read_number(const cursor_t *c, godot_element_t element, int size, number_t *number)
{
    double real;

    number->integral = element == ELEMENT_I32 || element == ELEMENT_I64;
    if (number->integral) {
        number->integer = size == 8 ? tvb_get_letohi64(c->tvb, c->offset) : tvb_get_letohil(c->tvb, c->offset);
        number->real = (double)number->integer;
        return;
    }
    real = size == 8 ? tvb_get_letohieee_double(c->tvb, c->offset)
                     : (double)tvb_get_letohieee_float(c->tvb, c->offset);
    number->real = godot_real_write(number->digits, real, size == 4);
}

static void
put_number(cursor_t *c, const number_t *number)
{
    if (number->integral)
        godot_text_put_int(c->text, number->integer);
    else
        godot_text_put(c->text, number->digits);
}

/* The field of a component, by its letter. */
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
add_component(cursor_t *c, proto_tree *tree, char axis, char letter, int size, const number_t *number)
{
    const int hf = component_field(letter, number->integral);
    proto_item *item;

    if (tree == NULL)
        return;
    spend(c, tree, 1);
    if (number->integral)
        item = proto_tree_add_int(tree, hf, c->tvb, c->offset, size, (int32_t)number->integer);
    else
        item = proto_tree_add_double(tree, hf, c->tvb, c->offset, size, number->real);
    if (axis != '\0' && c->labels)
        proto_item_set_text(item, "%c.%c: %s", axis, letter, number->digits);
}

static bool
walk_component(cursor_t *c, proto_tree *tree, const godot_group_t *group, unsigned i, const head_t *head)
{
    const int size = godot_element_size(head->type->element, head->flag_64);
    number_t number;

    if (!need(c, size))
        return false;
    if (wants(c, tree)) {
        read_number(c, head->type->element, size, &number);
        add_component(c, tree, group->axes != NULL ? group->axes[i] : '\0', group->fields[i], size, &number);
        put_number(c, &number);
        if (c->value != NULL && head->type->kind != GODOT_VALUE_OTHER)
            c->value->component[c->value->components++] = number.real;
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

    return group->kind == GROUP_PLAIN ? tree : open_item(c, tree, *fields[group->kind], ett_group);
}

/* "X column: 1, 2" "y row: 4, 5, 6" "Size: 3, 4" */
static void
close_group(cursor_t *c, proto_tree *tree, const godot_group_t *group, int start, size_t mark)
{
    static const char *const labels[] = { NULL, "Position", "Size", "Normal", "column", "row", "Origin" };
    const char *text;

    if (group->kind == GROUP_PLAIN || tree == NULL)
        return;
    close_item(c, tree, start);
    if (!c->labels)
        return;
    if (group->kind == GROUP_COLUMN)
        proto_item_set_text(proto_tree_get_parent(tree), "%c %s", group->axes[0], labels[group->kind]);
    else if (group->kind == GROUP_ROW)
        proto_item_set_text(proto_tree_get_parent(tree), "%c %s", group->fields[0], labels[group->kind]);
    text = godot_text_since(c->text, mark, c->pinfo->pool);
    if (text != NULL)
        proto_item_append_text(proto_tree_get_parent(tree), ": %s", text);
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

/* All components of a tuple, "1, 2, 3". */
static bool
walk_groups(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const godot_group_t *first = head->type->groups;

    for (const godot_group_t *group = first; group->fields != NULL; group++) {
        if (group != first)
            godot_text_put(c->text, ", ");
        if (!walk_group(c, tree, group, head))
            return false;
    }
    return true;
}

static bool
walk_tuple(cursor_t *c, proto_tree *tree, const head_t *head)
{
    bool ok;

    godot_text_put(c->text, head->type->name);
    godot_text_put(c->text, "(");
    ok = walk_groups(c, tree, head);
    godot_text_put(c->text, ")");
    return ok;
}

static bool
walk_int(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const int size = head->flag_64 ? 8 : 4;
    number_t number;

    if (!need(c, size))
        return false;
    read_number(c, ELEMENT_I64, size, &number);
    proto_tree_add_int64(tree, hf_int, c->tvb, c->offset, size, number.integer);
    put_number(c, &number);
    if (c->value != NULL)
        c->value->integer = number.integer;
    c->offset += size;
    return true;
}

static bool
walk_float(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const int size = head->flag_64 ? 8 : 4;
    number_t number;

    if (!need(c, size))
        return false;
    if (wants(c, tree)) {
        read_number(c, ELEMENT_REAL, size, &number);
        proto_tree_add_double(tree, hf_float, c->tvb, c->offset, size, number.real);
        godot_text_put_float(c->text, number.digits);
        if (c->value != NULL)
            c->value->real = number.real;
    }
    c->offset += size;
    return true;
}

static bool
walk_bool(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    uint32_t word;
    proto_item *item;

    if (!need(c, 4))
        return false;
    word = tvb_get_letohl(c->tvb, c->offset);
    item = proto_tree_add_boolean(tree, hf_bool, c->tvb, c->offset, 4, word != 0);
    if (word > 1)
        note_at(c, item, &ei_bool_value);
    godot_text_put(c->text, word != 0 ? "true" : "false");
    if (c->value != NULL)
        c->value->integer = word != 0;
    c->offset += 4;
    return true;
}

static bool
walk_empty(cursor_t *c, proto_tree *tree _U_, const head_t *head)
{
    godot_text_put(c->text, head->type->text);
    return true;
}

/* Entries of containers ------------------------------------------------------------------- */

typedef struct entries {
    bool (*walk)(cursor_t *c, proto_tree *tree, uint32_t nth, const struct entries *entries);
    uint32_t count;
    uint32_t size;              /* bytes of one entry; 0: they differ */
    const head_t *head;
    int hf;                     /* of node path parts */
    wmem_strbuf_t *path;        /* of node path parts */
    bool absolute;
} entries_t;

/* May the entry have an item of its own? */
static bool
is_shown(const cursor_t *c, const proto_tree *tree, uint32_t nth)
{
    return tree != NULL && c->depth < pref_depth && c->depth < DEPTH_SHOWN_LIMIT &&
        nth < pref_items && items_allowed(c);
}

/* From the nth on nothing is shown; what remains is text up to its limit, and the end of it all. */
static bool
walk_hidden(cursor_t *c, const entries_t *entries, uint32_t nth)
{
    bool ok = true;

    for (; ok && nth < entries->count; nth++) {
        if (entries->size != 0 && !wants(c, NULL)) {
            uint32_t there = MIN(entries->count - nth, (uint32_t)bytes_left(c) / entries->size);

            c->offset += there * entries->size;
            return there == entries->count - nth || need(c, entries->size);
        }
        ok = entries->walk(c, NULL, nth, entries);
    }
    return ok;
}

/* The text of what is hidden ends where godot.variant.value is cut. */
static bool
walk_hidden_with_text(cursor_t *c, const entries_t *entries, uint32_t nth)
{
    size_t limit;
    bool ok;

    if (c->text == NULL)
        return walk_hidden(c, entries, nth);
    limit = c->text->limit;
    c->text->limit = MIN(limit, pref_text);
    ok = walk_hidden(c, entries, nth);
    c->text->limit = limit;
    if (c->text->characters > pref_text)
        godot_text_put(c->text, ", \xe2\x80\xa6");
    return ok;
}

/* The entries of a container: the first ones in the tree, the rest as one item. */
static bool
walk_entries(cursor_t *c, proto_tree *tree, const entries_t *entries)
{
    uint32_t shown;
    bool ok = true;
    int start;

    for (shown = 0; ok && shown < entries->count && is_shown(c, tree, shown); shown++)
        ok = entries->walk(c, tree, shown, entries);
    if (!ok || shown == entries->count)
        return ok;
    start = c->offset;
    ok = walk_hidden_with_text(c, entries, shown);
    add_hidden(c, tree, start, entries->count - shown);
    return ok;
}

/* A count, and whether so many entries of that size can be there. */
static bool
walk_count(cursor_t *c, proto_tree *tree, int size, uint32_t *count)
{
    proto_item *item;

    if (!walk_word(c, tree, hf_count, count, &item))
        return false;
    return possible(c, *count, size) || fault(c, item, &ei_impossible_count);
}

/* Bit 31 of a container's count is no part of it (4.6). */
static bool
walk_shared_count(cursor_t *c, proto_tree *tree, int size, uint32_t *count)
{
    proto_item *item;

    if (!need(c, 4))
        return false;
    *count = tvb_get_letohl(c->tvb, c->offset);
    item = proto_tree_add_uint(tree, hf_count, c->tvb, c->offset, 4, *count & COUNT_MASK);
    if (c->dialect->shared_bit || (*count & SHARED_MASK) != 0)
        proto_tree_add_item(tree, hf_shared, c->tvb, c->offset, 4, ENC_LITTLE_ENDIAN);
    if (!c->dialect->shared_bit && (*count & SHARED_MASK) != 0)
        note_at(c, item, &ei_shared);
    *count &= COUNT_MASK;
    c->offset += 4;
    return possible(c, *count, size) || fault(c, item, &ei_impossible_count);
}

/* Packed arrays --------------------------------------------------------------------------- */

static bool
walk_packed_number(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries)
{
    const godot_element_t element = entries->head->type->element;
    number_t number;

    if (nth > 0)
        godot_text_put(c->text, ", ");
    if (!need(c, entries->size))
        return false;
    read_number(c, element, entries->size, &number);
    put_number(c, &number);
    spend(c, tree, 1);
    if (number.integral)
        proto_tree_add_int64_format(tree, hf_int, c->tvb, c->offset, entries->size, number.integer,
                                    "[%u]: %" PRId64, nth, number.integer);
    else
        proto_tree_add_double_format(tree, hf_float, c->tvb, c->offset, entries->size, number.real,
                                     "[%u]: %s", nth, number.digits);
    c->offset += entries->size;
    return true;
}

static bool
walk_packed_tuple(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries)
{
    const role_t role = { hf_item, NULL, nth };
    const int start = c->offset;
    proto_tree *sub;
    size_t mark;
    bool ok;

    if (nth > 0)
        godot_text_put(c->text, ", ");
    mark = godot_text_mark(c->text);
    sub = open_item(c, tree, hf_item, ett_value);
    ok = walk_groups(c, sub, entries->head);
    close_item(c, sub, start);
    label_item(c, sub, &role, mark);
    return ok;
}

static bool
walk_packed(cursor_t *c, proto_tree *tree, const head_t *head)
{
    entries_t entries = { head->type->groups != NULL ? walk_packed_tuple : walk_packed_number, 0,
                          godot_element_size(head->type->element, head->flag_64), head, 0, NULL, false };
    bool ok;

    entries.size *= godot_type_components(head->type);
    godot_text_put(c->text, head->type->name);
    godot_text_put(c->text, "(");
    ok = walk_count(c, tree, entries.size, &entries.count) && walk_entries(c, tree, &entries);
    godot_text_put(c->text, ")");
    return ok;
}

/* Length, text with its NUL, padding (3.2). */
static bool
walk_packed_string(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries _U_)
{
    const role_t role = { hf_item, NULL, nth };
    const int start = c->offset;
    const char *string;
    proto_tree *sub;
    size_t mark;
    bool ok;

    if (nth > 0)
        godot_text_put(c->text, ", ");
    mark = godot_text_mark(c->text);
    sub = open_item(c, tree, hf_item, ett_value);
    ok = walk_string_field(c, sub, hf_string, false, &string);
    if (string != NULL)
        godot_text_put_quoted(c->text, string);
    close_item(c, sub, start);
    label_item(c, sub, &role, mark);
    return ok;
}

static bool
walk_packed_strings(cursor_t *c, proto_tree *tree, const head_t *head)
{
    entries_t entries = { walk_packed_string, 0, 0, head, 0, NULL, false };
    proto_item *item;
    bool ok;

    godot_text_put(c->text, head->type->name);
    godot_text_put(c->text, "(");
    ok = walk_word(c, tree, hf_count, &entries.count, &item);
    if (ok && entries.count > COUNT_MASK) {     /* negative: the engine reads an empty array (4.7) */
        note_at(c, item, &ei_impossible_count);
        entries.count = 0;
    }
    if (ok && !possible(c, entries.count, 4))
        ok = fault(c, item, &ei_impossible_count);
    ok = ok && walk_entries(c, tree, &entries);
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

/* Bytes and their padding, which may be missing at the very end (3.3). */
static bool
walk_raw(cursor_t *c, proto_tree *tree, uint32_t length)
{
    const uint32_t there = MIN(length, (uint32_t)bytes_left(c));

    proto_tree_add_item(tree, hf_bytes, c->tvb, c->offset, there, ENC_NA);
    put_bytes(c, there);
    c->offset += there;
    if (there < length)
        return need(c, length - there);
    if (length % 4 == 0 || c->offset < c->claimed)
        return walk_padding(c, tree, length, false);
    note_at(c, NULL, &ei_padding_missing);
    return true;
}

static bool
walk_bytes(cursor_t *c, proto_tree *tree, const head_t *head)
{
    uint32_t length;
    bool ok;

    godot_text_put(c->text, head->type->name);
    godot_text_put(c->text, "(");
    ok = walk_count(c, tree, 1, &length) && walk_raw(c, tree, length);
    godot_text_put(c->text, ")");
    return ok;
}

/* Arrays and dictionaries ----------------------------------------------------------------- */

/* The declared type of a container's elements; kinds: docs/wire/variant.md, 4.6. */
static bool
walk_container_type(cursor_t *c, proto_tree *tree, unsigned kind)
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
            note_at(c, item, &ei_unknown_type);
        if (type != NULL)
            proto_item_append_text(item, " (%s)", type->name);
        if (type != NULL && id != 0)
            name = type->name;
    } else if (kind == 2)
        ok = walk_string_field(c, tree, hf_class, false, &name);
    else if (kind == 3)
        ok = walk_string_field(c, tree, hf_script, false, &name);
    if (name != NULL)
        godot_text_put_escaped(c->text, name);
    return ok;
}

static bool
walk_element(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries _U_)
{
    const role_t role = { hf_item, NULL, nth };

    if (nth > 0)
        godot_text_put(c->text, ", ");
    return walk_nested(c, tree, &role);
}

static bool
walk_array(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const unsigned kind = head->flags & head->type->flags & GODOT_FLAG_ELEMENT_KIND;
    entries_t entries = { walk_element, 0, 0, head, 0, NULL, false };
    bool ok = true;

    if (kind != 0) {
        godot_text_put(c->text, "Array[");
        ok = walk_container_type(c, tree, kind);
        godot_text_put(c->text, "](");
    }
    godot_text_put(c->text, "[");
    ok = ok && walk_shared_count(c, tree, 4, &entries.count) && walk_entries(c, tree, &entries);
    godot_text_put(c->text, kind != 0 ? "])" : "]");
    return ok;
}

static bool
walk_pair(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries _U_)
{
    const role_t role = { hf_item, NULL, nth };
    const role_t key = { hf_key, "Key", 0 };
    const role_t value = { hf_plain, "Value", 0 };
    const int start = c->offset;
    proto_tree *sub;
    size_t mark;
    bool ok;

    if (nth > 0)
        godot_text_put(c->text, ", ");
    mark = godot_text_mark(c->text);
    sub = open_item(c, tree, hf_item, ett_value);
    ok = walk_nested(c, sub, &key);
    godot_text_put(c->text, ": ");
    ok = ok && walk_nested(c, sub, &value);
    close_item(c, sub, start);
    label_item(c, sub, &role, mark);
    return ok;
}

static bool
walk_dictionary_types(cursor_t *c, proto_tree *tree, unsigned flags)
{
    bool ok;

    if (flags == 0)
        return true;
    godot_text_put(c->text, "Dictionary[");
    ok = walk_container_type(c, tree, flags & GODOT_FLAG_KEY_KIND);
    godot_text_put(c->text, ", ");
    ok = ok && walk_container_type(c, tree, (flags & GODOT_FLAG_VALUE_KIND) >> 2);
    godot_text_put(c->text, "](");
    return ok;
}

static bool
walk_dictionary(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const unsigned flags = head->flags & head->type->flags;
    entries_t entries = { walk_pair, 0, 0, head, 0, NULL, false };
    bool ok = walk_dictionary_types(c, tree, flags);

    godot_text_put(c->text, "{");
    ok = ok && walk_shared_count(c, tree, 8, &entries.count) && walk_entries(c, tree, &entries);
    godot_text_put(c->text, flags != 0 ? "})" : "}");
    return ok;
}

/* Node paths ------------------------------------------------------------------------------ */

static bool
walk_path_part(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries)
{
    const bool is_name = entries->hf == hf_node_path_name;
    const int start = c->offset;
    const char *string;
    proto_tree *sub = open_item(c, tree, hf_node_path_part, ett_value);
    bool ok = walk_string_field(c, sub, entries->hf, true, &string);

    close_item(c, sub, start);
    if (string == NULL)
        return ok;
    if (entries->path != NULL) {
        if (!is_name)
            wmem_strbuf_append_c(entries->path, ':');
        else if (nth > 0 || entries->absolute)
            wmem_strbuf_append_c(entries->path, '/');
        wmem_strbuf_append(entries->path, string);
    }
    proto_item_append_text(proto_tree_get_parent(sub), ": %s", string);
    return ok;
}

/* Three words: names, subnames, flags (4.3). */
static bool
walk_path_head(cursor_t *c, proto_tree *tree, uint32_t *names, uint32_t *subnames, uint32_t *flags)
{
    static int *const flag_fields[] = { &hf_node_path_absolute, &hf_node_path_property, NULL };
    proto_item *names_item, *subnames_item, *item = NULL;

    proto_tree_add_item(tree, hf_node_path_new, c->tvb, c->offset, 4, ENC_LITTLE_ENDIAN);
    names_item = proto_tree_add_item(tree, hf_node_path_names, c->tvb, c->offset, 4, ENC_LITTLE_ENDIAN);
    *names = tvb_get_letohl(c->tvb, c->offset) & COUNT_MASK;
    c->offset += 4;
    if (!walk_word(c, tree, hf_node_path_subnames, subnames, &subnames_item) || !need(c, 4))
        return false;
    *flags = tvb_get_letohl(c->tvb, c->offset);
    if (tree != NULL)
        item = proto_tree_add_bitmask(tree, c->tvb, c->offset, hf_node_path_flags, ett_flags, flag_fields,
                                      ENC_LITTLE_ENDIAN);
    c->offset += 4;
    if (*flags > 3)
        note_at(c, item, &ei_unknown_flags);
    if (!possible(c, *names, 4))
        return fault(c, names_item, &ei_impossible_count);
    return possible(c, *subnames, 4) || fault(c, subnames_item, &ei_impossible_count);
}

static void
put_path(cursor_t *c, proto_tree *tree, int start, const char *path)
{
    proto_item *item = proto_tree_add_string(tree, hf_node_path, c->tvb, start, 0, path);

    proto_item_set_generated(item);
    godot_text_put(c->text, "NodePath(");
    godot_text_put_quoted(c->text, path);
    godot_text_put(c->text, ")");
    if (c->value != NULL)
        c->value->string = path;
}

static bool
walk_path_parts(cursor_t *c, proto_tree *tree, wmem_strbuf_t *path)
{
    entries_t names = { walk_path_part, 0, 0, NULL, hf_node_path_name, path, false };
    entries_t subnames = { walk_path_part, 0, 0, NULL, hf_node_path_subname, path, false };
    uint32_t flags;

    if (!walk_path_head(c, tree, &names.count, &subnames.count, &flags))
        return false;
    names.absolute = (flags & 1) != 0;
    if (names.absolute && names.count == 0 && path != NULL)
        wmem_strbuf_append_c(path, '/');
    if ((flags & 2) != 0)       /* the property is one more subname */
        subnames.count++;
    return walk_entries(c, tree, &names) && walk_entries(c, tree, &subnames);
}

/* The whole path as one string, without padding; only 2.1 and 3.0 read it (4.3). */
static bool
walk_old_path(cursor_t *c, proto_tree *tree)
{
    const int start = c->offset;
    uint32_t length;
    const char *path;

    if (!walk_word(c, tree, hf_length, &length, NULL) || !need(c, length))
        return false;
    note_at(c, NULL, &ei_old_node_path);
    path = walk_text(c, tree, hf_node_path_name, length);
    if (path != NULL)
        put_path(c, tree, start, path);
    return true;
}

static bool
walk_node_path(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    const int start = c->offset;
    wmem_strbuf_t *path = NULL;
    bool ok;

    if (!need(c, 4))
        return false;
    if ((tvb_get_letohl(c->tvb, c->offset) & SHARED_MASK) == 0)
        return walk_old_path(c, tree);
    if (wants(c, tree))
        path = wmem_strbuf_new(c->pinfo->pool, "");
    ok = walk_path_parts(c, tree, path);
    if (path != NULL)
        put_path(c, tree, start, wmem_strbuf_get_str(path));
    return ok;
}

/* Objects and the like -------------------------------------------------------------------- */

static bool
walk_rid(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    uint64_t id;

    if (!need(c, 8))
        return false;
    id = tvb_get_letoh64(c->tvb, c->offset);
    proto_tree_add_item(tree, hf_rid, c->tvb, c->offset, 8, ENC_LITTLE_ENDIAN);
    godot_text_put(c->text, "RID(");
    if (id != 0)
        godot_text_put_int(c->text, (int64_t)id);
    godot_text_put(c->text, ")");
    c->offset += 8;
    return true;
}

static bool
walk_object_id(cursor_t *c, proto_tree *tree, uint64_t *id)
{
    if (!need(c, 8))
        return false;
    *id = tvb_get_letoh64(c->tvb, c->offset);
    proto_tree_add_item(tree, hf_object_id, c->tvb, c->offset, 8, ENC_LITTLE_ENDIAN);
    c->offset += 8;
    return true;
}

static bool
walk_signal(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    const char *name;
    uint64_t id;
    bool ok;

    godot_text_put(c->text, "Signal(");
    ok = walk_string_field(c, tree, hf_signal, false, &name);
    if (name != NULL)
        godot_text_put_escaped(c->text, name);
    godot_text_put(c->text, ")");
    return ok && walk_object_id(c, tree, &id);
}

static bool
walk_object_by_id(cursor_t *c, proto_tree *tree)
{
    uint64_t id;

    if (!walk_object_id(c, tree, &id))
        return false;
    if (c->value != NULL)
        c->value->integer = (int64_t)id;
    if (id == 0) {
        godot_text_put(c->text, "null");
        return true;
    }
    godot_text_put(c->text, "<Object#");
    godot_text_put_int(c->text, (int64_t)id);
    godot_text_put(c->text, ">");
    return true;
}

/* A property of that name brings a script along, unless its value is nil (4.5). */
static bool
is_script_property(const cursor_t *c, const char *name)
{
    return (strcmp(name, "script") == 0 || strcmp(name, "script/source") == 0) &&
        bytes_left(c) >= 4 && tvb_get_uint8(c->tvb, c->offset) != 0;
}

static bool
walk_property(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries _U_)
{
    const role_t role = { hf_property, NULL, nth };
    const role_t value = { hf_plain, "Value", 0 };
    const int start = c->offset;
    proto_tree *sub = open_item(c, tree, hf_property, ett_value);
    const char *name;
    size_t mark;
    bool ok;

    godot_text_put(c->text, ",");
    mark = godot_text_mark(c->text);
    ok = walk_string_field(c, sub, hf_property_name, false, &name);
    if (name != NULL) {
        godot_text_put_quoted(c->text, name);
        godot_text_put(c->text, ":");
        if (is_script_property(c, name))
            remark(c, proto_tree_get_parent(sub), &ei_script);
    }
    ok = ok && walk_nested(c, sub, &value);
    close_item(c, sub, start);
    label_item(c, sub, &role, mark);
    return ok;
}

static bool
walk_properties(cursor_t *c, proto_tree *tree, const head_t *head)
{
    entries_t entries = { walk_property, 0, 0, head, 0, NULL, false };
    proto_item *item;

    if (!walk_word(c, tree, hf_count, &entries.count, &item))
        return false;
    if (entries.count > COUNT_MASK)     /* negative: no properties */
        entries.count = 0;
    if (!possible(c, entries.count, 8))
        return fault(c, item, &ei_impossible_count);
    return walk_entries(c, tree, &entries);
}

static bool
walk_full_object(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const int start = c->offset;
    const char *class_name;
    bool ok = walk_string_field(c, tree, hf_class, false, &class_name);

    /* An empty class name, or one of NULs: null, nothing follows. */
    if (ok && (c->offset == start + 4 || tvb_get_uint8(c->tvb, start + 4) == 0)) {
        godot_text_put(c->text, "null");
        return true;
    }
    remark(c, NULL, &ei_full_object);
    godot_text_put(c->text, "Object(");
    if (class_name != NULL)
        godot_text_put_escaped(c->text, class_name);
    ok = ok && walk_properties(c, tree, head);
    godot_text_put(c->text, ")");
    return ok;
}

/* Do a length and an identifier follow? */
static bool
class_follows(const cursor_t *c)
{
    uint32_t length;

    if (bytes_left(c) < 8)
        return false;
    length = tvb_get_letohl(c->tvb, c->offset);
    if (length == 0 || length > (uint32_t)bytes_left(c) - 4)
        return false;
    for (uint32_t i = 0; i < MIN(length, 64); i++) {
        uint8_t letter = tvb_get_uint8(c->tvb, c->offset + 4 + i);

        if (!g_ascii_isalnum(letter) && letter != '_')
            return false;
    }
    return true;
}

static bool
walk_object(cursor_t *c, proto_tree *tree, const head_t *head)
{
    if ((head->flags & GODOT_FLAG_ID) != 0)
        return walk_object_by_id(c, tree);
    /* A freed object's header stands alone in the compact form (9). */
    if (c->compact && c->depth == 0 && !class_follows(c)) {
        remark(c, NULL, &ei_freed_object);
        godot_text_put(c->text, "null");
        return true;
    }
    return walk_full_object(c, tree, head);
}

/* What only 2.1 has (4.9) ----------------------------------------------------------------- */

static bool
walk_image(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    uint32_t format, mipmaps, width, height, length;

    if (!walk_word(c, tree, hf_image_format, &format, NULL) || !walk_word(c, tree, hf_image_mipmaps, &mipmaps, NULL) ||
        !walk_word(c, tree, hf_image_width, &width, NULL) || !walk_word(c, tree, hf_image_height, &height, NULL) ||
        !walk_count(c, tree, 1, &length))
        return false;
    if (godot_text_wanted(c->text)) {
        char text[64];

        snprintf(text, sizeof text, "Image(%u, %u, %u, %u)", width, height, mipmaps, format);
        godot_text_put(c->text, text);
    }
    proto_tree_add_item(tree, hf_bytes, c->tvb, c->offset, MIN(length, (uint32_t)bytes_left(c)), ENC_NA);
    if (!need(c, length))
        return false;
    c->offset += length;
    return walk_padding(c, tree, length, true);
}

/* The words of an event's body; the last of a joystick motion's is a float. */
static void
add_event_body(cursor_t *c, proto_tree *tree, uint32_t type, int end)
{
    for (int words = 0; c->offset + 4 <= end; c->offset += 4, words++) {
        number_t number;

        if (type != 4 || words != 1) {
            proto_tree_add_item(tree, hf_event_data, c->tvb, c->offset, 4, ENC_LITTLE_ENDIAN);
            continue;
        }
        read_number(c, ELEMENT_F32, 4, &number);
        proto_tree_add_double(tree, hf_event_value, c->tvb, c->offset, 4, number.real);
    }
}

static bool
walk_input_event(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    const int start = c->offset;
    uint32_t type, device, length;
    proto_item *item;

    if (!walk_word(c, tree, hf_event_type, &type, NULL) || !walk_word(c, tree, hf_event_device, &device, NULL) ||
        !walk_word(c, tree, hf_event_length, &length, &item))
        return false;
    godot_text_put(c->text, "InputEvent(");
    godot_text_put(c->text, val_to_str_const(type, event_types, "Unknown"));
    godot_text_put(c->text, ")");
    if (length < 12 || length % 4 != 0)
        return fault(c, item, &ei_event_length);
    if (!need(c, length - 12))
        return false;
    add_event_body(c, tree, type, start + length);
    c->offset = start + length;
    return true;
}

/* Values ---------------------------------------------------------------------------------- */

typedef bool (*payload_walker_t)(cursor_t *c, proto_tree *tree, const head_t *head);

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

/* The field of a container, or -1: the value is its entry's own item. */
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

/* The type at the cursor; for a compact BOOL or INT the type it stands for (9). */
static void
peek_head(const cursor_t *c, head_t *head)
{
    memset(head, 0, sizeof *head);
    if (bytes_left(c) < 1)
        return;
    head->id = tvb_get_uint8(c->tvb, c->offset);
    if (c->compact && c->depth == 0 && ((head->id & 0x3f) == 1 || (head->id & 0x3f) == 2))
        head->id &= 0x3f;
    else if (bytes_left(c) < 4)
        return;
    else {
        if (c->dialect->word_is_type)
            head->id = tvb_get_letohl(c->tvb, c->offset);
        head->flags = tvb_get_letohs(c->tvb, c->offset + 2);
    }
    head->type = godot_dialect_type(c->dialect, head->id);
    head->flag_64 = head->type != NULL && (head->flags & head->type->flags & GODOT_FLAG_64) != 0;
}

static void
add_flags(cursor_t *c, proto_tree *tree, const head_t *head)
{
    static int *const numbers[] = { &hf_flags_64, NULL };
    static int *const objects[] = { &hf_flags_object_id, NULL };
    static int *const arrays[] = { &hf_flags_element_kind, NULL };
    static int *const dictionaries[] = { &hf_flags_key_kind, &hf_flags_value_kind, NULL };
    static int *const none[] = { NULL };
    int *const *fields = none;
    proto_item *item = NULL;

    if (head->type != NULL && head->type->flags != 0)
        fields = head->type->shape == SHAPE_OBJECT ? objects :
            head->type->shape == SHAPE_ARRAY ? arrays :
            head->type->shape == SHAPE_DICTIONARY ? dictionaries : numbers;
    if (tree != NULL && fields == none)
        item = proto_tree_add_item(tree, hf_flags, c->tvb, c->offset, 2, ENC_LITTLE_ENDIAN);
    else if (tree != NULL)
        item = proto_tree_add_bitmask(tree, c->tvb, c->offset, hf_flags, ett_flags, fields, ENC_LITTLE_ENDIAN);
    if (head->type != NULL && (head->flags & ~(unsigned)head->type->flags) != 0)
        note_at(c, item, &ei_unknown_flags);
}

static proto_item *
add_type(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const uint8_t id = (uint8_t)head->id;

    return proto_tree_add_uint_format_value(tree, hf_type, c->tvb, c->offset, 1, id, "%s (%u)",
                                            head->type != NULL ? head->type->name : "Unknown", id);
}

/* Type, a byte that is always zero, flags (2). */
static bool
walk_head(cursor_t *c, proto_tree *tree, const head_t *head)
{
    proto_item *type_item, *item;

    if (!need(c, 4))
        return false;
    spend(c, tree, 6);          /* with flags and a payload of one item */
    type_item = add_type(c, tree, head);
    item = proto_tree_add_item(tree, hf_reserved, c->tvb, c->offset + 1, 1, ENC_NA);
    if (tvb_get_uint8(c->tvb, c->offset + 1) != 0)
        note_at(c, item, &ei_reserved);
    c->offset += 2;
    add_flags(c, tree, head);
    c->offset += 2;
    return head->type != NULL || fault(c, type_item, &ei_unknown_type);
}

static bool
walk_compact_bool(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const bool value = (tvb_get_uint8(c->tvb, c->offset) & 0x80) != 0;

    add_type(c, tree, head);
    proto_tree_add_boolean(tree, hf_bool, c->tvb, c->offset, 1, value);
    c->offset++;
    godot_text_put(c->text, value ? "true" : "false");
    if (c->value != NULL)
        c->value->integer = value;
    return true;
}

static bool
walk_compact_int(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const int size = 1 << (tvb_get_uint8(c->tvb, c->offset) >> 6);
    int64_t value = 0;

    add_type(c, tree, head);
    proto_tree_add_item(tree, hf_width, c->tvb, c->offset, 1, ENC_NA);
    c->offset++;
    if (!need(c, size))
        return false;
    for (int i = size - 1; i >= 0; i--)
        value = (int64_t)((uint64_t)value << 8 | tvb_get_uint8(c->tvb, c->offset + i));
    if (size < 8 && (value & ((int64_t)1 << (size * 8 - 1))) != 0)
        value -= (int64_t)1 << (size * 8);
    proto_tree_add_int64(tree, hf_int, c->tvb, c->offset, size, value);
    godot_text_put_int(c->text, value);
    if (c->value != NULL)
        c->value->integer = value;
    c->offset += size;
    return true;
}

static bool
walk_encoded(cursor_t *c, proto_tree *tree, const head_t *head)
{
    if (!need(c, 1))
        return false;
    if (c->compact && c->depth == 0) {
        const unsigned id = tvb_get_uint8(c->tvb, c->offset) & 0x3f;

        if (id == 1)
            return walk_compact_bool(c, tree, head);
        if (id == 2)
            return walk_compact_int(c, tree, head);
    }
    return walk_head(c, tree, head) && payload_walkers[head->type->shape](c, tree, head);
}

static bool
walk_inside(cursor_t *c, proto_tree *tree, const head_t *head)
{
    proto_item *outer = c->item;
    bool ok;

    if (tree != NULL)
        c->item = proto_tree_get_parent(tree);
    if (c->depth > DEPTH_LIMIT)
        ok = fault(c, NULL, &ei_too_deep);
    else
        ok = walk_encoded(c, tree, head);
    if (!ok)
        add_undecoded(c, tree);
    c->item = outer;
    return ok;
}

/* What the outermost value says of itself, for the user and for the caller. */
static void
finish_outermost(cursor_t *c, proto_tree *tree, int start, const head_t *head)
{
    proto_item *item;

    item = proto_tree_add_uint(tree, hf_dialect, c->tvb, start, 0, c->dialect->number);
    proto_item_set_generated(item);
    if (c->text != NULL) {
        const char *text = godot_text_cut(c->text, pref_text, c->pinfo->pool);

        item = proto_tree_add_string(tree, hf_value, c->tvb, start, 0, text);
        proto_item_set_generated(item);
        if (c->value != NULL)
            c->value->text = text;
    }
    if (c->value == NULL)
        return;
    c->value->type = head->id;
    c->value->type_name = head->type != NULL ? head->type->name : "Unknown";
    c->value->kind = head->type != NULL ? head->type->kind : GODOT_VALUE_OTHER;
    c->value->length = c->offset - start;
    c->value->item = proto_tree_get_parent(tree);
}

/* One value: the item of its role, and inside that the container's own where it is an entry. */
static bool
walk_value(cursor_t *c, proto_tree *tree, const role_t *role)
{
    const int start = c->offset;
    const size_t mark = godot_text_mark(c->text);
    proto_tree *outer, *inner;
    int container;
    head_t head;
    bool ok;

    peek_head(c, &head);
    container = container_field(head.type);
    if (container == -1 || role->hf == hf_plain) {
        outer = open_item(c, tree, container == -1 ? role->hf : container, ett_value);
        inner = outer;
    } else {
        outer = open_item(c, tree, role->hf, ett_value);
        inner = open_item(c, outer, container, ett_value);
    }
    ok = walk_inside(c, inner, &head);
    if (c->depth == 0)
        finish_outermost(c, inner, start, &head);
    if (inner != outer)
        close_item(c, inner, start);
    close_item(c, outer, start);
    label_item(c, outer, role, mark);
    return ok;
}

/* A value inside the one at hand. */
static bool
walk_nested(cursor_t *c, proto_tree *tree, const role_t *role)
{
    godot_value_t *value = c->value;
    bool ok;

    c->value = NULL;
    c->depth++;
    ok = walk_value(c, tree, role);
    c->depth--;
    c->value = value;
    return ok;
}

/* The interface ---------------------------------------------------------------------------- */

/* Of all values of a frame together; several values, and several messages, share one. */
static int *
frame_items_left(packet_info *pinfo)
{
    int *left = (int *)p_get_proto_data(pinfo->pool, pinfo, proto_variant, 0);

    if (left == NULL) {
        left = wmem_new(pinfo->pool, int);
        *left = FRAME_ITEMS_LIMIT;
        p_add_proto_data(pinfo->pool, pinfo, proto_variant, 0, left);
    }
    return left;
}

static void
cursor_init(cursor_t *c, tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect, godot_encoding_t encoding)
{
    memset(c, 0, sizeof *c);
    c->tvb = tvb;
    c->dialect = godot_dialect_info(dialect);
    c->offset = offset;
    c->claimed = MIN(end, (int)tvb_reported_length(tvb));
    c->end = MIN(c->claimed, (int)tvb_captured_length(tvb));
    c->end = MAX(c->end, offset);
    c->claimed = MAX(c->claimed, offset);
    c->compact = encoding == GODOT_ENCODING_COMPACT;
}

int
dissect_godot_variant(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int offset, int end,
                      godot_dialect_t dialect, godot_encoding_t encoding,
                      godot_value_t *value, bool want_text)
{
    const role_t role = { hf_plain, "Value", 0 };
    godot_text_t text = { NULL, 0, pref_text };
    cursor_t c;
    bool ok;

    cursor_init(&c, tvb, offset, end, dialect, encoding);
    c.pinfo = pinfo;
    c.value = value;
    c.labels = tree != NULL && PTREE_DATA(tree)->visible;
    if (tree != NULL)
        c.items_left = frame_items_left(pinfo);
    if (value != NULL)
        memset(value, 0, sizeof *value);
    if (c.labels)
        text.limit = MAX(text.limit, LABELS_TEXT_LIMIT);
    if (want_text || c.labels || (tree != NULL && proto_field_is_referenced(tree, hf_value))) {
        text.buffer = wmem_strbuf_new(pinfo->pool, "");
        c.text = &text;
    }
    ok = walk_value(&c, tree, &role);
    return ok ? c.offset : -1;
}

int
godot_variant_check(tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect, godot_encoding_t encoding)
{
    const role_t role = { hf_plain, NULL, 0 };
    cursor_t c;

    cursor_init(&c, tvb, offset, end, dialect, encoding);
    return walk_value(&c, NULL, &role) && c.faults == 0 ? c.offset : -1;
}

int
godot_variant_measure(tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect)
{
    const role_t role = { hf_plain, NULL, 0 };
    cursor_t c;

    cursor_init(&c, tvb, offset, end, dialect, GODOT_ENCODING_FULL);
    return walk_value(&c, NULL, &role) ? c.offset : -1;
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
        "Characters of the text of a value, in godot.variant.value and the Info column",
        10, &pref_text);
}

static const value_string dialect_names[] = {
    { GODOT_DIALECT_2_1, "2.1" },
    { GODOT_DIALECT_3_X, "3.x" },
    { GODOT_DIALECT_4_X, "4.x" },
    { GODOT_DIALECT_4_X_DOC, "4.x as documented" },
    { 0, NULL }
};

/* proto is that of "godot.variant": all fields here are its. */
void
godot_variant_walker_register(int proto)
{
    static hf_register_info hf[] = {
        { &hf_plain,
            { "Value", "godot.variant.plain", FT_NONE, BASE_NONE,
              NULL, 0x0, "A value that is no entry of an array or dictionary", HFILL } },
        { &hf_dialect,
            { "Dialect", "godot.variant.dialect", FT_UINT8, BASE_DEC,
              VALS(dialect_names), 0x0, "Numbering of types by which the value is read", HFILL } },
        { &hf_value,
            { "Text", "godot.variant.value", FT_STRING, BASE_NONE,
              NULL, 0x0, "The value as source text on one line", HFILL } },
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
        { &hf_width,
            { "Width", "godot.variant.width", FT_UINT8, BASE_DEC,
              VALS(compact_widths), 0xc0, "Bytes of an integer in the compact form", HFILL } },
        { &hf_bool,
            { "Bool", "godot.variant.bool", FT_BOOLEAN, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_int,
            { "Integer", "godot.variant.int", FT_INT64, BASE_DEC,
              NULL, 0x0, NULL, HFILL } },
        { &hf_float,
            { "Float", "godot.variant.float", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Shortest decimal that gives the same bits", HFILL } },
        { &hf_length,
            { "Length", "godot.variant.length", FT_UINT32, BASE_DEC|BASE_UNIT_STRING,
              &units_byte_bytes, 0x0, "Length of a text without its padding", HFILL } },
        { &hf_string,
            { "String", "godot.variant.string", FT_STRING, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_padding,
            { "Padding", "godot.variant.padding", FT_BYTES, BASE_NONE,
              NULL, 0x0, "Fills up to a multiple of four bytes", HFILL } },
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
              NULL, 0x0, NULL, HFILL } },
        { &hf_g,
            { "Green", "godot.variant.g", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_b,
            { "Blue", "godot.variant.b", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_a,
            { "Alpha", "godot.variant.a", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_d,
            { "Distance", "godot.variant.d", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Distance of a plane from the origin", HFILL } },
        { &hf_position,
            { "Position", "godot.variant.position", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_size,
            { "Size", "godot.variant.size", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_normal,
            { "Normal", "godot.variant.normal", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_column,
            { "Column", "godot.variant.column", FT_NONE, BASE_NONE,
              NULL, 0x0, "One axis of a matrix", HFILL } },
        { &hf_row,
            { "Row", "godot.variant.row", FT_NONE, BASE_NONE,
              NULL, 0x0, "One component of each axis of a matrix", HFILL } },
        { &hf_origin,
            { "Origin", "godot.variant.origin", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_node_path,
            { "Node path", "godot.variant.node_path", FT_STRING, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_node_path_new,
            { "Current format", "godot.variant.node_path.current", FT_BOOLEAN, 32,
              NULL, SHARED_MASK, "Names one by one, not the whole path as one string", HFILL } },
        { &hf_node_path_names,
            { "Names", "godot.variant.node_path.names", FT_UINT32, BASE_DEC,
              NULL, COUNT_MASK, "Number of node names", HFILL } },
        { &hf_node_path_subnames,
            { "Subnames", "godot.variant.node_path.subnames", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Number of resource and property names", HFILL } },
        { &hf_node_path_flags,
            { "Flags", "godot.variant.node_path.flags", FT_UINT32, BASE_HEX,
              NULL, 0x0, NULL, HFILL } },
        { &hf_node_path_absolute,
            { "Absolute", "godot.variant.node_path.flags.absolute", FT_BOOLEAN, 32,
              NULL, 0x00000001, NULL, HFILL } },
        { &hf_node_path_property,
            { "Property follows", "godot.variant.node_path.flags.property", FT_BOOLEAN, 32,
              NULL, 0x00000002, "One subname more than counted (2.1)", HFILL } },
        { &hf_node_path_part,
            { "Part", "godot.variant.node_path.part", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_node_path_name,
            { "Name", "godot.variant.node_path.name", FT_STRING, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_node_path_subname,
            { "Subname", "godot.variant.node_path.subname", FT_STRING, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_rid,
            { "RID", "godot.variant.rid", FT_UINT64, BASE_DEC,
              NULL, 0x0, NULL, HFILL } },
        { &hf_object,
            { "Object", "godot.variant.object", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_object_id,
            { "Instance id", "godot.variant.object_id", FT_UINT64, BASE_DEC,
              NULL, 0x0, NULL, HFILL } },
        { &hf_class,
            { "Class", "godot.variant.class", FT_STRING, BASE_NONE,
              NULL, 0x0, "Native class of an object or of a container's elements", HFILL } },
        { &hf_property,
            { "Property", "godot.variant.property", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_property_name,
            { "Property name", "godot.variant.property.name", FT_STRING, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_signal,
            { "Signal", "godot.variant.signal", FT_STRING, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_script,
            { "Script", "godot.variant.script", FT_STRING, BASE_NONE,
              NULL, 0x0, "Path of the script that types a container's elements", HFILL } },
        { &hf_count,
            { "Count", "godot.variant.count", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Number of elements, pairs or properties", HFILL } },
        { &hf_shared,
            { "Shared", "godot.variant.shared", FT_BOOLEAN, 32,
              NULL, SHARED_MASK, "The container is shared by reference (2.1)", HFILL } },
        { &hf_array,
            { "Array", "godot.variant.array", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_dictionary,
            { "Dictionary", "godot.variant.dictionary", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_item,
            { "Item", "godot.variant.item", FT_NONE, BASE_NONE,
              NULL, 0x0, "An element of an array, or a pair of a dictionary", HFILL } },
        { &hf_key,
            { "Key", "godot.variant.key", FT_NONE, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_element_type,
            { "Element type", "godot.variant.element_type", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Declared type of a container's elements, keys or values", HFILL } },
        { &hf_bytes,
            { "Bytes", "godot.variant.bytes", FT_BYTES, BASE_NONE,
              NULL, 0x0, NULL, HFILL } },
        { &hf_image_format,
            { "Image format", "godot.variant.image.format", FT_UINT32, BASE_DEC,
              NULL, 0x0, NULL, HFILL } },
        { &hf_image_mipmaps,
            { "Mipmaps", "godot.variant.image.mipmaps", FT_UINT32, BASE_DEC,
              NULL, 0x0, NULL, HFILL } },
        { &hf_image_width,
            { "Image width", "godot.variant.image.width", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Pixels of a line", HFILL } },
        { &hf_image_height,
            { "Image height", "godot.variant.image.height", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Lines of the image", HFILL } },
        { &hf_event_type,
            { "Event type", "godot.variant.event.type", FT_UINT32, BASE_DEC,
              VALS(event_types), 0x0, NULL, HFILL } },
        { &hf_event_device,
            { "Device", "godot.variant.event.device", FT_UINT32, BASE_DEC,
              NULL, 0x0, NULL, HFILL } },
        { &hf_event_length,
            { "Event length", "godot.variant.event.length", FT_UINT32, BASE_DEC|BASE_UNIT_STRING,
              &units_byte_bytes, 0x0, "Length of the event with the three words before its body", HFILL } },
        { &hf_event_data,
            { "Event data", "godot.variant.event.data", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Button, axis, scan code or modifiers", HFILL } },
        { &hf_event_value,
            { "Event value", "godot.variant.event.value", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Position of a joystick axis", HFILL } },
        { &hf_hidden,
            { "Not shown", "godot.variant.hidden", FT_BYTES, BASE_NONE,
              NULL, 0x0, "Elements behind the limit of what is shown", HFILL } },
        { &hf_undecoded,
            { "Undecoded", "godot.variant.undecoded", FT_BYTES, BASE_NONE,
              NULL, 0x0, "Bytes behind a fault", HFILL } },
    };
    static int *ett[] = { &ett_value, &ett_flags, &ett_group };
    static ei_register_info ei[] = {
        { &ei_truncated,
            { "godot.variant.truncated", PI_MALFORMED, PI_ERROR,
              "The value ends before it is complete", EXPFILL } },
        { &ei_uncaptured,
            { "godot.variant.uncaptured", PI_UNDECODED, PI_NOTE,
              "The rest of the value was not captured", EXPFILL } },
        { &ei_unknown_type,
            { "godot.variant.unknown_type", PI_MALFORMED, PI_ERROR,
              "No such type in this dialect", EXPFILL } },
        { &ei_impossible_count,
            { "godot.variant.impossible_count", PI_MALFORMED, PI_ERROR,
              "More elements are announced than bytes can hold", EXPFILL } },
        { &ei_too_deep,
            { "godot.variant.too_deep", PI_UNDECODED, PI_WARN,
              "Nested deeper than the engine accepts", EXPFILL } },
        { &ei_depth_limit,
            { "godot.variant.depth_limit", PI_UNDECODED, PI_NOTE,
              "Nested deeper than is shown (preference godot.variant.depth)", EXPFILL } },
        { &ei_bad_utf8,
            { "godot.variant.bad_utf8", PI_MALFORMED, PI_WARN,
              "The text is not valid UTF-8", EXPFILL } },
        { &ei_unknown_flags,
            { "godot.variant.unknown_flags", PI_PROTOCOL, PI_WARN,
              "Flags that mean nothing here", EXPFILL } },
        { &ei_reserved,
            { "godot.variant.reserved_set", PI_PROTOCOL, PI_WARN,
              "The second byte of the header is not zero", EXPFILL } },
        { &ei_padding,
            { "godot.variant.padding_set", PI_PROTOCOL, PI_NOTE,
              "Padding is not zero", EXPFILL } },
        { &ei_padding_missing,
            { "godot.variant.padding_missing", PI_PROTOCOL, PI_NOTE,
              "Padding is missing", EXPFILL } },
        { &ei_old_node_path,
            { "godot.variant.old_node_path", PI_PROTOCOL, PI_NOTE,
              "Old format of a node path; engines from 3.1 on reject it", EXPFILL } },
        { &ei_bool_value,
            { "godot.variant.bool_value", PI_PROTOCOL, PI_NOTE,
              "A bool that is neither 0 nor 1 counts as true", EXPFILL } },
        { &ei_shared,
            { "godot.variant.shared_set", PI_PROTOCOL, PI_NOTE,
              "Only Godot 2.1 marks containers as shared", EXPFILL } },
        { &ei_full_object,
            { "godot.variant.full_object", PI_SECURITY, PI_NOTE,
              "A whole object; read only by receivers that allow object decoding", EXPFILL } },
        { &ei_script,
            { "godot.variant.object_script", PI_SECURITY, PI_WARN,
              "The object brings a script along", EXPFILL } },
        { &ei_freed_object,
            { "godot.variant.freed_object", PI_PROTOCOL, PI_NOTE,
              "An object that was freed before it was sent", EXPFILL } },
        { &ei_event_length,
            { "godot.variant.event_length", PI_MALFORMED, PI_ERROR,
              "Impossible length of an input event", EXPFILL } },
    };

    proto_variant = proto;
    proto_register_field_array(proto, hf, array_length(hf));
    proto_register_subtree_array(ett, array_length(ett));
    expert_register_field_array(expert_register_protocol(proto), ei, array_length(ei));
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
