/* debugger/recognition.c
 * Are these bytes a message of Godot's remote debugger?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "debugger/recognition.h"

#define WORD            GODOT_DEBUG_WORD
#define NAME_MAX_LENGTH 256

/* This flag in the header word of an INT says that it is wide (docs/wire/variant.md, 1). */
#define FLAG_64         0x10000U

/* ---- Looking without dissecting ---- */

uint32_t
godot_debug_peek(tvbuff_t *tvb, int offset)
{
    return tvb_captured_length_remaining(tvb, offset) >= WORD ? tvb_get_letohl(tvb, offset) : UINT32_MAX;
}

bool
godot_debug_peek_int(tvbuff_t *tvb, int offset, int64_t *value)
{
    uint32_t header = godot_debug_peek(tvb, offset);
    int left = tvb_captured_length_remaining(tvb, offset + WORD);

    if (header == (GODOT_DEBUG_INT | FLAG_64) && left >= 2 * WORD)
        *value = tvb_get_letohi64(tvb, offset + WORD);
    else if (header == GODOT_DEBUG_INT && left >= WORD)
        *value = tvb_get_letohil(tvb, offset + WORD);
    else
        return false;
    return true;
}

const char *
godot_debug_peek_name(wmem_allocator_t *pool, tvbuff_t *tvb, int offset)
{
    uint32_t length = godot_debug_peek(tvb, offset + WORD);
    const char *name;

    if (godot_debug_peek(tvb, offset) != GODOT_DEBUG_STRING || length == 0 || length > NAME_MAX_LENGTH ||
        tvb_captured_length_remaining(tvb, offset + 2 * WORD) < (int)length)
        return NULL;
    name = (const char *)tvb_get_string_enc(pool, tvb, offset + 2 * WORD, (int)length, ENC_UTF_8);
    for (const char *at = name; *at; at++)
        if (!g_ascii_isprint(*at))
            return NULL;
    return strlen(name) == length ? name : NULL;
}

int64_t
godot_debug_peek_array(tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect)
{
    uint32_t header = dialect == GODOT_DIALECT_3_X ? GODOT_DEBUG_ARRAY_3 : GODOT_DEBUG_ARRAY_4;
    uint32_t count = godot_debug_peek(tvb, offset + WORD);

    if (end - offset < 2 * WORD || godot_debug_peek(tvb, offset) != header || count > (uint32_t)(end - offset) / WORD)
        return -1;
    return count;
}

/* ---- Messages ---- */

bool
godot_debug_is_known3(const char *name, godot_debug_direction_t direction)
{
    if (direction == GODOT_DEBUG_FROM_GAME && g_str_has_prefix(name, "message:"))
        return true;
    return godot_debug_message(3, direction, name) != NULL;
}

/* Recognises [name, thread, data], and [name, data] of 4.0 and 4.1. */
static bool
recognise4(tvbuff_t *tvb, int offset, int length, const char *name)
{
    uint32_t count = godot_debug_peek(tvb, offset + WORD);

    if (name == NULL || length % WORD != 0 || (count != 2 && count != 3))
        return false;
    if (tvb_captured_length_remaining(tvb, offset) < length)
        return true;
    return godot_variant_check(tvb, offset, offset + length, GODOT_DIALECT_4_X, GODOT_ENCODING_FULL) == offset + length;
}

/* Recognises the name with which a 3.x game begins a message. If it is cut, its two lengths must agree. */
static bool
recognise3(tvbuff_t *tvb, int offset, int length, const char *name)
{
    uint32_t text = godot_debug_peek(tvb, offset + WORD);

    if (text > NAME_MAX_LENGTH || length != 2 * WORD + (int)((text + 3) / WORD * WORD))
        return false;
    if (name)
        return godot_debug_is_known3(name, GODOT_DEBUG_FROM_GAME);
    return tvb_captured_length_remaining(tvb, offset) < length &&
           tvb_reported_length_remaining(tvb, offset) >= length;
}

bool
godot_debug_recognise(tvbuff_t *tvb, int offset, int length)
{
    uint32_t header = godot_debug_peek(tvb, offset);
    const char *name = godot_debug_peek_name(NULL, tvb, header == GODOT_DEBUG_STRING ? offset : offset + 2 * WORD);
    bool ours = false;

    if (header == GODOT_DEBUG_ARRAY_4)
        ours = recognise4(tvb, offset, length, name);
    else if (header == GODOT_DEBUG_ARRAY_3)
        ours = name && length % WORD == 0 && godot_debug_is_known3(name, GODOT_DEBUG_FROM_EDITOR);
    else if (header == GODOT_DEBUG_STRING)
        ours = recognise3(tvb, offset, length, name);
    wmem_free(NULL, (void *)name);
    return ours;
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
