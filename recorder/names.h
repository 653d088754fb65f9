/* recorder/names.h
 * Which names does a record tell of a node?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_NAMES_H
#define RECORDER_NAMES_H

#include "multiplayer/recorded-names.h"

/** First pass: takes the description of a node from the attributes of a record "names". */
void recording_learn_names(godot_recorded_names_t *names, tvbuff_t *body, godot_moment_t moment);

/**
 * Says, in a record "names", if its methods and its MD5 contradict each other.
 *
 * @param item of the record
 */
void recording_check_names(const godot_recorded_names_t *names, tvbuff_t *body, packet_info *pinfo, proto_item *item);

/** Registers the expert items; experts is the module of "godot.record". */
void recording_names_register(expert_module_t *experts);

#endif /* RECORDER_NAMES_H */

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
