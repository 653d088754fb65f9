/* fuzz-enet.c
 * What can datagrams of ENet do to the plugin?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-enet.h"
#include "edit-variant.h"
#include "mutator.h"
#include "others.h"
#include "session.h"
#include "transport.h"
#include "ws_compat.h"

#include <zlib.h>
#include <zstd.h>

enum { BOUND_PORT = 45000, UNKNOWN_PORT = 45001 };

/* Flags of a record: its commands are compressed here, so that they stay readable for the mutator. */
enum { PLAIN = 0x00, FASTLZ = 0x10, ZLIB = 0x20, ZSTD = 0x30, SQUEEZE = 0x30 };

/* A bit of the first byte of options. */
enum { HEURISTIC = 0x08 };

const edit_fn target_edits[] = { edit_datagram, edit_datagram, edit_datagram, edit_datagram, edit_any, NULL };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* FastLZ without a match: runs of up to 32 literals. */
static size_t
literals(const uint8_t *in, size_t length, uint8_t *out)
{
    size_t at = 0;

    while (length > 0) {
        size_t run = MIN(length, 32);

        out[at++] = (uint8_t)(run - 1);
        memcpy(out + at, in, run);
        at += run, in += run, length -= run;
    }
    return at;
}

static size_t
squeeze(unsigned how, const uint8_t *in, size_t length, uint8_t *out, size_t most)
{
    uLongf size = most;

    switch (how) {
    case FASTLZ:
        return literals(in, length, out);
    case ZLIB:
        return compress2(out, &size, in, length, 1) == Z_OK ? size : 0;
    default:
        size = ZSTD_compress(out, most, in, length, 1);
        return ZSTD_isError(size) ? 0 : size;
    }
}

/* Sends a record compressed. The header stays: peer, and the sent time if it is there (docs/wire/enet.md, 3). */
static void
send_squeezed(const record_t *record)
{
    uint8_t out[2 * RECORD_MOST];
    size_t head = record->length > 0 && record->data[0] & 0x80 ? 4 : 2;
    record_t sent = *record;

    if (record->length <= head)
        return;
    memcpy(out, record->data, head);
    out[0] |= 0x40;
    sent.data = out;
    sent.length = head + squeeze(record->flags & SQUEEZE, record->data + head, record->length - head,
                                 out + head, sizeof out - head);
    transport_datagram(&sent);
}

static void
choose_preferences(uint8_t option)
{
    static const char *const compression[] = {
        "enet.compression:auto", "enet.compression:auto", "enet.compression:auto", "enet.compression:none",
        "enet.compression:range", "enet.compression:fastlz", "enet.compression:zlib", "enet.compression:zstd"
    };
    static const char *const checksum[] = {
        "enet.checksum:auto", "enet.checksum:auto", "enet.checksum:on", "enet.checksum:off"
    };
    static const char *const version[] = {
        "godot.version:auto", "godot.version:auto", "godot.version:3", "godot.version:4"
    };

    static const char *const payload[] = { "enet.payload:data", "enet.payload:variant", "enet.payload:godot3",
                                           "enet.payload:godot4" };

    session_set(compression[option & 7]);
    session_set(checksum[option >> 3 & 3]);
    session_set(option & 0x80 ? "godot.version:auto" : version[option >> 5 & 3]);
    session_set(option & 0x80 ? payload[option >> 5 & 3] : "enet.payload:auto");
}

int
LLVMFuzzerInitialize(int *argc _U_, char ***argv)
{
    session_open(*argv);
    transport_open();
    others_open();
    dissector_add_uint("udp.port", BOUND_PORT, find_dissector("enet"));
    return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    records_t records;

    records_read(&records, data, size);
    choose_preferences(records.options[1]);
    transport_begin(records.options[0] & HEURISTIC ? UNKNOWN_PORT : BOUND_PORT, records.options[0]);
    for (unsigned i = 0; i < records.count; i++) {
        if (records.record[i].flags & SQUEEZE)
            send_squeezed(&records.record[i]);
        else
            transport_datagram(&records.record[i]);
    }
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
