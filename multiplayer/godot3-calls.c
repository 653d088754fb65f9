/* multiplayer/godot3-calls.c
 * What does this 3.x packet call or set, and on which path?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot3-calls.h"
#include "multiplayer/call-fields.h"
#include "multiplayer/evidence.h"
#include "multiplayer/faults.h"
#include "multiplayer/paths.h"
#include "multiplayer/record.h"

/* The numbers below are sections of docs/wire/multiplayer-godot3.md. */

#define MAX_PLAUSIBLE_ID    0x00FFFFFF  /* ids count from 1 */
#define HEAD_LENGTH         5           /* command and node target */

static int hf_godot_rset_property = -1;


static expert_field ei_godot_value = EI_INIT;
static expert_field ei_godot_path_too_early = EI_INIT;
static expert_field ei_godot_path_not_announced = EI_INIT;

/* ---- Names and values ---- */

/* Reads the name of a method or property: the text up to the first NUL. */
static const char *
read_name(godot_reader_t *reader, int hf)
{
    int nul = tvb_find_uint8(reader->tvb, reader->offset, reader->end - reader->offset, 0);

    if (nul < 0) {
        godot_reader_fault_short(reader);
        return "?";
    }
    return godot_read_cstring(reader, hf, nul + 1, NULL);
}

void
godot3_read_value(godot_reader_t *reader, godot_texts_t *texts, const char *complaint)
{
    godot_value_t value;

    if (reader->broken)
        return;
    if (!godot_read_value(reader, GODOT_DIALECT_3_X, GODOT_ENCODING_FULL, &value, godot_texts_wanted(texts)))
        godot_reader_fault(reader, &ei_godot_value, complaint);
    else if (!reader->checking)
        godot_texts_append(reader, texts, NULL, &value);
}

/* ---- Paths ---- */

/*
 * Returns the scope of one receiver. A message for all uses the names that its sender announced to each peer, so the
 * peer at the other end of the link stands for all (3).
 */
static godot_scope_t
receiver_scope(const godot_reader_t *reader)
{
    godot_scope_t scope = reader->message->scope;

    if (scope.target <= 0) {
        scope.target = godot_scope_end(&scope, !scope.direction);
        scope.target_known = scope.target != GODOT_PEER_UNKNOWN;
    }
    return scope;
}

static void
complain_of_unknown_id(godot_reader_t *reader, proto_item *item, const godot_scope_t *scope, uint32_t id)
{
    enet_lack_t lack = godot_lack_of_sender(reader->message);

    if (lack == ENET_LACKS_NOTHING)
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_UNKNOWN),
                           "Invalid packet received. Unabled to find requested cached node. "
                           "Peer %d did not announce id %u.", scope->source, id);
    else if (godot_say_once(scope, GODOT_KEY_SAID_PATH, id))
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_NOT_CAPTURED),
                           "No announcement of id %u was captured: %s", id, godot_lack_text(lack));
}

/* Adds an expert item: the path was not confirmed, or the capture does not have the confirmation. */
static void
complain_of_unconfirmed(godot_reader_t *reader, proto_item *item, const godot_scope_t *scope, uint32_t id)
{
    enet_lack_t lack = godot_lack_of_receiver(reader->message);

    if (lack == ENET_LACKS_NOTHING)
        godot_reader_expert(reader, item, &ei_godot_path_too_early);
    else if (godot_say_once(scope, GODOT_KEY_SAID_CONFIRM, id))
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_NOT_CAPTURED),
                           "No confirmation of id %u was captured: %s", id, godot_lack_text(lack));
}

/*
 * Finds the path that an id stands for, and adds it as a generated field with the frames of its announcement and
 * confirmation. Returns NULL and adds an expert item in Godot's words if nobody announced it.
 */
static const char *
resolve_path(godot_reader_t *reader, proto_item *item, uint32_t id)
{
    godot_scope_t scope = receiver_scope(reader);
    godot_found_t found;
    const godot_path_t *path = godot_names_path(&scope, id, &found);

    if (!path) {
        complain_of_unknown_id(reader, item, &scope, id);
        return NULL;
    }
    if (found == GODOT_FOUND_LATER && godot_is_as_received(reader->message))
        godot_reader_expert(reader, item, godot_fault(GODOT_FAULT_OVERTAKEN));
    else if (found == GODOT_FOUND && !godot_path_is_confirmed(path, &scope))
        complain_of_unconfirmed(reader, item, &scope, id);
    godot_reader_add_string(reader, godot_call_field(GODOT_CALL_NODE), path->shown);
    godot_add_path_frames(reader, path);
    return path->shown;
}

/* Handles a sender that writes the path, although the answer to its announcement should have come. */
static void
look_up_path(godot_reader_t *reader, proto_item *item, const char *text)
{
    godot_scope_t scope = receiver_scope(reader);
    const godot_path_t *path = godot_names_path_by_name(&scope, text);
    double waited;

    if (!path)
        return;
    waited = godot_path_age(path, &scope.time);
    if (!godot_path_is_confirmed(path, &scope) && waited >= GODOT_CONFIRM_PATIENCE &&
        godot_end_misses_nothing(reader->message, true, scope.moment))
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_UNCONFIRMED),
                           "The path was announced %.1f s before and is still not confirmed", waited);
    godot_add_path_frames(reader, path);
}

/* ---- REMOTE_CALL (2.1) and REMOTE_SET (2.2) ---- */

/* The node whose method or property is meant (3). */
typedef struct {
    uint32_t    node_id;        /* 0 in path form */
    int         path_offset;    /* where the path begins; 0 in id form */
    int         packet_end;
    const char *node;           /* NULL if the id is unknown */
} target_t;

/* In path form the path follows the arguments, which end where it begins. Its offset counts from the command. */
static void
read_path_offset(godot_reader_t *reader, target_t *target, uint32_t value)
{
    uint32_t offset = value & ~GODOT_PATH_FORM;

    godot_add_path_form(reader);
    reader->offset += 4;
    if (offset <= HEAD_LENGTH || offset >= (uint32_t)(reader->end - reader->start)) {
        godot_reader_fault(reader, godot_fault(GODOT_FAULT_PATH_OFFSET), NULL);
        return;
    }
    target->path_offset = reader->start + (int)offset;
    reader->end = target->path_offset;
}

static void
godot3_read_target(godot_reader_t *reader, target_t *target)
{
    proto_item *item;
    uint32_t value;

    *target = (target_t) { .packet_end = reader->end };
    if (!godot_reader_has(reader, 4))
        return;
    value = tvb_get_letohl(reader->tvb, reader->offset);
    if (value & GODOT_PATH_FORM) {
        read_path_offset(reader, target, value);
        return;
    }
    target->node_id = godot_read_uint(reader, godot_call_field(GODOT_CALL_NODE_ID), 4, &item);
    if (!reader->checking)
        target->node = resolve_path(reader, item, value);
    else if (value == 0 || value > MAX_PLAUSIBLE_ID)
        reader->broken = true;
}

/* Reads the path after the arguments, even if these are broken. */
static void
read_path(godot_reader_t *reader, target_t *target)
{
    godot_reader_t path = *reader;
    proto_item *item;

    if (target->path_offset == 0)
        return;
    godot_reader_finish(reader, "Bytes behind the last argument");
    path.broken = false;
    path.offset = target->path_offset;
    path.end = target->packet_end;
    target->node = godot_read_cstring(&path, godot_call_field(GODOT_CALL_NODE), path.end, &item);
    if (path.broken)
        target->node = NULL;
    else if (!reader->checking)
        look_up_path(&path, item, target->node);
    reader->broken |= path.broken;
}

static void
say_target(godot_reader_t *reader, const char *what, const target_t *target)
{
    godot_text_put(reader->info, what);
    if (target->node) {
        godot_text_put(reader->info, target->node);
    } else if (target->node_id) {
        godot_text_put(reader->info, "node ");
        godot_text_put_int(reader->info, target->node_id);
    } else {
        godot_text_put(reader->info, "?");
    }
    godot_text_put(reader->info, ".");
}

static void
godot3_read_arguments(godot_reader_t *reader, godot_texts_t *texts)
{
    uint32_t count = godot_read_uint(reader, godot_call_field(GODOT_CALL_ARGUMENT_COUNT), 1, NULL);

    for (uint32_t i = 0; i < count && godot_reader_has(reader, 1); i++)
        godot3_read_value(reader, texts, "Invalid packet received. Unable to decode RPC argument.");
    godot_reader_add_texts(reader, godot_call_field(GODOT_CALL_ARGUMENTS), texts);
}

void
dissect_godot3_remote_call(godot_reader_t *reader)
{
    target_t target;
    godot_texts_t texts = godot_texts_new(reader, true);
    const char *method;

    godot3_read_target(reader, &target);
    method = read_name(reader, godot_call_field(GODOT_CALL_METHOD));
    if (!reader->checking)
        reader->method = method;
    godot3_read_arguments(reader, &texts);
    read_path(reader, &target);
    godot_reader_set_node(reader, target.node, target.node_id);
    godot_record_method(reader->message, method, 0);
    say_target(reader, "RPC ", &target);
    godot_text_put(reader->info, method);
    godot_text_put(reader->info, "(");
    godot_text_put(reader->info, godot_texts_row(&texts));
    godot_text_put(reader->info, ")");
    godot_reader_say_delivery(reader);
}

void
dissect_godot3_remote_set(godot_reader_t *reader)
{
    target_t target;
    godot_texts_t text = godot_texts_new(reader, false);
    const char *property;

    godot3_read_target(reader, &target);
    property = read_name(reader, hf_godot_rset_property);
    godot_record_properties(reader->message);
    godot3_read_value(reader, &text, "Invalid packet received. Unable to decode RSET value.");
    read_path(reader, &target);
    godot_reader_set_node(reader, target.node, target.node_id);
    godot_record_name(reader->message, 1, property);
    say_target(reader, "RSET ", &target);
    godot_text_put(reader->info, property);
    godot_text_put(reader->info, " = ");
    godot_text_put(reader->info, godot_texts_row(&text));
    godot_reader_say_delivery(reader);
}

/* ---- SIMPLIFY_PATH (2.3) and CONFIRM_PATH (2.4) ---- */

/* Learns an announcement. That no confirmation followed is known only when the whole file was read. */
static void
announce(godot_reader_t *reader, proto_item *item, uint32_t id, const char *text)
{
    godot_scope_t scope = receiver_scope(reader);
    const godot_path_t *path;

    if (scope.learn) {
        godot_names_announce(&scope, id, text, NULL);
        return;
    }
    path = godot_names_path_by_name(&scope, text);
    godot_add_confirmed_in(reader, path);
    if (path && !path->confirmed && !godot_is_skewed(&scope) &&
        godot_whole_for(reader->message, true) >= GODOT_CONFIRM_PATIENCE)
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_NEVER_CONFIRMED),
                           "The path was never confirmed");
}

void
dissect_godot3_simplify_path(godot_reader_t *reader)
{
    proto_item *item;
    uint32_t id = godot_read_uint(reader, godot_call_field(GODOT_CALL_PATH_ID), 4, NULL);
    const char *path = godot_read_cstring(reader, godot_call_field(GODOT_CALL_PATH), reader->end, &item);

    if (reader->checking) {
        reader->broken |= id == 0 || id > MAX_PLAUSIBLE_ID;
        return;
    }
    if (reader->broken)
        return;
    godot_reader_set_node(reader, path, id);
    announce(reader, item, id, path);
    godot_reader_say(reader, "Path %u is %s", id, path);
    godot_reader_say_delivery(reader);
}

static void
complain_of_confirmation(godot_reader_t *reader, proto_item *item, const godot_scope_t *scope, const char *text)
{
    uint32_t number = godot_history_number(scope, text, scope->learn, NULL);
    enet_lack_t lack = godot_lack_of_receiver(reader->message);

    /* A confirmation shows that its sender got an announcement that was not captured. */
    if (godot_end_misses_nothing(reader->message, true, scope->moment))
        godot_reader_expert(reader, item, &ei_godot_path_not_announced);
    else if (godot_say_once(scope, GODOT_KEY_SAID_ANNOUNCEMENT, number))
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_NOT_CAPTURED),
                           "No announcement of the path was captured: %s", godot_lack_text(lack));
}

static void
confirm(godot_reader_t *reader, proto_item *item, const char *text)
{
    godot_scope_t scope = receiver_scope(reader);
    const godot_path_t *path = godot_names_path_by_name_of_receiver(&scope, text);

    if (scope.learn)
        godot_names_confirm(&scope, 0, text);
    if (!path) {
        complain_of_confirmation(reader, item, &scope, text);
        return;
    }
    godot_add_announced_in(reader, path);
}

void
dissect_godot3_confirm_path(godot_reader_t *reader)
{
    proto_item *item;
    const char *text = godot_read_cstring(reader, godot_call_field(GODOT_CALL_PATH), reader->end, &item);

    if (reader->broken || reader->checking)
        return;
    godot_reader_set_node(reader, text, 0);
    confirm(reader, item, text);
    godot_reader_say(reader, "Path %s confirmed", text);
    godot_reader_say_delivery(reader);
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot_rset_property,
      { "Property", "godot.rset.property", FT_STRING, BASE_NONE, NULL, 0,
        "Name of the property that is set", HFILL } },
};

static ei_register_info ei[] = {
    { &ei_godot_value,
      { "godot.value", PI_MALFORMED, PI_ERROR, "A value cannot be decoded", EXPFILL } },
    { &ei_godot_path_too_early,
      { "godot.path.too_early", PI_PROTOCOL, PI_WARN,
        "The id is used before its receiver confirmed it", EXPFILL } },
    { &ei_godot_path_not_announced,
      { "godot.path.confirm.unknown", PI_PROTOCOL, PI_WARN,
        "Invalid packet received. Tries to confirm a path which was not found in cache.", EXPFILL } },
};

void
godot3_calls_register(int proto, expert_module_t *experts)
{
    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
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
