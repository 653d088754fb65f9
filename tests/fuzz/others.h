/* others.h
 * Which dissectors of other people are there (docs/extending.md)?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_OTHERS_H
#define FUZZ_OTHERS_H

/**
 * Registers dissectors that take some bytes, refuse others and fail with others, for everything that the plugin offers.
 */
void others_open(void);

#endif /* FUZZ_OTHERS_H */

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
