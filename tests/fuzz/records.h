/* records.h
 * What is in an input: options, and records, each of flags and bytes?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_RECORDS_H
#define FUZZ_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An input is two bytes of options, then records: flags (1 byte), length (2, little-endian), content. A length beyond
 * the input's end stands for all that is left.
 */
#define RECORDS_MAX     128
#define RECORD_HEAD     3
#define RECORD_MOST     65535

typedef struct {
    uint8_t        flags;
    const uint8_t *data;
    size_t         length;
} record_t;

typedef struct {
    uint8_t  options[2];
    unsigned count;
    record_t record[RECORDS_MAX];
} records_t;

/** Reads records without a copy: they live as long as the bytes. */
void records_read(records_t *records, const uint8_t *data, size_t size);

/** Writes records. @return bytes written; records that do not fit into most are left out */
size_t records_write(const records_t *records, uint8_t *out, size_t most);

/** Inserts a record before the one at this index, if there is room; the caller sets its flags and bytes. */
bool records_insert(records_t *records, unsigned at, record_t record);

void records_remove(records_t *records, unsigned at);

#endif /* FUZZ_RECORDS_H */

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
