/* edit-enet.h
 * How does the fuzzer change datagrams of ENet? (docs/wire/enet.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_EDIT_ENET_H
#define FUZZ_EDIT_ENET_H

#include "edit.h"

/** Drops, repeats or inserts a command, or changes its data and corrects its length, or changes its head. */
void edit_datagram(bytes_t *bytes);

#endif /* FUZZ_EDIT_ENET_H */

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
