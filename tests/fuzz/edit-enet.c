/* edit-enet.c
 * How does the fuzzer change datagrams of ENet? (docs/wire/enet.md)
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "edit-enet.h"
#include "edit-message.h"
#include "edit-variant.h"
#include "enet/commands.h"

#include <glib.h>
#include <string.h>

#define MOST_COMMANDS 64

/* Where the commands begin, and where the last one ends. */
typedef struct {
    size_t   at[MOST_COMMANDS + 1];
    unsigned count;
} places_t;

/* Returns a command of size 0 if none can be read. */
static enet_command_t
command_at(const bytes_t *bytes, size_t at)
{
    enet_command_t command;

    return enet_read_command(bytes->data, bytes->length, at, &command) ? command : (enet_command_t) { 0 };
}

static places_t
find_commands(const bytes_t *bytes)
{
    enet_header_t header = { .size = 0 };
    places_t places = { 0 };

    enet_read_header(bytes->data, bytes->length, &header);
    places.at[0] = MIN(header.size, bytes->length);
    while (places.count < MOST_COMMANDS) {
        enet_command_t command = command_at(bytes, places.at[places.count]);

        if (command.size == 0)
            break;
        places.at[places.count + 1] = places.at[places.count] + command.size + command.length;
        places.count++;
    }
    return places;
}

/* Returns where a command has the length of its data. */
static size_t
length_field(unsigned number)
{
    size_t at = ENET_COMMAND_HEAD_SIZE;

    for (const enet_field_t *field = enet_command_fields(number); field->id; field++) {
        if (field->id == ENET_FIELD_LENGTH)
            return at;
        at += field->size;
    }
    return 0;
}

/* Inserts a new command with some data. Its numbers are small, so that it is likely to fit the others. */
static void
insert_command(bytes_t *bytes, size_t at)
{
    unsigned number = 1 + dice(ENET_COMMAND_COUNT - 1), size = enet_command_size(number);
    enet_command_t any = { .number = (uint8_t)number };
    size_t data = enet_command_has_data(&any) ? dice(1U << dice(7)) : 0;

    if (!bytes_insert(bytes, at, size + data))
        return;
    for (size_t i = 1; i < size; i++)
        bytes->data[at + i] = (uint8_t)(dice(2) ? 0 : dice(4) ? dice(4) : dice(256));
    bytes->data[at] = (uint8_t)(number | (dice(2) ? ENET_COMMAND_ACKNOWLEDGE_FLAG : 0) |
                                (dice(4) ? 0 : ENET_COMMAND_UNSEQUENCED_FLAG));
    for (size_t i = 0; i < data; i++)
        bytes->data[at + size + i] = (uint8_t)dice(dice(2) ? 8 : 256);
    if (data > 0)
        bytes_set(bytes, at + length_field(number), 2, data, true);
}

/* Changes the data of a command; nearly always the length is then corrected. */
static void
edit_data(bytes_t *bytes, size_t at, const enet_command_t *command)
{
    static const edit_fn edits[] = { edit_variant, edit_variant, edit_message, edit_message,
                                     edit_any,     edit_any,     edit_number,  edit_stretch };
    static uint8_t room[65536];
    bytes_t data = { room, command->length, MIN(sizeof room - 1, command->length + bytes->most - bytes->length) };

    memcpy(room, bytes->data + at + command->size, command->length);
    edits[dice(G_N_ELEMENTS(edits))](&data);
    bytes_replace(bytes, at + command->size, command->length, room, data.length);
    bytes_set(bytes, at + length_field(command->number), 2, dice(64) ? data.length : dice_boundary(data.length), true);
}

/* Changes one of the fields of its head. */
static void
edit_head(bytes_t *bytes, size_t at, const enet_command_t *command)
{
    size_t field = at + 1;
    unsigned size = 1;
    unsigned nth = dice(6);

    switch (nth) {
    case 0:
        bytes->data[at] ^= (uint8_t)(1U << dice(8));
        return;
    case 1:
        bytes->data[at + 1] = (uint8_t)(dice(2) ? dice(4) : dice_boundary(0));
        return;
    case 2:
        field = at + 2, size = 2;
        break;
    default:
        field = at + ENET_COMMAND_HEAD_SIZE;
        for (const enet_field_t *found = enet_command_fields(command->number); found->id; found++) {
            size = found->size;
            if (dice(4) == 0)
                break;
            field += found[1].id ? found->size : 0;
        }
    }
    bytes_set(bytes, field, size, dice(2) ? dice(8) : dice_boundary(command->length), true);
}

static void
repeat_command(bytes_t *bytes, size_t at, size_t length, size_t to)
{
    g_autofree uint8_t *copy = g_memdup2(bytes->data + at, length);

    for (unsigned times = dice(8) ? 1 : 1 + dice(length < 64 ? 300 : 40); times > 0; times--)
        if (bytes_replace(bytes, to, 0, copy, length) && dice(2))
            bytes_set(bytes, to + 2, 2, dice(64), true);    /* its sequence number */
}

/* Changes peer, flags, session or sent time. */
static void
edit_header(bytes_t *bytes)
{
    if (dice(2))
        bytes_set(bytes, 0, 1, bytes->data[0] ^ (1U << dice(8)), true);
    else
        bytes_set(bytes, dice(4), 1, dice(256), true);
}

void
edit_datagram(bytes_t *bytes)
{
    places_t places = find_commands(bytes);
    unsigned nth = dice(places.count);
    size_t at = places.at[nth];
    enet_command_t command = command_at(bytes, at);

    if (places.count == 0 || dice(24) == 0) {
        bytes->length < 4 || dice(2) ? edit_any(bytes) : edit_header(bytes);
        return;
    }
    switch (dice(12)) {
    case 0:
        bytes_remove(bytes, at, command.size + command.length);
        break;
    case 1:
        repeat_command(bytes, at, command.size + command.length, places.at[dice(places.count + 1)]);
        break;
    case 2:
        insert_command(bytes, places.at[dice(places.count + 1)]);
        break;
    case 3:
    case 4:
        edit_head(bytes, at, &command);
        break;
    default:
        enet_command_has_data(&command) ? edit_data(bytes, at, &command) : edit_head(bytes, at, &command);
    }
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
