/* multiplayer/godot4-checks.h
 * What would Godot 4 complain about?
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
 * Messages that are well-formed, and yet the receiver would refuse them or the game would go
 * wrong. Each check adds expert items to the item it is given, which may be NULL. All are made
 * in the first pass before what the message itself announces is learned, and give the same
 * in every pass, except for those that say so.
 */

/** SIMPLIFY_PATH: an id given twice, methods that differ from another peer's for the same path. */
void godot4_check_announcement(const godot_reader_t *reader, proto_item *item, uint32_t id,
                               const char *path, const char *md5);

/** ... and once the whole capture is known: it was never confirmed. Not in the first pass. */
void godot4_check_unconfirmed(const godot_reader_t *reader, proto_item *item, const godot_path_t *path);

/**
 * CONFIRM_PATH: methods that differ, a form that the other peers do not speak.
 *
 * @param text the path or, if it is not known, the id
 * @param path what is confirmed, or NULL
 */
void godot4_check_confirmation(const godot_reader_t *reader, proto_item *item, bool valid,
                               bool by_path, const char *text, const godot_path_t *path);

/** REMOTE_CALL: the path's announcement was not answered; its node is gone or may not be there yet. */
void godot4_check_call(const godot_reader_t *reader, proto_item *item, const char *path,
                       bool path_form);

/** SPAWN: a net id or a name that is in use, an id that was another node's. */
void godot4_check_spawn(const godot_reader_t *reader, proto_item *item, const godot_node_t *node);

/** DESPAWN: no such node. net is NULL if the id stands for nothing; found says how it was found. */
void godot4_check_despawn(const godot_reader_t *reader, proto_item *item, uint32_t net_id,
                          const godot_net_t *net, godot_found_t found);

/**
 * One element of SYNC or delta: a synchronizer that no spawn brought, or whose node is gone. net and found as above.
 * @return has the receiver the synchronizer, as far as is known?
 */
bool godot4_check_element(const godot_reader_t *reader, proto_item *item, bool delta, uint32_t net_id,
                          const godot_net_t *net, godot_found_t found);

/** One element of a delta has another number of values than its mask has properties, or no property at all. */
void godot4_check_refused(const godot_reader_t *reader, proto_item *item, unsigned values, uint64_t mask);

/** One element of a delta stands behind a refused one: the receiver does not come to it. */
void godot4_check_dropped(const godot_reader_t *reader, proto_item *item);

/** One element of SYNC: its time is not later than that of the one before. */
void godot4_check_sync_time(const godot_reader_t *reader, proto_item *item, uint32_t net_id,
                            uint32_t network_time);

/** SYNC: bigger than what fits a datagram. */
void godot4_check_sync_size(const godot_reader_t *reader, proto_item *item, int length);

/** A delta's mask tells of the last property that it can hold. */
void godot4_check_mask(const godot_reader_t *reader, proto_item *item, uint64_t mask);

/** RELAY: from or to a peer that the server has not told of. */
void godot4_check_relay(const godot_reader_t *reader, proto_item *item, int32_t peer);

/** AUTH, once the whole capture is known: it never ended. Not in the first pass. */
void godot4_check_auth(const godot_reader_t *reader, proto_item *item, bool completed);

/** Register the expert items. */
void godot4_checks_register(int proto);

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
