/* multiplayer/names.c
 * What is node 7, synchronizer 3, peer 1842, as of this frame?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/names.h"
#include "variant/labels.h"

/* ---- Paths ---- */

/* A confirmation that was captured before the announcement that it confirms. */
typedef struct {
    godot_moment_t moment;
    bool           used;
} early_t;

static void
note_early(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    godot_scope_t reversed = godot_scope_reversed(scope);
    early_t *early = wmem_new(wmem_file_scope(), early_t);

    *early = (early_t) { .moment = scope->moment };
    godot_history_learn(&reversed, kind, id, early);
}

static void
confirm_early(const godot_scope_t *scope, godot_path_t *entry, godot_key_kind_t kind, uint32_t id)
{
    early_t *early = godot_history_find(scope, kind, id);

    if (!early || early->used)
        return;
    early->used = true;
    entry->confirmed = early->moment;
}

void
godot_names_announce(const godot_scope_t *scope, uint32_t id, const char *path, const char *md5)
{
    godot_path_t *entry = wmem_new0(wmem_file_scope(), godot_path_t);
    uint32_t number = godot_history_number(scope, path, true, &entry->path);

    entry->number = number;
    entry->shown = godot_cut_bytes(wmem_file_scope(), entry->path, GODOT_SHOWN);
    if (md5)
        godot_history_number(scope, md5, true, &entry->md5);
    entry->sender = scope->source;
    entry->announced = scope->moment;
    entry->announced_time = scope->time;
    confirm_early(scope, entry, GODOT_KEY_EARLY_CONFIRM, id);
    confirm_early(scope, entry, GODOT_KEY_EARLY_CONFIRM_NAME, number);
    godot_history_learn(scope, GODOT_KEY_PATH, id, entry);
    godot_history_learn(scope, GODOT_KEY_PATH_NAME, number, entry);
}

const godot_path_t *
godot_names_path(const godot_scope_t *scope, uint32_t id, godot_found_t *found)
{
    return godot_history_resolve(scope, GODOT_KEY_PATH, id, found);
}

uint32_t
godot_names_parent(const godot_scope_t *scope, const godot_path_t *path)
{
    const char *slash = path->parent ? NULL : strrchr(path->path, '/');
    char *parent = slash ? g_strndup(path->path, (gsize)(slash - path->path)) : NULL;

    if (parent)
        ((godot_path_t *)path)->parent = godot_history_number(scope, parent, true, NULL);
    g_free(parent);
    return path->parent;
}

/*
 * Finds the announcement that a confirmation answers. The confirming peer had it when it sent the confirmation, even if
 * the confirmation is delivered much later.
 */
static godot_path_t *
find_of_receiver(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    godot_scope_t reversed = godot_scope_reversed(scope), then = godot_scope_of_other(scope);
    godot_path_t *found = godot_history_find(&then, kind, id);

    return found ? found : godot_history_find(&reversed, kind, id);
}

/*
 * Finds what the receiver had announced. If the sender got something that is not captured yet, an earlier meaning may
 * be wrong, so nothing is returned.
 */
static const godot_path_t *
name_of_receiver(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    return godot_told_is_open(scope) ? NULL : find_of_receiver(scope, kind, id);
}

const godot_path_t *
godot_names_path_of_receiver(const godot_scope_t *scope, uint32_t id)
{
    return name_of_receiver(scope, GODOT_KEY_PATH, id);
}

const godot_path_t *
godot_names_path_by_name(const godot_scope_t *scope, const char *path)
{
    uint32_t number = godot_history_number(scope, path, false, NULL);

    return number ? godot_history_find(scope, GODOT_KEY_PATH_NAME, number) : NULL;
}

const godot_path_t *
godot_names_path_by_name_later(const godot_scope_t *scope, const char *path)
{
    uint32_t number = godot_history_number(scope, path, false, NULL);

    return number ? godot_history_find_later(scope, GODOT_KEY_PATH_NAME, number) : NULL;
}

const godot_path_t *
godot_names_path_by_name_of_receiver(const godot_scope_t *scope, const char *path)
{
    uint32_t number = godot_history_number(scope, path, false, NULL);

    return number ? name_of_receiver(scope, GODOT_KEY_PATH_NAME, number) : NULL;
}

const godot_path_t *
godot_names_path_by_name_of(const godot_scope_t *scope, int32_t peer, const char *path)
{
    godot_scope_t of_peer = godot_scope_of_peer(scope, peer);
    uint32_t number = godot_history_number(scope, path, false, NULL);

    return godot_history_find_any(&of_peer, GODOT_KEY_PATH_NAME, number);
}

void
godot_names_confirm(const godot_scope_t *scope, uint32_t id, const char *path)
{
    uint32_t number = path ? godot_history_number(scope, path, true, NULL) : id;
    godot_path_t *entry = find_of_receiver(scope, path ? GODOT_KEY_PATH_NAME : GODOT_KEY_PATH, number);

    if (entry && !entry->confirmed)
        entry->confirmed = scope->moment;
    else if (!entry || godot_told_is_open(scope))
        note_early(scope, path ? GODOT_KEY_EARLY_CONFIRM_NAME : GODOT_KEY_EARLY_CONFIRM, number);
}

/* ---- Peers ---- */

unsigned
godot_names_engine(const godot_scope_t *scope)
{
    return GPOINTER_TO_UINT(godot_history_find_any_before(scope, GODOT_KEY_ENGINE, 0));
}

void
godot_names_learn_engine(const godot_scope_t *scope, unsigned trait)
{
    unsigned known = godot_names_engine(scope);

    if (scope->source != GODOT_PEER_UNKNOWN && !(known & trait))
        godot_history_learn(scope, GODOT_KEY_ENGINE, 0, GUINT_TO_POINTER(known | trait));
}

/* ---- Spawned nodes ---- */

bool
godot_node_is_gone(const godot_node_t *node, godot_moment_t moment)
{
    return node->despawned && node->despawned <= moment;
}

/* The number of the spawner's path and the name make a string together; no path has a line feed. */
static uint32_t
sibling_number(const godot_scope_t *scope, const godot_path_t *spawner, const char *name, bool add)
{
    char *both = wmem_strdup_printf(NULL, "%u\n%s", spawner ? spawner->number : 0, name);
    uint32_t number = godot_history_number(scope, both, add, NULL);

    wmem_free(NULL, both);
    return number;
}

static void
learn_net(const godot_scope_t *scope, godot_node_t *node, uint32_t net_id, unsigned synchronizer)
{
    godot_net_t *net = wmem_new(wmem_file_scope(), godot_net_t);

    net->node = node;
    net->synchronizer = synchronizer;
    godot_history_learn(scope, GODOT_KEY_NET, net_id, net);
}

godot_node_t *
godot_names_spawn(const godot_scope_t *scope, const godot_node_t *from)
{
    godot_node_t *node = wmem_memdup(wmem_file_scope(), from, sizeof *from);
    uint32_t number = godot_history_number(scope, from->name, true, &node->name);
    const char *shown;

    scope->link->spawned = true;
    node->spawned = scope->moment;
    shown = godot_cut_bytes(wmem_file_scope(), from->path ? from->path : node->name, GODOT_SHOWN);
    node->path = wmem_strdup_printf(wmem_file_scope(), "%s%s", from->path ? "" : "\xe2\x80\xa6/", shown);
    learn_net(scope, node, node->net_id, 0);
    godot_history_learn(scope, GODOT_KEY_NODE_NAME, number, node);
    godot_history_learn(scope, GODOT_KEY_NODE_NAME,
                        sibling_number(scope, node->spawner, node->name, true), node);
    return node;
}

void
godot_names_add_synchronizer(const godot_scope_t *scope, godot_node_t *node, uint32_t net_id,
                             unsigned number)
{
    learn_net(scope, node, net_id, number);
}

void
godot_names_despawn(const godot_scope_t *scope, uint32_t net_id)
{
    godot_found_t found;
    const godot_net_t *net = godot_names_net(scope, net_id, &found);

    if (net && found == GODOT_FOUND && net->synchronizer == 0 && !net->node->despawned)
        net->node->despawned = scope->moment;
}

const godot_net_t *
godot_names_net(const godot_scope_t *scope, uint32_t net_id, godot_found_t *found)
{
    return godot_history_resolve(scope, GODOT_KEY_NET, net_id, found);
}

const godot_net_t *
godot_names_net_before(const godot_scope_t *scope, uint32_t net_id)
{
    return godot_history_find_before(scope, GODOT_KEY_NET, net_id);
}

const godot_node_t *
godot_names_sibling_before(const godot_scope_t *scope, const godot_path_t *spawner, const char *name)
{
    uint32_t number = sibling_number(scope, spawner, name, false);

    return number ? godot_history_find_before(scope, GODOT_KEY_NODE_NAME, number) : NULL;
}

const godot_node_t *
godot_names_node_by_name(const godot_scope_t *scope, const char *name)
{
    uint32_t number = godot_history_number(scope, name, false, NULL);

    return number ? godot_history_find(scope, GODOT_KEY_NODE_NAME, number) : NULL;
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
