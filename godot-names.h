/* godot-names.h
 * What is node 7, method 3, peer 1842, as of this frame?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GODOT_NAMES_H
#define GODOT_NAMES_H

#include "ws_compat.h"

/*
 * Ids on the wire are numbers that their sender announced earlier. What was announced is
 * kept by sender within one network and looked up as of a moment, so that every pass
 * over the file gives the same answer. All of it lives in wmem_file_scope().
 */

/* A place in the capture: frame, then position in the frame. Later is greater; 0 is never. */
typedef uint64_t godot_moment_t;
#define GODOT_MOMENT(frame, position)   ((uint64_t)(frame) << 32 | (uint32_t)(position))
#define GODOT_MOMENT_FRAME(moment)      ((uint32_t)((moment) >> 32))

#define GODOT_PEER_UNKNOWN  0   /* no peer has this id */
#define GODOT_PEER_SERVER   1

/* All that goes through one server endpoint: what its peers announced. */
typedef struct _godot_network godot_network_t;

/* One link between two peers: an ENet connection, a WebSocket, a pair of data channels. */
typedef struct {
    godot_network_t *network;
    int32_t          peer[2];       /* ids of the initiator and the responder, or unknown */
    godot_moment_t   began;
    godot_moment_t   heard[2];      /* first pass: the latest message of either end */
    uint8_t          version;       /* generation it was proved to speak, 0 = none yet */
    godot_moment_t   version_since; /* ... from this moment on */
    uint8_t          votes[2];      /* first pass: messages in a row that speak for 3, for 4 */
} godot_link_t;

/* Who says it to whom, and when: what every lookup depends on. */
typedef struct {
    godot_link_t  *link;
    unsigned       direction;       /* index of the sending end of the link */
    int32_t        source;          /* the peer that made the message, also through a relay */
    int32_t        target;          /* the peer it is for; 0 = all, negative = all but that one */
    bool           target_known;
    godot_moment_t moment;
    bool           learn;           /* first pass: announcements are to be remembered */
} godot_scope_t;

/* A node path that a peer announced. */
typedef struct {
    uint32_t       id;
    const char    *path;            /* relative to the multiplayer root */
    const char    *md5;             /* of the RPC method names; NULL in 3.x */
    godot_moment_t announced;
    godot_moment_t confirmed;       /* 0 = was not */
    bool           valid;           /* of the confirmation: same methods on both sides */
} godot_path_t;

/* How a name was found. */
typedef enum {
    GODOT_FOUND_NOTHING,
    GODOT_FOUND,                    /* announced to this receiver before */
    GODOT_FOUND_BORROWED,           /* only seen announced to another receiver */
    GODOT_FOUND_LATER               /* announced after its use: it was overtaken */
} godot_found_t;

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

/** Has a link to this server endpoint been seen? */
bool godot_network_exists(const address *server, uint32_t port);

/** First pass: the sender of the scope announces a path. md5 may be NULL. */
void godot_names_announce(const godot_scope_t *scope, uint32_t id, const char *path, const char *md5);

/** First pass: the sender confirms what its receiver announced; by id, or by path if that is not NULL. */
void godot_names_confirm(const godot_scope_t *scope, uint32_t id, const char *path, bool valid);

/**
 * The path that the sender of the scope means by an id, as of its moment.
 *
 * @param found says how, unless NULL
 * @return NULL when it was never announced; else it lives as long as the file
 */
const godot_path_t *godot_names_path(const godot_scope_t *scope, uint32_t id, godot_found_t *found);

/** What the receiver of the scope announced as this id, as of its moment. */
const godot_path_t *godot_names_path_of_receiver(const godot_scope_t *scope, uint32_t id);

/** The sender's announcement of a path to this receiver, as of the scope's moment; NULL = none. */
const godot_path_t *godot_names_path_by_name(const godot_scope_t *scope, const char *path);

/** ... and the receiver's. */
const godot_path_t *godot_names_path_by_name_of_receiver(const godot_scope_t *scope, const char *path);

/** First pass: a peer came or went at the receiver: what it announced before is void there. */
void godot_names_forget_peer(const godot_scope_t *scope, int32_t peer);

#endif /* GODOT_NAMES_H */

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
