/* debugger/record.h
 * What does a debugger message tell the statistics?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEBUGGER_RECORD_H
#define DEBUGGER_RECORD_H

#include "debugger/messages.h"
#include "ws_compat.h"

/*
 * One packet of the debugger, for the listeners of the tap "godot_debug" and of the tap that counts frames. Lives in
 * pinfo->pool.
 */
typedef struct {
    const char *name;               /* of the message; NULL: unknown */
    bool        begins;             /* the message begins with this packet; a message of 3.x may take several */
    godot_debug_direction_t direction;
    const char *text;               /* for the Info column; NULL: none */
    unsigned    bytes;
    wmem_list_t *experts;           /* const expert_field *; NULL: not wanted */
} godot_debug_record_t;

/** Makes a record of a packet if a tap listens. @return NULL: none does */
godot_debug_record_t *godot_debug_record(packet_info *pinfo, const char *name, bool begins, godot_debug_direction_t direction,
                        unsigned bytes);

/** Returns the records (godot_debug_record_t) of the frame that was dissected just now, in their order; NULL: none. */
const wmem_list_t *godot_debug_records_of_frame(packet_info *pinfo);

/** Registers the tap "godot_debug"; proto is that of "godot.debug". */
void godot_debug_record_register(int proto);

#endif /* DEBUGGER_RECORD_H */

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
