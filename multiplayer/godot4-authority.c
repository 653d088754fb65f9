/* multiplayer/godot4-authority.c
 * Who has the authority of a node, as far as messages tell?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-authority.h"
#include "multiplayer/evidence.h"
#include "multiplayer/record.h"
#include <wsutil/strtoi.h>

/*
 * Bounds, in seconds, of the pause that a peer may make and still go on as before (1.5 times its longest one). After a
 * longer pause it takes the synchronizer over again.
 */
#define LEAST_PAUSE     0.1
#define PAUSE           0.5
/* Clients make their ids at random from 31 bits: a smaller number in a path may be anything. */
#define LEAST_CLIENT_ID 0x10000
#define MAX_COMPONENTS  32

static expert_field ei_godot_sync_authority = EI_INIT;
static expert_field ei_godot_rpc_authority = EI_INIT;

/* ---- Synchronizers ---- */

/* The peer that synchronizes it, and the one before. */
typedef struct speaker {
    int32_t                peer;
    const struct speaker *before;  /* NULL: none */
    uint32_t               until;   /* frame of the last state of the peer before, up to the takeover */
    uint32_t               spoke;   /* frame of the latest state of this peer; changes during the first pass */
} speaker_t;

/* How a peer speaks for a synchronizer. */
typedef struct {
    nstime_t last;
    double   pace;      /* longest time between two of its states while it was the only one, in seconds */
} habit_t;

/* First pass: tells whether this peer goes on at its usual pace. */
static bool
authority_goes_on(const godot_scope_t *scope, uint32_t number, bool alone)
{
    habit_t *habit = godot_history_find_any(scope, GODOT_KEY_SPOKE, number);
    nstime_t since;
    double pause;

    if (!habit) {
        habit = wmem_new(wmem_file_scope(), habit_t);
        *habit = (habit_t) { scope->time, 0 };
        godot_history_learn(scope, GODOT_KEY_SPOKE, number, habit);
        return false;
    }
    nstime_delta(&since, &scope->time, &habit->last);
    habit->last = scope->time;
    pause = nstime_to_sec(&since);
    if (alone)
        habit->pace = MAX(habit->pace, MIN(pause, PAUSE));
    return pause <= MIN(PAUSE, MAX(1.5 * habit->pace, LEAST_PAUSE));
}

/*
 * First pass: a peer that begins to speak for a synchronizer takes it over. The peer before may go on without a pause,
 * because its states were on their way, or because nobody told it: that does not take the synchronizer back.
 */
static void
authority_follow(const godot_scope_t *scope, const godot_path_t *path)
{
    godot_scope_t all = godot_scope_of_peer(scope, GODOT_PEER_SERVER);
    speaker_t *last = godot_history_find_any_before(&all, GODOT_KEY_AUTHORITY, path->number);
    bool on = authority_goes_on(scope, path->number, last && last->peer == scope->source);

    if (!last || (last->peer != scope->source && !on)) {
        uint32_t parent = godot_names_parent(scope, path);
        speaker_t *speaker = wmem_new(wmem_file_scope(), speaker_t);

        *speaker = (speaker_t) { scope->source, last, last ? last->spoke : 0, 0 };
        godot_history_learn(&all, GODOT_KEY_AUTHORITY, path->number, speaker);
        if (parent)
            godot_history_learn(&all, GODOT_KEY_NODE_AUTHORITY, parent, speaker);
        last = speaker;
    }
    if (last->peer == scope->source)
        last->spoke = GODOT_MOMENT_FRAME(scope->moment);
}

/* The wire does not tell the authority, only who speaks. Where only the server did, it is also who speaks now. */
bool
godot4_check_authority(const godot_reader_t *reader, proto_item *item, const godot_path_t *path)
{
    const godot_scope_t *scope = &reader->message->scope;
    godot_scope_t all = godot_scope_of_peer(scope, GODOT_PEER_SERVER);
    const speaker_t *now;

    if (scope->source == GODOT_PEER_UNKNOWN)
        return false;
    if (scope->learn)
        authority_follow(scope, path);
    now = godot_history_find_at(&all, GODOT_KEY_AUTHORITY, path->number);
    if (now && now->before && !godot_is_skewed(scope)) {
        godot_reader_expert_format(reader, item, &ei_godot_sync_authority,
                           "Peer %d synchronizes %s; until frame %u it was peer %d",
                           now->peer, path->shown, now->until, now->before->peer);
        godot_record_takes_over(reader->message);
    }
    if (!now)
        now = godot_history_find_any_before(&all, GODOT_KEY_AUTHORITY, path->number);
    return now && !now->before && now->peer == GODOT_PEER_SERVER &&
           godot_end_misses_nothing(reader->message, true, scope->moment);
}

/* ---- Calls ---- */

/* Returns the client whose id is in the path. If the caller's own id is in it, returns that. */
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

/* Returns what points to another authority than the caller; NULL: nothing does. */
static const char *
other_authority(wmem_allocator_t *pool, const godot_scope_t *scope, const char *path, uint32_t number)
{
    godot_scope_t all = godot_scope_of_peer(scope, GODOT_PEER_SERVER);
    int32_t peer = peer_in_path(path, scope->source);
    const speaker_t *speaker = godot_history_find_any_before(&all, GODOT_KEY_NODE_AUTHORITY, number);
    int32_t caller = GPOINTER_TO_INT(godot_history_find_any_before(&all, GODOT_KEY_CALLER, number));

    if (peer != GODOT_PEER_UNKNOWN)
        return peer == scope->source ? NULL : wmem_strdup_printf(pool, "it is named after peer %d", peer);
    if (speaker)
        return speaker->peer == scope->source ? NULL : wmem_strdup_printf(pool, "peer %d synchronizes it", speaker->peer);
    if (caller != GODOT_PEER_UNKNOWN && caller != scope->source && scope->source != GODOT_PEER_SERVER)
        return wmem_strdup_printf(pool, "peer %d called such a method of it before", caller);
    return NULL;
}

/* Tells whether this is the first call of the node by this caller, on any link. */
static bool
is_first(const godot_scope_t *scope, uint32_t number)
{
    if (godot_history_find_any_before(scope, GODOT_KEY_SAID_CALLER, number))
        return false;
    if (scope->learn)
        godot_history_learn(scope, GODOT_KEY_SAID_CALLER, number, scope->link);
    return true;
}

void
godot4_check_caller(const godot_reader_t *reader, proto_item *item, const char *path)
{
    const godot_scope_t *scope = &reader->message->scope;
    godot_scope_t all = godot_scope_of_peer(scope, GODOT_PEER_SERVER);
    uint32_t number = godot_history_number(scope, path, scope->learn, NULL);
    const char *why;

    if (scope->source == GODOT_PEER_UNKNOWN)
        return;
    why = other_authority(reader->pinfo->pool, scope, path, number);
    if (scope->learn && !godot_history_find_any_before(&all, GODOT_KEY_CALLER, number))
        godot_history_learn(&all, GODOT_KEY_CALLER, number, GINT_TO_POINTER(scope->source));
    if (why && !scope->incomplete && is_first(scope, number))
        godot_reader_expert_format(reader, item, &ei_godot_rpc_authority,
                           "Peer %d calls what only the authority of %s may call; %s", scope->source, path, why);
}

/* ---- Registration ---- */

static ei_register_info ei[] = {
    { &ei_godot_sync_authority,
      { "godot.sync.authority", PI_SEQUENCE, PI_NOTE,
        "Another peer synchronizes this from here on", EXPFILL } },
    { &ei_godot_rpc_authority,
      { "godot.rpc.authority", PI_ASSUMPTION, PI_NOTE,
        "A method for the authority only, and another peer than the caller seems to be the authority", EXPFILL } },
};

void
godot4_authority_register(expert_module_t *experts)
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
