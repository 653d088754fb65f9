/* split/godot-split.c
 * What does the user ask of the program?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "split/blocks.h"
#include "split/cut.h"
#include "split/join.h"
#include "system/system.h"

#define READ_AS_A_WHOLE 3   /* exit status */

static const char help[] =
    "usage: godot-split PARTS CAPTURE FOLDER\n"
    "       godot-split --join FOLDER\n"
    "\n"
    "Cuts a capture into at most so many parts FOLDER/1.part, FOLDER/2.part..., which can be read at the same time: frames of\n"
    "which the reading depends on each other are in the same part. The exit status is 3 if the capture must be read as a whole.\n"
    "\n"
    "--join prints the rows that tshark -z godot,messages printed of the parts into FOLDER/1.rows.zst, FOLDER/2.rows.zst..., as it\n"
    "would print them for the capture. godot-captures --split does all of this.\n";

static int
fail(GError *error)
{
    int status = error->domain == SPLIT_ERROR ? READ_AS_A_WHOLE : EXIT_FAILURE;

    g_printerr("godot-split: %s%s\n", status == READ_AS_A_WHOLE ? "the capture is read as a whole: " : "", error->message);
    g_error_free(error);
    return status;
}

/* @param words what the command line says behind the program's name */
static int
split_run(unsigned count, char **words)
{
    GError  *error = NULL;
    unsigned parts;

    if (count == 1 && strcmp(words[0], "--help") == 0) {
        g_print("%s", help);
        return EXIT_SUCCESS;
    }
    if (count == 2 && strcmp(words[0], "--join") == 0)
        return split_join(words[1], &error) ? EXIT_SUCCESS : fail(error);
    parts = count == 3 ? (unsigned)strtoul(words[0], NULL, 10) : 0;
    if (parts < 1 || parts > SPLIT_PARTS_MAX) {
        g_printerr("%s", help);
        return 2;
    }
    return split_cut(words[1], parts, words[2], &error) ? EXIT_SUCCESS : fail(error);
}

int
main(int argc G_GNUC_UNUSED, char **argv)
{
    char **words = system_words(argv);
    int    status = split_run(g_strv_length(words) - 1, words + 1);

    g_strfreev(words);
    return status;
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
