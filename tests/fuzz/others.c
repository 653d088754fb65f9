/* others.c
 * Which dissectors of other people are there (docs/extending.md)?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "others.h"
#include "ws_compat.h"

#include <epan/exceptions.h>
#include <epan/packet.h>

static int
dissect_other(tvbuff_t *tvb, packet_info *pinfo _U_, proto_tree *tree _U_, void *data _U_)
{
    const uint8_t first = tvb_captured_length(tvb) > 0 ? tvb_get_uint8(tvb, 0) : 0;

    if (first % 4 == 1)
        THROW(BoundsError);
    return first % 4 == 2 ? (int)tvb_captured_length(tvb) : 0;
}

static ws_bool
dissect_other_heur(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return dissect_other(tvb, pinfo, tree, data) > 0;
}

void
others_open(void)
{
    static const char *const methods[] = { "reliable", "move", "say", "by_hand", "other", "f" };
    int proto = proto_register_protocol("Fuzz Other", "Other", "fuzz_other");
    dissector_handle_t other = create_dissector_handle(dissect_other, proto);

    for (size_t i = 0; i < G_N_ELEMENTS(methods); i++)
        dissector_add_string("godot.rpc.method", methods[i], other);
    dissector_add_uint("enet.channel", 5, other);
    dissector_add_uint("godot.raw.channel", 1, other);
    heur_dissector_add("godot.raw", dissect_other_heur, "Other", "fuzz_other_raw", proto, HEURISTIC_ENABLE);
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
