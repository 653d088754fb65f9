/* project/project.h
 * What do the game's own scripts and scenes say things are called?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_PROJECT_H
#define PROJECT_PROJECT_H

#include "project/model.h"

/* ---- Reading ---- */

/**
 * Read games: folders with a project.godot, any folders of scripts and scenes, packs, executables with a pack, folders of
 * exports. Never fails: what could not be read is told by godot_project_notes().
 *
 * @param places ended by NULL
 * @param key of encrypted packs, 32 bytes, or NULL
 * @return godot_project_free()
 */
godot_project_t *godot_project_read(const char *const *places, const uint8_t *key);

void godot_project_free(godot_project_t *project);

/** Have the folders or files changed since they were read? */
bool godot_project_changed(const godot_project_t *project);

/** "1 project: 12 scripts (7 with RPCs), ..." */
const char *godot_project_summary(const godot_project_t *project);

/** What could not be read: char *, one sentence each. */
const GPtrArray *godot_project_notes(const godot_project_t *project);

/** Did it take longer than GODOT_MAX_SLOW_SECONDS to read? */
bool godot_project_was_slow(const godot_project_t *project);

/** All scripts (godot_script_t) and scenes (godot_scene_t), in the order they were found. */
const GPtrArray *godot_project_scripts(const godot_project_t *project);
const GPtrArray *godot_project_scenes(const godot_project_t *project);

/** All lists of methods that an MD5 may stand for: godot_methods_t. g_list_free() */
GList *godot_project_method_lists(const godot_project_t *project);

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
const godot_methods_t *godot_project_methods_by_md5(godot_project_t *project, const char *md5);

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
