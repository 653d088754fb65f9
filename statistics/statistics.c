/* statistics/statistics.c
 * Which statistics are there?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/statistics.h"
#include "statistics/both-ends.h"
#include "statistics/bytes.h"
#include "statistics/calls.h"
#include "statistics/channels.h"
#include "statistics/commands.h"
#include "statistics/debugger.h"
#include "statistics/flows.h"
#include "statistics/follow.h"
#include "statistics/messages.h"
#include "statistics/objects.h"
#include "statistics/peers.h"
#include "statistics/replication.h"
#include "statistics/timeline.h"

void
statistics_register(void)
{
    statistics_messages_register();
    statistics_bytes_register();
    statistics_calls_register();
    statistics_replication_register();
    statistics_objects_register();
    statistics_peers_register();
    statistics_commands_register();
    statistics_channels_register();
    statistics_debugger_register();
    statistics_both_ends_register();
    statistics_flows_register();
    statistics_follow_register();
    statistics_timeline_register();
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
