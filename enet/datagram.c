/* enet/datagram.c
 * What is in an ENet datagram: its block of commands, and what the first pass learned of them?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/datagram.h"
#include "enet/analysis.h"
#include "enet/succession.h"
#include "enet/undo.h"

#include <zlib.h>

enum { CHECKSUM_AUTO, CHECKSUM_OFF, CHECKSUM_ON };
#define COMPRESSION_AUTO (-1)

static int pref_compression = COMPRESSION_AUTO;
static int pref_checksum = CHECKSUM_AUTO;

/* Undoes a compressed block into a tvb of its own; NULL if that mode does not fit. */
static tvbuff_t *
undo(const enet_datagram_t *datagram, enet_compression_t mode, unsigned offset,
     bool must_be_plausible)
{
    uint8_t out[ENET_MAX_DECOMPRESSED];
    size_t in_length = tvb_captured_length(datagram->tvb) - offset;
    const uint8_t *in = tvb_get_ptr(datagram->tvb, (int)offset, (int)in_length);
    size_t out_size = sizeof out - datagram->header.size;
    enet_evidence_t evidence;
    size_t size = must_be_plausible
        ? enet_undo(mode, &datagram->header, in, in_length, out, out_size, &evidence)
        : enet_decompress(mode, in, in_length, out, out_size);

    if (size == 0)
        return NULL;
    return tvb_new_child_real_data(datagram->tvb,
                                   (const uint8_t *)wmem_memdup(datagram->pinfo->pool, out, size),
                                   (unsigned)size, (int)size);
}

/*
 * Finds the compression, which is not on the wire: tries the mode that was used last, then each one whose commands end
 * exactly with the block.
 */
static tvbuff_t *
undo_any(const enet_datagram_t *datagram, unsigned offset, enet_compression_t last,
         enet_compression_t *mode)
{
    tvbuff_t *block = last ? undo(datagram, last, offset, true) : NULL;

    *mode = last;
    for (int m = ENET_COMPRESSION_COUNT - 1; !block && m >= ENET_COMPRESSION_RANGE; m--) {
        *mode = (enet_compression_t)m;
        block = undo(datagram, *mode, offset, true);
    }
    return block;
}

static tvbuff_t *
open_compressed(const enet_datagram_t *datagram, unsigned offset, enet_compression_t last,
                enet_compression_t *mode)
{
    const unsigned captured = tvb_captured_length(datagram->tvb);

    /* The end of a block that is cut would come out as something else, and could fit by chance. */
    if (captured <= offset || captured < tvb_reported_length(datagram->tvb))
        return NULL;
    if (pref_compression == COMPRESSION_AUTO)
        return undo_any(datagram, offset, last, mode);
    *mode = (enet_compression_t)pref_compression;
    return *mode == ENET_COMPRESSION_NONE ? NULL : undo(datagram, *mode, offset, false);
}

uint32_t
enet_datagram_checksum(const enet_datagram_t *datagram, uint32_t connect_id)
{
    const enet_header_t *header = &datagram->header;
    uint8_t key[ENET_CHECKSUM_SIZE] = { 0 };
    int length = tvb_captured_length_remaining(datagram->block, datagram->block_offset);
    uLong crc = crc32(0, tvb_get_ptr(datagram->tvb, 0, (int)header->size), header->size);

    if (header->peer_id != ENET_PEER_UNKNOWN)
        phtonu32(key, connect_id);
    crc = crc32(crc, key, sizeof key);
    if (length > 0)
        crc = crc32(crc, tvb_get_ptr(datagram->block, datagram->block_offset, length),
                    (uInt)length);
    return (uint32_t)crc;
}

static unsigned
body_offset(const enet_datagram_t *datagram, bool checksum)
{
    return datagram->header.size + (checksum ? ENET_CHECKSUM_SIZE : 0);
}

/* Finds the block, assuming that there is a checksum, or that there is none. */
static bool
open_block(enet_datagram_t *datagram, bool checksum, enet_compression_t last,
           enet_compression_t *mode)
{
    unsigned offset = body_offset(datagram, checksum);

    *mode = ENET_COMPRESSION_NONE;
    if (tvb_captured_length(datagram->tvb) < offset)
        return false;
    if (datagram->header.compressed) {
        datagram->block = open_compressed(datagram, offset, last, mode);
        datagram->block_offset = 0;
    } else {
        datagram->block = datagram->tvb;
        datagram->block_offset = (int)offset;
    }
    return datagram->block != NULL;
}

/* Reads the first command of the block that was opened, if there is a whole one. */
static void
read_first_command(const enet_datagram_t *datagram, enet_command_t *first)
{
    int left = tvb_captured_length_remaining(datagram->block, datagram->block_offset);

    enet_read_command(tvb_get_ptr(datagram->block, datagram->block_offset, left), (size_t)left, 0, first);
}

/*
 * Tells whether a datagram of a handshake has a checksum. The checksum of a CONNECT has no key, and its answer contains
 * the key (docs/wire/enet.md, 1.2). With no key, a checksum of another datagram is right in one of 4 billion cases.
 */
static bool
shows_checksum(enet_datagram_t *datagram, enet_compression_t *mode)
{
    const enet_header_t *header = &datagram->header;
    enet_command_t first = { 0 };

    if (!header->has_sent_time || !open_block(datagram, true, ENET_COMPRESSION_NONE, mode))
        return false;
    read_first_command(datagram, &first);
    return enet_datagram_checksum(datagram, first.connect_id) == tvb_get_ntohl(datagram->tvb, (int)header->size);
}

/* Assumes a checksum if the connection has none, and the other way round, when the first try failed. */
static void
choose_block(enet_datagram_t *datagram, const enet_connection_t *connection,
             enet_direction_t direction, bool otherwise)
{
    enet_compression_t mode = ENET_COMPRESSION_NONE, last = connection
        ? (enet_compression_t)connection->end[direction].compression : ENET_COMPRESSION_NONE;
    bool checksum = pref_checksum == CHECKSUM_ON ||
        (pref_checksum == CHECKSUM_AUTO &&
         (connection ? connection->checksum : shows_checksum(datagram, &mode)));

    checksum ^= otherwise;
    open_block(datagram, checksum, last, &mode);
    datagram->learned->checksum = checksum;
    datagram->learned->compression = (uint8_t)mode;
}

static void
datagram_add_command(enet_datagram_t *datagram, const enet_command_t *command, size_t *room)
{
    if (datagram->count == *room) {
        enet_command_t *more = wmem_alloc_array(datagram->pinfo->pool, enet_command_t, 4 * *room);

        memcpy(more, datagram->commands, datagram->count * sizeof *more);
        datagram->commands = more;
        *room *= 4;
    }
    datagram->commands[datagram->count++] = *command;
}

/* Reads all commands up to the first that cannot be read. */
static void
read_commands(enet_datagram_t *datagram)
{
    int left = datagram->block
        ? tvb_captured_length_remaining(datagram->block, datagram->block_offset) : 0;
    size_t room = ENET_FEW_COMMANDS;
    const uint8_t *block;
    size_t offset = 0;
    enet_command_t command;

    datagram->commands = datagram->few;
    datagram->count = 0;
    datagram->block_end = datagram->block_offset;
    datagram->rest = 0;
    if (left <= 0)
        return;
    block = tvb_get_ptr(datagram->block, datagram->block_offset, left);
    while (datagram->count < UINT16_MAX && enet_read_command(block, (size_t)left, offset, &command)) {
        offset += command.size + command.length;
        datagram_add_command(datagram, &command, &room);
    }
    datagram->block_end += (int)offset;
    datagram->rest = left - (int)offset;
}

/* Tells whether all commands were read and the checksum, if it can be computed, is right. */
static bool
is_read(const enet_datagram_t *datagram, const enet_connection_t *connection)
{
    if (datagram->count == 0 || datagram->rest > 0)
        return false;
    return !datagram->learned->checksum || !connection->has_connect_id ||
           enet_datagram_checksum(datagram, connection->connect_id) == tvb_get_ntohl(datagram->tvb, (int)datagram->header.size);
}

/* Tells whether a stock ENet could have sent the datagram with a checksum instead of none, or the other way round. */
static bool
reads_otherwise(const enet_datagram_t *datagram)
{
    unsigned offset = body_offset(datagram, !datagram->learned->checksum);
    int length = tvb_captured_length_remaining(datagram->tvb, (int)offset);
    enet_compression_t mode;
    enet_evidence_t evidence;

    if (length <= 0)
        return false;
    if (datagram->header.compressed)
        return undo_any(datagram, offset, ENET_COMPRESSION_NONE, &mode) != NULL;
    return enet_block_is_plausible(&datagram->header, tvb_get_ptr(datagram->tvb, (int)offset, length), (size_t)length, false, &evidence);
}

static bool
has_other_settings(const enet_datagram_t *datagram, const enet_connection_t *connection)
{
    return pref_checksum == CHECKSUM_AUTO && enet_datagram_is_whole(datagram) && !is_read(datagram, connection) &&
           reads_otherwise(datagram);
}

static enet_succession_t
succession_of(const enet_datagram_t *datagram, const enet_connection_t *connection, enet_direction_t direction)
{
    return enet_succession_of(connection, direction, datagram->pinfo, &datagram->header, datagram->commands, datagram->count);
}

/* Goes back to the connection before, if the datagram was taken for a new one and the old one may have gone on. */
static enet_connection_t *
choose_again(const enet_datagram_t *datagram, enet_connection_t *connection, enet_direction_t direction)
{
    enet_connection_t *before = connection->after;
    enet_succession_t succession;

    if (!before || before->naming != ENET_CONNECTION_DOUBTED)
        return connection;
    succession = succession_of(datagram, before, direction);
    if (succession == ENET_IS_ANOTHER)
        before->naming = ENET_CONNECTION_SUCCEEDED;
    if (succession != ENET_GOES_ON)
        return connection;
    before->naming = ENET_CONNECTION_NAMED;
    connection->naming = ENET_CONNECTION_WITHDRAWN;
    return before;
}

/*
 * First pass: opens the datagram under the connection that its header names. If the datagram contradicts it, returns
 * NULL and hands over that connection as the former one.
 */
static enet_connection_t *
open_by_header(enet_datagram_t *datagram, const enet_pair_t *pair, enet_direction_t *direction, enet_connection_t **former)
{
    enet_connection_t *connection = enet_connection_of_header(pair, datagram->pinfo, &datagram->header, direction);
    enet_succession_t succession = ENET_IS_ANOTHER;
    bool otherwise = false;

    choose_block(datagram, connection, *direction, false);
    read_commands(datagram);
    if (!connection)
        return NULL;
    connection = choose_again(datagram, connection, *direction);
    otherwise = has_other_settings(datagram, connection);
    if (!otherwise)
        succession = succession_of(datagram, connection, *direction);
    if (succession == ENET_GOES_ON)
        return connection;
    connection->naming = succession == ENET_IS_ANOTHER ? ENET_CONNECTION_SUCCEEDED : ENET_CONNECTION_DOUBTED;
    *former = connection;
    if (otherwise) {
        choose_block(datagram, connection, *direction, true);
        read_commands(datagram);
    }
    return NULL;
}

/* First pass: finds the connection and the compression, and learns what the commands mean to the connection. */
static void
learn_datagram(enet_datagram_t *datagram)
{
    enet_learned_t *learned = datagram->learned;
    const enet_header_t *header = &datagram->header;
    enet_direction_t direction = ENET_FROM_INITIATOR;
    enet_pair_t *pair = enet_pair_of_packet(datagram->pinfo);
    enet_connection_t *connection, *former = NULL;

    open_by_header(datagram, pair, &direction, &former);
    connection = enet_connection_assign(pair, datagram->pinfo, header, datagram->commands,
                                        datagram->count, enet_analysis_proves, &direction);
    if (former && connection->first_frame == datagram->pinfo->num)
        connection->after = former;
    if (datagram->block && learned->compression)
        connection->end[direction].compression = learned->compression;
    connection->checksum |= learned->checksum;
    learned->stream = connection->stream;
    learned->direction = direction;
    learned->count = (uint16_t)datagram->count;
    enet_analyse(connection, direction, datagram->pinfo, header, datagram->position,
                 datagram->commands, learned);
    enet_succession_note(connection, direction, datagram->pinfo, header);
    if (!datagram->block || !enet_datagram_is_whole(datagram))
        enet_analyse_cut(connection, direction,
                         ENET_MOMENT(datagram->pinfo->num, ENET_POSITION(datagram->position + learned->count)));
}

static void
recall_datagram(enet_datagram_t *datagram)
{
    const enet_learned_t *learned = datagram->learned;
    enet_compression_t mode;

    open_block(datagram, learned->checksum, (enet_compression_t)learned->compression, &mode);
    read_commands(datagram);
    datagram->count = MIN(datagram->count, learned->count);
}

const enet_connection_t *
enet_connection_of_frame(packet_info *pinfo)
{
    uint32_t position;
    const enet_learned_t *first = enet_learned_find(pinfo->num, 1, &position);

    return first ? enet_connection_of_stream(first->stream) : NULL;
}

bool
enet_datagram_is_whole(const enet_datagram_t *datagram)
{
    return tvb_captured_length(datagram->tvb) == tvb_reported_length(datagram->tvb);
}

bool
enet_datagram_open(tvbuff_t *tvb, packet_info *pinfo, enet_datagram_t *datagram)
{
    size_t length = tvb_captured_length(tvb);
    unsigned nth = pinfo->curr_proto_layer_num;     /* Wireshark counts to 255, then from 0 */

    *datagram = (enet_datagram_t) { .tvb = tvb, .pinfo = pinfo };
    if (nth == 0 || !enet_read_header(tvb_get_ptr(tvb, 0, (int)length), length, &datagram->header))
        return false;
    datagram->learned = enet_learned_find(pinfo->num, nth, &datagram->position);
    if (datagram->learned) {
        recall_datagram(datagram);
    } else {
        datagram->learned = enet_learned_new(pinfo->num, nth, &datagram->position);
        learn_datagram(datagram);
    }
    datagram->connection = enet_connection_of_stream(datagram->learned->stream);
    datagram->direction = (enet_direction_t)datagram->learned->direction;
    return true;
}

const enet_event_t *
enet_datagram_event(const enet_datagram_t *datagram, unsigned index)
{
    return enet_learned_event(datagram->learned, index);
}

unsigned
enet_datagram_body_offset(const enet_datagram_t *datagram)
{
    return body_offset(datagram, datagram->learned->checksum);
}

int
enet_datagram_data_offset(const enet_datagram_t *datagram, const enet_command_t *command)
{
    return datagram->block_offset + (int)(command->offset + command->size);
}

void
enet_datagram_register_preferences(module_t *module)
{
    static const enum_val_t compressions[] = {
        { "auto",   "Automatic",   COMPRESSION_AUTO },
        { "none",   "None",        ENET_COMPRESSION_NONE },
        { "range",  "Range coder", ENET_COMPRESSION_RANGE },
        { "fastlz", "FastLZ",      ENET_COMPRESSION_FASTLZ },
        { "zlib",   "zlib",        ENET_COMPRESSION_ZLIB },
        { "zstd",   "Zstandard",   ENET_COMPRESSION_ZSTD },
        { NULL, NULL, 0 }
    };
    static const enum_val_t checksums[] = {
        { "auto", "Automatic", CHECKSUM_AUTO },
        { "off",  "Off",       CHECKSUM_OFF },
        { "on",   "On",        CHECKSUM_ON },
        { NULL, NULL, 0 }
    };

    prefs_register_enum_preference(module, "compression", "Compression",
        "How compressed datagrams are decompressed. Automatic takes the mode that gives whole commands, and "
        "remembers it for the connection; any other setting holds for all connections.",
        &pref_compression, compressions, false);
    prefs_register_enum_preference(module, "checksum", "Checksum",
        "Whether a CRC-32 follows the header. Godot never sends one; other programs may. "
        "Automatic finds it in the CONNECT.",
        &pref_checksum, checksums, false);
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
