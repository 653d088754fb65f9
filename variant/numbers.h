/* variant/numbers.h
 * How are numbers and tuples of numbers read?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_NUMBERS_H
#define VARIANT_NUMBERS_H

#include "variant/walk.h"

/* One number, and its text. */
typedef struct {
    bool integral;
    int64_t integer;
    bool single;                        /* it is a real of 32 bits */
    double real;
    char digits[GODOT_REAL_SIZE];       /* the text of a real */
    size_t length;                      /* of the text */
} number_t;

/** Reads the number of that many bytes at the cursor, and does not move it. The bytes are there. */
void read_number(const cursor_t *c, godot_element_t element, int size, number_t *number);

/** Returns the number that its text says. For a real of 32 bits this differs from its value in double precision. */
double number_as_written(const number_t *number);

bool walk_bool(cursor_t *c, proto_tree *tree, const head_t *head);
bool walk_int(cursor_t *c, proto_tree *tree, const head_t *head);
bool walk_float(cursor_t *c, proto_tree *tree, const head_t *head);
bool walk_tuple(cursor_t *c, proto_tree *tree, const head_t *head);

/** Walks over a BOOL, which is a bit, or over an INT with its width, in the compact form (docs/wire/variant.md, 9). */
bool walk_compact_bool(cursor_t *c, proto_tree *tree);
bool walk_compact_int(cursor_t *c, proto_tree *tree);

/** Walks over all components of a tuple, "1, 2, 3". */
bool walk_components(cursor_t *c, proto_tree *tree, const head_t *head);
/** Walks over a bare number in a list, "[nth]: 1". */
bool walk_listed_number(cursor_t *c, proto_tree *tree, uint32_t nth, godot_element_t element, int size);

void numbers_register(int proto, expert_module_t *experts);

#endif /* VARIANT_NUMBERS_H */

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
