/* report/rules.c
 * Which rules do all figures of rows share?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "report/rules.h"
#include "report/text.h"

char *
report_rules_name(JsonObject *row, const char *member)
{
    JsonNode *node = json_object_get_member(row, member);

    if (!node || !JSON_NODE_HOLDS_VALUE(node))
        return NULL;
    if (json_node_get_value_type(node) == G_TYPE_STRING)
        return json_node_dup_string(node);
    return g_strdup_printf("#%" G_GINT64_FORMAT, json_node_get_int(node));
}

gint64
report_rules_sender(JsonObject *row)
{
    return json_object_has_member(row, "relayed") ? 0 : report_text_integer(row, "from");
}

void
report_rules_add_roles(JsonObject *row, guint *from, guint *to)
{
    if (from && report_rules_sender(row) == 1)
        *from |= REPORT_ROLE_SERVER;
    else if (from && json_object_has_member(row, "godot"))
        *from |= REPORT_ROLE_PEER;
    if (to && g_strcmp0(report_text_member(row, "kind"), "connect") == 0)
        *to |= REPORT_ROLE_CALLED;
}

gboolean
report_rules_is_player(guint roles)
{
    return !(roles & REPORT_ROLE_SERVER) && (roles & (REPORT_ROLE_CALLED | REPORT_ROLE_PEER)) != REPORT_ROLE_CALLED;
}

double
report_rules_seconds(double begin, double end)
{
    return MAX(end - begin, 1);
}

static int
report_rules_compare(gconstpointer a, gconstpointer b)
{
    const double first = *(const double *)a, second = *(const double *)b;

    return (first > second) - (first < second);
}

double
report_rules_percentile(GArray *amounts, guint zeros, guint percent)
{
    const guint64 all = (guint64)amounts->len + zeros, rank = (all * percent + 99) / 100;

    if (rank <= zeros)
        return 0;
    g_array_sort(amounts, report_rules_compare);
    return g_array_index(amounts, double, rank - zeros - 1);
}

double
report_rules_message_bytes(JsonObject *row)
{
    return report_text_number(row, "wire_bytes") + report_text_number(row, "earlier_wire_bytes");
}

gboolean
report_rules_is_divided(JsonObject *row)
{
    return json_object_has_member(row, "frames");
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
