/* fuzz-project.c
 * What can the texts of a game do to their readers?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-text.h"
#include "game.h"
#include "mutator.h"

#include <glib.h>

const edit_fn target_edits[] = { edit_lines, edit_lines, edit_any, edit_any, edit_stretch, NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads each file alone, then all as one game. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    records_t records;

    records_read(&records, data, size);
    for (unsigned i = 0; i < records.count; i++) {
        game_file_t file = game_file(&records.record[i]);

        game_read_file(&file);
        g_free(file.name);
    }
    game_read_files(&records);
    return 0;
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
