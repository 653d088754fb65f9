/* project/strings.h
 * How are strings looked up and kept that strangers chose?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PROJECT_STRINGS_H
#define PROJECT_STRINGS_H

#include <stdint.h>

#include <glib.h>

/** The key of godot_siphash(): 128 bits. */
typedef struct {
    uint64_t low, high;
} godot_hash_key_t;

/** SipHash-2-4 of bytes (J.-P. Aumasson, D. J. Bernstein: "SipHash: a fast short-input PRF", 2012). */
uint64_t godot_siphash(godot_hash_key_t key, const uint8_t *bytes, gsize length);

/**
 * A GHashFunc for strings, to be used with g_str_equal instead of g_str_hash: that has no key, so a game's files could
 * have thousands of names of one hash, and each lookup would compare them all. The key is made when it is first needed,
 * so the order of a table differs from run to run: nothing may depend on it.
 */
guint godot_string_hash(const void *string);

/** Strings that are kept once each. */
typedef struct _godot_strings godot_strings_t;

godot_strings_t *godot_strings_new(void);
void godot_strings_free(godot_strings_t *strings);

/** Returns a copy that lives as long as strings, the same one for equal texts. */
const char *godot_strings_keep(godot_strings_t *strings, const char *text);

#endif /* PROJECT_STRINGS_H */

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
