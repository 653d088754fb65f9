/* multiplayer/names.h
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

#ifndef MULTIPLAYER_NAMES_H
#define MULTIPLAYER_NAMES_H

#include "multiplayer/history.h"

/* In a node target: the path follows, and the other bits are its offset. In a synchronizer's id: the id is a path's. */
#define GODOT_PATH_FORM 0x80000000

/*
 * So many bytes of a name are shown where an id stands for it. The message that tells it shows it whole: otherwise a long
 * name would cost as much with each id as it did there.
 */
#define GODOT_SHOWN 512

/* A node path that a peer announced. Lives as long as the file. */
typedef struct {
    uint32_t       number;          /* of the path, as godot_history_number() returns it */
    uint32_t       parent;          /* ... of the path without its last name; 0 = not asked for yet, or it has one name */
    const char    *path;       /* at most GODOT_SHOWN bytes of the path; "…/name" while its parent is not known */
    const char    *shown;           /* the path, or its first GODOT_SHOWN bytes */
    const char    *md5;             /* of the names of the RPC methods; NULL in 3.x */
    int32_t        sender;
    godot_moment_t announced;
    nstime_t       announced_time;  /* time of its frame, since the beginning of the capture */
    godot_moment_t confirmed;       /* 0 = not confirmed */
} godot_path_t;

/* This scene index stands for no scene: the game's own spawn function made the node. */
#define GODOT_SCENE_CUSTOM 255

/* A node that a peer spawned at another peer. */
typedef struct {
    uint32_t            net_id;
    uint32_t            scene;      /* index in the spawner's list, or GODOT_SCENE_CUSTOM */
    const godot_path_t *spawner;    /* NULL if it was not announced */
    const char         *name;
    const char         *path;       /* the whole path up to GODOT_SHOWN bytes, or "â¦/name" while its parent is not known */
    unsigned            synchronizers;
    unsigned            values;     /* number of values in the state of its spawn */
    godot_moment_t      spawned;
    godot_moment_t      despawned;  /* 0 = not despawned */
    const uint32_t     *acked;      /* the frame that acknowledged the spawn; NULL = not known */
} godot_node_t;

/* What a net id stands for: a spawned node, or a synchronizer in it. */
typedef struct {
    godot_node_t *node;
    unsigned      synchronizer;     /* number of the synchronizer, from 1; 0 = the node itself */
} godot_net_t;

/* ---- Paths ---- */

/** First pass: the sender of the scope announces a path. md5 may be NULL. */
void godot_names_announce(const godot_scope_t *scope, uint32_t id, const char *path, const char *md5);

/** First pass: the sender confirms an announcement of its receiver, by id, or by path if that is not NULL. */
void godot_names_confirm(const godot_scope_t *scope, uint32_t id, const char *path);

/**
 * Returns the path that the sender of the scope means by an id, at its moment.
 *
 * @param found says how it was found, unless NULL
 * @return NULL if it was never announced
 */
const godot_path_t *godot_names_path(const godot_scope_t *scope, uint32_t id, godot_found_t *found);

/** First pass: returns the number of the node that a synchronizer is in, usually its parent; 0: the path has one name. */
uint32_t godot_names_parent(const godot_scope_t *scope, const godot_path_t *path);

/** Returns the path that the receiver of the scope had announced with this id when the message was sent. */
const godot_path_t *godot_names_path_of_receiver(const godot_scope_t *scope, uint32_t id);

/** Returns the sender's announcement of a path to this receiver, at the scope's moment; NULL = none. */
const godot_path_t *godot_names_path_by_name(const godot_scope_t *scope, const char *path);

/** Returns the first announcement after that moment, which later passes know. */
const godot_path_t *godot_names_path_by_name_later(const godot_scope_t *scope, const char *path);

/** Returns the receiver's announcement of a path to the sender. */
const godot_path_t *godot_names_path_by_name_of_receiver(const godot_scope_t *scope, const char *path);

/** Returns the announcement of a path by any peer, to any receiver. */
const godot_path_t *godot_names_path_by_name_of(const godot_scope_t *scope, int32_t peer,
                                                const char *path);

/* ---- Peers ---- */

/* What a peer's messages show of its release of Godot 4 (docs/wire/multiplayer-godot4.md, 8). */
enum {
    GODOT_ENGINE_CONFIRMS_PATH = 1,     /* 4.0 to 4.2 */
    GODOT_ENGINE_CONFIRMS_ID   = 2,     /* 4.3 and later */
    GODOT_ENGINE_SENDS_DELTA   = 4      /* 4.1 and later */
};

/** First pass: the source of the scope shows one of these traits. */
void godot_names_learn_engine(const godot_scope_t *scope, unsigned trait);

/** Returns the source's traits that its messages before this moment show; 0 = none. */
unsigned godot_names_engine(const godot_scope_t *scope);

/* ---- Spawned nodes ---- */

/**
 * First pass: the sender spawns a node. The strings are copied. Moments are filled in, and so is the path if it is
 * NULL.
 */
godot_node_t *godot_names_spawn(const godot_scope_t *scope, const godot_node_t *node);

/** First pass: a spawned node has this synchronizer; number counts from 1. */
void godot_names_add_synchronizer(const godot_scope_t *scope, godot_node_t *node, uint32_t net_id,
                                  unsigned number);

/** First pass: the sender despawns the node of this net id that it had spawned at this receiver. */
void godot_names_despawn(const godot_scope_t *scope, uint32_t net_id);

/** Returns what the sender of the scope means by a net id, at its moment; NULL = nobody spawned it. */
const godot_net_t *godot_names_net(const godot_scope_t *scope, uint32_t net_id, godot_found_t *found);

/** Returns what the sender meant by it just before. */
const godot_net_t *godot_names_net_before(const godot_scope_t *scope, uint32_t net_id);

/** Returns the node of that name that the same spawner had spawned before; or NULL. */
const godot_node_t *godot_names_sibling_before(const godot_scope_t *scope, const godot_path_t *spawner,
                                               const char *name);

/**
 * Returns the latest node of this name that the sender spawned at the receiver, with any spawner, at the scope's
 * moment.
 */
const godot_node_t *godot_names_node_by_name(const godot_scope_t *scope, const char *name);

/** Tells whether the node was gone by that moment. */
bool godot_node_is_gone(const godot_node_t *node, godot_moment_t moment);

#endif /* MULTIPLAYER_NAMES_H */

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
