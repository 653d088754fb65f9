/* edit-enet.h
 * How are datagrams of ENet changed? (docs/wire/enet.md)
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

/** A command is dropped, repeated, put in, or its data are changed and its length is made to fit; or its head is changed. */
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
