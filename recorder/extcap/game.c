/* recorder/extcap/game.c
 * What does one game send, and may it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/game.h"
#include "recorder/extcap/handshake.h"
#include "system/system.h"

#include <string.h>

enum {
    PATIENCE = 5 * G_USEC_PER_SEC,      /* for each message of the handshake, and for the section to begin */
    QUESTIONS_EACH = G_USEC_PER_SEC,
    FORGOTTEN_AFTER = 60,               /* after so many questions the best round trip is forgotten, because clocks drift */
    INTERFACES_MOST = 1024,             /* of a game: it has one for each peer that it has had */
    TEXT_MOST = 1000,                   /* bytes of a name that is passed on */
    READ_AT_ONCE = 65536,
    LANE_MOST = 4 << 20                 /* bytes that may wait; then the game is not read for a while */
};

typedef enum { PHASE_GREETING, PHASE_SECTION, PHASE_RECORDS, PHASE_GONE } phase_t;

/* What is known of the game's clock (5.3). */
typedef struct {
    uint32_t number;        /* of the last question */
    int64_t  asked;         /* when */
    uint32_t round_trip;    /* of the last question, or ROUND_TRIP_UNKNOWN */
    uint32_t best;          /* the smallest round trip */
    int64_t  behind;        /* by how much the game's clock was behind ours in that question; 0 if within the error */
} questions_t;

struct game {
    hub_t             *hub;
    GSocketConnection *connection;
    char              *address;
    GSource           *readable;        /* NULL: not read for now */
    phase_t            phase;
    int64_t            since;           /* when the phase began */
    bool               crowded, asks;   /* is it asked for its clock? */
    uint8_t            random[HANDSHAKE_RANDOM];
    GByteArray        *input;           /* at most a block and READ_AT_ONCE bytes */
    bool               big_endian;
    GArray            *interfaces;      /* of uint32_t: numbers in the output */
    unsigned           described;       /* interfaces in all sections */
    char              *name, *comment;
    bool               ended;           /* the recording, in order */
    questions_t        questions;
    lane_t             lane;
};

static void
begin_phase(game_t *game, phase_t phase)
{
    game->phase = phase;
    game->since = hub_now(game->hub);
}

static void
stop_reading(game_t *game)
{
    if (!game->readable)
        return;
    g_source_destroy(game->readable);
    g_source_unref(game->readable);
    game->readable = NULL;
}

/* Closes the connection, and tells why. */
static void
leave(game_t *game, tell_t what, const char *why)
{
    hub_tell(game->hub, what, game->address, "%s: %s", game->name, why);
    stop_reading(game);
    g_io_stream_close(G_IO_STREAM(game->connection), NULL, NULL);
    begin_phase(game, PHASE_GONE);
}

/* These few bytes fit into the buffer of any connection; one whose buffer is full has a game that reads nothing. */
static bool
send_bytes(game_t *game, const uint8_t *bytes, size_t length)
{
    GSocket *socket = g_socket_connection_get_socket(game->connection);

    return g_socket_send(socket, (const char *)bytes, length, NULL, NULL) == (gssize)length;
}

/* ---- The handshake ---- */

static const struct {
    verdict_t   verdict;
    const char *why;
} refusals[] = {
    { VERDICT_NO_GAME, "what it sends is not how a game begins; the connection is closed" },
    { VERDICT_VERSION, "it speaks another version of the protocol, and is refused; use an addon and a plugin of the same release" },
    { VERDICT_WRONG_TOKEN, "it does not know the token, and is refused; give the game and godot-recorder the same one" },
    { VERDICT_TOO_MANY, "there are too many games already, so it is refused" }
};

static void
refuse(game_t *game, verdict_t verdict)
{
    for (size_t i = 0; i < G_N_ELEMENTS(refusals); i++)
        if (refusals[i].verdict == verdict)
            leave(game, TELL_PROBLEM, refusals[i].why);
}

/* Returns how many bytes of the input it took; 0: it needs more. */
static size_t
take_greeting(game_t *game, slice_t input)
{
    const char *token = game->hub->token;
    uint8_t     answer[HANDSHAKE_ANSWER];
    verdict_t   verdict;

    if (input.length < HANDSHAKE_GAME)
        return 0;
    verdict = handshake_judge(input.data, token, game->random);
    if (verdict == VERDICT_WELCOME && game->crowded)
        verdict = VERDICT_TOO_MANY;
    if (verdict != VERDICT_NO_GAME) {
        handshake_answer(answer, verdict, input.data, token, game->random);
        send_bytes(game, answer, sizeof answer);
    }
    if (verdict == VERDICT_WELCOME)
        begin_phase(game, PHASE_SECTION);
    else
        refuse(game, verdict);
    return HANDSHAKE_GAME;
}

/* ---- The game's clock ---- */

static void
ask(game_t *game)
{
    questions_t *questions = &game->questions;
    uint8_t      question[HANDSHAKE_QUESTION];

    questions->asked = hub_now(game->hub);
    handshake_question(question, ++questions->number, questions->asked, questions->round_trip);
    questions->round_trip = ROUND_TRIP_UNKNOWN;
    if (questions->number % FORGOTTEN_AFTER == 0)
        questions->best = ROUND_TRIP_UNKNOWN;
    if (!send_bytes(game, question, sizeof question))
        game->asks = false;     /* a part of a question may be there: another one would be misread */
}

/*
 * Measures the game's clock by an answer. An offset of at most half of the round trip may be an error, so it counts as
 * none.
 */
static void
take_answer(game_t *game, const record_answer_t *answer, int64_t time)
{
    questions_t  *questions = &game->questions;
    const int64_t round_trip = hub_now(game->hub) - questions->asked;
    int64_t       behind = questions->asked + round_trip / 2 - time;

    if (answer->number != questions->number || answer->asked != questions->asked || round_trip >= ROUND_TRIP_UNKNOWN)
        return;
    questions->round_trip = (uint32_t)round_trip;
    if (questions->round_trip > questions->best)
        return;
    questions->best = questions->round_trip;
    questions->behind = ABS(behind) > round_trip / 2 ? behind : 0;
}

/* ---- Blocks ---- */

/* Returns a text that can be shown: UTF-8 without control characters, which a terminal would obey. */
static char *
readable_text(slice_t text)
{
    char    *valid = text.length > 0 ? g_utf8_make_valid((const char *)text.data, (gssize)MIN(text.length, TEXT_MOST)) : g_strdup("");
    GString *shown = g_string_new(NULL);

    for (const char *at = valid; *at; at = g_utf8_next_char(at))
        g_string_append_unichar(shown, g_unichar_iscntrl(g_utf8_get_char(at)) ? ' ' : g_utf8_get_char(at));
    g_free(valid);
    return g_string_free(shown, FALSE);
}

static bool
take_section(game_t *game, const block_t *block)
{
    block_section_t section;
    char           *application, *comment;

    if (!block_read_section(block, &section))
        return false;
    application = readable_text(section.application);
    comment = readable_text(section.comment);
    g_free(game->comment);
    game->comment = g_strjoin(*application && *comment ? ", " : "", comment, application, NULL);
    g_free(application);
    g_free(comment);
    g_array_set_size(game->interfaces, 0);
    begin_phase(game, PHASE_RECORDS);
    return true;
}

/* The first interface of a section is the game's process. */
static void
game_take_name(game_t *game, const char *name)
{
    const bool first = game->described == 1;

    if (*name) {
        g_free(game->name);
        game->name = g_strdup(name);
    }
    if (first)
        hub_tell(game->hub, TELL_NEWS, game->address, "%s: is recorded", game->name);
}

static bool
take_interface(game_t *game, const block_t *block)
{
    const bool        process = game->interfaces->len == 0;
    block_interface_t interface;
    char             *name, *description;
    uint32_t          number;

    if (game->described++ >= INTERFACES_MOST || !block_read_interface(block, &interface))
        return false;
    name = readable_text(interface.name);
    description = readable_text(interface.description);
    interface = (block_interface_t){ .name = slice_of_text(name), .description = slice_of_text(description) };
    if (process)
        interface.comment = slice_of_text(game->comment);
    number = hub_add_interface(game->hub, &interface);
    g_array_append_val(game->interfaces, number);
    if (process)
        game_take_name(game, *description ? description : name);
    g_free(name);
    g_free(description);
    return true;
}

/* Returns the time of a packet by the listener's clock. It is never later than now, when the packet has come. */
static int64_t
time_of(const game_t *game, const block_packet_t *packet)
{
    return MIN(packet->time + game->questions.behind, hub_now(game->hub));
}

static void
pass_on(game_t *game, block_packet_t *packet, slice_t record)
{
    GByteArray *data = g_byte_array_sized_new((unsigned)record.length + 32), *block = g_byte_array_sized_new((unsigned)record.length + 128);

    record_write(data, record);
    packet->data = (slice_t){ data->data, data->len };
    packet->interface = g_array_index(game->interfaces, uint32_t, packet->interface);
    block_write_packet(block, packet);
    lane_push(&game->lane, time_of(game, packet), block);
    g_byte_array_unref(block);
    g_byte_array_unref(data);
}

static bool
take_packet(game_t *game, const block_t *block)
{
    block_packet_t  packet;
    record_answer_t answer;
    slice_t         record;

    if (!block_read_packet(block, &packet) || packet.interface >= game->interfaces->len)
        return false;
    record = record_of(packet.data);
    if (record.length == 0)
        return false;
    if (record_answer(record, &answer))
        take_answer(game, &answer, packet.time);
    game->ended = record_kind(record) == RECORD_RUN_END;
    pass_on(game, &packet, record);
    return true;
}

static bool
take_block(game_t *game, const block_t *block)
{
    switch (block->type) {
    case BLOCK_SECTION:
        return take_section(game, block);
    case BLOCK_INTERFACE:
        return game->phase == PHASE_RECORDS && take_interface(game, block);
    case BLOCK_PACKET:
        return take_packet(game, block);
    default:
        return game->phase == PHASE_RECORDS;
    }
}

/* Returns how many bytes of the input it took; 0: it needs more. */
static size_t
take_first_block(game_t *game, slice_t input)
{
    block_t       block;
    block_state_t state = block_first(input, &game->big_endian, &block);

    if (state == BLOCK_PART)
        return 0;
    if (state == BLOCK_WHOLE && take_block(game, &block))
        return block.length;
    leave(game, TELL_PROBLEM, "what it sends is not a recording; the connection is closed");
    return 0;
}

/* Takes all that is whole. */
static void
take_input(game_t *game)
{
    slice_t left = { game->input->data, game->input->len };
    size_t  taken;

    do {
        taken = game->phase == PHASE_GREETING ? take_greeting(game, left) : take_first_block(game, left);
        left.data += taken, left.length -= taken;
    } while (taken > 0 && game->phase != PHASE_GONE);
    g_byte_array_remove_range(game->input, 0, game->input->len - (unsigned)left.length);
}

/* ---- The connection ---- */

static const char *
why_it_went(const game_t *game)
{
    if (game->ended)
        return "its recording has ended";
    if (game->phase == PHASE_RECORDS)
        return "has vanished: its connection ended before its recording did";
    return "it closed the connection before its recording began; did only one of both have a token?";
}

static gboolean
on_readable(GSocket *socket, GIOCondition condition, gpointer data)
{
    game_t  *game = data;
    unsigned had = game->input->len;
    gssize   got;
    GError  *error = NULL;

    (void)condition;
    g_byte_array_set_size(game->input, had + READ_AT_ONCE);
    got = g_socket_receive(socket, (char *)game->input->data + had, READ_AT_ONCE, NULL, &error);
    g_byte_array_set_size(game->input, had + (unsigned)MAX(got, 0));
    if (got > 0)
        take_input(game);
    else if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        leave(game, game->ended ? TELL_NEWS : TELL_PROBLEM, why_it_went(game));
    g_clear_error(&error);
    if (game->lane.bytes > LANE_MOST)
        stop_reading(game);
    return game->readable ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
begin_reading(game_t *game)
{
    GSocket *socket = g_socket_connection_get_socket(game->connection);

    game->readable = g_socket_create_source(socket, G_IO_IN, NULL);
    g_source_set_callback(game->readable, G_SOURCE_FUNC(on_readable), game, NULL);
    g_source_attach(game->readable, NULL);
}

static char *
address_of(GSocketConnection *connection)
{
    GSocketAddress *address = g_socket_connection_get_remote_address(connection, NULL);
    char           *text = address ? g_socket_connectable_to_string(G_SOCKET_CONNECTABLE(address)) : g_strdup("unknown");

    g_clear_object(&address);
    return text;
}

game_t *
game_new(hub_t *hub, GSocketConnection *connection, game_meeting_t meeting, bool crowded)
{
    game_t *game = g_new0(game_t, 1);
    uint8_t hello[HANDSHAKE_HELLO];

    *game = (game_t){ .hub = hub, .connection = g_object_ref(connection), .address = address_of(connection), .crowded = crowded,
                      .asks = meeting == GAME_HANDSHAKE, .input = g_byte_array_new(), .interfaces = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                      .name = g_strdup("A game"), .questions = { .round_trip = ROUND_TRIP_UNKNOWN, .best = ROUND_TRIP_UNKNOWN } };
    lane_init(&game->lane);
    begin_phase(game, meeting == GAME_HANDSHAKE ? PHASE_GREETING : PHASE_SECTION);
    g_socket_set_blocking(g_socket_connection_get_socket(connection), FALSE);
    begin_reading(game);
    if (meeting == GAME_SECTION)
        return game;
    if (!system_random(game->random, sizeof game->random))
        g_error("no random bytes can be had");
    handshake_hello(hello, hub->token, game->random);
    if (!send_bytes(game, hello, sizeof hello))
        leave(game, TELL_PROBLEM, "it closed the connection at once");
    return game;
}

lane_t *
game_lane(game_t *game)
{
    return &game->lane;
}

bool
game_is_here(const game_t *game)
{
    return game->phase != PHASE_GONE;
}

void
game_tick(game_t *game)
{
    const int64_t now = hub_now(game->hub);

    if (!game_is_here(game))
        return;
    if (game->phase != PHASE_RECORDS) {
        if (now - game->since > PATIENCE)
            leave(game, TELL_PROBLEM, "it sent no recording within 5 seconds; the connection is closed");
        return;
    }
    if (game->asks && now - game->questions.asked >= QUESTIONS_EACH)
        ask(game);
    if (!game->readable && game->lane.bytes < LANE_MOST / 2)
        begin_reading(game);
}

void
game_free(game_t *game)
{
    stop_reading(game);
    g_io_stream_close(G_IO_STREAM(game->connection), NULL, NULL);
    g_object_unref(game->connection);
    g_byte_array_unref(game->input);
    g_array_unref(game->interfaces);
    lane_clear(&game->lane);
    g_free(game->address);
    g_free(game->name);
    g_free(game->comment);
    g_free(game);
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
