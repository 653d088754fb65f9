/* report/moments.h
 * How many rows and bytes were there in each span of time?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_MOMENTS_H
#define REPORT_MOMENTS_H

#include <glib.h>

/* All spans have the same length: 1 ms, doubled so often that at most 256 of them reach from the first row to the last.
 * Span n begins at n times this length after 1970, so a doubling makes one span of two. Begins with zeros. */
typedef struct {
    gint64   first, last;       /* numbers of spans */
    int      doublings;
    gboolean any;               /* there is a first and a last one */
} report_spans_t;

/* The spans that have rows, by their numbers. */
typedef struct _report_moments_t report_moments_t;

typedef struct {
    gint64 span;
    gint64 count;
    double bytes;
} report_moment_t;

/* @return seconds */
double report_spans_length(const report_spans_t *spans);

void report_spans_double(report_spans_t *spans);

/* Lengthens the spans if this time needs it.
 * @param time seconds after 1970; one that no capture has is taken for the nearest one that a capture may have */
void report_spans_reach(report_spans_t *spans, double time);

report_moments_t *report_moments_new(void);
void report_moments_free(report_moments_t *moments);

/* @param time one that the spans reach */
void report_moments_add(report_moments_t *moments, const report_spans_t *spans, double time, double bytes);

/* Adds all of some moments to others. */
void report_moments_merge(report_moments_t *moments, const report_spans_t *spans, report_moments_t *others);

/* @return the moments by the spans as they are now; they belong to their owner, until something is added */
const report_moment_t *report_moments_get(report_moments_t *moments, const report_spans_t *spans, guint *count);

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
