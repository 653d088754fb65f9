/* report/peers.h
 * Which peer is at which address?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_PEERS_H
#define REPORT_PEERS_H

#include <glib.h>
#include <json-glib/json-glib.h>

typedef struct _report_peers_t report_peers_t;

report_peers_t *report_peers_new(void);
void report_peers_free(report_peers_t *peers);

void report_peers_add_row(report_peers_t *peers, JsonObject *row);

/* @param id of a peer
 * @return the addresses and ports from which it spoke, to be freed; NULL: no row tells any */
char *report_peers_addresses(const report_peers_t *peers, const char *id);

/* @param address and port
 * @return the ids of the peers that spoke from it, to be freed; NULL: no row tells any */
char *report_peers_ids(const report_peers_t *peers, const char *address);

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
