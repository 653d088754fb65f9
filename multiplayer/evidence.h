/* multiplayer/evidence.h
 * Does the capture hold enough to judge this message?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_EVIDENCE_H
#define MULTIPLAYER_EVIDENCE_H

#include "multiplayer/message.h"
#include "enet/analysis.h"

/*
 * What Godot would say of a message depends on what was said before it. A verdict in Godot's words
 * needs all of that in the capture; if not, the message gets a note of what is missing instead.
 *
 * Peers tell their names (paths, spawns, other peers) in reliable messages of one channel, which
 * keep their order. So a message of that channel proves by its own number that nothing before it is
 * missing. For any other, and for what the receiver had told, only a later message of that channel
 * does: in the first pass nothing does yet. ENet numbers its messages; of those of a WebSocket TCP's bytes prove it
 * (streams/continuity.h), of those of a data channel SCTP's numbers (streams/sctp.h); of other layers nothing is proved.
 */

#define GODOT_MOMENT_END UINT64_MAX

/** What the capture lacks of the names that the sender of the message had told by then. */
enet_lack_t godot_lack_of_sender(const godot_message_t *message);

/** ... that its receiver had told. */
enet_lack_t godot_lack_of_receiver(const godot_message_t *message);

/** Is all there that the sender of the message had told? */
static inline bool
godot_sender_is_whole(const godot_message_t *message)
{
    return godot_lack_of_sender(message) == ENET_LACKS_NOTHING;
}

/** ... and its receiver? */
static inline bool
godot_receiver_is_whole(const godot_message_t *message)
{
    return godot_lack_of_receiver(message) == ENET_LACKS_NOTHING;
}

/**
 * Is nothing known to be missing up to a moment of what the sender or the receiver of the message told? Less than to
 * be whole: the last that it told may be missing.
 *
 * @param moment GODOT_MOMENT_END: as far as the capture was read
 */
bool godot_end_misses_nothing(const godot_message_t *message, bool receiver, godot_moment_t moment);

/**
 * Not in the first pass: for how many seconds after the message is its receiver (or its sender) known to be whole?
 *
 * @return negative if it is not
 */
double godot_whole_for(const godot_message_t *message, bool receiver);

/**
 * Does a message come before what explains it also for its receiver? Behind a gap, streams of a data channel wait for
 * what the capture has later.
 */
bool godot_is_as_received(const godot_message_t *message);

/** @return what is missing, as the end of a sentence */
const char *godot_lack_text(enet_lack_t lack);

/**
 * Is this the first message of its sender to its receiver that has this to say of an id? The same in
 * every pass.
 *
 * @param kind of the list of those that were said
 */
bool godot_say_once(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id);

#endif /* MULTIPLAYER_EVIDENCE_H */

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
