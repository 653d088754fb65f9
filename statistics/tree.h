/* statistics/tree.h
 * How are numbers added to one of Wireshark's trees of statistics?
 *
 * Copyright 2026 The wireshark-godot authors
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
 * The name of a line at the top must differ from all names in messages. Below the top, the line above tells equal names
 * apart; at the top nothing does. Names of nodes and methods have no colon. Below one line 5,000 names have lines of
 * their own; all others share one.
 */

/**
 * Counts a thing of that size: the line shows the number, and the mean, smallest and largest size.
 *
 * @return the line's id
 */
int statistics_tick(stats_tree *tree, int above, const char *name, int size);

/** Counts a time in milliseconds, like statistics_tick(). */
int statistics_time(stats_tree *tree, int above, const char *name, const nstime_t *time);

/** Adds a number to a line. @return the line's id */
int statistics_add(stats_tree *tree, int above, const char *name, int number);

/**
 * Adds to a line of bytes. Wireshark counts to 2,147,483,647: when the line at the top passes that, its group is set to
 * 0, and another group, with "KiB" for "bytes" in its name, goes on with everything that was counted.
 *
 * @param above id of a line of bytes; 0: a line at the top, with "bytes" or "Bytes" in its name
 * @return the line's id
 */
int statistics_add_bytes(stats_tree *tree, int above, const char *name, int64_t bytes);

/**
 * Makes a line, and those above it, show the current value of one of ENet's numbers. There is no line as long as it is 0.
 *
 * @param number lives as long as the file is open; its address identifies it
 * @param path names of the lines from the top on
 */
void statistics_follow(stats_tree *tree, const uint32_t *number, const char *const *path, size_t depth);

/** A range of sizes: from behind the range before it to its last one. */
typedef struct {
    const char *name;
    int         last;
} statistics_range_t;

/** Counts a thing of that size in a line at the top, and below it in its range. The last range ends with INT_MAX. */
void statistics_tick_range(stats_tree *tree, const char *name, const statistics_range_t *ranges, int size);

/** Forgets the lines of a tree that begins again or ends. */
void statistics_forget(stats_tree *tree);

/**
 * Registers a tree under Statistics > Godot. abbreviation is that of "-z ...,tree"; begin and end may be NULL, or must
 * call statistics_forget().
 */
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
