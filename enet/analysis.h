/* enet/analysis.h
 * What came of an ENet command? Acknowledgements, round trips, and the end of the handshake.
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

/** @return what an end of a connection that was analysed has sent in that direction */
enet_sender_t *enet_analysis_sender(const enet_connection_t *connection, enet_direction_t direction);

/** Does an ACKNOWLEDGE sent in that direction answer a command of the connection? */
bool enet_analysis_proves(const enet_connection_t *connection, enet_direction_t direction,
                          const enet_command_t *acknowledge);

/**
 * First pass only: follow the commands of one datagram.
 *
 * @param position of the first command in its frame
 * @param learned of the datagram: its count is that of the commands; what is to be told of them is kept there
 */
void enet_analyse(enet_connection_t *connection, enet_direction_t direction,
                  const packet_info *pinfo, const enet_header_t *header, uint32_t position,
                  const enet_command_t *commands, enet_learned_t *learned);

/** ... and then, if it could not be read to its end. */
void enet_analyse_cut(enet_connection_t *connection, enet_direction_t direction, enet_moment_t moment);

/** What the capture lacks of what an end sent reliably on a channel up to a moment; see enet_coverage(). */
enet_lack_t enet_lack(const enet_connection_t *connection, enet_direction_t direction, unsigned channel,
                      enet_moment_t moment, bool in_order);

/**
 * From CONNECT over VERIFY_CONNECT to its acknowledgement, of a connection that was analysed.
 *
 * @return NULL if the acknowledgement was not seen up to that frame
 */
const nstime_t *enet_initial_rtt(const enet_connection_t *connection, uint32_t frame);

/**
 * What had the end that sends in that direction been told on a channel when it sent a frame?
 * @param moment of the frame, which is the answer where the capture does not hold the connection's start
 * @return the moment of the latest delivery that it had acknowledged, with all before
 */
enet_moment_t enet_heard(const enet_connection_t *connection, enet_direction_t direction, unsigned channel,
                         uint32_t frame, enet_moment_t moment);

/** First pass: has that end acknowledged on the channel what may still be captured? */
bool enet_heard_is_open(const enet_connection_t *connection, enet_direction_t direction, unsigned channel);

/** ... and up to what time nothing; see enet_coverage_time(). */
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
