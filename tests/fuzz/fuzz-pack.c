/* fuzz-pack.c
 * What can an exported game do to its readers?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-variant.h"
#include "game.h"
#include "mutator.h"

#include <glib.h>

/* A bit of the first byte of options: the first record is a pack or an executable, not the first of several files. */
enum { PACK = 0x01 };

const edit_fn target_edits[] = { edit_any,    edit_any,     edit_any,     edit_number,
                                 edit_number, edit_stretch, edit_variant, NULL };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    records_t records;

    records_read(&records, data, size);
    if (records.options[0] & PACK && records.count > 0) {
        game_read_pack(records.record[0].data, records.record[0].length);
        return 0;
    }
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
