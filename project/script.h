/* project/script.h
 * What does one script file declare: classes, their bases, functions and RPC configurations? Filled by the readers of
 * GDScript and C#; plain data, no Wireshark.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_SCRIPT_H
#define PROJECT_SCRIPT_H

#include "project/project.h"

typedef struct _godot_class godot_class_t;

/* A literal call of rpc_config("name", {...}). */
typedef struct {
    char              *name;
    godot_rpc_config_t config;
    bool               own;         /* on self, not on another node */
} godot_rpc_call_t;

/* A reference to another class, as a script names it: a file, dotted names, or names inside a file. */
typedef struct {
    char *path;                 /* as written: "res://a.gd", "uid://...", relative; or NULL */
    char *names;                /* "Outer.Inner", or NULL */
} godot_reference_t;

struct _godot_class {
    char              *name;        /* class_name, or the inner class's, or C#'s; NULL if none */
    godot_reference_t  base;        /* both NULL: RefCounted, or unknown */
    GPtrArray         *functions;   /* godot_function_t, in the order written */
    GPtrArray         *variables;   /* godot_declaration_t */
    GPtrArray         *calls;       /* godot_rpc_call_t */
    GPtrArray         *inner;       /* godot_class_t, owned */
    GHashTable        *constants;   /* name -> godot_reference_t, owned: consts that name a class */
    godot_class_t     *outer;       /* borrowed; NULL at file level */
    GHashTable        *functions_by_name, *variables_by_name, *inner_by_name;   /* internal: made when needed */
    godot_class_t     *file;        /* the outermost class, which has the next two */
    bool               too_deep;    /* classes that were nested more deeply were left out */
    unsigned           declared;    /* in all its classes, counted by godot_class_declare() */
};

/** Makes a class that declares nothing yet. @return owned by the caller, or by outer if that is given */
godot_class_t *godot_class_new(godot_class_t *outer);

/** Frees a class and its inner classes. */
void godot_class_free(godot_class_t *script_class);

/** Moves to a class what another part of it declares, except its base and its inner classes. */
void godot_class_join(godot_class_t *script_class, godot_class_t *part);

/** Counts what a class declares, in units of about 120 bytes of memory, without its names. */
void godot_class_declare(godot_class_t *script_class, unsigned count);

/** Tells whether its file declares as much as is read of a file. */
bool godot_class_is_full(const godot_class_t *script_class);

/** Adds a variable. @param variable taken over */
void godot_class_add_variable(godot_class_t *script_class, godot_declaration_t *variable);

/** Adds an argument to a function of the class. @param argument taken over */
void godot_class_add_argument(godot_class_t *script_class, godot_function_t *function, godot_declaration_t *argument);

/** Returns the first inner class of that name, in a class that was read to its end; or NULL. */
godot_class_t *godot_class_inner(godot_class_t *script_class, const char *name);
godot_function_t *godot_class_function(godot_class_t *script_class, const char *name);
godot_declaration_t *godot_class_variable(godot_class_t *script_class, const char *name);

/** Adds a function without arguments. @param name taken over @return borrowed */
godot_function_t *godot_class_add_function(godot_class_t *script_class, char *name);

/** Makes a declaration. @param name taken over @param type taken over, NULL counts as "" */
godot_declaration_t *godot_declaration_new(char *name, char *type);

/** Frees a declaration (a GDestroyNotify). */
void godot_declaration_free(void *declaration);

/** Adds an rpc_config call. @param name taken over */
void godot_class_add_call(godot_class_t *script_class, char *name, const godot_rpc_config_t *config, bool own);

/**
 * Tells whether this is the name of a type built into the engine that is not an Object: "int", "Vector2i",
 * "PackedByteArray".
 */
bool godot_is_builtin_type(const char *name, size_t length);

/**
 * Sets one member from a key of the engine's RPC dictionary ("rpc_mode") and the last word of its value
 * ("RPC_MODE_ANY_PEER", "true", "2"). What is not understood becomes GODOT_UNKNOWN.
 */
void godot_rpc_config_set(godot_rpc_config_t *config, const char *key, const char *value);

/*
 * A value as a script writes it, token by token. Its last word tells what it is only if nothing but names and dots is
 * before that: "MultiplayerAPI.RPC_MODE_ANY_PEER". A sum, a call or a condition has a value that nobody computes here.
 */
typedef struct {
    char    *last;
    unsigned parts, dots;       /* a part is anything but a dot */
} godot_written_t;

/** Adds a token. @param word taken over @param is_dot it is a dot */
void godot_written_add(godot_written_t *written, char *word, bool is_dot);

/** Takes the value away. @return the word that tells what it is, "" if none does; g_free() */
char *godot_written_take(godot_written_t *written);

/** Frees what a reference contains, not the reference itself. */
void godot_reference_clear(godot_reference_t *reference);

#endif /* PROJECT_SCRIPT_H */

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
