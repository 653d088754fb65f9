/* statistics/tree.h
 * How are numbers added to a tree of Wireshark's?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_TREE_H
#define STATISTICS_TREE_H

#include "ws_compat.h"

/*
 * The names of lines at the top must be other than all names that come from messages: below the top they are told
 * apart by the line above, but at the top by nothing. A colon is in no name of a node or method.
 * Below one line, 5,000 names have lines of their own; all others have one together.
 */

/** Count one, of that size: the line has a number, and a mean, a smallest and a largest size. @return the line's id */
int statistics_tick(stats_tree *tree, int above, const char *name, int size);

/** The same in milliseconds. */
int statistics_time(stats_tree *tree, int above, const char *name, const nstime_t *time);

/** Add a number to a line. @return the line's id */
int statistics_add(stats_tree *tree, int above, const char *name, int number);

/**
 * Add to a line of bytes. Wireshark counts to 2,147,483,647: once the line at the top passes that, its group is set to 0,
 * and another one, with "KiB" for "bytes" in its name, goes on with all that was counted.
 *
 * @param above id of a line of bytes; 0: a line at the top, with "bytes" or "Bytes" in its name
 * @return the line's id
 */
int statistics_add_bytes(stats_tree *tree, int above, const char *name, int64_t bytes);

/**
 * Let a line and those above it show what a number of ENet's has become.
 *
 * @param number lives as long as the file is open; its address tells it apart from others
 * @param even_zero there is a line even if it is 0
 * @param path names of the lines from the top on
 */
void statistics_follow(stats_tree *tree, const uint32_t *number, bool even_zero, const char *const *path, size_t depth);

/** Count one of that size, in a line that was made with ranges of sizes below it. */
void statistics_tick_range(stats_tree *tree, const char *name, int size);

/** A tree begins anew, or ends: forget which lines it had. */
void statistics_forget(stats_tree *tree);

/** Register a tree under Statistics > Godot. abbreviation as for "-z ...,tree"; begin and end may be NULL, or call statistics_forget(). */
void statistics_tree_register(const char *tap, const char *abbreviation, const char *title, stat_tree_packet_cb packet,
                              stat_tree_init_cb begin, stat_tree_cleanup_cb end);

#endif /* STATISTICS_TREE_H */

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
