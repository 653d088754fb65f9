/* mutator.c
 * How does libFuzzer make new inputs of records from those that it has?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "mutator.h"
#include "records.h"

#include <glib.h>
#include <string.h>

/* Changes the content of a record. more: bytes by which the input may grow */
static void
edit_content(records_t *records, size_t more)
{
    static uint8_t content[RECORD_MOST];
    record_t *record = &records->record[dice(records->count)];
    bytes_t bytes = { content, record->length, MIN(record->length + more, RECORD_MOST) };
    unsigned kinds = 0;

    while (target_edits[kinds])
        kinds++;
    memcpy(content, record->data, record->length);
    target_edits[dice(kinds)](&bytes);
    record->data = content;
    record->length = bytes.length;
}

static void
edit_records(records_t *records)
{
    unsigned at = dice(records->count), to = dice(records->count + 1);
    record_t record = records->record[at];

    switch (dice(5)) {
    case 0:
        if (records->count > 1)
            records_remove(records, at);
        break;
    case 1:
        records_insert(records, to, record);
        break;
    case 2:
        records_remove(records, at);
        records_insert(records, MIN(to, records->count), record);
        break;
    case 3:
        records->record[at].flags ^= (uint8_t)(1U << dice(8));
        break;
    default:
        records->options[dice(2)] ^= (uint8_t)(1U << dice(8));
    }
}

/* Changes a record's content in three of four cases, else adds or drops records. */
size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    g_autofree uint8_t *copy = g_memdup2(data, size);
    records_t records;

    dice_seed(seed);
    records_read(&records, copy, size);
    if (records.count == 0)
        records_insert(&records, 0, (record_t) { .data = (const uint8_t *)"" });
    if (dice(4) == 0)
        edit_records(&records);
    else
        edit_content(&records, most - size);
    return records_write(&records, data, most);
}

/* Joins the beginning of one input and some records of the other. */
size_t
LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *other, size_t other_size,
                          uint8_t *out, size_t most, unsigned seed)
{
    records_t made, from;

    dice_seed(seed);
    records_read(&made, one, one_size);
    records_read(&from, other, other_size);
    if (dice(2))
        made.count = dice(made.count + 1);
    for (unsigned i = dice(from.count); i < from.count && dice(8); i++)
        records_insert(&made, dice(2) ? made.count : dice(made.count + 1), from.record[i]);
    return records_write(&made, out, most);
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
