/* recorder/attributes.c
 * What do the attributes of a record say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/attributes.h"
#include "records/experts.h"
#include "variant/labels.h"
#include "ws_constants.h"

#define ATTRIBUTE_HEAD  4       /* tag, length */
#define METHOD_HEAD     12
#define ARGUMENT_HEAD   4
#define PROPERTY_HEAD   4
#define UNKNOWN         255     /* of a method's arguments */

static int hf_attribute = -1;
static int hf_tag = -1;
static int hf_length = -1;
static int hf_value = -1;
static int hf_rest = -1;
static int hf_comment = -1;
static int hf_engine = -1;
static int hf_engine_hex = -1;
static int hf_recorder = -1;
static int hf_game = -1;
static int hf_game_version = -1;
static int hf_system = -1;
static int hf_process = -1;
static int hf_started = -1;
static int hf_build = -1;
static int hf_class = -1;
static int hf_peer_script = -1;
static int hf_root = -1;
static int hf_own_id = -1;
static int hf_status = -1;
static int hf_server = -1;
static int hf_api = -1;
static int hf_relay = -1;
static int hf_objects = -1;
static int hf_port = -1;
static int hf_node = -1;
static int hf_node_class = -1;
static int hf_script = -1;
static int hf_md5 = -1;
static int hf_authority = -1;
static int hf_spawn_path = -1;
static int hf_scene = -1;
static int hf_sync_root = -1;
static int hf_scene_file = -1;
static int hf_whole = -1;
static int hf_of_scene = -1;
static int hf_property_node = -1;
static int hf_function = -1;
static int hf_file = -1;
static int hf_line = -1;
static int hf_code = -1;
static int hf_rationale = -1;
static int hf_repeats = -1;
static int hf_stack = -1;
static int hf_question = -1;
static int hf_question_clock = -1;
static int hf_question_rtt = -1;
static int hf_method_id = -1;
static int hf_method_mode = -1;
static int hf_method_local = -1;
static int hf_method_transfer = -1;
static int hf_method_argc = -1;
static int hf_method_channel = -1;
static int hf_name_length = -1;
static int hf_method_name = -1;
static int hf_argument_type = -1;
static int hf_argument_default = -1;
static int hf_argument_name = -1;
static int hf_property_bits = -1;
static int hf_property_type = -1;
static int hf_property_path = -1;
static int hf_statistics_id = -1;
static int hf_statistics_rtt = -1;
static int hf_statistics_variance = -1;
static int hf_statistics_loss = -1;
static int hf_statistics_throttle = -1;
static int hf_statistics_loss_percent = -1;
static int hf_statistics_throttle_percent = -1;

static int ett_attribute = -1;

static expert_field ei_cut = EI_INIT;
static expert_field ei_short = EI_INIT;

static const value_string statuses[] = {
    { 0, "disconnected" },
    { 1, "connecting" },
    { 2, "connected" },
    { 0, NULL }
};

static const value_string rpc_modes[] = {
    { 0,   "disabled" },
    { 1,   "any peer" },
    { 2,   "authority" },
    { 255, "not known" },
    { 0, NULL }
};

static const value_string transfer_modes[] = {
    { 0, "unreliable" },
    { 1, "unreliable_ordered" },
    { 2, "reliable" },
    { 0, NULL }
};

/* ---- The list ---- */

bool
recording_next_attribute(tvbuff_t *body, int *at, recording_attribute_t *attribute)
{
    int left = (int)tvb_captured_length(body) - *at;

    if (left < ATTRIBUTE_HEAD)
        return false;
    *attribute = (recording_attribute_t) {
        .tag = tvb_get_letohs(body, *at), .length = tvb_get_letohs(body, *at + 2), .offset = *at + ATTRIBUTE_HEAD
    };
    if (attribute->length > left - ATTRIBUTE_HEAD)
        return false;
    *at += ATTRIBUTE_HEAD + attribute->length;
    return true;
}

bool
recording_find_attribute(tvbuff_t *body, uint16_t tag, recording_attribute_t *attribute)
{
    int at = 0;

    while (body && recording_next_attribute(body, &at, attribute))
        if (attribute->tag == tag)
            return true;
    return false;
}

const char *
recording_text(wmem_allocator_t *pool, tvbuff_t *body, uint16_t tag)
{
    recording_attribute_t found;

    if (!recording_find_attribute(body, tag, &found))
        return "";
    return godot_printable(pool, (const char *)tvb_get_string_enc(pool, body, found.offset, found.length, ENC_UTF_8));
}

static uint32_t
number_at(tvbuff_t *body, const recording_attribute_t *attribute)
{
    switch (attribute->length) {
    case 0:
        return 0;
    case 1:
        return tvb_get_uint8(body, attribute->offset);
    case 2:
    case 3:
        return tvb_get_letohs(body, attribute->offset);
    default:
        return tvb_get_letohl(body, attribute->offset);
    }
}

uint32_t
recording_number(tvbuff_t *body, uint16_t tag, uint32_t otherwise)
{
    recording_attribute_t found;

    return recording_find_attribute(body, tag, &found) ? number_at(body, &found) : otherwise;
}

unsigned
recording_count(tvbuff_t *body, uint16_t tag)
{
    recording_attribute_t attribute;
    unsigned count = 0;
    int at = 0;

    while (body && recording_next_attribute(body, &at, &attribute))
        count += attribute.tag == tag;
    return count;
}

/* ---- Their values as items ---- */

/* Adds a name behind its length, which is at the offset. Returns the end of it, or -1 if it does not fit. */
static int
attributes_add_name(tvbuff_t *body, proto_tree *tree, int hf, int offset, int name, int end)
{
    int length = tvb_get_letohs(body, offset);

    proto_tree_add_item(tree, hf_name_length, body, offset, 2, ENC_LITTLE_ENDIAN);
    if (name + length > end)
        return -1;
    proto_tree_add_item(tree, hf, body, name, length, ENC_UTF_8);
    return name + length;
}

static int
add_argument(tvbuff_t *body, proto_tree *tree, int at, int end)
{
    if (end - at < ARGUMENT_HEAD)
        return -1;
    proto_tree_add_item(tree, hf_argument_type, body, at, 1, ENC_NA);
    proto_tree_add_item(tree, hf_argument_default, body, at + 1, 1, ENC_NA);
    return attributes_add_name(body, tree, hf_argument_name, at + 2, at + ARGUMENT_HEAD, end);
}

/* These return the end of what they could read, or -1 if something does not fit. */
static int
attributes_add_method(tvbuff_t *body, proto_tree *tree, int at, int end)
{
    unsigned count = tvb_get_uint8(body, at + 5);

    proto_tree_add_item(tree, hf_method_id, body, at, 2, ENC_LITTLE_ENDIAN);
    proto_tree_add_item(tree, hf_method_mode, body, at + 2, 1, ENC_NA);
    proto_tree_add_item(tree, hf_method_local, body, at + 3, 1, ENC_NA);
    proto_tree_add_item(tree, hf_method_transfer, body, at + 4, 1, ENC_NA);
    proto_tree_add_item(tree, hf_method_argc, body, at + 5, 1, ENC_NA);
    proto_tree_add_item(tree, hf_method_channel, body, at + 6, 4, ENC_LITTLE_ENDIAN);
    at = attributes_add_name(body, tree, hf_method_name, at + 10, at + METHOD_HEAD, end);
    for (unsigned i = 0; i < count && count != UNKNOWN && at >= 0; i++)
        at = add_argument(body, tree, at, end);
    return at;
}

static int
add_property(tvbuff_t *body, proto_tree *tree, int at, int end)
{
    proto_tree_add_item(tree, hf_property_bits, body, at, 1, ENC_NA);
    proto_tree_add_item(tree, hf_property_type, body, at + 1, 1, ENC_NA);
    at = attributes_add_name(body, tree, hf_property_path, at + 2, at + PROPERTY_HEAD, end);
    return at >= 0 && end - at >= 2 ? attributes_add_name(body, tree, hf_property_node, at, at + 2, end) : at;
}

/* Adds the share of the whole that a number of the recording is, unless it is not known (docs/wire/recording.md). */
static void
add_percent(proto_tree *tree, int hf, tvbuff_t *body, int at, uint32_t whole)
{
    const uint32_t number = tvb_get_letohl(body, at);

    if (number != UINT32_MAX)
        proto_item_set_generated(proto_tree_add_float(tree, hf, body, at, 4, 100.0F * (float)number / (float)whole));
}

static int
add_statistics(tvbuff_t *body, proto_tree *tree, int at, int end _U_)
{
    int *const fields[] = {
        &hf_statistics_id, &hf_statistics_rtt, &hf_statistics_variance, &hf_statistics_loss, &hf_statistics_throttle
    };

    for (size_t i = 0; i < G_N_ELEMENTS(fields); i++)
        proto_tree_add_item(tree, *fields[i], body, at + 4 * (int)i, 4, ENC_LITTLE_ENDIAN);
    add_percent(tree, hf_statistics_loss_percent, body, at + 12, 65536);
    add_percent(tree, hf_statistics_throttle_percent, body, at + 16, 32);
    return at + RECORDING_STATISTICS_SIZE;
}

/* ---- The tags ---- */

#define TEXT 0      /* as the length of a value: as long as the attribute */

typedef struct {
    uint16_t tag, length;       /* of the value, or of the beginning that it must have */
    unsigned encoding;          /* besides the byte order */
    int     *hf;                /* NULL: several fields, which this adds: */
    int    (*add)(tvbuff_t *body, proto_tree *tree, int at, int end);
} tag_t;

static const tag_t tags[] = {
    { RECORDING_COMMENT,    TEXT,          0,              &hf_comment,        NULL },
    { RECORDING_ENGINE,     TEXT,          0,              &hf_engine,         NULL },
    { RECORDING_ENGINE_HEX, 4,             0,              &hf_engine_hex,     NULL },
    { 12,                   TEXT,          0,              &hf_recorder,       NULL },
    { RECORDING_GAME,       TEXT,          0,              &hf_game,           NULL },
    { 14,                   TEXT,          0,              &hf_game_version,   NULL },
    { RECORDING_SYSTEM,     TEXT,          0,              &hf_system,         NULL },
    { RECORDING_PROCESS,    4,             0,              &hf_process,        NULL },
    { 17,                   8,             ENC_TIME_USECS, &hf_started,        NULL },
    { 18,                   4,             0,              &hf_build,          NULL },
    { RECORDING_CLASS,      TEXT,          0,              &hf_class,          NULL },
    { 21,                   TEXT,          0,              &hf_peer_script,    NULL },
    { RECORDING_ROOT,       TEXT,          0,              &hf_root,           NULL },
    { RECORDING_OWN_ID,     4,             0,              &hf_own_id,         NULL },
    { 24,                   1,             0,              &hf_status,         NULL },
    { 25,                   1,             0,              &hf_server,         NULL },
    { 26,                   TEXT,          0,              &hf_api,            NULL },
    { 27,                   1,             0,              &hf_relay,          NULL },
    { 28,                   1,             0,              &hf_objects,        NULL },
    { 29,                   2,             0,              &hf_port,           NULL },
    { RECORDING_NODE,       TEXT,          0,              &hf_node,           NULL },
    { RECORDING_NODE_CLASS, TEXT,          0,              &hf_node_class,     NULL },
    { RECORDING_SCRIPT,     TEXT,          0,              &hf_script,         NULL },
    { RECORDING_MD5,        32,            0,              &hf_md5,            NULL },
    { RECORDING_METHOD,     METHOD_HEAD,   0,              NULL,               attributes_add_method },
    { 45,                   4,             0,              &hf_authority,      NULL },
    { RECORDING_PROPERTY,   PROPERTY_HEAD, 0,              NULL,               add_property },
    { RECORDING_SPAWN_PATH, TEXT,          0,              &hf_spawn_path,     NULL },
    { RECORDING_SCENE,      TEXT,          0,              &hf_scene,          NULL },
    { RECORDING_SYNC_ROOT,  TEXT,          0,              &hf_sync_root,      NULL },
    { 50,                   TEXT,          0,              &hf_scene_file,     NULL },
    { RECORDING_WHOLE,      1,             0,              &hf_whole,          NULL },
    { RECORDING_OF_SCENE,   TEXT,          0,              &hf_of_scene,       NULL },
    { RECORDING_FUNCTION,   TEXT,          0,              &hf_function,       NULL },
    { RECORDING_FILE,       TEXT,          0,              &hf_file,           NULL },
    { RECORDING_LINE,       4,             0,              &hf_line,           NULL },
    { RECORDING_CODE,       TEXT,          0,              &hf_code,           NULL },
    { RECORDING_RATIONALE,  TEXT,          0,              &hf_rationale,      NULL },
    { RECORDING_REPEATS,    4,             0,              &hf_repeats,        NULL },
    { 66,                   TEXT,          0,              &hf_stack,          NULL },
    { RECORDING_STATISTICS, RECORDING_STATISTICS_SIZE, 0,  NULL,               add_statistics },
    { 91,                   4,             0,              &hf_question,       NULL },
    { 92,                   8,             ENC_TIME_USECS, &hf_question_clock, NULL },
    { 93,                   4,             0,              &hf_question_rtt,   NULL },
};

static const tag_t *
find_tag(uint16_t number)
{
    for (size_t i = 0; i < G_N_ELEMENTS(tags); i++)
        if (tags[i].tag == number)
            return &tags[i];
    return NULL;
}

static bool
attributes_is_text(const tag_t *tag)
{
    return tag->length == TEXT || tag->tag == RECORDING_MD5;
}

/* Labels an attribute with the name of its field, and with its text if it is one. */
static void
label_attribute(tvbuff_t *body, packet_info *pinfo, proto_item *item, const tag_t *tag, const recording_attribute_t *attribute)
{
    const char *name = tag->hf ? proto_registrar_get_nth((unsigned)*tag->hf)->name : NULL;

    if (!item || !name)
        return;
    if (attributes_is_text(tag))
        godot_label_set(pinfo, item, name, ": ", (const char *)tvb_get_string_enc(pinfo->pool, body, attribute->offset,
                                                                                  attribute->length, ENC_UTF_8));
    else
        proto_item_set_text(item, "%s", name);
}

/* Adds the value of a tag that is known. Returns its end, or -1 if something in it does not fit. */
static int
add_known(tvbuff_t *body, proto_tree *tree, const tag_t *tag, const recording_attribute_t *attribute)
{
    int at = attribute->offset, end = at + attribute->length;
    int length = tag->length ? tag->length : attribute->length;

    if (tag->add)
        return tag->add(body, tree, at, end);
    proto_tree_add_item(tree, *tag->hf, body, at, length,
                        attributes_is_text(tag) ? ENC_UTF_8 : ENC_LITTLE_ENDIAN | tag->encoding);
    return at + length;
}

static void
add_attribute(tvbuff_t *body, packet_info *pinfo, proto_tree *tree, const recording_attribute_t *attribute)
{
    const tag_t *tag = find_tag(attribute->tag);
    int start = attribute->offset - ATTRIBUTE_HEAD, end = attribute->offset + attribute->length, at;
    proto_item *item = proto_tree_add_item(tree, hf_attribute, body, start, end - start, ENC_NA);
    proto_tree *sub = proto_item_add_subtree(item, ett_attribute);

    proto_tree_add_item(sub, hf_tag, body, start, 2, ENC_LITTLE_ENDIAN);
    proto_tree_add_item(sub, hf_length, body, start + 2, 2, ENC_LITTLE_ENDIAN);
    if (!tag) {
        if (attribute->length)
            proto_tree_add_item(sub, hf_value, body, attribute->offset, attribute->length, ENC_NA);
        return;
    }
    label_attribute(body, pinfo, item, tag, attribute);
    at = attribute->length < tag->length ? -1 : add_known(body, sub, tag, attribute);
    if (at < 0)
        experts_add(pinfo, item, &ei_short);
    else if (at < end)
        proto_tree_add_item(sub, hf_rest, body, at, end - at, ENC_NA);
}

void
recording_attributes_add(tvbuff_t *body, packet_info *pinfo, proto_tree *tree)
{
    recording_attribute_t attribute;
    proto_item *item;
    int at = 0, left;

    while (recording_next_attribute(body, &at, &attribute))
        add_attribute(body, pinfo, tree, &attribute);
    left = (int)tvb_captured_length(body) - at;
    if (left == 0)
        return;
    item = proto_tree_add_item(tree, hf_value, body, at, left, ENC_NA);
    if (tvb_captured_length(body) == tvb_reported_length(body))     /* else it is told already that the body was cut */
        experts_add(pinfo, item, &ei_cut);
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_attribute,
      { "Attribute", "godot.record.attribute", FT_NONE, BASE_NONE, NULL, 0,
        "One thing that the record tells, with its tag and length", HFILL } },
    { &hf_tag,
      { "Tag", "godot.record.attribute.tag", FT_UINT16, BASE_DEC, NULL, 0,
        "What the attribute is", HFILL } },
    { &hf_length,
      { "Length", "godot.record.attribute.length", FT_UINT16, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
        "Size of the value", HFILL } },
    { &hf_value,
      { "Value", "godot.record.attribute.value", FT_BYTES, BASE_NONE, NULL, 0,
        "Bytes of a tag that is not known, or that do not fit", HFILL } },
    { &hf_rest,
      { "Rest", "godot.record.attribute.rest", FT_BYTES, BASE_NONE, NULL, 0,
        "What a later recorder added to the value", HFILL } },
    { &hf_comment,
      { "Comment", "godot.record.comment", FT_STRING, BASE_NONE, NULL, 0,
        "Free text; of a mark, what the game wrote", HFILL } },
    { &hf_engine,
      { "Engine", "godot.record.engine", FT_STRING, BASE_NONE, NULL, 0,
        "Version of the engine", HFILL } },
    { &hf_engine_hex,
      { "Engine as number", "godot.record.engine_hex", FT_UINT32, BASE_HEX, NULL, 0,
        "Version of the engine, a byte for each part", HFILL } },
    { &hf_recorder,
      { "Recorder", "godot.record.recorder", FT_STRING, BASE_NONE, NULL, 0,
        "Program that made the recording", HFILL } },
    { &hf_game,
      { "Game", "godot.record.game", FT_STRING, BASE_NONE, NULL, 0,
        "Name of the game", HFILL } },
    { &hf_game_version,
      { "Version of the game", "godot.record.game_version", FT_STRING, BASE_NONE, NULL, 0,
        "Version of the game, as its project says", HFILL } },
    { &hf_system,
      { "Operating system", "godot.record.system", FT_STRING, BASE_NONE, NULL, 0,
        "Operating system on which the game runs", HFILL } },
    { &hf_process,
      { "Process", "godot.record.process", FT_UINT32, BASE_DEC, NULL, 0,
        "Id of the process", HFILL } },
    { &hf_started,
      { "Started", "godot.record.started", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
        "Wall clock at ticks 0", HFILL } },
    { &hf_build,
      { "Build", "godot.record.build", FT_UINT32, BASE_HEX, NULL, 0,
        "Bits: 1 debug build, 2 build of the editor, 4 without a display", HFILL } },
    { &hf_class,
      { "Class of the peer", "godot.record.peer_class", FT_STRING, BASE_NONE, NULL, 0,
        "Class of the MultiplayerPeer, as the engine calls it", HFILL } },
    { &hf_peer_script,
      { "Script of the peer", "godot.record.peer_script", FT_STRING, BASE_NONE, NULL, 0,
        "Script of the MultiplayerPeer", HFILL } },
    { &hf_root,
      { "Root path", "godot.record.root_path", FT_STRING, BASE_NONE, NULL, 0,
        "Root path of the MultiplayerAPI", HFILL } },
    { &hf_own_id,
      { "Own id", "godot.record.peer_id", FT_INT32, BASE_DEC, NULL, 0,
        "Peer id when the recording of the peer began; 0 if it had none yet", HFILL } },
    { &hf_status,
      { "Status", "godot.record.peer_status", FT_UINT8, BASE_DEC, VALS(statuses), 0,
        "Connection status when the recording of the peer began", HFILL } },
    { &hf_server,
      { "Server", "godot.record.server", FT_UINT8, BASE_DEC, NULL, 0,
        "1 if the peer is the server", HFILL } },
    { &hf_api,
      { "MultiplayerAPI", "godot.record.api_class", FT_STRING, BASE_NONE, NULL, 0,
        "Class of the MultiplayerAPI", HFILL } },
    { &hf_relay,
      { "Server relay", "godot.record.server_relay", FT_UINT8, BASE_DEC, NULL, 0,
        "1 if the server passes on messages between clients", HFILL } },
    { &hf_objects,
      { "Objects are decoded", "godot.record.allow_objects", FT_UINT8, BASE_DEC, NULL, 0,
        "1 if objects in messages are decoded", HFILL } },
    { &hf_port,
      { "Local port", "godot.record.local_port", FT_UINT16, BASE_DEC, NULL, 0,
        "Port by which the peer is found in a capture", HFILL } },
    { &hf_node,
      { "Node", "godot.record.node", FT_STRING, BASE_NONE, NULL, 0,
        "Path of the node that is described, relative to the multiplayer root", HFILL } },
    { &hf_node_class,
      { "Class of the node", "godot.record.node_class", FT_STRING, BASE_NONE, NULL, 0,
        "Class of the node, as the engine calls it", HFILL } },
    { &hf_script,
      { "Script", "godot.record.script", FT_STRING, BASE_NONE, NULL, 0,
        "Script of the node, or a base of it", HFILL } },
    { &hf_md5,
      { "Methods MD5", "godot.record.md5", FT_STRING, BASE_NONE, NULL, 0,
        "MD5 of the names of the methods, as SIMPLIFY_PATH has it", HFILL } },
    { &hf_authority,
      { "Authority", "godot.record.authority", FT_INT32, BASE_DEC, NULL, 0,
        "Peer that is the authority of the node", HFILL } },
    { &hf_spawn_path,
      { "Spawn path", "godot.record.spawn_path", FT_STRING, BASE_NONE, NULL, 0,
        "Node below which a spawner puts what it spawns", HFILL } },
    { &hf_scene,
      { "Scene", "godot.record.scene", FT_STRING, BASE_NONE, NULL, 0,
        "Scene that the spawner may spawn", HFILL } },
    { &hf_sync_root,
      { "Root of the synchronizer", "godot.record.sync_root", FT_STRING, BASE_NONE, NULL, 0,
        "Node from which the paths of the properties lead", HFILL } },
    { &hf_scene_file,
      { "Scene file", "godot.record.scene_file", FT_STRING, BASE_NONE, NULL, 0,
        "Scene of which the node is the root", HFILL } },
    { &hf_of_scene,
      { "Scene of the synchronizer", "godot.record.of_scene", FT_STRING, BASE_NONE, NULL, 0,
        "Scene file that the synchronizer is part of", HFILL } },
    { &hf_whole,
      { "Whole lists", "godot.record.whole", FT_UINT8, BASE_HEX, NULL, 0,
        "Bits: 1 all methods are told, 2 all properties are", HFILL } },
    { &hf_function,
      { "Function", "godot.record.log.function", FT_STRING, BASE_NONE, NULL, 0,
        "Function that complained", HFILL } },
    { &hf_file,
      { "File", "godot.record.log.file", FT_STRING, BASE_NONE, NULL, 0,
        "Source file of the function", HFILL } },
    { &hf_line,
      { "Line", "godot.record.log.line", FT_UINT32, BASE_DEC, NULL, 0,
        "Line in the source file", HFILL } },
    { &hf_code,
      { "Code", "godot.record.log.code", FT_STRING, BASE_NONE, NULL, 0,
        "Condition that failed, or the message", HFILL } },
    { &hf_rationale,
      { "Rationale", "godot.record.log.rationale", FT_STRING, BASE_NONE, NULL, 0,
        "What the engine says in words", HFILL } },
    { &hf_repeats,
      { "Said so often", "godot.record.log.repeats", FT_UINT32, BASE_DEC, NULL, 0,
        "How often the same was said since the last record of it", HFILL } },
    { &hf_stack,
      { "Call stack", "godot.record.log.stack", FT_STRING, BASE_NONE, NULL, 0,
        "Calls of the script, one in a line", HFILL } },
    { &hf_question,
      { "Question", "godot.record.question", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of the question of a listener", HFILL } },
    { &hf_question_clock,
      { "Listener's clock", "godot.record.question.clock", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
        "Wall clock of the listener in its question", HFILL } },
    { &hf_question_rtt,
      { "Listener's round trip", "godot.record.question.rtt", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_microseconds, 0,
        "Round trip that the listener measured for its last question", HFILL } },
    { &hf_method_id,
      { "Method id", "godot.record.method.id", FT_UINT16, BASE_HEX, NULL, 0,
        "Number of the method in calls; the highest bit is set for those that are configured on the node", HFILL } },
    { &hf_method_mode,
      { "Who may call", "godot.record.method.mode", FT_UINT8, BASE_DEC, VALS(rpc_modes), 0,
        "MultiplayerAPI.RPCMode of the method", HFILL } },
    { &hf_method_local,
      { "Also called locally", "godot.record.method.call_local", FT_UINT8, BASE_DEC, NULL, 0,
        "1 if the method is called at its caller, too", HFILL } },
    { &hf_method_transfer,
      { "Transfer mode", "godot.record.method.transfer_mode", FT_UINT8, BASE_DEC, VALS(transfer_modes), 0,
        "How calls of the method are sent", HFILL } },
    { &hf_method_argc,
      { "Arguments", "godot.record.method.argc", FT_UINT8, BASE_DEC, NULL, 0,
        "Number of arguments that are told; 255 if they are not known", HFILL } },
    { &hf_method_channel,
      { "Channel", "godot.record.method.channel", FT_INT32, BASE_DEC, NULL, 0,
        "Transfer channel of calls of the method", HFILL } },
    { &hf_name_length,
      { "Name length", "godot.record.name_length", FT_UINT16, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
        "Size of the name", HFILL } },
    { &hf_method_name,
      { "Method", "godot.record.method", FT_STRING, BASE_NONE, NULL, 0,
        "Name of a method that may be called from remote", HFILL } },
    { &hf_argument_type,
      { "Type", "godot.record.argument.type", FT_UINT8, BASE_DEC, NULL, 0,
        "Variant type of the argument; 0 any, 255 not known", HFILL } },
    { &hf_argument_default,
      { "Has a default", "godot.record.argument.default", FT_UINT8, BASE_DEC, NULL, 0,
        "1 if the argument may be left out", HFILL } },
    { &hf_argument_name,
      { "Argument", "godot.record.argument", FT_STRING, BASE_NONE, NULL, 0,
        "Name of an argument of the method", HFILL } },
    { &hf_property_bits,
      { "When", "godot.record.property.bits", FT_UINT8, BASE_HEX, NULL, 0,
        "Bits: 1 in spawns, 2 always, 4 on change", HFILL } },
    { &hf_property_type,
      { "Type", "godot.record.property.type", FT_UINT8, BASE_DEC, NULL, 0,
        "Variant type of the property; 255 not known", HFILL } },
    { &hf_property_node,
      { "Node in its scene", "godot.record.property.node", FT_STRING, BASE_NONE, NULL, 0,
        "Name that the node with the property has in the file of the scene", HFILL } },
    { &hf_property_path,
      { "Property", "godot.record.property", FT_STRING, BASE_NONE, NULL, 0,
        "Path of a synchronized property, as configured", HFILL } },
    { &hf_statistics_id,
      { "Peer", "godot.record.statistics.id", FT_INT32, BASE_DEC, NULL, 0,
        "Peer that the numbers are about", HFILL } },
    { &hf_statistics_rtt,
      { "Round trip", "godot.record.statistics.rtt", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_microseconds, 0,
        "Round trip that the transport measured", HFILL } },
    { &hf_statistics_variance,
      { "Variance", "godot.record.statistics.rtt_variance", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_microseconds, 0,
        "Variance of the round trip", HFILL } },
    { &hf_statistics_loss,
      { "Loss", "godot.record.statistics.loss", FT_UINT32, BASE_DEC, NULL, 0,
        "Share of packets lost, in parts of 65,536", HFILL } },
    { &hf_statistics_throttle,
      { "Throttle", "godot.record.statistics.throttle", FT_UINT32, BASE_DEC, NULL, 0,
        "ENet's throttle, from 0 to 32", HFILL } },
    { &hf_statistics_loss_percent,
      { "Loss in per cent", "godot.record.statistics.loss_percent", FT_FLOAT, BASE_NONE, NULL, 0,
        "Share of packets lost, in per cent", HFILL } },
    { &hf_statistics_throttle_percent,
      { "Throttle in per cent", "godot.record.statistics.throttle_percent", FT_FLOAT, BASE_NONE, NULL, 0,
        "ENet's throttle, in per cent of 32: at 100 it drops no message", HFILL } },
};

static ei_register_info ei[] = {
    { &ei_cut,
      { "godot.record.attribute.cut", PI_MALFORMED, PI_ERROR,
        "An attribute does not fit into the body: the rest is not read", EXPFILL } },
    { &ei_short,
      { "godot.record.attribute.short", PI_MALFORMED, PI_WARN,
        "An attribute is shorter than what it should tell: it is passed over", EXPFILL } },
};

void
recording_attributes_register(int proto, expert_module_t *experts)
{
    static int *ett[] = { &ett_attribute };

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
