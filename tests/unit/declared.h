/* declared.h
 * What does a script declare, as a text that a test can compare?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DECLARED_H
#define DECLARED_H

#include "project/project.h"

/* Mode, transfer mode, call_local and channel; "_" is not known. */
static inline void
add_config(GString *told, const godot_rpc_config_t *config)
{
    const int numbers[] = { config->mode, config->transfer, config->call_local, config->channel };

    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (numbers[i] == GODOT_UNKNOWN)
            g_string_append_c(told, '_');
        else
            g_string_append_printf(told, "%d", numbers[i]);
}

static inline void
add_declaration(GString *told, const godot_declaration_t *declaration)
{
    g_string_append_printf(told, "%s%s%s%s", declaration->rest ? "..." : "", declaration->name,
                           *declaration->type ? ": " : "", declaration->type);
}

/* In brackets; "?" if they are not known. */
static inline void
add_arguments(GString *told, const GPtrArray *arguments)
{
    g_string_append(told, arguments ? "(" : "(?");
    for (guint i = 0; arguments && i < arguments->len; i++) {
        g_string_append(told, i ? ", " : "");
        add_declaration(told, g_ptr_array_index(arguments, i));
    }
    g_string_append_c(told, ')');
}

#endif /* DECLARED_H */

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
