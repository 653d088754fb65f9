/* enet/commands.c
 * Which ENet commands does a block of bytes hold, and can a datagram be ENet at all?
 *
 * Copyright 2026 The wireshark-godot authors
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
    CHANNEL_NONE,           /* the command is the connection's: its channel is 0xFF */
    CHANNEL_DATA
} channel_rule_t;

#define MAX_FIELDS 13

#define KEPT(field, size, member)   { ENET_FIELD_##field, size, offsetof(enet_command_t, member) }
#define SHOWN(field, size)          { ENET_FIELD_##field, size, ENET_NOT_KEPT }

#define CONNECT_FIELDS \
    KEPT(CONNECT_PEER_ID, 2, peer_id), \
    KEPT(CONNECT_INCOMING_SESSION, 1, incoming_session), \
    KEPT(CONNECT_OUTGOING_SESSION, 1, outgoing_session), \
    KEPT(CONNECT_MTU, 4, mtu), \
    KEPT(CONNECT_WINDOW, 4, window), \
    KEPT(CONNECT_CHANNELS, 4, channels), \
    KEPT(CONNECT_INCOMING_BANDWIDTH, 4, incoming_bandwidth), \
    SHOWN(CONNECT_OUTGOING_BANDWIDTH, 4), \
    SHOWN(CONNECT_THROTTLE_INTERVAL, 4), \
    SHOWN(CONNECT_THROTTLE_ACCELERATION, 4), \
    SHOWN(CONNECT_THROTTLE_DECELERATION, 4), \
    KEPT(CONNECT_ID, 4, connect_id)

#define FRAGMENT_FIELDS \
    KEPT(FRAGMENT_START_SEQ, 2, second), \
    KEPT(LENGTH, 2, length), \
    KEPT(FRAGMENT_COUNT, 4, fragment_count), \
    KEPT(FRAGMENT_NUMBER, 4, fragment_number), \
    KEPT(FRAGMENT_TOTAL_LENGTH, 4, fragment_total), \
    KEPT(FRAGMENT_OFFSET, 4, fragment_offset)

/* The rules for each command (docs/wire/enet.md, 1.3 and 2). */
static const struct {
    channel_rule_t channel;
    uint8_t        byte;    /* the first byte as stock senders write it */
    uint8_t        size;    /* without data; 0 = no such command */
    enet_field_t   fields[MAX_FIELDS + 1];
} command_table[ENET_COMMAND_NUMBER + 1] = {
    [ENET_ACKNOWLEDGE] = { CHANNEL_ANY, 0x01, 8, { KEPT(ACK_SEQ, 2, second),
                                                   KEPT(ACK_SENT_TIME, 2, ack_sent_time) } },
    [ENET_CONNECT] = { CHANNEL_NONE, 0x82, 48, { CONNECT_FIELDS, KEPT(CONNECT_DATA, 4, connect_data) } },
    [ENET_VERIFY_CONNECT] = { CHANNEL_NONE, 0x83, 44, { CONNECT_FIELDS } },
    [ENET_DISCONNECT] = { CHANNEL_NONE, 0x84, 8, { KEPT(DISCONNECT_DATA, 4, disconnect_data) } },
    [ENET_PING] = { CHANNEL_NONE, 0x85, 4, { { ENET_FIELD_NONE } } },
    [ENET_SEND_RELIABLE] = { CHANNEL_DATA, 0x86, 6, { KEPT(LENGTH, 2, length) } },
    [ENET_SEND_UNRELIABLE] = { CHANNEL_DATA, 0x07, 8, { KEPT(UNRELIABLE_SEQ, 2, second),
                                                        KEPT(LENGTH, 2, length) } },
    [ENET_SEND_FRAGMENT] = { CHANNEL_DATA, 0x88, 24, { FRAGMENT_FIELDS } },
    [ENET_SEND_UNSEQUENCED] = { CHANNEL_DATA, 0x49, 8, { KEPT(UNSEQUENCED_GROUP, 2, second),
                                                         KEPT(LENGTH, 2, length) } },
    [ENET_BANDWIDTH_LIMIT] = { CHANNEL_NONE, 0x8A, 12, { SHOWN(BANDWIDTH_INCOMING, 4),
                                                         SHOWN(BANDWIDTH_OUTGOING, 4) } },
    [ENET_THROTTLE_CONFIGURE] = { CHANNEL_NONE, 0x8B, 16, { SHOWN(THROTTLE_INTERVAL, 4),
                                                            SHOWN(THROTTLE_ACCELERATION, 4),
                                                            SHOWN(THROTTLE_DECELERATION, 4) } },
    [ENET_SEND_UNRELIABLE_FRAGMENT] = { CHANNEL_DATA, 0x0C, 24, { FRAGMENT_FIELDS } },
};

#define DISCONNECT_NOW 0x44

/* Reads a number of 1, 2 or 4 bytes. */
static uint32_t
commands_read_number(const uint8_t *p, unsigned size)
{
    switch (size) {
    case 1:     return p[0];
    case 2:     return (uint32_t)p[0] << 8 | p[1];
    default:    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
}

const enet_field_t *
enet_command_fields(unsigned number)
{
    return command_table[number].fields;
}

unsigned
enet_command_size(unsigned number)
{
    return command_table[number].size;
}

bool
enet_command_is_fragment(const enet_command_t *command)
{
    return command->number == ENET_SEND_FRAGMENT ||
           command->number == ENET_SEND_UNRELIABLE_FRAGMENT;
}

bool
enet_command_is_reliable(const enet_command_t *command)
{
    return command->number == ENET_SEND_RELIABLE || command->number == ENET_SEND_FRAGMENT;
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
    word = header->word = (uint16_t)commands_read_number(data, 2);
    header->peer_id = word & ENET_HEADER_PEER;
    header->session = (word & ENET_HEADER_SESSION) >> 12;
    header->compressed = (word & ENET_HEADER_COMPRESSED) != 0;
    header->has_sent_time = (word & ENET_HEADER_SENT_TIME) != 0;
    header->size = header->has_sent_time ? 4 : 2;
    if (length < header->size)
        return false;
    header->sent_time = header->has_sent_time ? (uint16_t)commands_read_number(data + 2, 2) : 0;
    return true;
}

static void
read_fields(const uint8_t *p, enet_command_t *command)
{
    for (const enet_field_t *field = enet_command_fields(command->number); field->id; field++) {
        if (field->member != ENET_NOT_KEPT)
            *(uint32_t *)((char *)command + field->member) = commands_read_number(p, field->size);
        p += field->size;
    }
}

bool
enet_read_command(const uint8_t *block, size_t length, size_t offset, enet_command_t *command)
{
    const uint8_t *p;
    size_t left = length - offset;
    unsigned number, size;

    if (offset >= length)
        return false;
    p = block + offset;
    number = p[0] & ENET_COMMAND_NUMBER;
    size = enet_command_size(number);
    if (size == 0 || left < size)
        return false;
    *command = (enet_command_t) {
        .offset = (uint32_t)offset,
        .size = size,
        .byte = p[0],
        .number = (uint8_t)number,
        .channel = p[1],
        .seq = (uint16_t)commands_read_number(p + 2, 2),
    };
    read_fields(p + ENET_COMMAND_HEAD_SIZE, command);
    return command->length <= left - size;
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
session_is_plausible(uint32_t session, bool may_be_unset)
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

/* All fragments of a message except the last have the same size (docs/wire/enet.md, 4.2). */
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
    if (command->byte != command_table[command->number].byte && command->byte != DISCONNECT_NOW)
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

static bool
command_may_begin(uint8_t byte)
{
    return byte == DISCONNECT_NOW || command_table[byte & ENET_COMMAND_NUMBER].byte == byte;
}

bool
enet_block_may_begin(const uint8_t *bytes, size_t length, size_t most)
{
    enet_command_t command;

    if (!command_may_begin(bytes[0]))
        return false;
    return length < enet_command_size(bytes[0] & ENET_COMMAND_NUMBER) ||
           (enet_read_command(bytes, most, 0, &command) && enet_command_is_plausible(&command));
}

/* Only a CONNECT, or a DISCONNECT of an initiator that gave up, goes to a peer that has no number yet. */
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
            if (allow_padding && is_padding(block, length, offset))
                break;
            return false;
        }
        if (!enet_command_is_plausible(&command) || !peer_is_plausible(header, &command) ||
            ++evidence->count > ENET_COMMANDS_MAX)
            return false;
        acknowledge |= (command.byte & ENET_COMMAND_ACKNOWLEDGE_FLAG) != 0;
        evidence->kinds |= ENET_COMMAND_BIT(command.number);
        if (evidence->count == 1)
            evidence->first = command;
        evidence->last = command;
        offset += command.size + command.length;
    }
    return evidence->count > 0 && acknowledge == header->has_sent_time;
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
