/* fuzz-debugger.c
 * What can games and debugging editors do to the plugin?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-stream.h"
#include "mutator.h"
#include "session.h"
#include "transport.h"
#include "ws_compat.h"

enum { EDITOR_PORT = 45000, BOUND_PORT = 45001, UNKNOWN_PORT = 45002 };

/* Bits of the first byte of options. */
enum { HEURISTIC = 0x08, BOUND = 0x10 };


const edit_fn target_edits[] = { edit_stream, edit_stream, edit_any, NULL };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerInitialize(int *argc _U_, char ***argv)
{
    session_open(*argv);
    transport_open();
    session_set("godot.debug.tcp.port:6007,45000-45003");
    session_new_file();
    session_set("godot.debug.tcp.port:45000");
    session_new_file();
    dissector_add_uint("tcp.port", BOUND_PORT,
                       dissector_table_get_dissector_handle(find_dissector_table("tcp.port"), "Godot Debugger"));
    return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    records_t records;

    records_read(&records, data, size);
    transport_begin(records.options[0] & HEURISTIC ? UNKNOWN_PORT
                    : records.options[0] & BOUND   ? BOUND_PORT
                                                   : EDITOR_PORT,
                    records.options[0]);
    if (!(records.options[0] & OPTION_LATE))
        transport_handshake();
    for (unsigned i = 0; i < records.count; i++)
        transport_segment(&records.record[i]);
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
