/* project/model.h
 * What is a project made of: scripts, their RPC methods, scenes, their synchronizers?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_MODEL_H
#define PROJECT_MODEL_H

#include "project/limits.h"
#include "project/script.h"

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
    godot_class_t     *declares;
    struct _godot_script *base;         /* NULL: an engine class, or not found */
    GPtrArray         *methods;         /* godot_method_t in the order of their ids, bases' included */
    char               md5[33];         /* of their names */
    struct _godot_project_root *root;   /* internal, as all that follows */
    bool               csharp;
    int                base_state;
    unsigned           depth;           /* of the chain from here to the last base; 0 until it is settled */
    bool               listed;
    bool               called_known;
    uint8_t            called[(GODOT_MAX_CALLS_ON_OTHERS + 7) / 8];     /* bits: the project's calls_on_others that name its functions */
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

#endif /* PROJECT_MODEL_H */

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
