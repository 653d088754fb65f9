/* report/json.c
 * How does JSON write what a capture or a file of rows says?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>

#include "report/json.h"

#define LEAST   1e-7    /* what is less is 0 */

void
report_json_add_text(JsonBuilder *json, const char *member, const char *text)
{
    json_builder_set_member_name(json, member);
    json_builder_add_string_value(json, text);
}

void
report_json_add_int(JsonBuilder *json, const char *member, gint64 value)
{
    json_builder_set_member_name(json, member);
    json_builder_add_int_value(json, value);
}

/* JSON has no infinite numbers, and json-glib writes an exponent without a point before it wrong: a file of rows may lead
 * to both. */
void
report_json_add_double(JsonBuilder *json, const char *member, double value)
{
    const double shown = CLAMP(value, -REPORT_JSON_MOST, REPORT_JSON_MOST);

    json_builder_set_member_name(json, member);
    json_builder_add_double_value(json, fabs(shown) >= LEAST ? shown : 0);
}

char *
report_json_end(JsonBuilder *json, gboolean pretty)
{
    JsonNode *root = json_builder_get_root(json);
    char     *text = json_to_string(root, pretty);

    json_node_unref(root);
    g_object_unref(json);
    return text;
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
