/* enet/commands.h
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

#ifndef ENET_COMMANDS_H
#define ENET_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits of every stock ENet host (docs/wire/enet.md, table of numbers). */
#define ENET_MTU_MIN            576
#define ENET_MTU_MAX            4096
#define ENET_WINDOW_MIN         4096
#define ENET_WINDOW_MAX         65536
#define ENET_CHANNELS_MAX       255
#define ENET_COMMANDS_MAX       32          /* per datagram */
#define ENET_FRAGMENTS_MAX      (1024 * 1024)
#define ENET_PACKET_MAX         (32 * 1024 * 1024)
#define ENET_CHANNEL_NONE       0xFF        /* connection-level commands */
#define ENET_PEER_UNKNOWN       0xFFF       /* "not assigned yet" */
#define ENET_CHECKSUM_SIZE      4
#define ENET_COMMAND_MAX        48          /* bytes of the longest command, without data */

/* The first 16 bits of a datagram. */
#define ENET_HEADER_SENT_TIME   0x8000
#define ENET_HEADER_COMPRESSED  0x4000
#define ENET_HEADER_SESSION     0x3000
#define ENET_HEADER_PEER        0x0FFF

/* The first byte of a command. */
#define ENET_COMMAND_ACKNOWLEDGE_FLAG   0x80
#define ENET_COMMAND_UNSEQUENCED_FLAG   0x40
#define ENET_COMMAND_NUMBER             0x0F

typedef enum {
    ENET_ACKNOWLEDGE = 1,
    ENET_CONNECT,
    ENET_VERIFY_CONNECT,
    ENET_DISCONNECT,
    ENET_PING,
    ENET_SEND_RELIABLE,
    ENET_SEND_UNRELIABLE,
    ENET_SEND_FRAGMENT,
    ENET_SEND_UNSEQUENCED,
    ENET_BANDWIDTH_LIMIT,
    ENET_THROTTLE_CONFIGURE,
    ENET_SEND_UNRELIABLE_FRAGMENT,
    ENET_COMMAND_COUNT
} enet_command_number_t;

#define ENET_COMMAND_BIT(number) (1u << (number))
#define ENET_DATA_COMMANDS \
    (ENET_COMMAND_BIT(ENET_SEND_RELIABLE) | ENET_COMMAND_BIT(ENET_SEND_UNRELIABLE) | \
     ENET_COMMAND_BIT(ENET_SEND_FRAGMENT) | ENET_COMMAND_BIT(ENET_SEND_UNSEQUENCED) | \
     ENET_COMMAND_BIT(ENET_SEND_UNRELIABLE_FRAGMENT))

/* The header of a datagram, in host byte order. */
typedef struct {
    uint16_t word;          /* the first 16 bits; the next four members are parts of it */
    uint16_t peer_id;
    uint8_t  session;
    bool     has_sent_time;
    bool     compressed;
    uint16_t sent_time;     /* ms of the sender's clock */
    unsigned size;          /* 2 or 4 bytes */
} enet_header_t;

/* The fields of commands. All commands have the first four bytes in common, which are not listed here. */
typedef enum {
    ENET_FIELD_NONE,        /* ends the list of a command's fields */
    ENET_FIELD_ACK_SEQ,
    ENET_FIELD_ACK_SENT_TIME,
    ENET_FIELD_CONNECT_PEER_ID,
    ENET_FIELD_CONNECT_INCOMING_SESSION,
    ENET_FIELD_CONNECT_OUTGOING_SESSION,
    ENET_FIELD_CONNECT_MTU,
    ENET_FIELD_CONNECT_WINDOW,
    ENET_FIELD_CONNECT_CHANNELS,
    ENET_FIELD_CONNECT_INCOMING_BANDWIDTH,
    ENET_FIELD_CONNECT_OUTGOING_BANDWIDTH,
    ENET_FIELD_CONNECT_THROTTLE_INTERVAL,
    ENET_FIELD_CONNECT_THROTTLE_ACCELERATION,
    ENET_FIELD_CONNECT_THROTTLE_DECELERATION,
    ENET_FIELD_CONNECT_ID,
    ENET_FIELD_CONNECT_DATA,
    ENET_FIELD_DISCONNECT_DATA,
    ENET_FIELD_LENGTH,
    ENET_FIELD_UNRELIABLE_SEQ,
    ENET_FIELD_UNSEQUENCED_GROUP,
    ENET_FIELD_FRAGMENT_START_SEQ,
    ENET_FIELD_FRAGMENT_COUNT,
    ENET_FIELD_FRAGMENT_NUMBER,
    ENET_FIELD_FRAGMENT_TOTAL_LENGTH,
    ENET_FIELD_FRAGMENT_OFFSET,
    ENET_FIELD_BANDWIDTH_INCOMING,
    ENET_FIELD_BANDWIDTH_OUTGOING,
    ENET_FIELD_THROTTLE_INTERVAL,
    ENET_FIELD_THROTTLE_ACCELERATION,
    ENET_FIELD_THROTTLE_DECELERATION,
    ENET_FIELD_COUNT
} enet_field_id_t;

#define ENET_COMMAND_HEAD_SIZE  4
#define ENET_NOT_KEPT           0xFF

typedef struct {
    uint8_t id;             /* enet_field_id_t */
    uint8_t size;           /* bytes on the wire, in network order */
    uint8_t member;         /* offset in enet_command_t of the uint32_t that keeps the value; ENET_NOT_KEPT: it is
                             * only shown */
} enet_field_t;

/* One command. Members that a command does not use are 0. */
typedef struct {
    uint32_t offset;        /* in the block */
    uint32_t size;          /* without the data that follows */
    uint8_t  byte;          /* number and flags, as sent */
    uint8_t  number;        /* enet_command_number_t */
    uint8_t  channel;
    uint16_t seq;           /* reliable sequence number */
    uint32_t length;        /* bytes of data that follow */
    uint32_t second;        /* 16 bits: unreliable number, unsequenced group, start sequence
                               number, or the acknowledged number */
    uint32_t ack_sent_time; /* 16 bits */
    uint32_t peer_id;       /* 16 bits, of CONNECT and VERIFY_CONNECT, as the following */
    uint32_t incoming_session;      /* 8 bits */
    uint32_t outgoing_session;
    uint32_t mtu;
    uint32_t window;
    uint32_t channels;
    uint32_t incoming_bandwidth;
    uint32_t connect_id;
    uint32_t connect_data;
    uint32_t disconnect_data;
    uint32_t fragment_count;
    uint32_t fragment_number;
    uint32_t fragment_total;
    uint32_t fragment_offset;
} enet_command_t;

/** Returns the fields of a command in their order on the wire (docs/wire/enet.md, 2). */
const enet_field_t *enet_command_fields(unsigned number);

/** Returns the size of a command without its data, or 0 if ENet has no command of that number (0 to 15). */
unsigned enet_command_size(unsigned number);

/** Tells whether the command is one fragment of a message. */
bool enet_command_is_fragment(const enet_command_t *command);

/** Tells whether the command is (a part of) a message that is sent again until it is acknowledged. */
bool enet_command_is_reliable(const enet_command_t *command);

/** Tells whether data follow the command. */
bool enet_command_has_data(const enet_command_t *command);

/** Reads a datagram's header. @return false if there are too few bytes */
bool enet_read_header(const uint8_t *data, size_t length, enet_header_t *header);

/**
 * Reads the command at an offset of a block of (uncompressed) commands.
 *
 * @return true and the command; false if its number is unknown, or if it or its data would not end within the block
 */
bool enet_read_command(const uint8_t *block, size_t length, size_t offset, enet_command_t *command);

/** Tells whether a stock ENet could have sent this command (docs/wire/enet.md, 9.4). */
bool enet_command_is_plausible(const enet_command_t *command);

/**
 * Tells whether a stock ENet could begin a block of commands with these bytes.
 *
 * @param most bytes that the block may have
 * @param length of the bytes that are known, at least one
 */
bool enet_block_may_begin(const uint8_t *bytes, size_t length, size_t most);

/* What a plausible datagram contains. */
typedef struct {
    enet_header_t header;
    unsigned count;         /* number of commands */
    uint32_t kinds;         /* ENET_COMMAND_BIT()s of the commands that occur */
    enet_command_t first, last;
} enet_evidence_t;

/**
 * Tells whether a stock ENet could have sent a block of commands under this header, by all rules of docs/wire/enet.md,
 * 9, to its exact end.
 *
 * @param allow_padding trailing zeros up to 16 bytes are allowed (the FastLZ quirk, 8.4)
 */
bool enet_block_is_plausible(const enet_header_t *header, const uint8_t *block, size_t length,
                             bool allow_padding, enet_evidence_t *evidence);

#endif /* ENET_COMMANDS_H */

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
