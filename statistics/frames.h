/* statistics/frames.h
 * Does somebody count frames, so that what they carry is to be recorded?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_FRAMES_H
#define STATISTICS_FRAMES_H

#include "ws_compat.h"

/*
 * The core's tap "frame" has other listeners than ours, who should not pay for records. So whoever of ours listens to
 * it listens to "godot_frame" as well: there is nothing to hear, but then the wings make their records.
 */

/** Register that tap: before the wings look for it. */
void statistics_frames_register(void);

/** This listener to "frame" begins (again). key is its own. */
void statistics_frames_begin(void *key);

/** ... and is gone: no records are made for it any more, from the next file on. */
void statistics_frames_end(void *key);

#endif /* STATISTICS_FRAMES_H */

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
