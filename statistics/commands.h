/* statistics/commands.h
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

#ifndef STATISTICS_COMMANDS_H
#define STATISTICS_COMMANDS_H

/** Returns the name of a command in rows of messages. Commands of unknown numbers are never read. */
const char *statistics_command_kind(unsigned number);

/** Registers "enet_commands,tree". */
void statistics_commands_register(void);

#endif /* STATISTICS_COMMANDS_H */

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
