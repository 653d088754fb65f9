/* statistics/both-ends.h
 * What became of recorded packets at their other end?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_BOTH_ENDS_H
#define STATISTICS_BOTH_ENDS_H

/** Registers "enet_channels,tree". */
void statistics_both_ends_register(void);

#endif /* STATISTICS_BOTH_ENDS_H */

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
