/* report/handshake.h
 * What may be told of the handshake of a WebSocket?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_HANDSHAKE_H
#define REPORT_HANDSHAKE_H

#include "report/disguise.h"

/* Replaces all of the text of HTTP that is not known to be the same for all who shake hands: paths, hosts, cookies … */
void report_handshake_disguise(report_disguise_t *disguise, guint8 *text, guint size);

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
