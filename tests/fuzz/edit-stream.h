/* edit-stream.h
 * How are streams of packets changed? (docs/wire/transports.md)
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

/** A Variant behind its length is changed, and the length is made to fit; or packets are repeated, dropped, cut. */
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
