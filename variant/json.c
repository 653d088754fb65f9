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
#include "variant/text.h"

#include <math.h>
#include <string.h>

/* Begins a value or a member. What was written before tells whether it is the first of its container. */
static void
separate(GString *text)
{
    if (text->len > 0 && !strchr("{[:\n", text->str[text->len - 1]))
        g_string_append_c(text, ',');
}

/* Writes a character that cannot stand for itself. "</" is written as in Wireshark's own JSON: it could end a script. */
static void
json_escape(GString *text, const char *at)
{
    static const char letters[] = "\b\f\n\r\t", names[] = "bfnrt";
    const char *letter = strchr(letters, *at);
    const uint8_t control = godot_control_of(at);

    if (letter)
        g_string_append_printf(text, "\\%c", names[letter - letters]);
    else if (control)
        g_string_append_printf(text, "\\u%04x", control);
    else
        g_string_append_printf(text, "\\%c", *at);
}

/* JSON may have DEL and C1 as they are, but rows may be printed on a terminal, which would obey them. */
static bool
must_escape(const char *begin, const char *at)
{
    return *at == '"' || *at == '\\' || (*at == '/' && at > begin && at[-1] == '<') || godot_control_of(at);
}

static void
quote(GString *text, const char *string)
{
    const char *plain = string;     /* what is not written yet */

    separate(text);
    g_string_append_c(text, '"');
    for (const char *at = string; *at; at++) {
        if (!must_escape(string, at))
            continue;
        g_string_append_len(text, plain, at - plain);
        json_escape(text, at);
        plain = g_utf8_next_char(at);
    }
    g_string_append(text, plain);
    g_string_append_c(text, '"');
}

/* Writes a number or a word. */
static void
bare(GString *text, const char *word)
{
    separate(text);
    g_string_append(text, word);
}

void
godot_json_begin(godot_json_t *json, godot_json_form_t form)
{
    if (json == NULL || form == GODOT_JSON_NONE)
        return;
    bare(json->text, form == GODOT_JSON_ARRAY ? "[" : "{");
}

void
godot_json_end(godot_json_t *json, godot_json_form_t form)
{
    if (json == NULL)
        return;
    json->name_due = false;     /* a fault may have come instead of the name */
    if (form != GODOT_JSON_NONE)
        g_string_append_c(json->text, form == GODOT_JSON_ARRAY ? ']' : '}');
}

void
godot_json_name(godot_json_t *json, const char *name)
{
    if (json == NULL)
        return;
    quote(json->text, name);
    g_string_append_c(json->text, ':');
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
        bare(json->text, "null");
}

void
godot_json_boolean(godot_json_t *json, bool value)
{
    if (json != NULL)
        bare(json->text, value ? "true" : "false");
}

void
godot_json_integer(godot_json_t *json, int64_t value)
{
    char digits[GODOT_INT_SIZE];

    if (json == NULL)
        return;
    *godot_int_write(digits, value) = '\0';
    bare(json->text, digits);
}

void
godot_json_real(godot_json_t *json, double value, const char *digits)
{
    if (isnan(value))
        godot_json_string(json, "nan");
    else if (isinf(value))
        godot_json_string(json, value < 0 ? "-inf" : "inf");
    else if (json != NULL)
        bare(json->text, digits);
}

void
godot_json_string(godot_json_t *json, const char *string)
{
    if (json == NULL)
        return;
    if (json->name_due)
        godot_json_name(json, string);
    else
        quote(json->text, string);
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
