/* packet-godot-variant.h
 * How is a single Variant in a datagram dissected? The protocol "godot.variant".
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PACKET_GODOT_VARIANT_H
#define PACKET_GODOT_VARIANT_H

#include "ws_compat.h"

/** Registers the preferences godot.variant.*; module is that of the protocol "godot". */
void godot_variant_register_preferences(module_t *module);

/**
 * Does what the dissector "godot.variant" does, without the layer that Wireshark adds when it calls a dissector.
 * The value's text replaces the Info column behind its fence.
 *
 * @return bytes of the tvb
 */
int dissect_godot_variant_alone(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);

void proto_register_godot_variant(void);
void proto_reg_handoff_godot_variant(void);

#endif /* PACKET_GODOT_VARIANT_H */

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
