/* statistics/objects.h
 * How often is each synchronized object updated, by whom, and which of its values were the same as before?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_OBJECTS_H
#define STATISTICS_OBJECTS_H

/** Registers "godot_objects,tree". */
void statistics_objects_register(void);

#endif /* STATISTICS_OBJECTS_H */

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
