/* report/costs.h
 * What do the messages of a capture cost, by player, method, synchronizer and node?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_COSTS_H
#define REPORT_COSTS_H

#include <glib.h>
#include <json-glib/json-glib.h>

/* What is counted. Each cost has a value for each name: of a player, a method …, or only one. */
typedef enum {
    REPORT_UP,              /* bytes per second that a player sends */
    REPORT_DOWN,            /* … and receives */
    REPORT_METHODS,         /* bytes per second of a method's calls */
    REPORT_CALLS,           /* calls per second of a method */
    REPORT_SYNCHRONIZERS,   /* bytes per second of a synchronizer's updates */
    REPORT_NODES,           /* bytes per second of all that concerns a node */
    REPORT_FRAME,           /* bytes of the longest frame */
    REPORT_ABOVE_MTU,       /* datagrams of an end of a connection that are longer than its MTU */
    REPORT_REPEATED,        /* part of all bytes that was sent again */
    REPORT_LOSS,            /* part of what an end of a connection sent that was lost */
    REPORT_LATE,            /* … of its messages that came, which came after a later one */
    REPORT_THROTTLED,       /* … of its unreliable messages that its own throttle dropped before they were sent */
    REPORT_ROUND_TRIP,      /* seconds in which 95 of 100 acknowledgements came */
    REPORT_ERRORS,          /* expert items */
    REPORT_WARNINGS,
    REPORT_NOTES,
    REPORT_COSTS
} report_cost_t;

/* What an end of a connection sent: messages, or transmissions of reliable commands; and what became of it. */
typedef enum { REPORT_UNRELIABLE, REPORT_RELIABLE, REPORT_TRANSMISSION, REPORT_SENT } report_sent_t;
typedef enum { REPORT_CAME_IN_ORDER, REPORT_CAME_LATE, REPORT_LOST, REPORT_DROPPED, REPORT_FATES } report_fate_t;

typedef struct _report_costs_t report_costs_t;

report_costs_t *report_costs_new(void);
void report_costs_free(report_costs_t *costs);

/* What is added next is of this capture, of several; the name belongs to the caller, as long as the costs. */
void report_costs_begin_capture(report_costs_t *costs, const char *name);
void report_costs_add_row(report_costs_t *costs, JsonObject *row);
void report_costs_add_experts(report_costs_t *costs, report_cost_t severity, unsigned count);

/* @param way the connection, and from where to where
 * @param lost whether this is what was lost, or else what arrived */
void report_costs_add_sent(report_costs_t *costs, const char *way, report_sent_t sent, report_fate_t fate, unsigned count);

/* @param sender the connection, and from where to where
 * @param above how many of the datagrams are longer than the MTU, which is known */
void report_costs_add_datagrams(report_costs_t *costs, const char *sender, unsigned above);

/* Makes rates of what was added up; nothing may be added any more. */
void report_costs_finish(report_costs_t *costs);

/* @return the values by name (char * to double *), which belong to costs */
GHashTable *report_costs_values(const report_costs_t *costs, report_cost_t cost);

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
