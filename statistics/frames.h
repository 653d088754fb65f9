/* statistics/frames.h
 * Does a statistic count frames, so that the dissectors must make records?
 *
 * Copyright 2026 The wireshark-godot authors
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
 * Wireshark's tap "frame" has other listeners, too, for which we should make no records. So a statistic of this plugin
 * that listens to "frame" also listens to the tap "godot_frame". Nothing is sent to that tap; it only tells the
 * dissectors to make records.
 */

/** Registers what forgets with each new file the listeners that are gone. */
void statistics_frames_register(void);

/** A listener to "frame" begins (again). key identifies it. */
void statistics_frames_begin(void *key);

/** A listener is gone: from the next file on no records are made for it. */
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
