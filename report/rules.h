/* report/rules.h
 * Which rules do all figures of rows share?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_RULES_H
#define REPORT_RULES_H

#include <glib.h>
#include <json-glib/json-glib.h>

/* @return the name in a member of the row, to be freed: that of a number has a "#" before it; NULL if there is none */
char *report_rules_name(JsonObject *row, const char *member);

/* Who an end of a connection is, as far as rows tell; 0 at first. */
typedef enum {
    REPORT_ROLE_SERVER = 1 << 0,    /* it spoke as peer 1, for itself */
    REPORT_ROLE_PEER   = 1 << 1,    /* it spoke Godot's language otherwise: peers of a mesh have no ids on the wire */
    REPORT_ROLE_CALLED = 1 << 2     /* ENet's CONNECT went to it */
} report_role_t;

/* Adds what a row tells of its two ends.
 * @param from who sends it, and
 * @param to who receives it; NULL: nobody */
void report_rules_add_roles(JsonObject *row, guint *from, guint *to);

/* @return whether an end with these roles is a player: it is not the server. Who was called, and did not speak Godot's language, is a
 * server: nobody came in, or the game has messages of its own */
gboolean report_rules_is_player(guint roles);

/* @return the id of the peer that sent the row's message and is at its source: no server passed it on; 0 if the row does not tell */
gint64 report_rules_sender(JsonObject *row);

/* @return the seconds to divide by: a rate needs some time, so what took less than a second counts as one second */
double report_rules_seconds(double begin, double end);

/*
 * @param amounts of double; it is sorted
 * @param zeros how many more amounts there are, which are all 0
 * @return the nearest rank: the smallest amount that so many per cent of all amounts do not exceed; 0 if there are none
 */
double report_rules_percentile(GArray *amounts, guint zeros, guint percent);

/* @return the bytes of a row's message with the headers of all layers: those of the row, and of its earlier fragments, which have
 * rows of their own */
double report_rules_message_bytes(JsonObject *row);

/* @return whether IP divided the row's datagram, so that its bytes are those of several frames */
gboolean report_rules_is_divided(JsonObject *row);

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
