/* project/scene-file.h
 * What does a scene file contain: nodes, and the lists of their synchronizers and spawners?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_SCENE_FILE_H
#define PROJECT_SCENE_FILE_H

#include <stdbool.h>
#include <glib.h>

/* SceneReplicationConfig.ReplicationMode */
typedef enum {
    GODOT_REPLICATE_NEVER = 0,
    GODOT_REPLICATE_ALWAYS = 1,
    GODOT_REPLICATE_ON_CHANGE = 2
} godot_replicate_t;

/* One property of a SceneReplicationConfig (docs/wire/multiplayer-godot4.md, 7). */
typedef struct {
    char             *path;     /* "Child:position:x", relative to the synchronizer's root node */
    bool              spawn;
    godot_replicate_t mode;     /* the mode for 4.2 and later */
    bool              sync_4_1; /* the same for 4.0 and 4.1, where a property may be both */
    bool              watch_4_1;
} godot_replicated_t;

/* A [node] section. What it leaves out is NULL, -1 or false. */
typedef struct {
    char       *name;
    char       *type;
    char       *parent;         /* path from the root; NULL for the root itself */
    char       *instance;       /* file (path or uid) that this node instances or inherits */
    int         index;          /* place among its siblings */
    char       *script;         /* file (path or uid), or "::id" of a script in this file */
    GPtrArray  *scenes;         /* for a MultiplayerSpawner: char *, paths or uids */
    char       *spawn_path;     /* for a MultiplayerSpawner */
    char       *root_path;      /* for a MultiplayerSynchronizer */
    GPtrArray  *replicated;     /* godot_replicated_t: a config inside this file; shared, each has a reference */
    char       *config;         /* file (path or uid) of a config outside */
    GHashTable *types;          /* property -> type of its value, char * both */
} godot_node_section_t;

/* A script inside a scene. */
typedef struct {
    char *id;
    char *source;
} godot_builtin_script_t;

typedef struct {
    char       *uid;            /* "uid://...", or NULL */
    bool        is_scene;
    GPtrArray  *nodes;          /* godot_node_section_t, in the order of the file */
    GPtrArray  *scripts;        /* godot_builtin_script_t */
    GPtrArray  *replicated;     /* godot_replicated_t, if the file itself is a SceneReplicationConfig; else NULL */
    GHashTable *uids;           /* uid -> path, for the files that it mentions */
    GHashTable *configs;        /* sub-resource id -> GPtrArray of godot_replicated_t */
} godot_scene_file_t;

/** Makes an empty file. @return godot_scene_file_free() */
godot_scene_file_t *godot_scene_file_new(void);

/** Frees a file. NULL is fine. */
void godot_scene_file_free(godot_scene_file_t *file);

/** Adds a node with only a name, and the first place. @param name taken over @return borrowed */
godot_node_section_t *godot_scene_file_add_node(godot_scene_file_t *file, char *name);

/** Adds a script without source. @param id taken over @return borrowed */
godot_builtin_script_t *godot_scene_file_add_script(godot_scene_file_t *file, char *id);

/**
 * Returns how much the file contains, in units of about 120 bytes of memory, without names: a value is one, a node
 * three.
 */
unsigned godot_scene_file_size(const godot_scene_file_t *file);

/** Makes a list of godot_replicated_t. @return g_ptr_array_unref() */
GPtrArray *godot_replicated_list(void);

/**
 * Sets a property of a SceneReplicationConfig: "properties/N/path" makes entry N of the list, others need it to be
 * there.
 *
 * @param value a path, or "true", "false", a number
 */
void godot_replicated_set(GPtrArray *list, const char *key, const char *value);

#endif /* PROJECT_SCENE_FILE_H */

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
