/* edit-variant.h
 * How does the fuzzer change Variants? (docs/wire/variant.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_EDIT_VARIANT_H
#define FUZZ_EDIT_VARIANT_H

#include "edit.h"

/** Replaces a value somewhere, inserts a new one, or changes a count or a type. */
void edit_variant(bytes_t *bytes);

#endif /* FUZZ_EDIT_VARIANT_H */

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
