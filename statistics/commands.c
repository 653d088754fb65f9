/* statistics/commands.c
 * Which commands of ENet are there, and how full are datagrams?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/commands.h"
#include "statistics/tree.h"
#include "enet/record.h"

static const statistics_range_t per_datagram[] = {
    { "0", 0 }, { "1", 1 }, { "2", 2 }, { "3-4", 4 }, { "5-8", 8 }, { "9-16", 16 }, { "17-", INT_MAX }
};
static const statistics_range_t per_cent[] = {
    { "0-9", 9 }, { "10-24", 24 }, { "25-49", 49 }, { "50-74", 74 }, { "75-89", 89 }, { "90-100", 100 },
    { "101-", INT_MAX }
};
static const statistics_range_t per_message[] = {
    { "0-2", 2 }, { "3-4", 4 }, { "5-16", 16 }, { "17-64", 64 }, { "65-256", 256 }, { "257-", INT_MAX }
};

static const char *const kinds[ENET_COMMAND_COUNT] = {
    [ENET_ACKNOWLEDGE]              = "ack",
    [ENET_CONNECT]                  = "connect",
    [ENET_VERIFY_CONNECT]           = "verify_connect",
    [ENET_DISCONNECT]               = "disconnect",
    [ENET_PING]                     = "ping",
    [ENET_SEND_RELIABLE]            = "reliable",
    [ENET_SEND_UNRELIABLE]          = "unreliable",
    [ENET_SEND_FRAGMENT]            = "fragment",
    [ENET_SEND_UNSEQUENCED]         = "unsequenced",
    [ENET_BANDWIDTH_LIMIT]          = "bandwidth_limit",
    [ENET_THROTTLE_CONFIGURE]       = "throttle_configure",
    [ENET_SEND_UNRELIABLE_FRAGMENT] = "unreliable_fragment",
};

const char *
statistics_command_kind(unsigned number)
{
    return kinds[number];
}

static void
commands_tree_count_command(stats_tree *tree, const enet_command_t *command, const enet_event_t *event)
{
    const int size = (int)(command->size + command->length);
    const bool again = enet_event_is_repeat(event);
    int line = statistics_tick(tree, 0, "Commands: number, and length in bytes", size);

    line = statistics_tick(tree, line, kinds[command->number], size);
    if (again)
        statistics_tick(tree, line, "retransmitted or doubled", size);
    if (enet_command_is_fragment(command) && command->fragment_number == 0 && !again)
        statistics_tick_range(tree, "Messages in fragments: number, and fragments of each", per_message,
                              (int)command->fragment_count);
}

/* The MTU limits datagrams before their compression (docs/wire/enet.md, 8). */
static void
count_fill(stats_tree *tree, const enet_record_t *datagram)
{
    const uint32_t mtu = datagram->connection->mtu;

    if (mtu && datagram->block)
        statistics_tick_range(tree, "Datagrams: number, and fill of the MTU in per cent", per_cent,
                              (int)(100 * (uint64_t)(datagram->head + datagram->block) / mtu));
}

static void
commands_tree_count_datagram(stats_tree *tree, const enet_record_t *datagram)
{
    statistics_tick_range(tree, "Datagrams: number, and commands in each", per_datagram, (int)datagram->count);
    count_fill(tree, datagram);
    for (unsigned i = 0; i < datagram->count; i++)
        commands_tree_count_command(tree, &datagram->commands[i], &datagram->events[i]);
}

static tap_packet_status
commands_tree_count_datagrams(stats_tree *tree, packet_info *pinfo _U_, epan_dissect_t *edt _U_, const void *datagrams,
                              tap_flags_t flags _U_)
{
    for (wmem_list_frame_t *at = wmem_list_head(datagrams); at; at = wmem_list_frame_next(at))
        commands_tree_count_datagram(tree, wmem_list_frame_data(at));
    return TAP_PACKET_REDRAW;
}

void
statistics_commands_register(void)
{
    statistics_tree_register("enet", "enet_commands", "ENet commands", commands_tree_count_datagrams, NULL, NULL);
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
