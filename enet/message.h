/* enet/message.h
 * What does ENet tell the dissectors of the messages it carries?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_MESSAGE_H
#define ENET_MESSAGE_H

#include "enet/connection.h"

/* How a message was sent (docs/wire/enet.md, 4.1). */
typedef enum {
    ENET_MODE_UNSEQUENCED,      /* SEND_UNSEQUENCED */
    ENET_MODE_UNRELIABLE,       /* SEND_UNRELIABLE and its fragments: sequenced */
    ENET_MODE_RELIABLE          /* SEND_RELIABLE and its fragments */
} enet_mode_t;

/*
 * One whole message. Payload dissectors get it as their data pointer: those of the dissector table "enet.channel" (by
 * channel number) and the heuristics of the list "enet". A message is handed on once; retransmissions and duplicates
 * are not. It is valid during the call only; the connection lives as long as the file.
 *
 * A message is shown in the frame of its (last) bytes, but its receiver may get it later, after the messages before it
 * on its channel. In the first pass such a message is "waiting": nothing must be learned from it yet. A dissector that
 * learns sets "deliver" to be called once more when the message is delivered, without a tree and with a message that
 * does not wait. It then only learns: an expert item would belong to the frame of the delivery, but everything was said
 * in the frame with the bytes. Later passes know the moment of the delivery.
 */
typedef struct {
    enet_connection_t *connection;
    enet_direction_t   direction;
    enet_mode_t        mode;
    uint8_t            channel;
    bool               fragmented;  /* it was reassembled from fragments */
    uint32_t           frame;       /* the frame that has it */
    uint32_t           delivered_in;    /* frame of its delivery, usually the same one */
    uint32_t           position;    /* position of the delivery in that frame; with the number of that frame it
                                     * identifies the message. Later deliveries have greater ones */
    nstime_t           waited;      /* time from its frame to a delivery in a later frame */
    bool               waiting;     /* first pass: it is not delivered yet */
    bool               incomplete;  /* the capture lacks something that its receiver got before it */
    dissector_t        deliver;     /* for the dissector to set; NULL at first */
    const void        *record;      /* for the dissector to set: its record for statistics; NULL at first */
    const uint32_t    *acked_frame; /* for a reliable message: the frame that acknowledged it, 0 = none yet; else
                                     * NULL. Lives as long as the connection and is set later: compare it with your
                                     * own frame */
    const char          *mark;      /* beginning of its row: "[Gap 3] ", or "" if nothing happened to it */
} enet_message_t;

/**
 * From now on this message is handed on; NULL: none is.
 *
 * @return the message before, to be set again when the dissector has returned, also with an exception
 */
const enet_message_t *enet_message_hand_on(const enet_message_t *message);

/**
 * Tells whether a dissector's data is the message that is handed on at the moment. The data of other layers is not,
 * even of layers inside ENet; some of it is not even a pointer.
 */
bool enet_message_is_handed_on(const void *data);

#endif /* ENET_MESSAGE_H */

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
