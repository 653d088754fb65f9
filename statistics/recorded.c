/* statistics/recorded.c
 * How many of the messages that a statistic counts did their sender record, and how many their receiver?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/recorded.h"
#include "statistics/tree.h"

void
statistics_recorded_count(stats_tree *tree, const godot_record_t *message)
{
    int line;

    if (!message->run)
        return;
    line = statistics_add(tree, 0, "Messages in recordings: number, each end counts", 1);
    statistics_add(tree, line, message->was_sent ? "at the sender" : "at the receiver", 1);
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
