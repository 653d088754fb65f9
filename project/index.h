/* project/index.h
 * Which parts does a project's index have? For the files that fill it.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_INDEX_H
#define PROJECT_INDEX_H

#include "project/files.h"
#include "project/project.h"
#include "project/scene-file.h"
#include "project/script.h"
#include "project/strings.h"

/* One project.godot: one "res://", one set of class names. */
typedef struct _godot_project_root {
    godot_project_t *project;
    GHashTable      *scripts;       /* resource path -> godot_script_t */
    GHashTable      *class_names;   /* -> godot_script_t */
    GHashTable      *csharp;        /* class name -> GPtrArray of godot_class_t: the parts of a partial class */
    GHashTable      *scenes;        /* resource path -> godot_scene_t */
    GHashTable      *configs;       /* resource path -> godot_scene_file_t of a replication config */
    GHashTable      *uids;          /* "uid://..." -> resource path, owned both */
    GHashTable      *autoloads;     /* name -> resource path, owned both */
} godot_project_root_t;

struct _godot_project {
    GPtrArray     *roots;           /* godot_project_root_t */
    GPtrArray     *scripts;         /* godot_script_t, owned */
    GPtrArray     *scenes;          /* godot_scene_t, owned */
    GPtrArray     *files;           /* godot_class_t of whole files, owned */
    GHashTable    *by_class;        /* godot_class_t -> godot_script_t */
    GHashTable    *references;      /* godot_reference_t -> godot_script_t or NULL: what it names */
    unsigned       depth;           /* how many references are being resolved because others need them, bounded */
    GHashTable    *by_md5;          /* godot_methods_t.md5 -> godot_methods_t, owned */
    GPtrArray     *calls_on_others; /* godot_rpc_call_t: rpc_config on another node; while lists are made */
    GHashTable    *called;          /* the name of each -> its index */
    GHashTable    *by_node_name;    /* name -> GPtrArray of nodes in all scenes */
    GHashTable    *by_root_name;    /* name of a scene's root -> GPtrArray of godot_scene_t */
    GHashTable    *by_path;         /* path on the wire -> what it may mean, for paths that were looked up: nodes.c */
    godot_strings_t *strings;
    godot_files_t  read;
    unsigned       declared, placed;    /* in scripts and in scenes so far, bounded */
    unsigned       nodes;           /* made so far, bounded */
    unsigned       properties;      /* in lists of synchronizers so far, bounded */
    GHashTable    *property_lists;  /* of synchronizers, by what they consist of: scenes.c */
    unsigned       listed;          /* methods in lists so far, bounded */
    bool           gives_authority; /* a script names set_multiplayer_authority(), or may do so */
    char          *summary;
};

/* A node of a scene, including the nodes of the scenes that it instances. */
typedef struct _godot_node godot_node_t;
struct _godot_node {
    const char          *name;
    const char          *type;          /* engine class, or NULL */
    godot_node_t        *parent;
    GPtrArray           *children;      /* owned */
    godot_scene_t       *scene;         /* the scene in whose tree it is */
    const godot_script_t *script;
    const godot_node_section_t *spawner;    /* the section with the list of what it spawns */
    GPtrArray           *spawnables;    /* that list as godot_scene_t or NULL, once it was needed: nodes.c */
    const char          *spawn_path;
    const char          *root_path;     /* for a synchronizer */
    const GPtrArray     *replicated;    /* godot_replicated_t */
    GPtrArray           *types;         /* GHashTable of each section that gives it values, borrowed */
    godot_synchronizer_t *synchronizer;
};

/* loader.c */

/** Reads everything in these places: folders, packs, executables. @param places ended by NULL */
void godot_index_read(godot_project_t *project, const char *const *places);

void godot_index_root_free(void *root);

/* paths.c */

/**
 * Returns a "uid://", relative or full path as a resource path. @param from resource path of the file that has it
 *
 * @return owned by the project, or NULL
 */
const char *godot_index_resource(godot_project_root_t *root, const char *path, const char *from);

/* classes.c */

/** Makes scripts of a file's class and of the classes inside it. @param path kept */
void godot_index_add_classes(godot_project_root_t *root, godot_class_t *file, const char *path, bool csharp);

/** Returns the script of a file: for C# the class with the file's name. NULL if there is none. */
const godot_script_t *godot_index_script(godot_project_root_t *root, const char *resource);

/**
 * Finds each script's base. To be called once, when all files are read: then no chain is longer than GODOT_MAX_CHAIN,
 * and none is a circle.
 */
void godot_index_bases(godot_project_t *project);

void godot_script_free(void *script);

/* methods.c */

/** Makes the lists of methods, and indexes them by MD5. To be called once, after godot_index_bases(). */
void godot_index_methods(godot_project_t *project);

void godot_methods_free(void *methods);

/* scenes.c */

/** Builds the trees of all scenes. To be called after godot_index_methods(). */
void godot_index_scenes(godot_project_t *project);

void godot_node_free(void *node);

/** Returns the node at a path from another one ("../Players"), or NULL. */
godot_node_t *godot_node_at(godot_node_t *from, const char *path);

/** Returns the child of that name, or NULL. */
godot_node_t *godot_node_child(const godot_node_t *node, const char *name);

/* nodes.c */

void godot_nodes_init(godot_project_t *project);

/**
 * Returns the nodes (godot_node_t) of the scenes that a path on the wire may mean. Owned by the project, until the next
 * question.
 */
const GPtrArray *godot_project_nodes(godot_project_t *project, const char *path);

/* synchronizers.c */

void godot_synchronizer_free(void *synchronizer);

#endif /* PROJECT_INDEX_H */

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
