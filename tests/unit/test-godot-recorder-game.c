/* test-godot-recorder-game.c
 * How far is a game that godot-recorder meets, and what is passed on of what it sends (docs/wire/recording.md, 5)?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>

#ifdef G_OS_WIN32
#define WIN32_LEAN_AND_MEAN     /* "interface" is a word of its other headers */
#endif
#include <gio/gnetworking.h>
#include <stdarg.h>
#include <string.h>

#include "recorder/extcap/game.h"
#include "recorder/extcap/handshake.h"
#include "tests/unit/recording.h"

#define SECOND          ((int64_t)1000000)
#define BEGIN           (1795439000 * SECOND)
#define UNKNOWN         0xFFFFFFFFU
#define PROOF           32

/* ---- A listener that only notes what it is told ---- */

enum { FIRST_INTERFACE = 7 };       /* others have the numbers before */

static int64_t    now;
static GString   *told;
static GPtrArray *described;        /* "name|description|comment" of each interface */

int64_t
hub_now(const hub_t *hub G_GNUC_UNUSED)
{
    return now;
}

uint32_t
hub_add_interface(hub_t *hub G_GNUC_UNUSED, const block_interface_t *interface)
{
    const slice_t slices[] = { interface->name, interface->description, interface->comment };
    GString      *text = g_string_new(NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(slices); i++) {
        g_string_append(text, i ? "|" : "");
        g_string_append_len(text, (const char *)slices[i].data, (gssize)slices[i].length);
    }
    g_ptr_array_add(described, g_string_free(text, FALSE));
    return FIRST_INTERFACE + described->len - 1;
}

void
hub_tell(hub_t *hub G_GNUC_UNUSED, tell_t what, const char *address, const char *format, ...)
{
    va_list arguments;

    g_assert_nonnull(strstr(address, "127.0.0.1"));
    g_string_append(told, what == TELL_PROBLEM ? "problem " : "news ");
    va_start(arguments, format);
    g_string_append_vprintf(told, format, arguments);
    va_end(arguments);
    g_string_append_c(told, '\n');
}

/* ---- Both ends of a connection ---- */

typedef struct {
    hub_t       hub;
    GPtrArray  *lanes;
    game_t     *game;
    GSocket    *end, *theirs;       /* the game's own, and the listener's */
    GByteArray *bytes;              /* that it will send */
} meeting_t;

/* Lets the listener do what there is to do. */
static void
settle(void)
{
    while (g_main_context_iteration(NULL, FALSE))
        ;
}

/* Waits for something that the system does, which takes no time on most of them. */
#define WAIT_FOR(condition) \
    for (int64_t since = g_get_monotonic_time(); !(condition) && g_get_monotonic_time() - since < 10 * SECOND;) \
        g_usleep(100)

static void
meet(meeting_t *meeting, game_meeting_t how, const char *token, bool crowded)
{
    GSocketListener   *listener = g_socket_listener_new();
    GSocketAddress    *any = g_inet_socket_address_new_from_string("127.0.0.1", 0), *bound = NULL;
    GSocketConnection *connection;

    now = BEGIN;
    told = g_string_new(NULL);
    described = g_ptr_array_new_with_free_func(g_free);
    g_assert_true(g_socket_listener_add_address(listener, any, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                                &bound, NULL));
    meeting->end = g_socket_new(G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
    g_assert_true(g_socket_connect(meeting->end, bound, NULL, NULL));
    g_socket_set_blocking(meeting->end, FALSE);
    connection = g_socket_listener_accept(listener, NULL, NULL, NULL);
    g_assert_nonnull(connection);
    meeting->hub = (hub_t){ .token = token };
    meeting->theirs = g_socket_connection_get_socket(connection);
    /* So that no test waits. */
    g_assert_true(g_socket_set_option(meeting->theirs, IPPROTO_TCP, TCP_NODELAY, 1, NULL));
    g_assert_true(g_socket_set_option(meeting->end, IPPROTO_TCP, TCP_NODELAY, 1, NULL));
    meeting->game = game_new(&meeting->hub, connection, how, crowded);
    meeting->lanes = g_ptr_array_new();
    g_ptr_array_add(meeting->lanes, game_lane(meeting->game));
    meeting->bytes = g_byte_array_new();
    g_object_unref(connection);
    g_object_unref(bound);
    g_object_unref(any);
    g_object_unref(listener);
}

static void
part(meeting_t *meeting)
{
    game_free(meeting->game);
    g_object_unref(meeting->end);
    g_ptr_array_unref(meeting->lanes);
    g_byte_array_unref(meeting->bytes);
    g_ptr_array_unref(described);
    g_string_free(told, TRUE);
}

/* Sends as much as there is room for. */
static size_t
send_some(meeting_t *meeting, const uint8_t *bytes, size_t length)
{
    size_t sent = 0;

    while (sent < length) {
        const gssize before = g_socket_get_available_bytes(meeting->theirs);
        const size_t most = MIN(length - sent, 50000);
        const gssize some = g_socket_send(meeting->end, (const char *)bytes + sent, most, NULL, NULL);

        if (some <= 0)
            break;
        sent += (size_t)some;
        WAIT_FOR(g_socket_get_available_bytes(meeting->theirs) >= before + some);
        settle();
    }
    return sent;
}

/* Sends what was put into meeting->bytes. */
static void
send_all(meeting_t *meeting)
{
    g_assert_cmpuint(send_some(meeting, meeting->bytes->data, meeting->bytes->len), ==, meeting->bytes->len);
    g_byte_array_set_size(meeting->bytes, 0);
}

/* Takes exactly so many bytes that the listener has sent; none is left. */
static void
expect(meeting_t *meeting, uint8_t *bytes, size_t length)
{
    char more;

    settle();
    for (size_t had = 0; had < length;) {
        gssize some;

        WAIT_FOR((some = g_socket_receive(meeting->end, (char *)bytes + had, length - had, NULL, NULL)) > 0);
        g_assert_cmpint(some, >, 0);
        had += (size_t)some;
    }
    g_assert_cmpint(g_socket_receive(meeting->end, &more, 1, NULL, NULL), <=, 0);
}

/* The game closes the connection. */
static void
close_end(meeting_t *meeting)
{
    g_assert_true(g_socket_close(meeting->end, NULL));
    WAIT_FOR((settle(), !game_is_here(meeting->game)));
}

static void
assert_told(const char *text)
{
    g_assert_nonnull(strstr(told->str, text));
    g_string_truncate(told, 0);
}

/* ---- What a game sends ---- */

static void
put_packet(meeting_t *meeting, uint32_t interface, int64_t time, uint8_t kind, const void *body, size_t length)
{
    put_record(meeting->bytes, interface, time, (record_t){ .kind = kind }, body, length);
}

static void
put_mark(meeting_t *meeting, uint32_t interface, int64_t time)
{
    put_packet(meeting, interface, time, KIND_MARK, "body", 4);
}

/* The record "clock" with which a game answers (5.3). */
static void
put_answer(meeting_t *meeting, uint32_t number, int64_t asked, int64_t time)
{
    GByteArray *body = g_byte_array_new();

    put_number_attribute(body, 91, number, 4);
    put_number_attribute(body, 92, (uint64_t)asked, 8);
    put_packet(meeting, 0, time, KIND_CLOCK, body->data, body->len);
    g_byte_array_unref(body);
}

/* ---- The handshake ---- */

#define NO_ANSWER (-1)

static void
make_proof(uint8_t proof[PROOF], const char *who, const char *token, const uint8_t *listeners, const uint8_t *games)
{
    GHmac *hmac = g_hmac_new(G_CHECKSUM_SHA256, (const unsigned char *)token, strlen(token));
    gsize  length = PROOF;

    g_hmac_update(hmac, (const unsigned char *)who, (gssize)strlen(who));
    g_hmac_update(hmac, listeners, 16);
    g_hmac_update(hmac, games, 16);
    g_hmac_get_digest(hmac, proof, &length);
    g_hmac_unref(hmac);
}

/* A game with this token, or NULL, answers what the listener has sent. spoiled: a byte that is another one, or -1 */
static void
put_greeting(meeting_t *meeting, const uint8_t hello[24], const char *token, int spoiled)
{
    uint8_t greeting[56] = "GDRG\1";

    greeting[5] = token ? 1 : 0;
    for (uint8_t i = 0; i < 16; i++)
        greeting[8 + i] = (uint8_t)(100 + i);
    if (token)
        make_proof(greeting + 24, "godot-recorder game", token, hello + 8, greeting + 8);
    if (spoiled >= 0)
        greeting[spoiled] ^= 3;
    put_bytes(meeting->bytes, greeting, sizeof greeting);
}

static void
test_handshakes(void)
{
    static const struct {
        const char *token, *games;      /* the listener's, and the game's */
        bool        crowded;
        int         spoiled;            /* of the game's message */
        int         verdict;
        const char *told;
    } cases[] = {
        { NULL, NULL, false, -1, 0, "" },
        { NULL, "secret", false, -1, 0, "" },
        { "secret", "secret", false, -1, 0, "" },
        { "secret", "secret", false, 8, 1, "does not know the token" },
        { "secret", "secret", false, 23, 1, "does not know the token" },
        { "secret", "secret", false, 24, 1, "does not know the token" },
        { "secret", "secret", false, 55, 1, "does not know the token" },
        { "secret", "secret", false, 5, 1, "does not know the token" },
        { "secret", "Secret", false, -1, 1, "does not know the token" },
        { "secret", NULL, false, -1, 1, "does not know the token" },
        { NULL, NULL, true, -1, 2, "too many games" },
        { "secret", "secret", true, -1, 2, "too many games" },
        { "secret", NULL, true, -1, 1, "does not know the token" },
        { NULL, NULL, false, 4, 3, "another version" },
        { NULL, NULL, true, 4, 3, "another version" },
        { NULL, NULL, false, 0, NO_ANSWER, "not how a game begins" },
        { NULL, NULL, true, 3, NO_ANSWER, "not how a game begins" },
    };
    uint8_t last[16] = { 0 };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint8_t   hello[24], answer[40], expected[40] = "GDRA\1";
        meeting_t meeting;

        g_test_message("case %zu", i);
        meet(&meeting, GAME_HANDSHAKE, cases[i].token, cases[i].crowded);
        expect(&meeting, hello, sizeof hello);
        g_assert_cmpmem(hello, 8, cases[i].token ? "GDRL\1\1\0\0" : "GDRL\1\0\0\0", 8);
        g_assert_cmpint(memcmp(hello + 8, last, 16), !=, 0);
        memcpy(last, hello + 8, 16);
        put_greeting(&meeting, hello, cases[i].games, cases[i].spoiled);
        g_assert_cmpuint(send_some(&meeting, meeting.bytes->data, 55), ==, 55);
        g_assert_true(game_is_here(meeting.game));
        expect(&meeting, NULL, 0);
        g_byte_array_remove_range(meeting.bytes, 0, 55);
        put_section(meeting.bytes, NULL, NULL);
        put_interface(meeting.bytes, NULL, NULL);
        send_all(&meeting);
        g_assert_cmpuint(described->len, ==, cases[i].verdict == 0);
        expected[5] = (uint8_t)cases[i].verdict;
        if (cases[i].verdict == 0 && cases[i].token) {
            uint8_t games[16];

            for (uint8_t j = 0; j < 16; j++)
                games[j] = (uint8_t)(100 + j);
            make_proof(expected + 8, "godot-recorder listener", cases[i].token, hello + 8, games);
        }
        if (cases[i].verdict != NO_ANSWER) {
            expect(&meeting, answer, sizeof answer);
            g_assert_cmpmem(answer, sizeof answer, expected, sizeof expected);
        } else {
            expect(&meeting, NULL, 0);
        }
        g_assert_cmpint(game_is_here(meeting.game), ==, cases[i].verdict == 0);
        g_assert_cmpint(g_str_has_prefix(told->str, "problem A game: "), ==, cases[i].verdict != 0);
        assert_told(cases[i].told);
        part(&meeting);
    }
}

/* A game that has been welcomed. */
static void
meet_welcome(meeting_t *meeting)
{
    uint8_t hello[24], answer[40];

    meet(meeting, GAME_HANDSHAKE, NULL, false);
    expect(meeting, hello, sizeof hello);
    put_greeting(meeting, hello, NULL, -1);
    send_all(meeting);
    expect(meeting, answer, sizeof answer);
}

/* ... and whose recording has begun. */
static void
meet_recorded(meeting_t *meeting)
{
    meet_welcome(meeting);
    put_section(meeting->bytes, "Godot 4.6", NULL);
    put_interface(meeting->bytes, "My Game", "My Game, process 4711");
    send_all(meeting);
    g_assert_cmpstr(told->str, ==, "news My Game, process 4711: is recorded\n");
    g_string_truncate(told, 0);
}

/* The next message must come within five seconds; a recording may be silent. */
static void
test_patience(void)
{
    for (int messages = 0; messages < 3; messages++) {
        meeting_t meeting;

        if (messages == 0)
            meet(&meeting, GAME_HANDSHAKE, NULL, false);
        else if (messages == 1)
            meet(&meeting, GAME_SECTION, NULL, false);
        else
            meet_welcome(&meeting);
        now += 5 * SECOND;
        game_tick(meeting.game);
        g_assert_true(game_is_here(meeting.game));
        now++;
        game_tick(meeting.game);
        g_assert_false(game_is_here(meeting.game));
        assert_told("problem A game: it sent no recording within 5 seconds");
        now += 10 * SECOND;
        game_tick(meeting.game);
        settle();
        g_assert_cmpstr(told->str, ==, "");
        part(&meeting);
    }
}

static void
test_patience_begins_with_each_message(void)
{
    uint8_t   hello[24];
    meeting_t meeting;

    meet(&meeting, GAME_HANDSHAKE, NULL, false);
    expect(&meeting, hello, sizeof hello);
    now += 4 * SECOND;
    put_greeting(&meeting, hello, NULL, -1);
    send_all(&meeting);
    now += 4 * SECOND;
    game_tick(meeting.game);
    put_section(meeting.bytes, NULL, NULL);
    send_all(&meeting);
    now += 100 * SECOND;
    game_tick(meeting.game);
    g_assert_true(game_is_here(meeting.game));
    part(&meeting);
}

/* ---- The recording ---- */

/* Takes the first block that waits. */
static GByteArray *
next_block(meeting_t *meeting)
{
    GByteArray *block = g_byte_array_new();

    lane_shift(game_lane(meeting->game), block);
    return block;
}

static void
assert_next_is_mark(meeting_t *meeting, uint32_t interface, int64_t time)
{
    GByteArray *block = next_block(meeting);

    put_mark(meeting, interface, time);
    g_assert_cmpmem(block->data, block->len, meeting->bytes->data, meeting->bytes->len);
    g_byte_array_set_size(meeting->bytes, 0);
    g_byte_array_unref(block);
}

/* Records stay what they are, and only the numbers of their interfaces become others. Bytes come in any portions. */
static void
test_records_are_passed_on(void)
{
    static const size_t portions[] = { 1, 7, 100, 100000 };

    for (size_t i = 0; i < G_N_ELEMENTS(portions); i++) {
        meeting_t meeting;

        meet_welcome(&meeting);
        put_section(meeting.bytes, NULL, NULL);
        put_interface(meeting.bytes, "My Game", NULL);
        put_interface(meeting.bytes, "peer 1", "My Game, peer 1");
        put_mark(&meeting, 1, BEGIN - 5);
        put_tail(meeting.bytes, put_head(meeting.bytes, 5));          /* a block of another kind is passed over */
        put_mark(&meeting, 0, BEGIN - 7);
        put_section(meeting.bytes, NULL, NULL);                  /* another one begins anew */
        put_interface(meeting.bytes, "Your Game", NULL);
        put_mark(&meeting, 0, BEGIN - 3);
        for (size_t at = 0; at < meeting.bytes->len; at += portions[i])
            send_some(&meeting, meeting.bytes->data + at, MIN(portions[i], meeting.bytes->len - at));
        g_byte_array_set_size(meeting.bytes, 0);
        assert_next_is_mark(&meeting, FIRST_INTERFACE + 1, BEGIN - 5);
        assert_next_is_mark(&meeting, FIRST_INTERFACE, BEGIN - 7);
        assert_next_is_mark(&meeting, FIRST_INTERFACE + 2, BEGIN - 3);
        g_assert_cmpuint(game_lane(meeting.game)->bytes, ==, 0);
        g_assert_cmpstr(told->str, ==, "news My Game: is recorded\n");
        g_string_truncate(told, 0);
        close_end(&meeting);
        assert_told("problem Your Game: has vanished");
        part(&meeting);
    }
}

/* What is no recording ends the connection, and what came before is passed on. */
static void
test_what_is_no_recording(void)
{
    for (int i = 0; i < 11; i++) {
        const bool begins = i >= 5, is_good = i == 10;
        meeting_t  meeting;

        g_test_message("case %d", i);
        if (begins)
            meet_recorded(&meeting);
        else
            meet(&meeting, GAME_SECTION, NULL, false);
        if (begins)
            put_mark(&meeting, 0, BEGIN);
        switch (i) {
        case 0:
            put_interface(meeting.bytes, "A", "B");              /* before the section */
            break;
        case 1:
            put_mark(&meeting, 0, BEGIN);
            break;
        case 2:
        case 10:
            put_tail(meeting.bytes, put_head(meeting.bytes, 5));            /* one of another kind */
            break;
        case 3:
            put_section(meeting.bytes, NULL, NULL);
            put_mark(&meeting, 0, BEGIN);                                   /* its interface is not described */
            break;
        case 4:
            put_section(meeting.bytes, NULL, NULL);
            meeting.bytes->data[12] = 2;                                    /* another version of pcapng */
            break;
        case 5:
            put_mark(&meeting, 1, BEGIN);
            break;
        case 6:
            put_mark(&meeting, 0, BEGIN);
            meeting.bytes->data[meeting.bytes->len - 4 - 64 + 4] = 'G';     /* no record */
            break;
        case 7:
            put_interface(meeting.bytes, NULL, NULL);
            meeting.bytes->data[meeting.bytes->len - 16] = 1;               /* another link type */
            break;
        case 8:
            put_mark(&meeting, 0, INT64_C(1) << 62);                        /* a time that cannot be */
            break;
        case 9:
            put_number(meeting.bytes, 5, 4);
            put_number(meeting.bytes, 13, 8);                               /* no length of a block */
            break;
        default:
            break;
        }
        send_all(&meeting);
        g_assert_cmpint(game_is_here(meeting.game), ==, is_good);
        assert_told(is_good ? "" : begins ? "problem My Game, process 4711: what it sends is not a recording" :
                    "problem A game: what it sends is not a recording");
        g_assert_cmpint(game_lane(meeting.game)->bytes > 0, ==, begins);
        part(&meeting);
    }
}

/* A game has an interface for each peer that it has had, but not more than 1024 in all. */
static void
test_number_of_interfaces(void)
{
    for (int more = 0; more < 2; more++) {
        meeting_t meeting;

        meet(&meeting, GAME_SECTION, NULL, false);
        put_section(meeting.bytes, NULL, NULL);
        for (int i = 0; i < 1000; i++)
            put_interface(meeting.bytes, "A", "B");
        put_section(meeting.bytes, NULL, NULL);
        for (int i = 0; i < 24 + more; i++)
            put_interface(meeting.bytes, "A", "B");
        send_all(&meeting);
        g_assert_cmpint(game_is_here(meeting.game), ==, more == 0);
        g_assert_cmpuint(described->len, ==, 1024);
        part(&meeting);
    }
}

#define TEN(text) text text text text text text text text text text
#define THOUSAND TEN(TEN(TEN("x")))

static void
test_names(void)
{
    static const struct {
        const char *application, *comment, *name, *description;
        const char *described, *told;
    } cases[] = {
        { NULL, NULL, "My Game", "My Game, process 4711", "My Game|My Game, process 4711|", "My Game, process 4711" },
        { NULL, NULL, "My Game", NULL, "My Game||", "My Game" },
        { NULL, NULL, NULL, "process 4711", "|process 4711|", "process 4711" },
        { NULL, NULL, NULL, NULL, "||", "A game" },
        { "Godot 4.6", NULL, "a", "b", "a|b|Godot 4.6", "b" },
        { NULL, "of Monday", "a", "b", "a|b|of Monday", "b" },
        { "Godot 4.6", "of Monday", "a", "b", "a|b|of Monday, Godot 4.6", "b" },
        { NULL, "\n1", "a\033[2J\177", "b\tc", "a [2J |b c| 1", "b c" },
        { NULL, NULL, "\xc3\xa9\xc3", "\xff", "\xc3\xa9\xef\xbf\xbd|\xef\xbf\xbd|", "\xef\xbf\xbd" },
        { NULL, NULL, "a", THOUSAND, "a|" THOUSAND "|", THOUSAND },
        { NULL, NULL, "a", THOUSAND "y", "a|" THOUSAND "|", THOUSAND },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        meeting_t meeting;
        GString  *line = g_string_new(NULL);

        g_test_message("case %zu", i);
        meet(&meeting, GAME_SECTION, NULL, false);
        put_section(meeting.bytes, cases[i].application, cases[i].comment);
        put_interface(meeting.bytes, cases[i].name, cases[i].description);
        put_interface(meeting.bytes, "peer", "of a peer");
        send_all(&meeting);
        g_assert_cmpuint(described->len, ==, 2);
        g_assert_cmpstr((const char *)g_ptr_array_index(described, 0), ==, cases[i].described);
        g_assert_cmpstr((const char *)g_ptr_array_index(described, 1), ==, "peer|of a peer|");
        g_string_printf(line, "news %s: is recorded\n", cases[i].told);
        g_assert_cmpstr(told->str, ==, line->str);
        g_string_free(line, TRUE);
        part(&meeting);
    }
}

/* ---- How it ends ---- */

static void
test_endings(void)
{
    static const struct {
        const char *sent;       /* s: section and interface, m: a mark, e: the end of the run */
        const char *told;
    } cases[] = {
        { "", "problem A game: it closed the connection before its recording began" },
        { "s", "problem My Game: has vanished" },
        { "sm", "problem My Game: has vanished" },
        { "sme", "news My Game: its recording has ended" },
        { "smem", "problem My Game: has vanished" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        meeting_t meeting;

        g_test_message("case %zu", i);
        meet(&meeting, GAME_SECTION, NULL, false);
        for (const char *at = cases[i].sent; *at; at++)
            if (*at == 's') {
                put_section(meeting.bytes, NULL, NULL);
                put_interface(meeting.bytes, "My Game", NULL);
            } else {
                put_packet(&meeting, 0, BEGIN, *at == 'e' ? KIND_RUN_END : KIND_MARK, "body", 4);
            }
        send_all(&meeting);
        g_string_truncate(told, 0);
        g_assert_true(game_is_here(meeting.game));
        close_end(&meeting);
        g_assert_false(game_is_here(meeting.game));
        g_assert_true(g_str_has_prefix(told->str, cases[i].told));
        game_tick(meeting.game);
        part(&meeting);
    }
}

/* ---- The game's clock ---- */

/* Takes the question that the listener has just asked. */
static void
expect_question(meeting_t *meeting, uint32_t number, uint32_t round_trip)
{
    uint8_t question[24];
    int64_t asked;

    expect(meeting, question, sizeof question);
    g_assert_cmpmem(question, 4, "GDRQ", 4);
    put_number(meeting->bytes, number, 4);
    put_number(meeting->bytes, (uint64_t)now, 8);
    put_number(meeting->bytes, round_trip, 4);
    put_number(meeting->bytes, 0, 4);
    g_assert_cmpmem(question + 4, 20, meeting->bytes->data, meeting->bytes->len);
    g_byte_array_set_size(meeting->bytes, 0);
    memcpy(&asked, question + 8, sizeof asked);
    g_assert_cmpint(GINT64_FROM_LE(asked), ==, now);
}

/* Returns by how much a record of the game, made now by the listener's clock, is taken to be behind. */
static int64_t
measured(meeting_t *meeting)
{
    const int64_t time = now - 1000 * SECOND;
    GByteArray   *block;

    game_lane(meeting->game)->last = 0;     /* no order is to be kept */
    put_mark(meeting, 0, time);
    send_all(meeting);
    while (game_lane(meeting->game)->bytes > 0) {
        block = next_block(meeting);
        g_byte_array_unref(block);
    }
    return game_lane(meeting->game)->last - time;
}

static void
test_one_question(void)
{
    static const struct {
        int64_t  round_trip;
        int64_t  behind;            /* the game's clock, in the middle of the round trip */
        int      number, asked;     /* by how much these are others in the answer */
        int64_t  expected;
    } cases[] = {
        { 100000, 600 * SECOND, 0, 0, 600 * SECOND },
        { 100000, -600 * SECOND, 0, 0, -600 * SECOND },
        { 100000, 50000, 0, 0, 0 }, { 100000, 50001, 0, 0, 50001 },
        { 100000, -50000, 0, 0, 0 }, { 100000, -50001, 0, 0, -50001 },
        { 0, 1, 0, 0, 1 }, { 0, 0, 0, 0, 0 },
        /* A record is not later than when it is read. */
        { 100000, 1000 * SECOND, 0, 0, 1000 * SECOND }, { 100000, 1001 * SECOND, 0, 0, 1000 * SECOND },
        { 100000, 600 * SECOND, 1, 0, 0 }, { 100000, 600 * SECOND, -1, 0, 0 }, { 100000, 600 * SECOND, 0, 1, 0 },
        { (int64_t)UNKNOWN - 1, 2500 * SECOND, 0, 0, 1000 * SECOND }, { UNKNOWN, 2500 * SECOND, 0, 0, 0 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        meeting_t meeting;
        bool      is_taken = cases[i].number == 0 && cases[i].asked == 0 && cases[i].round_trip < UNKNOWN;

        g_test_message("case %zu", i);
        meet_recorded(&meeting);
        expect(&meeting, NULL, 0);
        game_tick(meeting.game);
        expect_question(&meeting, 1, UNKNOWN);
        put_answer(&meeting, (uint32_t)(1 + cases[i].number), now + cases[i].asked,
                   now + cases[i].round_trip / 2 - cases[i].behind);
        now += cases[i].round_trip;
        send_all(&meeting);
        g_assert_cmpint(measured(&meeting), ==, cases[i].expected);
        now = BEGIN + MAX(cases[i].round_trip, SECOND) - 1;
        if (cases[i].round_trip < SECOND) {
            game_tick(meeting.game);
            expect(&meeting, NULL, 0);
        }
        now++;
        game_tick(meeting.game);
        expect_question(&meeting, 2, is_taken ? (uint32_t)cases[i].round_trip : UNKNOWN);
        now += SECOND;
        game_tick(meeting.game);
        expect_question(&meeting, 3, UNKNOWN);      /* the second one was not answered */
        part(&meeting);
    }
}

/* The smallest round trip is the best one, but clocks drift: each sixty questions it is sought anew. */
static void
test_best_question(void)
{
    meeting_t meeting;

    meet_recorded(&meeting);
    for (uint32_t number = 1; number <= 61; number++) {
        const int64_t round_trip = number == 1 ? 20000 : number == 2 ? 10000 : 30000;
        const int64_t best = number < 60 ? MIN(number, 2) : 60;

        game_tick(meeting.game);
        expect_question(&meeting, number, number == 1 ? UNKNOWN : number == 2 ? 20000 : number == 3 ? 10000 : 30000);
        put_answer(&meeting, number, now, now + round_trip / 2 - MIN(number, 60) * SECOND);
        now += round_trip;
        send_all(&meeting);
        g_assert_cmpint(measured(&meeting), ==, best * SECOND);
        now += SECOND - round_trip;
    }
    part(&meeting);
}

/* Nothing is sent to a game that listens for Wireshark, and its clock is not asked for. */
static void
test_no_questions(void)
{
    meeting_t meeting;

    meet(&meeting, GAME_SECTION, NULL, false);
    put_section(meeting.bytes, NULL, NULL);
    put_interface(meeting.bytes, NULL, NULL);
    put_answer(&meeting, 0, 0, now / 2);
    send_all(&meeting);
    g_assert_cmpint(measured(&meeting), ==, 0);
    game_tick(meeting.game);
    expect(&meeting, NULL, 0);
    part(&meeting);
}

static void
tick_once_more(meeting_t *meeting, uint32_t *ticks)
{
    now += SECOND;
    game_tick(meeting->game);
    (*ticks)++;
}

/* A game that does not read its questions gets no more of them: the last one may have been cut. */
static void
test_a_game_that_reads_nothing(void)
{
    GByteArray *got = g_byte_array_new();
    uint8_t     bytes[4096];
    uint32_t    ticks = 0, last;
    gssize      some;
    meeting_t   meeting;

    meet_recorded(&meeting);
    g_assert_true(g_socket_set_option(meeting.theirs, SOL_SOCKET, SO_SNDBUF, 1, NULL));
    do
        tick_once_more(&meeting, &ticks);
    while (ticks < 1000 || g_socket_condition_check(meeting.theirs, G_IO_OUT));
    while (!g_socket_condition_check(meeting.theirs, G_IO_OUT))
        if ((some = g_socket_receive(meeting.end, (char *)bytes, sizeof bytes, NULL, NULL)) > 0)
            put_bytes(got, bytes, (size_t)some);
    tick_once_more(&meeting, &ticks);
    g_assert_true(game_is_here(meeting.game));
    g_assert_true(g_socket_shutdown(meeting.theirs, FALSE, TRUE, NULL));
    g_socket_set_blocking(meeting.end, TRUE);
    while ((some = g_socket_receive(meeting.end, (char *)bytes, sizeof bytes, NULL, NULL)) > 0)
        put_bytes(got, bytes, (size_t)some);
    memcpy(&last, got->data + got->len / 24 * 24 - 20, sizeof last);
    g_assert_cmpuint(GUINT32_FROM_LE(last), <, ticks - 1);
    g_byte_array_unref(got);
    part(&meeting);
}

/* Messages have no bytes but those of the specification (5.2 and 5.3). */
static void
test_bytes_of_messages(void)
{
    static const uint8_t random[16] = "0123456789abcdef", game[56] = "GDRG\1";
    uint8_t              message[41];

    memset(message, 0xFF, sizeof message);
    handshake_hello(message, NULL, random);
    g_assert_cmpmem(message, 25, "GDRL\1\0\0\0" "0123456789abcdef" "\377", 25);
    memset(message, 0xFF, sizeof message);
    handshake_answer(message, VERDICT_WRONG_TOKEN, game, "secret", random);
    g_assert_cmpmem(message, 9, "GDRA\1\1\0\0", 9);
    g_assert_cmpmem(message + 8, 33, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\377", 33);
    memset(message, 0xFF, sizeof message);
    handshake_question(message, 0x01020304, 0x05060708090A0B0C, 0x0D0E0F10);
    g_assert_cmpmem(message, 25, "GDRQ\4\3\2\1\14\13\12\11\10\7\6\5\20\17\16\15\0\0\0\0\377", 25);
}

/* ---- What waits ---- */

/* A game is not read while more than four megabytes wait, until half of them are written. */
static void
test_a_game_that_sends_much(void)
{
    const size_t most = 4 << 20, size = 200000;
    uint8_t     *body = g_malloc0(size);
    meeting_t    meeting;
    lane_t      *lane;

    meet_recorded(&meeting);
    lane = game_lane(meeting.game);
    while (lane->bytes <= most) {
        g_assert_cmpint(g_socket_get_available_bytes(meeting.theirs), ==, 0);
        put_packet(&meeting, 0, BEGIN, KIND_PACKET, body, size);
        send_all(&meeting);
    }
    g_assert_cmpuint(lane->bytes, <, most + 2 * size);
    put_mark(&meeting, 0, BEGIN);
    send_all(&meeting);
    while (lane->bytes >= most / 2) {
        game_tick(meeting.game);
        settle();
        g_assert_cmpint(g_socket_get_available_bytes(meeting.theirs), >, 0);
        g_byte_array_unref(next_block(&meeting));
    }
    game_tick(meeting.game);
    settle();
    g_assert_cmpint(g_socket_get_available_bytes(meeting.theirs), ==, 0);
    g_assert_cmpstr(told->str, ==, "");
    part(&meeting);
    g_free(body);
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/a-game-that-reads-nothing", test_a_game_that_reads_nothing);
    g_test_add_func("/a-game-that-sends-much", test_a_game_that_sends_much);
    g_test_add_func("/best-question", test_best_question);
    g_test_add_func("/bytes-of-messages", test_bytes_of_messages);
    g_test_add_func("/endings", test_endings);
    g_test_add_func("/handshakes", test_handshakes);
    g_test_add_func("/names", test_names);
    g_test_add_func("/no-questions", test_no_questions);
    g_test_add_func("/number-of-interfaces", test_number_of_interfaces);
    g_test_add_func("/one-question", test_one_question);
    g_test_add_func("/patience", test_patience);
    g_test_add_func("/patience-begins-with-each-message", test_patience_begins_with_each_message);
    g_test_add_func("/records-are-passed-on", test_records_are_passed_on);
    g_test_add_func("/what-is-no-recording", test_what_is_no_recording);
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
