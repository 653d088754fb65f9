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

/** Let the reader of files of that name read this one alone, of which nothing is there behind its end. */
void game_read_file(const game_file_t *file);

/** Read a pack, ask what there is to be asked of it, and forget it. */
void game_read_pack(const uint8_t *pack, size_t length);

/* Of the first byte of options: the files lie in a folder. Of a record: it is a symbolic link, the content tells where to. */
enum { GAME_IN_FOLDER = 0x02 };
enum { GAME_LINK = 0x01 };

/** All of an input's files as one game, in a pack or in a folder. */
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
