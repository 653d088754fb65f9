/* multiplayer/recorded-names.h
 * What did a recorder inside the game say of its nodes?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_RECORDED_NAMES_H
#define MULTIPLAYER_RECORDED_NAMES_H

#include "multiplayer/history.h"
#include "project/project.h"

/* A node as it was described, from a moment on. Lives as long as the file, as all that it points to. */
typedef struct {
    const char     *path;               /* relative to the multiplayer root */
    const char     *script;             /* NULL: none */
    const char     *md5;                /* of the names of its methods, worked out; NULL if not all are told */
    GPtrArray      *methods[2];         /* godot_method_t by their numbers: those of the script, those configured on the node */
    GPtrArray      *properties;         /* godot_property_t of a synchronizer, as configured */
    GPtrArray      *scenes;             /* const char *, the list of a spawner */
    bool            all_properties;     /* all of them are told */
    const char     *spawn_path;         /* below which a spawner puts what it spawns; NULL: not told */
    const char     *root;               /* of a synchronizer: the node whose state it is; NULL: not told */
    const char     *of_scene;           /* of a synchronizer: the file of the scene that it is part of; NULL: not told */
    int32_t         authority;          /* GODOT_PEER_UNKNOWN: not told */
    godot_moment_t  since;
} godot_recorded_node_t;

/* What one recorded peer said of its nodes. */
typedef struct _godot_recorded_names godot_recorded_names_t;

/** Makes an empty table that lives as long as the file. */
godot_recorded_names_t *godot_recorded_names_new(void);

/** First pass: makes a node with empty lists, which belongs to the table. Its strings are the caller's, and live as long. */
godot_recorded_node_t *godot_recorded_node_new(godot_recorded_names_t *names);

/** Makes an empty array that belongs to the table, for the arguments of a method. */
GPtrArray *godot_recorded_array(godot_recorded_names_t *names);

/** First pass: the node is described from its moment on, in the order of the moments. */
void godot_recorded_names_add(godot_recorded_names_t *names, godot_recorded_node_t *node);

/**
 * Returns the latest description of a path before the moment; if there is none, the first one after it. names and path
 * may be NULL.
 */
const godot_recorded_node_t *godot_recorded_node(const godot_recorded_names_t *names, const char *path, godot_moment_t moment);

/** Returns a node that has these methods, by the MD5 of their names. md5 may be NULL. */
const godot_recorded_node_t *godot_recorded_node_of_md5(const godot_recorded_names_t *names, const char *md5);

/** Returns the method that an id means, or NULL. */
const godot_method_t *godot_recorded_method(const godot_recorded_node_t *node, unsigned method_id);

/**
 * Returns the synchronizers of a spawned node for which a peer speaks, in the order in which they entered the tree.
 *
 * @return elements of const godot_recorded_node_t *, free with g_ptr_array_unref()
 */
GPtrArray *godot_recorded_synchronizers(const godot_recorded_names_t *names, const char *root, int32_t authority,
                                        godot_moment_t moment);

/** Returns the properties in a list of values. @return godot_property_t, free with g_ptr_array_unref() */
GPtrArray *godot_recorded_properties(const godot_recorded_node_t *synchronizer, godot_list_t list);

#endif /* MULTIPLAYER_RECORDED_NAMES_H */

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
