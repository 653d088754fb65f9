/* test-godot-recorder-listener.c
 * When are records of several games written, whom does godot-recorder listen and connect to, and how does it end?
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
#include <stdarg.h>
#include <string.h>

#include "recorder/extcap/game.h"
#include "recorder/extcap/listener.h"
#include "recorder/extcap/process.h"
#include "tests/unit/patience.h"

#define MILLISECOND 1000
#define BEGIN       ((int64_t)1795439000 * G_USEC_PER_SEC)
#define FULL        (1 << 20)               /* bytes that wait: then nothing more is written */
#define WINDOW      (250 * MILLISECOND)     /* docs/wire/recording.md, 5.4 */

/* ---- Games that do nothing ---- */

struct game {
    GSocketConnection *connection;
    game_meeting_t     meeting;
    bool               crowded, here, freed;
    unsigned           ticks;
    lane_t             lane;
};

static GPtrArray *games;    /* game_t, in the order in which they came: they stay here when they are freed */

static game_t *
game(unsigned number)
{
    return g_ptr_array_index(games, number);
}

game_t *
game_new(hub_t *hub G_GNUC_UNUSED, GSocketConnection *connection, game_meeting_t meeting, bool crowded)
{
    game_t *made = g_new0(game_t, 1);

    *made = (game_t) { .connection = g_object_ref(connection), .meeting = meeting, .crowded = crowded, .here = true };
    lane_init(&made->lane);
    g_ptr_array_add(games, made);
    return made;
}

lane_t *
game_lane(game_t *one)
{
    return &one->lane;
}

bool
game_is_here(const game_t *one)
{
    return one->here;
}

void
game_tick(game_t *one)
{
    g_assert_false(one->freed);
    one->ticks++;
}

void
game_free(game_t *one)
{
    g_assert_false(one->freed);
    one->freed = true;
    g_clear_object(&one->connection);
}

static void
forget_game(void *one)
{
    lane_clear(&((game_t *)one)->lane);
    g_free(one);
}

/* ---- A hub and an output that only note what they are told ---- */

static int64_t     now;
static GString    *told;        /* a line for each */
static GByteArray *out;
static unsigned    flushes, drains, drains_most, opened, closed, began, ended;
static output_fn   on_output;
static void       *of_output;
static hub_t      *hub_of_listener;

int64_t
hub_now(const hub_t *hub G_GNUC_UNUSED)
{
    return now;
}

void
hub_begin(hub_t *hub, output_t *output)
{
    began++;
    hub->output = output;
    hub_of_listener = hub;
    lane_init(&hub->own);
}

void
hub_end(hub_t *hub)
{
    GByteArray *block = g_byte_array_new();

    ended++;
    g_byte_array_append(block, (const uint8_t *)"E", 1);
    lane_push(&hub->own, now + G_USEC_PER_SEC, block);
    g_byte_array_unref(block);
}

void
hub_tell(hub_t *hub G_GNUC_UNUSED, tell_t what, const char *address, const char *format, ...)
{
    va_list arguments;

    g_string_append_printf(told, "%s %s: ", what == TELL_PROBLEM ? "problem" : "news", address ? address : "-");
    va_start(arguments, format);
    g_string_append_vprintf(told, format, arguments);
    va_end(arguments);
    g_string_append_c(told, '\n');
}

output_t *
output_open(const char *path, output_fn changed, void *data, GError **error)
{
    if (strcmp(path, "somewhere") != 0) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "there is no %s", path);
        return NULL;
    }
    opened++;
    on_output = changed;
    of_output = data;
    return (output_t *)(void *)&out;
}

GByteArray *
output_bytes(output_t *output)
{
    g_assert_true(output == (output_t *)(void *)&out);
    return out;
}

void
output_flush(output_t *output G_GNUC_UNUSED)
{
    flushes++;
}

/* Takes all; after drains_most times nothing more. */
bool
output_drain(output_t *output G_GNUC_UNUSED, int milliseconds G_GNUC_UNUSED)
{
    if (++drains > drains_most)
        return false;
    g_byte_array_set_size(out, 0);
    return true;
}

void
output_close(output_t *output G_GNUC_UNUSED)
{
    closed++;
}

static GSourceFunc asked;
static void       *of_asked;

void
process_when_asked_to_end(GSourceFunc function, void *data)
{
    asked = function;
    of_asked = data;
}

/* ---- A listener, and what happens meanwhile ---- */

static void
begin(void)
{
    now = BEGIN;
    games = g_ptr_array_new_with_free_func(forget_game);
    told = g_string_new(NULL);
    out = g_byte_array_new();
    flushes = drains = opened = closed = began = ended = 0;
    drains_most = 1000;
}

/* The program ends when a listener does, so nothing stops its timers. */
static void
end(void)
{
    while (opened && g_source_remove_by_user_data(of_output))
        ;
    for (unsigned i = 0; i < games->len; i++)
        g_assert_true(game(i)->freed);
    g_assert_cmpuint(closed, ==, opened);
    g_assert_cmpuint(began, ==, opened);
    g_ptr_array_unref(games);
    g_string_free(told, TRUE);
    g_byte_array_unref(out);
    while (g_main_context_iteration(NULL, FALSE))
        ;
}

static void
end_at_once(void)
{
    g_assert_true(asked(of_asked));
}

/* A listener runs in the main thread; what happens to it comes from there, too. */
typedef bool (*step_fn)(void);      /* is it done? */

static const step_fn *steps;        /* each is called again and again until it is done, then the next; NULL: the end */

static gboolean
on_step(gpointer nothing G_GNUC_UNUSED)
{
    if (*steps && (*steps)())
        steps++;
    if (*steps)
        return G_SOURCE_CONTINUE;
    end_at_once();
    return G_SOURCE_REMOVE;
}

static void
run(const listener_options_t *options, const step_fn *all)
{
    steps = all;
    g_timeout_add(1, on_step, NULL);
    g_assert_true(listener_run(options, NULL));
    g_assert_cmpuint(ended, ==, 1);
}

/* A server that games or listeners may connect to. number: 0 for any. @return its port */
static uint16_t
serve(GSocketListener *listener, uint16_t number)
{
    GSocketAddress *any = g_inet_socket_address_new_from_string("127.0.0.1", number), *bound = NULL;
    uint16_t        port;

    g_assert_true(g_socket_listener_add_address(listener, any, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                                &bound, NULL));
    port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(bound));
    g_object_unref(any);
    g_object_unref(bound);
    return port;
}

static void
stop_serving(GSocketListener *listener)
{
    g_socket_listener_close(listener);
    g_object_unref(listener);
}

static uint16_t
free_port(void)
{
    GSocketListener *listener = g_socket_listener_new();
    const uint16_t   port = serve(listener, 0);

    stop_serving(listener);
    return port;
}

static uint16_t   port;
static GPtrArray *connections;      /* of games to the listener */

/* Takes a port of its own. */
static listener_options_t
options_to_listen(void)
{
    port = free_port();
    return (listener_options_t) { .address = "127.0.0.1", .port = port, .output = "somewhere" };
}

static void
connect_games(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        GSocketAddress *address = g_inet_socket_address_new_from_string("127.0.0.1", port);
        GSocket        *one = g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);

        g_assert_true(g_socket_connect(one, address, NULL, NULL));
        g_ptr_array_add(connections, one);
        g_object_unref(address);
    }
}

/* ---- Where it listens ---- */

static gboolean
on_idle(gpointer nothing G_GNUC_UNUSED)
{
    end_at_once();
    return G_SOURCE_REMOVE;
}

/* @return the error's text, or an empty one */
static char *
listen_once(const char *address, uint16_t number, const char *token, const char *output)
{
    const listener_options_t options = { .address = address, .port = number, .token = token, .output = output };
    GError                  *error = NULL;
    const guint              idle = g_idle_add(on_idle, NULL);
    const bool               begun = listener_run(&options, &error);
    char                    *text = g_strdup(error ? error->message : "");

    g_assert_cmpint(begun, ==, error == NULL);
    if (!begun)
        g_source_remove(idle);
    g_assert_cmpuint(ended, ==, begun);
    g_clear_error(&error);
    return text;
}

static void
test_where_it_listens(void)
{
    static const struct {
        const char *address, *token, *told;
    } cases[] = {
        { "127.0.0.1", NULL, "news 127.0.0.1: Listens at port %u for games\n" },
        { "127.0.0.1", "x", "news 127.0.0.1: Listens at port %u for games that know the token\n" },
        { "localhost", NULL, "news 127.0.0.1: Listens at port %u for games\n" },
        { "0.0.0.0", "x", "news 0.0.0.0: Listens at port %u for games that know the token\n" },
        { "0.0.0.0", NULL, "problem 0.0.0.0: Listens at port %u, also to other machines, for any game: set a token if "
                           "there are strangers in the network\n" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char **parts = g_strsplit(cases[i].told, "%u", 2), *said, *expected;

        begin();
        port = free_port();
        said = listen_once(cases[i].address, port, cases[i].token, "somewhere");
        expected = g_strdup_printf("%s%u%s", parts[0], port, parts[1]);
        g_assert_cmpstr(said, ==, "");
        g_assert_cmpstr(told->str, ==, expected);
        g_assert_cmpmem(out->data, out->len, "", 0);
        g_assert_cmpuint(drains, ==, 1);
        end();
        g_strfreev(parts);
        g_free(said);
        g_free(expected);
    }
}

static void
test_where_it_cannot_listen(void)
{
    GSocketListener *other = g_socket_listener_new();
    const uint16_t   taken = serve(other, 0);
    const struct {
        const char *address, *output, *error, *advice;
        uint16_t    port;
    } cases[] = {
        { "nowhere", "somewhere", "nowhere is no address: ", "choose an address of this machine", taken },
        { "192.0.2.1", "somewhere", "cannot listen at 192.0.2.1, port ", "choose an address of this machine", taken },
        { "127.0.0.1", "somewhere", "cannot listen at 127.0.0.1, port ", "another program listens there", taken },
        { "127.0.0.1", "elsewhere", "there is no elsewhere", "elsewhere", 0 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *said;

        begin();
        said = listen_once(cases[i].address, cases[i].port, NULL, cases[i].output);
        g_test_message("case %zu: %s", i, said);
        g_assert_true(g_str_has_prefix(said, cases[i].error));
        g_assert_nonnull(strstr(said, cases[i].advice));
        g_assert_cmpstr(told->str, ==, "");
        end();
        g_free(said);
    }
    stop_serving(other);
}

/* ---- What is written, and when ---- */

static void
push(unsigned number, int64_t time, const char *text, size_t length)
{
    GByteArray *block = g_byte_array_new();

    g_byte_array_append(block, (const uint8_t *)text, (unsigned)strlen(text));
    if (length > block->len)
        g_byte_array_set_size(block, (unsigned)length);
    lane_push(&game(number)->lane, time, block);
    g_byte_array_unref(block);
}

static unsigned ticks;      /* that the last game had */

/* Has the listener looked at all games once more? */
static bool
has_ticked(void)
{
    return game(games->len - 1)->ticks > ticks;
}

static void
wait_for_a_tick(void)
{
    ticks = game(games->len - 1)->ticks;
}

static bool
two_games_come(void)
{
    connect_games(connections->len ? 0 : 2);
    if (games->len < 2)
        return false;
    g_assert_true(game(0)->here && !game(0)->crowded && !game(1)->crowded);
    g_assert_true(game(0)->meeting == GAME_HANDSHAKE && game(1)->meeting == GAME_HANDSHAKE);
    push(0, now - WINDOW - 1, "b", 0);
    push(1, now - WINDOW - 2, "a", 0);
    push(1, now - WINDOW + 1, "c", 0);
    push(0, now - WINDOW + 2, "d", 0);
    wait_for_a_tick();
    return true;
}

/* What may come behind others waits for them; when the reader has taken bytes, it goes on at once. */
static bool
old_ones_are_written(void)
{
    unsigned before;

    if (!has_ticked())
        return false;
    g_assert_cmpmem(out->data, out->len, "ab", 2);
    g_assert_cmpuint(flushes, >, 0);
    now++;
    before = flushes;
    on_output(true, of_output);
    g_assert_cmpmem(out->data, out->len, "abc", 3);
    g_assert_cmpuint(flushes, ==, before + 1);
    g_byte_array_set_size(out, FULL);
    now += 10;
    wait_for_a_tick();
    return true;
}

/* The reader takes nothing, then it does. A game goes, of which something waits. */
static bool
nothing_is_written_where_much_waits(void)
{
    if (!has_ticked())
        return false;
    g_assert_cmpuint(out->len, ==, FULL);
    g_byte_array_set_size(out, FULL - 1);
    on_output(true, of_output);
    g_assert_cmpuint(out->len, ==, FULL);
    g_byte_array_set_size(out, 0);
    game(0)->here = false;
    push(0, now, "last", 0);
    wait_for_a_tick();
    return true;
}

static bool
a_game_stays_until_all_is_written(void)
{
    if (!has_ticked())
        return false;
    g_assert_false(game(0)->freed);
    g_assert_cmpuint(out->len, ==, 0);
    now += WINDOW;
    wait_for_a_tick();
    return true;
}

/* The next block of it would be written if it were still looked at. The other one stays. */
static bool
then_it_is_forgotten(void)
{
    if (!has_ticked())
        return false;
    g_assert_cmpmem(out->data, out->len, "last", 4);
    g_assert_true(game(0)->freed);
    g_assert_false(game(1)->freed);
    push(0, now - WINDOW, "too late", 0);
    wait_for_a_tick();
    return true;
}

static bool
nothing_more_is_written_of_it(void)
{
    if (!has_ticked())
        return false;
    g_assert_cmpmem(out->data, out->len, "last", 4);
    return true;
}

static bool
much_comes(void)
{
    for (int i = 0; i < 4; i++)
        push(1, now + i, "x", FULL);
    return true;
}

/* At the end all is written, however young it is, if the reader takes it. */
static void
test_what_is_written(void)
{
    static const step_fn all[] = {
        two_games_come, old_ones_are_written, nothing_is_written_where_much_waits, a_game_stays_until_all_is_written,
        then_it_is_forgotten, nothing_more_is_written_of_it, much_comes, NULL
    };
    static const step_fn few[] = { two_games_come, much_comes, NULL };

    for (int takes = 0; takes < 2; takes++) {
        const listener_options_t options = options_to_listen();

        begin();
        connections = g_ptr_array_new_with_free_func(g_object_unref);
        drains_most = takes ? 1000 : 2;
        run(&options, takes ? all : few);
        /* Of pieces that are as many bytes as may wait, each is written alone; the listener's own is the last one. */
        g_assert_cmpuint(drains, ==, takes ? 5 : 3);
        g_assert_cmpint(game(1)->lane.bytes == 0, ==, takes);
        g_ptr_array_unref(connections);
        end();
    }
}

/* ---- How many games there may be ---- */

static bool
many_games_come(void)
{
    connect_games(connections->len ? 0 : 65);
    return games->len == 64 && told->len > 0 && strstr(told->str, "64 connections");
}

/* If the reader goes it ends, too. */
static bool
the_reader_goes(void)
{
    on_output(false, of_output);
    return false;
}

static void
test_many_games(void)
{
    static const step_fn     all[] = { many_games_come, the_reader_goes, NULL };
    const listener_options_t options = options_to_listen();

    begin();
    connections = g_ptr_array_new_with_free_func(g_object_unref);
    steps = all;
    const guint source = g_timeout_add(1, on_step, NULL);
    g_assert_true(listener_run(&options, NULL));
    g_source_remove(source);
    for (unsigned i = 0; i < games->len; i++)
        g_assert_cmpint(game(i)->crowded, ==, i >= 32);
    g_assert_true(g_str_has_suffix(told->str, "problem -: There are 64 connections already: another one is closed\n"));
    g_ptr_array_unref(connections);
    end();
}

/* ---- Games that listen ---- */

/* It is always there; it comes after a while, and goes; it is started again; it is never there. */
enum { STAYS, COMES, RETURNS, NEVER, TARGETS };

static struct {
    GSocketListener *server;
    uint16_t         port;
} targets[TARGETS];
static int64_t since;

static unsigned
port_of(const game_t *one)
{
    GSocketAddress *address = g_socket_connection_get_remote_address(one->connection, NULL);
    const unsigned  number = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(address));

    g_object_unref(address);
    return number;
}

/* Returns how many games are connected by this target's port now. */
static unsigned
connected_to(int target)
{
    unsigned count = 0;

    for (unsigned i = 0; i < games->len; i++)
        count += !game(i)->freed && port_of(game(i)) == targets[target].port;
    return count;
}

static void
end_games_of(int target)
{
    for (unsigned i = 0; i < games->len; i++)
        if (!game(i)->freed && port_of(game(i)) == targets[target].port)
            game(i)->here = false;
}

static unsigned
complaints(void)
{
    char         **lines = g_strsplit(told->str, "Cannot connect to a game (", -1);
    const unsigned count = g_strv_length(lines) - 1;

    g_strfreev(lines);
    return count;
}

static bool
those_that_are_there(void)
{
    if (connected_to(STAYS) == 0 || connected_to(RETURNS) == 0 || complaints() < 2)
        return false;
    g_assert_true(game(0)->meeting == (hub_of_listener->token ? GAME_HANDSHAKE : GAME_SECTION));
    end_games_of(RETURNS);
    targets[COMES].server = g_socket_listener_new();
    serve(targets[COMES].server, targets[COMES].port);
    since = g_get_monotonic_time();
    return true;
}

static bool
those_that_come_later(void)
{
    if (connected_to(COMES) == 0 || connected_to(RETURNS) == 0)
        return false;
    g_assert_cmpint(g_get_monotonic_time() - since, >, 500 * MILLISECOND);
    g_assert_cmpuint(games->len, ==, 4);
    g_assert_cmpuint(complaints(), ==, 2);
    end_games_of(COMES);
    stop_serving(targets[COMES].server);
    return true;
}

/* When it cannot be found again, this is told again. Of one that was never there it is told once. */
static bool
one_that_has_gone(void)
{
    return complaints() == 3;
}

static void
test_games_that_listen(void)
{
    static const step_fn all[] = { those_that_are_there, those_that_come_later, one_that_has_gone, NULL };
    listener_options_t   options = { .output = "somewhere" };
    char                *where, *expected;

    for (int i = 0; i < TARGETS; i++) {
        targets[i].server = g_socket_listener_new();
        targets[i].port = serve(targets[i].server, 0);
    }
    stop_serving(targets[COMES].server);
    stop_serving(targets[NEVER].server);
    begin();
    options.games = where = g_strdup_printf(" 127.0.0.1:%u,, 127.0.0.1:%u , 127.0.0.1:%u,127.0.0.1:%u,",
                                            targets[COMES].port, targets[STAYS].port, targets[RETURNS].port,
                                            targets[NEVER].port);
    run(&options, all);
    g_assert_cmpuint(games->len, ==, 4);
    expected = g_strdup_printf("problem 127.0.0.1:%u: Cannot connect to a game (", targets[COMES].port);
    g_assert_nonnull(strstr(told->str, expected));
    g_assert_true(g_str_has_suffix(told->str, "): tries again each second\n"));
    end();
    stop_serving(targets[STAYS].server);
    stop_serving(targets[RETURNS].server);
    g_free(where);
    g_free(expected);
}

static bool
one_game_is_there(void)
{
    return games->len == 1;
}

/* The first try is at once: a busy machine may be slow, but not each time. */
static void
test_a_token_is_asked_for(void)
{
    static const step_fn all[] = { one_game_is_there, NULL };
    int64_t              shortest = G_MAXINT64;

    for (int token = 0; token < 2; token++) {
        const int64_t            started = g_get_monotonic_time();
        GSocketListener         *server = g_socket_listener_new();
        char                    *where = g_strdup_printf("127.0.0.1:%u", serve(server, 0));
        const listener_options_t options = { .output = "somewhere", .games = where, .token = token ? "x" : NULL };

        begin();
        run(&options, all);
        g_assert_true(game(0)->meeting == (token ? GAME_HANDSHAKE : GAME_SECTION));
        g_assert_cmpstr(told->str, ==, "");
        shortest = MIN(shortest, g_get_monotonic_time() - started);
        end();
        stop_serving(server);
        g_free(where);
    }
    g_assert_cmpint(shortest, <, 900 * MILLISECOND);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    be_patient();
    g_test_add_func("/a-token-is-asked-for", test_a_token_is_asked_for);
    g_test_add_func("/games-that-listen", test_games_that_listen);
    g_test_add_func("/many-games", test_many_games);
    g_test_add_func("/what-is-written", test_what_is_written);
    g_test_add_func("/where-it-cannot-listen", test_where_it_cannot_listen);
    g_test_add_func("/where-it-listens", test_where_it_listens);
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
