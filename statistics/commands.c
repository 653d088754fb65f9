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
#include "statistics/names.h"
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

/* The steps by which datagrams are counted: tenths of the MTU, and more than it. */
static const char *const steps[] = {
    "up to 10 %", "up to 20 %", "up to 30 %", "up to 40 %", "up to 50 %", "up to 60 %", "up to 70 %", "up to 80 %",
    "up to 90 %", "up to 100 %", "above 100 %"
};

static void
commands_tree_add_sent(stats_tree *tree, const char *const names[3], unsigned bytes)
{
    int line_of_bytes = statistics_add_bytes(tree, 0, "Datagrams sent: bytes, by how much of the MTU they fill", bytes);
    int line = statistics_add(tree, 0, "Datagrams sent: number, by how much of the MTU they fill", 1);

    for (int i = 0; i < 3 && names[i]; i++) {
        line_of_bytes = statistics_add_bytes(tree, line_of_bytes, names[i], bytes);
        line = statistics_add(tree, line, names[i], 1);
    }
}

/* Counts a datagram for its sender, as long as it is without compression. */
static void
commands_tree_count_sent(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram)
{
    const uint32_t mtu = datagram->connection->mtu;
    const unsigned size = datagram->block ? datagram->head + datagram->block : tvb_reported_length(datagram->tvb);
    const char    *names[3] = { statistics_sender_name(pool, datagram->connection, datagram->direction) };

    names[1] = mtu ? wmem_strdup_printf(pool, "MTU %u", mtu) : "MTU not captured";
    if (!datagram->block && datagram->compressed)
        names[2] = "compressed, not read";
    else if (mtu)
        names[2] = steps[MIN((10 * (uint64_t)size - 1) / mtu, G_N_ELEMENTS(steps) - 1)];
    commands_tree_add_sent(tree, names, size);
}

static void
commands_tree_count_datagram(stats_tree *tree, wmem_allocator_t *pool, const enet_record_t *datagram)
{
    statistics_tick_range(tree, "Datagrams: number, and commands in each", per_datagram, (int)datagram->count);
    count_fill(tree, datagram);
    commands_tree_count_sent(tree, pool, datagram);
    for (unsigned i = 0; i < datagram->count; i++)
        commands_tree_count_command(tree, &datagram->commands[i], &datagram->events[i]);
}

static tap_packet_status
commands_tree_count_datagrams(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt _U_, const void *datagrams,
                              tap_flags_t flags _U_)
{
    for (wmem_list_frame_t *at = wmem_list_head(datagrams); at; at = wmem_list_frame_next(at))
        commands_tree_count_datagram(tree, pinfo->pool, wmem_list_frame_data(at));
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
