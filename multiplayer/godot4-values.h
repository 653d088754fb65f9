/* multiplayer/godot4-values.h
 * Which values come next in this 4.x message?
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

/* Values shown of one message; what is beyond is bytes. Enough for every state that Godot sends by
 * default, and few enough items for the core. */
#define GODOT4_MAX_VALUES   1024

/* What is kept of values as they are read. */
typedef struct {
    godot_texts_t  texts;       /* of all of them */
    uint64_t       mask;        /* of a delta: the properties that the values to come are for */
    wmem_array_t  *list;        /* godot4_value_t, for the names that the project's files have for them; or NULL */
    bool           cut;         /* more may follow, which could not be read or is not shown */
} godot4_values_t;

/** None yet. field: their whole texts are wanted, if any is; named: they may have names. */
godot4_values_t godot4_values_new(const godot_reader_t *reader, bool field, bool named);

/** One compact Variant. */
void godot4_read_value(godot_reader_t *reader, godot4_values_t *values);

/** Values back to back up to the end, as far as the message may show more. @return how many */
unsigned godot4_read_values(godot_reader_t *reader, godot4_values_t *values);

/** ... that fill a number of bytes; what is wrong with them does not hinder what follows. */
unsigned godot4_read_sized_values(godot_reader_t *reader, uint32_t size, godot4_values_t *values);

/** What follows is not shown, since there is more than enough of it. */
void godot4_fault_too_many(godot_reader_t *reader);

/** Register the expert items. */
void godot4_values_register(int proto);

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
