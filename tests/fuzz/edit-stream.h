/* edit-stream.h
 * How does the fuzzer change streams of packets? (docs/wire/transports.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_EDIT_STREAM_H
#define FUZZ_EDIT_STREAM_H

#include "edit.h"

/** Changes a Variant and corrects the length before it; or repeats, drops or cuts packets. */
void edit_stream(bytes_t *bytes);

#endif /* FUZZ_EDIT_STREAM_H */

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
