/* programs/names-json.h
 * How is what was found in a game written as JSON?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROGRAMS_NAMES_JSON_H
#define PROGRAMS_NAMES_JSON_H

#include "project/project.h"

/**
 * Prints JSON to the standard output.
 * @param asked paths of nodes to look up, ended by NULL; or NULL
 */
void names_print_json(godot_project_t *project, const char *const *asked);

#endif /* PROGRAMS_NAMES_JSON_H */

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
