/* fuzz-websocket.c
 * What can messages of a WebSocket do to the plugin?
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
#include "mutator.h"
#include "session.h"
#include "transport.h"
#include "ws_compat.h"

enum { ANY_PORT = 45000, MULTIPLAYER_PORT = 45001 };

/* Bits of the first byte of options: the port; no handshake was captured. */
enum { MULTIPLAYER = 0x08, UNSHAKEN = 0x10 };

/*
 * Flags of a record: a text message; a message in two frames; with a mask, as clients must have; the frame's head in a
 * segment of its own.
 */
enum { TEXT = 0x10, IN_TWO = 0x20, MASKED = 0x40, HEAD_ALONE = 0x80 };

static void
shake_hands(void)
{
    static const char request[] = "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    static const char answer[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
    const record_t from_client = { 0, (const uint8_t *)request, sizeof request - 1 };
    const record_t from_server = { RECORD_FROM_SERVER, (const uint8_t *)answer, sizeof answer - 1 };

    transport_segment(&from_client);
    transport_segment(&from_server);
}

/* Writes one frame (RFC 6455, 5.2). */
static size_t
write_frame(uint8_t *out, uint8_t first, bool masked, const uint8_t *data, size_t length)
{
    static const uint8_t mask[4] = { 0x12, 0x34, 0x56, 0x78 };
    size_t head = length < 126 ? 2 : 4;

    out[0] = first;
    out[1] = (uint8_t)((masked ? 0x80 : 0) | (length < 126 ? length : 126));
    if (head == 4) {
        out[2] = (uint8_t)(length >> 8);
        out[3] = (uint8_t)length;
    }
    if (masked) {
        memcpy(out + head, mask, sizeof mask);
        head += sizeof mask;
    }
    for (size_t i = 0; i < length; i++)
        out[head + i] = data[i] ^ (masked ? mask[i % 4] : 0);
    return head + length;
}

static void
send_segments(record_t *segment)
{
    const record_t head = { segment->flags, segment->data, 2 };

    if (segment->flags & HEAD_ALONE) {
        transport_segment(&head);
        segment->data += 2, segment->length -= 2;
    }
    transport_segment(segment);
}

static void
send_message(const record_t *record)
{
    enum { WHOLE = 0x80, REST = 0x80 };
    static uint8_t out[RECORD_MOST + 16];
    const uint8_t kind = record->flags & TEXT ? 1 : 2;
    const bool masked = record->flags & MASKED;
    size_t first = record->flags & IN_TWO ? record->length / 2 : record->length;
    record_t segment = { record->flags, out,
                         write_frame(out, kind | (first == record->length ? WHOLE : 0), masked, record->data, first) };

    if (first < record->length)
        segment.length += write_frame(out + segment.length, REST, masked, record->data + first, record->length - first);
    send_segments(&segment);
}

const edit_fn target_edits[] = { edit_message, edit_message, edit_variant, edit_variant, edit_any,
                                 edit_any,     edit_number,  edit_stretch, NULL };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerInitialize(int *argc _U_, char ***argv)
{
    session_open(*argv);
    transport_open();
    session_set("godot.websocket.tcp.port:80,45000-45003");
    session_new_file();
    session_set("godot.websocket.tcp.port:45001");
    session_new_file();
    dissector_add_uint("tcp.port", ANY_PORT, find_dissector("http-over-tcp"));
    return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    records_t records;

    records_read(&records, data, size);
    transport_begin(records.options[0] & MULTIPLAYER ? MULTIPLAYER_PORT : ANY_PORT, records.options[0]);
    if (!(records.options[0] & OPTION_LATE))
        transport_handshake();
    if (!(records.options[0] & UNSHAKEN))
        shake_hands();
    for (unsigned i = 0; i < records.count; i++)
        send_message(&records.record[i]);
    session_run(records.options[0] & OPTION_WAYS);
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
