/* project/project.h
 * Which names do the game's own scripts and scenes have? This is the library's only public header; it needs GLib and no
 * Wireshark. A game is opened, asked, and closed. Its parts are plain data.
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
#define GODOT_UNKNOWN (-1)              /* not a literal: only the running game knows the value */

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
    char *type;                 /* a hint ("Array[int]"), or inferred from a literal; "" if unknown */
    bool  rest;                 /* "...name": takes all further arguments */
} godot_declaration_t;

typedef struct {
    char              *name;
    GPtrArray         *arguments;   /* godot_declaration_t */
    bool               is_rpc;      /* it has @rpc or [Rpc] */
    godot_rpc_config_t config;      /* if is_rpc */
} godot_function_t;

/* Everything below lives as long as the index it came from. */
typedef struct _godot_project godot_project_t;

/* ---- Methods ---- */

/* One RPC method of a script. */
typedef struct {
    const char        *name;
    const GPtrArray   *arguments;       /* godot_declaration_t; NULL if scripts with this list differ */
    godot_rpc_config_t config;          /* GODOT_UNKNOWN if they differ, or if it is no literal */
} godot_method_t;

/* A script class: a file or a class inside one. */
typedef struct _godot_script {
    const char        *path;            /* "res://player.gd", "res://game.gd:Inner", "res://a.tscn::GDScript_1" */
    struct _godot_script *base;         /* NULL: an engine class, or not found */
    GPtrArray         *methods;         /* godot_method_t in the order of their ids, including those of bases */
    char               md5[33];         /* of their names */
    struct _godot_class *declares;      /* internal, as is everything after it */
    struct _godot_project_root *root;
    bool               csharp;
    bool               base_sought;
    unsigned           depth;           /* length of the chain from here to the last base; 0 until it is known */
    bool               listed;
    uint8_t           *called;          /* bits: the project's calls_on_others to its functions; NULL until needed */
} godot_script_t;

/* What the MD5 of a list of methods stands for. */
typedef struct {
    char               md5[33];
    GPtrArray         *node_methods;    /* godot_method_t: ids from 0x8000 on (rpc_config on the node) */
    GPtrArray         *methods;         /* godot_method_t: ids from 0 on (the script's) */
    GPtrArray         *scripts;         /* godot_script_t: all scripts with this list; several if bases are shared */
} godot_methods_t;

/* ---- Scenes ---- */

/* A replicated property. */
typedef struct {
    const char *path;                   /* as configured: "Child:position:x" */
    const char *node;                   /* name of the node that has it: "Player", "Child" */
    const char *name;                   /* "position:x" */
    const char *type;                         /* from a hint or value in the files, or the engine's; "" if unknown */
    bool  spawn, sync, watch;           /* 4.2 and later */
    bool  sync_4_1, watch_4_1;
} godot_property_t;

/* Which values a packet contains (docs/wire/multiplayer-godot4.md, 7). */
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
    GArray              *matches;       /* internal, as is everything after it: matches.c */
    void                *file;
    struct _godot_project_root *root;
    bool                 being_built;
};

/* A node of a scene, including the nodes of the scenes that it instances. */
typedef struct {
    const char           *path;         /* from the scene's root: ".", "Players/Sync" */
    const char           *type;         /* engine class, or NULL */
    const godot_script_t *script;       /* NULL: none, or not found */
    const GPtrArray      *spawns;       /* const char *: the scenes of a MultiplayerSpawner, "" if one was not found */
} godot_scene_node_t;

/* ---- Reading ---- */

/* How reading goes on, and whether it shall. */
typedef struct {
    /**
     * Called once a second, beginning at once.
     *
     * @param seconds since the beginning
     * @param files looked at so far
     * @param bytes read so far
     * @return false to give up: what was read until then is kept, and the notes say where it ended
     */
    bool (*step)(void *user, unsigned seconds, unsigned files, uint64_t bytes);
    void  *user;
} godot_progress_t;

/**
 * Reads games: folders with a project.godot, any folders of scripts and scenes, packs, executables with a pack, folders
 * of exports. Never fails: godot_project_notes() tells what could not be read.
 *
 * @param places ended by NULL
 * @param key of encrypted packs, GODOT_PROJECT_KEY_LENGTH bytes, or NULL
 * @param progress or NULL: then reading ends after 20 seconds
 * @return godot_project_close()
 */
godot_project_t *godot_project_open(const char *const *places, const uint8_t *key, const godot_progress_t *progress);

/**
 * Converts 64 hexadecimal digits to a key.
 *
 * @param key room for GODOT_PROJECT_KEY_LENGTH bytes
 * @return false if they are no key
 */
bool godot_project_parse_key(const char *digits, uint8_t *key);

/** Frees a game, and everything that it returned. NULL is fine. */
void godot_project_close(godot_project_t *project);

/** Tells whether the folders or files changed since they were read. */
bool godot_project_changed(const godot_project_t *project);

/** Returns "1 project: 12 scripts (7 with RPCs), ...". */
const char *godot_project_summary(const godot_project_t *project);

/**
 * Returns how many games there are: folders with a project.godot, folders without one, packs. 0: no place is any of them.
 */
unsigned godot_project_count(const godot_project_t *project);

/** Returns what could not be read: char *, one sentence each. */
const GPtrArray *godot_project_notes(const godot_project_t *project);

/** Returns how many further sentences there would be: a hundred are kept. */
unsigned godot_project_notes_lost(const godot_project_t *project);

/** Returns how many seconds are a long time for reading. */
unsigned godot_project_slow_seconds(void);

/** Tells whether reading took longer. */
bool godot_project_was_slow(const godot_project_t *project);

/** Returns all scripts (godot_script_t) or scenes (godot_scene_t), in the order they were found. */
const GPtrArray *godot_project_scripts(const godot_project_t *project);
const GPtrArray *godot_project_scenes(const godot_project_t *project);

/** Returns all functions that a script declares itself (godot_function_t), in the order of the file. */
const GPtrArray *godot_script_functions(const godot_script_t *script);

/**
 * Calls a function for each node of a scene, in the order they enter the tree.
 *
 * @param node its parts live until step returns
 */
void godot_scene_each_node(const godot_scene_t *scene, void (*step)(void *user, const godot_scene_node_t *node), void *user);

/** Returns all lists of methods that an MD5 may stand for (godot_methods_t), sorted by it. g_ptr_array_unref() */
GPtrArray *godot_project_method_lists(const godot_project_t *project);

/* ---- Asking ---- */

/**
 * Tells whether the server is the authority of every node, because nothing in the project can change it: all scripts
 * could be read, they are GDScript, none of them names set_multiplayer_authority(), and there is no native code.
 */
bool godot_project_keeps_authority(const godot_project_t *project);

/**
 * Returns what a SIMPLIFY_PATH's MD5 stands for. Equal MD5 means equal names: this is proof.
 *
 * @param md5 32 lower-case hex digits
 * @return NULL if no script of the project has such a list
 */
const godot_methods_t *godot_project_methods_of_md5(godot_project_t *project, const char *md5);

/** Returns the method that an id means, or NULL. */
const godot_method_t *godot_methods_get(const godot_methods_t *methods, unsigned method_id);

/** Returns the script's own method of that id, or NULL. */
const godot_method_t *godot_script_method(const godot_script_t *script, unsigned method_id);

/**
 * Returns the script of the node at a path, by the scenes, autoloads and spawners. This is weaker than an MD5, because
 * a game may build its tree in another way.
 *
 * @param path relative to the multiplayer root: "Main/Players/7"
 * @return NULL if there is none, or if scenes disagree
 */
const godot_script_t *godot_project_script_of_path(godot_project_t *project, const char *path);

/**
 * Returns the scene that a MultiplayerSpawner means by a number.
 *
 * @param path of the spawner
 * @param index in its list
 * @return NULL if there is none, or if scenes disagree
 */
const godot_scene_t *godot_project_spawned_scene(godot_project_t *project, const char *path, unsigned index);

/**
 * Returns the synchronizer to which a SPAWN of a scene gives one of its ids. The SPAWN has ids for all synchronizers of
 * the scene, or for those of the sender's authority.
 *
 * @param count number of ids in the SPAWN
 * @param values number of values of its state
 * @param nth which of the ids, from 0 on
 * @return NULL if the counts do not tell
 */
godot_synchronizer_t *godot_scene_spawned(const godot_scene_t *scene, unsigned count, unsigned values, unsigned nth);

/**
 * Returns the node path below which a MultiplayerSpawner adds what it spawns ("Main/Players").
 *
 * @return NULL if there is none, or if scenes disagree; owned by the project, until the next question
 */
const char *godot_project_spawn_parent(godot_project_t *project, const char *path);

/**
 * Returns the synchronizer at a path, if it fits the number of values.
 *
 * @param count SPAWN, SYNC: number of values; WATCH: at least that many entries (highest bit + 1)
 * @return NULL if there is none, or if scenes disagree
 */
godot_synchronizer_t *godot_project_synchronizer(godot_project_t *project, const char *path,
                                                 godot_list_t list, unsigned count);

/**
 * Returns the properties of a list of values.
 *
 * @param count as for godot_project_synchronizer()
 * @return godot_property_t, as many as there are values (WATCH: as there are entries); NULL if the counts disagree
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
