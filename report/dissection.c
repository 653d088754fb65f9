/* report/dissection.c
 * What does tshark see in the frames of a capture, and where?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "report/dissection.h"
#include "report/system.h"

/* So many elements of an array are told; those behind them are bytes. Wireshark's own limit for a frame is as high. */
#define MANY_ITEMS "1000000"

/* Where the parser is in tshark's PDML. */
typedef struct {
    const report_dissection_t *told;
    void                      *user_data;
    guint                      depth;       /* of items */
    GByteArray                *bytes;       /* of the present item */
} reader_t;

gboolean
report_is_within(gsize position, gsize size, gsize whole)
{
    return position <= whole && size <= whole - position;
}

static void
report_dissection_read_bytes(GByteArray *bytes, const char *digits)
{
    guint size = 0;

    g_byte_array_set_size(bytes, (guint)strlen(digits) / 2);
    for (; g_ascii_isxdigit(digits[0]) && g_ascii_isxdigit(digits[1]); digits += 2)
        bytes->data[size++] = (guint8)(g_ascii_xdigit_value(digits[0]) << 4 | g_ascii_xdigit_value(digits[1]));
    g_byte_array_set_size(bytes, size);
}

static void
report_dissection_tell(reader_t *reader, const char **names, const char **values)
{
    report_item_t item = { .name = "", .shown = "", .depth = reader->depth++ };
    const char   *digits = "", *all_digits = NULL;

    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], "name") == 0)
            item.name = values[i];
        else if (strcmp(names[i], "show") == 0)
            item.shown = values[i];
        else if (strcmp(names[i], "pos") == 0)
            item.position = (guint)strtoul(values[i], NULL, 10);
        else if (strcmp(names[i], "size") == 0)
            item.size = (guint)strtoul(values[i], NULL, 10);
        else if (strcmp(names[i], "value") == 0)
            digits = values[i];
        else if (strcmp(names[i], "unmaskedvalue") == 0)    /* value has single bits then */
            all_digits = values[i];
    }
    report_dissection_read_bytes(reader->bytes, all_digits ? all_digits : digits);
    if (item.size && reader->bytes->len == item.size)
        item.bytes = reader->bytes->data;
    reader->told->item(reader->user_data, &item);
}

static void
report_dissection_start(GMarkupParseContext *context, const char *element, const char **names, const char **values,
                        gpointer user_data, GError **error)
{
    reader_t *reader = (reader_t *)user_data;

    (void)context;
    (void)error;
    if (strcmp(element, "packet") == 0)
        reader->told->begin_frame(reader->user_data);
    else if (strcmp(element, "proto") == 0 || strcmp(element, "field") == 0)
        report_dissection_tell(reader, names, values);
}

static void
report_dissection_end(GMarkupParseContext *context, const char *element, gpointer user_data, GError **error)
{
    reader_t *reader = (reader_t *)user_data;

    (void)context;
    if (strcmp(element, "packet") == 0 && !reader->told->end_frame(reader->user_data))
        g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "it was not read to its end");
    else if (strcmp(element, "proto") == 0 || strcmp(element, "field") == 0)
        reader->depth--;
}

static gboolean
report_dissection_parse(GInputStream *input, reader_t *reader, GError **error)
{
    static const GMarkupParser parser = { report_dissection_start, report_dissection_end, NULL, NULL, NULL };
    GMarkupParseContext       *context = g_markup_parse_context_new(&parser, (GMarkupParseFlags)0, reader, NULL);
    char                       buffer[65536];
    gboolean                   right = TRUE;
    gssize                     size;

    while (right && (size = g_input_stream_read(input, buffer, sizeof buffer, NULL, error)) != 0)
        right = size > 0 && g_markup_parse_context_parse(context, buffer, size, error);
    right = right && g_markup_parse_context_end_parse(context, error);
    g_markup_parse_context_free(context);
    return right;
}

gboolean
report_dissection_read(const char *capture, const char *const *options, const report_dissection_t *told,
                       void *user_data, GError **error)
{
    GStrvBuilder *words = g_strv_builder_new();
    char        **command;
    reader_t      reader = { told, user_data, 0, g_byte_array_new() };
    GSubprocess  *tshark;
    GError       *failure = NULL, *reason = NULL;

    g_strv_builder_add_many(words, "tshark", "-n", "-2", "-r", capture, "-T", "pdml", "-o", "godot.variant.items:" MANY_ITEMS,
                            "-o", "tcp.reassemble_out_of_order:TRUE", "-o", "godot.variant.depth:128", NULL);
    g_strv_builder_addv(words, (const char **)options);
    command = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    tshark = report_system_start((const char *const *)command, &failure);
    g_strfreev(command);
    if (tshark && !report_dissection_parse(g_subprocess_get_stdout_pipe(tshark), &reader, &failure))
        g_subprocess_force_exit(tshark);
    if (tshark)
        report_system_end(tshark, "tshark", &reason);
    if (reason && (!failure || reason->domain == G_SPAWN_EXIT_ERROR)) {     /* unless it was ended above, it knows why */
        g_clear_error(&failure);
        failure = g_steal_pointer(&reason);
    }
    g_clear_error(&reason);
    if (failure)
        g_propagate_error(error, failure);
    g_byte_array_unref(reader.bytes);
    return !failure;
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
