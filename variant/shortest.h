/* variant/shortest.h
 * Which are the fewest digits that read back to a number?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_SHORTEST_H
#define VARIANT_SHORTEST_H

#include "ws_compat.h"

/* A number that is not negative: digits * 10^exponent. The last digit is not zero. */
typedef struct {
    uint64_t digits;
    int      exponent;
} godot_decimal_t;

/**
 * Returns the decimal with the fewest digits that reads back to the bits of a number; of several, the nearest to it.
 *
 * @param number finite, and not zero; its sign is ignored
 * @param single the number is a float's
 */
godot_decimal_t godot_shortest(double number, bool single);

#endif /* VARIANT_SHORTEST_H */

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
