/* recorder/extcap/record.h
 * What does a record say that a listener must know, and how does it write its own? (docs/wire/recording.md, 2 to 4)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_EXTCAP_RECORD_H
#define RECORDER_EXTCAP_RECORD_H

#include "recorder/extcap/blocks.h"

enum { RECORD_RUN_BEGIN = 2, RECORD_RUN_END = 10, RECORD_CLOCK = 11, RECORD_MARK = 12 };

/* What a clock record answers. */
typedef struct {
    uint32_t number;        /* of the question */
    int64_t  asked;         /* the listener's clock in it */
} record_answer_t;

/* What is written into the header of a record of the listener's own. */
typedef struct {
    uint32_t run, number;
    uint64_t ticks;
} record_own_t;

/**
 * Finds the record behind Wireshark's tags.
 * @return an empty slice: it is for another dissector, or too short to be a record
 */
slice_t record_of(slice_t data);

/** Returns the kind of a record, 0 if its version is not known. */
uint8_t record_kind(slice_t record);

/** Reads the answer to a question from a clock record. @return false: it answers none */
bool record_answer(slice_t record, record_answer_t *answer);

/** Appends the 20 bytes of tags and this record. */
void record_write(GByteArray *out, slice_t record);

/** These append tags and a record of the listener's own. wall: its clock at ticks 0, in microseconds since 1970 */
void record_write_begin(GByteArray *out, const record_own_t *own, const char *program, uint32_t process, int64_t wall);
void record_write_mark(GByteArray *out, const record_own_t *own, const char *text);
void record_write_end(GByteArray *out, const record_own_t *own);

#endif /* RECORDER_EXTCAP_RECORD_H */

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
