/* multiplayer/faults.c
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

#include "multiplayer/faults.h"

static expert_field ei_godot_overtaken = EI_INIT;
static expert_field ei_godot_path_never_confirmed = EI_INIT;
static expert_field ei_godot_path_not_captured = EI_INIT;
static expert_field ei_godot_path_offset = EI_INIT;
static expert_field ei_godot_path_unconfirmed = EI_INIT;
static expert_field ei_godot_path_unknown = EI_INIT;
static expert_field ei_godot_sys_unknown = EI_INIT;

static ei_register_info ei[] = {
    { &ei_godot_overtaken,
      { "godot.overtaken", PI_SEQUENCE, PI_NOTE,
        "Overtook the announcement or the spawn of its id, which comes later in the capture", EXPFILL } },
    { &ei_godot_path_never_confirmed,
      { "godot.path.never_confirmed", PI_PROTOCOL, PI_WARN,
        "Never confirmed: the receiver may lack the node (\"Node not found\")", EXPFILL } },
    { &ei_godot_path_not_captured,
      { "godot.path.not_captured", PI_ASSUMPTION, PI_NOTE,
        "No announcement or confirmation of the path was captured", EXPFILL } },
    { &ei_godot_path_offset,
      { "godot.rpc.path_offset.invalid", PI_MALFORMED, PI_ERROR,
        "Invalid packet received. Size smaller than declared.", EXPFILL } },
    { &ei_godot_path_unconfirmed,
      { "godot.path.unconfirmed", PI_PROTOCOL, PI_WARN,
        "The path is still not confirmed", EXPFILL } },
    { &ei_godot_path_unknown,
      { "godot.path.unknown", PI_PROTOCOL, PI_WARN,
        "The id was not announced by its sender", EXPFILL } },
    { &ei_godot_sys_unknown,
      { "godot.sys.unknown", PI_UNDECODED, PI_WARN,
        "Unknown system message", EXPFILL } },
};

expert_field *
godot_fault(godot_fault_t fault)
{
    static expert_field *const fields[] = {
        [GODOT_FAULT_OVERTAKEN]            = &ei_godot_overtaken,
        [GODOT_FAULT_PATH_NEVER_CONFIRMED] = &ei_godot_path_never_confirmed,
        [GODOT_FAULT_PATH_NOT_CAPTURED]    = &ei_godot_path_not_captured,
        [GODOT_FAULT_PATH_OFFSET]          = &ei_godot_path_offset,
        [GODOT_FAULT_PATH_UNCONFIRMED]     = &ei_godot_path_unconfirmed,
        [GODOT_FAULT_PATH_UNKNOWN]         = &ei_godot_path_unknown,
        [GODOT_FAULT_SYSTEM_UNKNOWN]       = &ei_godot_sys_unknown,
    };

    return fields[fault];
}

void
godot_faults_register(expert_module_t *experts)
{
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
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
