/* multiplayer/godot4-checks.h
 * What would Godot 4 complain about?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_CHECKS_H
#define MULTIPLAYER_GODOT4_CHECKS_H

#include "multiplayer/paths.h"

/*
 * These checks find messages that are well-formed although the receiver would refuse them, or the game would go wrong.
 * Each adds expert items to its item, which may be NULL. The first pass calls them before it learns from the message.
 * They give the same result in every pass unless their comment says otherwise.
 */

/** SIMPLIFY_PATH: an id is used twice, or the methods differ from another peer's for the same path. */
void godot4_check_announcement(const godot_reader_t *reader, proto_item *item, uint32_t id,
                               const char *path, const char *md5);

/** SIMPLIFY_PATH, not in the first pass: the path was never confirmed in the whole capture. */
void godot4_check_unconfirmed(const godot_reader_t *reader, proto_item *item, const godot_path_t *path);

/**
 * CONFIRM_PATH: the methods differ, or the other peers do not understand this form.
 *
 * @param text the path or, if it is not known, the id
 * @param path the announcement that is confirmed, or NULL
 */
void godot4_check_confirmation(const godot_reader_t *reader, proto_item *item, bool valid,
                               bool by_path, const char *text, const godot_path_t *path);

/** REMOTE_CALL: the path's announcement was not answered; or its node is gone, or may not be there yet. */
void godot4_check_call(const godot_reader_t *reader, proto_item *item, const char *path,
                       bool path_form);

/** SPAWN: a net id or a name is in use, or the id was another node's. */
void godot4_check_spawn(const godot_reader_t *reader, proto_item *item, const godot_node_t *node);

/** DESPAWN: there is no such node. net is NULL if the id stands for nothing; found says how it was found. */
void godot4_check_despawn(const godot_reader_t *reader, proto_item *item, uint32_t net_id,
                          const godot_net_t *net, godot_found_t found);

/**
 * An element of SYNC or delta: no spawn brought the synchronizer, or its node is gone. net and found as above.
 * @return whether the receiver has the synchronizer, as far as is known
 */
bool godot4_check_element(const godot_reader_t *reader, proto_item *item, bool delta, uint32_t net_id,
                          const godot_net_t *net, godot_found_t found);

/**
 * Returns how many values the receiver expects of a delta's element with this mask and so many values; just so many, if
 * the capture does not tell.
 */
unsigned godot4_check_expected_values(const godot_reader_t *reader, uint32_t net_id, uint64_t mask, unsigned values);

/** An element of a delta: the receiver expects another number of values, or none. */
void godot4_check_refused(const godot_reader_t *reader, proto_item *item, unsigned values, unsigned expected);

/** An element of a delta: it follows a refused one, so the receiver does not get to it. */
void godot4_check_dropped(const godot_reader_t *reader, proto_item *item);

/** An element of SYNC: its time is not later than that of the one before. @return true if so: the receiver drops it */
bool godot4_check_sync_time(const godot_reader_t *reader, proto_item *item, uint32_t net_id,
                            uint32_t network_time);

/** SYNC: it does not fit into a datagram. */
void godot4_check_sync_size(const godot_reader_t *reader, proto_item *item, int length);

/** An element of a delta: its mask has the last property that a mask can have. */
void godot4_check_mask(const godot_reader_t *reader, proto_item *item, uint64_t mask);

/** RELAY: the server has not told of the peer that it is from or for. */
void godot4_check_relay(const godot_reader_t *reader, proto_item *item, int32_t peer);

/** AUTH, not in the first pass: the authentication did not end in the whole capture. */
void godot4_check_auth(const godot_reader_t *reader, proto_item *item, bool completed);

/** Registers the expert items. */
void godot4_checks_register(expert_module_t *experts);

#endif /* MULTIPLAYER_GODOT4_CHECKS_H */

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
