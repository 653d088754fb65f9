/* report/session.h
 * Which connections do several captures of one session have in common?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_SESSION_H
#define REPORT_SESSION_H

#include <glib.h>

typedef struct _report_session_t report_session_t;

/* A connection in a capture. */
typedef struct {
    char    *name;              /* client.pcapng: enet.stream 0 */
    char    *field;             /* that numbers it: enet.stream, tcp.stream, udp.stream */
    guint    number;
    char    *ends;              /* 10.0.0.1:7000 ↔ 10.0.0.2:53290 */
    gint64   id;                /* of ENet's CONNECT, the same at both ends; -1: it was not captured */
    double   first, last;       /* seconds since 1970 */
    guint    capture;           /* 0 for the first one */
    const char *same;           /* the name of this connection in an earlier capture; NULL: it is in none */
} report_connection_t;

report_session_t *report_session_new(void);
void report_session_free(report_session_t *session);

/* Runs tshark to find the connections of one more capture.
 * @param name of the capture, as the page shows it
 * @param options of tshark
 * @return false, with an error, if it cannot be read */
gboolean report_session_add(report_session_t *session, const char *capture, const char *name, const char *const *options,
                            GError **error);

/* @return a display filter without the connections of the last capture that earlier ones have, to be freed; NULL: there are none */
char *report_session_filter(const report_session_t *session);

/* @return report_connection_t *, which belong to the session */
const GPtrArray *report_session_connections(const report_session_t *session);

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
