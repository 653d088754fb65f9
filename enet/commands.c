/* enet/commands.c
 * Which ENet commands does a block of bytes hold, and can a datagram be ENet at all?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/commands.h"

/* FastLZ quirk: Godot pads shorter blocks to this size (docs/wire/enet.md, 8.4). */
#define FASTLZ_PADDED_SIZE 16

typedef enum {
    CHANNEL_ANY,
    CHANNEL_NONE,           /* connection-level: 0xFF */
    CHANNEL_DATA
} channel_rule_t;

/* docs/wire/enet.md, 1.3 and 2. */
static const struct {
    uint8_t size;           /* without data; 0 = no such command */
    uint8_t byte;           /* as stock senders write it */
    uint8_t length_offset;  /* of dataLength; 0 = no data follows */
    channel_rule_t channel;
} command_table[ENET_COMMAND_COUNT] = {
    [ENET_ACKNOWLEDGE]              = {  8, 0x01, 0, CHANNEL_ANY },
    [ENET_CONNECT]                  = { 48, 0x82, 0, CHANNEL_NONE },
    [ENET_VERIFY_CONNECT]           = { 44, 0x83, 0, CHANNEL_NONE },
    [ENET_DISCONNECT]               = {  8, 0x84, 0, CHANNEL_NONE },
    [ENET_PING]                     = {  4, 0x85, 0, CHANNEL_NONE },
    [ENET_SEND_RELIABLE]            = {  6, 0x86, 4, CHANNEL_DATA },
    [ENET_SEND_UNRELIABLE]          = {  8, 0x07, 6, CHANNEL_DATA },
    [ENET_SEND_FRAGMENT]            = { 24, 0x88, 6, CHANNEL_DATA },
    [ENET_SEND_UNSEQUENCED]         = {  8, 0x49, 6, CHANNEL_DATA },
    [ENET_BANDWIDTH_LIMIT]          = { 12, 0x8A, 0, CHANNEL_NONE },
    [ENET_THROTTLE_CONFIGURE]       = { 16, 0x8B, 0, CHANNEL_NONE },
    [ENET_SEND_UNRELIABLE_FRAGMENT] = { 24, 0x0C, 6, CHANNEL_DATA },
};

#define DISCONNECT_NOW 0x44

static uint16_t
read16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static uint32_t
read32(const uint8_t *p)
{
    return (uint32_t)read16(p) << 16 | read16(p + 2);
}

unsigned
enet_command_size(unsigned number)
{
    return number < ENET_COMMAND_COUNT ? command_table[number].size : 0;
}

bool
enet_command_is_fragment(const enet_command_t *command)
{
    return command->number == ENET_SEND_FRAGMENT ||
           command->number == ENET_SEND_UNRELIABLE_FRAGMENT;
}

bool
enet_command_has_data(const enet_command_t *command)
{
    return (ENET_COMMAND_BIT(command->number) & ENET_DATA_COMMANDS) != 0;
}

bool
enet_read_header(const uint8_t *data, size_t length, enet_header_t *header)
{
    uint16_t word;

    if (length < 2)
        return false;
    word = read16(data);
    header->peer_id = word & ENET_HEADER_PEER;
    header->session = (word & ENET_HEADER_SESSION) >> 12;
    header->compressed = (word & ENET_HEADER_COMPRESSED) != 0;
    header->has_sent_time = (word & ENET_HEADER_SENT_TIME) != 0;
    header->size = header->has_sent_time ? 4 : 2;
    if (length < header->size)
        return false;
    header->sent_time = header->has_sent_time ? read16(data + 2) : 0;
    return true;
}

static void
read_connect(const uint8_t *p, enet_command_t *command)
{
    command->peer_id = read16(p + 4);
    command->incoming_session = p[6];
    command->outgoing_session = p[7];
    command->mtu = read32(p + 8);
    command->window = read32(p + 12);
    command->channels = read32(p + 16);
    command->connect_id = read32(p + 40);
    if (command->number == ENET_CONNECT)
        command->connect_data = read32(p + 44);
}

static void
read_fragment(const uint8_t *p, enet_command_t *command)
{
    command->fragment_count = read32(p + 8);
    command->fragment_number = read32(p + 12);
    command->fragment_total = read32(p + 16);
    command->fragment_offset = read32(p + 20);
}

static void
read_body(const uint8_t *p, enet_command_t *command)
{
    switch (command->number) {
    case ENET_ACKNOWLEDGE:
        command->second = read16(p + 4);
        command->ack_sent_time = read16(p + 6);
        break;
    case ENET_CONNECT:
    case ENET_VERIFY_CONNECT:
        read_connect(p, command);
        break;
    case ENET_DISCONNECT:
        command->disconnect_data = read32(p + 4);
        break;
    case ENET_SEND_FRAGMENT:
    case ENET_SEND_UNRELIABLE_FRAGMENT:
        read_fragment(p, command);
        command->second = read16(p + 4);
        break;
    case ENET_SEND_UNRELIABLE:
    case ENET_SEND_UNSEQUENCED:
        command->second = read16(p + 4);
        break;
    default:
        break;
    }
}

bool
enet_read_command(const uint8_t *block, size_t length, size_t offset, enet_command_t *command)
{
    const uint8_t *p = block + offset;
    size_t left = length - offset;
    unsigned number, length_offset;

    if (offset > length || left < 4)
        return false;
    number = p[0] & ENET_COMMAND_NUMBER;
    if (enet_command_size(number) == 0 || left < enet_command_size(number))
        return false;
    length_offset = command_table[number].length_offset;
    *command = (enet_command_t) {
        .offset = (uint32_t)offset,
        .size = command_table[number].size,
        .length = length_offset ? read16(p + length_offset) : 0,
        .byte = p[0],
        .number = (uint8_t)number,
        .channel = p[1],
        .seq = read16(p + 2),
    };
    if (command->length > left - command->size)
        return false;
    read_body(p, command);
    return true;
}

static bool
channel_is_plausible(const enet_command_t *command)
{
    switch (command_table[command->number].channel) {
    case CHANNEL_NONE:
        return command->channel == ENET_CHANNEL_NONE;
    case CHANNEL_DATA:
        return command->channel != ENET_CHANNEL_NONE;
    default:
        return true;
    }
}

static bool
session_is_plausible(uint8_t session, bool may_be_unset)
{
    return session <= 3 || (may_be_unset && session == 0xFF);
}

static bool
connect_is_plausible(const enet_command_t *command)
{
    bool first = command->number == ENET_CONNECT;

    return command->seq == 1 && command->peer_id < ENET_PEER_UNKNOWN &&
           session_is_plausible(command->incoming_session, first) &&
           session_is_plausible(command->outgoing_session, first) &&
           command->mtu >= ENET_MTU_MIN && command->mtu <= ENET_MTU_MAX &&
           command->window >= ENET_WINDOW_MIN && command->window <= ENET_WINDOW_MAX &&
           command->channels >= 1 && command->channels <= ENET_CHANNELS_MAX;
}

/* docs/wire/enet.md, 4.2: all fragments but the last have the same size. */
static bool
fragment_is_plausible(const enet_command_t *command)
{
    bool last = command->fragment_number + 1 == command->fragment_count;

    if (command->fragment_count < 2 || command->fragment_count > ENET_FRAGMENTS_MAX ||
        command->fragment_number >= command->fragment_count ||
        command->fragment_total > ENET_PACKET_MAX ||
        command->fragment_offset >= command->fragment_total ||
        command->length == 0 ||
        command->length > command->fragment_total - command->fragment_offset)
        return false;
    if (last)
        return command->fragment_offset + command->length == command->fragment_total;
    return command->fragment_offset == (uint64_t)command->fragment_number * command->length;
}

bool
enet_command_is_plausible(const enet_command_t *command)
{
    bool disconnect_now = command->number == ENET_DISCONNECT && command->byte == DISCONNECT_NOW;

    if (command->byte != command_table[command->number].byte && !disconnect_now)
        return false;
    if (!channel_is_plausible(command))
        return false;
    switch (command->number) {
    case ENET_ACKNOWLEDGE:
        return command->second == command->seq;
    case ENET_CONNECT:
    case ENET_VERIFY_CONNECT:
        return connect_is_plausible(command);
    case ENET_SEND_UNSEQUENCED:
        return command->seq == 0;
    case ENET_SEND_FRAGMENT:
        return (uint16_t)(command->second + command->fragment_number) == command->seq &&
               fragment_is_plausible(command);
    case ENET_SEND_UNRELIABLE_FRAGMENT:
        return fragment_is_plausible(command);
    default:
        return true;
    }
}

/* Only a CONNECT, or the DISCONNECT of who gave up, goes to a peer that has no number yet. */
static bool
peer_is_plausible(const enet_header_t *header, const enet_command_t *command)
{
    if (header->peer_id != ENET_PEER_UNKNOWN)
        return command->number != ENET_CONNECT;
    return header->session == 0 &&
           (command->number == ENET_CONNECT || command->byte == DISCONNECT_NOW);
}

static bool
is_padding(const uint8_t *block, size_t length, size_t offset)
{
    if (length != FASTLZ_PADDED_SIZE)
        return false;
    while (offset < length)
        if (block[offset++] != 0)
            return false;
    return true;
}

bool
enet_block_is_plausible(const enet_header_t *header, const uint8_t *block, size_t length,
                        bool allow_padding, enet_evidence_t *evidence)
{
    size_t offset = 0;
    bool acknowledge = false;
    enet_command_t command;

    *evidence = (enet_evidence_t) { .header = *header };
    while (offset < length) {
        if (!enet_read_command(block, length, offset, &command)) {
            if (evidence->count > 0 && allow_padding && is_padding(block, length, offset))
                break;
            return false;
        }
        if (!enet_command_is_plausible(&command) || !peer_is_plausible(header, &command) ||
            ++evidence->count > ENET_COMMANDS_MAX)
            return false;
        acknowledge |= (command.byte & ENET_COMMAND_ACKNOWLEDGE_FLAG) != 0;
        evidence->kinds |= ENET_COMMAND_BIT(command.number);
        offset += command.size + command.length;
    }
    return evidence->count > 0 && acknowledge == header->has_sent_time;
}

bool
enet_datagram_is_plausible(const uint8_t *data, size_t length, enet_evidence_t *evidence)
{
    enet_header_t header;

    if (length > ENET_MTU_MAX || !enet_read_header(data, length, &header) || header.compressed)
        return false;
    return enet_block_is_plausible(&header, data + header.size, length - header.size, false,
                                   evidence);
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
