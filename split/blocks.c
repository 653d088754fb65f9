/* split/blocks.c
 * Of which blocks is a capture's file made, and which of them are frames?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "split/blocks.h"

/*
 * Blocks are copied as they are, so that Wireshark reads in a part what it would read in the whole: keys, interfaces,
 * comments, all digits of the time. A library that reads and writes captures makes its own blocks of them.
 */

#define BLOCK_MAX           (64u << 20)     /* a longer one is taken for damage */
#define BLOCK_USUAL         4096
#define FILE_BUFFER         (1u << 20)

#define PCAP_HEADER         24
#define PCAP_LINK_TYPE      20
#define PCAP_FRAME          16
#define PCAP_CAPTURED       8
#define PCAP_LINK_BITS      0x03FFFFFFu     /* the others tell of checksums at the end of frames */

#define PCAPNG_BYTE_ORDER   0x1A2B3C4Du
#define PCAPNG_SECTION      0x0A0D0D0Au
#define PCAPNG_SECTION_SIZE 16              /* where a section says how long it is */
#define PCAPNG_HEAD         8
#define PCAPNG_INTERFACE    1u
#define PCAPNG_MIN          12

struct split_blocks {
    FILE         *file;         /* NULL: it is compressed */
    GSubprocess  *decompressor;
    GInputStream *decompressed;
    gboolean has_failed;        /* to read */
    gboolean is_pcapng;
    gboolean is_swapped;        /* numbers have the other byte order than this machine's */
    gboolean has_begun;
    guint32  link_type;         /* of pcap */
    GArray  *link_types;        /* of the interfaces of this section of pcapng */
    guint8  *bytes;
    gsize    room;
};

static gboolean
split_blocks_fail(GError **error, const char *why)
{
    g_set_error_literal(error, SPLIT_ERROR, SPLIT_ERROR_WHOLE, why);
    return FALSE;
}

static guint32
split_blocks_number(const split_blocks_t *blocks, gsize at)
{
    guint32 number;

    memcpy(&number, blocks->bytes + at, sizeof number);
    return blocks->is_swapped ? GUINT32_SWAP_LE_BE(number) : number;
}

/* @return how many bytes were read: at the end, or after an error, it is less */
static gsize
split_blocks_read(split_blocks_t *blocks, guint8 *bytes, gsize size)
{
    gsize got = 0;

    if (blocks->file) {
        got = fread(bytes, 1, size, blocks->file);
        blocks->has_failed = ferror(blocks->file) != 0;
    } else {
        blocks->has_failed = !g_input_stream_read_all(blocks->decompressed, bytes, size, &got, NULL, NULL);
    }
    return got;
}

/* Reads bytes to a place in the block. @return false if there are not so many */
static gboolean
split_blocks_fill(split_blocks_t *blocks, gsize at, gsize size)
{
    if (at + size > blocks->room) {
        blocks->room = MAX(2 * blocks->room, at + size);
        blocks->bytes = g_realloc(blocks->bytes, blocks->room);
    }
    return split_blocks_read(blocks, blocks->bytes + at, size) == size;
}

/* ---- Opening ---- */

/* Returns the program that undoes the compression of a file that begins so, or NULL. */
static const char *
decompressor_of(const guint8 begin[4])
{
    static const struct {
        const char *program;
        const char *begin;
    } programs[] = {
        { "gzip", "\x1F\x8B" },
        { "zstd", "\x28\xB5\x2F\xFD" },
        { "lz4",  "\x04\x22\x4D\x18" },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(programs); i++)
        if (memcmp(begin, programs[i].begin, strlen(programs[i].begin)) == 0)
            return programs[i].program;
    return NULL;
}

/* Lets a program read the file instead. */
static gboolean
split_blocks_decompress(split_blocks_t *blocks, const char *program, const char *capture, GError **error)
{
    fclose(blocks->file);
    blocks->file = NULL;
    blocks->decompressor = g_subprocess_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE, error, program, "-dcq", "--", capture, NULL);
    if (!blocks->decompressor)
        return FALSE;
    blocks->decompressed = g_buffered_input_stream_new_sized(g_subprocess_get_stdout_pipe(blocks->decompressor), FILE_BUFFER);
    return TRUE;
}

split_blocks_t *
split_blocks_open(const char *capture, GError **error)
{
    split_blocks_t *blocks = g_new0(split_blocks_t, 1);
    guint8          begin[4] = { 0 };   /* of a shorter file the rest stays 0, which begins no compression */
    const char     *program;

    blocks->link_types = g_array_new(FALSE, FALSE, sizeof (guint32));
    blocks->room = BLOCK_USUAL;
    blocks->bytes = g_malloc(blocks->room);
    blocks->file = g_fopen(capture, "rb");
    if (!blocks->file) {
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: %s", capture, g_strerror(errno));
        split_blocks_close(blocks);
        return NULL;
    }
    program = fread(begin, 1, sizeof begin, blocks->file) ? decompressor_of(begin) : NULL;
    rewind(blocks->file);
    if (program && !split_blocks_decompress(blocks, program, capture, error)) {
        split_blocks_close(blocks);
        return NULL;
    }
    if (blocks->file)
        setvbuf(blocks->file, NULL, _IOFBF, FILE_BUFFER);
    return blocks;
}

void
split_blocks_close(split_blocks_t *blocks)
{
    if (blocks->file)
        fclose(blocks->file);
    if (blocks->decompressed)
        g_input_stream_close(blocks->decompressed, NULL, NULL);     /* so the program ends, if it has not */
    g_clear_object(&blocks->decompressed);
    g_clear_object(&blocks->decompressor);
    g_array_free(blocks->link_types, TRUE);
    g_free(blocks->bytes);
    g_free(blocks);
}

/* ---- The end ---- */

/* Tells whether the file ended between two blocks; an error says that it did not. */
static gboolean
has_ended(split_blocks_t *blocks, gsize got, GError **error)
{
    if (got > 0 || blocks->has_failed)
        return split_blocks_fail(error, "it is cut short, or damaged");
    if (blocks->decompressor && !g_subprocess_wait_check(blocks->decompressor, NULL, NULL))
        return split_blocks_fail(error, "its compression is damaged");
    return TRUE;
}

/* Reads the first bytes of a block. @return false at the end, or with an error */
static gboolean
split_blocks_begin(split_blocks_t *blocks, gsize size, GError **error)
{
    gsize got = split_blocks_read(blocks, blocks->bytes, size);

    if (got == size)
        return TRUE;
    has_ended(blocks, got, error);
    return FALSE;
}

static gboolean
split_blocks_go_on(split_blocks_t *blocks, gsize at, gsize size, GError **error)
{
    if (size > BLOCK_MAX || !split_blocks_fill(blocks, at, size))
        return split_blocks_fail(error, "it is cut short, or damaged");
    return TRUE;
}

/* ---- pcap ---- */

static gboolean
read_pcap_header(split_blocks_t *blocks, split_block_t *block, GError **error)
{
    static const guint32 magics[] = { 0xA1B2C3D4u, 0xA1B23C4Du };      /* with microseconds, with nanoseconds */
    guint32              magic = split_blocks_number(blocks, 0);

    for (gsize i = 0; i < 2 * G_N_ELEMENTS(magics); i++) {
        const guint32 expected = magics[i / 2];

        blocks->is_swapped = i % 2;
        if (magic != (blocks->is_swapped ? GUINT32_SWAP_LE_BE(expected) : expected))
            continue;
        if (!split_blocks_go_on(blocks, 4, PCAP_HEADER - 4, error))
            return FALSE;
        blocks->link_type = split_blocks_number(blocks, PCAP_LINK_TYPE) & PCAP_LINK_BITS;
        *block = (split_block_t) { .bytes = blocks->bytes, .size = PCAP_HEADER };
        return TRUE;
    }
    return split_blocks_fail(error, "it is neither pcap nor pcapng");
}

static gboolean
next_of_pcap(split_blocks_t *blocks, split_block_t *block, GError **error)
{
    guint32 captured;

    if (!split_blocks_begin(blocks, PCAP_FRAME, error))
        return FALSE;
    captured = split_blocks_number(blocks, PCAP_CAPTURED);
    if (!split_blocks_go_on(blocks, PCAP_FRAME, captured, error))
        return FALSE;
    *block = (split_block_t) {
        .bytes = blocks->bytes, .size = PCAP_FRAME + captured,
        .frame = blocks->bytes + PCAP_FRAME, .captured = captured, .link_type = blocks->link_type
    };
    return TRUE;
}

/* ---- pcapng ---- */

/* The blocks that are known. Others may be counted as frames by one version of Wireshark, and not by another. */
static const struct {
    guint32  type;
    gboolean is_frame;
    gsize    interface;     /* where the frame's interface stands; 0: it is the first one */
    gsize    interface_size;
    gsize    captured;      /* where the number of captured bytes stands */
    gsize    bytes;         /* where these begin */
} kinds[] = {
    { .type = PCAPNG_SECTION },
    { .type = PCAPNG_INTERFACE },
    { .type = 4 },          /* names */
    { .type = 5 },          /* statistics of an interface */
    { .type = 10 },         /* keys */
    { 6, TRUE, 8, 4, 20, 28 },
    { 3, TRUE, 0, 0, 8, 12 },       /* captured whole: its size ends with the block */
    { 2, TRUE, 8, 2, 20, 28 },
};

static guint32
interface_of(const split_blocks_t *blocks, gsize at, gsize size)
{
    guint16 number;

    if (size == 4)
        return split_blocks_number(blocks, at);
    if (size == 0)
        return 0;
    memcpy(&number, blocks->bytes + at, sizeof number);
    return blocks->is_swapped ? GUINT16_SWAP_LE_BE(number) : number;
}

/* Finds the frame in a block. */
static gboolean
read_frame(const split_blocks_t *blocks, gsize kind, split_block_t *block, GError **error)
{
    const gsize begin = kinds[kind].bytes;
    guint32     interface;

    if (block->size < begin + 4)
        return split_blocks_fail(error, "it is cut short, or damaged");
    interface = interface_of(blocks, kinds[kind].interface, kinds[kind].interface_size);
    block->frame = block->bytes + begin;
    block->captured = MIN(split_blocks_number(blocks, kinds[kind].captured), block->size - begin - 4);
    if (interface >= blocks->link_types->len)
        return split_blocks_fail(error, "it is cut short, or damaged");
    block->link_type = g_array_index(blocks->link_types, guint32, interface);
    return TRUE;
}

static void
split_blocks_section(split_blocks_t *blocks)
{
    g_array_set_size(blocks->link_types, 0);
    memset(blocks->bytes + PCAPNG_SECTION_SIZE, 0xFF, 8);      /* a part has less, so it does not say how long it is */
}

static void
learn_interface(split_blocks_t *blocks)
{
    guint16 link_type = (guint16)interface_of(blocks, PCAPNG_HEAD, 2);
    guint32 wide = link_type;

    g_array_append_val(blocks->link_types, wide);
}

/* Tells what was read, by its kind. */
static gboolean
split_blocks_recognise(split_blocks_t *blocks, split_block_t *block, GError **error)
{
    const guint32 type = split_blocks_number(blocks, 0);

    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (kinds[i].type != type)
            continue;
        if (type == PCAPNG_SECTION)
            split_blocks_section(blocks);
        else if (type == PCAPNG_INTERFACE && block->size >= 20)
            learn_interface(blocks);
        return !kinds[i].is_frame || read_frame(blocks, i, block, error);
    }
    return split_blocks_fail(error, "it has blocks that are not known here");
}

/* Finds out the byte order of a section, if one begins. */
static gboolean
read_byte_order(split_blocks_t *blocks, GError **error)
{
    guint32 order;

    if (split_blocks_number(blocks, 0) != PCAPNG_SECTION)
        return TRUE;
    memcpy(&order, blocks->bytes + PCAPNG_HEAD, sizeof order);
    blocks->is_swapped = order != PCAPNG_BYTE_ORDER;
    if (blocks->is_swapped && order != GUINT32_SWAP_LE_BE(PCAPNG_BYTE_ORDER))
        return split_blocks_fail(error, "it is cut short, or damaged");
    return TRUE;
}

static gboolean
next_of_pcapng(split_blocks_t *blocks, gsize known, split_block_t *block, GError **error)
{
    guint32 size;

    if (!(known ? split_blocks_go_on(blocks, known, PCAPNG_MIN - known, error) : split_blocks_begin(blocks, PCAPNG_MIN, error)))
        return FALSE;
    if (!read_byte_order(blocks, error))
        return FALSE;
    size = split_blocks_number(blocks, 4);
    if (size < PCAPNG_MIN || size % 4)
        return split_blocks_fail(error, "it is cut short, or damaged");
    if (!split_blocks_go_on(blocks, PCAPNG_MIN, size - PCAPNG_MIN, error))
        return FALSE;
    *block = (split_block_t) { .bytes = blocks->bytes, .size = size };
    return split_blocks_recognise(blocks, block, error);
}

gboolean
split_blocks_next(split_blocks_t *blocks, split_block_t *block, GError **error)
{
    if (blocks->has_begun)
        return blocks->is_pcapng ? next_of_pcapng(blocks, 0, block, error) : next_of_pcap(blocks, block, error);
    blocks->has_begun = TRUE;
    if (!split_blocks_begin(blocks, 4, error))
        return FALSE;
    blocks->is_pcapng = split_blocks_number(blocks, 0) == PCAPNG_SECTION;
    return blocks->is_pcapng ? next_of_pcapng(blocks, 4, block, error) : read_pcap_header(blocks, block, error);
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
