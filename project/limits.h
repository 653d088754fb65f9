/* project/limits.h
 * How much of a project is read at most, and which message appears if there is more?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_LIMITS_H
#define PROJECT_LIMITS_H

/*
 * GODOT_MAX_..., the limit, and the text of the one message that names the first place with more. "" if there is no
 * message, because only a search, or a guess, is cut short.
 */
#define GODOT_LIMITS(LIMIT) \
    /* of one reading */ \
    LIMIT(FILE_SIZE,       16777216, "bytes, not read") \
    LIMIT(ALL_SIZE,       536870912, "bytes of all files, the rest is not read") \
    LIMIT(FILES,             200000, "files, the rest is not read") \
    LIMIT(SLOW_SECONDS,           2, "seconds to read all up to here") \
    LIMIT(SECONDS,               20, "seconds to read all up to here, the rest is not read") \
    LIMIT(PATCHES,               32, "packs beside a patch, the others are not read") \
    LIMIT(FOLDER_DEPTH,          32, "folders in one another, not read") \
    LIMIT(NOTES,                100, "") \
    /* of one file */ \
    LIMIT(CLASS_DEPTH,           32, "classes in one another, those below are left out") \
    LIMIT(BRACES,                64, "braces in one another, what is below is left out") \
    LIMIT(DECLARED,          200000, "declarations, a class counting as 8 and a function as 2, the rest of it is not read") \
    LIMIT(REPEATED,        16777216, "bytes of names and values, which a compiled or binary file may use many times, the rest of it is not read") \
    LIMIT(CONSTANT,            4096, "") /* bytes of an annotation's argument */ \
    LIMIT(NAME,                1024, "") /* characters, in a binary resource */ \
    LIMIT(PATH,                4096, "") /* characters */ \
    /* of scripts */ \
    LIMIT(ALL_DECLARED,     2000000, "declarations in all scripts, the other scripts are not read") \
    LIMIT(CHAIN,                 64, "classes that extend one another, the bases of the others are left out") \
    LIMIT(REFERENCES,            64, "references that need one another: too deeply, some bases are left out") \
    LIMIT(METHODS,            32767, "methods of one script, the others are left out") /* bit 15 says which list an id is of */ \
    LIMIT(LISTED,            500000, "methods in all lists, the other lists are left out") \
    LIMIT(SUBSETS_OF,             6, "") /* names of rpc_config calls that may each have happened or not */ \
    LIMIT(CALLS_ON_OTHERS,      200, "names of rpc_config calls on other nodes, the rest is left out") \
    /* of scenes */ \
    LIMIT(ALL_PLACED,       4000000, "values in all scenes, a node counting as 3, the other scenes are not read") \
    LIMIT(INSTANCING,            16, "scenes in one another, those below are left out") \
    LIMIT(NODES,             500000, "nodes, some scenes are left out") /* again for each time a scene is instanced */ \
    LIMIT(NODE_DEPTH,           256, "nodes below one another, those below are left out") \
    LIMIT(CHILDREN,            2048, "children of a node, the others are left out") \
    LIMIT(PROPERTIES,        200000, "replicated properties, those of the other synchronizers are left out") \
    /* of questions that packets ask */ \
    LIMIT(NAMES,                 32, "") /* in a path */ \
    LIMIT(STEPS,              20000, "") /* nodes looked at to find one path */ \
    LIMIT(CANDIDATES,           256, "") /* nodes that a path may mean */ \
    LIMIT(MATCHED,               16, "") /* synchronizers of a scene that are matched with the ids of a SPAWN */ \
    LIMIT(STATE,               1024, "") /* values of a SPAWN that distinguish them */

enum {
#define GODOT_LIMIT_VALUE(name, most, text) GODOT_MAX_##name = (most),
    GODOT_LIMITS(GODOT_LIMIT_VALUE)
#undef GODOT_LIMIT_VALUE
};

typedef enum {
#define GODOT_LIMIT_ID(name, most, text) GODOT_LIMIT_##name,
    GODOT_LIMITS(GODOT_LIMIT_ID)
#undef GODOT_LIMIT_ID
} godot_limit_t;

#endif /* PROJECT_LIMITS_H */

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
