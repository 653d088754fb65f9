/* report/junit.h
 * How does a CI service read what was judged?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include <glib.h>

typedef enum {
    REPORT_KEPT,
    REPORT_BROKEN,
    REPORT_UNKNOWN,     /* it cannot be judged: the capture has nothing of the kind that is limited, or cannot be read */
    REPORT_RESULTS
} report_result_t;

/* A file in JUnit's format, of suites of cases. It is well-formed whatever the names are: what cannot be printed is '?'. */
typedef struct report_junit report_junit_t;

report_junit_t *report_junit_new(void);
void report_junit_free(report_junit_t *junit);

/* The cases follow. */
void report_junit_begin_suite(report_junit_t *junit, const char *name);
void report_junit_add_case(report_junit_t *junit, const char *name, report_result_t result, const char *message);
void report_junit_end_suite(report_junit_t *junit);

gboolean report_junit_write(const report_junit_t *junit, const char *file, GError **error);

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
