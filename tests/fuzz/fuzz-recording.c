/* fuzz-recording.c
 * What can a recording do to the plugin?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-message.h"
#include "mutator.h"
#include "session.h"
#include "transport.h"
#include "ws_compat.h"

#include <wiretap/wtap.h>

/* Of a record: the capture has only half of it. */
enum { CUT = 0x10 };

const edit_fn target_edits[] = { edit_message, edit_any, edit_any, edit_number, edit_number, edit_stretch, NULL };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Adds a record behind Wireshark's tags, by which its dissector of exported PDUs finds ours. */
static void
add_record(const record_t *record)
{
    static const uint8_t tags[20] = "\0\x0c\0\x0cgodot_record";
    static uint8_t frame[sizeof tags + RECORD_MOST];
    size_t length = sizeof tags + record->length;

    memcpy(frame, tags, sizeof tags);
    memcpy(frame + sizeof tags, record->data, length - sizeof tags);
    session_add(WTAP_ENCAP_WIRESHARK_UPPER_PDU, frame, length,
                record->flags & CUT ? sizeof tags + (length - sizeof tags) / 2 : length);
}

int
LLVMFuzzerInitialize(int *argc _U_, char ***argv)
{
    session_open(*argv);
    return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    records_t records;

    records_read(&records, data, size);
    for (unsigned i = 0; i < records.count; i++)
        add_record(&records.record[i]);
    session_run(records.options[0] & OPTION_WAYS);
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
