/* recorder/tell.h
 * What does a record that is no packet say, in one line?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_TELL_H
#define RECORDER_TELL_H

#include "recorder/header.h"

/**
 * Returns what the record says, for the Info column and for rows, in pinfo->pool. Adds expert items for what the engine
 * complained about, and for what is missing in the recording.
 *
 * @param body its attributes; NULL: they are not here
 * @param item of the record
 */
const char *recording_tell(tvbuff_t *tvb, packet_info *pinfo, const recording_header_t *header, tvbuff_t *body,
                           proto_item *item);

/** Registers the expert items; experts is the module of "godot.record". */
void recording_tell_register(expert_module_t *experts);

#endif /* RECORDER_TELL_H */

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
