/* listeners.h
 * Who listens while an input is dissected?
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

/** Open every statistic, list and follower of the plugin, and a watch for reads over an end. */
void listeners_open(void);

/** What a user may ask of a frame that he sees: filters of its conversation, its stream. */
void listeners_ask(epan_dissect_t *edt);

/** Show what they all have found, and forget it. Aborts if a dissector read over the end of what it was given. */
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
