/* multiplayer/message.h
 * Who sends this message to whom, and how is it delivered?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_MESSAGE_H
#define MULTIPLAYER_MESSAGE_H

#include "multiplayer/names.h"
#include "enet/packet-enet.h"

/* Values of godot.transfer_mode and of Godot's TransferMode. */
typedef enum {
    GODOT_MODE_UNRELIABLE = 0,
    GODOT_MODE_UNRELIABLE_ORDERED = 1,
    GODOT_MODE_RELIABLE = 2,
    GODOT_MODE_UNKNOWN
} godot_transfer_mode_t;

#define GODOT_CHANNEL_UNKNOWN   (-1)

/* The layer that carries the message: it decides which header 3.x uses. */
typedef enum {
    GODOT_OVER_UNKNOWN,
    GODOT_OVER_ENET,
    GODOT_OVER_WEBSOCKET,
    GODOT_OVER_DATA_CHANNEL,
    GODOT_IN_RECORDING      /* recorded inside the game, over any transport */
} godot_transport_t;

/*
 * One multiplayer message, filled in by the layer that carries it. A 3.x peer header or a 4.x RELAY then sets the
 * scope's source and target.
 */
typedef struct {
    godot_scope_t         scope;        /* link, peers, moment */
    godot_transport_t     transport;
    godot_transfer_mode_t mode;
    int                   channel;      /* Godot's own transfer channel, or unknown */
    enet_message_t       *enet;         /* NULL unless over ENet */
    uint32_t              run;          /* of the game that recorded it; 0: it is no recording */
    bool                  was_sent;     /* by that game; or it was received */
    bool                  tells_delivery;   /* its row shows mode and channel */
    unsigned              names_channel;    /* ENet's channel on which this generation tells paths and nodes */
    struct _godot_record *record;       /* see multiplayer/record.h; NULL: no tap listens */
    const char           *word;         /* value of godot.message, for a RELAY that of its message; NULL: not known */
    const char           *node;         /* path of the node that all of the message is about; NULL: not known, or none */
    bool                  refused;      /* the transport did not take it, as a recording says: nothing is learned from it */
    bool                  again;        /* first pass: dissected a second time, as it is delivered */
} godot_message_t;

/* How well do bytes fit a generation of the protocol? */
typedef enum {
    GODOT_FIT_NONE,
    GODOT_FIT_WEAK,         /* almost anything fits: free bytes of the application */
    GODOT_FIT_FAIR,         /* well-formed, but so short that it may be chance */
    GODOT_FIT_DECISIVE      /* nothing else looks like this */
} godot_fit_t;

/**
 * Fills in the scope of a message from its link: peers and moment.
 *
 * @param direction index of the sending end in link->peer
 * @param position of the message in its frame, from 0
 */
void godot_scope_init(godot_scope_t *scope, packet_info *pinfo, godot_link_t *link,
                      unsigned direction, uint32_t position);

/** Does what godot_scope_init() does, for a message over ENet: its moment is that of its delivery. */
void godot_scope_init_enet(godot_scope_t *scope, packet_info *pinfo, godot_link_t *link,
                           const enet_message_t *enet);

/** First pass: tells whether the link gets this message for the first time, delivered or not. */
bool godot_message_is_new(const godot_message_t *message);

/** Adds godot.peer.source or .target; length 0 makes it a generated item. */
void godot_add_source(proto_tree *tree, tvbuff_t *tvb, int offset, int length, int32_t peer);
void godot_add_target(proto_tree *tree, tvbuff_t *tvb, int offset, int length, int32_t peer);

/** Adds the generated peers, as far as known, transfer mode and channel. */
void godot_add_delivery(proto_tree *tree, tvbuff_t *tvb, const godot_message_t *message);

/** Adds only the generated transfer mode and channel. */
void godot_add_transfer(proto_tree *tree, tvbuff_t *tvb, const godot_message_t *message);

/**
 * Adds the hidden field for graphs of one node, if the path is that of the preference godot.graph_node or below it.
 *
 * @param node its path, or NULL
 * @param bytes what the message, or its part, takes
 */
void godot_add_length_of_node(proto_tree *tree, tvbuff_t *tvb, const char *node, unsigned bytes);

/* Enough for what the next two functions write: peers of 11 digits, the longest mode. */
#define GODOT_PEERS_SIZE    48
#define GODOT_DELIVERY_SIZE 48

/** Writes "1842 → 1  ", or nothing if the peers are not known. @return its end, without a NUL */
char *godot_write_peers(char *to, const godot_message_t *message);

/** Writes "  [reliable, ch 0]", as far as known. @return its end, without a NUL */
char *godot_write_delivery(char *to, const godot_message_t *message);

/** Registers the fields of peers, delivery and length for the protocol "godot", and their preference. */
void godot_message_register(int proto);
void godot_message_register_preferences(module_t *module);

#endif /* MULTIPLAYER_MESSAGE_H */

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
