/* recorder/extcap/game.h
 * What does one game send, and may it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_EXTCAP_GAME_H
#define RECORDER_EXTCAP_GAME_H

#include "recorder/extcap/hub.h"

#include <gio/gio.h>

typedef struct game game_t;

/* How a game is met. */
typedef enum {
    GAME_HANDSHAKE,         /* it has connected, or demands a token: the handshake of the live protocol, 5.2 */
    GAME_SECTION            /* it listens without a token, and sends its recording at once: 5.1 */
} game_meeting_t;

/** Begins to read from a connection, of which it keeps a reference. crowded: there are too many games already, so it is refused. */
game_t *game_new(hub_t *hub, GSocketConnection *connection, game_meeting_t meeting, bool crowded);

/** Returns the blocks that wait to be written. */
lane_t *game_lane(game_t *game);

/** Is it connected? What it sent before it went may still wait in its lane. */
bool game_is_here(const game_t *game);

/** Asks, gives up waiting, and reads on if it had to wait for the others: to be called a few times a second. */
void game_tick(game_t *game);

/** Closes the connection if it is there. */
void game_free(game_t *game);

#endif /* RECORDER_EXTCAP_GAME_H */

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
