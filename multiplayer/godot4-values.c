/* multiplayer/godot4-values.c
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

#include "multiplayer/godot4-values.h"
#include <wsutil/bits_ctz.h>

static expert_field ei_godot_too_many = EI_INIT;

godot4_values_t
godot4_values_new(const godot_reader_t *reader, bool field, bool named)
{
    return (godot4_values_t) {
        .texts = godot_texts_new(reader, field),
        .list = named && !reader->checking ? godot4_project_values(reader) : NULL
    };
}

/* Returns the name of the next value. In a delta, the bit of its property tells it. */
static const char *
next_name(godot4_values_t *values, char name[8])
{
    if (!values->mask)
        return NULL;
    snprintf(name, 8, "#%d", ws_ctz(values->mask));
    values->mask &= values->mask - 1;
    return name;
}

void
godot4_read_value(godot_reader_t *reader, godot4_values_t *values)
{
    godot4_value_t value;
    unsigned characters = values->list ? GODOT_TEXT_WHOLE : godot_texts_wanted(&values->texts);
    char name[8];

    if (reader->broken)
        return;
    value.offset = reader->offset;
    if (!godot_read_value(reader, GODOT_DIALECT_4_X, GODOT_ENCODING_COMPACT, &value.value, characters)) {
        reader->broken = true;      /* the Variant has shown everything up to the end, and its fault */
        return;
    }
    if (reader->checking)
        return;
    if (values->comparison)
        godot4_comparison_take(values->comparison, reader, value.offset);
    if (values->list)
        wmem_array_append_one(values->list, value);
    godot_texts_append(reader, &values->texts, next_name(values, name), &value.value);
}

unsigned
godot4_read_values(godot_reader_t *reader, godot4_values_t *values)
{
    unsigned count = 0;

    while (!reader->broken && reader->offset < reader->end && reader->values < GODOT4_MAX_VALUES) {
        godot4_read_value(reader, values);
        reader->values++;
        count++;
    }
    if (reader->offset < reader->end && !reader->checking)
        godot4_fault_too_many(reader);
    return count;
}

unsigned
godot4_read_sized_values(godot_reader_t *reader, uint32_t size, godot4_values_t *values)
{
    int end = reader->end;
    unsigned count;

    if (!godot_reader_has(reader, size))
        return 0;
    reader->end = reader->offset + (int)size;
    count = godot4_read_values(reader, values);
    values->cut = reader->broken;
    reader->offset = reader->end;
    reader->end = end;
    reader->broken = reader->checking && reader->broken;
    return count;
}

void
godot4_fault_too_many(godot_reader_t *reader)
{
    godot_reader_fault(reader, &ei_godot_too_many, NULL);
}

void
godot4_say_too_many(const godot_reader_t *reader, proto_item *item)
{
    godot_reader_expert(reader, item, &ei_godot_too_many);
}

/* ---- Registration ---- */

static ei_register_info ei[] = {
    { &ei_godot_too_many,
      { "godot.too_many", PI_UNDECODED, PI_NOTE, "More values than are shown", EXPFILL } },
};

void
godot4_values_register(expert_module_t *experts)
{
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
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
