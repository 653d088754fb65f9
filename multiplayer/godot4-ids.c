/* multiplayer/godot4-ids.c
 * What does this id in a 4.x message stand for?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-ids.h"
#include "multiplayer/evidence.h"
#include "multiplayer/faults.h"
#include "multiplayer/paths.h"


static void
say_overtaken(const godot_reader_t *reader, proto_item *item)
{
    if (godot_is_as_received(reader->message))
        godot_reader_expert(reader, item, godot_fault(GODOT_FAULT_OVERTAKEN));
}

static void
complain_of_unknown(const godot_reader_t *reader, proto_item *item, uint32_t id)
{
    const godot_scope_t *scope = &reader->message->scope;
    enet_lack_t lack = godot_lack_of_sender(reader->message);

    if (lack == ENET_LACKS_NOTHING && scope->source == GODOT_PEER_UNKNOWN)
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_UNKNOWN),
                           "ID %u not found in cache of its sender.", id);
    else if (lack == ENET_LACKS_NOTHING)
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_UNKNOWN),
                           "ID %u not found in cache of peer %d.", id, scope->source);
    else if (godot_say_once(scope, GODOT_KEY_SAID_PATH, id))
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_NOT_CAPTURED),
                           "No announcement of ID %u was captured: %s", id, godot_lack_text(lack));
}

const godot_path_t *
godot4_path_of_id(const godot_reader_t *reader, proto_item *item, uint32_t id, int hf)
{
    const godot_scope_t *scope = &reader->message->scope;
    godot_found_t found;
    const godot_path_t *path;

    if (reader->checking || reader->broken)
        return NULL;
    path = godot_names_path(scope, id, &found);
    if (!path) {
        complain_of_unknown(reader, item, id);
        return NULL;
    }
    if (found == GODOT_FOUND_LATER)
        say_overtaken(reader, item);
    godot_reader_add_string(reader, hf, path->shown);
    godot_add_path_frames(reader, path);
    return path;
}

/* The receiver's announcement of the same path is as good as the sender's, if both have the same scripts. */
const godot_path_t *
godot4_path_of_name(const godot_reader_t *reader, proto_item *item, const char *name)
{
    const godot_scope_t *scope = &reader->message->scope;
    const godot_path_t *path = godot_names_path_by_name(scope, name);

    godot_add_path_frames(reader, path);
    if (!path)
        path = godot_names_path_by_name_of_receiver(scope, name);
    if (path)
        return path;
    path = godot_names_path_by_name_later(scope, name);
    if (path)
        say_overtaken(reader, item);
    return path;
}

const godot_net_t *
godot4_net_of_id(const godot_reader_t *reader, proto_item *item, uint32_t id, godot_found_t *found)
{
    const godot_net_t *net = godot_names_net(&reader->message->scope, id, found);

    if (*found == GODOT_FOUND_LATER)
        say_overtaken(reader, item);
    return net;
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
