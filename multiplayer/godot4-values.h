/* multiplayer/godot4-values.h
 * Which values are next in this 4.x message?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_GODOT4_VALUES_H
#define MULTIPLAYER_GODOT4_VALUES_H

#include "multiplayer/godot4-project.h"
#include "multiplayer/godot4-states.h"

/*
 * So many values of a message are read; the rest is shown as bytes. This is enough for every state that Godot sends by
 * default, and few enough items for Wireshark.
 */
#define GODOT4_MAX_VALUES   1024

/* What is kept of values as they are read. */
typedef struct {
    godot_texts_t  texts;       /* texts of all values */
    uint64_t       mask;        /* for a delta: the properties of the values to come */
    godot4_comparison_t *comparison;    /* with the state before; or NULL */
    wmem_array_t  *list;        /* elements of godot4_value_t, to be named from the project's files; or NULL */
    bool           cut;         /* more may follow, which could not be read or is not shown */
} godot4_values_t;

/** Starts with no values. field: a field wants the whole texts; named: the values may have names. */
godot4_values_t godot4_values_new(const godot_reader_t *reader, bool field, bool named);

/** Reads one compact Variant. */
void godot4_read_value(godot_reader_t *reader, godot4_values_t *values);

/** Reads values one after the other to the end, or to the limit of the message. @return how many */
unsigned godot4_read_values(godot_reader_t *reader, godot4_values_t *values);

/** Reads values that fill a number of bytes. A fault in them does not stop what follows. */
unsigned godot4_read_sized_values(godot_reader_t *reader, uint32_t size, godot4_values_t *values);

/** Says that the rest is not shown because there is too much of it. */
void godot4_fault_too_many(godot_reader_t *reader);

/** Says on an item that there is more than is shown, and goes on reading. */
void godot4_say_too_many(const godot_reader_t *reader, proto_item *item);

/** Registers the expert items. */
void godot4_values_register(expert_module_t *experts);

#endif /* MULTIPLAYER_GODOT4_VALUES_H */

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
