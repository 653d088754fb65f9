/* system/system.h
 * What do the programs ask of the system, and Windows in another way?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SYSTEM_SYSTEM_H
#define SYSTEM_SYSTEM_H

#include <stdbool.h>

#include <glib.h>

/** Returns the words of the command line, the program's name first, in the encoding that GLib wants for names of files. @return g_strfreev() */
char **system_words(char **argv);

/** Lets what is printed be written as it is: otherwise, Windows' C library makes CR LF of LF. */
void system_print_bytes(void);

/** Fills the bytes, at most 256, with random ones that nobody can guess. @return false if there are none */
bool system_random(void *bytes, gsize size);

#endif /* SYSTEM_SYSTEM_H */

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
