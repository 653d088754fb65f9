/* project/project.h
 * What do the game's own scripts and scenes say things are called?
 * The library's only public header, GLib and no Wireshark: a game is opened, asked, and closed. Its parts are plain data.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_PROJECT_H
#define PROJECT_PROJECT_H

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#define GODOT_PROJECT_KEY_LENGTH 32U    /* bytes of the key of encrypted packs */
#define GODOT_UNKNOWN (-1)              /* not a literal: only the running game knows */

/* ---- What there is ---- */

/* Values of MultiplayerAPI.RPCMode. */
typedef enum {
    GODOT_RPC_DISABLED = 0,
    GODOT_RPC_ANY_PEER = 1,
    GODOT_RPC_AUTHORITY = 2
} godot_rpc_mode_t;

/* Values of MultiplayerPeer.TransferMode. */
typedef enum {
    GODOT_TRANSFER_UNRELIABLE = 0,
    GODOT_TRANSFER_UNRELIABLE_ORDERED = 1,
    GODOT_TRANSFER_RELIABLE = 2
} godot_transfer_t;

/* How a method may be called; each member may be GODOT_UNKNOWN. */
typedef struct {
    int mode;                   /* godot_rpc_mode_t */
    int transfer;               /* godot_transfer_t */
    int call_local;             /* 0, 1 */
    int channel;
} godot_rpc_config_t;

/* A parameter or a variable. */
typedef struct {
    char *name;
    char *type;                 /* as hinted ("Array[int]") or inferred from a literal; "" if unknown */
    bool  rest;                 /* "...name": takes all that is left */
} godot_declaration_t;

typedef struct {
    char              *name;
    GPtrArray         *arguments;   /* godot_declaration_t */
    bool               is_rpc;      /* carries @rpc or [Rpc] */
    godot_rpc_config_t config;      /* if is_rpc */
} godot_function_t;

/* Everything below lives as long as the index it came from. */
typedef struct _godot_project godot_project_t;

/* ---- Methods ---- */

/* One RPC method of a script. */
typedef struct {
    const char        *name;
    const GPtrArray   *arguments;       /* godot_declaration_t; NULL if scripts with this list disagree on them */
    godot_rpc_config_t config;          /* GODOT_UNKNOWN where they disagree, or where it is no literal */
} godot_method_t;

/* A script class: a file or a class inside one. */
typedef struct _godot_script {
    const char        *path;            /* "res://player.gd", "res://game.gd:Inner", "res://a.tscn::GDScript_1" */
    struct _godot_script *base;         /* NULL: an engine class, or not found */
    GPtrArray         *methods;         /* godot_method_t in the order of their ids, bases' included */
    char               md5[33];         /* of their names */
    struct _godot_class *declares;      /* internal, as all that follows */
    struct _godot_project_root *root;
    bool               csharp;
    int                base_state;
    unsigned           depth;           /* of the chain from here to the last base; 0 until it is settled */
    bool               listed;
    uint8_t           *called;          /* bits: the project's calls_on_others that name its functions; NULL until they were sought */
} godot_script_t;

/* What a methods MD5 stands for. */
typedef struct {
    char               md5[33];
    GPtrArray         *node_methods;    /* godot_method_t: ids from 0x8000 on (rpc_config on the node) */
    GPtrArray         *methods;         /* godot_method_t: ids from 0 on (the script's) */
    GPtrArray         *scripts;         /* godot_script_t: all whose list this is; several if bases are shared */
} godot_methods_t;

/* ---- Scenes ---- */

/* A replicated property. */
typedef struct {
    const char *path;                   /* as configured: "Child:position:x" */
    const char *node;                   /* name of the node that has it: "Player", "Child" */
    const char *name;                   /* "position:x" */
    const char *type;                         /* as hinted or valued in the files, or the engine's; "" if unknown */
    bool  spawn, sync, watch;           /* 4.2 and later */
    bool  sync_4_1, watch_4_1;
} godot_property_t;

/* Which values a packet holds (docs/wire/multiplayer-godot4.md, 7). */
typedef enum {
    GODOT_LIST_SPAWN,                   /* state in a SPAWN */
    GODOT_LIST_SYNC,                    /* SYNC */
    GODOT_LIST_WATCH                    /* delta; bit n of the mask is entry n */
} godot_list_t;

#define GODOT_LIST_COUNT (GODOT_LIST_WATCH + 1)

typedef struct _godot_scene godot_scene_t;

typedef struct {
    const godot_scene_t *scene;
    char                *path;          /* of the synchronizer, from the scene's root: "Sync" */
    GPtrArray           *properties;    /* godot_property_t, as configured */
    GPtrArray           *lists[GODOT_LIST_COUNT][2];    /* internal: of 4.2 and later, of 4.0 and 4.1; when they were asked for */
} godot_synchronizer_t;

struct _godot_scene {
    const char          *path;          /* "res://player.tscn" */
    struct _godot_node  *tree;          /* internal */
    GPtrArray           *synchronizers; /* godot_synchronizer_t, in the order they enter the tree */
    GArray              *matches;       /* internal, as all that follows: matches.c */
    void                *file;
    struct _godot_project_root *root;
    bool                 being_built;
};

/* A node of a scene, with what the scene instances put in place. */
typedef struct {
    const char           *path;         /* from the scene's root: ".", "Players/Sync" */
    const char           *type;         /* engine class, or NULL */
    const godot_script_t *script;       /* NULL: none, or not found */
    const GPtrArray      *spawns;       /* const char *: the scenes of a MultiplayerSpawner, "" for one that is not found */
} godot_scene_node_t;

/* ---- Reading ---- */

/**
 * Read games: folders with a project.godot, any folders of scripts and scenes, packs, executables with a pack, folders of
 * exports. Never fails: what could not be read is told by godot_project_notes().
 *
 * @param places ended by NULL
 * @param key of encrypted packs, GODOT_PROJECT_KEY_LENGTH bytes, or NULL
 * @return godot_project_close()
 */
godot_project_t *godot_project_open(const char *const *places, const uint8_t *key);

/** The key that 64 hexadecimal digits mean. @param key room for GODOT_PROJECT_KEY_LENGTH bytes @return false if they are no key */
bool godot_project_parse_key(const char *digits, uint8_t *key);

/** Forget a game, and all that it answered. NULL is fine. */
void godot_project_close(godot_project_t *project);

/** Have the folders or files changed since they were read? */
bool godot_project_changed(const godot_project_t *project);

/** "1 project: 12 scripts (7 with RPCs), ..." */
const char *godot_project_summary(const godot_project_t *project);

/** How many games there are: folders with a project.godot, folders without one, packs. 0: no place is any of these. */
unsigned godot_project_count(const godot_project_t *project);

/** What could not be read: char *, one sentence each. */
const GPtrArray *godot_project_notes(const godot_project_t *project);

/** How many sentences more there would be: a hundred are kept. */
unsigned godot_project_notes_lost(const godot_project_t *project);

/** How many seconds are a long time to read? */
unsigned godot_project_slow_seconds(void);

/** Did it take longer? */
bool godot_project_was_slow(const godot_project_t *project);

/** All scripts (godot_script_t) and scenes (godot_scene_t), in the order they were found. */
const GPtrArray *godot_project_scripts(const godot_project_t *project);
const GPtrArray *godot_project_scenes(const godot_project_t *project);

/** All functions that a script declares itself (godot_function_t), in the order written. */
const GPtrArray *godot_script_functions(const godot_script_t *script);

/** Call a function for each node of a scene, in the order they enter the tree. @param node its parts live until step returns */
void godot_scene_each_node(const godot_scene_t *scene, void (*step)(void *user, const godot_scene_node_t *node), void *user);

/** All lists of methods that an MD5 may stand for (godot_methods_t), sorted by it. g_ptr_array_unref() */
GPtrArray *godot_project_method_lists(const godot_project_t *project);

/* ---- Asking ---- */

/**
 * Is the server the authority of every node, as nothing in the project can give it away? All scripts could be read, they are
 * GDScript, none of them names set_multiplayer_authority(), and there is no native code.
 */
bool godot_project_keeps_authority(const godot_project_t *project);

/**
 * What a SIMPLIFY_PATH's MD5 stands for. Equal MD5 means equal names: this is proof.
 *
 * @param md5 32 lower-case hex digits
 * @return NULL if no script of the project has such a list
 */
const godot_methods_t *godot_project_methods_of_md5(godot_project_t *project, const char *md5);

/** The method that an id means, or NULL. */
const godot_method_t *godot_methods_get(const godot_methods_t *methods, unsigned method_id);

/** The script's own method of that id, or NULL. */
const godot_method_t *godot_script_method(const godot_script_t *script, unsigned method_id);

/**
 * The script of the node at a path, by the scenes, autoloads and spawners. Weaker than an MD5: a game may build its
 * tree otherwise.
 *
 * @param path relative to the multiplayer root: "Main/Players/7"
 * @return NULL if there is none, or if scenes disagree
 */
const godot_script_t *godot_project_script_of_path(godot_project_t *project, const char *path);

/**
 * The scene a MultiplayerSpawner means by a number.
 *
 * @param path of the spawner
 * @param index in its list
 * @return NULL if there is none, or if scenes disagree
 */
const godot_scene_t *godot_project_spawned_scene(godot_project_t *project, const char *path, unsigned index);

/**
 * The synchronizer that a SPAWN of a scene gives one of its ids: all of the scene have one, or those of the sender's authority.
 *
 * @param count number of ids in the SPAWN
 * @param values number of values of its state
 * @param nth which of the ids, from 0 on
 * @return NULL if counts do not tell
 */
godot_synchronizer_t *godot_scene_spawned(const godot_scene_t *scene, unsigned count, unsigned values, unsigned nth);

/**
 * The node path below which a MultiplayerSpawner puts what it spawns ("Main/Players").
 *
 * @return NULL if there is none, or if scenes disagree; owned by the project, until the next question
 */
const char *godot_project_spawn_parent(godot_project_t *project, const char *path);

/**
 * The synchronizer at a path, if it fits the number of values.
 *
 * @param count SPAWN, SYNC: number of values; WATCH: at least that many entries (highest bit + 1)
 * @return NULL if there is none, or if scenes disagree
 */
godot_synchronizer_t *godot_project_synchronizer(godot_project_t *project, const char *path,
                                                 godot_list_t list, unsigned count);

/**
 * The properties that a list of values is made of.
 *
 * @param count as for godot_project_synchronizer()
 * @return godot_property_t, as many as there are values (WATCH: as there are entries); NULL if counts disagree.
 */
const GPtrArray *godot_synchronizer_list(godot_synchronizer_t *synchronizer, godot_list_t list, unsigned count);

#endif /* PROJECT_PROJECT_H */

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
