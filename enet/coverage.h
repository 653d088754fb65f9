/* enet/coverage.h
 * How much of what one end of an ENet connection sent does the capture hold?
 *
 * Copyright 2026 The wireshark-godot authors
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

/* What is missing, if anything: the first in this order that applies. */
typedef enum {
    ENET_LACKS_NOTHING,
    ENET_LACKS_START,           /* the connection began before the capture */
    ENET_LACKS_DIRECTION,       /* nothing that this end sent was captured so far */
    ENET_LACKS_BYTES,           /* an earlier datagram was cut, or its compression cannot be undone */
    ENET_LACKS_NUMBERS,         /* an earlier reliable command is missing, or comes late */
    ENET_LACKS_NUMBERING,       /* the message did not come over ENet; nothing else proves that none is missing */
    ENET_LACKS_LATER            /* only a later reliable command would show that none is missing */
} enet_lack_t;

/** First pass: notes that a command of this sender was captured. time is since the capture began. */
void enet_coverage_note_heard(enet_sender_t *sender, enet_moment_t moment, const nstime_t *time);

/** First pass: notes that a datagram could not be read to its end, so that the numbers in it are unknown. */
void enet_coverage_note_cut(enet_sender_t *sender, enet_moment_t moment);

/**
 * First pass: notes a new reliable command, after it was remembered as sent. If numbers before it may have been in a
 * datagram that was cut, event->missing is set to 0.
 */
void enet_coverage_note_reliable(enet_sender_t *sender, enet_channel_t *channel, enet_event_t *event);

/**
 * First pass: sets event->missing of a new unreliable command to 0 if the missing numbers may have been in a datagram
 * that was cut. mark is the number of cut datagrams that the command's counter has taken account of.
 */
void enet_coverage_forgive_cut(const enet_sender_t *sender, uint32_t *mark, enet_event_t *event);

/**
 * First pass: notes that the receiver got, at this moment at the latest, a reliable command that the capture does not
 * have.
 */
void enet_coverage_note_lost(enet_channel_t *channel, enet_moment_t moment);

/**
 * First pass: notes that a reliable command was acknowledged before it was captured: it may come later if the
 * directions are out of order.
 */
void enet_coverage_note_unseen(enet_channel_t *channel);

/** First pass: notes that such a command came. */
void enet_coverage_note_seen(enet_channel_t *channel);

/**
 * Tells whether the capture has every reliable command that the receiver had got on a channel by that moment. Later
 * frames may prove it: the answer may change to ENET_LACKS_NOTHING as they are read.
 *
 * @param in_order the capture must also show when they were sent: none may ever have come late
 */
enet_lack_t enet_coverage(const enet_sender_t *sender, unsigned channel, enet_moment_t moment, bool in_order);

/**
 * Returns the time, since the capture began, of the latest reliable command on a channel that has everything before it;
 * or NULL.
 */
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
