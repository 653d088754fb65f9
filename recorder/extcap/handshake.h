/* recorder/extcap/handshake.h
 * What do a listener and a game say to each other before a recording? (docs/wire/recording.md, 5.2 and 5.3)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_EXTCAP_HANDSHAKE_H
#define RECORDER_EXTCAP_HANDSHAKE_H

#include <stdbool.h>
#include <stdint.h>

enum { HANDSHAKE_RANDOM = 16, HANDSHAKE_HELLO = 24, HANDSHAKE_GAME = 56, HANDSHAKE_ANSWER = 40, HANDSHAKE_QUESTION = 24 };

#define ROUND_TRIP_UNKNOWN  0xFFFFFFFFU

typedef enum {
    VERDICT_WELCOME = 0,
    VERDICT_WRONG_TOKEN = 1,
    VERDICT_TOO_MANY = 2,
    VERDICT_VERSION = 3,
    VERDICT_NO_GAME = 256       /* it does not begin as a game does: nothing is answered */
} verdict_t;

/** Makes the listener's first message. token: NULL if none is needed; random: HANDSHAKE_RANDOM bytes that nobody can guess. */
void handshake_hello(uint8_t hello[HANDSHAKE_HELLO], const char *token, const uint8_t *random);

/** Judges the game's answer to a listener who sent these random bytes. */
verdict_t handshake_judge(const uint8_t game[HANDSHAKE_GAME], const char *token, const uint8_t *random);

/** Makes the listener's answer to the game's; only a welcome has a proof. */
void handshake_answer(uint8_t answer[HANDSHAKE_ANSWER], verdict_t verdict, const uint8_t game[HANDSHAKE_GAME], const char *token,
                      const uint8_t *random);

/** Makes a question. now: microseconds since 1970; round_trip: of the last question, or ROUND_TRIP_UNKNOWN. */
void handshake_question(uint8_t question[HANDSHAKE_QUESTION], uint32_t number, int64_t now, uint32_t round_trip);

#endif /* RECORDER_EXTCAP_HANDSHAKE_H */

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
