/* streams/websocket-ports.c
 * On which TCP ports does the user say that there are WebSockets with multiplayer?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "streams/websocket-ports.h"
#include "streams/websocket-steps.h"
#include "ports/ports.h"

static range_t *pref_ports;
static ports_crossroads_t crossroads = { .table = "tcp.port", .wanted = &pref_ports };
static dissector_handle_t http_handle;

bool
godot_websocket_is_server_port(uint32_t port)
{
    return value_is_in_range(pref_ports, port);
}

/* Dissects the port: HTTP takes the handshake, and continues with the WebSocket by itself if it knows the request. */
static int
websocket_ports_dissect_port(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const bool is_request = tvb_strneql(tvb, 0, "GET ", 4) == 0;

    if (!is_request && tvb_strneql(tvb, 0, "HTTP/", 5) != 0)
        return godot_websocket_steps_dissect(tvb, pinfo, tree, data);
    pinfo->can_desegment = pinfo->saved_can_desegment;      /* HTTP is called in our place */
    if (is_request)
        conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, http_handle);
    return call_dissector_with_data(http_handle, tvb, pinfo, tree, data);
}

void
godot_websocket_register_preferences(module_t *module)
{
    prefs_register_range_preference(module, "websocket.tcp.port", "Ports of WebSocket multiplayer",
        "TCP ports on which servers listen for WebSockets: their messages are multiplayer, whatever subprotocol "
        "was negotiated, and even if the beginning was not captured.",
        &pref_ports, 65535);
}

void
godot_websocket_ports_register(int proto)
{
    int proto_port = proto_register_protocol_in_name_only("Godot WebSocket port", "Godot WebSocket port", "godot.ws.port", proto,
                                                          FT_PROTOCOL);

    crossroads.proto = proto;
    crossroads.handle = create_dissector_handle(websocket_ports_dissect_port, proto_port);
    ports_register(&crossroads);
}

void
godot_websocket_ports_handoff(void)
{
    http_handle = find_dissector("http");
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
