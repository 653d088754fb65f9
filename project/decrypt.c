/* project/decrypt.c
 * What is in an encrypted part of a pack?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include <gcrypt.h>

#include "project/bytes.h"
#include "project/decrypt.h"

#define BLOCK       16U
#define MD5_LENGTH  16U

guint64
godot_encrypted_size(guint64 size)
{
    return GODOT_ENCRYPTED_HEADER + (size + BLOCK - 1) / BLOCK * BLOCK;
}

static bool
decrypt_aes(const uint8_t *key, const uint8_t *vector, void *data, gsize length)
{
    gcry_cipher_hd_t cipher;
    bool             done;

    gcry_check_version(NULL);   /* initialises the library; may be called more than once */
    if (gcry_cipher_open(&cipher, GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_CFB, 0))
        return false;
    done = !gcry_cipher_setkey(cipher, key, GODOT_PROJECT_KEY_LENGTH) && !gcry_cipher_setiv(cipher, vector, BLOCK) &&
           !gcry_cipher_decrypt(cipher, data, length, NULL, 0);
    gcry_cipher_close(cipher);
    return done;
}

bool
godot_project_parse_key(const char *digits, uint8_t *key)
{
    size_t count = (size_t)2 * GODOT_PROJECT_KEY_LENGTH;

    if (strlen(digits) != count || strspn(digits, "0123456789abcdefABCDEF") != count)
        return false;
    for (size_t i = 0; i < GODOT_PROJECT_KEY_LENGTH; i++)
        key[i] = (uint8_t)(g_ascii_xdigit_value(digits[i * 2]) << 4 | g_ascii_xdigit_value(digits[i * 2 + 1]));
    return true;
}

char *
godot_decrypt(const uint8_t *key, char *data, gsize *length)
{
    godot_bytes_t  bytes = godot_bytes(data, *length);
    const uint8_t *md5 = godot_bytes_take(&bytes, MD5_LENGTH);
    guint64        size = godot_bytes_u64(&bytes);
    const uint8_t *vector = godot_bytes_take(&bytes, BLOCK);
    char          *content = data + GODOT_ENCRYPTED_HEADER;
    uint8_t        found[MD5_LENGTH];

    if (bytes.failed || size > godot_bytes_left(&bytes) || !decrypt_aes(key, vector, content, (gsize)size))
        return NULL;
    gcry_md_hash_buffer(GCRY_MD_MD5, found, content, (gsize)size);
    *length = (gsize)size;
    return memcmp(found, md5, sizeof found) == 0 ? content : NULL;
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
