/* godot3-messages.c
 * What does this 3.x message say?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "godot3-messages.h"
#include "packet-godot-variant.h"

/* docs/wire/multiplayer-godot3.md describes all of this; the numbers below are its sections. */

#define SYSTEM_CHANNEL      0           /* of ENet (5) */
#define UNRELIABLE_CHANNEL  2           /* the last that is not the application's own */
#define SYSTEM_LENGTH       8
#define NARROW_HEADER       8           /* 3.2 and later */
#define WIDE_HEADER         12          /* 3.0 and 3.1 */

#define PATH_FORM           0x80000000  /* in a node target (3) */
#define MAX_PLAUSIBLE_ID    0x00FFFFFF  /* ids count from 1 */
#define HEAD_LENGTH         5           /* command and node target */
#define CONFIRM_PATIENCE    1.0         /* seconds; a confirmation takes one round trip */

enum { REMOTE_CALL, REMOTE_SET, SIMPLIFY_PATH, CONFIRM_PATH, RAW };
enum { ADD_PEER, REMOVE_PEER };

static int hf_godot_command = -1;
static int hf_godot_enet_flags = -1;
static int hf_godot_sys_command = -1;
static int hf_godot_sys_peer = -1;
static int hf_godot_rpc_target = -1;
static int hf_godot_rpc_path_form = -1;
static int hf_godot_rpc_path_offset = -1;
static int hf_godot_rpc_node_id = -1;
static int hf_godot_rpc_node = -1;
static int hf_godot_rpc_method = -1;
static int hf_godot_rpc_argc = -1;
static int hf_godot_rpc_args = -1;
static int hf_godot_rset_property = -1;
static int hf_godot_path_id = -1;
static int hf_godot_path_name = -1;
static int hf_godot_path_announced_in = -1;
static int hf_godot_path_confirmed_in = -1;
static int hf_godot_raw = -1;
static int hf_godot_undissected = -1;

static int ett_godot_target = -1;

static expert_field ei_godot_short = EI_INIT;
static expert_field ei_godot_trailing = EI_INIT;
static expert_field ei_godot_value = EI_INIT;
static expert_field ei_godot_text = EI_INIT;
static expert_field ei_godot_command = EI_INIT;
static expert_field ei_godot_sys_unknown = EI_INIT;
static expert_field ei_godot_source = EI_INIT;
static expert_field ei_godot_path_offset = EI_INIT;
static expert_field ei_godot_path_unknown = EI_INIT;
static expert_field ei_godot_path_not_captured = EI_INIT;
static expert_field ei_godot_overtaken = EI_INIT;
static expert_field ei_godot_path_too_early = EI_INIT;
static expert_field ei_godot_path_unconfirmed = EI_INIT;
static expert_field ei_godot_path_never_confirmed = EI_INIT;
static expert_field ei_godot_path_not_announced = EI_INIT;

static const value_string command_names[] = {
    { REMOTE_CALL,   "REMOTE_CALL" },
    { REMOTE_SET,    "REMOTE_SET" },
    { SIMPLIFY_PATH, "SIMPLIFY_PATH" },
    { CONFIRM_PATH,  "CONFIRM_PATH" },
    { RAW,           "RAW" },
    { 0, NULL }
};

static const value_string sys_names[] = {
    { ADD_PEER,    "ADD_PEER" },
    { REMOVE_PEER, "REMOVE_PEER" },
    { 0, NULL }
};

static const value_string enet_flags[] = {
    { 0, "unreliable, ordered" },
    { 1, "reliable" },
    { 2, "unsequenced" },
    { 0, NULL }
};

/* A walk over one message. */
typedef struct {
    tvbuff_t        *tvb;
    packet_info     *pinfo;
    proto_tree      *tree;          /* NULL: no items */
    godot_message_t *message;
    wmem_strbuf_t   *info;          /* its text; NULL: nobody wants it */
    int              start;         /* of the packet behind the peer header */
    int              offset;
    int              end;
    bool             checking;      /* only asks whether it is well-formed */
    bool             broken;        /* a fault was found: what follows cannot be read */
} walk_t;

/* ---- Reading ---- */

/* What follows cannot be understood: the rest is shown as bytes that say why. */
static void
fault(walk_t *walk, expert_field *ei, const char *text)
{
    int length = walk->end - walk->offset;
    proto_item *item = NULL;

    if (!walk->checking && !walk->broken) {
        if (walk->tree && length > 0)
            item = proto_tree_add_item(walk->tree, hf_godot_undissected, walk->tvb, walk->offset,
                                       length, ENC_NA);
        expert_add_info_format(walk->pinfo, item ? item : proto_tree_get_parent(walk->tree), ei,
                               "%s", text);
        walk->offset = walk->end;
    }
    walk->broken = true;
}

static void
fault_short(walk_t *walk)
{
    fault(walk, &ei_godot_short, "Invalid packet received. Size too small.");
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
has(walk_t *walk, int size)
{
    if (walk->broken)
        return false;
    if (walk->end - walk->offset < size)
        fault_short(walk);
    return !walk->broken;
}

/* The item is NULL without a tree. */
static proto_item *
take_uint(walk_t *walk, int hf, int size, uint32_t *value)
{
    proto_item *item = NULL;

    *value = 0;
    if (!has(walk, size))
        return NULL;
    *value = size == 1 ? tvb_get_uint8(walk->tvb, walk->offset) : tvb_get_letohl(walk->tvb, walk->offset);
    if (walk->tree)
        item = proto_tree_add_uint(walk->tree, hf, walk->tvb, walk->offset, size, *value);
    walk->offset += size;
    return item;
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
take_cstring(walk_t *walk, int hf, int end, proto_item **item)
{
    int length = end - walk->offset;
    const char *text;

    *item = NULL;
    if (!has(walk, 1))
        return "";
    text = (const char *)tvb_get_string_enc(walk->pinfo->pool, walk->tvb, walk->offset, length,
                                            ENC_UTF_8);
    if (walk->tree)
        *item = proto_tree_add_string(walk->tree, hf, walk->tvb, walk->offset, length, text);
    if (!is_cstring(walk->tvb, walk->offset, length))
        complain(walk, *item, &ei_godot_text);
    walk->offset = end;
    return text;
}

/* The name of a method or property: up to the first NUL. */
static const char *
take_name(walk_t *walk, int hf)
{
    proto_item *item;
    int nul;

    if (!has(walk, 1))
        return "?";
    nul = tvb_find_uint8(walk->tvb, walk->offset, walk->end - walk->offset, 0);
    if (nul < 0) {
        fault_short(walk);
        return "?";
    }
    return take_cstring(walk, hf, nul + 1, &item);
}

/* One Variant; its text is appended. */
static void
take_value(walk_t *walk, wmem_strbuf_t *texts, const char *complaint)
{
    godot_value_t value;
    int behind;

    if (walk->broken)
        return;
    if (walk->checking)
        behind = godot_variant_check(walk->tvb, walk->offset, walk->end, GODOT_DIALECT_3_X,
                                     GODOT_ENCODING_FULL);
    else
        behind = dissect_godot_variant(walk->tvb, walk->pinfo, walk->tree, walk->offset, walk->end,
                                       GODOT_DIALECT_3_X, GODOT_ENCODING_FULL, &value, texts != NULL);
    if (behind <= walk->offset) {
        fault(walk, &ei_godot_value, complaint);
        return;
    }
    if (texts && !walk->checking)
        wmem_strbuf_append_printf(texts, "%s%s", wmem_strbuf_get_len(texts) ? ", " : "", value.text);
    walk->offset = behind;
}

static wmem_strbuf_t *
texts_new(const walk_t *walk)
{
    return walk->info ? wmem_strbuf_new(walk->pinfo->pool, "") : NULL;
}

/* ---- Names ---- */

/*
 * The scope of one receiver: what is meant for all has the same names as for the peer at the
 * other end of the link, to which they were announced one by one (3).
 */
static godot_scope_t
receiver_scope(const walk_t *walk)
{
    godot_scope_t scope = walk->message->scope;

    if (scope.target <= 0) {
        scope.target = scope.link->peer[!scope.direction];
        scope.target_known = scope.target != GODOT_PEER_UNKNOWN;
    }
    return scope;
}

static void
add_frame(const walk_t *walk, int hf, godot_moment_t moment)
{
    if (walk->tree && moment && moment <= walk->message->scope.moment)
        proto_item_set_generated(proto_tree_add_uint(walk->tree, hf, walk->tvb, 0, 0,
                                                     GODOT_MOMENT_FRAME(moment)));
}

static bool
is_confirmed(const walk_t *walk, const godot_path_t *path)
{
    return path->confirmed && path->confirmed <= walk->message->scope.moment;
}

static void
add_path_frames(const walk_t *walk, const godot_path_t *path)
{
    if (walk->tree)
        proto_item_set_generated(proto_tree_add_uint(walk->tree, hf_godot_path_announced_in, walk->tvb,
                                                     0, 0, GODOT_MOMENT_FRAME(path->announced)));
    add_frame(walk, hf_godot_path_confirmed_in, path->confirmed);
}

static void
complain_of_unknown_id(walk_t *walk, proto_item *item, const godot_scope_t *scope, uint32_t id)
{
    if (scope->link->from_start)
        expert_add_info_format(walk->pinfo, item, &ei_godot_path_unknown,
                               "Invalid packet received. Unabled to find requested cached node. "
                               "Peer %d did not announce id %u.", scope->source, id);
    else
        expert_add_info(walk->pinfo, item, &ei_godot_path_not_captured);
}

/*
 * The path that an id stands for, added as a generated field with the frames that made it so.
 * Returns NULL, with an expert item in Godot's words, if nobody announced it.
 */
static const char *
resolve_path(walk_t *walk, proto_item *item, uint32_t id)
{
    godot_scope_t scope = receiver_scope(walk);
    godot_found_t found;
    const godot_path_t *path = godot_names_path(&scope, id, &found);

    if (!path) {
        complain_of_unknown_id(walk, item, &scope, id);
        return NULL;
    }
    if (found == GODOT_FOUND_LATER)
        expert_add_info(walk->pinfo, item, &ei_godot_overtaken);
    else if (found == GODOT_FOUND && !is_confirmed(walk, path))
        expert_add_info(walk->pinfo, item, &ei_godot_path_too_early);
    if (walk->tree)
        proto_item_set_generated(proto_tree_add_string(walk->tree, hf_godot_rpc_node, walk->tvb, 0, 0,
                                                       path->path));
    add_path_frames(walk, path);
    return path->path;
}

static double
seconds_since_announced(const godot_path_t *path, const nstime_t *now)
{
    nstime_t waited;

    nstime_delta(&waited, now, &path->announced_time);
    return nstime_to_sec(&waited);
}

/* A sender still writes the path, though an answer to its announcement would have come. */
static void
look_up_path(walk_t *walk, proto_item *item, const char *text)
{
    godot_scope_t scope = receiver_scope(walk);
    const godot_path_t *path = godot_names_path_by_name(&scope, text);
    double waited;

    if (!path)
        return;
    waited = seconds_since_announced(path, &scope.time);
    if (!is_confirmed(walk, path) && waited >= CONFIRM_PATIENCE)
        expert_add_info_format(walk->pinfo, item, &ei_godot_path_unconfirmed,
                               "The path was announced %.1f s before and is still not confirmed", waited);
    add_path_frames(walk, path);
}

/* ---- REMOTE_CALL (2.1) and REMOTE_SET (2.2) ---- */

/* Whose method or property is meant (3). */
typedef struct {
    uint32_t    node_id;        /* 0 in path form */
    int         path_offset;    /* where the path begins; 0 in id form */
    int         packet_end;
    const char *node;           /* NULL if the id is unknown */
} target_t;

/* The path follows the arguments, which end where it begins. Its offset counts from the command. */
static void
take_path_offset(walk_t *walk, target_t *target, uint32_t value)
{
    static int *const path_form[] = { &hf_godot_rpc_path_form, &hf_godot_rpc_path_offset, NULL };
    uint32_t offset = value & ~PATH_FORM;

    if (walk->tree)
        proto_tree_add_bitmask(walk->tree, walk->tvb, walk->offset, hf_godot_rpc_target,
                               ett_godot_target, path_form, ENC_LITTLE_ENDIAN);
    walk->offset += 4;
    if (offset <= HEAD_LENGTH || offset >= (uint32_t)(walk->end - walk->start)) {
        fault(walk, &ei_godot_path_offset, "Invalid packet received. Size smaller than declared.");
        return;
    }
    target->path_offset = walk->start + (int)offset;
    walk->end = target->path_offset;
}

static void
take_target(walk_t *walk, target_t *target)
{
    proto_item *item;
    uint32_t value;

    *target = (target_t) { .packet_end = walk->end };
    if (!has(walk, 4))
        return;
    value = tvb_get_letohl(walk->tvb, walk->offset);
    if (value & PATH_FORM) {
        take_path_offset(walk, target, value);
        return;
    }
    item = take_uint(walk, hf_godot_rpc_node_id, 4, &target->node_id);
    if (!walk->checking)
        target->node = resolve_path(walk, item, value);
    else if (value == 0 || value > MAX_PLAUSIBLE_ID)
        walk->broken = true;
}

/* The path behind the arguments, also when these are broken. */
static void
take_path(walk_t *walk, target_t *target)
{
    walk_t path = *walk;
    proto_item *item;

    if (target->path_offset == 0 || (walk->checking && walk->broken))
        return;
    if (!walk->broken && walk->offset < walk->end)
        fault(walk, &ei_godot_trailing, "Bytes behind the last argument");
    path.broken = false;
    path.offset = target->path_offset;
    path.end = target->packet_end;
    target->node = take_cstring(&path, hf_godot_rpc_node, path.end, &item);
    if (!walk->checking)
        look_up_path(&path, item, target->node);
    walk->broken |= path.broken;
    walk->offset = walk->end = target->packet_end;
}

static void
say_target(walk_t *walk, const char *what, const target_t *target)
{
    if (target->node)
        say(walk, "%s %s.", what, target->node);
    else if (target->node_id)
        say(walk, "%s node %u.", what, target->node_id);
    else
        say(walk, "%s ?.", what);
}

static void
take_arguments(walk_t *walk, wmem_strbuf_t *texts)
{
    uint32_t count;

    take_uint(walk, hf_godot_rpc_argc, 1, &count);
    for (uint32_t i = 0; i < count && has(walk, 1); i++)
        take_value(walk, texts, "Invalid packet received. Unable to decode RPC argument.");
    if (walk->tree && texts && wmem_strbuf_get_len(texts))
        proto_item_set_generated(proto_tree_add_string(walk->tree, hf_godot_rpc_args, walk->tvb, 0, 0,
                                                       wmem_strbuf_get_str(texts)));
}

static void
dissect_remote_call(walk_t *walk)
{
    target_t target;
    wmem_strbuf_t *texts = texts_new(walk);
    const char *method;

    take_target(walk, &target);
    method = take_name(walk, hf_godot_rpc_method);
    take_arguments(walk, texts);
    take_path(walk, &target);
    say_target(walk, "RPC", &target);
    say(walk, "%s(%s)", method, texts ? wmem_strbuf_get_str(texts) : "");
    godot_append_delivery(walk->info, walk->message);
}

static void
dissect_remote_set(walk_t *walk)
{
    target_t target;
    wmem_strbuf_t *text = texts_new(walk);
    const char *property;

    take_target(walk, &target);
    property = take_name(walk, hf_godot_rset_property);
    take_value(walk, text, "Invalid packet received. Unable to decode RSET value.");
    take_path(walk, &target);
    say_target(walk, "RSET", &target);
    say(walk, "%s = %s", property, text ? wmem_strbuf_get_str(text) : "");
    godot_append_delivery(walk->info, walk->message);
}

/* ---- SIMPLIFY_PATH (2.3), CONFIRM_PATH (2.4) and RAW (2.5) ---- */

/* That nothing followed is known only when the whole file has been read once. */
static void
announce(walk_t *walk, proto_item *item, uint32_t id, const char *text)
{
    godot_scope_t scope = receiver_scope(walk);
    nstime_t latest = godot_link_latest_time(scope.link);
    const godot_path_t *path;

    if (scope.learn) {
        godot_names_announce(&scope, id, text, NULL);
        return;
    }
    path = godot_names_path_by_name(&scope, text);
    if (path && !path->confirmed && seconds_since_announced(path, &latest) >= CONFIRM_PATIENCE)
        expert_add_info(walk->pinfo, item, &ei_godot_path_never_confirmed);
}

static void
dissect_simplify_path(walk_t *walk)
{
    uint32_t id;
    const char *path;
    proto_item *item;

    take_uint(walk, hf_godot_path_id, 4, &id);
    path = take_cstring(walk, hf_godot_path_name, walk->end, &item);
    if (walk->checking) {
        walk->broken |= id == 0 || id > MAX_PLAUSIBLE_ID;
        return;
    }
    if (walk->broken)
        return;
    announce(walk, item, id, path);
    say(walk, "Path %u is %s", id, path);
    godot_append_delivery(walk->info, walk->message);
}

static void
confirm(walk_t *walk, proto_item *item, const char *text)
{
    godot_scope_t scope = receiver_scope(walk);
    const godot_path_t *path = godot_names_path_by_name_of_receiver(&scope, text);

    if (!path) {
        expert_add_info(walk->pinfo, item, scope.link->from_start ? &ei_godot_path_not_announced
                                                                  : &ei_godot_path_not_captured);
        return;
    }
    if (scope.learn)
        godot_names_confirm(&scope, path->id, text, true);
    add_frame(walk, hf_godot_path_announced_in, path->announced);
}

static void
dissect_confirm_path(walk_t *walk)
{
    proto_item *item;
    const char *text = take_cstring(walk, hf_godot_path_name, walk->end, &item);

    if (walk->broken || walk->checking)
        return;
    confirm(walk, item, text);
    say(walk, "Path %s confirmed", text);
    godot_append_delivery(walk->info, walk->message);
}

static void
dissect_raw(walk_t *walk)
{
    int length = walk->end - walk->offset;

    if (!has(walk, 1))
        return;
    if (walk->tree)
        proto_tree_add_item(walk->tree, hf_godot_raw, walk->tvb, walk->offset, length, ENC_NA);
    walk->offset = walk->end;
    say(walk, "Raw %d byte%s", length, length == 1 ? "" : "s");
    godot_append_delivery(walk->info, walk->message);
}

/* ---- The packet of the multiplayer API (2) ---- */

static void
dissect_unknown(walk_t *walk)
{
    fault(walk, &ei_godot_command, "Unknown command: receivers ignore the message");
}

/* A message that could not be read far enough to say something better; its command may be missing. */
static void
say_broken(walk_t *walk, uint32_t command)
{
    if (!walk->info || wmem_strbuf_get_len(walk->info))
        return;
    say(walk, "%s (malformed)", val_to_str_const(command, command_names, "Message"));
    godot_append_delivery(walk->info, walk->message);
}

static void
dissect_packet(walk_t *walk)
{
    static void (*const dissect[])(walk_t *) = {
        [REMOTE_CALL] = dissect_remote_call,
        [REMOTE_SET] = dissect_remote_set,
        [SIMPLIFY_PATH] = dissect_simplify_path,
        [CONFIRM_PATH] = dissect_confirm_path,
        [RAW] = dissect_raw
    };
    uint32_t command;

    walk->start = walk->offset;
    take_uint(walk, hf_godot_command, 1, &command);
    if (!walk->broken)
        (command < G_N_ELEMENTS(dissect) ? dissect[command] : dissect_unknown)(walk);
    if (walk->broken)
        say_broken(walk, walk->offset > walk->start ? command : UINT32_MAX);
    if (!walk->broken && walk->offset < walk->end)
        fault(walk, &ei_godot_trailing, "Bytes behind the end of the message");
}

/* A value that the application put into the peer itself: no packet of the multiplayer API. */
static void
dissect_bare_value(walk_t *walk)
{
    wmem_strbuf_t *text = texts_new(walk);

    take_value(walk, text, "The value cannot be decoded");
    if (!walk->broken && walk->offset < walk->end)
        fault(walk, &ei_godot_trailing, "Bytes behind the value");
    say(walk, "Value %s", text ? wmem_strbuf_get_str(text) : "");
    godot_append_delivery(walk->info, walk->message);
}

/* ---- System messages over ENet (5) ---- */

static void
dissect_system(walk_t *walk)
{
    uint32_t command, peer;

    if (walk->tree)
        godot_add_delivery(walk->tree, walk->tvb, walk->message);
    if (!has(walk, SYSTEM_LENGTH))
        return;
    if (tvb_get_letohl(walk->tvb, walk->offset) > REMOVE_PEER) {
        fault(walk, &ei_godot_sys_unknown, "Unknown system message");
        return;
    }
    take_uint(walk, hf_godot_sys_command, 4, &command);
    peer = tvb_get_letohl(walk->tvb, walk->offset);
    if (walk->tree)
        proto_tree_add_item(walk->tree, hf_godot_sys_peer, walk->tvb, walk->offset, 4, ENC_LITTLE_ENDIAN);
    walk->offset += 4;
    if (walk->message->scope.learn)
        godot_names_forget_peer(&walk->message->scope, (int32_t)peer);
    say(walk, command == ADD_PEER ? "Peer %d joined" : "Peer %d left", (int32_t)peer);
    if (walk->offset < walk->end)
        fault(walk, &ei_godot_trailing, "Bytes behind the end of the message");
}

/* ---- What comes after how long a header? ---- */

typedef enum {
    CONTENT_UNKNOWN,
    CONTENT_PACKET,         /* of the multiplayer API */
    CONTENT_VALUE           /* put_var() on the peer */
} content_t;

/* How the messages of a link are laid out; what none of them has proved is 0. */
typedef struct {
    int            header;          /* length of the peer header */
    godot_moment_t header_since;
    content_t      content;
    godot_moment_t content_since;
} layout_t;

/* godot_link_t * -> layout_t *, of the file. */
static wmem_map_t *layouts;

static layout_t *
layout_of_link(const godot_link_t *link)
{
    layout_t *layout = (layout_t *)wmem_map_lookup(layouts, link);

    if (!layout) {
        layout = wmem_new0(wmem_file_scope(), layout_t);
        wmem_map_insert(layouts, link, layout);
    }
    return layout;
}

static bool
packet_fits(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int offset)
{
    godot_message_t copy = *message;
    walk_t walk = {
        .tvb = tvb, .pinfo = pinfo, .message = &copy, .checking = true,
        .offset = offset, .end = (int)tvb_captured_length(tvb)
    };

    dissect_packet(&walk);
    return !walk.broken;
}

static bool
value_fits(tvbuff_t *tvb, int offset)
{
    int end = (int)tvb_captured_length(tvb);

    return offset < end && godot_variant_check(tvb, offset, end, GODOT_DIALECT_3_X,
                                               GODOT_ENCODING_FULL) == end;
}

/* Do the ENet flags of a 12-byte header agree with how ENet sent it? Up to 3.2, what is too long
 * for one datagram is sent reliably whatever they say (docs/wire/enet.md, 6). */
static bool
wide_header_fits(tvbuff_t *tvb, const godot_message_t *message)
{
    static const uint32_t flags_of_mode[] = {
        [GODOT_MODE_UNRELIABLE] = 2, [GODOT_MODE_UNRELIABLE_ORDERED] = 0, [GODOT_MODE_RELIABLE] = 1
    };
    uint32_t flags;

    if (tvb_captured_length(tvb) <= WIDE_HEADER)
        return false;
    flags = tvb_get_letohl(tvb, NARROW_HEADER);
    if (message->mode == GODOT_MODE_UNKNOWN || (message->enet && message->enet->fragmented))
        return flags <= 2;
    return flags == flags_of_mode[message->mode];
}

static content_t
content_after(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int header)
{
    if (header == WIDE_HEADER && !wide_header_fits(tvb, message))
        return CONTENT_UNKNOWN;
    if (packet_fits(tvb, pinfo, message, header))
        return CONTENT_PACKET;
    return value_fits(tvb, header) ? CONTENT_VALUE : CONTENT_UNKNOWN;
}

/* First pass: a message that only one reading explains decides for those behind it. */
static void
learn_layout(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, layout_t *layout)
{
    content_t narrow = content_after(tvb, pinfo, message, NARROW_HEADER);
    content_t wide = content_after(tvb, pinfo, message, WIDE_HEADER);
    int header = narrow != CONTENT_UNKNOWN ? NARROW_HEADER : WIDE_HEADER;
    content_t content = narrow != CONTENT_UNKNOWN ? narrow : wide;

    if ((narrow != CONTENT_UNKNOWN) == (wide != CONTENT_UNKNOWN))
        return;
    if (!layout->header) {
        layout->header = header;
        layout->header_since = message->scope.moment;
    }
    if (!layout->content && header == layout->header &&
        !(content == CONTENT_PACKET && value_fits(tvb, header))) {
        layout->content = content;
        layout->content_since = message->scope.moment;
    }
}

/* The layout of this message: as its link has proved by now, or else as 3.2 and later write it. */
static layout_t
layout_of(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    layout_t *known = layout_of_link(message->scope.link);
    layout_t layout = { .header = NARROW_HEADER, .content = CONTENT_PACKET };

    if (message->scope.learn && !(known->header && known->content))
        learn_layout(tvb, pinfo, message, known);
    if (known->header && known->header_since <= message->scope.moment)
        layout.header = known->header;
    if (known->content && known->content_since <= message->scope.moment)
        layout.content = known->content;
    if (layout.content == CONTENT_VALUE && !value_fits(tvb, layout.header) &&
        packet_fits(tvb, pinfo, message, layout.header))
        layout.content = CONTENT_PACKET;
    return layout;
}

/* ---- The peer header over ENet (5) ---- */

/* Does a client claim to be somebody else? The server, which relays, may send for all. */
static bool
is_foreign(const godot_scope_t *scope, int32_t source)
{
    return scope->source > GODOT_PEER_SERVER && source != scope->source;
}

static void
take_peer_header(walk_t *walk, int length)
{
    godot_scope_t *scope = &walk->message->scope;
    int32_t source;
    uint32_t flags;

    if (!has(walk, length))
        return;
    source = (int32_t)tvb_get_letohl(walk->tvb, walk->offset);
    if (is_foreign(scope, source))
        expert_add_info(walk->pinfo, proto_tree_get_parent(walk->tree), &ei_godot_source);
    walk->message->relayed = scope->source == GODOT_PEER_SERVER && source != GODOT_PEER_SERVER;
    scope->source = source;
    scope->target = (int32_t)tvb_get_letohl(walk->tvb, walk->offset + 4);
    scope->target_known = true;
    if (walk->tree) {
        godot_add_source(walk->tree, walk->tvb, walk->offset, 4, source);
        godot_add_target(walk->tree, walk->tvb, walk->offset + 4, 4, scope->target);
    }
    walk->offset += NARROW_HEADER;
    if (length == WIDE_HEADER)
        take_uint(walk, hf_godot_enet_flags, 4, &flags);
    if (walk->tree)
        godot_add_transfer(walk->tree, walk->tvb, walk->message);
}

static void
dissect_enet(walk_t *walk)
{
    layout_t layout;

    if (walk->message->enet && walk->message->enet->channel == SYSTEM_CHANNEL) {
        dissect_system(walk);
        return;
    }
    layout = layout_of(walk->tvb, walk->pinfo, walk->message);
    take_peer_header(walk, layout.header);
    if (walk->broken)
        return;
    (layout.content == CONTENT_VALUE ? dissect_bare_value : dissect_packet)(walk);
}

void
dissect_godot3_message(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree,
                       godot_message_t *message, wmem_strbuf_t *info)
{
    walk_t walk = {
        .tvb = tvb, .pinfo = pinfo, .tree = tree, .message = message, .info = info,
        .end = (int)tvb_captured_length(tvb)
    };

    /* The first three channels are one to the game (docs/wire/enet.md, 6). */
    if (message->enet)
        message->channel = message->enet->channel > UNRELIABLE_CHANNEL ? message->enet->channel : 0;
    if (message->transport == GODOT_OVER_ENET) {
        dissect_enet(&walk);
        return;
    }
    if (tree)
        godot_add_delivery(tree, tvb, message);
    dissect_packet(&walk);
}

/* ---- Does it fit? (9) ---- */

static godot_fit_t
fit_of_system(tvbuff_t *tvb, const godot_scope_t *scope)
{
    if (tvb_captured_length(tvb) != SYSTEM_LENGTH || scope->source > GODOT_PEER_SERVER)
        return GODOT_FIT_NONE;
    if (tvb_get_letohl(tvb, 0) > REMOVE_PEER || (int32_t)tvb_get_letohl(tvb, 4) <= GODOT_PEER_SERVER)
        return GODOT_FIT_NONE;
    return GODOT_FIT_FAIR;
}

/* How much the peer header proves: 4 bytes that repeat a random id known from the handshake do. */
static godot_fit_t
fit_of_peers(tvbuff_t *tvb, const godot_scope_t *scope)
{
    int32_t source = (int32_t)tvb_get_letohl(tvb, 0), target = (int32_t)tvb_get_letohl(tvb, 4);

    if (source < GODOT_PEER_SERVER || source == target || is_foreign(scope, source))
        return GODOT_FIT_NONE;
    if (scope->source > GODOT_PEER_SERVER)
        return GODOT_FIT_DECISIVE;
    if (scope->source == GODOT_PEER_UNKNOWN)
        return GODOT_FIT_WEAK;
    if (target != 0 && scope->target == target)
        return GODOT_FIT_DECISIVE;
    /* A server sends a client what is meant for it. */
    return target == 0 || (target < 0 && target != -scope->target) ? GODOT_FIT_FAIR : GODOT_FIT_NONE;
}

static godot_fit_t
fit_of_packet(tvbuff_t *tvb, int offset)
{
    switch (tvb_get_uint8(tvb, offset)) {
    case REMOTE_CALL:
    case REMOTE_SET:
        return tvb_get_letohl(tvb, offset + 1) & PATH_FORM ? GODOT_FIT_DECISIVE : GODOT_FIT_FAIR;
    case RAW:
        return GODOT_FIT_WEAK;
    default:
        return GODOT_FIT_FAIR;
    }
}

static godot_fit_t
fit_of_content(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int header)
{
    switch (content_after(tvb, pinfo, message, header)) {
    case CONTENT_PACKET:
        return fit_of_packet(tvb, header);
    case CONTENT_VALUE:
        return GODOT_FIT_WEAK;
    default:
        return GODOT_FIT_NONE;
    }
}

godot_fit_t
godot3_message_valid(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message)
{
    godot_fit_t peers, content;

    if (tvb_captured_length(tvb) != tvb_reported_length(tvb) || tvb_captured_length(tvb) < 1)
        return GODOT_FIT_NONE;
    if (message->transport != GODOT_OVER_ENET)
        return packet_fits(tvb, pinfo, message, 0) ? fit_of_packet(tvb, 0) : GODOT_FIT_NONE;
    if (message->enet && message->enet->channel == SYSTEM_CHANNEL)
        return fit_of_system(tvb, &message->scope);
    if (tvb_captured_length(tvb) <= NARROW_HEADER)
        return GODOT_FIT_NONE;
    peers = fit_of_peers(tvb, &message->scope);
    if (peers == GODOT_FIT_NONE)
        return GODOT_FIT_NONE;
    content = fit_of_content(tvb, pinfo, message, NARROW_HEADER);
    if (content == GODOT_FIT_NONE)
        content = fit_of_content(tvb, pinfo, message, WIDE_HEADER);
    return content == GODOT_FIT_NONE ? GODOT_FIT_NONE : MAX(peers, content);
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot_command,
      { "Command", "godot.command", FT_UINT8, BASE_DEC, VALS(command_names), 0,
        "Type of the message", HFILL } },
    { &hf_godot_enet_flags,
      { "Packet flags", "godot.enet_flags", FT_UINT32, BASE_DEC, VALS(enet_flags), 0,
        "How ENet is to send it; only Godot 3.0 and 3.1 write them", HFILL } },
    { &hf_godot_sys_command,
      { "System command", "godot.sys.command", FT_UINT8, BASE_DEC, VALS(sys_names), 0,
        NULL, HFILL } },
    { &hf_godot_sys_peer,
      { "Peer", "godot.sys.peer", FT_INT32, BASE_DEC, NULL, 0,
        "Id of the peer that this is about", HFILL } },
    { &hf_godot_rpc_target,
      { "Node target", "godot.rpc.target", FT_UINT32, BASE_HEX, NULL, 0,
        "Where the path of the node is", HFILL } },
    { &hf_godot_rpc_path_form,
      { "Path form", "godot.rpc.path_form", FT_BOOLEAN, 32, NULL, PATH_FORM,
        "The node's path follows the arguments", HFILL } },
    { &hf_godot_rpc_path_offset,
      { "Path offset", "godot.rpc.path_offset", FT_UINT32, BASE_DEC, NULL, 0x7FFFFFFF,
        "From the command byte to the path, in bytes", HFILL } },
    { &hf_godot_rpc_node_id,
      { "Node id", "godot.rpc.node_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Id that the sender announced for the node's path", HFILL } },
    { &hf_godot_rpc_node,
      { "Node", "godot.rpc.node", FT_STRING, BASE_NONE, NULL, 0,
        "Path of the node, relative to the multiplayer root", HFILL } },
    { &hf_godot_rpc_method,
      { "Method", "godot.rpc.method", FT_STRING, BASE_NONE, NULL, 0,
        "Name of the method that is called", HFILL } },
    { &hf_godot_rpc_argc,
      { "Argument count", "godot.rpc.argc", FT_UINT8, BASE_DEC, NULL, 0, NULL, HFILL } },
    { &hf_godot_rpc_args,
      { "Arguments", "godot.rpc.args", FT_STRING, BASE_NONE, NULL, 0,
        "Texts of the arguments, separated by commas", HFILL } },
    { &hf_godot_rset_property,
      { "Property", "godot.rset.property", FT_STRING, BASE_NONE, NULL, 0,
        "Name of the property that is set", HFILL } },
    { &hf_godot_path_id,
      { "Path id", "godot.path.id", FT_UINT32, BASE_DEC, NULL, 0,
        "Number that stands for the path from now on", HFILL } },
    { &hf_godot_path_name,
      { "Path", "godot.path.name", FT_STRING, BASE_NONE, NULL, 0,
        "Path of a node, relative to the multiplayer root", HFILL } },
    { &hf_godot_path_announced_in,
      { "Announced in", "godot.path.announced_in", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that announced the path", HFILL } },
    { &hf_godot_path_confirmed_in,
      { "Confirmed in", "godot.path.confirmed_in", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame that confirmed the path", HFILL } },
    { &hf_godot_raw,
      { "Raw data", "godot.raw", FT_BYTES, BASE_NONE, NULL, 0,
        "Bytes of the application", HFILL } },
    { &hf_godot_undissected,
      { "Undissected bytes", "godot.undissected", FT_BYTES, BASE_NONE, NULL, 0, NULL, HFILL } },
};

static ei_register_info ei[] = {
    { &ei_godot_short,
      { "godot.short", PI_MALFORMED, PI_ERROR, "Invalid packet received. Size too small.", EXPFILL } },
    { &ei_godot_trailing,
      { "godot.trailing", PI_MALFORMED, PI_WARN, "Bytes behind the end of the message", EXPFILL } },
    { &ei_godot_value,
      { "godot.value", PI_MALFORMED, PI_ERROR, "A value cannot be decoded", EXPFILL } },
    { &ei_godot_text,
      { "godot.text", PI_MALFORMED, PI_WARN,
        "Not the text that belongs here, or it does not end with its only NUL", EXPFILL } },
    { &ei_godot_command,
      { "godot.command.unknown", PI_UNDECODED, PI_WARN,
        "Unknown command: receivers ignore the message", EXPFILL } },
    { &ei_godot_sys_unknown,
      { "godot.sys.unknown", PI_UNDECODED, PI_WARN, "Unknown system message", EXPFILL } },
    { &ei_godot_source,
      { "godot.peer.source.foreign", PI_PROTOCOL, PI_WARN,
        "The source is not the client that sent this: the server drops it", EXPFILL } },
    { &ei_godot_path_offset,
      { "godot.rpc.path_offset.invalid", PI_MALFORMED, PI_ERROR,
        "Invalid packet received. Size smaller than declared.", EXPFILL } },
    { &ei_godot_path_unknown,
      { "godot.path.unknown", PI_PROTOCOL, PI_WARN,
        "Invalid packet received. Unabled to find requested cached node.", EXPFILL } },
    { &ei_godot_path_not_captured,
      { "godot.path.not_captured", PI_ASSUMPTION, PI_NOTE,
        "Announced before the capture began, or never", EXPFILL } },
    { &ei_godot_overtaken,
      { "godot.overtaken", PI_SEQUENCE, PI_NOTE,
        "Overtook the announcement of its id, which comes later in the capture", EXPFILL } },
    { &ei_godot_path_too_early,
      { "godot.path.too_early", PI_PROTOCOL, PI_WARN,
        "The id is used before its receiver confirmed it", EXPFILL } },
    { &ei_godot_path_unconfirmed,
      { "godot.path.unconfirmed", PI_PROTOCOL, PI_WARN,
        "The path is still not confirmed", EXPFILL } },
    { &ei_godot_path_never_confirmed,
      { "godot.path.never_confirmed", PI_PROTOCOL, PI_WARN,
        "The path was never confirmed", EXPFILL } },
    { &ei_godot_path_not_announced,
      { "godot.path.confirm.unknown", PI_PROTOCOL, PI_WARN,
        "Invalid packet received. Tries to confirm a path which was not found in cache.", EXPFILL } },
};

void
godot3_messages_register(int proto)
{
    static int *ett[] = { &ett_godot_target };

    layouts = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_direct_hash, g_direct_equal);
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
