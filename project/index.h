/* project/index.h
 * The parts of a project's index, shared by the files that fill it.
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
    GHashTable    *references;      /* godot_reference_t -> godot_script_t or NULL: what each was found to name */
    unsigned       depth;           /* references being resolved for the sake of others, bounded */
    GHashTable    *by_md5;          /* godot_methods_t.md5 -> godot_methods_t, owned */
    GPtrArray     *calls_on_others; /* godot_rpc_call_t: rpc_config with a receiver; while lists are made */
    GHashTable    *called;          /* the name of each -> its index */
    GHashTable    *by_node_name;    /* name -> GPtrArray of nodes in all scenes */
    GHashTable    *by_root_name;    /* name of a scene's root -> GPtrArray of godot_scene_t */
    GHashTable    *by_path;         /* path of the wire -> what it may mean, of those asked for: nodes.c */
    GStringChunk  *strings;
    godot_files_t  read;
    unsigned       declared, placed;    /* in scripts and in scenes so far, bounded */
    unsigned       nodes;           /* made so far, bounded */
    unsigned       properties;      /* in lists of synchronizers so far, bounded */
    GHashTable    *property_lists;  /* of synchronizers, by what they are made of: scenes.c */
    unsigned       listed;          /* methods in lists so far, bounded */
    bool           gives_authority; /* a script names set_multiplayer_authority(), or may */
    char          *summary;
};

/* A node of a scene with what it instances put in place. */
typedef struct _godot_node godot_node_t;
struct _godot_node {
    const char          *name;
    const char          *type;          /* engine class, or NULL */
    godot_node_t        *parent;
    GPtrArray           *children;      /* owned */
    godot_scene_t       *scene;         /* whose tree it is in */
    const godot_script_t *script;
    const godot_node_section_t *spawner;    /* the section that lists what it spawns */
    GPtrArray           *spawnables;    /* godot_scene_t or NULL, of that list, when they were asked for: nodes.c */
    const char          *spawn_path;
    const char          *root_path;     /* of a synchronizer */
    const GPtrArray     *replicated;    /* godot_replicated_t */
    GPtrArray           *types;         /* GHashTable of each section that gives it values, borrowed */
    godot_synchronizer_t *synchronizer;
};

/* loader.c */

/** Read what these places hold: folders, packs, executables. @param places ended by NULL */
void godot_index_read(godot_project_t *project, const char *const *places);

void godot_index_root_free(void *root);

/* paths.c */

/** A "uid://", relative or full path as a resource path. @return owned by the project, or NULL */
const char *godot_index_resource(godot_project_root_t *root, const char *path, const char *from);

/* classes.c */

/** Make scripts of a file's class and of the classes inside it. @param path kept */
void godot_index_add_classes(godot_project_root_t *root, godot_class_t *file, const char *path, bool csharp);

/** The script that a node's file is: for C# the class named like the file. NULL if there is none */
const godot_script_t *godot_index_script(godot_project_root_t *root, const char *resource);

/** Find each script's base. Once, when all files are read: no chain is longer than GODOT_MAX_CHAIN then, and none is a circle. */
void godot_index_bases(godot_project_t *project);

void godot_script_free(void *script);

/* methods.c */

/** Make the lists, index them by MD5. Once, after godot_index_bases(). */
void godot_index_methods(godot_project_t *project);

void godot_methods_free(void *methods);

/* scenes.c */

/** Build the trees of all scenes. After godot_index_methods(). */
void godot_index_scenes(godot_project_t *project);

void godot_node_free(void *node);

/** The node at a path from another one ("../Players"), or NULL. */
godot_node_t *godot_node_at(godot_node_t *from, const char *path);

/** The child of that name, or NULL. */
godot_node_t *godot_node_child(const godot_node_t *node, const char *name);

/* nodes.c */

void godot_nodes_init(godot_project_t *project);

/** The nodes (godot_node_t) of the scenes that a path of the wire may mean. Owned by the project, until the next question. */
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
