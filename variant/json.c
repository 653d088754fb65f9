/* variant/json.c
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

#include "variant/json.h"

#include <math.h>

void
godot_json_begin(godot_json_t *json, godot_json_form_t form)
{
    if (json == NULL)
        return;
    if (form == GODOT_JSON_ARRAY)
        json_dumper_begin_array(json->dumper);
    else if (form == GODOT_JSON_OBJECT)
        json_dumper_begin_object(json->dumper);
}

void
godot_json_end(godot_json_t *json, godot_json_form_t form)
{
    if (json == NULL)
        return;
    json->name_due = false;     /* a fault may have come instead of the name */
    if (form == GODOT_JSON_ARRAY)
        json_dumper_end_array(json->dumper);
    else if (form == GODOT_JSON_OBJECT)
        json_dumper_end_object(json->dumper);
}

void
godot_json_name(godot_json_t *json, const char *name)
{
    if (json != NULL)
        json_dumper_set_member_name(json->dumper, name);
}

void
godot_json_name_follows(godot_json_t *json)
{
    if (json != NULL)
        json->name_due = true;
}

void
godot_json_null(godot_json_t *json)
{
    if (json != NULL && !json->name_due)
        json_dumper_value_anyf(json->dumper, "null");
}

void
godot_json_boolean(godot_json_t *json, bool value)
{
    if (json != NULL)
        json_dumper_value_anyf(json->dumper, "%s", value ? "true" : "false");
}

void
godot_json_integer(godot_json_t *json, int64_t value)
{
    if (json != NULL)
        json_dumper_value_anyf(json->dumper, "%" PRId64, value);
}

void
godot_json_real(godot_json_t *json, double value, const char *digits)
{
    if (isnan(value))
        godot_json_string(json, "nan");
    else if (isinf(value))
        godot_json_string(json, value < 0 ? "-inf" : "inf");
    else if (json != NULL)
        json_dumper_value_anyf(json->dumper, "%s", digits);
}

void
godot_json_string(godot_json_t *json, const char *string)
{
    if (json == NULL)
        return;
    if (json->name_due)
        json_dumper_set_member_name(json->dumper, string);
    else
        json_dumper_value_string(json->dumper, string);
    json->name_due = false;
}

void
godot_json_id(godot_json_t *json, const char *name, uint64_t id)
{
    if (id == 0) {
        godot_json_null(json);
        return;
    }
    godot_json_begin(json, GODOT_JSON_OBJECT);
    godot_json_name(json, name);
    godot_json_integer(json, (int64_t)id);
    godot_json_end(json, GODOT_JSON_OBJECT);
}

void
godot_json_bytes(godot_json_t *json, packet_info *pinfo, tvbuff_t *tvb, int offset, int end)
{
    static const char digits[] = "0123456789abcdef";
    const int length = MAX(0, MIN(end - offset, tvb_captured_length_remaining(tvb, offset)));
    char *text, *at;

    if (json == NULL)
        return;
    at = text = wmem_alloc_array(pinfo->pool, char, 2 * (size_t)length + 1);
    for (int i = 0; i < length; i++) {
        const uint8_t byte = tvb_get_uint8(tvb, offset + i);

        *at++ = digits[byte >> 4];
        *at++ = digits[byte & 0xf];
    }
    *at = '\0';
    godot_json_string(json, text);
}

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
