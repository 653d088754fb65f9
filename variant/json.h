/* variant/json.h
 * How are values written in JSON? (docs/messages.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_JSON_H
#define VARIANT_JSON_H

#include "ws_compat.h"

/* Values that are nested deeper are null. This limits the cost, because the keys of each dictionary are read twice. */
#define GODOT_JSON_DEPTH    64

/*
 * A value on its way into JSON. All functions take NULL for "no JSON wanted" and do nothing then. Each value is written
 * once, as null if need be. A fault is null, too; after it, only the ends of open containers are written.
 */
typedef struct {
    GString *text;              /* is appended to */
    bool name_due;              /* the next string is a member's name: nothing else is written until then */
} godot_json_t;

/* What a container becomes in JSON. */
typedef enum {
    GODOT_JSON_NONE,            /* nothing: it is a part of a value that is written as a whole */
    GODOT_JSON_ARRAY,
    GODOT_JSON_OBJECT
} godot_json_form_t;

void godot_json_begin(godot_json_t *json, godot_json_form_t form);
void godot_json_end(godot_json_t *json, godot_json_form_t form);
/** Writes the name of the member whose value follows. */
void godot_json_name(godot_json_t *json, const char *name);
/** Says that the next string is the name of the member whose value follows it. */
void godot_json_name_follows(godot_json_t *json);

void godot_json_null(godot_json_t *json);
void godot_json_boolean(godot_json_t *json, bool value);
void godot_json_integer(godot_json_t *json, int64_t value);
/** Writes a number with the digits of its text. JSON has no infinity and no NaN: these become strings. */
void godot_json_real(godot_json_t *json, double value, const char *digits);
void godot_json_string(godot_json_t *json, const char *string);
/** Writes an id as an object with one member, {"rid": 13}; 0 becomes null. */
void godot_json_id(godot_json_t *json, const char *name, uint64_t id);

/**
 * Writes bytes as a string of hexadecimal digits.
 *
 * @param end first byte that is not theirs; bytes that were not captured are left out
 */
void godot_json_bytes(godot_json_t *json, packet_info *pinfo, tvbuff_t *tvb, int offset, int end);

#endif /* VARIANT_JSON_H */

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
