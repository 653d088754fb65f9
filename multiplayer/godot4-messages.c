/* multiplayer/godot4-messages.c
 * What does this 4.x message say?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-messages.h"
#include "multiplayer/godot4-checks.h"
#include "multiplayer/godot4-project.h"
#include "variant/variant.h"

/* docs/wire/multiplayer-godot4.md describes all of this; the numbers below are its sections. */

#define COMMAND_MASK        0x07
#define RPC_NODE_SIZE_SHIFT 4
#define RPC_NODE_SIZE_MASK  0x30
#define RPC_METHOD_16       0x40
#define RPC_RAW             0x80
#define SYNC_DELTA          0x10

#define PATH_FORM           0x80000000  /* in a node target, and in a synchronizer's id */
#define CUSTOM_SPAWN        0xFF
#define MD5_LENGTH          32

/* Values and elements shown of one message; what is beyond is bytes. Enough for every state that
 * Godot sends by default, and few enough items for the core. */
#define MAX_VALUES          1024
#define MAX_ELEMENTS        512

enum { REMOTE_CALL, SIMPLIFY_PATH, CONFIRM_PATH, RAW, SPAWN, DESPAWN, SYNC, SYS };
enum { SYS_AUTH, SYS_ADD_PEER, SYS_DEL_PEER, SYS_RELAY };

static int hf_godot_header = -1;
static int hf_godot_command = -1;
static int hf_godot_reserved_3 = -1;
static int hf_godot_reserved_3_7 = -1;
static int hf_godot_reserved_sync = -1;
static int hf_godot_rpc_node_size = -1;
static int hf_godot_rpc_method_size = -1;
static int hf_godot_rpc_raw_flag = -1;
static int hf_godot_sync_delta = -1;
static int hf_godot_rpc_target = -1;
static int hf_godot_rpc_path_form = -1;
static int hf_godot_rpc_path_offset = -1;
static int hf_godot_rpc_node_id = -1;
static int hf_godot_rpc_node = -1;
static int hf_godot_rpc_method_id = -1;
static int hf_godot_rpc_argc = -1;
static int hf_godot_rpc_raw = -1;
static int hf_godot_rpc_args = -1;
static int hf_godot_path_id = -1;
static int hf_godot_path_md5 = -1;
static int hf_godot_path_md5_end = -1;
static int hf_godot_path_name = -1;
static int hf_godot_path_valid = -1;
static int hf_godot_path_announced_in = -1;
static int hf_godot_path_confirmed_in = -1;
static int hf_godot_raw = -1;
static int hf_godot_spawn_scene_index = -1;
static int hf_godot_spawn_spawner_id = -1;
static int hf_godot_spawn_spawner = -1;
static int hf_godot_spawn_net_id = -1;
static int hf_godot_spawn_sync_count = -1;
static int hf_godot_spawn_name_length = -1;
static int hf_godot_spawn_sync_id = -1;
static int hf_godot_spawn_name = -1;
static int hf_godot_spawn_argument_size = -1;
static int hf_godot_spawn_argument = -1;
static int hf_godot_spawn_state = -1;
static int hf_godot_despawn_net_id = -1;
static int hf_godot_sync_time = -1;
static int hf_godot_sync_element = -1;
static int hf_godot_sync_net_id = -1;
static int hf_godot_sync_size = -1;
static int hf_godot_sync_mask = -1;
static int hf_godot_sync_node = -1;
static int hf_godot_node_spawned_in = -1;
static int hf_godot_node_despawned_in = -1;
static int hf_godot_peer_engine = -1;
static int hf_godot_sys_command = -1;
static int hf_godot_sys_peer = -1;
static int hf_godot_auth = -1;
static int hf_godot_relay = -1;
static int hf_godot_undissected = -1;

static int ett_godot_header = -1;
static int ett_godot_target = -1;
static int ett_godot_element = -1;
static int ett_godot_relay = -1;

static expert_field ei_godot_short = EI_INIT;
static expert_field ei_godot_trailing = EI_INIT;
static expert_field ei_godot_node_size = EI_INIT;
static expert_field ei_godot_path_offset = EI_INIT;
static expert_field ei_godot_path_text = EI_INIT;
static expert_field ei_godot_path_unknown = EI_INIT;
static expert_field ei_godot_path_not_captured = EI_INIT;
static expert_field ei_godot_overtaken = EI_INIT;
static expert_field ei_godot_sys_unknown = EI_INIT;
static expert_field ei_godot_relay_nested = EI_INIT;
static expert_field ei_godot_too_many = EI_INIT;

static const value_string command_names[] = {
    { REMOTE_CALL,   "REMOTE_CALL" },
    { SIMPLIFY_PATH, "SIMPLIFY_PATH" },
    { CONFIRM_PATH,  "CONFIRM_PATH" },
    { RAW,           "RAW" },
    { SPAWN,         "SPAWN" },
    { DESPAWN,       "DESPAWN" },
    { SYNC,          "SYNC" },
    { SYS,           "SYS" },
    { 0, NULL }
};

static const value_string sys_names[] = {
    { SYS_AUTH,     "AUTH" },
    { SYS_ADD_PEER, "ADD_PEER" },
    { SYS_DEL_PEER, "DEL_PEER" },
    { SYS_RELAY,    "RELAY" },
    { 0, NULL }
};

static const value_string node_sizes[] = {
    { 0, "1 byte" },
    { 1, "2 bytes" },
    { 2, "4 bytes" },
    { 3, "invalid" },
    { 0, NULL }
};

static const true_false_string method_sizes = { "2 bytes", "1 byte" };

/* A walk over one message. */
typedef struct {
    tvbuff_t        *tvb;
    packet_info     *pinfo;
    proto_tree      *tree;          /* NULL: no items */
    godot_message_t *message;
    wmem_strbuf_t   *info;          /* its text; NULL: nobody wants it */
    wmem_array_t    *values;        /* godot4_value_t: those read since names_wanted(); NULL: nobody wants them */
    int              offset;
    int              end;
    bool             checking;      /* only asks whether it is well-formed */
    unsigned        *values_left;   /* that the message may still show */
    bool             broken;        /* a fault was found: what follows cannot be read */
} walk_t;

/* ---- Reading ---- */

/* What follows cannot be understood: the rest is shown as bytes that say why. */
static void
fault(walk_t *walk, expert_field *ei)
{
    int length = walk->end - walk->offset;
    proto_item *item = NULL;

    if (!walk->checking && !walk->broken) {
        if (walk->tree && length > 0)
            item = proto_tree_add_item(walk->tree, hf_godot_undissected, walk->tvb, walk->offset,
                                       length, ENC_NA);
        expert_add_info(walk->pinfo, item ? item : proto_tree_get_parent(walk->tree), ei);
        walk->offset = walk->end;
    }
    walk->broken = true;
}

/* Strange, but readable; enough to deny it when checking. */
static void
complain(walk_t *walk, proto_item *item, expert_field *ei)
{
    if (walk->checking)
        walk->broken = true;
    else
        expert_add_info(walk->pinfo, item, ei);
}

static void G_GNUC_PRINTF(2, 3)
say(walk_t *walk, const char *format, ...)
{
    va_list arguments;

    if (!walk->info)
        return;
    va_start(arguments, format);
    wmem_strbuf_append_vprintf(walk->info, format, arguments);
    va_end(arguments);
}

static bool
has(walk_t *walk, unsigned size)
{
    if (walk->broken)
        return false;
    if ((unsigned)(walk->end - walk->offset) < size) {
        fault(walk, &ei_godot_short);
        return false;
    }
    return true;
}

/* The item is NULL without a tree. */
static proto_item *
take(walk_t *walk, int hf, unsigned size, uint64_t *value)
{
    proto_item *item = NULL;

    *value = 0;
    if (!has(walk, size))
        return NULL;
    for (unsigned i = 0; i < size; i++)
        *value |= (uint64_t)tvb_get_uint8(walk->tvb, walk->offset + (int)i) << (8 * i);
    if (walk->tree)
        item = proto_tree_add_item(walk->tree, hf, walk->tvb, walk->offset, (int)size,
                                   ENC_LITTLE_ENDIAN);
    walk->offset += (int)size;
    return item;
}

static uint32_t
take_uint(walk_t *walk, int hf, unsigned size)
{
    uint64_t value;

    take(walk, hf, size, &value);
    return (uint32_t)value;
}

static void
take_bytes(walk_t *walk, int hf, int end)
{
    if (walk->tree && end > walk->offset)
        proto_tree_add_item(walk->tree, hf, walk->tvb, walk->offset, end - walk->offset, ENC_NA);
    walk->offset = end;
}

/* Is it text, and is its last byte its only NUL? */
static bool
is_cstring(tvbuff_t *tvb, int offset, int length)
{
    for (int i = 0; i < length - 1; i++)
        if (tvb_get_uint8(tvb, offset + i) < ' ')
            return false;
    return length > 1 && tvb_get_uint8(tvb, offset + length - 1) == 0;
}

/* A NUL-terminated string that ends at a known place. */
static const char *
take_cstring(walk_t *walk, int hf, int end)
{
    int length = end - walk->offset;
    const char *text;
    proto_item *item = NULL;

    if (walk->broken || length < 1) {
        fault(walk, &ei_godot_short);
        return "";
    }
    text = (const char *)tvb_get_string_enc(walk->pinfo->pool, walk->tvb, walk->offset, length,
                                            ENC_UTF_8);
    if (walk->tree)
        item = proto_tree_add_string(walk->tree, hf, walk->tvb, walk->offset, length, text);
    if (!is_cstring(walk->tvb, walk->offset, length))
        complain(walk, item, &ei_godot_path_text);
    walk->offset = end;
    return text;
}

/* ---- Values ---- */

static godot4_check_t
check_of(const walk_t *walk)
{
    return (godot4_check_t) { walk->pinfo, walk->message };
}

/* From now on values are kept for the names that the project's files have for them. */
static void
names_wanted(walk_t *walk)
{
    walk->values = walk->checking ? NULL : godot4_project_values(walk->pinfo);
}

static godot4_place_t
place_of(const walk_t *walk)
{
    return (godot4_place_t) { walk->pinfo, walk->message, walk->tree, walk->tvb };
}

static void
append_text(wmem_strbuf_t *texts, const char *text)
{
    if (wmem_strbuf_get_len(texts))
        wmem_strbuf_append(texts, ", ");
    wmem_strbuf_append(texts, text);
}

/* One compact Variant; its text is appended. */
static void
take_value(walk_t *walk, wmem_strbuf_t *texts)
{
    godot_value_t value;
    int behind;

    if (walk->broken)
        return;
    if (walk->checking)
        behind = godot_variant_check(walk->tvb, walk->offset, walk->end, GODOT_DIALECT_4_X,
                                     GODOT_ENCODING_COMPACT);
    else
        behind = dissect_godot_variant(walk->tvb, walk->pinfo, walk->tree, walk->offset, walk->end,
                                       GODOT_DIALECT_4_X, GODOT_ENCODING_COMPACT, &value,
                                       texts || walk->values);
    if (behind <= walk->offset) {
        /* The Variant has shown everything up to the end, and what is wrong with it. */
        walk->broken = true;
        walk->offset = walk->end;
        return;
    }
    if (walk->values && !walk->checking)
        wmem_array_append_one(walk->values, ((godot4_value_t) { value, walk->offset }));
    if (texts && !walk->checking)
        append_text(texts, value.text);
    walk->offset = behind;
}

/* Values back to back up to the end. Returns how many. */
static unsigned
take_values(walk_t *walk, wmem_strbuf_t *texts)
{
    unsigned count = 0;

    while (!walk->broken && walk->offset < walk->end && *walk->values_left > 0) {
        take_value(walk, texts);
        count++;
        --*walk->values_left;
    }
    if (!walk->broken && walk->offset < walk->end && !walk->checking)
        fault(walk, &ei_godot_too_many);
    return count;
}

/* Values that fill a number of bytes; what is wrong with them does not hinder what follows. */
static unsigned
take_sized_values(walk_t *walk, uint32_t size, wmem_strbuf_t *texts)
{
    walk_t part = *walk;
    unsigned count;

    if (!has(walk, size))
        return 0;
    part.end = walk->offset + (int)size;
    count = take_values(&part, texts);
    walk->offset += (int)size;
    walk->broken = walk->checking && part.broken;
    return count;
}

static wmem_strbuf_t *
texts_new(const walk_t *walk)
{
    return walk->info ? wmem_strbuf_new(walk->pinfo->pool, "") : NULL;
}

static void
add_texts(const walk_t *walk, int hf, wmem_strbuf_t *texts)
{
    if (walk->tree && texts && wmem_strbuf_get_len(texts))
        proto_item_set_generated(proto_tree_add_string(walk->tree, hf, walk->tvb, 0, 0,
                                                       wmem_strbuf_get_str(texts)));
}

/* ---- Names ---- */

/* A link to the frame of that moment. */
static void
add_frame(const walk_t *walk, int hf, godot_moment_t moment)
{
    if (walk->tree && moment)
        proto_item_set_generated(proto_tree_add_uint(walk->tree, hf, walk->tvb, 0, 0,
                                                     GODOT_MOMENT_FRAME(moment)));
}

/* ... unless it is in the future of this message. */
static void
add_past_frame(const walk_t *walk, int hf, godot_moment_t moment)
{
    if (moment <= walk->message->scope.moment)
        add_frame(walk, hf, moment);
}

static void
add_name(const walk_t *walk, int hf, const char *name)
{
    if (walk->tree && name)
        proto_item_set_generated(proto_tree_add_string(walk->tree, hf, walk->tvb, 0, 0, name));
}

static void
add_path_frames(const walk_t *walk, const godot_path_t *path)
{
    if (!path)
        return;
    add_frame(walk, hf_godot_path_announced_in, path->announced);
    add_past_frame(walk, hf_godot_path_confirmed_in, path->confirmed);
}

static void
add_node_frames(const walk_t *walk, const godot_node_t *node)
{
    add_frame(walk, hf_godot_node_spawned_in, node->spawned);
    add_past_frame(walk, hf_godot_node_despawned_in, node->despawned);
}

/* If the beginning of the link is not in the capture, neither is the announcement. */
static void
complain_of_unknown(walk_t *walk, proto_item *id_item, uint32_t id)
{
    const godot_scope_t *scope = &walk->message->scope;

    if (scope->link->from_start)
        expert_add_info_format(walk->pinfo, id_item, &ei_godot_path_unknown,
                               "ID %u not found in cache of peer %d.", id, scope->source);
    else
        expert_add_info(walk->pinfo, id_item, &ei_godot_path_not_captured);
}

/*
 * The path that an id stands for, added as a generated field with the frames that made it so.
 * Returns NULL, with an expert item in Godot's words, if nobody announced it.
 */
static const godot_path_t *
resolve_path(walk_t *walk, proto_item *id_item, uint32_t id, int hf)
{
    const godot_scope_t *scope = &walk->message->scope;
    godot_found_t found;
    const godot_path_t *path;

    if (walk->checking || walk->broken)
        return NULL;
    path = godot_names_path(scope, id, &found);
    if (!path) {
        complain_of_unknown(walk, id_item, id);
        return NULL;
    }
    if (found == GODOT_FOUND_LATER)
        expert_add_info(walk->pinfo, id_item, &ei_godot_overtaken);
    add_name(walk, hf, path->path);
    add_path_frames(walk, path);
    return path;
}

/* ---- REMOTE_CALL (2.1) ---- */

typedef struct {
    uint8_t     flags;
    const char *node;       /* NULL if the id is unknown */
    const char *md5;        /* of its methods; NULL if it was not announced */
    proto_item *node_item;
    uint32_t    node_id;    /* 0 in path form */
    uint32_t    method_id;
    bool        path_form;
    const char *method;     /* NULL if it has no name */
    const char *arguments;  /* texts with their names; if it has */
} rpc_t;

/* The receiver's announcement of the same path is as good as the sender's, if both have the same scripts. */
static void
resolve_path_target(walk_t *walk, rpc_t *rpc)
{
    const godot_scope_t *scope = &walk->message->scope;
    const godot_path_t *path = godot_names_path_by_name(scope, rpc->node);

    add_path_frames(walk, path);
    if (!path)
        path = godot_names_path_by_name_of_receiver(scope, rpc->node);
    rpc->md5 = path ? path->md5 : NULL;
}

/* The path form: the path follows the arguments, which end where it begins. Its offset counts
 * from the command byte. */
static void
take_path_target(walk_t *walk, rpc_t *rpc, uint32_t target)
{
    uint32_t path_offset = target & ~PATH_FORM;
    walk_t path = *walk;

    path.offset += 4;
    if (path_offset < (uint32_t)path.offset || path_offset >= (uint32_t)walk->end) {
        fault(walk, &ei_godot_path_offset);
        return;
    }
    path.offset = (int)path_offset;
    rpc->node = take_cstring(&path, hf_godot_rpc_node, walk->end);
    rpc->path_form = true;
    walk->broken |= path.broken;
    walk->end = (int)path_offset;
    if (!walk->checking)
        resolve_path_target(walk, rpc);
}

static void
take_path_form(walk_t *walk, rpc_t *rpc)
{
    static int *const path_form[] = { &hf_godot_rpc_path_form, &hf_godot_rpc_path_offset, NULL };
    uint32_t target = tvb_get_letohl(walk->tvb, walk->offset);

    if (walk->tree)
        rpc->node_item = proto_tree_add_bitmask(walk->tree, walk->tvb, walk->offset, hf_godot_rpc_target,
                                                ett_godot_target, path_form, ENC_LITTLE_ENDIAN);
    take_path_target(walk, rpc, target);
    if (!walk->broken)
        walk->offset += 4;
}

static void
take_id_target(walk_t *walk, rpc_t *rpc, unsigned size)
{
    const godot_path_t *path;
    uint64_t id;

    rpc->node_item = take(walk, hf_godot_rpc_node_id, size, &id);
    rpc->node_id = (uint32_t)id;
    path = resolve_path(walk, rpc->node_item, rpc->node_id, hf_godot_rpc_node);
    rpc->node = path ? path->path : NULL;
    rpc->md5 = path ? path->md5 : NULL;
    /* Ids count from 1. */
    if (walk->checking && rpc->node_id == 0)
        walk->broken = true;
}

static void
take_target(walk_t *walk, rpc_t *rpc)
{
    unsigned size = 1U << ((rpc->flags & RPC_NODE_SIZE_MASK) >> RPC_NODE_SIZE_SHIFT);

    if (size > 4)
        fault(walk, &ei_godot_node_size);
    else if (!has(walk, size))
        return;
    else if (size == 4 && tvb_get_letohl(walk->tvb, walk->offset) & PATH_FORM)
        take_path_form(walk, rpc);
    else
        take_id_target(walk, rpc, size);
}

static void
check_call(walk_t *walk, const rpc_t *rpc)
{
    godot4_check_t check = check_of(walk);

    if (rpc->node && !walk->checking)
        godot4_check_call(&check, rpc->node_item, rpc->node, rpc->path_form);
}

/* Raw arguments: the bytes of one PackedByteArray, or nothing at all. */
static void
take_raw_argument(walk_t *walk, wmem_strbuf_t *texts)
{
    if (texts && walk->offset < walk->end) {
        wmem_strbuf_append(texts, "PackedByteArray(");
        for (int i = walk->offset; i < walk->end && i < walk->offset + MAX_VALUES; i++)
            wmem_strbuf_append_printf(texts, "%s%u", i > walk->offset ? ", " : "",
                                      tvb_get_uint8(walk->tvb, i));
        wmem_strbuf_append(texts, walk->end - walk->offset > MAX_VALUES ? "\xe2\x80\xa6)" : ")");
    }
    take_bytes(walk, hf_godot_rpc_raw, walk->end);
}

static void
take_arguments(walk_t *walk, uint8_t flags, wmem_strbuf_t *texts)
{
    unsigned count;

    if (walk->broken)
        return;
    if (flags & RPC_RAW) {
        take_raw_argument(walk, texts);
        return;
    }
    count = take_uint(walk, hf_godot_rpc_argc, 1);
    for (unsigned i = 0; i < count && !walk->broken; i++)
        take_value(walk, texts);
}

static void
say_rpc(walk_t *walk, const rpc_t *rpc, wmem_strbuf_t *texts)
{
    wmem_strbuf_t *info = walk->info;

    if (!info)
        return;
    wmem_strbuf_append(info, rpc->node ? "RPC " : "RPC node ");
    if (rpc->node)
        wmem_strbuf_append(info, rpc->node);
    else
        godot_append_number(info, rpc->node_id);
    wmem_strbuf_append(info, rpc->method ? "." : " #");
    if (rpc->method)
        wmem_strbuf_append(info, rpc->method);
    else
        godot_append_number(info, rpc->method_id);
    wmem_strbuf_append_c(info, '(');
    wmem_strbuf_append(info, rpc->method ? rpc->arguments : texts ? wmem_strbuf_get_str(texts) : "");
    wmem_strbuf_append_c(info, ')');
    godot_append_delivery(info, walk->message);
}

/* The method and its arguments, the latter with the names that the former has for them. */
static void
take_call(walk_t *walk, rpc_t *rpc, wmem_strbuf_t *texts)
{
    godot4_place_t place = place_of(walk);
    godot4_call_t call;
    uint64_t method_id;
    proto_item *item = take(walk, hf_godot_rpc_method_id, rpc->flags & RPC_METHOD_16 ? 2 : 1, &method_id);
    bool named = !walk->checking && !walk->broken &&
                 godot4_project_call(&place, item, rpc->node, rpc->md5, (unsigned)method_id, &call);

    rpc->method_id = (uint32_t)method_id;
    names_wanted(walk);
    take_arguments(walk, rpc->flags, texts);
    if (!named)
        return;
    rpc->method = call.method;
    rpc->arguments = godot4_project_arguments(&place, &call, walk->values);
    if (rpc->flags & RPC_RAW && texts)
        rpc->arguments = wmem_strbuf_get_str(texts);
}

static void
dissect_remote_call(walk_t *walk, uint8_t flags)
{
    rpc_t rpc = { .flags = flags };
    wmem_strbuf_t *texts = texts_new(walk);

    take_target(walk, &rpc);
    check_call(walk, &rpc);
    take_call(walk, &rpc, texts);
    add_texts(walk, hf_godot_rpc_args, texts);
    say_rpc(walk, &rpc, texts);
}

/* ---- SIMPLIFY_PATH (2.2) and CONFIRM_PATH (2.3) ---- */

static bool
is_md5(tvbuff_t *tvb, int offset)
{
    for (int i = 0; i < MD5_LENGTH; i++)
        if (!g_ascii_isxdigit(tvb_get_uint8(tvb, offset + i)))
            return false;
    return true;
}

static const char *
take_md5(walk_t *walk)
{
    const char *md5;
    proto_item *item;

    if (!has(walk, MD5_LENGTH + 1))
        return "";
    md5 = (const char *)tvb_get_string_enc(walk->pinfo->pool, walk->tvb, walk->offset, MD5_LENGTH,
                                           ENC_ASCII);
    item = proto_tree_add_string(walk->tree, hf_godot_path_md5, walk->tvb, walk->offset, MD5_LENGTH, md5);
    if (!is_md5(walk->tvb, walk->offset))
        complain(walk, item, &ei_godot_path_text);
    walk->offset += MD5_LENGTH;
    if (take_uint(walk, hf_godot_path_md5_end, 1) != 0)
        complain(walk, item, &ei_godot_path_text);
    return md5;
}

static void
dissect_simplify_path(walk_t *walk, uint8_t flags _U_)
{
    const godot_scope_t *scope = &walk->message->scope;
    godot4_check_t check = check_of(walk);
    godot4_place_t place = place_of(walk);
    const char *md5 = take_md5(walk), *name;
    const godot_path_t *path;
    proto_item *item;
    uint64_t id;

    item = take(walk, hf_godot_path_id, 4, &id);
    name = take_cstring(walk, hf_godot_path_name, walk->end);
    if (walk->broken || walk->checking)
        return;
    godot4_check_announcement(&check, item, (uint32_t)id, name, md5);
    godot4_project_announcement(&place, item, md5);
    if (scope->learn)
        godot_names_announce(scope, (uint32_t)id, name, md5);
    path = godot_names_path(scope, (uint32_t)id, NULL);
    add_frame(walk, hf_godot_path_confirmed_in, path ? path->confirmed : 0);
    godot4_check_unconfirmed(&check, item, path);
    say(walk, "Path %u is %s", (uint32_t)id, name);
}

/* Releases up to 4.2 confirm the path itself. */
static const godot_path_t *
take_confirmed_path(walk_t *walk, bool valid, const char **text)
{
    const godot_scope_t *scope = &walk->message->scope;

    *text = take_cstring(walk, hf_godot_path_name, walk->end);
    if (walk->broken || walk->checking)
        return NULL;
    if (scope->learn) {
        godot_names_confirm(scope, 0, *text, valid);
        godot_names_learn_engine(scope, GODOT_ENGINE_CONFIRMS_PATH);
    }
    return godot_names_path_by_name_of_receiver(scope, *text);
}

/* ... later ones its id. */
static const godot_path_t *
take_confirmed_id(walk_t *walk, bool valid, const char **text)
{
    const godot_scope_t *scope = &walk->message->scope;
    uint32_t id = take_uint(walk, hf_godot_path_id, 4);
    const godot_path_t *path;

    if (walk->broken || walk->checking)
        return NULL;
    if (scope->learn) {
        godot_names_confirm(scope, id, NULL, valid);
        godot_names_learn_engine(scope, GODOT_ENGINE_CONFIRMS_ID);
    }
    path = godot_names_path_of_receiver(scope, id);
    *text = path ? path->path : wmem_strdup_printf(walk->pinfo->pool, "%u", id);
    add_name(walk, hf_godot_path_name, path ? path->path : NULL);
    return path;
}

static void
dissect_confirm_path(walk_t *walk, uint8_t flags _U_)
{
    godot4_check_t check = check_of(walk);
    const godot_path_t *path;
    const char *text = "";
    uint64_t valid;
    proto_item *item = take(walk, hf_godot_path_valid, 1, &valid);
    bool by_path;

    if (walk->broken)
        return;
    by_path = walk->end - walk->offset != 4 || is_cstring(walk->tvb, walk->offset, 4);
    path = (by_path ? take_confirmed_path : take_confirmed_id)(walk, valid != 0, &text);
    if (walk->checking && valid > 1)
        walk->broken = true;
    if (walk->broken || walk->checking)
        return;
    add_frame(walk, hf_godot_path_announced_in, path ? path->announced : 0);
    godot4_check_confirmation(&check, item, valid != 0, by_path, text, path);
    say(walk, "Path %s confirmed%s", text, valid ? "" : ", but its RPC methods differ");
}

/* ---- RAW (2.4) ---- */

static void
dissect_raw(walk_t *walk, uint8_t flags _U_)
{
    int length = walk->end - walk->offset;

    if (!has(walk, 1))
        return;
    take_bytes(walk, hf_godot_raw, walk->end);
    say(walk, "Raw %d byte%s", length, length == 1 ? "" : "s");
    godot_append_delivery(walk->info, walk->message);
}

/* ---- SPAWN (2.5) and DESPAWN (2.6) ---- */

/* Of many synchronizers only the first are shown. */
static void
take_sync_ids(walk_t *walk, uint32_t count)
{
    int end = walk->offset + 4 * (int)count;

    for (uint32_t i = 0; i < count && i < MAX_VALUES; i++)
        take_uint(walk, hf_godot_spawn_sync_id, 4);
    take_bytes(walk, hf_godot_undissected, end);
}

/* Returns the offset of the synchronizers' ids, or -1. */
static int
take_spawn_names(walk_t *walk, godot_node_t *node)
{
    uint32_t count = take_uint(walk, hf_godot_spawn_sync_count, 4);
    uint32_t name_length = take_uint(walk, hf_godot_spawn_name_length, 4);
    int ids = walk->offset;

    if (walk->broken)
        return -1;
    if (name_length < 1 || 4 * (uint64_t)count + name_length > (uint64_t)(walk->end - ids)) {
        fault(walk, &ei_godot_short);
        return -1;
    }
    take_sync_ids(walk, count);
    node->synchronizers = count;
    node->name = take_cstring(walk, hf_godot_spawn_name, walk->offset + (int)name_length);
    return walk->broken ? -1 : ids;
}

static void
learn_spawn(walk_t *walk, const godot_node_t *node, int ids)
{
    const godot_scope_t *scope = &walk->message->scope;
    godot_node_t *learned = godot_names_spawn(scope, node);

    for (unsigned i = 0; i < node->synchronizers && i < MAX_VALUES; i++)
        godot_names_add_synchronizer(scope, learned,
                                     tvb_get_letohl(walk->tvb, ids + 4 * (int)i), i + 1);
}

/* What the capture knows of the node, once its names have been read. */
static void
finish_spawn(walk_t *walk, proto_item *item, const godot_node_t *node, int ids)
{
    godot4_check_t check = check_of(walk);
    const godot_net_t *net;

    if (walk->checking || ids < 0)
        return;
    godot4_check_spawn(&check, item, node);
    if (walk->message->scope.learn)
        learn_spawn(walk, node, ids);
    net = godot_names_net(&walk->message->scope, node->net_id, NULL);
    if (net)
        add_frame(walk, hf_godot_node_despawned_in, net->node->despawned);
}

/* How many values a spawn brought tells which of the scene's synchronizers it names. */
static void
learn_state(const walk_t *walk, const godot_node_t *node)
{
    const godot_net_t *net = walk->checking || !walk->message->scope.learn ? NULL :
                             godot_names_net(&walk->message->scope, node->net_id, NULL);

    if (net)
        net->node->values = node->values;
}

/* A custom spawn carries the argument of spawn(), with its size. */
static void
take_spawn_argument(walk_t *walk, wmem_strbuf_t *texts)
{
    uint32_t size = take_uint(walk, hf_godot_spawn_argument_size, 4);

    take_sized_values(walk, size, texts);
}

static void
say_spawn(walk_t *walk, const godot_node_t *node, uint32_t spawner_id, const char *scene)
{
    say(walk, "Spawn \"%s\"", node->name);
    if (node->spawner)
        say(walk, " by %s", node->spawner->path);
    else
        say(walk, " by node %u", spawner_id);
    if (node->scene == CUSTOM_SPAWN)
        say(walk, " (custom)");
    else if (scene)
        say(walk, " (%s)", scene);
    else
        say(walk, " (scene #%u)", node->scene);
}

static void
dissect_spawn(walk_t *walk, uint8_t flags _U_)
{
    const enet_message_t *enet = walk->message->enet;
    godot_node_t node = { .name = "", .acked = enet ? enet->acked_frame : NULL };
    uint64_t spawner_id, net_id;
    proto_item *item;
    wmem_strbuf_t *argument = texts_new(walk), *state = texts_new(walk);
    godot4_place_t place = place_of(walk);
    const char *scene = NULL;

    node.scene = take_uint(walk, hf_godot_spawn_scene_index, 1);
    item = take(walk, hf_godot_spawn_spawner_id, 4, &spawner_id);
    node.spawner = resolve_path(walk, item, (uint32_t)spawner_id, hf_godot_spawn_spawner);
    item = take(walk, hf_godot_spawn_net_id, 4, &net_id);
    node.net_id = (uint32_t)net_id;
    finish_spawn(walk, item, &node, take_spawn_names(walk, &node));
    if (node.scene == CUSTOM_SPAWN)
        take_spawn_argument(walk, argument);
    names_wanted(walk);
    node.values = take_values(walk, state);
    learn_state(walk, &node);
    add_texts(walk, hf_godot_spawn_argument, argument);
    add_texts(walk, hf_godot_spawn_state, state);
    if (!walk->checking && !walk->broken)
        scene = godot4_project_spawn(&place, &node, walk->values);
    say_spawn(walk, &node, (uint32_t)spawner_id, scene);
}

static void
dissect_despawn(walk_t *walk, uint8_t flags _U_)
{
    const godot_scope_t *scope = &walk->message->scope;
    godot4_check_t check = check_of(walk);
    const godot_net_t *net;
    uint64_t id;
    proto_item *item = take(walk, hf_godot_despawn_net_id, 4, &id);

    if (walk->broken || walk->checking)
        return;
    net = godot_names_net(scope, (uint32_t)id, NULL);
    godot4_check_despawn(&check, item, net);
    if (scope->learn)
        godot_names_despawn(scope, (uint32_t)id);
    if (!net) {
        say(walk, "Despawn node %u", (uint32_t)id);
        return;
    }
    add_name(walk, hf_godot_spawn_name, net->node->name);
    add_frame(walk, hf_godot_node_spawned_in, net->node->spawned);
    say(walk, "Despawn %s", net->node->path);
}

/* ---- SYNC (2.7) and delta (2.8) ---- */

typedef struct {
    uint32_t    net_id;
    uint64_t    mask;
    uint32_t    network_time;   /* of a SYNC */
    const char *node;
    unsigned    ordinal;    /* which of the node's synchronizers; 0 = its only one */
    const char *path;       /* of the synchronizer, if it is known by path */
    const godot_net_t *net; /* ... if a spawn brought it */
    const char *named;      /* its values with their names; NULL if they have none */
} element_t;

/* A synchronizer that the receiver knows by its path, since no spawn brought it. */
static void
resolve_sync_path(walk_t *walk, proto_item *item, bool delta, element_t *element)
{
    godot4_check_t check = check_of(walk);
    const godot_path_t *path = resolve_path(walk, item, element->net_id & ~PATH_FORM, hf_godot_sync_node);

    if (path) {
        element->node = element->path = path->path;
        godot4_check_element(&check, item, delta, NULL, path->path);
    }
}

/* One that came with a spawned node. */
static void
resolve_sync_net(walk_t *walk, proto_item *item, bool delta, element_t *element)
{
    godot4_check_t check = check_of(walk);
    godot_found_t found;
    const godot_net_t *net = godot_names_net(&walk->message->scope, element->net_id, &found);

    godot4_check_element(&check, item, delta, net, NULL);
    if (!net)
        return;
    if (found == GODOT_FOUND_LATER)
        expert_add_info(walk->pinfo, item, &ei_godot_overtaken);
    element->node = net->node->path;
    element->net = net;
    element->ordinal = net->node->synchronizers > 1 ? net->synchronizer : 0;
    add_name(walk, hf_godot_sync_node, net->node->path);
    add_node_frames(walk, net->node);
}

/* Bit 31 tells a synchronizer's path id from an id that a spawn gave it. */
static proto_item *
take_sync_id(walk_t *walk, bool delta, element_t *element)
{
    uint64_t id;
    proto_item *item = take(walk, hf_godot_sync_net_id, 4, &id);

    element->net_id = (uint32_t)id;
    if (walk->broken || walk->checking)
        return item;
    (id & PATH_FORM ? resolve_sync_path : resolve_sync_net)(walk, item, delta, element);
    return item;
}

static unsigned
count_bits(uint64_t mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

static void
take_element(walk_t *walk, bool delta, element_t *element)
{
    wmem_strbuf_t *texts = texts_new(walk);
    godot4_check_t check = check_of(walk);
    godot4_place_t place = place_of(walk);
    proto_item *item = take_sync_id(walk, delta, element);
    uint32_t size;
    unsigned count;

    if (delta)
        take(walk, hf_godot_sync_mask, 8, &element->mask);
    if (!walk->checking && !walk->broken && delta)
        godot4_check_mask(&check, item, element->mask);
    else if (!walk->checking && !walk->broken)
        godot4_check_sync_time(&check, item, element->net_id, element->network_time);
    size = take_uint(walk, hf_godot_sync_size, 4);
    names_wanted(walk);
    count = take_sized_values(walk, size, texts);
    if (!walk->checking && !walk->broken)
        element->named = godot4_project_element(&place, element->net, element->path, delta, element->mask, walk->values);
    /* Every set bit of the mask has its value. */
    if (walk->checking && delta && count != count_bits(element->mask))
        walk->broken = true;
}

/* The element's item covers exactly its bytes. */
static void
dissect_element(walk_t *walk, bool delta, element_t *element)
{
    proto_tree *tree = walk->tree;
    proto_item *item = NULL;
    int start = walk->offset;

    if (tree) {
        item = proto_tree_add_item(tree, hf_godot_sync_element, walk->tvb, start, -1, ENC_NA);
        walk->tree = proto_item_add_subtree(item, ett_godot_element);
    }
    take_element(walk, delta, element);
    proto_item_set_len(item, walk->offset - start);
    if (element->node)
        proto_item_append_text(item, ", %s", element->node);
    else
        proto_item_append_text(item, ", id %u", element->net_id);
    if (element->ordinal)
        proto_item_append_text(item, " (synchronizer %u)", element->ordinal);
    walk->tree = tree;
}

static void
say_delta_bits(walk_t *walk, uint64_t mask)
{
    const char *separator = " [";

    for (unsigned bit = 0; bit < 64; bit++)
        if (mask >> bit & 1) {
            say(walk, "%s#%u", separator, bit);
            separator = ", ";
        }
    if (mask)
        say(walk, "]");
}

static void
say_elements(walk_t *walk, bool delta, unsigned count, const element_t *only)
{
    say(walk, delta ? "Delta" : "Sync");
    if (count != 1) {
        say(walk, " %u nodes", count);
        return;
    }
    if (only->node)
        say(walk, " %s", only->node);
    else
        say(walk, " node %u", only->net_id);
    if (only->named)
        say(walk, " [%s]", only->named);
    else if (delta)
        say_delta_bits(walk, only->mask);
}

static uint32_t
take_sync_time(walk_t *walk)
{
    godot4_check_t check = check_of(walk);
    uint64_t network_time;
    proto_item *item = take(walk, hf_godot_sync_time, 2, &network_time);

    if (!walk->checking && !walk->broken)
        godot4_check_sync_size(&check, item, walk->end);
    return (uint32_t)network_time;
}

static void
dissect_sync(walk_t *walk, uint8_t flags)
{
    bool delta = flags & SYNC_DELTA;
    element_t element = { 0 };
    unsigned count = 0;
    uint32_t network_time = 0;

    if (!delta)
        network_time = take_sync_time(walk);
    else if (walk->message->scope.learn && !walk->checking)
        godot_names_learn_engine(&walk->message->scope, GODOT_ENGINE_SENDS_DELTA);
    has(walk, 8);
    while (!walk->broken && walk->offset < walk->end && count < MAX_ELEMENTS) {
        element = (element_t) { .network_time = network_time };
        dissect_element(walk, delta, &element);
        count++;
    }
    if (!walk->broken && walk->offset < walk->end)
        fault(walk, &ei_godot_too_many);
    say_elements(walk, delta, count, &element);
}

/* ---- SYS (2.9) ---- */

static void dissect_message(walk_t *walk, bool inner);

static void
dissect_auth(walk_t *walk)
{
    godot4_check_t check = check_of(walk);
    int length = walk->end - walk->offset;

    if (!walk->checking)
        godot4_check_auth(&check, proto_tree_get_parent(walk->tree), length == 0);
    take_bytes(walk, hf_godot_auth, walk->end);
    if (length > 0)
        say(walk, "Auth %d byte%s", length, length == 1 ? "" : "s");
    else
        say(walk, "Auth complete");
}

static int32_t
take_peer(walk_t *walk)
{
    int32_t peer = (int32_t)take_uint(walk, hf_godot_sys_peer, 4);

    if (walk->checking && peer < 2)
        walk->broken = true;
    return peer;
}

/* Either way, nothing of that peer's holds any more. */
static void
dissect_peer(walk_t *walk, bool came)
{
    int32_t peer = take_peer(walk);

    if (walk->broken || walk->checking)
        return;
    if (walk->message->scope.learn)
        godot_history_reset_peer(&walk->message->scope, peer, came);
    say(walk, "Peer %d %s", peer, came ? "joined" : "left");
}

static void
dissect_add_peer(walk_t *walk)
{
    dissect_peer(walk, true);
}

static void
dissect_del_peer(walk_t *walk)
{
    dissect_peer(walk, false);
}

/* The peer field is the destination on the way to the server, the source on the way from it. */
static void
take_relay_peer(walk_t *walk)
{
    godot_scope_t *scope = &walk->message->scope;
    godot4_check_t check = check_of(walk);
    bool from_server = scope->source == GODOT_PEER_SERVER;
    bool to_server = scope->target_known && scope->target == GODOT_PEER_SERVER;
    int32_t peer;

    if (!has(walk, 4))
        return;
    peer = (int32_t)tvb_get_letohl(walk->tvb, walk->offset);
    if (!walk->checking && (from_server || to_server))
        godot4_check_relay(&check, proto_tree_get_parent(walk->tree), peer);
    if (from_server) {
        scope->source = peer;
        godot_add_source(walk->tree, walk->tvb, walk->offset, 4, peer);
    } else if (to_server) {
        scope->target = peer;
        godot_add_target(walk->tree, walk->tvb, walk->offset, 4, peer);
    } else {
        scope->source = GODOT_PEER_UNKNOWN;
        scope->target_known = false;
        proto_tree_add_int(walk->tree, hf_godot_sys_peer, walk->tvb, walk->offset, 4, peer);
    }
    walk->offset += 4;
}

static void
dissect_relay(walk_t *walk)
{
    proto_item *item;
    walk_t inner = *walk;

    take_relay_peer(walk);
    if (!has(walk, 1))
        return;
    item = proto_tree_add_item(walk->tree, hf_godot_relay, walk->tvb, walk->offset,
                               walk->end - walk->offset, ENC_NA);
    inner.tree = proto_item_add_subtree(item, ett_godot_relay);
    /* Offsets in the inner message count from its own first byte. */
    inner.tvb = tvb_new_subset_length(walk->tvb, walk->offset, walk->end - walk->offset);
    inner.offset = 0;
    inner.end = walk->end - walk->offset;
    inner.message->relayed = true;
    dissect_message(&inner, true);
    walk->broken |= inner.broken;
    walk->offset = walk->end;
}

static void
dissect_unknown_sys(walk_t *walk)
{
    fault(walk, &ei_godot_sys_unknown);
}

static void
dissect_sys(walk_t *walk, uint8_t flags _U_)
{
    static void (*const dissect[])(walk_t *) = {
        [SYS_AUTH] = dissect_auth,
        [SYS_ADD_PEER] = dissect_add_peer,
        [SYS_DEL_PEER] = dissect_del_peer,
        [SYS_RELAY] = dissect_relay
    };
    uint32_t command = take_uint(walk, hf_godot_sys_command, 1);

    if (walk->broken)
        return;
    if (command < G_N_ELEMENTS(dissect))
        dissect[command](walk);
    else
        dissect_unknown_sys(walk);
}

/* ---- Any message ---- */

static int *const header_rpc[] = {
    &hf_godot_rpc_raw_flag, &hf_godot_rpc_method_size, &hf_godot_rpc_node_size,
    &hf_godot_reserved_3, &hf_godot_command, NULL
};
static int *const header_sync[] = {
    &hf_godot_reserved_sync, &hf_godot_sync_delta, &hf_godot_reserved_3, &hf_godot_command, NULL
};
static int *const header_plain[] = { &hf_godot_reserved_3_7, &hf_godot_command, NULL };

static const struct {
    void     (*dissect)(walk_t *walk, uint8_t flags);
    int *const *header;         /* bits of the first byte */
    uint8_t    flags;           /* those that may be set */
} commands[] = {
    [REMOTE_CALL]   = { dissect_remote_call,   header_rpc,   0xF0 },
    [SIMPLIFY_PATH] = { dissect_simplify_path, header_plain, 0 },
    [CONFIRM_PATH]  = { dissect_confirm_path,  header_plain, 0 },
    [RAW]           = { dissect_raw,           header_plain, 0 },
    [SPAWN]         = { dissect_spawn,         header_plain, 0 },
    [DESPAWN]       = { dissect_despawn,       header_plain, 0 },
    [SYNC]          = { dissect_sync,          header_sync,  SYNC_DELTA },
    [SYS]           = { dissect_sys,           header_plain, 0 },
};

/* What the sender's earlier messages tell of its release. */
static void
add_engine(walk_t *walk)
{
    unsigned traits = godot_names_engine(&walk->message->scope);

    if (traits & GODOT_ENGINE_CONFIRMS_ID)
        add_name(walk, hf_godot_peer_engine, "4.3 or later");
    else if (traits & GODOT_ENGINE_CONFIRMS_PATH)
        add_name(walk, hf_godot_peer_engine, traits & GODOT_ENGINE_SENDS_DELTA ? "4.1 or 4.2" : "4.0 to 4.2");
    else if (traits)
        add_name(walk, hf_godot_peer_engine, "4.1 or later");
}

static void
dissect_message(walk_t *walk, bool inner)
{
    uint8_t first;
    unsigned command;

    if (!has(walk, 1))
        return;
    first = tvb_get_uint8(walk->tvb, walk->offset);
    command = first & COMMAND_MASK;
    if (walk->tree) {
        proto_tree_add_bitmask(walk->tree, walk->tvb, walk->offset, hf_godot_header, ett_godot_header,
                               commands[command].header, ENC_NA);
        if (inner || command != SYS || walk->end < 2 || tvb_get_uint8(walk->tvb, 1) != SYS_RELAY)
            godot_add_delivery(walk->tree, walk->tvb, walk->message);
        if (inner || command != SYS)
            add_engine(walk);
    }
    walk->offset++;
    if (walk->checking && (first & ~COMMAND_MASK & ~commands[command].flags))
        walk->broken = true;
    if (inner && command == SYS)
        fault(walk, &ei_godot_relay_nested);
    else
        commands[command].dissect(walk, first);
    if (!walk->broken && walk->offset < walk->end)
        fault(walk, &ei_godot_trailing);
}

void
dissect_godot4_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree,
                       godot_message_t *message, wmem_strbuf_t *info)
{
    unsigned values_left = MAX_VALUES;
    walk_t walk = {
        .tvb = tvb, .pinfo = pinfo, .tree = tree, .message = message, .info = info,
        .end = (int)tvb_captured_length(tvb), .values_left = &values_left
    };

    dissect_message(&walk, false);
}

/* ---- Does it fit? (10) ---- */

static godot_fit_t
fit_of_sys(tvbuff_t *tvb)
{
    switch (tvb_get_uint8(tvb, 1)) {
    case SYS_AUTH:
        return GODOT_FIT_WEAK;
    case SYS_RELAY:
        return (tvb_get_uint8(tvb, 6) & COMMAND_MASK) == RAW ? GODOT_FIT_WEAK : GODOT_FIT_DECISIVE;
    default:
        return GODOT_FIT_FAIR;
    }
}

/* How much a well-formed message proves: long text and counts that add up do, a few bytes do not. */
static godot_fit_t
fit_of(tvbuff_t *tvb)
{
    uint8_t first = tvb_get_uint8(tvb, 0);

    switch (first & COMMAND_MASK) {
    case SIMPLIFY_PATH:
    case SPAWN:
        return GODOT_FIT_DECISIVE;
    case RAW:
        return GODOT_FIT_WEAK;
    case SYS:
        return fit_of_sys(tvb);
    default:
        return GODOT_FIT_FAIR;
    }
}

godot_fit_t
godot4_message_valid(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    godot_message_t copy = *message;
    unsigned values_left = MAX_VALUES;
    walk_t walk = {
        .tvb = tvb, .pinfo = pinfo, .message = &copy, .checking = true,
        .end = (int)tvb_captured_length(tvb), .values_left = &values_left
    };

    if (walk.end < 1 || tvb_captured_length(tvb) != tvb_reported_length(tvb))
        return GODOT_FIT_NONE;
    dissect_message(&walk, false);
    return walk.broken ? GODOT_FIT_NONE : fit_of(tvb);
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot_header,
      { "Header", "godot.header", FT_UINT8, BASE_HEX, NULL, 0,
        "Command and its flags", HFILL } },
    { &hf_godot_command,
      { "Command", "godot.command", FT_UINT8, BASE_DEC, VALS(command_names), COMMAND_MASK,
        "Type of the message", HFILL } },
    { &hf_godot_reserved_3,
      { "Reserved", "godot.reserved", FT_UINT8, BASE_HEX, NULL, 0x08,
        "Bits without a meaning", HFILL } },
    { &hf_godot_reserved_3_7,
      { "Reserved", "godot.reserved", FT_UINT8, BASE_HEX, NULL, 0xF8,
        "Bits without a meaning", HFILL } },
    { &hf_godot_reserved_sync,
      { "Reserved", "godot.reserved", FT_UINT8, BASE_HEX, NULL, 0xE0,
        "Bits without a meaning", HFILL } },
    { &hf_godot_rpc_node_size,
      { "Node target size", "godot.rpc.node_size", FT_UINT8, BASE_DEC, VALS(node_sizes),
        RPC_NODE_SIZE_MASK, NULL, HFILL } },
    { &hf_godot_rpc_method_size,
      { "Method id size", "godot.rpc.method_size", FT_BOOLEAN, 8, TFS(&method_sizes),
        RPC_METHOD_16, NULL, HFILL } },
    { &hf_godot_rpc_raw_flag,
      { "Raw arguments", "godot.rpc.raw_arguments", FT_BOOLEAN, 8, NULL, RPC_RAW,
        "The arguments are the bytes of one PackedByteArray, or there are none", HFILL } },
    { &hf_godot_sync_delta,
      { "Delta", "godot.sync.delta", FT_BOOLEAN, 8, NULL, SYNC_DELTA,
        "Holds only the properties that changed", HFILL } },
    { &hf_godot_rpc_target,
      { "Node target", "godot.rpc.target", FT_UINT32, BASE_HEX, NULL, 0,
        "Where the path of the node is", HFILL } },
    { &hf_godot_rpc_path_form,
      { "Path form", "godot.rpc.path_form", FT_BOOLEAN, 32, NULL, PATH_FORM,
        "The node's path follows the arguments", HFILL } },
    { &hf_godot_rpc_path_offset,
      { "Path offset", "godot.rpc.path_offset", FT_UINT32, BASE_DEC, NULL, ~PATH_FORM,
        "From the command byte to the path, in bytes", HFILL } },
    { &hf_godot_rpc_node_id,
      { "Node id", "godot.rpc.node_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Id that the sender announced for the node's path", HFILL } },
    { &hf_godot_rpc_node,
      { "Node", "godot.rpc.node", FT_STRING, BASE_NONE, NULL, 0,
        "Path of the node, relative to the multiplayer root", HFILL } },
    { &hf_godot_rpc_method_id,
      { "Method id", "godot.rpc.method_id", FT_UINT16, BASE_DEC, NULL, 0,
        "Number of the method in the sorted list of the node's RPC methods", HFILL } },
    { &hf_godot_rpc_argc,
      { "Argument count", "godot.rpc.argc", FT_UINT8, BASE_DEC, NULL, 0, NULL, HFILL } },
    { &hf_godot_rpc_raw,
      { "Raw argument", "godot.rpc.raw", FT_BYTES, BASE_NONE, NULL, 0,
        "Content of the only argument, a PackedByteArray", HFILL } },
    { &hf_godot_rpc_args,
      { "Arguments", "godot.rpc.args", FT_STRING, BASE_NONE, NULL, 0,
        "Texts of the arguments, separated by commas", HFILL } },
    { &hf_godot_path_id,
      { "Path id", "godot.path.id", FT_UINT32, BASE_DEC, NULL, 0,
        "Number that stands for the path from now on", HFILL } },
    { &hf_godot_path_md5,
      { "Methods MD5", "godot.path.md5", FT_STRING, BASE_NONE, NULL, 0,
        "MD5 of the names of the node's RPC methods", HFILL } },
    { &hf_godot_path_md5_end,
      { "End of MD5", "godot.path.md5_end", FT_UINT8, BASE_HEX, NULL, 0,
        "Byte behind the MD5, always zero", HFILL } },
    { &hf_godot_path_name,
      { "Path", "godot.path.name", FT_STRING, BASE_NONE, NULL, 0,
        "Path of a node, relative to the multiplayer root", HFILL } },
    { &hf_godot_path_valid,
      { "Methods agree", "godot.path.valid", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The node has the same RPC methods on both sides", HFILL } },
    { &hf_godot_path_announced_in,
      { "Announced in", "godot.path.announced_in", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that announced the path", HFILL } },
    { &hf_godot_path_confirmed_in,
      { "Confirmed in", "godot.path.confirmed_in", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame that confirmed the path", HFILL } },
    { &hf_godot_raw,
      { "Raw data", "godot.raw", FT_BYTES, BASE_NONE, NULL, 0,
        "Bytes of the application", HFILL } },
    { &hf_godot_spawn_scene_index,
      { "Scene index", "godot.spawn.scene_index", FT_UINT8, BASE_DEC, NULL, 0,
        "Number in the spawner's list of scenes; 255 for a custom spawn", HFILL } },
    { &hf_godot_spawn_spawner_id,
      { "Spawner id", "godot.spawn.spawner_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Id that the sender announced for the spawner's path", HFILL } },
    { &hf_godot_spawn_spawner,
      { "Spawner", "godot.spawn.spawner", FT_STRING, BASE_NONE, NULL, 0,
        "Path of the spawner", HFILL } },
    { &hf_godot_spawn_net_id,
      { "Net id", "godot.spawn.net_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of the spawned node", HFILL } },
    { &hf_godot_spawn_sync_count,
      { "Synchronizers", "godot.spawn.sync_count", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of synchronizers in the spawned node", HFILL } },
    { &hf_godot_spawn_name_length,
      { "Name length", "godot.spawn.name_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
        &units_byte_bytes, 0, "With the NUL at its end", HFILL } },
    { &hf_godot_spawn_sync_id,
      { "Synchronizer id", "godot.spawn.sync_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Net id of a synchronizer in the spawned node", HFILL } },
    { &hf_godot_spawn_name,
      { "Name", "godot.spawn.name", FT_STRING, BASE_NONE, NULL, 0,
        "Name of the spawned node", HFILL } },
    { &hf_godot_spawn_argument_size,
      { "Argument size", "godot.spawn.argument_size", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
        &units_byte_bytes, 0, NULL, HFILL } },
    { &hf_godot_spawn_argument,
      { "Argument", "godot.spawn.argument", FT_STRING, BASE_NONE, NULL, 0,
        "Text of what was given to spawn()", HFILL } },
    { &hf_godot_spawn_state,
      { "State", "godot.spawn.state", FT_STRING, BASE_NONE, NULL, 0,
        "Texts of the properties at spawn, separated by commas", HFILL } },
    { &hf_godot_despawn_net_id,
      { "Net id", "godot.despawn.net_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of the node to be removed", HFILL } },
    { &hf_godot_sync_time,
      { "Network time", "godot.sync.time", FT_UINT16, BASE_DEC, NULL, 0,
        "Counts the sender's network frames", HFILL } },
    { &hf_godot_sync_element,
      { "Synchronizer", "godot.sync.element", FT_NONE, BASE_NONE, NULL, 0,
        "The properties of one synchronizer", HFILL } },
    { &hf_godot_sync_net_id,
      { "Synchronizer id", "godot.sync.net_id", FT_UINT32, BASE_HEX_DEC, NULL, 0,
        "Net id from a spawn, or with its top bit set the id of the synchronizer's path", HFILL } },
    { &hf_godot_sync_size,
      { "Size", "godot.sync.size", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &units_byte_bytes, 0,
        "Size of the values", HFILL } },
    { &hf_godot_sync_mask,
      { "Changed properties", "godot.sync.mask", FT_UINT64, BASE_HEX, NULL, 0,
        "Bit n stands for the n-th property that is watched", HFILL } },
    { &hf_godot_sync_node,
      { "Node", "godot.sync.node", FT_STRING, BASE_NONE, NULL, 0,
        "Path of what is synchronized", HFILL } },
    { &hf_godot_node_spawned_in,
      { "Spawned in", "godot.node.spawned_in", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that spawned the node", HFILL } },
    { &hf_godot_node_despawned_in,
      { "Despawned in", "godot.node.despawned_in", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame that took the node back", HFILL } },
    { &hf_godot_peer_engine,
      { "Source's Godot", "godot.peer.engine", FT_STRING, BASE_NONE, NULL, 0,
        "Releases of Godot that the earlier messages of the source speak for", HFILL } },
    { &hf_godot_sys_command,
      { "System command", "godot.sys.command", FT_UINT8, BASE_DEC, VALS(sys_names), 0,
        NULL, HFILL } },
    { &hf_godot_sys_peer,
      { "Peer", "godot.sys.peer", FT_INT32, BASE_DEC, NULL, 0,
        "Id of the peer that this is about", HFILL } },
    { &hf_godot_auth,
      { "Authentication data", "godot.auth", FT_BYTES, BASE_NONE, NULL, 0,
        "Bytes of the application", HFILL } },
    { &hf_godot_relay,
      { "Relayed message", "godot.relay", FT_NONE, BASE_NONE, NULL, 0,
        "What one client sends to another through the server", HFILL } },
    { &hf_godot_undissected,
      { "Undissected bytes", "godot.undissected", FT_BYTES, BASE_NONE, NULL, 0, NULL, HFILL } },
};

static ei_register_info ei[] = {
    { &ei_godot_short,
      { "godot.short", PI_MALFORMED, PI_ERROR, "Invalid packet received. Size too small.", EXPFILL } },
    { &ei_godot_trailing,
      { "godot.trailing", PI_MALFORMED, PI_WARN, "Bytes behind the end of the message", EXPFILL } },
    { &ei_godot_node_size,
      { "godot.rpc.node_size.invalid", PI_MALFORMED, PI_ERROR,
        "Was not possible to extract the node id compression mode.", EXPFILL } },
    { &ei_godot_path_offset,
      { "godot.rpc.path_offset.invalid", PI_MALFORMED, PI_ERROR,
        "Invalid packet received. Size smaller than declared.", EXPFILL } },
    { &ei_godot_path_text,
      { "godot.text", PI_MALFORMED, PI_WARN,
        "Not the text that belongs here, or it does not end with its only NUL", EXPFILL } },
    { &ei_godot_path_unknown,
      { "godot.path.unknown", PI_PROTOCOL, PI_WARN,
        "The id was not announced by its sender", EXPFILL } },
    { &ei_godot_path_not_captured,
      { "godot.path.not_captured", PI_ASSUMPTION, PI_NOTE,
        "Announced before the capture began, or never", EXPFILL } },
    { &ei_godot_overtaken,
      { "godot.overtaken", PI_SEQUENCE, PI_NOTE,
        "Overtook the announcement or the spawn of its id, which comes later in the capture", EXPFILL } },
    { &ei_godot_sys_unknown,
      { "godot.sys.unknown", PI_UNDECODED, PI_WARN, "Unknown system command", EXPFILL } },
    { &ei_godot_relay_nested,
      { "godot.relay.nested", PI_MALFORMED, PI_ERROR, "A system message cannot be relayed", EXPFILL } },
    { &ei_godot_too_many,
      { "godot.too_many", PI_UNDECODED, PI_NOTE, "More values than are shown", EXPFILL } },
};

void
godot4_messages_register(int proto)
{
    static int *ett[] = {
        &ett_godot_header, &ett_godot_target, &ett_godot_element, &ett_godot_relay
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    expert_register_field_array(expert_register_protocol(proto), ei, G_N_ELEMENTS(ei));
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
