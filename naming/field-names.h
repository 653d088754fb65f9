/* naming/field-names.h
 * What are the names of a game's identifiers in display filters?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef NAMING_FIELD_NAMES_H
#define NAMING_FIELD_NAMES_H

#include <glib.h>

/**
 * Appends a dot and one level of a filter name: letters, digits and "_" only, and at least one character. Letters that
 * a filter name may not have become Latin letters ("größe" is "grosse"), or else code points ("u4f60"). Several texts
 * may get the same name.
 *
 * @param text any bytes
 */
void godot_field_name_append(GString *name, const char *text);

/**
 * Returns the level that stands for a file: "player" for "res://actors/player.gd", "game:Inner" for
 * "res://game.gd:Inner". @return g_free()
 */
char *godot_field_file_name(const char *path);

#endif /* NAMING_FIELD_NAMES_H */

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
