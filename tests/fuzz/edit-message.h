/* edit-message.h
 * How does the fuzzer change messages of Godot's multiplayer? (docs/wire/multiplayer-godot4.md, -godot3.md)
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

/**
 * Replaces the message by another one, with ids that other messages are likely to have; or changes a number in its
 * head.
 */
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
