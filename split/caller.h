/* split/caller.h
 * With which id does a client begin a connection?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SPLIT_CALLER_H
#define SPLIT_CALLER_H

#include <glib.h>

/* Finds the data of ENet's CONNECT, which are the client's id: peers of a mesh are known by them again at other ports.
 * @param payload of a datagram
 * @return false if it has no CONNECT, however it may be compressed */
gboolean split_caller_read(const guint8 *payload, gsize size, guint32 *id);

#endif

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
