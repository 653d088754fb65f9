/* multiplayer/godot3-messages.c
 * What does this 3.x message say?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot3-messages.h"
#include "variant/variant.h"

/* docs/wire/multiplayer-godot3.md describes all of this; the numbers below are its sections. */

#define SYSTEM_LENGTH       8

#define PATH_FORM           0x80000000  /* in a node target (3) */
#define MAX_PLAUSIBLE_ID    0x00FFFFFF  /* ids count from 1 */
#define HEAD_LENGTH         5           /* command and node target */
#define CONFIRM_PATIENCE    1.0         /* seconds; a confirmation takes one round trip */

enum { REMOTE_CALL, REMOTE_SET, SIMPLIFY_PATH, CONFIRM_PATH, RAW };
enum { ADD_PEER, REMOVE_PEER };

static int hf_godot_command = -1;
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

/* A walk over one message. */
typedef struct {
    tvbuff_t        *tvb;
    packet_info     *pinfo;
    proto_tree      *tree;          /* NULL: no items */
    godot_message_t *message;
    wmem_strbuf_t   *info;          /* its text; NULL: nobody wants it */
    int              start;         /* where the packet begins */
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

/* ---- For the layer that carries it ---- */

static walk_t
walk_new(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
         wmem_strbuf_t *info, int offset)
{
    return (walk_t) {
        .tvb = tvb, .pinfo = pinfo, .tree = tree, .message = message, .info = info,
        .offset = offset, .end = (int)tvb_captured_length(tvb)
    };
}

void
dissect_godot3_packet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                      wmem_strbuf_t *info, int offset)
{
    walk_t walk = walk_new(tvb, pinfo, tree, message, info, offset);

    dissect_packet(&walk);
}

void
dissect_godot3_value(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                     wmem_strbuf_t *info, int offset)
{
    walk_t walk = walk_new(tvb, pinfo, tree, message, info, offset);

    dissect_bare_value(&walk);
}

void
dissect_godot3_system(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                      wmem_strbuf_t *info)
{
    walk_t walk = walk_new(tvb, pinfo, tree, message, info, 0);

    dissect_system(&walk);
}

void
dissect_godot3_stump(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                     wmem_strbuf_t *info)
{
    walk_t walk = walk_new(tvb, pinfo, tree, message, info, 0);

    fault_short(&walk);
    say_broken(&walk, UINT32_MAX);
}

/* ---- Does it fit? (9) ---- */

/* How much a well-formed packet proves. */
static godot_fit_t
fit_of_command(tvbuff_t *tvb, int offset)
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

godot_fit_t
godot3_packet_fit(tvbuff_t *tvb, packet_info *pinfo, const godot_message_t *message, int offset)
{
    godot_message_t copy = *message;
    walk_t walk = walk_new(tvb, pinfo, NULL, &copy, NULL, offset);

    walk.checking = true;
    dissect_packet(&walk);
    return walk.broken ? GODOT_FIT_NONE : fit_of_command(tvb, offset);
}

godot_fit_t
godot3_system_fit(tvbuff_t *tvb, const godot_scope_t *scope)
{
    if (tvb_captured_length(tvb) != SYSTEM_LENGTH || scope->source > GODOT_PEER_SERVER)
        return GODOT_FIT_NONE;
    if (tvb_get_letohl(tvb, 0) > REMOVE_PEER || (int32_t)tvb_get_letohl(tvb, 4) <= GODOT_PEER_SERVER)
        return GODOT_FIT_NONE;
    return GODOT_FIT_FAIR;
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot_command,
      { "Command", "godot.command", FT_UINT8, BASE_DEC, VALS(command_names), 0,
        "Type of the message", HFILL } },
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
