/* edit-message.h
 * How are the messages of Godot's multiplayer changed? (docs/wire/multiplayer-godot4.md, -godot3.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_EDIT_MESSAGE_H
#define FUZZ_EDIT_MESSAGE_H

#include "edit.h"

/** Another message takes its place, of ids that others are likely to have, or a number in its head is changed. */
void edit_message(bytes_t *bytes);

#endif /* FUZZ_EDIT_MESSAGE_H */

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
