/* report/disguise.c
 * By what are a game's texts, numbers and addresses replaced, so that what was equal stays equal?
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

#include "report/disguise.h"
#include "system/system.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS  "0123456789abcdef"

#define KEY     32      /* bytes; SHA-256 makes as many */
#define TRIES   50      /* to find a replacement that nothing else has */
#define SHORT   16      /* bytes: of longer ones no two have the same replacement, as there are so many */
#define MANY    262144  /* replacements are kept; those of later bytes may be something else's, too */

struct report_disguise {
    guint8      key[KEY];       /* random: all replacements follow from it, and nobody knows it */
    GHashTable *replacements;   /* from bytes to bytes, both with the name of their kind before them */
    GHashTable *used;           /* replacements that something has */
    GHashTable *addresses;      /* from addresses to what replaces them */
};

/* Random bytes, always the same for the same bytes. */
typedef struct {
    guint8  seed[KEY];          /* what follows of the key and the bytes */
    guint32 block;
    guint8  bytes[KEY];         /* of the block */
    gsize   left;               /* of them */
} random_t;

/* Makes random bytes of a key, a number and others. */
static void
disguise_hash(const guint8 key[KEY], guint32 number, const void *bytes, gsize size, guint8 to[KEY])
{
    GHmac *hmac = g_hmac_new(G_CHECKSUM_SHA256, key, KEY);
    gsize  length = KEY;

    g_hmac_update(hmac, (const guchar *)&number, sizeof number);
    g_hmac_update(hmac, (const guchar *)bytes, (gssize)size);
    g_hmac_get_digest(hmac, to, &length);
    g_hmac_unref(hmac);
}

static guint8
disguise_random(random_t *random)
{
    if (!random->left) {
        disguise_hash(random->seed, random->block++, "", 0, random->bytes);
        random->left = KEY;
    }
    return random->bytes[--random->left];
}

static void
disguise_free_bytes(gpointer bytes)
{
    g_bytes_unref((GBytes *)bytes);
}

report_disguise_t *
report_disguise_new(void)
{
    report_disguise_t *disguise = g_new0(report_disguise_t, 1);

    if (!system_random(disguise->key, KEY))
        g_error("no random numbers");
    disguise->replacements = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, disguise_free_bytes,
                                                   disguise_free_bytes);
    disguise->used = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, disguise_free_bytes, NULL);
    disguise->addresses = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, disguise_free_bytes, disguise_free_bytes);
    return disguise;
}

void
report_disguise_free(report_disguise_t *disguise)
{
    g_hash_table_destroy(disguise->replacements);
    g_hash_table_destroy(disguise->used);
    g_hash_table_destroy(disguise->addresses);
    g_free(disguise);
}

/* Makes a replacement of some bytes. @param how what it needs to know */
typedef void (*disguise_make_t)(guint8 *bytes, gsize size, random_t *random, const void *how);

/* @param kind what the bytes are: those of another kind have other replacements
 * @return bytes with the kind before them */
static GBytes *
disguise_key(const char *kind, const guint8 *bytes, gsize size)
{
    const gsize before = strlen(kind) + 1;
    guint8     *key = g_new(guint8, before + size);

    memcpy(key, kind, before);
    memcpy(key + before, bytes, size);
    return g_bytes_new_take(key, before + size);
}

/* Replaces bytes by those that replaced them before, or by new ones. */
static void
disguise_replace(report_disguise_t *disguise, const char *kind, guint8 *bytes, gsize size, disguise_make_t make,
                 const void *how)
{
    GBytes        *key = disguise_key(kind, bytes, size);
    GBytes        *found = (GBytes *)g_hash_table_lookup(disguise->replacements, key);
    const gboolean keep = size <= SHORT && g_hash_table_size(disguise->replacements) < MANY;
    gboolean       is_new = FALSE;

    if (found) {
        memcpy(bytes, g_bytes_get_data(found, NULL), size);
        g_bytes_unref(key);
        return;
    }
    for (guint32 i = 0; i < TRIES && !is_new; i++) {
        random_t random = { .left = 0 };

        disguise_hash(disguise->key, i, g_bytes_get_data(key, NULL), g_bytes_get_size(key), random.seed);
        make(bytes, size, &random, how);
        is_new = !keep || g_hash_table_add(disguise->used, disguise_key(kind, bytes, size));
    }
    if (keep)
        g_hash_table_insert(disguise->replacements, key, g_bytes_new(bytes, size));
    else
        g_bytes_unref(key);
}

static void
disguise_make_letters(guint8 *bytes, gsize size, random_t *random, const void *alphabet)
{
    const guint letters = (guint)strlen((const char *)alphabet);

    for (gsize i = 0; i < size; i++)
        bytes[i] = (guint8)((const char *)alphabet)[disguise_random(random) % letters];
}

/* Makes letters that are no UTF-8, because their first byte is 0xff. */
static void
disguise_make_wrong_letters(guint8 *bytes, gsize size, random_t *random, const void *alphabet)
{
    disguise_make_letters(bytes, size, random, alphabet);
    bytes[0] = 0xff;
}

static void
disguise_make_bytes(guint8 *bytes, gsize size, random_t *random, const void *how)
{
    (void)how;
    for (gsize i = 0; i < size; i++)
        bytes[i] = disguise_random(random);
}

static gboolean
disguise_is_number(const guint8 *name, gsize size)
{
    for (gsize i = 0; i < size; i++)
        if (!g_ascii_isdigit(name[i]))
            return FALSE;
    return size <= 10;          /* as ids of peers, which have 31 bits */
}

/* Whether a name in a path is the same in every game. */
static gboolean
disguise_is_common(const guint8 *name, gsize size)
{
    static const char *const common[] = { ".", "..", "root", "script", "source", "res" };

    for (gsize i = 0; i < G_N_ELEMENTS(common); i++)
        if (size == strlen(common[i]) && memcmp(name, common[i], size) == 0)
            return TRUE;
    return disguise_is_number(name, size);
}

static void
disguise_name(report_disguise_t *disguise, guint8 *name, gsize size)
{
    const gboolean right = g_utf8_validate((const char *)name, (gssize)size, NULL);

    if (size)
        disguise_replace(disguise, "text", name, size, right ? disguise_make_letters : disguise_make_wrong_letters,
                         LETTERS);
}

/* Replaces what is between the separators, of which NUL always is one. */
static void
disguise_names(report_disguise_t *disguise, guint8 *bytes, gsize size, const char *separators, gboolean keep_common)
{
    gsize begin = 0;

    for (gsize i = 0; i <= size; i++) {
        if (i < size && !strchr(separators, bytes[i]))
            continue;
        if (!keep_common || !disguise_is_common(bytes + begin, i - begin))
            disguise_name(disguise, bytes + begin, i - begin);
        begin = i + 1;
    }
}

void
report_disguise_text(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    disguise_names(disguise, bytes, size, "", FALSE);
}

void
report_disguise_path(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    disguise_names(disguise, bytes, size, "/:", TRUE);
}

void
report_disguise_digits(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    for (gsize i = 0; i < size; i++)
        if (!g_ascii_isxdigit(bytes[i])) {
            report_disguise_text(disguise, bytes, size);
            return;
        }
    disguise_replace(disguise, "digits", bytes, size, disguise_make_letters, DIGITS);
}

void
report_disguise_fix_digits(report_disguise_t *disguise, const guint8 *before, const guint8 *after, gsize size)
{
    GBytes *key = disguise_key("digits", before, size);

    if (g_hash_table_contains(disguise->replacements, key))
        g_bytes_unref(key);
    else
        g_hash_table_insert(disguise->replacements, key, g_bytes_new(after, size));
}

void
report_disguise_bytes(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    disguise_replace(disguise, "bytes", bytes, size, disguise_make_bytes, NULL);
}

static guint64
disguise_read(const guint8 *bytes, gsize size)
{
    guint64 value = 0;

    for (gsize i = 0; i < size; i++)
        value |= (guint64)bytes[i] << 8 * i;
    return value;
}

static void
disguise_write(guint8 *bytes, gsize size, guint64 value)
{
    for (gsize i = 0; i < size; i++)
        bytes[i] = (guint8)(value >> 8 * i);
}

/* Replaces the bits of a number that the mask has. */
static void
disguise_make_number(guint8 *bytes, gsize size, random_t *random, const void *mask)
{
    const guint64 changed = *(const guint64 *)mask, stays = disguise_read(bytes, size) & ~changed;

    disguise_make_bytes(bytes, size, random, NULL);
    disguise_write(bytes, size, stays | (disguise_read(bytes, size) & changed));
}

void
report_disguise_integer(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    const guint64 value = disguise_read(bytes, size), all = G_MAXUINT64 >> (64 - 8 * size);
    const guint64 magnitude = value >> (8 * size - 1) ? ~value & all : value;
    guint64       mask = magnitude >> 1;

    for (int shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;      /* all bits below the highest one */
    if (mask)
        disguise_replace(disguise, "integer", bytes, size, disguise_make_number, &mask);
}

void
report_disguise_float(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    const guint   digits = size == 4 ? 23 : 52, exponents = size == 4 ? 0xff : 0x7ff;
    const guint64 mask = ((guint64)1 << digits) - 1, value = disguise_read(bytes, size);

    if ((value & mask) && (value >> digits & exponents) != exponents)   /* no power of two, no infinity, and a number */
        disguise_replace(disguise, "float", bytes, size, disguise_make_number, &mask);
}

/* @return the nth address, to be freed */
static GBytes *
disguise_make_address(gsize size, guint32 number)
{
    guint8       *bytes = g_new0(guint8, size);
    const guint32 big = GUINT32_TO_BE(number);

    memcpy(bytes + size - sizeof big, &big, sizeof big);
    bytes[0] = size == 4 ? 10 : 0xfd;
    return g_bytes_new_take(bytes, size);
}

void
report_disguise_address(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    GBytes *address = g_bytes_new(bytes, size);
    GBytes *other = (GBytes *)g_hash_table_lookup(disguise->addresses, address);

    if (!other) {
        other = disguise_make_address(size, g_hash_table_size(disguise->addresses) + 1);
        g_hash_table_insert(disguise->addresses, g_bytes_ref(address), other);
    }
    memcpy(bytes, g_bytes_get_data(other, NULL), size);
    g_bytes_unref(address);
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
