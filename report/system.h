/* report/system.h
 * How do other programs run, and files get written, so that whoever it fails for knows what to do?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_SYSTEM_H
#define REPORT_SYSTEM_H

#include <gio/gio.h>

/* Starts a program, whose output is to be read. What it says on its standard error is handed on.
 * @param words the program and its arguments, end with NULL
 * @return NULL, with an error, if it does not start */
GSubprocess *report_system_start(const char *const *words, GError **error);

/* Waits for the end of a program; the program is freed.
 * @param name of the program
 * @return false, with an error that has the program's own reason, if it failed */
gboolean report_system_end(GSubprocess *program, const char *name, GError **error);

/* Whether two paths lead to one regular file. */
gboolean report_system_is_same_file(const char *path, const char *other);

/* Whether a file is there, or can be made in its folder. @return false, with an error that names both */
gboolean report_system_can_write(const char *path, GError **error);

#endif

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
