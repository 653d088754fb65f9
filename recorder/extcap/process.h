/* recorder/extcap/process.h
 * What is it to the system, which asks it to end and takes its complaints?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_EXTCAP_PROCESS_H
#define RECORDER_EXTCAP_PROCESS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/** Returns the number by which the system knows the process. */
uint32_t process_number(void);

/** Has a function called by the main loop when the user or the system asks the process to end. */
void process_when_asked_to_end(GSourceFunc asked, void *data);

/** May a line go to standard error? What does not fit into its pipe is dropped, as waiting would stop all games. */
bool process_may_complain(void);

#endif /* RECORDER_EXTCAP_PROCESS_H */

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
