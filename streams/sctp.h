/* streams/sctp.h
 * Which association and stream does a message of SCTP come from, when all ports are 5000?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STREAMS_SCTP_H
#define STREAMS_SCTP_H

#include "multiplayer/history.h"

/* Payload protocols of data channels (RFC 8831, 8). */
enum { SCTP_DCEP = 50, SCTP_TEXT = 51, SCTP_BINARY = 53 };

#define SCTP_STREAM_UNKNOWN (-1)

/* How a stream was opened in band (RFC 8832, 5.1). Lives as long as the file. */
typedef struct {
    uint8_t     type;
    const char *label;
} sctp_channel_t;

#define SCTP_CHANNEL_IS_UNORDERED(type) (((type) & 0x80) != 0)
#define SCTP_CHANNEL_IS_RELIABLE(type)  (((type) & 0x7F) == 0)

/* An association: what two ends exchange between one handshake and the next. Lives as long as the file. */
typedef struct {
    wmem_map_t   *channels;     /* stream -> wmem_tree of sctp_channel_t, by the frame that opened it */
    uint32_t      next[2];      /* first pass, for each direction: number of the next chunk */
    bool          whole[2];     /* all chunks are there since the beginning, each once and in order */
    godot_link_t *link;         /* for the dissector that reads its messages */
    unsigned      weighed;      /* first pass: how many messages were checked for Godot's protocol, without a proof */
    wmem_map_t   *variants;     /* stream -> the frame since which it carries Variants for certain */
} sctp_association_t;

/* How much SCTP inside DTLS a frame has. */
typedef struct {
    uint32_t packets;       /* bytes of all its packets */
    uint32_t whole;         /* bytes of messages that are whole in a chunk */
    uint32_t parts;         /* bytes of fragments of messages */
    uint32_t stream;        /* a number for ends, stream and direction of the last fragment; not 0 */
    bool     proved;        /* by then its ends have spoken Godot's multiplayer protocol */
} sctp_record_t;

/* Where a message came from. */
typedef struct {
    sctp_association_t *association;
    unsigned            direction;  /* 0 or 1 */
    bool                ends_known; /* the layers below tell the two directions apart */
    bool                whole;      /* first pass: everything that its end has sent so far is there, in order */
    int                 stream;     /* or SCTP_STREAM_UNKNOWN: then the following tell nothing */
    bool                unordered;
    bool                unnamed;    /* its payload protocol is in another fragment: SCTP gives 0 */
} sctp_source_t;

/**
 * Returns the source of the message that SCTP hands on at the moment. The first pass makes its association if it is
 * new.
 */
sctp_source_t sctp_source(packet_info *pinfo, tvbuff_t *message);

/** Tells how the source's stream was opened, as known at this frame; NULL: not in band. */
const sctp_channel_t *sctp_channel(const sctp_source_t *source, const packet_info *pinfo);

/** Returns the record of a frame that was dissected just now, for statistics of frames; NULL: none. */
const sctp_record_t *sctp_record_of_frame(packet_info *pinfo);

void sctp_register(int proto);
void sctp_handoff(void);

#endif /* STREAMS_SCTP_H */

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
