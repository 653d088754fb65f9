/* test-godot-recorder-hub.c
 * What does godot-recorder write of its own, and in which order do records wait (docs/wire/recording.md, 5.4)?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "recorder/extcap/hub.h"
#include "recorder/extcap/process.h"
#include "tests/unit/recording.h"

/* ---- The parts of the program that are left out ---- */

enum { PROCESS = 4711 };

static GByteArray *out;
static GString    *printed;
static bool        may_complain;

GByteArray *
output_bytes(output_t *output)
{
    g_assert_true(output == (output_t *)(void *)&out);
    return out;
}

uint32_t
process_number(void)
{
    return PROCESS;
}

bool
process_may_complain(void)
{
    return may_complain;
}

static void
print(const char *text)
{
    g_string_append(printed, text);
}

/* ---- The hub ---- */

static void
begin(hub_t *hub, bool quiet)
{
    out = g_byte_array_new();
    printed = g_string_new(NULL);
    may_complain = true;
    g_set_printerr_handler(print);
    *hub = (hub_t){ .quiet = quiet };
    hub_begin(hub, (output_t *)(void *)&out);
}

static void
end(hub_t *hub)
{
    lane_clear(&hub->own);
    g_set_printerr_handler(NULL);
    g_string_free(printed, TRUE);
    g_byte_array_unref(out);
}

/* Takes the next record of the hub's own: its time is that of the machine. */
static void
expect_record(hub_t *hub, record_t record, const GByteArray *body)
{
    GByteArray   *found = g_byte_array_new(), *expected = g_byte_array_new();
    const int64_t now = g_get_real_time();

    lane_shift(&hub->own, found);
    memcpy(&record.ticks, found->data + 28 + 20 + 16, sizeof record.ticks);
    record.ticks = GUINT64_FROM_LE(record.ticks);
    record.run = hub->record.run;
    put_record(expected, 0, hub->wall + (int64_t)record.ticks, record, body->data, body->len);
    g_assert_cmpmem(found->data, found->len, expected->data, expected->len);
    g_assert_cmpint(ABS(hub->wall + (int64_t)record.ticks - now), <, 10 * G_USEC_PER_SEC);
    g_byte_array_unref(found);
    g_byte_array_unref(expected);
}

static void
expect_begin(hub_t *hub)
{
    GByteArray *body = g_byte_array_new();

    put_attribute(body, 12, PROGRAM, strlen(PROGRAM));
    put_number_attribute(body, 16, PROCESS, 4);
    put_number_attribute(body, 17, (uint64_t)hub->wall, 8);
    expect_record(hub, (record_t){ .kind = KIND_RUN_BEGIN, .number = 1 }, body);
    g_byte_array_unref(body);
}

static void
expect_mark(hub_t *hub, uint32_t number, const char *text)
{
    GByteArray *body = g_byte_array_new();

    put_attribute(body, 1, text, strlen(text));
    expect_record(hub, (record_t){ .kind = KIND_MARK, .number = number }, body);
    g_byte_array_unref(body);
}

static void
expect_end(hub_t *hub, uint32_t number)
{
    GByteArray *body = g_byte_array_new();

    expect_record(hub, (record_t){ .kind = KIND_RUN_END, .number = number, .more = 2 }, body);   /* asked for */
    g_assert_cmpuint(hub->own.bytes, ==, 0);
    g_byte_array_unref(body);
}

/* A section, the interface of the listener with the number 0, and a run without a game. */
static void
test_beginning(void)
{
    const block_interface_t interface = { .name = slice_of_text("a game"), .description = slice_of_text("and more") };
    GByteArray             *expected = g_byte_array_new();
    hub_t                   hub;

    begin(&hub, true);
    g_assert_cmpuint(hub.record.run, !=, 0);
    put_section(expected, PROGRAM, NULL);
    put_interface(expected, "listener", PROGRAM);
    g_assert_cmpmem(out->data, out->len, expected->data, expected->len);
    g_assert_cmpuint(hub_add_interface(&hub, &interface), ==, 1);
    g_assert_cmpuint(hub_add_interface(&hub, &interface), ==, 2);
    put_interface(expected, "a game", "and more");
    put_interface(expected, "a game", "and more");
    g_assert_cmpmem(out->data, out->len, expected->data, expected->len);
    g_assert_cmpint(ABS(hub_now(&hub) - g_get_real_time()), <, 10 * G_USEC_PER_SEC);
    expect_begin(&hub);
    hub_end(&hub);
    expect_end(&hub, 2);
    end(&hub);
    g_byte_array_unref(expected);
}

/* What is told is a mark, and a line if somebody reads it; news are no lines if only problems shall be. */
static void
test_what_is_told(void)
{
    for (int quiet = 0; quiet < 2; quiet++) {
        hub_t hub;

        begin(&hub, quiet);
        expect_begin(&hub);
        hub_tell(&hub, TELL_NEWS, "somewhere", "%s has come", "A game");
        g_assert_cmpstr(printed->str, ==, quiet ? "" : "godot-recorder: A game has come [somewhere]\n");
        g_string_truncate(printed, 0);
        hub_tell(&hub, TELL_PROBLEM, NULL, "number %d", 7);
        g_assert_cmpstr(printed->str, ==, "godot-recorder: number 7\n");
        g_string_truncate(printed, 0);
        may_complain = false;
        hub_tell(&hub, TELL_PROBLEM, NULL, "unheard");
        g_assert_cmpstr(printed->str, ==, "");
        expect_mark(&hub, 2, "A game has come");
        expect_mark(&hub, 3, "number 7");
        expect_mark(&hub, 4, "unheard");
        hub_end(&hub);
        expect_end(&hub, 5);
        end(&hub);
    }
}

/* Ten lines in a second; others are counted. If a second ends meanwhile, the test begins anew. */
static void
test_many_lines(void)
{
    hub_t   hub;
    int64_t second;

    do {
        second = g_get_monotonic_time() / G_TIME_SPAN_SECOND;
        begin(&hub, true);
        for (int i = 0; i < 12; i++)
            hub_tell(&hub, TELL_NEWS, NULL, "line %d", i);
        if (second != g_get_monotonic_time() / G_TIME_SPAN_SECOND)
            end(&hub);
    } while (second != g_get_monotonic_time() / G_TIME_SPAN_SECOND);
    g_assert_cmpstr(printed->str, ==, "");
    hub_end(&hub);
    g_assert_cmpstr(printed->str, ==, "godot-recorder: 2 lines more were not told\n");
    expect_begin(&hub);
    for (int i = 0; i < 10; i++) {
        char text[20];

        g_snprintf(text, sizeof text, "line %d", i);
        expect_mark(&hub, (uint32_t)(2 + i), text);
    }
    expect_mark(&hub, 12, "2 lines more were not told");
    expect_end(&hub, 13);
    end(&hub);
}

/* In the next second there is room again, and what was left out is told first. */
static void
test_the_next_second(void)
{
    static const char *const texts[] = { "1 lines more were not told", "2 lines more were not told" };

    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        hub_t hub;

        begin(&hub, true);
        expect_begin(&hub);
        hub.told_in = g_get_monotonic_time() / G_TIME_SPAN_SECOND - 1;
        hub.told = 11 + i;
        hub.untold = 1 + i;
        hub_tell(&hub, TELL_NEWS, NULL, "news");
        expect_mark(&hub, 2, texts[i]);
        expect_mark(&hub, 3, "news");
        hub_tell(&hub, TELL_NEWS, NULL, "more");
        expect_mark(&hub, 4, "more");
        hub_end(&hub);
        expect_end(&hub, 5);
        end(&hub);
    }
}

/* ---- Lanes ---- */

/* The lane of the oldest block comes first, of equally old ones the first lane; each keeps its order. */
static void
test_lanes(void)
{
    static const struct {
        unsigned lane;
        int64_t  time;
    } pushed[] = { { 1, 50 }, { 0, 70 }, { 2, 50 }, { 1, 40 }, { 2, 60 }, { 0, 60 }, { 2, 80 } };
    /* Which of these come, one after the other, up to the time before. */
    static const struct {
        int64_t until;
        int     next;
    } expected[] = {
        { 49, -1 }, { 50, 0 }, { 50, 3 }, { 50, 2 }, { 59, -1 }, { 70, 4 }, { 69, -1 }, { 80, 1 }, { 100, 5 },
        { 79, -1 }, { 80, 6 }, { INT64_MAX, -1 }
    };
    lane_t     lanes[3];
    GPtrArray *all = g_ptr_array_new();

    memset(lanes, 0x55, sizeof lanes);
    for (size_t i = 0; i < G_N_ELEMENTS(lanes); i++) {
        lane_init(&lanes[i]);
        g_ptr_array_add(all, &lanes[i]);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(pushed); i++) {
        GByteArray *block = g_byte_array_new();

        put_number(block, i, 1 + i);
        lane_push(&lanes[pushed[i].lane], pushed[i].time, block);
        g_assert_cmpuint(lanes[pushed[i].lane].bytes, >, i);
        g_byte_array_unref(block);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
        lane_t     *oldest = lane_oldest(all, expected[i].until);
        GByteArray *block = g_byte_array_new();

        g_test_message("case %zu", i);
        g_assert_cmpint(oldest != NULL, ==, expected[i].next >= 0);
        if (oldest) {
            g_assert_true(oldest == &lanes[pushed[expected[i].next].lane]);
            lane_shift(oldest, block);
            g_assert_cmpint(block->data[0], ==, expected[i].next);
            g_assert_cmpuint(block->len, ==, expected[i].next + 1);
        }
        g_byte_array_unref(block);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(lanes); i++)
        g_assert_cmpuint(lanes[i].bytes, ==, 0);
    g_ptr_array_unref(all);
}

static void
test_a_lane_that_is_cleared(void)
{
    GByteArray *block = g_byte_array_new();
    lane_t      lane;

    put_number(block, 1, 8);
    lane_init(&lane);
    lane_push(&lane, 5, block);
    lane_clear(&lane);
    g_assert_true(lane.bytes == 0 && g_queue_is_empty(&lane.blocks));
    g_byte_array_unref(block);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/a-lane-that-is-cleared", test_a_lane_that_is_cleared);
    g_test_add_func("/beginning", test_beginning);
    g_test_add_func("/lanes", test_lanes);
    g_test_add_func("/many-lines", test_many_lines);
    g_test_add_func("/the-next-second", test_the_next_second);
    g_test_add_func("/what-is-told", test_what_is_told);
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
