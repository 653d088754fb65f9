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

#ifdef __cplusplus
#include <cstddef>
extern "C" {
#else
#include <stdbool.h>
#include <stddef.h>
#endif

/**
 * Writes a finite number as "-d.ddde-xx": a digit, a point if more follow, and an exponent of two digits or more.
 *
 * @param size room for it, without a NUL at its end: 24 is enough
 * @param single the number is a float's
 * @param plain without an exponent: "-1200.5"
 * @return characters written
 */
size_t godot_shortest(char *text, size_t size, double number, bool single, bool plain);

#ifdef __cplusplus
}
#endif

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
