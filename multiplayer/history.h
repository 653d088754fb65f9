/* multiplayer/history.h
 * What did a peer mean by this key at that moment?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_HISTORY_H
#define MULTIPLAYER_HISTORY_H

#include "ws_compat.h"

/*
 * Ids on the wire are numbers that their sender announced earlier. What was announced is
 * kept by sender within one network and looked up as of a moment, so that every pass
 * over the file gives the same answer. All of it lives in wmem_file_scope().
 */

/*
 * When a message is delivered, as a place in the capture: frame, then position in the frame. Later is
 * greater; 0 is never.
 */
typedef uint64_t godot_moment_t;
#define GODOT_MOMENT(frame, position)   ((uint64_t)(frame) << 32 | (uint32_t)(position))

/* The frame in which the message of a moment stands: an earlier one if it waited for its delivery. */
#define GODOT_MOMENT_FRAME(moment)      godot_moment_frame(moment)

#define GODOT_PEER_UNKNOWN  0   /* no peer has this id */
#define GODOT_PEER_SERVER   1

/* All that goes through one server endpoint: what its peers announced. */
typedef struct _godot_network godot_network_t;

/* One link between two peers: an ENet connection, a WebSocket, a pair of data channels. */
typedef struct {
    godot_network_t *network;
    int32_t          peer[2];       /* ids of the initiator and the responder, or unknown */
    godot_moment_t   peers_since;   /* ... after this moment */
    bool             by_ends;       /* what an end tells is kept by the end, whether its id is known or not */
    const struct _enet_connection *enet;    /* NULL: over something else */
    unsigned         names_channel; /* of ENet, on which its generation tells paths, nodes and peers */
    unsigned         resets_from;   /* the end that tells of peers */
    godot_moment_t   began;
    godot_moment_t   heard[2];      /* first pass: the latest message of either end */
    godot_moment_t   whole_until[2];    /* all is known that either end sent until then; ENet tells this by itself */
    uint8_t          version;       /* generation it was proved to speak, 0 = none yet */
    godot_moment_t   version_since; /* ... from this moment on */
    uint8_t          votes[2];      /* first pass: messages in a row that speak for 3, for 4 */
    bool             spawned;       /* nodes were spawned over it, sooner or later */
    bool             provisional;   /* first pass: who the peers are may still be told */
    bool             renewed;       /* ... and was, after messages that are delivered only then */
    bool             mixed;         /* the other generation was spoken, too */
    godot_moment_t   reset;         /* when a peer came or went on it last */
    uint8_t          compared[2];   /* first pass: messages of either end held against it since */
} godot_link_t;

/* Who says it to whom, and when: what every lookup depends on. */
typedef struct {
    godot_link_t  *link;
    unsigned       direction;       /* index of the sending end of the link */
    int32_t        source;          /* the peer that made the message, also through a relay */
    int32_t        target;          /* the peer it is for; 0 = all, negative = all but that one */
    bool           target_known;
    int32_t        relayed;         /* a relay's peer where it is not known which end is the server: it made the message, or gets it; 0 = none */
    godot_moment_t moment;
    nstime_t       time;            /* of the frame, since the beginning of the capture */
    bool           learn;           /* first pass: announcements are to be remembered */
    bool           incomplete;      /* what the receiver had got before is not all known here (yet) */
    bool           anyones;         /* who says it, or to whom, is not known at all: nobody's ids are meant for sure */
} godot_scope_t;

/* How something was found. */
typedef enum {
    GODOT_FOUND_NOTHING,
    GODOT_FOUND,                    /* announced to this receiver before */
    GODOT_FOUND_BORROWED,           /* only seen announced to another receiver */
    GODOT_FOUND_LATER               /* announced after its use: it was overtaken */
} godot_found_t;

/* What a key is about. The caller gives keys of one kind values of one type. */
typedef enum {
    GODOT_KEY_PATH,         /* cache id */
    GODOT_KEY_PATH_NAME,    /* number of the path */
    GODOT_KEY_EARLY_CONFIRM,    /* cache id that was confirmed before its announcement was captured */
    GODOT_KEY_EARLY_CONFIRM_NAME,   /* number of the path, likewise */
    GODOT_KEY_NET,          /* net id of a spawned node or of a synchronizer in it */
    GODOT_KEY_NODE_NAME,    /* number of "spawner, name" */
    GODOT_KEY_SYNC_TIME,    /* synchronizer's id, as on the wire */
    GODOT_KEY_SYNC_STALE,
    GODOT_KEY_AUTHORITY,    /* number of the path */
    GODOT_KEY_NODE_AUTHORITY,
    GODOT_KEY_SPOKE,        /* ... when last */
    GODOT_KEY_CALLER,       /* ... of its methods for the authority only */
    GODOT_KEY_SAID_CALLER,
    GODOT_KEY_SAID_PATH,    /* cache id of which was said that it is not captured */
    GODOT_KEY_SAID_NET,     /* net id */
    GODOT_KEY_SAID_CONFIRM, /* cache id or number of the path */
    GODOT_KEY_SAID_PEER,    /* peer id */
    GODOT_KEY_PROJECT,      /* it matched a path on the link */
    GODOT_KEY_SAID_PROJECT,
    GODOT_KEY_CONFIRM_FORM,
    GODOT_KEY_AUTH,
    GODOT_KEY_ENGINE,
    GODOT_KEY_OTHER_VERSION,
    GODOT_KEY_PEER          /* came or went on the link */
} godot_key_kind_t;

/** @return the frame in which the message that was delivered at that moment stands */
uint32_t godot_moment_frame(godot_moment_t moment);

/** First pass: ... is that one. */
void godot_moment_stands_in(godot_moment_t moment, uint32_t frame);

/**
 * A new link to a server.
 *
 * @param server, port the server's endpoint: links to the same one share a network; NULL
 *        for a network of its own
 * @param initiator, responder their peer ids, or GODOT_PEER_UNKNOWN
 * @param began the moment of its first message
 */
godot_link_t *godot_link_new(const address *server, uint32_t port,
                             int32_t initiator, int32_t responder, godot_moment_t began);

/** The peer at an end of the scope's link, as far as it is known by then. */
int32_t godot_scope_end(const godot_scope_t *scope, unsigned end);

/** First pass: the sender of the scope turns out to be the server, for all that follows. */
void godot_link_learn_server(const godot_scope_t *scope);

/** From now on nothing is learned by this scope, and nothing found. */
void godot_scope_is_anyones(godot_scope_t *scope);

/** First pass: that end of the link proves to be the server, for all that follows the moment. */
void godot_link_prove_server(godot_link_t *link, unsigned end, godot_moment_t after);

/** Has a link to this endpoint been seen that proved it to be a server? */
bool godot_network_exists(const address *server, uint32_t port);

/**
 * First pass: from now on the key means this value, for what the sender of the scope tells its
 * receiver, and for others that the same sender told nothing else.
 */
void godot_history_learn(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id, void *value);

/** What the key means as of the scope's moment, by what the sender told this receiver; or NULL. */
void *godot_history_find(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/** ... just before the scope's moment. */
void *godot_history_find_before(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/** ... at the scope's moment and not before. */
void *godot_history_find_at(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/** ... by what the sender told anybody, as of the moment, or just before it. */
void *godot_history_find_any(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);
void *godot_history_find_any_before(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/** What the sender told this receiver first after the moment: later passes know it. */
void *godot_history_find_later(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/**
 * As find; failing that, what the same sender told another receiver; failing that, what
 * it told this receiver later.
 *
 * @param found says how, unless NULL
 */
void *godot_history_resolve(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id,
                            godot_found_t *found);

/** The scope seen from the other side: what the receiver told the sender. */
godot_scope_t godot_scope_reversed(const godot_scope_t *scope);

/** ... as of what the sender had got of it when it sent the message. */
godot_scope_t godot_scope_of_other(const godot_scope_t *scope);

/**
 * Up to which moment had the other end of the link told what the sender knew when it sent the message? ENet's
 * acknowledgements say so (enet/heard.h); elsewhere the order of the capture does.
 */
godot_moment_t godot_told(const godot_scope_t *scope);

/** First pass: did the sender get something of the other end that may still be captured? */
bool godot_told_is_open(const godot_scope_t *scope);

/** Is it known (so far) that the capture does not order the two directions of the link as they were? */
bool godot_is_skewed(const godot_scope_t *scope);

/** The scope in which a peer tells everybody on this link the same. */
godot_scope_t godot_scope_of_peer(const godot_scope_t *scope, int32_t peer);

/**
 * First pass: a peer came (or went) on this link; what it told before, and what it was told,
 * is void there.
 */
void godot_history_reset_peer(const godot_scope_t *scope, int32_t peer, bool came);

/** Is the peer at the other end of this link's server, as far as the server has told? */
bool godot_history_knows_peer(const godot_scope_t *scope, int32_t peer);

/**
 * The number of a string in this network, from 1; equal strings have equal numbers.
 *
 * @param add whether to give it one if it has none; else 0 is returned
 * @param stored gets the network's own copy, unless NULL
 */
uint32_t godot_history_number(const godot_scope_t *scope, const char *string, bool add,
                              const char **stored);

/** First pass: a message came over the link. */
void godot_link_heard(godot_link_t *link, unsigned direction, godot_moment_t moment);

#endif /* MULTIPLAYER_HISTORY_H */

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
