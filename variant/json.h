/* variant/json.h
 * How is what the walk reads written in JSON? (docs/messages.md)
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
#include <wsutil/json_dumper.h>

/* Values that are nested deeper are null: the keys of each dictionary are looked at before it is written. */
#define GODOT_JSON_DEPTH    64

/*
 * A value on its way into JSON. All functions take NULL for "no JSON wanted" and do nothing then. Each value is written
 * once, be it as null; behind a fault, which is null, too, nothing is written but the ends of what was begun.
 */
typedef struct {
    json_dumper *dumper;
    bool name_due;              /* a string is read that will be a member's name: nothing else is written until then */
} godot_json_t;

/* What a container is. */
typedef enum {
    GODOT_JSON_NONE,            /* a part of a value that is written as a whole */
    GODOT_JSON_ARRAY,
    GODOT_JSON_OBJECT
} godot_json_form_t;

void godot_json_begin(godot_json_t *json, godot_json_form_t form);
void godot_json_end(godot_json_t *json, godot_json_form_t form);
/** The member whose value follows. */
void godot_json_name(godot_json_t *json, const char *name);
/** The member whose value follows has the next string for its name. */
void godot_json_name_follows(godot_json_t *json);

void godot_json_null(godot_json_t *json);
void godot_json_boolean(godot_json_t *json, bool value);
void godot_json_integer(godot_json_t *json, int64_t value);
/** A number whose digits are those of its text. JSON has no word for what is no number: that is a string. */
void godot_json_real(godot_json_t *json, double value, const char *digits);
void godot_json_string(godot_json_t *json, const char *string);
/** An id, as the one member of an object: {"rid": 13}; 0 is null. */
void godot_json_id(godot_json_t *json, const char *name, uint64_t id);

/**
 * Write bytes as a string of hexadecimal digits.
 *
 * @param end first byte that is not theirs; what was not captured is left out
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
