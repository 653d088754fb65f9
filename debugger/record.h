/* debugger/record.h
 * What are statistics told of a debugger message?
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

/* One packet of the debugger, as the tap "godot_debug" and whoever counts frames get it. Lives in pinfo->pool. */
typedef struct {
    const char *name;               /* of the message; NULL: not known */
    bool        begins;             /* the message begins with this packet: one of 3.x may take several */
    godot_debug_direction_t direction;
    const char *text;               /* for the Info column; NULL: it has none */
    unsigned    bytes;
    wmem_list_t *experts;           /* const expert_field * */
} godot_debug_record_t;

/** Tell of a packet, if somebody listens. @return NULL: nobody does */
godot_debug_record_t *godot_debug_record(packet_info *pinfo, const char *name, bool begins, godot_debug_direction_t direction,
                        unsigned bytes);

/** The records of a frame that was dissected just now, in their order; NULL: none. godot_debug_record_t */
const wmem_list_t *godot_debug_records_of_frame(packet_info *pinfo);

/** Register the tap "godot_debug"; proto is that of "godot.debug". */
void godot_debug_record_register(int proto);

/** Find the tap of whoever counts frames. */
void godot_debug_record_handoff(void);

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
