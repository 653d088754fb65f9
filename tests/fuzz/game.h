/* game.h
 * How do the files of an input become a game that is read?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_GAME_H
#define FUZZ_GAME_H

#include "records.h"

/** A file of a game: its name ends with the first newline of the record, the rest is its content. */
typedef struct {
    char          *name;        /* without "res://"; g_free() */
    const uint8_t *data;
    size_t         length;
} game_file_t;

game_file_t game_file(const record_t *record);

/** Lets the reader of files of that name read this one alone. There is no memory after its end. */
void game_read_file(const game_file_t *file);

/** Reads a pack, asks for everything in it, and forgets it. */
void game_read_pack(const uint8_t *pack, size_t length);

/*
 * A bit of the first byte of options: the files are in a folder. A flag of a record: it is a symbolic link, to where
 * the content says.
 */
enum { GAME_IN_FOLDER = 0x02 };
enum { GAME_LINK = 0x01 };

/** Makes one game of all files of an input, in a pack or in a folder. */
void game_read_files(const records_t *records);

#endif /* FUZZ_GAME_H */

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
