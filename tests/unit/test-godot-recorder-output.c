/* test-godot-recorder-output.c
 * What becomes of bytes for a reader that takes some of them, takes none for a while, or goes?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <gio/gio.h>
#include <string.h>

#include "recorder/extcap/output.h"
#include "recorder/extcap/sink.h"
#include "tests/unit/patience.h"

#define MILLISECOND 1000

/* ---- A sink that takes what the test lets it take ---- */

struct sink {
    size_t        room, most;       /* bytes that it takes, and those that it takes at a time */
    bool          gone;             /* its reader, as a write tells */
    bool          watches;          /* it tells that, too, when nothing is written */
    GCancellable *can_write, *has_gone;
    GString      *taken;
    unsigned      writes, closed;
};

static sink_t sink;

sink_t *
sink_open(const char *path, GError **error)
{
    if (strcmp(path, "somewhere") == 0)
        return &sink;
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "there is no %s", path);
    return NULL;
}

gssize
sink_write(sink_t *to, const uint8_t *bytes, size_t length)
{
    const size_t takes = MIN(MIN(to->room, to->most), length);

    g_assert_cmpuint(length, >, 0);
    to->writes++;
    if (to->gone)
        return -1;
    g_string_append_len(to->taken, (const char *)bytes, (gssize)takes);
    to->room -= takes;
    return (gssize)takes;
}

static GPollFD
when(GCancellable *event)
{
    GPollFD poll;

    g_assert_true(g_cancellable_make_pollfd(event, &poll));
    return poll;
}

GPollFD
sink_can_write(const sink_t *to)
{
    return when(to->can_write);
}

GPollFD
sink_has_gone(const sink_t *to)
{
    const GPollFD never = { 0 };

    return to->watches ? when(to->has_gone) : never;
}

void
sink_close(sink_t *to)
{
    to->closed++;
}

/* ---- What the output says ---- */

static unsigned more, fewer;    /* how often it said that bytes were taken, and that the reader has gone */

static void
on_change(bool taken, void *data)
{
    g_assert_true(data == &sink);
    if (taken)
        more++;
    else
        fewer++;
}

static output_t *
begin(bool watches)
{
    output_t *output;

    sink = (sink_t) { .most = 1000, .watches = watches, .taken = g_string_new(NULL), .can_write = g_cancellable_new(),
                      .has_gone = g_cancellable_new() };
    more = fewer = 0;
    output = output_open("somewhere", on_change, &sink, NULL);
    g_assert_nonnull(output);
    return output;
}

/* Lets the main loop do what there is to do, in so many rounds. */
static void
settle(unsigned rounds)
{
    while (rounds-- > 0)
        g_main_context_iteration(NULL, FALSE);
}

/* Nothing is called any more when it is closed, whatever happens. */
static void
end(output_t *output)
{
    const unsigned writes = sink.writes, said = more + fewer;

    output_close(output);
    g_assert_cmpuint(sink.closed, ==, 1);
    g_cancellable_cancel(sink.can_write);
    g_cancellable_cancel(sink.has_gone);
    settle(5);
    g_assert_cmpuint(sink.writes, ==, writes);
    g_assert_cmpuint(more + fewer, ==, said);
    g_object_unref(sink.can_write);
    g_object_unref(sink.has_gone);
    g_string_free(sink.taken, TRUE);
}

static void
put(output_t *output, const char *text)
{
    g_byte_array_append(output_bytes(output), (const uint8_t *)text, (unsigned)strlen(text));
}

static void
expect(output_t *output, const char *taken, const char *waits)
{
    g_assert_cmpstr(sink.taken->str, ==, taken);
    g_assert_cmpmem(output_bytes(output)->data, output_bytes(output)->len, waits, strlen(waits));
}

static void
test_what_cannot_be_opened(void)
{
    GError *error = NULL;

    g_assert_null(output_open("nowhere", on_change, &sink, &error));
    g_assert_cmpstr(error->message, ==, "there is no nowhere");
    g_error_free(error);
}

/* At once as much as the reader takes, in as many writes as that needs; the rest when it takes more. */
static void
test_what_is_taken(void)
{
    output_t *output = begin(true);

    sink.most = 1;
    sink.room = 3;
    put(output, "abcdefgh");
    output_flush(output);
    expect(output, "abc", "defgh");
    output_flush(output);
    settle(3);
    expect(output, "abc", "defgh");
    g_assert_cmpuint(sink.writes, ==, 5);
    g_assert_cmpuint(more + fewer, ==, 0);

    sink.room = 2;
    g_cancellable_cancel(sink.can_write);
    settle(1);
    expect(output, "abcde", "fgh");
    g_assert_cmpuint(more, ==, 1);
    g_cancellable_reset(sink.can_write);
    put(output, "i");
    settle(3);
    expect(output, "abcde", "fghi");
    g_assert_cmpuint(more, ==, 1);

    sink.room = 100;
    g_cancellable_cancel(sink.can_write);
    settle(3);
    expect(output, "abcdefghi", "");
    g_assert_cmpuint(more, ==, 2);
    put(output, "j");
    output_flush(output);
    expect(output, "abcdefghij", "");
    settle(3);
    g_assert_cmpuint(more, ==, 2);
    g_assert_cmpuint(fewer, ==, 0);
    end(output);
}

/* It shows when something is written, or at once if the system tells it. Then nothing is kept for the reader. */
static void
test_a_reader_that_goes(void)
{
    enum { AT_A_WRITE, WHILE_IT_WAITS, WITHOUT_A_WRITE, WITHOUT_A_SIGN, CASES };

    for (int how = 0; how < CASES; how++) {
        output_t *output = begin(how != WITHOUT_A_SIGN);
        unsigned  writes;

        g_test_message("case %d", how);
        settle(3);
        sink.room = how == WHILE_IT_WAITS ? 1 : 0;
        sink.gone = how == AT_A_WRITE;
        put(output, "abc");
        if (how <= WHILE_IT_WAITS)
            output_flush(output);
        g_assert_cmpuint(fewer, ==, how == AT_A_WRITE);
        sink.gone = true;
        if (how == WHILE_IT_WAITS)
            g_cancellable_cancel(sink.can_write);
        else if (how > WHILE_IT_WAITS)
            g_cancellable_cancel(sink.has_gone);
        settle(5);
        g_assert_cmpuint(fewer, ==, how != WITHOUT_A_SIGN);
        g_assert_cmpuint(more, ==, 0);
        expect(output, how == WHILE_IT_WAITS ? "a" : "", how == WITHOUT_A_SIGN ? "abc" : "");
        writes = sink.writes;
        put(output, "more");
        if (how != WITHOUT_A_SIGN) {
            g_assert_false(output_drain(output, 10));
            output_flush(output);
            g_assert_cmpuint(sink.writes, ==, writes);
            g_assert_cmpuint(output_bytes(output)->len, ==, 0);
            g_assert_false(output_drain(output, 10));
        } else {
            sink.gone = false;
            output_flush(output);   /* it waits for the reader when it is closed */
        }
        end(output);
    }
}

/* ---- The last words ---- */

/* Takes so many microseconds. */
static void *
take_later(void *span)
{
    g_usleep(GPOINTER_TO_UINT(span));
    g_cancellable_cancel(sink.can_write);
    return NULL;
}

static void
test_the_last_words(void)
{
    static const struct {
        bool        gone;
        size_t      room, most;
        unsigned    takes_after;    /* milliseconds; 0: at once */
        int         waits;          /* at most so many */
        bool        all;            /* are written in this time */
        const char *taken;
    } cases[] = {
        { false, 100, 100, 0, 5000, true, "last words" }, { false, 100, 1, 0, 5000, true, "last words" },
        { false, 100, 3, 30, 5000, true, "last words" }, { false, 100, 100, 120, 40, false, "" },
        { false, 4, 4, 0, 40, false, "last" }, { true, 100, 100, 0, 5000, false, "" },
        { false, 100, 100, 0, 0, false, "" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        output_t     *output = begin(false);
        GThread      *taking = NULL;
        const int64_t since = g_get_monotonic_time();
        int64_t       span;

        g_test_message("case %zu", i);
        g_assert_true(output_drain(output, cases[i].waits));
        g_assert_cmpuint(sink.writes, ==, 0);
        sink.gone = cases[i].gone;
        sink.room = cases[i].room;
        sink.most = cases[i].most;
        if (cases[i].takes_after)
            taking = g_thread_new("taking", take_later, GUINT_TO_POINTER(cases[i].takes_after * MILLISECOND));
        else
            g_cancellable_cancel(sink.can_write);
        put(output, "last words");
        g_assert_cmpint(output_drain(output, cases[i].waits), ==, cases[i].all);
        span = g_get_monotonic_time() - since;
        g_assert_cmpstr(sink.taken->str, ==, cases[i].taken);
        g_assert_cmpuint(fewer, ==, cases[i].gone);
        if (cases[i].all || cases[i].gone)
            g_assert_cmpint(span, <, cases[i].waits * MILLISECOND);
        else
            g_assert_cmpint(span, >=, cases[i].waits * MILLISECOND);
        if (taking)
            g_thread_join(taking);
        end(output);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    be_patient();
    g_test_add_func("/a-reader-that-goes", test_a_reader_that_goes);
    g_test_add_func("/the-last-words", test_the_last_words);
    g_test_add_func("/what-cannot-be-opened", test_what_cannot_be_opened);
    g_test_add_func("/what-is-taken", test_what_is_taken);
    return g_test_run();
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
