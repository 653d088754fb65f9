/* multiplayer/evidence.h
 * Does the capture hold enough to judge this message?
 *
 * Copyright 2026 The wireshark-godot authors
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
 * Whether Godot complains about a message depends on earlier messages. Before we say so in Godot's words, the capture
 * must hold all of them; if it does not, the message gets a note about what is missing.
 *
 * Peers tell their names (paths, spawns, other peers) in reliable messages of one channel, which keep their order. So
 * the number of a message on that channel proves that nothing before it is missing. For any other message, and for what
 * the receiver had told, only a later message of that channel proves it, so the first pass cannot know yet. ENet
 * numbers its messages; for a WebSocket, TCP's byte numbers are the proof (streams/continuity.h), for a data channel
 * SCTP's numbers (streams/sctp.h). For other layers there is no proof.
 */

#define GODOT_MOMENT_END UINT64_MAX

/** Returns what the capture lacks of the names that the sender of the message had told before. */
enet_lack_t godot_lack_of_sender(const godot_message_t *message);

/** Returns what the capture lacks of the names that its receiver had told before. */
enet_lack_t godot_lack_of_receiver(const godot_message_t *message);

/** Tells whether the capture has everything that the sender of the message had told. */
static inline bool
godot_sender_is_whole(const godot_message_t *message)
{
    return godot_lack_of_sender(message) == ENET_LACKS_NOTHING;
}

/** Tells the same about its receiver. */
static inline bool
godot_receiver_is_whole(const godot_message_t *message)
{
    return godot_lack_of_receiver(message) == ENET_LACKS_NOTHING;
}

/**
 * Tells whether nothing is known to be missing, up to a moment, of what the sender or the receiver of the message told.
 * This is less than whole: the latest things that it told may be missing.
 *
 * @param moment GODOT_MOMENT_END: as far as the capture was read
 */
bool godot_end_misses_nothing(const godot_message_t *message, bool receiver, godot_moment_t moment);

/**
 * Not in the first pass: returns for how many seconds after the message its receiver (or its sender) is known to be
 * whole.
 *
 * @return negative if it is not
 */
double godot_whole_for(const godot_message_t *message, bool receiver);

/**
 * Tells whether the receiver, too, got the message before the one that explains it. After a gap, streams of a data
 * channel may wait for a message that the capture has later.
 */
bool godot_is_as_received(const godot_message_t *message);

/** Returns what is missing, as the end of a sentence. */
const char *godot_lack_text(enet_lack_t lack);

/**
 * Tells whether this is the first message from its sender to its receiver that says this about an id. The answer is the
 * same in every pass.
 *
 * @param kind the kind of key under which this is remembered
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
