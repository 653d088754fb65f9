/* multiplayer/call-fields.h
 * Which fields have calls and announcements of both generations?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_CALL_FIELDS_H
#define MULTIPLAYER_CALL_FIELDS_H

#include "multiplayer/reader.h"

typedef enum {
    GODOT_CALL_NODE_ID,
    GODOT_CALL_NODE,
    GODOT_CALL_METHOD,
    GODOT_CALL_ARGUMENT_COUNT,
    GODOT_CALL_ARGUMENTS,
    GODOT_CALL_PATH_ID,
    GODOT_CALL_PATH
} godot_call_field_t;

/** Returns a field of a call, or of the announcement of a path (hf_). It is registered once for both generations. */
int godot_call_field(godot_call_field_t field);

/**
 * Adds the 4 bytes at the reader's offset, the node of a call in path form: its flag, and where the path begins. The
 * reader stays where it is. Returns NULL without a tree.
 */
proto_item *godot_add_path_form(const godot_reader_t *reader);

/** Registers the fields for the protocol "godot". */
void godot_call_fields_register(int proto);

#endif /* MULTIPLAYER_CALL_FIELDS_H */

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
