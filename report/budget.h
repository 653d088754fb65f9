/* report/budget.h
 * Which limits does a game have, and does a capture keep them?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_BUDGET_H
#define REPORT_BUDGET_H

#include "report/costs.h"
#include "report/junit.h"

typedef struct _report_budget_t report_budget_t;

/* Reads a key file of limits (docs/report.md). @return NULL with an error if it is wrong */
report_budget_t *report_budget_load(const char *file, GError **error);
void report_budget_free(report_budget_t *budget);

/* Prints a table of limits and what was found, adds to the numbers of results, and adds a suite of tests.
 * @param junit may be NULL */
void report_budget_judge(const report_budget_t *budget, const char *capture, const report_costs_t *costs,
                         unsigned results[REPORT_RESULTS], report_junit_t *junit);

/* Finds the greatest value, of equal ones that whose name comes first.
 * @param budget names that it limits by themselves do not count; NULL: all count
 * @return the name, which belongs to costs; NULL if there is none */
const char *report_budget_greatest(const report_budget_t *budget, const report_costs_t *costs, report_cost_t cost, double *found);

/* Prints a key file of limits that these captures keep, with some room. */
void report_budget_print_from(GPtrArray *costs);

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
