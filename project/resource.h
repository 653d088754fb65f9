/* project/resource.h
 * What does a binary resource file contain: its parts, and the values in them?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_RESOURCE_H
#define PROJECT_RESOURCE_H

#include "project/bytes.h"
#include "project/files.h"

/* Another file. */
typedef struct {
    char *path;     /* "res://player.gd" */
    char *uid;      /* "uid://...", or NULL */
} godot_external_t;

/* A resource within the file. */
typedef struct {
    char   *id;     /* "1", "GDScript_x" */
    guint64 offset;
} godot_internal_t;

typedef struct {
    char         *type;         /* class of the main resource: "PackedScene" */
    char         *uid;          /* "uid://...", or NULL */
    GPtrArray    *names;        /* char * */
    GPtrArray    *externals;    /* godot_external_t */
    GPtrArray    *internals;    /* godot_internal_t; the last one is the main one */
    godot_bytes_t bytes;        /* offsets are relative to these */
    bool          is_wide;      /* real numbers of vectors have 8 bytes */
    char         *content;      /* content of a compressed file, or NULL */
} godot_resource_t;

/* A value that was passed but not read yet. */
typedef struct {
    unsigned      type;
    godot_bytes_t bytes;        /* after its type */
} godot_resource_value_t;

/* Types of values (core/io/resource_format_binary.cpp); these are not the numbers of the wire. */
enum {
    GODOT_RESOURCE_BOOL = 2, GODOT_RESOURCE_INT = 3, GODOT_RESOURCE_STRING = 5, GODOT_RESOURCE_NODE_PATH = 22,
    GODOT_RESOURCE_OBJECT = 24, GODOT_RESOURCE_DICTIONARY = 26, GODOT_RESOURCE_ARRAY = 30, GODOT_RESOURCE_INTS = 32,
    GODOT_RESOURCE_STRINGS = 34, GODOT_RESOURCE_STRING_NAME = 44
};

/**
 * Opens a .scn or .res file.
 *
 * @param files gets messages, and counts what is decompressed
 * @param data borrowed, as long as the resource is used
 * @return godot_resource_free(); NULL, with a message, if it is no such file or of Godot 3
 */
godot_resource_t *godot_resource_open(godot_files_t *files, const godot_file_t *file, const void *data, size_t length);

/** Frees a resource. NULL is fine. */
void godot_resource_free(godot_resource_t *resource);

/**
 * Returns the class of the main resource, from the first GODOT_RESOURCE_PEEK bytes of a file.
 *
 * @return g_free(), or NULL
 */
char *godot_resource_peek(const void *data, size_t length);
#define GODOT_RESOURCE_PEEK     ((gsize)8 * 1024)

/**
 * Returns where a resource within the file begins.
 *
 * @param type its class; g_free(); NULL if it is not there
 * @param properties how many there are
 * @return at the first property: a name, a value
 */
godot_bytes_t godot_resource_part(const godot_resource_t *resource, const godot_internal_t *internal, char **type,
                                  uint32_t *properties);

/** Reads the name before a property. @return g_free(), or NULL */
char *godot_resource_name(const godot_resource_t *resource, godot_bytes_t *bytes);

/** Passes a value. bytes have failed if its type is unknown or if it goes beyond their end. */
godot_resource_value_t godot_resource_pass(const godot_resource_t *resource, godot_bytes_t *bytes);

/** Returns the name of a value's type in scripts; NULL if its type is not enough to tell. */
const char *godot_resource_type(const godot_resource_value_t *value);

/** Returns a String, StringName, NodePath, bool or int as text. @return g_free(); NULL for all others */
char *godot_resource_text(const godot_resource_t *resource, const godot_resource_value_t *value);

/** Returns the file that an object stands for; NULL if it stands for none. */
const godot_external_t *godot_resource_external(const godot_resource_t *resource, const godot_resource_value_t *value);

/** Returns the index of the resource within the file that an object stands for, or -1. */
int godot_resource_internal(const godot_resource_t *resource, const godot_resource_value_t *value);

#endif /* PROJECT_RESOURCE_H */

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
