/* system/system.c
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

#include "system/system.h"

#ifdef G_OS_WIN32

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>

/* The code page of argv has not all letters. */
char **
system_words(char **argv G_GNUC_UNUSED)
{
    return g_win32_get_command_line();
}

void
system_print_bytes(void)
{
    _setmode(_fileno(stdout), _O_BINARY);
}

bool
system_random(void *bytes, gsize size)
{
    guint8      *next = (guint8 *)bytes;
    unsigned int number;

    for (gsize i = 0; i < size; i++) {
        if (rand_s(&number) != 0)
            return false;
        next[i] = (guint8)number;
    }
    return true;
}

#else

#include <unistd.h>
#include <sys/random.h>

char **
system_words(char **argv)
{
    return g_strdupv(argv);
}

void
system_print_bytes(void)
{
}

bool
system_random(void *bytes, gsize size)
{
    return getentropy(bytes, size) == 0;
}

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
