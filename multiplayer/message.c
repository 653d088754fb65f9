/* multiplayer/message.c
 * Who sends this message to whom, and how is it delivered?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/message.h"
#include "variant/text.h"
#include "ws_constants.h"

static int hf_godot_peer_source = -1;
static int hf_godot_peer_target = -1;
static int hf_godot_transfer_mode = -1;
static int hf_godot_transfer_channel = -1;
static int hf_godot_length_node = -1;

static const char *graph_node;

static const value_string transfer_modes[] = {
    { GODOT_MODE_UNRELIABLE,         "unreliable" },
    { GODOT_MODE_UNRELIABLE_ORDERED, "unreliable_ordered" },
    { GODOT_MODE_RELIABLE,           "reliable" },
    { 0, NULL }
};

static void
scope_fill(godot_scope_t *scope, godot_link_t *link, unsigned direction, godot_moment_t moment,
           nstime_t when, bool learn)
{
    *scope = (godot_scope_t) {
        .link = link,
        .direction = direction,
        .moment = moment,
        .time = when,
        .learn = learn
    };
    scope->source = godot_scope_end(scope, direction);
    scope->target = godot_scope_end(scope, !direction);
    scope->target_known = scope->target != GODOT_PEER_UNKNOWN;
    if (scope->learn)
        godot_link_heard(link, scope->moment);
}

void
godot_scope_init(godot_scope_t *scope, packet_info *pinfo, godot_link_t *link,
                 unsigned direction, uint32_t position)
{
    scope_fill(scope, link, direction, GODOT_MOMENT(pinfo->num, position), pinfo->rel_ts,
               !PINFO_FD_VISITED(pinfo));
}

void
godot_scope_init_enet(godot_scope_t *scope, packet_info *pinfo, godot_link_t *link,
                      const enet_message_t *enet)
{
    godot_moment_t moment = GODOT_MOMENT(enet->delivered_in, enet->position);
    nstime_t when;

    nstime_sum(&when, &pinfo->rel_ts, &enet->waited);
    if (enet->delivered_in != enet->frame && !PINFO_FD_VISITED(pinfo))
        godot_moment_stands_in(moment, enet->frame);
    scope_fill(scope, link, enet->direction, moment, when, !PINFO_FD_VISITED(pinfo) && !enet->waiting);
    scope->incomplete = enet->incomplete;
}

bool
godot_message_is_new(const godot_message_t *message)
{
    bool waiting = message->enet && message->enet->waiting;

    return (message->scope.learn || waiting) && (!message->again || message->scope.link->renewed);
}

/* ---- As items ---- */

static void
add_peer(proto_tree *tree, int hf, tvbuff_t *tvb, int offset, int length, int32_t peer)
{
    proto_item *item = proto_tree_add_int(tree, hf, tvb, offset, length, peer);

    if (length == 0)
        proto_item_set_generated(item);
}

void
godot_add_source(proto_tree *tree, tvbuff_t *tvb, int offset, int length, int32_t peer)
{
    add_peer(tree, hf_godot_peer_source, tvb, offset, length, peer);
}

void
godot_add_target(proto_tree *tree, tvbuff_t *tvb, int offset, int length, int32_t peer)
{
    add_peer(tree, hf_godot_peer_target, tvb, offset, length, peer);
}

void
godot_add_transfer(proto_tree *tree, tvbuff_t *tvb, const godot_message_t *message)
{
    if (message->mode != GODOT_MODE_UNKNOWN)
        proto_item_set_generated(proto_tree_add_uint(tree, hf_godot_transfer_mode, tvb, 0, 0,
                                                     message->mode));
    if (message->channel != GODOT_CHANNEL_UNKNOWN)
        proto_item_set_generated(proto_tree_add_uint(tree, hf_godot_transfer_channel, tvb, 0, 0,
                                                     (uint32_t)message->channel));
}

void
godot_add_delivery(proto_tree *tree, tvbuff_t *tvb, const godot_message_t *message)
{
    if (message->scope.source != GODOT_PEER_UNKNOWN)
        godot_add_source(tree, tvb, 0, 0, message->scope.source);
    if (message->scope.target_known)
        godot_add_target(tree, tvb, 0, 0, message->scope.target);
    godot_add_transfer(tree, tvb, message);
}

void
godot_add_length_of_node(proto_tree *tree, tvbuff_t *tvb, const char *node, unsigned bytes)
{
    size_t length;

    if (!tree || !node)
        return;
    length = strlen(graph_node);
    if (length > 0 && g_str_has_prefix(node, graph_node) && (!node[length] || node[length] == '/'))
        proto_item_set_hidden(proto_tree_add_uint(tree, hf_godot_length_node, tvb, 0, 0, bytes));
}

/* ---- As text ---- */

static char *
write_target(char *to, const godot_scope_t *scope)
{
    if (!scope->target_known)
        return godot_string_write(to, "?");
    if (scope->target == 0)
        return godot_string_write(to, "all");
    if (scope->target < 0)
        to = godot_string_write(to, "all but ");
    return godot_int_write(to, ABS((int64_t)scope->target));
}

char *
godot_write_peers(char *to, const godot_message_t *message)
{
    bool source_known = message->scope.source != GODOT_PEER_UNKNOWN;

    if (!source_known && !message->scope.target_known)
        return to;
    to = source_known ? godot_int_write(to, message->scope.source) : godot_string_write(to, "?");
    to = godot_string_write(to, " \xe2\x86\x92 ");
    to = write_target(to, &message->scope);
    return godot_string_write(to, "  ");
}

char *
godot_write_delivery(char *to, const godot_message_t *message)
{
    bool mode_known = message->mode < GODOT_MODE_UNKNOWN, channel_known = message->channel != GODOT_CHANNEL_UNKNOWN;

    if (!mode_known && !channel_known)
        return to;
    to = godot_string_write(to, "  [");
    if (mode_known)
        to = godot_string_write(to, transfer_modes[message->mode].strptr);
    if (channel_known) {
        to = godot_string_write(to, mode_known ? ", ch " : "ch ");
        to = godot_int_write(to, message->channel);
    }
    return godot_string_write(to, "]");
}

/* ---- Registration ---- */

void
godot_message_register(int proto)
{
    static hf_register_info hf[] = {
        { &hf_godot_peer_source,
          { "Source peer", "godot.peer.source", FT_INT32, BASE_DEC, NULL, 0,
            "Id of the peer that made the message", HFILL } },
        { &hf_godot_peer_target,
          { "Target peer", "godot.peer.target", FT_INT32, BASE_DEC, NULL, 0,
            "Id of the peer it is for; 0 for all, negative for all but that one", HFILL } },
        { &hf_godot_transfer_mode,
          { "Transfer mode", "godot.transfer_mode", FT_UINT8, BASE_DEC, VALS(transfer_modes), 0,
            "What the game asked of the transport", HFILL } },
        { &hf_godot_transfer_channel,
          { "Transfer channel", "godot.transfer_channel", FT_UINT8, BASE_DEC, NULL, 0,
            "Channel number as the game counts", HFILL } },
        { &hf_godot_length_node,
          { "Length for the node of graphs", "godot.length.node", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Size of what is about the node of the preference godot.graph_node", HFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
}

void
godot_message_register_preferences(module_t *module)
{
    prefs_register_string_preference(module, "graph_node", "Node for graphs",
        "Path of a node, as in godot.sync.node. The field godot.length.node then tells the bytes of all that is about this node "
        "and the nodes below it, so that a graph or io,stat can add them up.",
        &graph_node);
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
