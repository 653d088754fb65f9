/* debugger/packet-godot-debugger.c
 * Routines for the remote debugger of the Godot engine: what do editor and game say to each other?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

/*
 * docs/wire/transports.md, 10: a message of 4.x is an array [name, thread, data], a command of 3.x
 * an array [name, data...]. What a game of 3.x says takes several packets: its name, the
 * number of values, each value.
 */

#include "debugger/packet-godot-debugger.h"
#include "streams/packet-godot-stream.h"
#include "streams/packet-godot-websocket.h"
#include "variant/variant.h"
#include "debugger/messages.h"

#define DEFAULT_PORTS "6007"

/* Header words, low byte: docs/wire/variant.md, 1. */
enum { TYPE_INT = 2, TYPE_STRING = 4, TYPE_ARRAY_3 = 19, TYPE_ARRAY_4 = 28 };

#define WORD 4
#define NAME_MAX_LENGTH 256

/* Entries of a message after which the rest is shown as bytes: a tree has a limit of items. */
#define ENTRIES_SHOWN 5000

/* Nodes of a scene tree inside one another; deeper ones stay on that level. */
#define TREE_DEPTH 64

/* Entries that the Info column may tell of. */
#define INFO_ENTRIES 24
#define INFO_LENGTH 240

static int proto_godot_debug = -1;
static int proto_godot_debug_port = -1;

static int hf_message = -1;
static int hf_thread = -1;
static int hf_direction = -1;
static int hf_array = -1;
static int hf_elements = -1;
static int hf_argc = -1;
static int hf_index = -1;
static int hf_entry = -1;
static int hf_group = -1;
static int hf_rest = -1;
static int hf_file = -1;
static int hf_line = -1;
static int hf_function = -1;
static int hf_error = -1;
static int hf_description = -1;
static int hf_text = -1;

static int ett_debug = -1;
static int ett_message = -1;
static int ett_entry = -1;
static int ett_group = -1;

static expert_field ei_shape = EI_INIT;
static expert_field ei_orphan = EI_INIT;
static expert_field ei_count = EI_INIT;
static expert_field ei_rest = EI_INIT;
static expert_field ei_trailing = EI_INIT;

static dissector_handle_t debug_handle;
static dissector_handle_t port_handle;
static dissector_handle_t http_handle;

/* godot.debug.tcp.port */
static range_t *pref_ports = NULL;

static const value_string directions[] = {
    { GODOT_DEBUG_FROM_GAME,   "game to editor" },
    { GODOT_DEBUG_FROM_EDITOR, "editor to game" },
    { 0, NULL }
};

/* Entries worth a filter of their own, wherever they stand. */
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

/* ---- What is known of a connection, what is pinned to a packet, what moves ---- */

/* First pass: where a 3.x game is in its message. */
typedef struct {
    const char          *name;          /* NULL: between messages */
    bool                 counted;       /* the number of values has come */
    uint32_t             count, number;
    godot_debug_layout_t layout;
} progress_t;

typedef struct {
    bool       known;           /* who is the editor */
    unsigned   editor;          /* index of its end */
    progress_t progress;
} connection_t;

/* What a packet of a 3.x game is. */
typedef enum { ROLE_NAME, ROLE_COUNT, ROLE_VALUE, ROLE_ORPHAN } role_t;

typedef struct {
    role_t             role;
    const char        *message;
    uint32_t           number, count;
    godot_debug_slot_t slot;
} part_t;

/* What moves while one message is dissected. */
typedef struct {
    tvbuff_t            *tvb;
    packet_info         *pinfo;
    godot_dialect_t      dialect;
    int                  offset, end;
    godot_debug_entry_t  entries[INFO_ENTRIES];
    unsigned             entry_count;
    unsigned             shown;
} walk_t;

/* The end of the connection that sent the packet: 0 or 1. */
static unsigned
sending_end(const packet_info *pinfo)
{
    int order = cmp_address(&pinfo->src, &pinfo->dst);

    return order ? order > 0 : pinfo->srcport > pinfo->destport;
}

static connection_t *
find_connection(packet_info *pinfo)
{
    conversation_t *conversation = find_or_create_conversation(pinfo);
    connection_t *connection = (connection_t *)conversation_get_proto_data(conversation, proto_godot_debug);

    if (connection == NULL) {
        connection = wmem_new0(wmem_file_scope(), connection_t);
        conversation_add_proto_data(conversation, proto_godot_debug, connection);
    }
    return connection;
}

/* ---- Looking without dissecting ---- */

static uint32_t
peek(tvbuff_t *tvb, int offset)
{
    return tvb_captured_length_remaining(tvb, offset) >= WORD ? tvb_get_letohl(tvb, offset) : UINT32_MAX;
}

/* The text of a String that begins here, if it can be a message's name; else NULL. */
static const char *
peek_name(wmem_allocator_t *pool, tvbuff_t *tvb, int offset)
{
    uint32_t length = peek(tvb, offset + WORD);
    const char *name;

    if (peek(tvb, offset) != TYPE_STRING || length == 0 || length > NAME_MAX_LENGTH ||
        tvb_captured_length_remaining(tvb, offset + 2 * WORD) < (int)length)
        return NULL;
    name = (const char *)tvb_get_string_enc(pool, tvb, offset + 2 * WORD, (int)length, ENC_UTF_8);
    for (const char *at = name; *at; at++)
        if (!g_ascii_isprint(*at))
            return NULL;
    return strlen(name) == length ? name : NULL;
}

static bool
is_known3(const char *name, godot_debug_direction_t direction)
{
    if (direction == GODOT_DEBUG_FROM_GAME && g_str_has_prefix(name, "message:"))
        return true;
    return godot_debug_message(3, direction, name) != NULL;
}

/* [name, thread, data], or of 4.0 and 4.1 [name, data] */
static bool
recognise4(tvbuff_t *tvb, int offset, int length, const char *name)
{
    uint32_t count = peek(tvb, offset + WORD);

    if (name == NULL || length % WORD != 0 || (count != 2 && count != 3))
        return false;
    if (tvb_captured_length_remaining(tvb, offset) < length)
        return true;
    return godot_variant_check(tvb, offset, offset + length, GODOT_DIALECT_4_X, GODOT_ENCODING_FULL) == offset + length;
}

/* A name of a 3.x game by itself. Where it is cut, its two lengths must agree. */
static bool
recognise3(tvbuff_t *tvb, int offset, int length, const char *name)
{
    uint32_t text = peek(tvb, offset + WORD);

    if (text == 0 || text > NAME_MAX_LENGTH || length != 2 * WORD + (int)((text + 3) / WORD * WORD))
        return false;
    if (name)
        return is_known3(name, GODOT_DEBUG_FROM_GAME);
    return tvb_captured_length_remaining(tvb, offset) < length &&
           tvb_reported_length_remaining(tvb, offset) >= length;
}

bool
godot_debug_recognise(tvbuff_t *tvb, int offset, int length)
{
    uint32_t header = peek(tvb, offset);
    const char *name = peek_name(NULL, tvb, header == TYPE_STRING ? offset : offset + 2 * WORD);
    bool ours = false;

    if (header == TYPE_ARRAY_4)
        ours = recognise4(tvb, offset, length, name);
    else if (header == TYPE_ARRAY_3)
        ours = name && length % WORD == 0 && is_known3(name, GODOT_DEBUG_FROM_EDITOR);
    else if (header == TYPE_STRING)
        ours = recognise3(tvb, offset, length, name);
    wmem_free(NULL, (void *)name);
    return ours;
}

/* ---- Who is who ---- */

static bool
is_editor_port(uint32_t port)
{
    return value_is_in_range(pref_ports, port);
}

/* The ends are told by a name that only one of them says, else by the port that editors listen at. */
static godot_debug_direction_t
guess_direction(const packet_info *pinfo, unsigned generation, const char *name)
{
    bool game = name && godot_debug_message(generation, GODOT_DEBUG_FROM_GAME, name);
    bool editor = name && godot_debug_message(generation, GODOT_DEBUG_FROM_EDITOR, name);

    if (game != editor)
        return editor ? GODOT_DEBUG_FROM_EDITOR : GODOT_DEBUG_FROM_GAME;
    if (is_editor_port(pinfo->destport) != is_editor_port(pinfo->srcport))
        return is_editor_port(pinfo->srcport) ? GODOT_DEBUG_FROM_EDITOR : GODOT_DEBUG_FROM_GAME;
    return pinfo->srcport < pinfo->destport ? GODOT_DEBUG_FROM_EDITOR : GODOT_DEBUG_FROM_GAME;
}

static godot_debug_direction_t
find_direction(connection_t *connection, const packet_info *pinfo, unsigned generation, const char *name)
{
    unsigned end = sending_end(pinfo);

    if (!connection->known) {
        bool from_editor = guess_direction(pinfo, generation, name) == GODOT_DEBUG_FROM_EDITOR;

        connection->editor = from_editor ? end : !end;
        connection->known = true;
    }
    return end == connection->editor ? GODOT_DEBUG_FROM_EDITOR : GODOT_DEBUG_FROM_GAME;
}

/* ---- Entries ---- */

static void
keep_for_info(walk_t *walk, const godot_debug_slot_t *slot, const godot_value_t *value)
{
    if (walk->entry_count == INFO_ENTRIES)
        return;
    walk->entries[walk->entry_count++] = (godot_debug_entry_t) {
        .name = slot->name,
        .depth = slot->depth,
        .text = value->text ? value->text : "",
        .string = value->kind == GODOT_VALUE_STRING ? value->string : NULL
    };
}

/* A generated item under the value, so that it can be found by what it means. */
static void
add_named(walk_t *walk, const godot_debug_slot_t *slot, const godot_value_t *value, int offset)
{
    proto_tree *tree = proto_item_get_subtree(value->item);
    proto_item *item = NULL;

    if (!slot->name || !tree)
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(named_entries); i++) {
        if (strcmp(named_entries[i].name, slot->name) != 0)
            continue;
        if (named_entries[i].hf == &hf_line)
            item = proto_tree_add_int64(tree, hf_line, walk->tvb, offset, value->length, value->integer);
        else
            item = proto_tree_add_string(tree, *named_entries[i].hf, walk->tvb, offset, value->length,
                                         value->kind == GODOT_VALUE_STRING ? value->string : value->text);
    }
    proto_item_set_generated(item);
}

/* One value with its name in front. @return could it be read? */
static bool
dissect_value(walk_t *walk, proto_tree *tree, const godot_debug_slot_t *slot, godot_value_t *value)
{
    int offset = walk->offset;

    memset(value, 0, sizeof *value);
    walk->offset = dissect_godot_variant(walk->tvb, walk->pinfo, tree, offset, walk->end, walk->dialect,
                                         GODOT_ENCODING_FULL, value, true);
    if (slot->name && value->item)
        proto_item_set_text(value->item, "%s: %s", slot->name, value->text ? value->text : "");
    add_named(walk, slot, value, offset);
    keep_for_info(walk, slot, value);
    return walk->offset >= 0;
}

/* An untyped array's two words: @return the number of elements, or -1 if no such array begins here. */
static int64_t
dissect_array_head(walk_t *walk, proto_tree *tree, int hf_count)
{
    uint32_t header = peek(walk->tvb, walk->offset);
    uint32_t count = peek(walk->tvb, walk->offset + WORD);

    if (header != (walk->dialect == GODOT_DIALECT_3_X ? TYPE_ARRAY_3 : TYPE_ARRAY_4) ||
        walk->end - walk->offset < 2 * WORD || count > (uint32_t)(walk->end - walk->offset) / WORD)
        return -1;
    proto_tree_add_item(tree, hf_array, walk->tvb, walk->offset, WORD, ENC_LITTLE_ENDIAN);
    proto_tree_add_item(tree, hf_count, walk->tvb, walk->offset + WORD, WORD, ENC_LITTLE_ENDIAN);
    walk->offset += 2 * WORD;
    return count;
}

static bool dissect_entries(walk_t *walk, proto_tree *tree, const char *text, uint32_t count);

/* An entry that is an array with named elements. */
static bool
dissect_array_entry(walk_t *walk, proto_tree *tree, const godot_debug_slot_t *slot)
{
    int offset = walk->offset;
    proto_item *item = proto_tree_add_item(tree, hf_entry, walk->tvb, offset, 0, ENC_NA);
    proto_tree *sub = proto_item_add_subtree(item, ett_entry);
    unsigned first = walk->entry_count;
    int64_t count = dissect_array_head(walk, sub, hf_elements);
    bool good;

    proto_item_set_text(item, "%s", slot->name);
    good = dissect_entries(walk, sub, slot->inner, (uint32_t)count);
    proto_item_set_len(item, (good ? walk->offset : walk->end) - offset);
    if (walk->entry_count > first)
        proto_item_append_text(item, ": %s", walk->entries[first].text);
    return good;
}

/* A group, or a node of a tree: an item around entries. */
typedef struct {
    proto_item *item;
    proto_tree *tree;
    int         offset;
    int64_t     children;       /* of a node: still to come */
} holder_t;

/* The items that are open while entries are dissected, outermost first. */
typedef struct {
    holder_t holder[TREE_DEPTH + GODOT_DEBUG_LEVELS];
    unsigned depth;
} holders_t;

static void
close_holders(walk_t *walk, holders_t *holders, unsigned depth)
{
    while (holders->depth > depth) {
        holder_t *holder = &holders->holder[--holders->depth];

        proto_item_set_len(holder->item, (walk->offset >= 0 ? walk->offset : walk->end) - holder->offset);
    }
}

/* How many of the open holders stay open around the next entry? */
static unsigned
depth_around(const holders_t *holders, const godot_debug_slot_t *slot)
{
    unsigned depth;

    if (!slot->begins_group)
        return slot->is_tree || slot->depth == 0 ? slot->depth : holders->depth;
    if (!slot->is_tree)
        return slot->depth - 1;
    for (depth = holders->depth; depth > slot->depth - 1; depth--)
        if (holders->holder[depth - 1].children > 0 || depth == G_N_ELEMENTS(holders->holder))
            break;
    return depth;
}

static proto_tree *
tree_for(walk_t *walk, holders_t *holders, proto_tree *tree, const godot_debug_slot_t *slot)
{
    holder_t *holder;
    proto_tree *parent;

    close_holders(walk, holders, MIN(depth_around(holders, slot), holders->depth));
    parent = holders->depth ? holders->holder[holders->depth - 1].tree : tree;
    if (!slot->begins_group || holders->depth == G_N_ELEMENTS(holders->holder))
        return parent;
    if (slot->is_tree && holders->depth)
        holders->holder[holders->depth - 1].children--;
    holder = &holders->holder[holders->depth++];
    holder->offset = walk->offset;
    holder->item = proto_tree_add_item(parent, hf_group, walk->tvb, walk->offset, 0, ENC_NA);
    holder->tree = proto_item_add_subtree(holder->item, ett_group);
    holder->children = 0;
    proto_item_set_text(holder->item, slot->is_tree ? "Node" : "Group");
    return holder->tree;
}

/* Say on the group what is in it. */
static void
label_holder(holders_t *holders, const godot_debug_slot_t *slot, const godot_value_t *value)
{
    holder_t *holder;

    if (slot->depth == 0 || holders->depth == 0)
        return;
    holder = &holders->holder[holders->depth - 1];
    if (slot->is_tree)
        holder->children = value->kind == GODOT_VALUE_INT ? value->integer : 0;
    else
        proto_item_append_text(holder->item, ", %s", value->text ? value->text : "");
}

static bool
dissect_entry(walk_t *walk, holders_t *holders, proto_tree *tree, godot_debug_layout_t *layout)
{
    godot_debug_slot_t slot = godot_debug_layout_next(layout, walk->pinfo->pool);
    proto_tree *parent = tree_for(walk, holders, tree, &slot);
    godot_value_t value;
    uint32_t header = walk->dialect == GODOT_DIALECT_3_X ? TYPE_ARRAY_3 : TYPE_ARRAY_4;

    if (slot.inner && peek(walk->tvb, walk->offset) == header &&
        peek(walk->tvb, walk->offset + WORD) <= (uint32_t)(walk->end - walk->offset) / WORD)
        return dissect_array_entry(walk, parent, &slot);
    if (!dissect_value(walk, parent, &slot, &value))
        return false;
    label_holder(holders, &slot, &value);
    if (value.kind == GODOT_VALUE_INT)
        godot_debug_layout_count(layout, &slot, value.integer);
    return true;
}

/* What is left of a message that is too long to show. */
static void
add_rest(walk_t *walk, proto_tree *tree)
{
    proto_item *item = proto_tree_add_item(tree, hf_rest, walk->tvb, walk->offset, walk->end - walk->offset, ENC_NA);

    expert_add_info(walk->pinfo, item, &ei_rest);
    walk->offset = walk->end;
}

static bool
dissect_entries(walk_t *walk, proto_tree *tree, const char *text, uint32_t count)
{
    godot_debug_layout_t layout;
    holders_t *holders = wmem_new0(walk->pinfo->pool, holders_t);
    bool good = true;

    godot_debug_layout_init(&layout, text);
    for (uint32_t i = 0; i < count && good && walk->offset < walk->end; i++) {
        if (!tree && walk->entry_count == INFO_ENTRIES)
            return false;       /* nobody wants the rest */
        if (walk->shown++ >= ENTRIES_SHOWN)
            add_rest(walk, tree);
        else
            good = dissect_entry(walk, holders, tree, &layout);
    }
    close_holders(walk, holders, 0);
    return good;
}

/* ---- The Info column ---- */

static void
describe_entries(wmem_strbuf_t *info, const walk_t *walk)
{
    for (unsigned i = 0; i < walk->entry_count && wmem_strbuf_get_len(info) < INFO_LENGTH; i++)
        wmem_strbuf_append_printf(info, "%s%s", i ? ", " : " ", walk->entries[i].text);
}

static void
add_info(walk_t *walk, proto_item *item, const godot_debug_message_t *message, const char *name)
{
    wmem_strbuf_t *info = wmem_strbuf_new(walk->pinfo->pool, name);

    if (message && message->describe)
        message->describe(info, walk->entries, walk->entry_count);
    else
        describe_entries(info, walk);
    col_append_sep_str(walk->pinfo->cinfo, COL_INFO, "  |  ", wmem_strbuf_get_str(info));
    proto_item_append_text(item, ", %s", wmem_strbuf_get_str(info));
}

/* ---- Messages ---- */

/* The item of the name around its Variant. @return the name, or NULL if it could not be read */
static const char *
dissect_name(walk_t *walk, proto_tree *tree)
{
    godot_value_t value;
    int offset = walk->offset;
    int next = dissect_godot_variant(walk->tvb, walk->pinfo, NULL, offset, walk->end, walk->dialect,
                                     GODOT_ENCODING_FULL, &value, false);
    proto_item *item;

    if (next < 0 || value.kind != GODOT_VALUE_STRING)
        return NULL;
    item = proto_tree_add_string(tree, hf_message, walk->tvb, offset, next - offset, value.string);
    dissect_godot_variant(walk->tvb, walk->pinfo, proto_item_add_subtree(item, ett_message), offset, walk->end,
                          walk->dialect, GODOT_ENCODING_FULL, &value, false);
    walk->offset = next;
    return value.string;
}

static bool
dissect_thread(walk_t *walk, proto_tree *tree)
{
    godot_value_t value;
    int offset = walk->offset;
    int next = dissect_godot_variant(walk->tvb, walk->pinfo, NULL, offset, walk->end, walk->dialect,
                                     GODOT_ENCODING_FULL, &value, false);
    proto_item *item;

    if (next < 0 || value.kind != GODOT_VALUE_INT)
        return false;
    item = proto_tree_add_int64(tree, hf_thread, walk->tvb, offset, next - offset, value.integer);
    dissect_godot_variant(walk->tvb, walk->pinfo, proto_item_add_subtree(item, ett_message), offset, walk->end,
                          walk->dialect, GODOT_ENCODING_FULL, &value, false);
    walk->offset = next;
    return true;
}

static void
add_direction(walk_t *walk, proto_tree *tree, godot_debug_direction_t direction)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf_direction, walk->tvb, 0, 0, direction));
}

/* The data of a message: named entries, or any value. */
static void
dissect_data(walk_t *walk, proto_tree *tree, const char *layout)
{
    static const godot_debug_slot_t whole = { .name = "data" };
    godot_value_t value;
    int64_t count = dissect_array_head(walk, tree, hf_argc);

    if (count < 0)
        dissect_value(walk, tree, &whole, &value);
    else
        dissect_entries(walk, tree, layout, (uint32_t)count);
}

/* A message that is not of the expected shape, from wherever it could not be read on. */
static void
dissect_misshapen(walk_t *walk, proto_item *item, proto_tree *tree)
{
    godot_value_t value;

    expert_add_info(walk->pinfo, item, &ei_shape);
    walk->offset = dissect_godot_variant(walk->tvb, walk->pinfo, tree, 0, walk->end, walk->dialect,
                                         GODOT_ENCODING_FULL, &value, true);
    col_append_sep_str(walk->pinfo->cinfo, COL_INFO, "  |  ", value.text ? value.text : "?");
}

static void
add_trailing(walk_t *walk, proto_tree *tree)
{
    if (walk->offset < 0 || walk->offset >= (int)tvb_captured_length(walk->tvb))
        return;
    expert_add_info(walk->pinfo, proto_tree_add_item(tree, hf_rest, walk->tvb, walk->offset, -1, ENC_NA), &ei_trailing);
}

/* [name, thread, data] and [name, data]. @return was it one? */
static bool
dissect_message4(walk_t *walk, proto_item *item, proto_tree *tree, connection_t *connection)
{
    const char *peeked = peek_name(walk->pinfo->pool, walk->tvb, 2 * WORD);
    const godot_debug_message_t *message;
    godot_debug_direction_t direction;
    uint32_t count = peek(walk->tvb, WORD);

    if (!peeked || (count != 2 && count != 3) || dissect_array_head(walk, tree, hf_elements) < 0)
        return false;
    direction = find_direction(connection, walk->pinfo, 4, peeked);
    add_direction(walk, tree, direction);
    message = godot_debug_message(4, direction, peeked);
    if (dissect_name(walk, tree) && (count == 2 || dissect_thread(walk, tree)))
        dissect_data(walk, tree, message ? message->layout : NULL);
    else
        expert_add_info(walk->pinfo, item, &ei_shape);
    add_info(walk, item, message, peeked);
    return true;
}

/* [name, data...] */
static bool
dissect_command3(walk_t *walk, proto_item *item, proto_tree *tree, connection_t *connection)
{
    const char *peeked = peek_name(walk->pinfo->pool, walk->tvb, 2 * WORD);
    const godot_debug_message_t *message = peeked ? godot_debug_message(3, GODOT_DEBUG_FROM_EDITOR, peeked) : NULL;
    int64_t count;

    if (!peeked || find_direction(connection, walk->pinfo, 3, peeked) != GODOT_DEBUG_FROM_EDITOR)
        return false;
    count = dissect_array_head(walk, tree, hf_elements);
    if (count < 1)
        return false;
    add_direction(walk, tree, GODOT_DEBUG_FROM_EDITOR);
    if (dissect_name(walk, tree)) {
        proto_item_set_generated(proto_tree_add_uint(tree, hf_argc, walk->tvb, 0, 0, (uint32_t)count - 1));
        dissect_entries(walk, tree, message ? message->layout : NULL, (uint32_t)count - 1);
    }
    add_info(walk, item, message, peeked);
    return true;
}

/* ---- What a game of 3.x says, packet by packet ---- */

/* First pass: the packet is the next one of the message. */
static void
take_part(walk_t *walk, progress_t *progress, part_t *part)
{
    const char *name = peek_name(walk->pinfo->pool, walk->tvb, 0);
    bool is_int = peek(walk->tvb, 0) == TYPE_INT;
    const godot_debug_message_t *message;

    if (!progress->name) {
        part->role = name ? ROLE_NAME : ROLE_ORPHAN;
        progress->name = name ? wmem_strdup(wmem_file_scope(), name) : NULL;
        progress->counted = false;
    } else if (!progress->counted) {
        part->role = is_int ? ROLE_COUNT : ROLE_ORPHAN;
        message = godot_debug_message(3, GODOT_DEBUG_FROM_GAME, progress->name);
        godot_debug_layout_init(&progress->layout, message ? message->layout : NULL);
        progress->counted = true;
        progress->count = is_int ? peek(walk->tvb, WORD) : 0;
        progress->number = 0;
    } else {
        part->role = ROLE_VALUE;
        part->slot = godot_debug_layout_next(&progress->layout, wmem_file_scope());
        if (is_int)
            godot_debug_layout_count(&progress->layout, &part->slot, (int32_t)peek(walk->tvb, WORD));
        part->number = progress->number++;
    }
    part->message = progress->name;
    part->count = progress->count;
    if (progress->counted && (int32_t)progress->number >= (int32_t)progress->count)
        progress->name = NULL;
}

static const part_t *
find_part(walk_t *walk, progress_t *progress, uint32_t position)
{
    part_t *part = (part_t *)p_get_proto_data(wmem_file_scope(), walk->pinfo, proto_godot_debug, position);

    if (part)
        return part;
    part = wmem_new0(wmem_file_scope(), part_t);
    take_part(walk, progress, part);
    p_add_proto_data(wmem_file_scope(), walk->pinfo, proto_godot_debug, position, part);
    return part;
}

static void
add_generated_name(walk_t *walk, proto_tree *tree, const part_t *part)
{
    if (part->message)
        proto_item_set_generated(proto_tree_add_string(tree, hf_message, walk->tvb, 0, 0, part->message));
}

static void
dissect_count3(walk_t *walk, proto_item *item, proto_tree *tree, const part_t *part)
{
    proto_item *count;
    godot_value_t value;

    add_generated_name(walk, tree, part);
    count = proto_tree_add_uint(tree, hf_argc, walk->tvb, 0, walk->end, part->count);
    if ((int32_t)part->count < 0)
        expert_add_info(walk->pinfo, count, &ei_count);
    walk->offset = dissect_godot_variant(walk->tvb, walk->pinfo, proto_item_add_subtree(count, ett_message), 0,
                                         walk->end, walk->dialect, GODOT_ENCODING_FULL, &value, false);
    col_append_sep_fstr(walk->pinfo->cinfo, COL_INFO, "  |  ", "%u values", part->count);
    proto_item_append_text(item, ", %u values of %s", part->count, part->message ? part->message : "?");
}

static void
dissect_value3(walk_t *walk, proto_item *item, proto_tree *tree, const part_t *part, uint32_t position)
{
    const godot_debug_message_t *message = godot_debug_message(3, GODOT_DEBUG_FROM_GAME, part->message);
    godot_value_t value;

    add_generated_name(walk, tree, part);
    proto_item_set_generated(proto_tree_add_uint(tree, hf_index, walk->tvb, 0, 0, part->number));
    if (part->slot.inner && peek(walk->tvb, 0) == TYPE_ARRAY_3 && peek(walk->tvb, WORD) <= (uint32_t)walk->end / WORD) {
        dissect_array_entry(walk, tree, &part->slot);
        add_info(walk, item, message, part->message);
        return;
    }
    dissect_value(walk, tree, &part->slot, &value);
    /* A row of values in one segment reads like the arguments of the name. */
    if (position > GODOT_STREAM_PREFIX)
        col_append_fstr(walk->pinfo->cinfo, COL_INFO, ", %s", value.text ? value.text : "?");
    else
        add_info(walk, item, NULL, part->message);
}

static void
dissect_part3(walk_t *walk, proto_item *item, proto_tree *tree, connection_t *connection, uint32_t position)
{
    const part_t *part = find_part(walk, &connection->progress, position);
    static const godot_debug_slot_t unnamed = { .name = NULL };
    godot_value_t value;
    const char *name;

    find_direction(connection, walk->pinfo, 3, part->message);
    add_direction(walk, tree, GODOT_DEBUG_FROM_GAME);
    switch (part->role) {
    case ROLE_NAME:
        name = dissect_name(walk, tree);
        add_info(walk, item, NULL, name ? name : "?");
        break;
    case ROLE_COUNT:
        dissect_count3(walk, item, tree, part);
        break;
    case ROLE_VALUE:
        dissect_value3(walk, item, tree, part, position);
        break;
    case ROLE_ORPHAN:
        expert_add_info(walk->pinfo, item, &ei_orphan);
        dissect_value(walk, tree, &unnamed, &value);
        add_info(walk, item, NULL, "value");
        break;
    }
}

/* ---- One packet ---- */

static unsigned
generation_of(tvbuff_t *tvb)
{
    return (peek(tvb, 0) & 0xFF) == TYPE_ARRAY_4 ? 4 : 3;
}

static void
dissect_packet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint32_t position)
{
    unsigned generation = generation_of(tvb);
    connection_t *connection = find_connection(pinfo);
    proto_item *item = proto_tree_add_item(tree, proto_godot_debug, tvb, 0, -1, ENC_NA);
    proto_tree *sub = proto_item_add_subtree(item, ett_debug);
    walk_t *walk = wmem_new0(pinfo->pool, walk_t);

    walk->tvb = tvb;
    walk->pinfo = pinfo;
    walk->dialect = generation == 4 ? GODOT_DIALECT_4_X : GODOT_DIALECT_3_X;
    walk->end = (int)tvb_reported_length(tvb);
    if (generation == 4) {
        if (!dissect_message4(walk, item, sub, connection))
            dissect_misshapen(walk, item, sub);
    } else if (!dissect_command3(walk, item, sub, connection)) {
        dissect_part3(walk, item, sub, connection, position);
    }
    add_trailing(walk, sub);
}

static const godot_stream_content_t packets = { godot_debug_recognise, dissect_packet, false };

static int
dissect_debug(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    if (!proto_is_frame_protocol(pinfo->layers, "websocket"))
        return dissect_godot_stream(tvb, pinfo, tree, data, &packets);
    col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot");
    dissect_packet(tvb, pinfo, tree, (uint32_t)tvb_raw_offset(tvb));
    return (int)tvb_captured_length(tvb);
}

/* Segments before the one that tells are not ours, in no pass. */
static bool
claim(tvbuff_t *tvb, packet_info *pinfo)
{
    if (!godot_stream_begins(tvb, &packets))
        return false;
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, debug_handle);
    return true;
}

static ws_bool
dissect_tcp_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    if (!claim(tvb, pinfo))
        return false;
    dissect_debug(tvb, pinfo, tree, data);
    return true;
}

/* ---- The port, which others have too ---- */

/* Who had the port before us: its traffic stays theirs unless it is the debugger's. */
static wmem_map_t *displaced;
static range_t *taken_ports;

/* A game in a browser begins with a request for a WebSocket (docs/wire/transports.md, 10.1). */
static bool
is_websocket_request(tvbuff_t *tvb)
{
    return tvb_captured_length(tvb) > 4 && tvb_memeql(tvb, 0, (const uint8_t *)"GET ", 4) == 0 &&
           g_strrstr_len((const char *)tvb_get_ptr(tvb, 0, (int)tvb_captured_length(tvb)),
                         (gssize)tvb_captured_length(tvb), "Sec-WebSocket-Key") != NULL;
}

static int
dissect_port(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    dissector_handle_t owner;

    if (is_websocket_request(tvb)) {
        conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, http_handle);
        return call_dissector_with_data(http_handle, tvb, pinfo, tree, data);
    }

    if (claim(tvb, pinfo))
        return call_dissector_with_data(debug_handle, tvb, pinfo, tree, data);
    owner = (dissector_handle_t)wmem_map_lookup(displaced, GUINT_TO_POINTER(pinfo->match_uint));
    return owner ? call_dissector_only(owner, tvb, pinfo, tree, data) : 0;
}

static void
take_port(uint32_t port, void *unused _U_)
{
    dissector_handle_t owner = dissector_get_uint_handle(find_dissector_table("tcp.port"), port);

    if (owner && owner != port_handle)
        wmem_map_insert(displaced, GUINT_TO_POINTER(port), owner);
    dissector_add_uint("tcp.port", port, port_handle);
}

static void
return_port(uint32_t port, void *unused _U_)
{
    dissector_handle_t owner = (dissector_handle_t)wmem_map_remove(displaced, GUINT_TO_POINTER(port));

    dissector_delete_uint("tcp.port", port, port_handle);
    if (owner)
        dissector_add_uint("tcp.port", port, owner);
}

/* Before a file is read: the preference may have changed. */
static void
apply_ports(void)
{
    if (taken_ports && ranges_are_equal(taken_ports, pref_ports))
        return;
    if (taken_ports) {
        range_foreach(taken_ports, return_port, NULL);
        wmem_free(wmem_epan_scope(), taken_ports);
    }
    taken_ports = range_copy(wmem_epan_scope(), pref_ports);
    range_foreach(taken_ports, take_port, NULL);
}

void
godot_debug_register_preferences(module_t *module)
{
    range_convert_str(wmem_epan_scope(), &pref_ports, DEFAULT_PORTS, 65535);
    prefs_register_range_preference(module, "debug.tcp.port", "Ports of the remote debugger",
        "TCP ports at which editors listen for running games. What is not the debugger's there is left to"
        " the port's own protocol (6007 is one of X11's).",
        &pref_ports, 65535);
}

/* ---- Registration ---- */

static void
register_fields(void)
{
    static hf_register_info hf[] = {
        { &hf_message,
          { "Message", "godot.debug.message", FT_STRING, BASE_NONE, NULL, 0,
            "Name of the message or command", HFILL } },
        { &hf_thread,
          { "Thread", "godot.debug.thread", FT_INT64, BASE_DEC, NULL, 0,
            "Thread of the game that it is about; 1 is the main thread", HFILL } },
        { &hf_direction,
          { "Direction", "godot.debug.direction", FT_UINT8, BASE_DEC, VALS(directions), 0, NULL, HFILL } },
        { &hf_array,
          { "Array header", "godot.debug.array", FT_UINT32, BASE_HEX, NULL, 0,
            "Header word of an array that frames named entries", HFILL } },
        { &hf_elements,
          { "Elements", "godot.debug.elements", FT_UINT32, BASE_DEC, NULL, 0,
            "Elements of an array that frames named entries", HFILL } },
        { &hf_argc,
          { "Data entries", "godot.debug.argc", FT_UINT32, BASE_DEC, NULL, 0,
            "Entries of the message's data", HFILL } },
        { &hf_index,
          { "Index", "godot.debug.index", FT_UINT32, BASE_DEC, NULL, 0,
            "Number of this value in its message, from 0", HFILL } },
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
          { "File", "godot.debug.file", FT_STRING, BASE_NONE, NULL, 0, "A source file", HFILL } },
        { &hf_line,
          { "Line", "godot.debug.line", FT_INT64, BASE_DEC, NULL, 0, "A line of a source file", HFILL } },
        { &hf_function,
          { "Function", "godot.debug.function", FT_STRING, BASE_NONE, NULL, 0, "A function", HFILL } },
        { &hf_error,
          { "Error", "godot.debug.error", FT_STRING, BASE_NONE, NULL, 0, "The condition that failed", HFILL } },
        { &hf_description,
          { "Description", "godot.debug.description", FT_STRING, BASE_NONE, NULL, 0,
            "What an error or a warning says", HFILL } },
        { &hf_text,
          { "Text", "godot.debug.text", FT_STRING, BASE_NONE, NULL, 0, "What the game printed", HFILL } },
    };

    proto_register_field_array(proto_godot_debug, hf, G_N_ELEMENTS(hf));
}

static void
register_experts(void)
{
    static ei_register_info ei[] = {
        { &ei_shape,
          { "godot.debug.misshapen", PI_MALFORMED, PI_WARN,
            "No debugger message: it is not [name, thread, data]", EXPFILL } },
        { &ei_orphan,
          { "godot.debug.orphan", PI_SEQUENCE, PI_NOTE,
            "A value of a message whose beginning was not captured", EXPFILL } },
        { &ei_count,
          { "godot.debug.count_invalid", PI_MALFORMED, PI_WARN,
            "The number of values is negative", EXPFILL } },
        { &ei_rest,
          { "godot.debug.long", PI_UNDECODED, PI_NOTE,
            "The message is too long to show all of it", EXPFILL } },
        { &ei_trailing,
          { "godot.debug.trailing", PI_PROTOCOL, PI_WARN,
            "Bytes follow the message; the engine would refuse it", EXPFILL } },
    };

    expert_register_field_array(expert_register_protocol(proto_godot_debug), ei, G_N_ELEMENTS(ei));
}

void
proto_register_godot_debug(void)
{
    static int *ett[] = { &ett_debug, &ett_message, &ett_entry, &ett_group };

    proto_godot_debug = proto_register_protocol("Godot Remote Debugger", "Godot Debugger", "godot.debug");
    proto_godot_debug_port = proto_register_protocol_in_name_only("Godot Remote Debugger or the port's own protocol",
        "Godot Debugger port", "godot.debug.port", proto_godot_debug, FT_PROTOCOL);
    register_fields();
    register_experts();
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    debug_handle = register_dissector("godot.debug", dissect_debug, proto_godot_debug);
    port_handle = create_dissector_handle(dissect_port, proto_godot_debug_port);
    displaced = wmem_map_new(wmem_epan_scope(), g_direct_hash, g_direct_equal);
    register_init_routine(apply_ports);
}

void
proto_reg_handoff_godot_debug(void)
{
    http_handle = find_dissector("http");
    godot_websocket_offer(godot_debug_recognise, debug_handle);
    apply_ports();
    dissector_add_for_decode_as("tcp.port", debug_handle);
    dissector_add_for_decode_as("tls.port", debug_handle);
    heur_dissector_add("tcp", dissect_tcp_heur, "Godot remote debugger over TCP", "godot_debug_tcp",
                       proto_godot_debug, HEURISTIC_ENABLE);
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
