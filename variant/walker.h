/* variant/walker.h
 * What does the walker offer to the protocol "godot.variant" only? (variant/variant.h is for all others)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_WALKER_H
#define VARIANT_WALKER_H

#include "variant/walk.h"

/**
 * Returns how far a Variant goes that has no flaw worse than this one.
 *
 * @return the offset behind it, or -1
 */
int godot_variant_measure(tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect, godot_encoding_t encoding,
                          godot_flaw_t worst);

void godot_variant_walker_register(int proto, expert_module_t *experts);
void godot_variant_walker_register_preferences(module_t *module);

#endif /* VARIANT_WALKER_H */

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
