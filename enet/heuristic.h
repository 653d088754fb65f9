/* enet/heuristic.h
 * May a datagram on an unknown port be claimed as ENet?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_HEURISTIC_H
#define ENET_HEURISTIC_H

#include "ws_compat.h"

/** Prepares the memory for what conversations have shown. */
void enet_heuristic_register(void);

/**
 * Tells whether this datagram proves ENet, together with what its conversation has shown before. Rejects most other
 * protocols after their first bytes. To be called in the first pass only, as it learns.
 */
bool enet_heuristic_accepts(tvbuff_t *tvb, packet_info *pinfo);

/**
 * Tells whether this datagram is proof by itself. Needs nothing of Wireshark, so that the rate of false claims can be
 * measured.
 */
bool enet_datagram_is_proof(const uint8_t *data, size_t length);

#endif /* ENET_HEURISTIC_H */

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
