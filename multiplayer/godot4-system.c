/* multiplayer/godot4-system.c
 * What does this 4.x message tell about peers?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-system.h"
#include "multiplayer/faults.h"
#include "multiplayer/godot4-checks.h"
#include "multiplayer/record.h"

/* docs/wire/multiplayer-godot4.md, 2.9 */

static int hf_godot4_sys_command = -1;
static int hf_godot_sys_peer = -1;
static int hf_godot_auth = -1;
static int hf_godot_relay = -1;

static int ett_godot_relay = -1;


static const value_string sys_names[] = {
    { GODOT4_SYS_AUTH,     "AUTH" },
    { GODOT4_SYS_ADD_PEER, "ADD_PEER" },
    { GODOT4_SYS_DEL_PEER, "DEL_PEER" },
    { GODOT4_SYS_RELAY,    "RELAY" },
    { 0, NULL }
};

/* The values of godot.message. */
static const value_string sys_words[] = {
    { GODOT4_SYS_AUTH,     "auth" },
    { GODOT4_SYS_ADD_PEER, "add_peer" },
    { GODOT4_SYS_DEL_PEER, "del_peer" },
    { GODOT4_SYS_RELAY,    "relay" },
    { 0, NULL }
};

static void
dissect_auth(godot_reader_t *reader)
{
    int length = tvb_reported_length_remaining(reader->tvb, reader->offset);    /* also of what was not captured */

    if (!reader->checking)
        godot4_check_auth(reader, proto_tree_get_parent(reader->tree), length == 0);
    if (length > 0)
        godot_record_bytes(reader->message, reader->tvb, reader->offset, reader->end);
    godot_read_bytes(reader, hf_godot_auth, reader->end);
    if (length > 0)
        godot_reader_say(reader, "Auth %d byte%s", length, length == 1 ? "" : "s");
    else
        godot_reader_say(reader, "Auth complete");
}

static int32_t
read_peer(godot_reader_t *reader)
{
    int32_t peer = (int32_t)godot_read_uint(reader, hf_godot_sys_peer, 4, NULL);

    if (reader->checking && peer < 2)
        reader->broken = true;
    return peer;
}

/* Whether the peer came or went, everything about it is void. */
static void
dissect_peer(godot_reader_t *reader, bool came)
{
    int32_t peer = read_peer(reader);

    if (reader->broken || reader->checking)
        return;
    if (reader->message->scope.learn) {
        godot_history_reset_peer(&reader->message->scope, peer, came);
        godot_link_learn_server(&reader->message->scope);       /* only the server's word on this is taken */
    }
    godot_reader_say(reader, "Peer %d %s", peer, came ? "joined" : "left");
}

/* Reads the peer of a RELAY: on the way to the server it is the destination, on the way from it the source. */
static void
read_relay_peer(godot_reader_t *reader)
{
    godot_scope_t *scope = &reader->message->scope;
    bool from_server = scope->source == GODOT_PEER_SERVER;
    bool to_server = scope->target == GODOT_PEER_SERVER;
    int32_t peer;

    if (!godot_reader_has(reader, 4))
        return;
    peer = (int32_t)tvb_get_letohl(reader->tvb, reader->offset);
    if (!reader->checking && (from_server || to_server))
        godot4_check_relay(reader, proto_tree_get_parent(reader->tree), peer);
    if (from_server) {
        scope->source = peer;
        godot_add_source(reader->tree, reader->tvb, reader->offset, 4, peer);
    } else if (to_server) {
        scope->target = peer;
        godot_add_target(reader->tree, reader->tvb, reader->offset, 4, peer);
    } else {
        scope->source = GODOT_PEER_UNKNOWN;
        scope->target_known = false;
        scope->relayed = peer;
        proto_tree_add_int(reader->tree, hf_godot_sys_peer, reader->tvb, reader->offset, 4, peer);
    }
    reader->offset += 4;
}

static void
dissect_relay(godot_reader_t *reader, void (*dissect_relayed)(godot_reader_t *reader))
{
    proto_item *item;
    godot_reader_t inner = *reader;

    read_relay_peer(reader);
    if (!godot_reader_has(reader, 1)) {
        godot_add_delivery(reader->tree, reader->tvb, reader->message);     /* as the message inside would do */
        return;
    }
    item = proto_tree_add_item(reader->tree, hf_godot_relay, reader->tvb, reader->offset, -1, ENC_NA);
    inner.tree = proto_item_add_subtree(item, ett_godot_relay);
    /* Offsets in the inner message count from its own first byte. */
    inner.tvb = tvb_new_subset_remaining(reader->tvb, reader->offset);
    inner.offset = 0;
    inner.end = reader->end - reader->offset;
    dissect_relayed(&inner);
    reader->broken |= inner.broken;
    reader->said_broken = inner.said_broken;
    reader->offset = reader->end;
}

void
dissect_godot4_sys(godot_reader_t *reader, void (*dissect_relayed)(godot_reader_t *reader))
{
    uint32_t command = godot_read_uint(reader, hf_godot4_sys_command, 1, NULL);

    if (reader->broken)
        return;
    godot_reader_add_sys_command(reader, reader->offset - 1, 1, command);
    godot_reader_add_message(reader, try_val_to_str(command, sys_words));
    switch (command) {
    case GODOT4_SYS_AUTH:
        dissect_auth(reader);
        break;
    case GODOT4_SYS_ADD_PEER:
    case GODOT4_SYS_DEL_PEER:
        dissect_peer(reader, command == GODOT4_SYS_ADD_PEER);
        break;
    case GODOT4_SYS_RELAY:
        dissect_relay(reader, dissect_relayed);
        break;
    default:
        godot_reader_fault(reader, godot_fault(GODOT_FAULT_SYSTEM_UNKNOWN), NULL);
    }
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot4_sys_command,
      { "System command", "godot4.sys.command", FT_UINT8, BASE_DEC, VALS(sys_names), 0,
        "What the server says of peers, or passes on", HFILL } },
    { &hf_godot_sys_peer,
      { "Peer", "godot.sys.peer", FT_INT32, BASE_DEC, NULL, 0,
        "Peer that a system message is about", HFILL } },
    { &hf_godot_auth,
      { "Authentication data", "godot.auth", FT_BYTES, BASE_NONE, NULL, 0,
        "Bytes that the game's own code exchanges before it lets a peer in", HFILL } },
    { &hf_godot_relay,
      { "Relayed message", "godot.relay", FT_NONE, BASE_NONE, NULL, 0,
        "What one client sends to another through the server", HFILL } },
};

void
godot4_system_register(int proto)
{
    static int *ett[] = { &ett_godot_relay };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
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
