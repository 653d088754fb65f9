/* enet/analysis.h
 * What came of an ENet command? Acknowledgements, round trips, and the end of the handshake.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef ENET_ANALYSIS_H
#define ENET_ANALYSIS_H

#include "enet/coverage.h"
#include "enet/learned.h"

/** Returns what an end of a connection that was analysed has sent in that direction. */
enet_sender_t *enet_analysis_sender(const enet_connection_t *connection, enet_direction_t direction);

/** Tells whether an ACKNOWLEDGE sent in that direction answers a command of the connection. */
bool enet_analysis_proves(const enet_connection_t *connection, enet_direction_t direction,
                          const enet_command_t *acknowledge);

/**
 * First pass only: follows the commands of one datagram.
 *
 * @param position of the first command in its frame
 * @param learned record of the datagram, with the number of its commands; gets the events of the commands
 */
void enet_analyse(enet_connection_t *connection, enet_direction_t direction,
                  const packet_info *pinfo, const enet_header_t *header, uint32_t position,
                  const enet_command_t *commands, enet_learned_t *learned);

/** First pass only, after enet_analyse(): notes that the datagram could not be read to its end. */
void enet_analyse_cut(enet_connection_t *connection, enet_direction_t direction, enet_moment_t moment);

/**
 * Returns what the capture lacks of the reliable commands that an end sent on a channel up to a moment; see
 * enet_coverage().
 */
enet_lack_t enet_lack(const enet_connection_t *connection, enet_direction_t direction, unsigned channel,
                      enet_moment_t moment, bool in_order);

/**
 * Returns the time from CONNECT over VERIFY_CONNECT to its acknowledgement, for a connection that was analysed.
 *
 * @return NULL if the acknowledgement was not captured up to that frame
 */
const nstime_t *enet_initial_rtt(const enet_connection_t *connection, uint32_t frame);

/**
 * Finds out what the end that sends in that direction had received on a channel when it sent a frame.
 * @param moment of the frame; it is the answer if the capture does not hold the connection's start
 * @return the moment of the latest delivery that this end had acknowledged, together with all before it
 */
enet_moment_t enet_heard(const enet_connection_t *connection, enet_direction_t direction, unsigned channel,
                         uint32_t frame, enet_moment_t moment);

/** First pass: tells whether that end has acknowledged something on the channel that may still be captured. */
bool enet_heard_is_open(const enet_connection_t *connection, enet_direction_t direction, unsigned channel);

/** Returns the time up to which nothing is missing on the channel; see enet_coverage_time(). */
const nstime_t *enet_whole_time(const enet_connection_t *connection, enet_direction_t direction, unsigned channel);

#endif /* ENET_ANALYSIS_H */

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
