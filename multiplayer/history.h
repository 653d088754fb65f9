/* multiplayer/history.h
 * What did a peer mean by this key at that moment?
 *
 * Copyright 2026 The wireshark-godot authors
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
 * Ids on the wire are numbers that their sender announced earlier. Announcements are kept by sender within one network,
 * and looked up as of a moment, so that every pass over the file gives the same answer. All of it lives in
 * wmem_file_scope().
 */

/*
 * The moment of a message's delivery, as a place in the capture: the frame and the position in it. A later moment is
 * greater; 0 is no moment.
 */
typedef uint64_t godot_moment_t;
#define GODOT_MOMENT(frame, position)   ((uint64_t)(frame) << 32 | (uint32_t)(position))

/* The frame that has the message of a moment: an earlier one if the message waited for its delivery. */
#define GODOT_MOMENT_FRAME(moment)      godot_moment_frame(moment)

#define GODOT_PEER_UNKNOWN  0   /* no peer has this id */
#define GODOT_PEER_SERVER   1

/* Everything that goes through one server endpoint: what its peers announced. */
typedef struct _godot_network godot_network_t;

/* One link between two peers: an ENet connection, a WebSocket, a pair of data channels. */
typedef struct {
    godot_network_t *network;
    int32_t          peer[2];       /* peer ids of the initiator and the responder, or unknown */
    godot_moment_t   peers_since;   /* the peer ids hold after this moment */
    bool             by_ends;       /* what an end tells is kept for the end, even if its peer id is known */
    const struct _enet_connection *enet;    /* NULL: not over ENet */
    unsigned         names_channel; /* ENet's channel on which this generation tells paths, nodes and peers */
    unsigned         resets_from;   /* index of the end that tells of other peers */
    godot_moment_t   began;
    uint32_t         number;        /* of the links of the network, from 1 */
    /* First pass: moment of the latest message, and how many links there were then. */
    godot_moment_t   heard;
    uint32_t         heard_among;
    wmem_tree_t     *heard_since;   /* the first message after each time that links were added (history.c) */
    /* Up to this moment the capture has everything that each end sent. Not used with ENet, which finds it out itself. */
    godot_moment_t   whole_until[2];
    uint8_t          version;       /* the generation that it was proved to speak; 0 = none yet */
    godot_moment_t   version_since; /* ... from this moment on */
    uint8_t          votes[2];      /* first pass: how many messages fit only 3, and only 4 */
    bool             spawned;       /* nodes were spawned over it, at any time */
    bool             provisional;   /* first pass: the peers may still become known */
    bool             renewed;       /* it replaces a provisional one: what waited for the CONNECT is delivered over it */
    bool             mixed;         /* the other generation was spoken, too: else nothing is searched for it */
    const struct _godot_recorded_names *recorded;   /* what a recorder said of the nodes (recorded-names.h); NULL: nothing */
    godot_moment_t   reset;         /* moment when a peer last came or went on it */
    uint8_t          compared[2];   /* first pass: how many messages of each end were compared with its version */
} godot_link_t;

/* The sender, the receiver and the moment: every lookup depends on these. */
typedef struct {
    godot_link_t  *link;
    unsigned       direction;       /* index of the sending end of the link */
    int32_t        source;          /* the peer that made the message, even if a relay brought it */
    int32_t        target;          /* the peer it is for; 0 = all, negative = all but that one */
    bool           target_known;
    /* The peer that a relay names, if it is not known which end is the server: source or target. 0 = none. */
    int32_t        relayed;
    godot_moment_t moment;
    nstime_t       time;            /* time of the frame, since the beginning of the capture */
    bool           learn;           /* first pass: announcements are remembered */
    bool           incomplete;      /* the receiver had got things before that are not known here (yet) */
    bool           anyones;         /* the sender or the receiver is not known at all: ids cannot be looked up */
} godot_scope_t;

/* How something was found. */
typedef enum {
    GODOT_FOUND_NOTHING,
    GODOT_FOUND,                    /* announced to this receiver before */
    GODOT_FOUND_BORROWED,           /* only seen announced to another receiver */
    GODOT_FOUND_LATER               /* announced after its use: the announcement was overtaken */
} godot_found_t;

/* What a key is about. All values of one kind have the same type, which the caller knows. */
typedef enum {
    GODOT_KEY_PATH,         /* cache id */
    GODOT_KEY_PATH_NAME,    /* number of the path */
    GODOT_KEY_EARLY_CONFIRM,    /* cache id whose confirmation was captured before its announcement */
    GODOT_KEY_EARLY_CONFIRM_NAME,   /* number of such a path */
    GODOT_KEY_NET,          /* net id of a spawned node or of a synchronizer in it */
    GODOT_KEY_NODE_NAME,    /* number of "spawner, name" */
    GODOT_KEY_SYNC_TIME,    /* synchronizer's id, as on the wire */
    GODOT_KEY_SYNC_STALE,
    GODOT_KEY_SYNC_STATE,   /* synchronizer's id: the values that it sent last */
    GODOT_KEY_SYNC_UNCHANGED,
    GODOT_KEY_SYNC_WATCHED, /* synchronizer's id: how many properties it watches, if these are more than 64 */
    GODOT_KEY_AUTHORITY,    /* number of the path */
    GODOT_KEY_NODE_AUTHORITY,
    GODOT_KEY_SPOKE,        /* number of the path: the peer's latest state */
    GODOT_KEY_CALLER,       /* number of the node: the latest call of its methods that are for the authority only */
    GODOT_KEY_SAID_CALLER,
    GODOT_KEY_SAID_PATH,    /* cache id: a note said that it was not captured */
    GODOT_KEY_SAID_NET,     /* net id: likewise */
    GODOT_KEY_SAID_CONFIRM, /* cache id: likewise, of its confirmation */
    GODOT_KEY_SAID_ANNOUNCEMENT,    /* number of the path: likewise, of what was confirmed */
    GODOT_KEY_SAID_PEER,    /* peer id: likewise */
    GODOT_KEY_PROJECT,      /* 0: the project matched a path on the link */
    GODOT_KEY_SAID_PROJECT,
    GODOT_KEY_SAID_UNREAD,
    GODOT_KEY_CONFIRM_FORM,
    GODOT_KEY_AUTH,
    GODOT_KEY_ENGINE,
    GODOT_KEY_OTHER_VERSION,
    GODOT_KEY_PEER          /* peer id: it came or went on the link */
} godot_key_kind_t;

/** Returns the frame that has the message which was delivered at that moment. */
uint32_t godot_moment_frame(godot_moment_t moment);

/** First pass: remembers that frame for a moment. */
void godot_moment_stands_in(godot_moment_t moment, uint32_t frame);

/**
 * Makes a new link to a server.
 *
 * @param server, port the server's endpoint: links to the same one share a network; NULL for a network of its own
 * @param initiator, responder their peer ids, or GODOT_PEER_UNKNOWN
 * @param began the moment of its first message
 */
godot_link_t *godot_link_new(const address *server, uint32_t port,
                             int32_t initiator, int32_t responder, godot_moment_t began);

/** Makes a new link that shares the network of another one. */
godot_link_t *godot_link_beside(const godot_link_t *link, int32_t initiator, int32_t responder, godot_moment_t began);

/** Returns the peer at an end of the scope's link, as far as it is known at the scope's moment. */
int32_t godot_scope_end(const godot_scope_t *scope, unsigned end);

/** First pass: learns that the sender of the scope is the server, for everything that follows. */
void godot_link_learn_server(const godot_scope_t *scope);

/** Marks a scope with unknown ends: nothing is learned or found with it. */
void godot_scope_is_anyones(godot_scope_t *scope);

/** First pass: learns that this end of the link is the server, for everything after the moment. */
void godot_link_prove_server(godot_link_t *link, unsigned end, godot_moment_t after);

/** Tells whether a link to this endpoint was seen that proved it to be a server. */
bool godot_network_exists(const address *server, uint32_t port);

/**
 * First pass: from now on the key means this value in what the sender of the scope tells its receiver. It also does for
 * other receivers to which the same sender told nothing else.
 */
void godot_history_learn(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id, void *value);

/** Returns what the key means at the scope's moment, by what the sender told this receiver; or NULL. */
void *godot_history_find(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/** Returns what it meant just before the scope's moment, if the sender told this receiver itself. */
void *godot_history_find_before(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/** Returns what it began to mean exactly at the scope's moment, or NULL. */
void *godot_history_find_at(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/** Returns what it means by what the sender told anybody, at the moment, or just before it. */
void *godot_history_find_any(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);
void *godot_history_find_any_before(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/** Returns what the sender first told this receiver after the moment; only later passes know it. */
void *godot_history_find_later(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

/**
 * Does the same as godot_history_find(). If that finds nothing, returns what the same sender told another receiver, or
 * else what it told this receiver later.
 *
 * @param found says how it was found, unless NULL
 */
void *godot_history_resolve(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id,
                            godot_found_t *found);

/** Returns the scope of what the receiver told the sender. */
godot_scope_t godot_scope_reversed(const godot_scope_t *scope);

/** Returns the scope of what the receiver told the sender, as far as the sender had heard it when it sent the message. */
godot_scope_t godot_scope_of_other(const godot_scope_t *scope);

/**
 * Returns the moment up to which the sender had heard the other end of the link when it sent the message. ENet's
 * acknowledgements tell it (enet/heard.h); elsewhere the order of the capture does.
 */
godot_moment_t godot_told(const godot_scope_t *scope);

/** First pass: tells whether the sender got something from the other end that may still be captured. */
bool godot_told_is_open(const godot_scope_t *scope);

/** Tells whether the capture is known (so far) to have the two directions of the link in the wrong order. */
bool godot_is_skewed(const godot_scope_t *scope);

/** Returns the scope in which a peer tells everybody on this link the same. */
godot_scope_t godot_scope_of_peer(const godot_scope_t *scope, int32_t peer);

/** First pass: a peer came or went on this link. Whatever it told there before, or was told, is void. */
void godot_history_reset_peer(const godot_scope_t *scope, int32_t peer, bool came);

/** Tells whether the peer is on the other side of this link's server, as far as the server has told. */
bool godot_history_knows_peer(const godot_scope_t *scope, int32_t peer);

/**
 * Returns the number of a string in this network, from 1; equal strings have equal numbers.
 *
 * @param add whether to give it a number if it has none; otherwise 0 is returned
 * @param stored gets the network's own copy, unless NULL
 */
uint32_t godot_history_number(const godot_scope_t *scope, const char *string, bool add,
                              const char **stored);

/** First pass: notes that a message came over the link. */
void godot_link_heard(godot_link_t *link, godot_moment_t moment);

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
