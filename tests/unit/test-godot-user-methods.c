/* test-godot-user-methods.c
 * Does each row of the user's table have its own texts and arguments, as Wireshark's window copies and frees rows?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <epan/prefs.h>
#include <epan/uat-int.h>

#include "naming/user-methods.h"

static uat_t *table;

/* In place of Wireshark's: takes the table, which no other function gives away before Wireshark has begun. */
void
prefs_register_uat_preference(module_t *module G_GNUC_UNUSED, const char *name, const char *title G_GNUC_UNUSED,
                              const char *description G_GNUC_UNUSED, uat_t *uat)
{
    g_assert_cmpstr(name, ==, "methods");
    table = uat;
}

static void
do_nothing(void)
{
}

/* The window checks a row while it is edited, copies it into the table, and frees its own when it closes. */
static void
test_a_row_outlives_the_one_it_was_copied_from(void)
{
    godot_user_method_t edited = { .pattern = g_strdup("Main/*"), .name = g_strdup("hurt"), .method_id = 1,
                                   .arguments = g_strdup("amount: int, tool") };
    const godot_user_method_t *row;
    char *error = NULL;

    g_assert_true(table->update_cb(&edited, &error));
    uat_add_record(table, &edited, true);
    row = godot_user_method_find("Main/Player", 1);
    g_assert_true(row->pattern != edited.pattern && row->name != edited.name && row->arguments != edited.arguments);
    g_assert_true(row->declarations != edited.declarations);
    table->free_cb(&edited);
    g_assert_cmpuint(row->declarations->len, ==, 2);
    g_assert_cmpstr(((const godot_declaration_t *)g_ptr_array_index(row->declarations, 0))->name, ==, "amount");
    g_assert_cmpstr(((const godot_declaration_t *)g_ptr_array_index(row->declarations, 0))->type, ==, "int");
    g_assert_cmpstr(((const godot_declaration_t *)g_ptr_array_index(row->declarations, 1))->name, ==, "tool");
    uat_clear(table);
    g_assert_false(godot_user_methods_any());
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    godot_user_methods_register_preferences(NULL, do_nothing);
    g_test_add_func("/godot/user-methods/copies", test_a_row_outlives_the_one_it_was_copied_from);
    return g_test_run();
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
