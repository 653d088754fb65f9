/* recorder/extcap/hub.c
 * What do all games share: the clock, the output, the numbers of interfaces, and what is told to the user?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/hub.h"
#include "recorder/extcap/process.h"

#include <stdarg.h>

enum { LINES_A_SECOND = 10, OWN_MOST = 1 << 20 };   /* told in a second; bytes of the listener's own records that may wait */

int64_t
hub_now(const hub_t *hub)
{
    return hub->wall + g_get_monotonic_time();
}

static record_own_t
next_record(hub_t *hub)
{
    hub->record.number++;
    hub->record.ticks = (uint64_t)g_get_monotonic_time();
    return hub->record;
}

/* Puts a record into the listener's own lane, and frees it. */
static void
push_record(hub_t *hub, GByteArray *data)
{
    GByteArray          *block = g_byte_array_new();
    const block_packet_t packet = { 0, hub->wall + (int64_t)hub->record.ticks, 0, { data->data, data->len } };

    block_write_packet(block, &packet);
    lane_push(&hub->own, packet.time, block);
    g_byte_array_unref(block);
    g_byte_array_unref(data);
}

void
hub_begin(hub_t *hub, output_t *output)
{
    const block_section_t   section = { .application = slice_of_text(PROGRAM) };
    const block_interface_t interface = { .name = slice_of_text("listener"), .description = slice_of_text(PROGRAM) };
    GByteArray             *data = g_byte_array_new();
    record_own_t            first;

    hub->output = output;
    hub->wall = g_get_real_time() - g_get_monotonic_time();
    lane_init(&hub->own);
    do
        hub->record.run = g_random_int();
    while (hub->record.run == 0);
    block_write_section(output_bytes(output), &section);
    hub_add_interface(hub, &interface);
    first = next_record(hub);
    record_write_begin(data, &first, PROGRAM, process_number(), hub->wall);
    push_record(hub, data);
}

uint32_t
hub_add_interface(hub_t *hub, const block_interface_t *interface)
{
    block_write_interface(output_bytes(hub->output), interface);
    return hub->interfaces++;
}

/* Nobody may read standard error until the end. */
static void
print_line(const char *address, const char *text)
{
    if (!process_may_complain())
        return;
    if (address)
        g_printerr("godot-recorder: %s [%s]\n", text, address);
    else
        g_printerr("godot-recorder: %s\n", text);
}

static void
tell_text(hub_t *hub, tell_t what, const char *address, const char *text)
{
    GByteArray  *data = g_byte_array_new();
    record_own_t mark = next_record(hub);

    if (what == TELL_PROBLEM || !hub->quiet)
        print_line(address, text);
    record_write_mark(data, &mark, text);
    push_record(hub, data);
}

/* Tells how many lines were left out, and counts anew. */
static void
tell_untold(hub_t *hub)
{
    char *text = g_strdup_printf("%u lines more were not told", hub->untold);

    if (hub->untold > 0)
        tell_text(hub, TELL_PROBLEM, NULL, text);
    g_free(text);
    hub->told = hub->untold = 0;
}

/* May one more line be told in this second? */
static bool
may_tell(hub_t *hub)
{
    const int64_t second = g_get_monotonic_time() / G_TIME_SPAN_SECOND;

    if (second != hub->told_in) {
        tell_untold(hub);
        hub->told_in = second;
    }
    if (hub->told++ < LINES_A_SECOND && hub->own.bytes < OWN_MOST)
        return true;
    hub->untold++;
    return false;
}

void
hub_tell(hub_t *hub, tell_t what, const char *address, const char *format, ...)
{
    va_list arguments;
    char   *text;

    if (!may_tell(hub))
        return;
    va_start(arguments, format);
    text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    tell_text(hub, what, address, text);
    g_free(text);
}

void
hub_end(hub_t *hub)
{
    GByteArray  *data = g_byte_array_new();
    record_own_t last;

    tell_untold(hub);
    last = next_record(hub);
    record_write_end(data, &last);
    push_record(hub, data);
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
