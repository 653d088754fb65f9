/* recorder/header.h
 * What is at the beginning of every record?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_HEADER_H
#define RECORDER_HEADER_H

#include "recorder/kinds.h"

/* docs/wire/recording.md, 3; the numbers in these files are its sections. All numbers are little-endian. */

#define RECORDING_PART      196608U     /* most bytes of a body that one record has */
#define RECORDING_BODY      16777216U   /* most bytes of a body */

#define RECORDING_PROCESS_FRAME 24      /* place of the process frame's number */

enum { RECORDING_REPEATED = 1 };        /* of the flags */

/* The header, and how many bytes of the body are here. */
typedef struct {
    uint8_t  version, kind;
    uint16_t length;                    /* from its first byte to that of the body; 0: it could not be read */
    uint32_t run;
    uint16_t peer, flags;
    uint32_t number;
    uint64_t ticks;
    uint32_t body_length, body_offset;
    uint32_t present;
} recording_header_t;

/* A packet's run, and what its header adds (4.1). */
typedef struct {
    uint32_t run;
    bool     sent;
    uint8_t  mode;
    int32_t  own, other, channel, result;
} recording_packet_t;

/**
 * Reads the header of a record.
 *
 * @return false if it is of another version, or too short for what its kind adds; then only its version and its kind are filled in
 */
bool recording_header_read(tvbuff_t *tvb, recording_header_t *header);

/** Reads what a packet adds to a header that could be read. */
recording_packet_t recording_packet(tvbuff_t *tvb);

/** Adds the items of the header, as far as it is there, with expert items for what is wrong with it. */
void recording_header_add(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, const recording_header_t *header);

/** Registers the fields and expert items; proto is that of "godot.record". */
void recording_header_register(int proto, expert_module_t *experts);

#endif /* RECORDER_HEADER_H */

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
