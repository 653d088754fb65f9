/* multiplayer/godot4-checks.c
 * What would Godot 4 complain about?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-checks.h"

#include <wsutil/bits_count_ones.h>

#include "multiplayer/evidence.h"
#include "multiplayer/faults.h"

/*
 * The receiver refuses a time that is not later than the last, within this distance, because the counter wraps
 * (docs/wire/multiplayer-godot4.md, 2.7).
 */
#define SYNC_TIME_WINDOW    32767
/* Seconds. A game handles what has come within this time. */
#define ANSWER_TIME         0.2
/* So many components of a path are looked at. */
#define MAX_COMPONENTS      32

static expert_field ei_godot_path_duplicate = EI_INIT;
static expert_field ei_godot_path_differs = EI_INIT;
static expert_field ei_godot_path_checksum = EI_INIT;
static expert_field ei_godot_version_mixed = EI_INIT;
static expert_field ei_godot_rpc_node_gone = EI_INIT;
static expert_field ei_godot_rpc_before_spawn = EI_INIT;
static expert_field ei_godot_spawn_name_used = EI_INIT;
static expert_field ei_godot_spawn_id_used = EI_INIT;
static expert_field ei_godot_spawn_id_reused = EI_INIT;
static expert_field ei_godot_despawn_unknown = EI_INIT;
static expert_field ei_godot_sync_unknown = EI_INIT;
static expert_field ei_godot_sync_unspawned = EI_INIT;
static expert_field ei_godot_sync_values = EI_INIT;
static expert_field ei_godot_sync_dropped = EI_INIT;
static expert_field ei_godot_spawn_not_captured = EI_INIT;
static expert_field ei_godot_sync_stale = EI_INIT;
static expert_field ei_godot_sync_big = EI_INIT;
static expert_field ei_godot_sync_last_property = EI_INIT;
static expert_field ei_godot_relay_unknown_peer = EI_INIT;
static expert_field ei_godot_peer_not_captured = EI_INIT;
static expert_field ei_godot_auth_incomplete = EI_INIT;

static const godot_scope_t *
scope_of(const godot_reader_t *reader)
{
    return &reader->message->scope;
}

/* ---- Paths ---- */

/* Returns the peer at the other side of the message, if it is known. */
static int32_t
receiver_of(const godot_scope_t *scope)
{
    return scope->target_known && scope->target > 0 ? scope->target : GODOT_PEER_UNKNOWN;
}

/* Returns the sender as text. Over WebRTC, a client's id may not be known. */
static const char *
sender_text(const godot_reader_t *reader)
{
    const int32_t source = reader->message->scope.source;

    return source == GODOT_PEER_UNKNOWN ? "its sender" : wmem_strdup_printf(reader->pinfo->pool, "peer %d", source);
}

static void
check_methods(const godot_reader_t *reader, proto_item *item, const godot_path_t *other,
              const char *path, const char *md5)
{
    if (other && other->md5 && strcmp(other->md5, md5) != 0 && !scope_of(reader)->incomplete)
        godot_reader_expert_format(reader, item, &ei_godot_path_differs,
                           "Peers have different RPC methods for %s: MD5 %s at %s, %s at peer %d (frame %u)",
                           path, md5, sender_text(reader), other->md5, other->sender,
                           GODOT_MOMENT_FRAME(other->announced));
}

void
godot4_check_announcement(const godot_reader_t *reader, proto_item *item, uint32_t id,
                          const char *path, const char *md5)
{
    const godot_scope_t *scope = scope_of(reader);
    int32_t receiver = receiver_of(scope);

    if (godot_history_find_before(scope, GODOT_KEY_PATH, id) && godot_sender_is_whole(reader->message))
        godot_reader_expert_format(reader, item, &ei_godot_path_duplicate,
                           "Duplicate remote cache ID %u for %s", id, sender_text(reader));
    if (scope->source != GODOT_PEER_SERVER && receiver != GODOT_PEER_SERVER)
        check_methods(reader, item, godot_names_path_by_name_of(scope, GODOT_PEER_SERVER, path), path, md5);
    check_methods(reader, item, godot_names_path_by_name_of(scope, receiver, path), path, md5);
}

/*
 * Returns after how many seconds the answer to this message has come for certain. Between two clients it goes through
 * the server, and the other connection may be slower.
 */
static double
longest_answer(const godot_reader_t *reader)
{
    const godot_scope_t *scope = scope_of(reader);
    const enet_message_t *enet = reader->message->enet;
    const nstime_t *round_trip = enet ? enet_initial_rtt(enet->connection, reader->pinfo->num) : NULL;
    bool direct = scope->source == GODOT_PEER_SERVER || receiver_of(scope) == GODOT_PEER_SERVER;

    return direct && round_trip ? ANSWER_TIME + nstime_to_sec(round_trip) : GODOT_CONFIRM_PATIENCE;
}

/* Tells whether nothing shows that the receiver got a message: over ENet it acknowledges only those that are reliable. */
static bool
was_not_acknowledged(const enet_message_t *enet)
{
    return enet && !(enet->acked_frame && *enet->acked_frame);
}

void
godot4_check_unconfirmed(const godot_reader_t *reader, proto_item *item, const godot_path_t *path)
{
    if (scope_of(reader)->learn || !path || path->confirmed || godot_is_skewed(scope_of(reader)) ||
        was_not_acknowledged(reader->message->enet) || godot_whole_for(reader->message, true) < longest_answer(reader))
        return;
    godot_reader_expert(reader, item, godot_fault(GODOT_FAULT_PATH_NEVER_CONFIRMED));
}

/* The form of the CONFIRM_PATH that a peer sent, and where. */
typedef struct {
    bool           by_path;
    int32_t        peer;
    godot_moment_t moment;
} confirm_form_t;

/*
 * Checks the form of a confirmation. Releases up to 4.2 confirm the path, later ones the id, and do not understand each
 * other (docs/wire/multiplayer-godot4.md, 2.3).
 */
static void
check_form(const godot_reader_t *reader, proto_item *item, bool by_path)
{
    godot_scope_t all = godot_scope_of_peer(scope_of(reader), GODOT_PEER_SERVER);
    const confirm_form_t *last = godot_history_find_any_before(&all, GODOT_KEY_CONFIRM_FORM, 0);

    if (last && last->by_path != by_path && !scope_of(reader)->incomplete)
        godot_reader_expert_format(reader, item, &ei_godot_version_mixed,
                           "Different versions of Godot in one session: peer %d confirms like %s, peer %d "
                           "like %s (frame %u)",
                           scope_of(reader)->source,
                           by_path ? "4.0 to 4.2" : "4.3 or later", last->peer,
                           last->by_path ? "4.0 to 4.2" : "4.3 or later",
                           GODOT_MOMENT_FRAME(last->moment));
    if (scope_of(reader)->learn && (!last || last->by_path != by_path)) {
        confirm_form_t *form = wmem_new(wmem_file_scope(), confirm_form_t);

        *form = (confirm_form_t) { by_path, scope_of(reader)->source, scope_of(reader)->moment };
        godot_history_learn(&all, GODOT_KEY_CONFIRM_FORM, 0, form);
    }
}

static void
append_methods(wmem_strbuf_t *text, int32_t peer, const godot_path_t *path)
{
    if (path && path->md5)
        wmem_strbuf_append_printf(text, ", methods of peer %d: %s", peer, path->md5);
}

static void
say_checksum(const godot_reader_t *reader, proto_item *item, const char *name, const godot_path_t *path)
{
    const godot_scope_t *scope = scope_of(reader);
    wmem_strbuf_t *text = wmem_strbuf_new(reader->pinfo->pool, "The rpc node checksum failed. Make sure to "
                                          "have the same methods on both nodes. Node path: ");

    wmem_strbuf_append(text, name);
    append_methods(text, receiver_of(scope), path);
    append_methods(text, scope->source, godot_names_path_by_name_of(scope, scope->source, name));
    godot_reader_expert_format(reader, item, &ei_godot_path_checksum, "%s", wmem_strbuf_get_str(text));
}

void
godot4_check_confirmation(const godot_reader_t *reader, proto_item *item, bool valid,
                          bool by_path, const char *text, const godot_path_t *path)
{
    check_form(reader, item, by_path);
    if (!valid)
        say_checksum(reader, item, text, path);
}

/* ---- Calls ---- */

/* Checks a call that has the whole path although an answer to its announcement should have come. */
static void
check_path_form(const godot_reader_t *reader, proto_item *item, const char *path)
{
    const godot_path_t *announced = godot_names_path_by_name(scope_of(reader), path);
    double waited;

    if (!announced || godot_path_is_confirmed(announced, scope_of(reader)))
        return;
    waited = godot_path_age(announced, &scope_of(reader)->time);
    if (waited >= GODOT_CONFIRM_PATIENCE &&
        godot_end_misses_nothing(reader->message, true, scope_of(reader)->moment))
        godot_reader_expert_format(reader, item, godot_fault(GODOT_FAULT_PATH_UNCONFIRMED),
                           "The path was announced %.1f s before and is still not confirmed: the receiver may "
                           "lack the node (\"Failed to get path from RPC: %s.\")", waited, path);
}

/*
 * Spawns have ENet's channel 0, which has reliable messages only and keeps their order (docs/wire/enet.md, 7). A message
 * of another channel may arrive before an earlier one.
 */
static bool
may_overtake(const godot_message_t *message)
{
    return message->enet && message->enet->channel != 0;
}

static bool
is_acknowledged(const godot_node_t *node, uint32_t frame)
{
    return !node->acked || (*node->acked && *node->acked <= frame);
}

static void
check_node(const godot_reader_t *reader, proto_item *item, const godot_node_t *node, bool by_receiver)
{
    bool whole = by_receiver ? godot_receiver_is_whole(reader->message) : godot_sender_is_whole(reader->message);
    bool gone = godot_node_is_gone(node, by_receiver ? godot_told(scope_of(reader)) : scope_of(reader)->moment);

    if (gone && !whole)
        return;
    if (gone)
        godot_reader_expert_format(reader, item, &ei_godot_rpc_node_gone,
                           "Invalid packet received. Requested node was not found. (\"%s\" was despawned in "
                           "frame %u)", node->name, GODOT_MOMENT_FRAME(node->despawned));
    else if (may_overtake(reader->message) && !is_acknowledged(node, reader->pinfo->num) && !godot_is_skewed(scope_of(reader)))
        godot_reader_expert_format(reader, item, &ei_godot_rpc_before_spawn,
                           "May arrive before the spawn of \"%s\" in frame %u: another channel or mode, and "
                           "not acknowledged yet", node->name, GODOT_MOMENT_FRAME(node->spawned));
}

/* Checks the node that the caller spawned under this name, or that the receiver did. */
static void
check_component(const godot_reader_t *reader, proto_item *item, const char *name)
{
    godot_scope_t other = godot_scope_of_other(scope_of(reader));
    const godot_node_t *mine = godot_names_node_by_name(scope_of(reader), name);
    const godot_node_t *node = mine ? mine : godot_names_node_by_name(&other, name);

    if (node)
        check_node(reader, item, node, !mine);
}

/* Checks all components of the path: each may be a spawned node. */
static void
check_components(const godot_reader_t *reader, proto_item *item, const char *path)
{
    char **components;

    if (!scope_of(reader)->link->spawned || scope_of(reader)->incomplete)
        return;
    components = g_strsplit(path, "/", MAX_COMPONENTS);
    for (unsigned i = 0; components[i]; i++)
        check_component(reader, item, components[i]);
    g_strfreev(components);
}

void
godot4_check_call(const godot_reader_t *reader, proto_item *item, const char *path, bool path_form)
{
    if (path_form)
        check_path_form(reader, item, path);
    check_components(reader, item, path);
}

/* ---- Replication ---- */

void
godot4_check_spawn(const godot_reader_t *reader, proto_item *item, const godot_node_t *node)
{
    const godot_scope_t *scope = scope_of(reader);
    const godot_net_t *used = godot_names_net_before(scope, node->net_id);
    const godot_node_t *sibling = godot_names_sibling_before(scope, node->spawner, node->name);

    if (!godot_sender_is_whole(reader->message))
        return;
    /*
     * Godot checks the name first (SceneReplicationInterface::on_spawn_receive; docs/wire/multiplayer-godot4.md, 2.5).
     */
    if (sibling && !godot_node_is_gone(sibling, scope->moment))
        godot_reader_expert_format(reader, item, &ei_godot_spawn_name_used,
                           "Condition \"parent->has_node(name)\" is true: \"%s\" was spawned in frame %u",
                           node->name, GODOT_MOMENT_FRAME(sibling->spawned));
    else if (used && !godot_node_is_gone(used->node, scope->moment))
        godot_reader_expert_format(reader, item, &ei_godot_spawn_id_used,
                           "Condition \"peers_info[p_from].recv_nodes.has(net_id)\" is true: net id %u is "
                           "\"%s\" since frame %u", node->net_id, used->node->name,
                           GODOT_MOMENT_FRAME(used->node->spawned));
    /* A node that becomes visible again keeps its name. */
    else if (used && strcmp(used->node->name, node->name) != 0)
        godot_reader_expert_format(reader, item, &ei_godot_spawn_id_reused,
                           "Net id %u meant \"%s\" until frame %u", node->net_id, used->node->name,
                           GODOT_MOMENT_FRAME(used->node->despawned));
}

/* Notes that the spawn may be among the messages that are missing. */
static void
say_spawn_not_captured(const godot_reader_t *reader, proto_item *item, uint32_t net_id)
{
    if (godot_say_once(scope_of(reader), GODOT_KEY_SAID_NET, net_id))
        godot_reader_expert_format(reader, item, &ei_godot_spawn_not_captured,
                           "No spawn of net id %u was captured: %s", net_id,
                           godot_lack_text(godot_lack_of_sender(reader->message)));
}

void
godot4_check_despawn(const godot_reader_t *reader, proto_item *item, uint32_t net_id,
                     const godot_net_t *net, godot_found_t found)
{
    bool gone = net && net->node->despawned && net->node->despawned < scope_of(reader)->moment;

    if (net && (found != GODOT_FOUND || (net->synchronizer == 0 && !gone)))
        return;
    if (!godot_sender_is_whole(reader->message))
        say_spawn_not_captured(reader, item, net_id);
    else if (gone && net->synchronizer == 0)
        godot_reader_expert_format(reader, item, &ei_godot_despawn_unknown,
                           "Condition \"!pinfo.recv_nodes.has(net_id)\" is true: it was despawned in frame %u",
                           GODOT_MOMENT_FRAME(net->node->despawned));
    else
        godot_reader_expert(reader, item, &ei_godot_despawn_unknown);
}

/* The receiver complains about a delta, and ignores a SYNC silently (docs/wire/multiplayer-godot4.md, 2.7 and 2.8). */
bool
godot4_check_element(const godot_reader_t *reader, proto_item *item, bool delta, uint32_t net_id,
                     const godot_net_t *net, godot_found_t found)
{
    expert_field *ei_unknown = delta ? &ei_godot_sync_unknown : &ei_godot_sync_unspawned;
    const char *ignoring = delta ? "Ignoring delta for non-authority or invalid synchronizer."
                                 : "The receiver has no such synchronizer, and passes over the state in silence.";

    if (net && (found != GODOT_FOUND || !godot_node_is_gone(net->node, scope_of(reader)->moment)))
        return true;
    if (!godot_sender_is_whole(reader->message))
        say_spawn_not_captured(reader, item, net_id);
    else if (net)
        godot_reader_expert_format(reader, item, ei_unknown, "%s \"%s\" was despawned in frame %u.",
                           ignoring, net->node->name, GODOT_MOMENT_FRAME(net->node->despawned));
    else
        godot_reader_expert_format(reader, item, ei_unknown, "%s", ignoring);
    return false;
}

/*
 * Returns how many values the receiver of a delta expects. MultiplayerSynchronizer::get_delta_properties() shifts 1 by
 * the index of a property, and processors take that modulo 64: the properties behind the 64th have the bits of the first
 * ones again (docs/wire/multiplayer-godot4.md, 2.8). The first delta has all properties, and so tells how many there are.
 */
unsigned
godot4_check_expected_values(const godot_reader_t *reader, uint32_t net_id, uint64_t mask, unsigned values)
{
    const godot_scope_t *scope = scope_of(reader);
    unsigned ones = (unsigned)ws_count_ones(mask), watched;

    if (mask == UINT64_MAX && values > ones) {
        if (scope->learn)
            godot_history_learn(scope, GODOT_KEY_SYNC_WATCHED, net_id, GUINT_TO_POINTER(values));
        return values;
    }
    watched = GPOINTER_TO_UINT(godot_history_find(scope, GODOT_KEY_SYNC_WATCHED, net_id));
    if (watched)
        return ones * (watched / 64) + (unsigned)ws_count_ones(mask & ((UINT64_C(1) << watched % 64) - 1));
    return values > ones && !godot_sender_is_whole(reader->message) ? values : ones;
}

void
godot4_check_refused(const godot_reader_t *reader, proto_item *item, unsigned values, unsigned expected)
{
    if (expected == 0)
        godot_reader_expert_format(reader, item, &ei_godot_sync_values,
                           "Condition \"props.is_empty()\" is true: the mask has no property, and the receiver "
                           "drops the rest of the message");
    else
        godot_reader_expert_format(reader, item, &ei_godot_sync_values,
                           "%u values for the %u properties of the mask: the receiver refuses the delta and drops "
                           "the rest of the message", values, expected);
}

void
godot4_check_dropped(const godot_reader_t *reader, proto_item *item)
{
    godot_reader_expert(reader, item, &ei_godot_sync_dropped);
}

/* The latest time that was taken over from a synchronizer; changes during the first pass. */
typedef struct {
    uint32_t       network_time;
    godot_moment_t moment;
    bool           was_stale;   /* whether one was ever stale */
} sync_time_t;

bool
godot4_check_sync_time(const godot_reader_t *reader, proto_item *item, uint32_t net_id,
                       uint32_t network_time)
{
    const godot_scope_t *scope = scope_of(reader);
    sync_time_t *last = godot_history_find(scope, GODOT_KEY_SYNC_TIME, net_id);
    uint32_t newer;

    /* A relayed message without a known source: several peers may use the id. */
    if (scope->source == GODOT_PEER_UNKNOWN && !scope->target_known)
        return false;
    if (scope->learn && !last) {
        last = wmem_new0(wmem_file_scope(), sync_time_t);
        godot_history_learn(scope, GODOT_KEY_SYNC_TIME, net_id, last);
    } else if (scope->learn && last->moment != scope->moment && network_time <= last->network_time &&
               last->network_time - network_time < SYNC_TIME_WINDOW) {
        last->was_stale = true;
        godot_history_learn(scope, GODOT_KEY_SYNC_STALE, net_id,
                            GUINT_TO_POINTER(GODOT_MOMENT_FRAME(last->moment)));
    }
    newer = last && last->was_stale ? GPOINTER_TO_UINT(godot_history_find_at(scope, GODOT_KEY_SYNC_STALE, net_id)) : 0;
    if (newer)
        godot_reader_expert_format(reader, item, &ei_godot_sync_stale,
                           "Stale: not later than the state in frame %u, so the receiver drops it", newer);
    else if (scope->learn)
        *last = (sync_time_t) { network_time, scope->moment, last->was_stale };
    return newer != 0;
}

void
godot4_check_sync_size(const godot_reader_t *reader, proto_item *item, int length)
{
    const enet_message_t *enet = reader->message->enet;

    if (enet && enet->fragmented && reader->message->mode != GODOT_MODE_RELIABLE)
        godot_reader_expert_format(reader, item, &ei_godot_sync_big,
                           "State bigger than the MTU (%d > %u): sent in fragments, of which none may be lost",
                           length, enet->connection->mtu);
}

void
godot4_check_mask(const godot_reader_t *reader, proto_item *item, uint64_t mask)
{
    if (mask >> 63)
        godot_reader_expert(reader, item, &ei_godot_sync_last_property);
}

/* ---- Peers ---- */

/* Only messages from or to the server that came before tell what it said. */
void
godot4_check_relay(const godot_reader_t *reader, proto_item *item, int32_t peer)
{
    const godot_scope_t *scope = scope_of(reader);
    int64_t id = peer < 0 ? -(int64_t)peer : peer;
    enet_lack_t lack = scope->source == GODOT_PEER_SERVER ? godot_lack_of_sender(reader->message)
                                                          : godot_lack_of_receiver(reader->message);

    if (id == 0 || id == GODOT_PEER_SERVER || godot_history_knows_peer(scope, (int32_t)MIN(id, INT32_MAX)))
        return;
    if (lack == ENET_LACKS_NOTHING)
        godot_reader_expert_format(reader, item, &ei_godot_relay_unknown_peer,
                           "Relay for peer %" PRId64 ", of which the server has not told this client", id);
    else if (godot_say_once(scope, GODOT_KEY_SAID_PEER, (uint32_t)id))
        godot_reader_expert_format(reader, item, &ei_godot_peer_not_captured,
                           "It was not captured that the server told this client of peer %" PRId64 ": %s", id,
                           godot_lack_text(lack));
}

/* When the authentication of one end of a link began and ended. */
typedef struct {
    godot_moment_t began;
    godot_moment_t completed;
} auth_t;

void
godot4_check_auth(const godot_reader_t *reader, proto_item *item, bool completed)
{
    const godot_scope_t *scope = scope_of(reader);
    auth_t *auth = godot_history_find(scope, GODOT_KEY_AUTH, 0);

    if (scope->learn && !auth) {
        auth = wmem_new0(wmem_file_scope(), auth_t);
        auth->began = scope->moment;
        godot_history_learn(scope, GODOT_KEY_AUTH, 0, auth);
    }
    if (scope->learn && completed)
        auth->completed = scope->moment;
    if (!scope->learn && auth && !auth->completed && auth->began == scope->moment &&
        godot_end_misses_nothing(reader->message, false, GODOT_MOMENT_END))
        godot_reader_expert(reader, item, &ei_godot_auth_incomplete);
}

/* ---- Registration ---- */

static ei_register_info ei[] = {
    { &ei_godot_path_duplicate,
      { "godot.path.duplicate", PI_PROTOCOL, PI_WARN,
        "Duplicate remote cache ID", EXPFILL } },
    { &ei_godot_path_differs,
      { "godot.path.differs", PI_PROTOCOL, PI_WARN,
        "Peers have different RPC methods for one path", EXPFILL } },
    { &ei_godot_path_checksum,
      { "godot.path.checksum", PI_PROTOCOL, PI_ERROR,
        "The rpc node checksum failed. Make sure to have the same methods on both nodes.", EXPFILL } },
    { &ei_godot_version_mixed,
      { "godot.version.mixed", PI_PROTOCOL, PI_ERROR,
        "Different versions of Godot in one session", EXPFILL } },
    { &ei_godot_rpc_node_gone,
      { "godot.rpc.node_gone", PI_PROTOCOL, PI_WARN,
        "Invalid packet received. Requested node was not found.", EXPFILL } },
    { &ei_godot_rpc_before_spawn,
      { "godot.rpc.before_spawn", PI_SEQUENCE, PI_NOTE,
        "May arrive before the spawn of its node", EXPFILL } },
    { &ei_godot_spawn_name_used,
      { "godot.spawn.name_used", PI_PROTOCOL, PI_WARN,
        "Condition \"parent->has_node(name)\" is true", EXPFILL } },
    { &ei_godot_spawn_id_used,
      { "godot.spawn.id_used", PI_PROTOCOL, PI_WARN,
        "Condition \"peers_info[p_from].recv_nodes.has(net_id)\" is true", EXPFILL } },
    { &ei_godot_spawn_id_reused,
      { "godot.spawn.id_reused", PI_PROTOCOL, PI_NOTE,
        "The net id meant another node before", EXPFILL } },
    { &ei_godot_despawn_unknown,
      { "godot.despawn.unknown", PI_PROTOCOL, PI_WARN,
        "Condition \"!pinfo.recv_nodes.has(net_id)\" is true: no such node was spawned", EXPFILL } },
    { &ei_godot_sync_unknown,
      { "godot.sync.unknown", PI_PROTOCOL, PI_WARN,
        "Ignoring delta for a synchronizer that was not spawned", EXPFILL } },
    { &ei_godot_sync_unspawned,
      { "godot.sync.unspawned", PI_PROTOCOL, PI_NOTE,
        "State of a synchronizer that was not spawned", EXPFILL } },
    { &ei_godot_sync_values,
      { "godot.sync.values", PI_MALFORMED, PI_ERROR,
        "The number of values is not that of the mask's properties, or there is no property: the receiver refuses "
        "the delta", EXPFILL } },
    { &ei_godot_sync_dropped,
      { "godot.sync.dropped", PI_PROTOCOL, PI_WARN,
        "Not applied: the receiver refused a delta before it in the message", EXPFILL } },
    { &ei_godot_spawn_not_captured,
      { "godot.spawn.not_captured", PI_ASSUMPTION, PI_NOTE,
        "No spawn of the net id was captured", EXPFILL } },
    { &ei_godot_sync_stale,
      { "godot.sync.stale", PI_SEQUENCE, PI_NOTE,
        "Stale state: the receiver drops it", EXPFILL } },
    { &ei_godot_sync_big,
      { "godot.sync.big", PI_PROTOCOL, PI_NOTE,
        "State bigger than the MTU", EXPFILL } },
    { &ei_godot_sync_last_property,
      { "godot.sync.last_property", PI_PROTOCOL, PI_NOTE,
        "The 64th watched property: those behind it share the bits of the first ones", EXPFILL } },
    { &ei_godot_relay_unknown_peer,
      { "godot.relay.unknown_peer", PI_PROTOCOL, PI_WARN,
        "Relay for a peer that the server has not told of", EXPFILL } },
    { &ei_godot_peer_not_captured,
      { "godot.peer.not_captured", PI_ASSUMPTION, PI_NOTE,
        "The capture does not hold the server's message about the peer", EXPFILL } },
    { &ei_godot_auth_incomplete,
      { "godot.auth.incomplete", PI_PROTOCOL, PI_WARN,
        "This side never completed its authentication", EXPFILL } },
};

void
godot4_checks_register(expert_module_t *experts)
{
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
