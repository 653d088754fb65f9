/* recorder/extcap/handshake.c
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

#include "recorder/extcap/handshake.h"

#include <glib.h>
#include <string.h>

enum { VERSION = 1, FLAG_TOKEN = 1, PROOF = 32, RANDOM_AT = 8, GAME_PROOF_AT = 24, ANSWER_PROOF_AT = 8 };

static void
begin_message(uint8_t *message, const char *name, uint8_t what)
{
    memcpy(message, name, 4);
    message[4] = VERSION;
    message[5] = what;
    message[6] = message[7] = 0;
}

/* HMAC-SHA-256, with the token as its key. */
static void
make_proof(uint8_t proof[PROOF], const char *who, const char *token, const uint8_t *listeners, const uint8_t *games)
{
    GHmac *hmac = g_hmac_new(G_CHECKSUM_SHA256, (const unsigned char *)token, strlen(token));
    gsize  length = PROOF;

    g_hmac_update(hmac, (const unsigned char *)who, (gssize)strlen(who));
    g_hmac_update(hmac, listeners, HANDSHAKE_RANDOM);
    g_hmac_update(hmac, games, HANDSHAKE_RANDOM);
    g_hmac_get_digest(hmac, proof, &length);
    g_hmac_unref(hmac);
}

/* Compares bytes, in a time that does not depend on where they differ. */
static bool
is_same(const uint8_t *one, const uint8_t *other, size_t length)
{
    uint8_t difference = 0;

    for (size_t i = 0; i < length; i++)
        difference |= one[i] ^ other[i];
    return difference == 0;
}

void
handshake_hello(uint8_t hello[HANDSHAKE_HELLO], const char *token, const uint8_t *random)
{
    begin_message(hello, "GDRL", token ? FLAG_TOKEN : 0);
    memcpy(hello + RANDOM_AT, random, HANDSHAKE_RANDOM);
}

verdict_t
handshake_judge(const uint8_t game[HANDSHAKE_GAME], const char *token, const uint8_t *random)
{
    uint8_t proof[PROOF];

    if (memcmp(game, "GDRG", 4) != 0)
        return VERDICT_NO_GAME;
    if (game[4] != VERSION)
        return VERDICT_VERSION;
    if (!token)
        return VERDICT_WELCOME;
    make_proof(proof, "godot-recorder game", token, random, game + RANDOM_AT);
    return game[5] & FLAG_TOKEN && is_same(proof, game + GAME_PROOF_AT, PROOF) ? VERDICT_WELCOME : VERDICT_WRONG_TOKEN;
}

void
handshake_answer(uint8_t answer[HANDSHAKE_ANSWER], verdict_t verdict, const uint8_t game[HANDSHAKE_GAME], const char *token,
                 const uint8_t *random)
{
    begin_message(answer, "GDRA", (uint8_t)verdict);
    memset(answer + ANSWER_PROOF_AT, 0, PROOF);
    if (verdict == VERDICT_WELCOME && token)
        make_proof(answer + ANSWER_PROOF_AT, "godot-recorder listener", token, random, game + RANDOM_AT);
}

void
handshake_question(uint8_t question[HANDSHAKE_QUESTION], uint32_t number, int64_t now, uint32_t round_trip)
{
    static const uint8_t name[4] = { 'G', 'D', 'R', 'Q' };
    const uint32_t numbers[2] = { GUINT32_TO_LE(number), GUINT32_TO_LE(round_trip) };
    const int64_t  time = GINT64_TO_LE(now);

    memcpy(question, name, sizeof name);
    memcpy(question + 4, &numbers[0], 4);
    memcpy(question + 8, &time, 8);
    memcpy(question + 16, &numbers[1], 4);
    memset(question + 20, 0, 4);
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
