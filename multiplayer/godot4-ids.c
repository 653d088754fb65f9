/* multiplayer/godot4-ids.c
 * What does this id in a 4.x message stand for?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-ids.h"
#include "multiplayer/evidence.h"
#include "multiplayer/paths.h"

static expert_field ei_godot_path_unknown = EI_INIT;
static expert_field ei_godot_path_not_captured = EI_INIT;
static expert_field ei_godot_overtaken = EI_INIT;

static void
complain_of_unknown(const godot_reader_t *reader, proto_item *item, uint32_t id)
{
    const godot_scope_t *scope = &reader->message->scope;
    enet_lack_t lack = godot_lack_of_sender(reader->message);

    if (lack == ENET_LACKS_NOTHING)
        expert_add_info_format(reader->pinfo, item, &ei_godot_path_unknown,
                               "ID %u not found in cache of peer %d.", id, scope->source);
    else if (godot_say_once(scope, GODOT_KEY_SAID_PATH, id))
        expert_add_info_format(reader->pinfo, item, &ei_godot_path_not_captured,
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
        expert_add_info(reader->pinfo, item, &ei_godot_overtaken);
    godot_reader_add_string(reader, hf, path->path);
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
        expert_add_info(reader->pinfo, item, &ei_godot_overtaken);
    return path;
}

const godot_net_t *
godot4_net_of_id(const godot_reader_t *reader, proto_item *item, uint32_t id, godot_found_t *found)
{
    const godot_net_t *net = godot_names_net(&reader->message->scope, id, found);

    if (*found == GODOT_FOUND_LATER)
        expert_add_info(reader->pinfo, item, &ei_godot_overtaken);
    return net;
}

/* ---- Registration ---- */

static ei_register_info ei[] = {
    { &ei_godot_path_unknown,
      { "godot.path.unknown", PI_PROTOCOL, PI_WARN,
        "The id was not announced by its sender", EXPFILL } },
    { &ei_godot_path_not_captured,
      { "godot.path.not_captured", PI_ASSUMPTION, PI_NOTE,
        "No announcement of the id was captured", EXPFILL } },
    { &ei_godot_overtaken,
      { "godot.overtaken", PI_SEQUENCE, PI_NOTE,
        "Overtook the announcement or the spawn of its id, which comes later in the capture", EXPFILL } },
};

void
godot4_ids_register(int proto)
{
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
