/* listeners.h
 * Which listeners are there while an input is dissected?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_LISTENERS_H
#define FUZZ_LISTENERS_H

#include <epan/epan_dissect.h>

/** Opens every statistic, list and follower of the plugin, and a listener for reads over an end. */
void listeners_open(void);

/** Does what a user may do with a frame: filters for its conversation, its stream. */
void listeners_ask(epan_dissect_t *edt);

/** Prints what they have found, and forgets it. Aborts if a dissector read over the end of its bytes. */
void listeners_finish(void);

#endif /* FUZZ_LISTENERS_H */

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
