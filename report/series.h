/* report/series.h
 * What does a game cost in each span of time, for each player?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_SERIES_H
#define REPORT_SERIES_H

#include <glib.h>
#include <json-glib/json-glib.h>

/* What is counted: bytes, but calls are a number. */
typedef enum {
    REPORT_SERIES_PLAYERS,          /* what players send ("up") and receive ("down") */
    REPORT_SERIES_METHODS,          /* calls of a method */
    REPORT_SERIES_CALLS,            /* … and how many they are */
    REPORT_SERIES_SYNCHRONIZERS,    /* updates of a synchronizer */
    REPORT_SERIES_NODES,            /* all that concerns a node */
    REPORT_SERIES_CHANNELS,         /* messages by mode and channel, and what is no message by its kind */
    REPORT_SERIES_GROUPS
} report_series_group_t;

/* Amounts per second and player. The mean is of all the time, the quartiles are of the whole spans in it: a quarter of them has at
 * most the lower one, three quarters have at most the upper one. */
typedef struct {
    double mean;
    double lower, median, upper;
} report_range_t;

typedef struct _report_series_t report_series_t;

/* @param window seconds of a span */
report_series_t *report_series_new(guint window);
void report_series_free(report_series_t *series);

void report_series_add_row(report_series_t *series, JsonObject *row);

/* Divides what was added up into spans; nothing may be added any more. @return false, with an error, if there are too many */
gboolean report_series_finish(report_series_t *series, GError **error);

/* @return the ranges by name (char * to report_range_t *), which belong to the series */
GHashTable *report_series_ranges(const report_series_t *series, report_series_group_t group);

/* @return in how many spans somebody played */
guint report_series_spans(const report_series_t *series);

/* @return how many played at once, on average */
double report_series_players(const report_series_t *series);

/* @return the releases of Godot, as a set of strings that belongs to the series */
GHashTable *report_series_releases(const report_series_t *series);

/* @return the name with "PEER" in place of each number in it that is a peer's id, to be freed: ids differ from run to run */
char *report_series_without_peers(const report_series_t *series, const char *name);

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
