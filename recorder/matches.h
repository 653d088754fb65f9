/* recorder/matches.h
 * Which packet that one end sent is which packet that the other end received?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_MATCHES_H
#define RECORDER_MATCHES_H

#include "recorder/sessions.h"

/*
 * What the file tells of a packet at the other end (docs/wire/recording.md, 6). It is for later passes: a file says of
 * no packet what became of it before its end.
 */
typedef struct {
    int32_t  peer;              /* id at the other end */
    uint32_t frame;             /* of its record there; 0: not known */
    bool     never;             /* it was sent, and never received */
    uint8_t  mode;              /* of a packet that was found: as it was sent, and: */
    int32_t  channel;
    bool     has_latency;
    int64_t  latency, offset;   /* ns; offset: how far the receiver's clock is ahead of the sender's, as taken */
    int64_t  error;             /* ns, of the offset, at most; -1: without a bound */
    int64_t  jitter;            /* ns, how much its latency differs from that of the one before; -1: not known */
} recording_match_t;

/**
 * Finds a packet at the other end.
 *
 * @param direction its own
 * @return false if that end is not recorded
 */
bool recording_match(const recording_end_t *end, unsigned direction, recording_match_t *match);

/** First pass: a record was read, so what was matched before has to be matched again. */
void recording_matches_forget(void);

#endif /* RECORDER_MATCHES_H */

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
