/* records.c
 * How are options and records read and written?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "records.h"

#include <glib.h>
#include <string.h>

void
records_read(records_t *records, const uint8_t *data, size_t size)
{
    size_t at = 2;

    *records = (records_t) { .options = { size > 0 ? data[0] : 0, size > 1 ? data[1] : 0 } };
    while (at + RECORD_HEAD <= size && records->count < RECORDS_MAX) {
        record_t *record = &records->record[records->count++];
        size_t length = data[at + 1] + 256U * data[at + 2];

        record->flags = data[at];
        at += RECORD_HEAD;
        record->data = data + at;
        record->length = MIN(length, size - at);
        at += record->length;
    }
}

size_t
records_write(const records_t *records, uint8_t *out, size_t most)
{
    size_t at = 2;

    if (most < at)
        return 0;
    memcpy(out, records->options, at);
    for (unsigned i = 0; i < records->count; i++) {
        const record_t *record = &records->record[i];
        size_t length = MIN(record->length, RECORD_MOST);

        if (at + RECORD_HEAD + length > most)
            continue;
        out[at] = record->flags;
        out[at + 1] = (uint8_t)length;
        out[at + 2] = (uint8_t)(length >> 8);
        if (length > 0)
            memcpy(out + at + RECORD_HEAD, record->data, length);
        at += RECORD_HEAD + length;
    }
    return at;
}

bool
records_insert(records_t *records, unsigned at, record_t record)
{
    if (records->count == RECORDS_MAX)
        return false;
    memmove(&records->record[at + 1], &records->record[at], (records->count - at) * sizeof record);
    records->record[at] = record;
    records->count++;
    return true;
}

void
records_remove(records_t *records, unsigned at)
{
    records->count--;
    memmove(&records->record[at], &records->record[at + 1], (records->count - at) * sizeof *records->record);
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
