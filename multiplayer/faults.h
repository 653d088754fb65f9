/* multiplayer/faults.h
 * Which complaints do Godot 3 and Godot 4 share?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_FAULTS_H
#define MULTIPLAYER_FAULTS_H

#include <epan/packet.h>
#include <epan/expert.h>

typedef enum {
    GODOT_FAULT_OVERTAKEN,
    GODOT_FAULT_PATH_NEVER_CONFIRMED,
    GODOT_FAULT_PATH_NOT_CAPTURED,
    GODOT_FAULT_PATH_OFFSET,
    GODOT_FAULT_PATH_UNCONFIRMED,
    GODOT_FAULT_PATH_UNKNOWN,
    GODOT_FAULT_SYSTEM_UNKNOWN
} godot_fault_t;

/**
 * Returns the expert item of a complaint. It is registered once, so that the user's severity for its name holds for
 * both generations.
 */
expert_field *godot_fault(godot_fault_t fault);

/** Registers the expert items. */
void godot_faults_register(expert_module_t *experts);

#endif /* MULTIPLAYER_FAULTS_H */

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
