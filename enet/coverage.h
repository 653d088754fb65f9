/* enet/coverage.h
 * How much of what one end of an ENet connection sent does the capture hold?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_COVERAGE_H
#define ENET_COVERAGE_H

#include "enet/event.h"

/* What is missing, if anything: the first of these that holds. */
typedef enum {
    ENET_LACKS_NOTHING,
    ENET_LACKS_START,           /* the connection began before the capture */
    ENET_LACKS_DIRECTION,       /* nothing that this end sent was captured so far */
    ENET_LACKS_BYTES,           /* a datagram before was cut, or cannot be undone */
    ENET_LACKS_NUMBERS,         /* a reliable command before is missing, or comes late */
    ENET_LACKS_NUMBERING,       /* of what was not carried by ENet, as far as nothing else proves it */
    ENET_LACKS_LATER            /* only a later reliable command would show that none is missing */
} enet_lack_t;

/** First pass: a command of this sender passes. time: since the capture began */
void enet_coverage_note_heard(enet_sender_t *sender, enet_moment_t moment, const nstime_t *time);

/** First pass: a datagram could not be read to its end. The numbers that follow begin anywhere. */
void enet_coverage_note_cut(enet_sender_t *sender, enet_moment_t moment);

/**
 * First pass: it is a new reliable one, remembered as sent. What may have been in a cut datagram does not
 * count as missing before it: event->missing is then set to 0.
 */
void enet_coverage_note_reliable(const enet_sender_t *sender, enet_channel_t *channel, enet_event_t *event);

/** ... and a new unreliable one: the mark is that of its counter. */
void enet_coverage_forgive_cut(const enet_sender_t *sender, uint32_t *mark, enet_event_t *event);

/** First pass: the receiver got a reliable command that is not in the capture, as this moment shows. */
void enet_coverage_note_lost(enet_channel_t *channel, enet_moment_t moment);

/** ... which comes later, if the directions are not in the order of the wire. */
void enet_coverage_note_unseen(enet_channel_t *channel);

/** ... and did. */
void enet_coverage_note_seen(enet_channel_t *channel);

/**
 * Is every reliable command in the capture that the receiver had got on a channel by that moment?
 * What later frames prove counts: the answer may change to ENET_LACKS_NOTHING as they are read.
 *
 * @param in_order the capture must show when they were sent, too: none of them ever came late
 */
enet_lack_t enet_coverage(const enet_sender_t *sender, unsigned channel, enet_moment_t moment, bool in_order);

/** @return the time, since the capture began, of the latest reliable command on a channel before which none is missing; or NULL */
const nstime_t *enet_coverage_time(const enet_sender_t *sender, unsigned channel);

#endif /* ENET_COVERAGE_H */

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
