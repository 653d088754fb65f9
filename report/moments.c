/* report/moments.c
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

#include <math.h>

#include "report/moments.h"

#define SPANS_MOST          256
#define SPANS_PER_SECOND    1000        /* before the first doubling */
#define TIME_MOST           1e12        /* seconds: far more than a capture's format can say */

struct _report_moments_t {
    GArray *moments;            /* report_moment_t */
    int     doublings;          /* of the spans when they were counted */
};

double
report_spans_length(const report_spans_t *spans)
{
    return ldexp(1.0 / SPANS_PER_SECOND, spans->doublings);
}

/* @return the number of the span that began as this one, after so many doublings more */
static gint64
report_spans_doubled(gint64 span, int doublings)
{
    const gint64 length = (gint64)1 << doublings;

    return span / length - (span % length < 0);
}

static gint64
report_spans_at(const report_spans_t *spans, double time)
{
    const double known = isnan(time) ? 0 : CLAMP(time, -TIME_MOST, TIME_MOST);

    return report_spans_doubled((gint64)floor(known * SPANS_PER_SECOND), spans->doublings);
}

void
report_spans_double(report_spans_t *spans)
{
    spans->first = report_spans_doubled(spans->first, 1);
    spans->last = report_spans_doubled(spans->last, 1);
    spans->doublings++;
}

void
report_spans_reach(report_spans_t *spans, double time)
{
    const gint64 span = report_spans_at(spans, time);

    spans->first = spans->any ? MIN(spans->first, span) : span;
    spans->last = spans->any ? MAX(spans->last, span) : span;
    spans->any = TRUE;
    while (spans->last - spans->first >= SPANS_MOST)
        report_spans_double(spans);
}

report_moments_t *
report_moments_new(void)
{
    report_moments_t *moments = g_new0(report_moments_t, 1);

    moments->moments = g_array_new(FALSE, FALSE, sizeof(report_moment_t));
    return moments;
}

void
report_moments_free(report_moments_t *moments)
{
    g_array_unref(moments->moments);
    g_free(moments);
}

/* Adds to a span, which is the last one unless the rows are out of order. */
static void
report_moments_count(GArray *moments, gint64 span, gint64 count, double bytes)
{
    report_moment_t *moment;
    guint            at = moments->len;

    while (at > 0 && g_array_index(moments, report_moment_t, at - 1).span > span)
        at--;
    if (at == 0 || g_array_index(moments, report_moment_t, at - 1).span != span) {
        const report_moment_t none = { .span = span };

        g_array_insert_val(moments, at, none);
        at++;
    }
    moment = &g_array_index(moments, report_moment_t, at - 1);
    moment->count += count;
    moment->bytes += bytes;
}

/* Merges the moments if the spans have become longer since they were counted. */
static void
report_moments_follow(report_moments_t *moments, const report_spans_t *spans)
{
    GArray *followed;

    if (moments->doublings == spans->doublings)
        return;
    followed = g_array_new(FALSE, FALSE, sizeof(report_moment_t));
    for (guint i = 0; i < moments->moments->len; i++) {
        const report_moment_t *moment = &g_array_index(moments->moments, report_moment_t, i);

        report_moments_count(followed, report_spans_doubled(moment->span, spans->doublings - moments->doublings),
                             moment->count, moment->bytes);
    }
    g_array_unref(moments->moments);
    moments->moments = followed;
    moments->doublings = spans->doublings;
}

void
report_moments_add(report_moments_t *moments, const report_spans_t *spans, double time, double bytes)
{
    report_moments_follow(moments, spans);
    report_moments_count(moments->moments, report_spans_at(spans, time), 1, bytes);
}

void
report_moments_merge(report_moments_t *moments, const report_spans_t *spans, report_moments_t *others)
{
    guint                  count;
    const report_moment_t *some = report_moments_get(others, spans, &count);

    report_moments_follow(moments, spans);
    for (guint i = 0; i < count; i++)
        report_moments_count(moments->moments, some[i].span, some[i].count, some[i].bytes);
}

const report_moment_t *
report_moments_get(report_moments_t *moments, const report_spans_t *spans, guint *count)
{
    report_moments_follow(moments, spans);
    *count = moments->moments->len;
    return (const report_moment_t *)(const void *)moments->moments->data;
}

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
