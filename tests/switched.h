/* switched.h
 * Mistakes that are switched on one at a time (switched.py)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef SWITCHED_H
#define SWITCHED_H

/* Each program and plugin has its own (reached.c). */
#pragma GCC visibility push(hidden)
int mutant_is(unsigned number);
int mutant_met(unsigned number, int differs);
int mutant_on(unsigned number);
int mutant_unlike(unsigned number, int value, int other);
#pragma GCC visibility pop

#endif
