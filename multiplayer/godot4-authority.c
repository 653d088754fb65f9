/* multiplayer/godot4-authority.c
 * Whose node is it, as far as messages tell?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-authority.h"
#include <wsutil/strtoi.h>

/* Who goes on to speak for a synchronizer does so at least as often, in seconds; who begins anew takes it over. */
#define PAUSE           0.5
/* Clients make their ids at random from 31 bits: a smaller number in a path may be anything. */
#define LEAST_CLIENT_ID 0x10000
#define MAX_COMPONENTS  32

static expert_field ei_godot_sync_authority = EI_INIT;
static expert_field ei_godot_rpc_authority = EI_INIT;

/* ---- Synchronizers ---- */

/* The node that a synchronizer is in, as a rule its parent. */
static uint32_t
number_of_parent(const godot_scope_t *scope, const char *path, bool add)
{
    const char *slash = strrchr(path, '/');
    char *parent = slash ? g_strndup(path, (gsize)(slash - path)) : NULL;
    uint32_t number = parent ? godot_history_number(scope, parent, add, NULL) : 0;

    g_free(parent);
    return number;
}

static int32_t
authority_of(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t number)
{
    godot_scope_t all = godot_scope_of_peer(scope, GODOT_PEER_SERVER);

    return number ? GPOINTER_TO_INT(godot_history_find_any_before(&all, kind, number)) : GODOT_PEER_UNKNOWN;
}

static void
learn_authority(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t number)
{
    godot_scope_t all = godot_scope_of_peer(scope, GODOT_PEER_SERVER);

    if (number)
        godot_history_learn(&all, kind, number, GINT_TO_POINTER(scope->source));
}

/* First pass: has this peer spoken for the synchronizer without a pause? */
static bool
goes_on(const godot_scope_t *scope, uint32_t number)
{
    nstime_t *spoke = godot_history_find_any(scope, GODOT_KEY_SPOKE, number);
    nstime_t pause;

    if (!spoke) {
        spoke = wmem_new(wmem_file_scope(), nstime_t);
        *spoke = scope->time;
        godot_history_learn(scope, GODOT_KEY_SPOKE, number, spoke);
        return false;
    }
    nstime_delta(&pause, &scope->time, spoke);
    *spoke = scope->time;
    return nstime_to_sec(&pause) <= PAUSE;
}

/*
 * First pass. Who begins to speak takes over. Then the packets of the authority before, which were on their
 * way, come too late; also those of one that was never asked.
 */
static void
follow(const godot_scope_t *scope, const char *path, uint32_t number)
{
    int32_t authority = authority_of(scope, GODOT_KEY_AUTHORITY, number);
    bool on = goes_on(scope, number);

    if (authority == scope->source)
        return;
    if (authority == GODOT_PEER_UNKNOWN || !on) {
        learn_authority(scope, GODOT_KEY_AUTHORITY, number);
        learn_authority(scope, GODOT_KEY_NODE_AUTHORITY, number_of_parent(scope, path, true));
    } else if (scope->target_known && scope->target == authority) {
        godot_history_learn(scope, GODOT_KEY_LATE_STATE, number, GINT_TO_POINTER(authority));
    }
}

void
godot4_check_authority(const godot_reader_t *reader, proto_item *item, bool delta, const char *path)
{
    const godot_scope_t *scope = &reader->message->scope;
    uint32_t number = godot_history_number(scope, path, scope->learn, NULL);
    int32_t authority;

    if (scope->source == GODOT_PEER_UNKNOWN)
        return;
    if (scope->learn)
        follow(scope, path, number);
    authority = GPOINTER_TO_INT(godot_history_find_at(scope, GODOT_KEY_LATE_STATE, number));
    if (authority)
        expert_add_info_format(reader->pinfo, item, &ei_godot_sync_authority,
                               "%s Peer %d has taken over the authority of %s.",
                               delta ? "Ignoring delta for non-authority or invalid synchronizer."
                                     : "Ignoring sync data from non-authority or for missing node.", authority, path);
}

/* ---- Calls ---- */

/* The client whose id stands in the path; the caller, if it is its own. */
static int32_t
peer_in_path(const char *path, int32_t source)
{
    char  **components = g_strsplit(path, "/", MAX_COMPONENTS);
    int32_t peer = GODOT_PEER_UNKNOWN;

    for (unsigned i = 0; components[i] && peer != source; i++) {
        uint32_t number;

        if (ws_strtou32(components[i], NULL, &number) && number <= INT32_MAX &&
            (number >= LEAST_CLIENT_ID || number == (uint32_t)source))
            peer = (int32_t)number;
    }
    g_strfreev(components);
    return peer;
}

/* Who seems to be the authority of a node, and what tells so. */
static int32_t
seeming_authority(const godot_scope_t *scope, const char *path, uint32_t number, const char **why)
{
    int32_t peer = peer_in_path(path, scope->source);

    *why = "whose id is in the path";
    if (peer == GODOT_PEER_UNKNOWN) {
        *why = "which synchronizes the node";
        peer = authority_of(scope, GODOT_KEY_NODE_AUTHORITY, number);
    }
    if (peer == GODOT_PEER_UNKNOWN && scope->source != GODOT_PEER_SERVER) {
        *why = "which called such methods of the node before";
        peer = authority_of(scope, GODOT_KEY_CALLER, number);
    }
    return peer;
}

/* Once for each node, method and peer, on whatever link. */
static bool
is_first(const godot_scope_t *scope, const char *path, const char *method)
{
    char *both = g_strdup_printf("%s\n%s", path, method);
    uint32_t number = godot_history_number(scope, both, scope->learn, NULL);

    g_free(both);
    if (godot_history_find_any_before(scope, GODOT_KEY_SAID_CALLER, number))
        return false;
    if (scope->learn)
        godot_history_learn(scope, GODOT_KEY_SAID_CALLER, number, scope->link);
    return true;
}

void
godot4_check_caller(const godot_reader_t *reader, proto_item *item, const char *path, const char *method)
{
    const godot_scope_t *scope = &reader->message->scope;
    uint32_t number = godot_history_number(scope, path, scope->learn, NULL);
    const char *why;
    int32_t peer;

    if (scope->source == GODOT_PEER_UNKNOWN)
        return;
    peer = seeming_authority(scope, path, number, &why);
    if (scope->learn && authority_of(scope, GODOT_KEY_CALLER, number) == GODOT_PEER_UNKNOWN)
        learn_authority(scope, GODOT_KEY_CALLER, number);
    if (peer != GODOT_PEER_UNKNOWN && peer != scope->source && !scope->incomplete && is_first(scope, path, method))
        expert_add_info_format(reader->pinfo, item, &ei_godot_rpc_authority,
                               "Would be rejected: authority only, sent by peer %d; the authority seems to be peer %d, %s",
                               scope->source, peer, why);
}

/* ---- Registration ---- */

static ei_register_info ei[] = {
    { &ei_godot_sync_authority,
      { "godot.sync.authority", PI_PROTOCOL, PI_WARN,
        "The receiver has taken over the authority: it ignores what others send", EXPFILL } },
    { &ei_godot_rpc_authority,
      { "godot.rpc.authority", PI_PROTOCOL, PI_NOTE,
        "Would be rejected: authority only, and another peer seems to be the authority", EXPFILL } },
};

void
godot4_authority_register(int proto)
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
