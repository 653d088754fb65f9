/* naming/project-fields.h
 * Which declarations in a game's files get a filter field?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NAMING_PROJECT_FIELDS_H
#define NAMING_PROJECT_FIELDS_H

#include "project/project.h"

/**
 * Makes a field for each argument of an RPC method, and for each replicated property. To be called after
 * godot_fields_renew().
 */
void godot_project_make_fields(const godot_project_t *project);

#endif /* NAMING_PROJECT_FIELDS_H */

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
