/* multiplayer/godot4-project.h
 * What do the project's files, or a recorder's names, say about this Godot 4 message?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_PROJECT_H
#define MULTIPLAYER_GODOT4_PROJECT_H

#include "multiplayer/reader.h"

/* A value that was read. Lives in pinfo->pool. */
typedef struct {
    godot_value_t value;
    int           offset;
} godot4_value_t;

/* A call with the name of its method. */
typedef struct {
    const char      *method;
    const GPtrArray *arguments;     /* elements of godot_declaration_t; NULL if not known */
} godot4_call_t;

/** Returns an array (godot4_value_t) for the values of a message, or NULL if names are not wanted for them. */
wmem_array_t *godot4_project_values(const godot_reader_t *reader);

/** SIMPLIFY_PATH: remembers whether a script of the project has these methods. */
void godot4_project_announcement(const godot_reader_t *reader, const char *md5);

/**
 * REMOTE_CALL: names the method by the MD5 of its node's methods, by the user's table, or by the scenes. Adds generated
 * items, and expert items if the script forbids the call or the scripts are another game's.
 *
 * @param item of the method id, for expert items
 * @param path of the node, or NULL
 * @param md5 announced for that path, or NULL
 * @return false if the name is not known
 */
bool godot4_project_call(const godot_reader_t *reader, proto_item *item, const char *path, const char *md5,
                         unsigned method_id, godot4_call_t *call);

/** Adds a field for each named argument. @return "amount: 12, weapon: \"sword\"", as in the Info column */
const char *godot4_project_arguments(const godot_reader_t *reader, const godot4_call_t *call, wmem_array_t *values);

/** Returns the whole path of a spawned node, in pinfo->pool; NULL if its parent is not known. */
const char *godot4_project_node_path(const godot_reader_t *reader, const godot_node_t *node);

/** Adds that path, if it is known. */
void godot4_project_add_node(const godot_reader_t *reader, const godot_node_t *node);

/**
 * SPAWN: adds the scene's name, and names the properties of the state. node->spawner may be NULL.
 * @return the scene's path, or NULL
 */
const char *godot4_project_spawn(const godot_reader_t *reader, const godot_node_t *node, wmem_array_t *state);

/**
 * An element of SYNC or delta: names its properties, if there are as many as values.
 *
 * @param net what its id stands for, or NULL
 * @param path of the synchronizer, if it is known by path, or NULL
 * @param mask of a delta
 * @return "position: (1, 2), hp: 3", or NULL
 */
const char *godot4_project_element(const godot_reader_t *reader, const godot_net_t *net, const char *path,
                                   bool delta, uint64_t mask, wmem_array_t *values);

/** Registers fields and expert items; proto is "godot". */
void godot4_project_register(int proto, expert_module_t *experts);

#endif /* MULTIPLAYER_GODOT4_PROJECT_H */

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
