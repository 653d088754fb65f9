/* multiplayer/evidence.c
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

#include "multiplayer/evidence.h"

/*
 * Tells whether the message's own number proves that no name is missing before it. Streams of a data channel do not
 * wait for each other.
 */
static bool
is_of_names(const godot_message_t *message)
{
    if (message->transport == GODOT_OVER_DATA_CHANNEL)
        return message->mode == GODOT_MODE_RELIABLE && message->channel == 0;
    return !message->enet || (message->enet->mode == ENET_MODE_RELIABLE &&
                              message->enet->channel == message->names_channel);
}

/*
 * The numbers of the sender tell the order of what it sent. What the receiver had sent by then is known only from the
 * order of the capture, which is another one if the two directions were captured by two clocks.
 */
static enet_lack_t
lack_of_end(const godot_message_t *message, unsigned end, godot_moment_t moment)
{
    /* SCTP's numbers do not tell the order between the directions, and the times may be of two clocks. */
    if (message->transport == GODOT_OVER_DATA_CHANNEL && end != message->scope.direction)
        return ENET_LACKS_NUMBERING;
    if (!message->enet)
        return message->scope.link->whole_until[end] >= moment ? ENET_LACKS_NOTHING : ENET_LACKS_NUMBERING;
    if (message->scope.incomplete || (end != message->scope.direction && godot_is_skewed(&message->scope)))
        return ENET_LACKS_NUMBERS;
    return enet_lack(message->enet->connection, (enet_direction_t)end, message->names_channel, moment,
                     end != message->scope.direction);
}

enet_lack_t
godot_lack_of_sender(const godot_message_t *message)
{
    enet_lack_t lack = lack_of_end(message, message->scope.direction, message->scope.moment);

    /* Messages that follow in the same datagram are not known yet either. */
    if (lack == ENET_LACKS_NOTHING && message->scope.learn && !is_of_names(message))
        return ENET_LACKS_LATER;
    return lack;
}

enet_lack_t
godot_lack_of_receiver(const godot_message_t *message)
{
    return lack_of_end(message, !message->scope.direction, message->scope.moment);
}

bool
godot_end_misses_nothing(const godot_message_t *message, bool receiver, godot_moment_t moment)
{
    enet_lack_t lack = lack_of_end(message, message->scope.direction ^ (unsigned)receiver, moment);

    return lack == ENET_LACKS_NOTHING || lack == ENET_LACKS_LATER;
}

double
godot_whole_for(const godot_message_t *message, bool receiver)
{
    const godot_scope_t *scope = &message->scope;
    unsigned end = scope->direction ^ (unsigned)receiver;
    const nstime_t *latest = message->enet ? enet_whole_time(message->enet->connection, (enet_direction_t)end,
                                                             message->names_channel) : NULL;
    nstime_t interval;

    if (!latest)
        return -1;
    nstime_delta(&interval, latest, &scope->time);
    return nstime_to_sec(&interval);
}

bool
godot_is_as_received(const godot_message_t *message)
{
    const godot_scope_t *scope = &message->scope;

    return message->transport != GODOT_OVER_DATA_CHANNEL || scope->link->whole_until[scope->direction] >= scope->moment;
}

const char *
godot_lack_text(enet_lack_t lack)
{
    static const char *const texts[] = {
        [ENET_LACKS_NOTHING]   = "nothing is missing",
        [ENET_LACKS_NUMBERING] = "nothing proves that none is missing",
        [ENET_LACKS_START]     = "the capture does not hold the beginning of the connection",
        [ENET_LACKS_DIRECTION] = "the capture does not hold what that peer sends",
        [ENET_LACKS_BYTES]     = "an earlier datagram was cut by the capture",
        [ENET_LACKS_NUMBERS]   = "an earlier reliable message is missing, or came late",
        [ENET_LACKS_LATER]     = "none so far, but it may have been overtaken",
    };

    return texts[lack];
}

bool
godot_say_once(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    if (scope->learn && !godot_history_find(scope, kind, id))
        godot_history_learn(scope, kind, id, scope->link);
    return godot_history_find_at(scope, kind, id) != NULL;
}

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
