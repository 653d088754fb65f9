/* fuzz-recorder.c
 * What can a game, or a stranger, do to the listener that takes its recording?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "mutator.h"
#include "records.h"
#include "recorder/extcap/game.h"
#include "recorder/extcap/handshake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of the first byte of options: it connects, so there is a handshake; a token is needed. */
enum { HANDSHAKE = 0x01, TOKEN = 0x02 };

/* Of a record: what its bytes become, in which byte order, and whether they come in two parts. */
enum {
    AS_IT_IS, SECTION, INTERFACE, PACKET, RECORD, OTHER, KIND = 0x07,
    BIG_ENDIAN_BLOCK = 0x08, SECOND_INTERFACE = 0x10, IN_TWO = 0x80
};

static output_t *output;

const edit_fn target_edits[] = { edit_any, edit_any, edit_number, edit_number, edit_stretch, NULL };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
expect(bool right, const char *what)
{
    if (right)
        return;
    fprintf(stderr, "Not so: %s\n", what);
    abort();
}

static void
ignore_text(const char *text)
{
    (void)text;
}

static void
ignore_change(bool more, void *data)
{
    (void)more, (void)data;
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    g_set_printerr_handler(ignore_text);
    output = output_open("/dev/null", ignore_change, NULL, NULL);
    return 0;
}

/* ---- What is sent ---- */

static void
append_u32(GByteArray *out, uint32_t value, bool big_endian)
{
    value = big_endian ? GUINT32_TO_BE(value) : GUINT32_TO_LE(value);
    g_byte_array_append(out, (const uint8_t *)&value, sizeof value);
}

/* A block whose lengths are right. head: of the body, before the record's bytes */
static void
append_block(GByteArray *out, uint32_t type, const GByteArray *head, const record_t *record)
{
    static const uint8_t zeros[3];
    const bool     big_endian = record->flags & BIG_ENDIAN_BLOCK;
    const unsigned body = head->len + (unsigned)record->length, padding = -body % 4;

    append_u32(out, type, big_endian);
    append_u32(out, body + padding + 12, big_endian);
    g_byte_array_append(out, head->data, head->len);
    g_byte_array_append(out, record->data, (unsigned)record->length);
    g_byte_array_append(out, zeros, padding);
    append_u32(out, body + padding + 12, big_endian);
}

/* The head of an Enhanced Packet Block whose data are a record, up to the end of the tags. */
static void
append_record_head(GByteArray *head, const record_t *record)
{
    static const uint8_t tags[] = "\0\x0c\0\x0cgodot_record\0\0\0";     /* the last NUL is the text's own */
    const bool big_endian = record->flags & BIG_ENDIAN_BLOCK;

    append_u32(head, record->flags & SECOND_INTERFACE ? 1 : 0, big_endian);
    append_u32(head, 0x00064000, big_endian);
    append_u32(head, 0, big_endian);
    append_u32(head, (uint32_t)(sizeof tags + record->length), big_endian);
    append_u32(head, (uint32_t)(sizeof tags + record->length), big_endian);
    g_byte_array_append(head, tags, sizeof tags);
}

static void
append_record(GByteArray *out, const record_t *record)
{
    static const uint32_t types[KIND + 1] = {
        0, BLOCK_SECTION, BLOCK_INTERFACE, BLOCK_PACKET, BLOCK_PACKET, 0x0BAD, 3, 5
    };
    GByteArray *head = g_byte_array_new();
    uint8_t     kind = record->flags & KIND;

    if (kind == AS_IT_IS) {
        g_byte_array_append(out, record->data, (unsigned)record->length);
    } else {
        if (kind == SECTION)
            append_u32(head, 0x1A2B3C4D, record->flags & BIG_ENDIAN_BLOCK);
        else if (kind == RECORD)
            append_record_head(head, record);
        append_block(out, types[kind], head, record);
    }
    g_byte_array_unref(head);
}

/* The listener reads all that has come. */
static void
let_it_read(void)
{
    while (g_main_context_iteration(NULL, FALSE))
        ;
}

static void
send_part(int file, const uint8_t *data, size_t length)
{
    if (length > 0 && send(file, data, length, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
        return;     /* the listener has closed */
    let_it_read();
}

static void
send_record(int file, const record_t *record)
{
    GByteArray *bytes = g_byte_array_new();
    size_t      first;

    append_record(bytes, record);
    first = record->flags & IN_TWO ? bytes->len / 2 : bytes->len;
    send_part(file, bytes->data, first);
    if (first < bytes->len)
        send_part(file, bytes->data + first, bytes->len - first);
    g_byte_array_unref(bytes);
}

/* ---- What comes out ---- */

static void
check_packet(const block_t *block, uint32_t interfaces)
{
    block_packet_t packet;
    slice_t        record;

    expect(block_read_packet(block, &packet), "a packet that is written can be read");
    expect(packet.interface < interfaces, "its interface was described");
    record = record_of(packet.data);
    expect(record.length >= 40 && packet.data.length - record.length == 20, "it is a record behind our own tags");
}

static void
check_output(const GByteArray *bytes)
{
    slice_t           left = { bytes->data, bytes->len };
    bool              big_endian = false;
    uint32_t          interfaces = 0;
    block_t           block;
    block_interface_t interface;

    while (left.length > 0) {
        expect(block_first(left, &big_endian, &block) == BLOCK_WHOLE && !big_endian,
               "what is written are whole blocks");
        expect((left.data == bytes->data) == (block.type == BLOCK_SECTION), "it is one section");
        if (block.type == BLOCK_INTERFACE) {
            expect(block_read_interface(&block, &interface), "an interface that is written can be read");
            interfaces++;
        } else if (block.type == BLOCK_PACKET) {
            check_packet(&block, interfaces);
        }
        left.data += block.length, left.length -= block.length;
    }
}

/* ---- One input ---- */

static game_t *
meet(hub_t *hub, int file, bool handshake)
{
    GSocket           *socket = g_socket_new_from_fd(file, NULL);
    GSocketConnection *connection = g_socket_connection_factory_create_connection(socket);
    game_t            *game = game_new(hub, connection, handshake ? GAME_HANDSHAKE : GAME_SECTION, false);

    g_object_unref(connection);
    g_object_unref(socket);
    return game;
}

static void
finish(hub_t *hub, game_t *game)
{
    GByteArray *out = output_bytes(output);

    game_tick(game);
    expect(game_lane(game)->bytes < 6 << 20, "what waits of a game is bounded");
    while (hub->own.bytes > 0)
        lane_shift(&hub->own, out);
    while (game_lane(game)->bytes > 0)
        lane_shift(game_lane(game), out);
    game_free(game);
    check_output(out);
    g_byte_array_set_size(out, 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t greeting[HANDSHAKE_GAME] = "GDRG\1";
    records_t records;
    hub_t     hub = { .quiet = true };
    game_t   *game;
    int       files[2];

    records_read(&records, data, size);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, files) != 0)
        return 0;
    hub.token = records.options[0] & TOKEN ? "token" : NULL;
    hub_begin(&hub, output);
    game = meet(&hub, files[0], records.options[0] & HANDSHAKE);
    if (records.options[0] & HANDSHAKE && !(records.options[0] & TOKEN))
        send_part(files[1], greeting, sizeof greeting);
    for (unsigned i = 0; i < records.count; i++)
        send_record(files[1], &records.record[i]);
    close(files[1]);
    let_it_read();
    expect(!game_is_here(game) || game_lane(game)->bytes > 0, "a game whose connection has ended is not here");
    finish(&hub, game);
    return 0;
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
