/* debugger/packet-godot-debugger.c
 * Routines for the remote debugger of the Godot engine: what do editor and game say to each other?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

/*
 * A message of 4.x is an array [name, thread, data], a command of 3.x an array [name, data...]. A game of 3.x sends a
 * message in several packets: its name, the number of values, each value (docs/wire/transports.md, 10).
 */

#include "debugger/packet-godot-debugger.h"
#include "debugger/entries.h"
#include "debugger/messages.h"
#include "debugger/parts.h"
#include "debugger/recognition.h"
#include "debugger/record.h"
#include "ends/ends.h"
#include "ports/ports.h"
#include "records/experts.h"
#include "streams/packet-godot-stream.h"
#include "streams/packet-godot-websocket.h"
#include "variant/labels.h"
#include "variant/variant.h"

#define DEFAULT_PORTS "6007"

/* Longest text in the Info column. */
#define INFO_LENGTH 240

static int proto_godot_debug = -1;
static int proto_godot_debug_port = -1;

static int hf_message = -1;
static int hf_thread = -1;
static int hf_direction = -1;
static int hf_index = -1;

static int ett_debug = -1;
static int ett_message = -1;

static expert_field ei_shape = EI_INIT;
static expert_field ei_orphan = EI_INIT;
static expert_field ei_count = EI_INIT;
static expert_field ei_trailing = EI_INIT;

static dissector_handle_t debug_handle, tcp_debug_handle, ws_debug_handle;
static dissector_handle_t http_handle;

/* godot.debug.tcp.port */
static range_t *pref_ports = NULL;
static ports_crossroads_t crossroads = { .table = "tcp.port", .wanted = &pref_ports };

static const value_string directions[] = {
    { GODOT_DEBUG_FROM_GAME,   "game to editor" },
    { GODOT_DEBUG_FROM_EDITOR, "editor to game" },
    { 0, NULL }
};

/* ---- Who is who ---- */

/* The state of a connection. */
typedef struct {
    bool                   known;       /* it is known which end is the editor */
    unsigned               editor;      /* index of the editor's end */
    godot_debug_progress_t progress;
} connection_t;

static connection_t *
debug_find_connection(packet_info *pinfo)
{
    return (connection_t *)ends_data(pinfo, proto_godot_debug, sizeof(connection_t));
}

static bool
is_editor_port(uint32_t port)
{
    return value_is_in_range(pref_ports, port);
}

/* Guesses the direction: by a name that only one of the ends uses, else by the port that editors listen on. */
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

/* First message: learns which end is the editor. */
static void
learn_ends(connection_t *connection, const packet_info *pinfo, unsigned generation, const char *name)
{
    bool from_editor = guess_direction(pinfo, generation, name) == GODOT_DEBUG_FROM_EDITOR;

    if (connection->known)
        return;
    connection->editor = from_editor ? ends_sender(pinfo) : !ends_sender(pinfo);
    connection->known = true;
}

static godot_debug_direction_t
find_direction(connection_t *connection, const packet_info *pinfo, unsigned generation, const char *name)
{
    learn_ends(connection, pinfo, generation, name);
    return ends_sender(pinfo) == connection->editor ? GODOT_DEBUG_FROM_EDITOR : GODOT_DEBUG_FROM_GAME;
}

/* ---- The Info column ---- */

static void
describe_entries(wmem_strbuf_t *info, const godot_debug_walk_t *walk)
{
    for (unsigned i = 0; i < walk->entry_count && wmem_strbuf_get_len(info) < INFO_LENGTH; i++)
        wmem_strbuf_append_printf(info, "%s%s", i ? ", " : " ", walk->entries[i].text);
}

static void
debug_add_info(godot_debug_walk_t *walk, proto_item *item, const godot_debug_message_t *message, const char *name)
{
    wmem_strbuf_t *info = wmem_strbuf_new(walk->pinfo->pool, name);

    if (message && message->describe)
        message->describe(info, walk->entries, walk->entry_count);
    else
        describe_entries(info, walk);
    godot_info_append(walk->pinfo, wmem_strbuf_get_str(info));
    godot_label_append(walk->pinfo, item, ", ", wmem_strbuf_get_str(info));
    if (walk->record)
        walk->record->text = wmem_strbuf_get_str(info);
}

/* ---- Messages ---- */

/* Dissects a Variant below the item that says what the Variant means. @return whether it could be read */
static bool
dissect_inside(godot_debug_walk_t *walk, proto_item *item)
{
    int offset = walk->offset;

    walk->offset = dissect_godot_variant(walk->tvb, walk->pinfo, proto_item_add_subtree(item, ett_message), offset,
                                         walk->end, walk->dialect, GODOT_ENCODING_FULL, NULL, 0);
    proto_item_set_len(item, (walk->offset >= 0 ? walk->offset : walk->end) - offset);
    return walk->offset >= 0;
}

/* name is what was found before dissecting */
static bool
dissect_name(godot_debug_walk_t *walk, proto_tree *tree, const char *name)
{
    return dissect_inside(walk, proto_tree_add_string(tree, hf_message, walk->tvb, walk->offset, 0, name));
}

static bool
dissect_thread(godot_debug_walk_t *walk, proto_tree *tree)
{
    int64_t thread;

    return godot_debug_peek_int(walk->tvb, walk->offset, &thread) &&
           dissect_inside(walk, proto_tree_add_int64(tree, hf_thread, walk->tvb, walk->offset, 0, thread));
}

static void
add_direction(godot_debug_walk_t *walk, proto_tree *tree, godot_debug_direction_t direction)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf_direction, walk->tvb, 0, 0, direction));
}

/* Tells whether the capture has the whole message: if it was cut, an unexpected shape is not the sender's fault. */
static bool
is_whole(const godot_debug_walk_t *walk)
{
    return tvb_captured_length(walk->tvb) == tvb_reported_length(walk->tvb);
}

static void
add_misshapen(const godot_debug_walk_t *walk, proto_item *item)
{
    if (is_whole(walk))
        experts_add(walk->pinfo, item, &ei_shape);
}

/* Shows a message that does not have the expected shape, from the point where it could not be read. */
static void
dissect_misshapen(godot_debug_walk_t *walk, proto_item *item, proto_tree *tree)
{
    godot_value_t value;

    add_misshapen(walk, item);
    walk->offset = dissect_godot_variant(walk->tvb, walk->pinfo, tree, 0, walk->end, walk->dialect,
                                         GODOT_ENCODING_FULL, &value, GODOT_TEXT_WHOLE);
    godot_info_append(walk->pinfo, value.text);
}

/* Shows bytes after the message. */
static void
debug_add_trailing(godot_debug_walk_t *walk, proto_tree *tree)
{
    if (is_whole(walk) && walk->offset >= 0 && walk->offset < (int)tvb_captured_length(walk->tvb))
        experts_add(walk->pinfo, godot_debug_add_rest(walk, tree), &ei_trailing);
}

/* Dissects [name, thread, data] or [name, data]. @return whether it was one */
static bool
debug_dissect_message4(godot_debug_walk_t *walk, proto_item *item, proto_tree *tree, connection_t *connection)
{
    const char *peeked = godot_debug_peek_name(walk->pinfo->pool, walk->tvb, 2 * GODOT_DEBUG_WORD);
    const godot_debug_message_t *message;
    godot_debug_direction_t direction;
    uint32_t count = godot_debug_peek(walk->tvb, GODOT_DEBUG_WORD);

    if (!peeked || (count != 2 && count != 3) || godot_debug_dissect_array_head(walk, tree) < 0)
        return false;
    direction = find_direction(connection, walk->pinfo, 4, peeked);
    add_direction(walk, tree, direction);
    message = godot_debug_message(4, direction, peeked);
    walk->record = godot_debug_record(walk->pinfo, peeked, true, direction, (unsigned)walk->end);
    if (dissect_name(walk, tree, peeked) && (count == 2 || dissect_thread(walk, tree)))
        godot_debug_dissect_data(walk, tree, message ? message->layout : NULL);
    else
        add_misshapen(walk, item);
    debug_add_info(walk, item, message, peeked);
    return true;
}

/* Dissects [name, data...]. */
static bool
dissect_command3(godot_debug_walk_t *walk, proto_item *item, proto_tree *tree, connection_t *connection)
{
    const char *peeked = godot_debug_peek_name(walk->pinfo->pool, walk->tvb, 2 * GODOT_DEBUG_WORD);
    const godot_debug_message_t *message = peeked ? godot_debug_message(3, GODOT_DEBUG_FROM_EDITOR, peeked) : NULL;
    int64_t count;

    if (!peeked || find_direction(connection, walk->pinfo, 3, peeked) != GODOT_DEBUG_FROM_EDITOR)
        return false;
    count = godot_debug_dissect_array_head(walk, tree);
    if (count < 1)
        return false;
    add_direction(walk, tree, GODOT_DEBUG_FROM_EDITOR);
    walk->record = godot_debug_record(walk->pinfo, peeked, true, GODOT_DEBUG_FROM_EDITOR, (unsigned)walk->end);
    if (dissect_name(walk, tree, peeked)) {
        godot_debug_add_count(walk, tree, 0, (uint32_t)count - 1);
        godot_debug_dissect_entries(walk, tree, message ? message->layout : NULL, (uint32_t)count - 1);
    }
    debug_add_info(walk, item, message, peeked);
    return true;
}

/* ---- What a game of 3.x says, packet by packet ---- */

static const godot_debug_part_t *
find_part(godot_debug_walk_t *walk, godot_debug_progress_t *progress, uint32_t position)
{
    godot_debug_part_t *part = p_get_proto_data(wmem_file_scope(), walk->pinfo,
                                                                      proto_godot_debug, position);

    if (part)
        return part;
    part = wmem_new0(wmem_file_scope(), godot_debug_part_t);
    godot_debug_take_part(progress, walk->tvb, part);
    p_add_proto_data(wmem_file_scope(), walk->pinfo, proto_godot_debug, position, part);
    return part;
}

static void
add_generated_name(godot_debug_walk_t *walk, proto_tree *tree, const godot_debug_part_t *part)
{
    if (part->message)
        proto_item_set_generated(proto_tree_add_string(tree, hf_message, walk->tvb, 0, 0, part->message));
}

static void
dissect_count3(godot_debug_walk_t *walk, proto_item *item, proto_tree *tree, const godot_debug_part_t *part)
{
    proto_item *count;

    add_generated_name(walk, tree, part);
    count = godot_debug_add_count(walk, tree, walk->end, part->count);
    if ((int32_t)part->count < 0 && is_whole(walk))
        experts_add(walk->pinfo, count, &ei_count);
    dissect_inside(walk, count);
    col_append_sep_fstr(walk->pinfo->cinfo, COL_INFO, "  |  ", "%d values", (int32_t)part->count);
    proto_item_append_text(item, ", %d values", (int32_t)part->count);
    godot_label_append(walk->pinfo, item, " of ", part->message ? part->message : "?");
}

static void
dissect_value3(godot_debug_walk_t *walk, proto_item *item, proto_tree *tree, const godot_debug_part_t *part,
               uint32_t position)
{
    godot_value_t value;

    add_generated_name(walk, tree, part);
    proto_item_set_generated(proto_tree_add_uint(tree, hf_index, walk->tvb, 0, 0, part->number));
    godot_debug_dissect_entry(walk, tree, &part->slot, &value);
    if (!value.text)        /* it has entries of its own */
        debug_add_info(walk, item, godot_debug_message(3, GODOT_DEBUG_FROM_GAME, part->message), part->message);
    /* Several values in one frame are shown like the arguments of the name. */
    else if (position > 0)
        col_append_fstr(walk->pinfo->cinfo, COL_INFO, ", %s", value.text);
    else
        debug_add_info(walk, item, NULL, part->message);
}

static void
dissect_orphan3(godot_debug_walk_t *walk, proto_item *item, proto_tree *tree)
{
    static const godot_debug_slot_t unnamed = { .name = NULL };
    godot_value_t value;

    experts_add(walk->pinfo, item, &ei_orphan);
    godot_debug_dissect_entry(walk, tree, &unnamed, &value);
    debug_add_info(walk, item, NULL, "value");
}

static void
dissect_part3(godot_debug_walk_t *walk, proto_item *item, proto_tree *tree, connection_t *connection, uint32_t position)
{
    const godot_debug_part_t *part = find_part(walk, &connection->progress, position);

    learn_ends(connection, walk->pinfo, 3, part->message);
    add_direction(walk, tree, GODOT_DEBUG_FROM_GAME);
    walk->record = godot_debug_record(walk->pinfo, part->message, part->role == GODOT_DEBUG_PART_NAME,
                                      GODOT_DEBUG_FROM_GAME, (unsigned)walk->end);
    switch (part->role) {
    case GODOT_DEBUG_PART_NAME:
        dissect_name(walk, tree, part->message);
        debug_add_info(walk, item, NULL, part->message);
        break;
    case GODOT_DEBUG_PART_COUNT:
        dissect_count3(walk, item, tree, part);
        break;
    case GODOT_DEBUG_PART_VALUE:
        dissect_value3(walk, item, tree, part, position);
        break;
    case GODOT_DEBUG_PART_ORPHAN:
        dissect_orphan3(walk, item, tree);
        break;
    }
}

/* ---- One packet ---- */

static unsigned
generation_of(tvbuff_t *tvb)
{
    return (godot_debug_peek(tvb, 0) & 0xFF) == GODOT_DEBUG_ARRAY_4 ? 4 : 3;
}

static void
debug_dissect_packet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint32_t position)
{
    unsigned generation = generation_of(tvb);
    connection_t *connection = debug_find_connection(pinfo);
    proto_item *item = proto_tree_add_item(tree, proto_godot_debug, tvb, 0, -1, ENC_NA);
    proto_tree *sub = proto_item_add_subtree(item, ett_debug);
    godot_debug_walk_t *walk = wmem_new0(pinfo->pool, godot_debug_walk_t);

    walk->tvb = tvb;
    walk->pinfo = pinfo;
    walk->dialect = generation == 4 ? GODOT_DIALECT_4_X : GODOT_DIALECT_3_X;
    walk->end = (int)tvb_reported_length(tvb);
    if (generation == 4) {
        if (!debug_dissect_message4(walk, item, sub, connection))
            dissect_misshapen(walk, item, sub);
    } else if (!dissect_command3(walk, item, sub, connection)) {
        dissect_part3(walk, item, sub, connection, position);
    }
    debug_add_trailing(walk, sub);
}

/* Only messages of a 3.x game take several packets; before the first one, whose name is known, there is none to end. */
static void
debug_interrupt(packet_info *pinfo)
{
    connection_t *connection = debug_find_connection(pinfo);

    if (ends_sender(pinfo) != connection->editor)
        godot_debug_interrupt(&connection->progress);
}

static const godot_stream_content_t packets = { "Godot debug", godot_debug_recognise, debug_dissect_packet,
                                                debug_interrupt, false };

static int
dissect_debug(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    return dissect_godot_stream(tvb, pinfo, tree, NULL, &packets);
}

/* Only for TCP: the data of other layers has another type. */
static int
dissect_tcp_debug(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return dissect_godot_stream(tvb, pinfo, tree, (const struct tcpinfo *)data, &packets);
}

/* A WebSocket's message is one packet. */
static int
dissect_ws_debug(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    col_set_str(pinfo->cinfo, COL_PROTOCOL, packets.protocol);
    debug_dissect_packet(tvb, pinfo, tree, godot_stream_next_position(pinfo));
    return (int)tvb_captured_length(tvb);
}

/* Claims segments from the proving one on; those before it are not claimed in any pass. */
static bool
debug_claim(tvbuff_t *tvb, packet_info *pinfo)
{
    if (!godot_stream_begins(tvb, &packets))
        return false;
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, tcp_debug_handle);
    return true;
}

static ws_bool
debug_dissect_tcp_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    if (PINFO_FD_VISITED(pinfo) || !debug_claim(tvb, pinfo))      /* later passes find what the first one claimed */
        return false;
    dissect_tcp_debug(tvb, pinfo, tree, data);
    return true;
}

/* ---- The port, which others have too ---- */

/* A game in a browser begins with a request for a WebSocket (docs/wire/transports.md, 10.1). */
static bool
is_websocket_request(tvbuff_t *tvb)
{
    return tvb_memeql(tvb, 0, (const uint8_t *)"GET ", 4) == 0 &&
           g_strrstr_len((const char *)tvb_get_ptr(tvb, 0, (int)tvb_captured_length(tvb)),
                         (gssize)tvb_captured_length(tvb), "Sec-WebSocket-Key") != NULL;
}

/*
 * Only decides who gets the packet. The dissector that it calls may ask for more of the stream, as if TCP had called
 * it.
 */
static int
debug_dissect_port(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    dissector_handle_t owner = ports_owner(&crossroads, pinfo->match_uint);

    pinfo->can_desegment = pinfo->saved_can_desegment;
    if (is_websocket_request(tvb)) {
        conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, http_handle);
        return call_dissector_with_data(http_handle, tvb, pinfo, tree, data);
    }
    if (debug_claim(tvb, pinfo))
        return call_dissector_with_data(tcp_debug_handle, tvb, pinfo, tree, data);
    return owner ? call_dissector_only(owner, tvb, pinfo, tree, data) : 0;
}

void
godot_debug_register_preferences(module_t *module)
{
    range_convert_str(wmem_epan_scope(), &pref_ports, DEFAULT_PORTS, 65535);
    prefs_register_range_preference(module, "debug.tcp.port", "Ports of the remote debugger",
        "TCP ports on which editors listen for running games. Everything else on these ports is left to the port's "
        "own protocol (6007 is one of X11's).",
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
          { "Direction", "godot.debug.direction", FT_UINT8, BASE_DEC, VALS(directions), 0, "Which end sends it", HFILL } },
        { &hf_index,
          { "Index", "godot.debug.index", FT_UINT32, BASE_DEC, NULL, 0,
            "Number of this value in its message, from 0", HFILL } },
    };

    proto_register_field_array(proto_godot_debug, hf, G_N_ELEMENTS(hf));
}

static void
register_experts(expert_module_t *experts)
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
        { &ei_trailing,
          { "godot.debug.trailing", PI_PROTOCOL, PI_WARN,
            "Bytes follow the message; the engine would refuse it", EXPFILL } },
    };

    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
}

void
proto_register_godot_debug(void)
{
    static int *ett[] = { &ett_debug, &ett_message };
    expert_module_t *experts;

    proto_godot_debug = proto_register_protocol("Godot Remote Debugger", "Godot Debugger", "godot.debug");
    proto_godot_debug_port = proto_register_protocol_in_name_only("Godot Remote Debugger or the port's own protocol",
        "Godot Debugger port", "godot.debug.port", proto_godot_debug, FT_PROTOCOL);
    register_fields();
    experts = expert_register_protocol(proto_godot_debug);
    register_experts(experts);
    godot_debug_entries_register(proto_godot_debug, experts);
    godot_debug_record_register(proto_godot_debug);
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
    debug_handle = register_dissector("godot.debug", dissect_debug, proto_godot_debug);
    tcp_debug_handle = create_dissector_handle(dissect_tcp_debug, proto_godot_debug);
    ws_debug_handle = create_dissector_handle(dissect_ws_debug, proto_godot_debug);
    crossroads.proto = proto_godot_debug;
    crossroads.handle = create_dissector_handle(debug_dissect_port, proto_godot_debug_port);
    ports_register(&crossroads);
}

void
proto_reg_handoff_godot_debug(void)
{
    http_handle = find_dissector("http");
    godot_websocket_offer(godot_debug_recognise, ws_debug_handle);
    dissector_add_for_decode_as("ws.port", ws_debug_handle);
    dissector_add_for_decode_as("tcp.port", tcp_debug_handle);
    dissector_add_for_decode_as("tls.port", debug_handle);
    heur_dissector_add("tcp", debug_dissect_tcp_heur, "Godot remote debugger over TCP", "godot_debug_tcp",
                       proto_godot_debug, HEURISTIC_ENABLE);
    godot_stream_leave_to(&packets, "godot_debug_tcp");
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
