/* streams/sctp.h
 * Which association and stream does a message of SCTP come from, when all ports are 5000?
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

/* What two ends have between a handshake and the next. Lives as long as the file. */
typedef struct {
    wmem_map_t   *channels;     /* stream -> wmem_tree of sctp_channel_t, by the frame that opened it */
    uint32_t      next[2];      /* first pass, by direction: number of the chunk that follows those so far */
    bool          whole[2];     /* ... all chunks are there since the beginning, each once and in their order */
    godot_link_t *link;         /* of whoever reads its messages */
    unsigned      weighed;      /* first pass: messages that were looked at for what they are */
    wmem_map_t   *variants;     /* ... stream -> frame in which one had a Variant beyond doubt */
} sctp_association_t;

/* What a frame has of SCTP that is inside of DTLS. */
typedef struct {
    uint32_t packets;       /* bytes of all of it */
    uint32_t whole;         /* ... of messages that are in one chunk */
    uint32_t parts;         /* ... of fragments of messages */
    uint32_t stream;        /* a number for association and stream of the last fragment */
    bool     proved;        /* its ends have spoken Godot's multiplayer protocol by then */
} sctp_record_t;

/* Where a message was. */
typedef struct {
    sctp_association_t *association;
    unsigned            direction;  /* 0 or 1 */
    bool                ends_known; /* nothing tells the two directions apart otherwise */
    bool                whole;      /* first pass: all that its end has sent so far is there, in its order */
    int                 stream;     /* or unknown */
    bool                unordered;
    bool                unnamed;    /* its payload protocol stands in another fragment: SCTP tells 0 */
} sctp_source_t;

/** A message that SCTP hands on just now; in the first pass its association is made if it is a new one. */
sctp_source_t sctp_source(packet_info *pinfo, tvbuff_t *message);

/** How the source's stream was opened, as of this frame; NULL: not in band. */
const sctp_channel_t *sctp_channel(const sctp_source_t *source, const packet_info *pinfo);

/** Of a frame that was dissected just now, for who counts frames; NULL: nothing. */
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
