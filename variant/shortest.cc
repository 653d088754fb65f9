/* variant/shortest.cc
 * Which are the fewest digits that read back to a number? C++'s library knows, C's does not.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/shortest.h"

#include <charconv>

extern "C" size_t
godot_shortest(char *text, size_t size, double number, bool single, bool plain)
{
    const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
    const auto written = single ? std::to_chars(text, text + size, static_cast<float>(number), format)
                                : std::to_chars(text, text + size, number, format);

    return static_cast<size_t>(written.ptr - text);
}

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
