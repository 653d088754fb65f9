/* multiplayer/call-fields.c
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

#include "multiplayer/call-fields.h"
#include "multiplayer/paths.h"

static int hf_godot_rpc_target = -1;
static int hf_godot_rpc_path_form = -1;
static int hf_godot_rpc_path_offset = -1;
static int hf_godot_rpc_node_id = -1;
static int hf_godot_rpc_node = -1;
static int hf_godot_rpc_method = -1;
static int hf_godot_rpc_argc = -1;
static int hf_godot_rpc_args = -1;
static int hf_godot_path_id = -1;
static int hf_godot_path_name = -1;

static int ett_godot_target = -1;

int
godot_call_field(godot_call_field_t field)
{
    static const int *const fields[] = {
        [GODOT_CALL_NODE_ID]        = &hf_godot_rpc_node_id,
        [GODOT_CALL_NODE]           = &hf_godot_rpc_node,
        [GODOT_CALL_METHOD]         = &hf_godot_rpc_method,
        [GODOT_CALL_ARGUMENT_COUNT] = &hf_godot_rpc_argc,
        [GODOT_CALL_ARGUMENTS]      = &hf_godot_rpc_args,
        [GODOT_CALL_PATH_ID]        = &hf_godot_path_id,
        [GODOT_CALL_PATH]           = &hf_godot_path_name,
    };

    return *fields[field];
}

proto_item *
godot_add_path_form(const godot_reader_t *reader)
{
    static int *const path_form[] = { &hf_godot_rpc_path_form, &hf_godot_rpc_path_offset, NULL };

    if (!reader->tree)
        return NULL;
    return proto_tree_add_bitmask(reader->tree, reader->tvb, reader->offset, hf_godot_rpc_target, ett_godot_target,
                                  path_form, ENC_LITTLE_ENDIAN);
}

/* ---- Registration ---- */

void
godot_call_fields_register(int proto)
{
    static hf_register_info hf[] = {
        { &hf_godot_rpc_target,
          { "Node target", "godot.rpc.target", FT_UINT32, BASE_HEX, NULL, 0,
            "Id of the node's path, or where in the message the path is", HFILL } },
        { &hf_godot_rpc_path_form,
          { "Path form", "godot.rpc.path_form", FT_BOOLEAN, 32, NULL, GODOT_PATH_FORM,
            "The node's path follows the arguments", HFILL } },
        { &hf_godot_rpc_path_offset,
          { "Path offset", "godot.rpc.path_offset", FT_UINT32, BASE_DEC, NULL, 0x7FFFFFFF,
            "From the command byte to the path, in bytes", HFILL } },
        { &hf_godot_rpc_node_id,
          { "Node id", "godot.rpc.node_id", FT_UINT32, BASE_DEC, NULL, 0,
            "Id that the sender announced for the node's path", HFILL } },
        { &hf_godot_rpc_node,
          { "Node", "godot.rpc.node", FT_STRING, BASE_NONE, NULL, 0,
            "Path of the node, relative to the multiplayer root", HFILL } },
        { &hf_godot_rpc_method,
          { "Method", "godot.rpc.method", FT_STRING, BASE_NONE, NULL, 0,
            "Name of the method: on the wire in Godot 3, else from the project or the user's table", HFILL } },
        { &hf_godot_rpc_argc,
          { "Argument count", "godot.rpc.argc", FT_UINT8, BASE_DEC, NULL, 0, "Number of arguments", HFILL } },
        { &hf_godot_rpc_args,
          { "Arguments", "godot.rpc.args", FT_STRING, BASE_NONE, NULL, 0,
            "Texts of the arguments, separated by commas", HFILL } },
        { &hf_godot_path_id,
          { "Path id", "godot.path.id", FT_UINT32, BASE_DEC, NULL, 0,
            "Number that stands for the path from now on", HFILL } },
        { &hf_godot_path_name,
          { "Path", "godot.path.name", FT_STRING, BASE_NONE, NULL, 0,
            "Path of a node, relative to the multiplayer root", HFILL } },
    };
    static int *ett[] = { &ett_godot_target };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
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
