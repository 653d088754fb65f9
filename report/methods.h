/* report/methods.h
 * Which MD5 have the methods of a recorded node when their names are replaced?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_METHODS_H
#define REPORT_METHODS_H

#include <gio/gio.h>

#include "report/treatments.h"

/* Reads the names of methods in a recording that was made inside a game, and replaces them. From then on the MD5 of
 * some methods is replaced by that of their new names, so that both still belong together.
 * @param options more options of tshark, ends with NULL
 * @return false, with an error, if it cannot be read */
gboolean report_methods_learn(const char *capture, const char *const *options, report_treatments_t *treatments,
                              GError **error);

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
