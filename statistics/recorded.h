/* statistics/recorded.h
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

#ifndef STATISTICS_RECORDED_H
#define STATISTICS_RECORDED_H

#include "multiplayer/record.h"

/**
 * Counts a message of a recording at the end that recorded it. Whoever has recorded both ends counts each message
 * twice, in all lines: these lines say so beside them. Does nothing for a message of a capture.
 */
void statistics_recorded_count(stats_tree *tree, const godot_record_t *message);

#endif /* STATISTICS_RECORDED_H */

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
