/* enet/message.h
 * What does ENet tell the dissectors of the messages it carries?
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
 * One whole message, handed to the payload dissectors as their data pointer: to those in the
 * dissector table "enet.channel" (by channel number) and to the heuristics in the list "enet".
 * A message is handed on once: retransmissions and duplicates are not. Valid during the call
 * only; the connection lives as long as the file.
 *
 * It stands in the frame with its (last) bytes, but its receiver may get it later, when what its
 * channel has before it has come. In the first pass such a message is "waiting" at first: what it tells
 * is not to be learned yet. A dissector that learns sets "deliver", to be called once more, without a
 * tree and a waiting message, in the order of deliveries. Later passes know when that was.
 */
typedef struct {
    enet_connection_t *connection;
    enet_direction_t   direction;
    enet_mode_t        mode;
    uint8_t            channel;
    bool               fragmented;  /* it was reassembled from fragments */
    uint32_t           frame;       /* in which it stands */
    uint32_t           delivered_in;    /* frame of its delivery, the same one as a rule */
    uint32_t           position;    /* of the delivery in that frame: grows from one to the next;
                                       with the number of that frame it identifies the message */
    nstime_t           waited;      /* from here to a delivery in a later frame */
    bool               waiting;     /* first pass: it is not delivered yet */
    bool               incomplete;  /* something that its receiver got before it is missing here */
    dissector_t        deliver;     /* NULL as it comes */
    const void        *record;      /* what a dissector tells statistics of it; NULL as it comes */
    const uint32_t    *acked_frame; /* of a reliable message: the frame that acknowledged it, 0 =
                                       none yet; lives as long as the connection. Else NULL.
                                       Known late: compare with your own frame */
    const char          *mark;      /* in front of its row: "[Gap 3] "; "" where all is well */
} enet_message_t;

/**
 * The message is handed on from now on, NULL: none is.
 *
 * @return what was before, to be handed on again when the dissector has returned
 */
const enet_message_t *enet_message_hand_on(packet_info *pinfo, const enet_message_t *message);

/**
 * Are a dissector's data the message that is handed on just now? Other layers' data are not, even
 * where these lie inside of ENet, and some are no pointers at all.
 */
bool enet_message_is_handed_on(packet_info *pinfo, const void *data);

void enet_message_register(int proto);

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
