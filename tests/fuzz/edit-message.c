/* edit-message.c
 * How does the fuzzer change messages of Godot's multiplayer? (docs/wire/multiplayer-godot4.md, -godot3.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-message.h"
#include "edit-variant.h"

#include <glib.h>
#include <string.h>

/*
 * The bytes of a message: two digits are one in hexadecimal. "B": a small number of one byte; "W": of two; "U": of
 * four, an id; "C": a count of four, of the "I"s, which are as many ids; "N": the length of four of a text "S", which
 * ends in NUL; "M": an MD5 of 32 digits; "L": the length of four of the values behind it; "V": values; "P": a peer.
 */
static const char *const messages[] = {
    "00BBBV", "20BWBV", "40UBBV", "00UWBV",             /* RPC */
    "01M00US", "02" "01U", "02" "00S",                  /* SIMPLIFY_PATH, CONFIRM_PATH */
    "03BBBB",                                           /* RAW */
    "04BUUCNISV", "04ff" "UUCNISLVV", "05U",            /* SPAWN, DESPAWN */
    "06WULVULV", "0eWULVULV", "16WUUULV",               /* SYNC, and of changes only */
    "0700BB", "0701P", "0702P", "0703P00BBBV",          /* SYS */
    "01000000" "P00USBV", "P01000000" "00USBV",         /* 3.x: a header, then a call by id, by path, a property */
    "01000000" "P02US", "P01000000" "03S", "01000000" "P01USV",
    "P", "00000000P", "01000000P",
};

static void
append(bytes_t *out, unsigned size, uint64_t number)
{
    size_t at = out->length;

    if (bytes_insert(out, at, size))
        bytes_set(out, at, size, number, false);
}

static void
append_text(bytes_t *out, const char *text)
{
    bytes_replace(out, out->length, 0, text, strlen(text));
}

/* Returns a peer, one of a few ids, so that several messages name the same peer. */
static uint32_t
peer(void)
{
    static const uint32_t peers[] = { 1, 2, 0, 0x12345678, 0x6ABCDEF0, 0xFFFFFFFF, 0x80000000 };

    return peers[dice(G_N_ELEMENTS(peers))];
}

static void
append_values(bytes_t *out)
{
    uint8_t room[256];
    bytes_t value = { room, 0, sizeof room };

    for (unsigned count = dice(4); count > 0; count--)
        edit_variant(&value);
    bytes_replace(out, out->length, 0, room, value.length);
}

static void
append_part(bytes_t *out, char part, unsigned *count)
{
    static const char *const texts[] = { "Main", "Main/Players", "Main/Spawner", "Box", "Main/../A", "", "\xff/%s:\n" };

    switch (part) {
    case 'B':
        append(out, 1, dice(16) ? dice(4) : dice(256));
        break;
    case 'W':
        append(out, 2, dice(8));
        break;
    case 'U':
        append(out, 4, dice(16) ? dice(6) : dice_boundary(0));
        break;
    case 'P':
        append(out, 4, peer());
        break;
    case 'C':
        *count = dice(4);
        append(out, 4, dice(2) ? *count : dice(2) ? dice_boundary(*count) : *count + (dice(4) << 30));
        break;
    case 'I':
        for (; *count > 0; (*count)--)
            append(out, 4, dice(6));
        break;
    case 'N':
        append(out, 4, dice(8) ? 5 : dice_boundary(5));
        break;
    case 'L':
        append(out, 4, dice(2) ? 8 : dice_boundary(8));
        break;
    case 'S':
        append_text(out, texts[dice(G_N_ELEMENTS(texts))]);
        append(out, 1, 0);
        break;
    case 'M':
        append_text(out, "d41d8cd98f00b204e9800998ecf8427e");
        break;
    default:
        append_values(out);
    }
}

static void
replace_message(bytes_t *bytes)
{
    const char *message = messages[dice(G_N_ELEMENTS(messages))];
    unsigned count = 0;

    bytes->length = 0;
    while (*message) {
        if (!g_ascii_isupper(*message)) {
            append(bytes, 1,
                   (uint64_t)g_ascii_xdigit_value(message[0]) << 4 | (uint64_t)g_ascii_xdigit_value(message[1]));
            message += 2;
        } else {
            append_part(bytes, *message++, &count);
        }
    }
}

void
edit_message(bytes_t *bytes)
{
    static const uint8_t sizes[] = { 1, 2, 4, 4, 4 };

    if (dice(2))
        replace_message(bytes);
    else
        bytes_set(bytes, dice((uint32_t)MIN(bytes->length, 24)), sizes[dice(G_N_ELEMENTS(sizes))],
                  dice(2) ? dice(6) : dice_boundary(bytes->length), false);
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
