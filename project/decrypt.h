/* project/decrypt.h
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

#ifndef PROJECT_DECRYPT_H
#define PROJECT_DECRYPT_H

#include "project/project.h"

#define GODOT_ENCRYPTED_HEADER  40U     /* MD5, length and initialization vector before the bytes */

/** Returns how many bytes on disk hold so much content. */
guint64 godot_encrypted_size(guint64 size);

/**
 * Decrypts a pack's directory or a file in it (core/io/file_access_encrypted.cpp, without its magic).
 *
 * @param key of GODOT_PROJECT_KEY_LENGTH bytes
 * @param data the header and everything after it, changed in place
 * @param length of data; set to that of the content, which begins after the header
 * @return the content, within data; NULL if the key is wrong, or data is damaged
 */
char *godot_decrypt(const uint8_t *key, char *data, gsize *length);

#endif /* PROJECT_DECRYPT_H */

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
