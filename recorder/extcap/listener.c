/* recorder/extcap/listener.c
 * Who takes the recordings of any number of games, and puts them into one?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/listener.h"
#include "recorder/extcap/game.h"
#include "recorder/extcap/process.h"

#include <gio/gio.h>
#include <string.h>

enum {
    TICK = 50,                                      /* milliseconds */
    WINDOW = 250 * G_TIME_SPAN_MILLISECOND,         /* for which a record waits for older ones of others; a game sends once for each frame */
    GAMES_MOST = 64,                                /* connections; one more is closed at once */
    GAMES_WELCOME = 32,                             /* with so many connections, a further game is refused in its handshake */
    OUTPUT_MOST = 1 << 20,                          /* bytes that wait for Wireshark; then games wait, too, and tell what they drop */
    TRY_AGAIN = 1000,                               /* milliseconds */
    LAST_WORDS = 500                                /* milliseconds in which Wireshark may take the rest */
};

typedef struct listener listener_t;

/* A game that listens. */
typedef struct {
    listener_t *listener;
    char       *where;      /* host:port */
    game_t     *game;       /* NULL: not connected */
    bool        trying, complained; /* since the last connection */
} target_t;

struct listener {
    hub_t           hub;
    GMainLoop      *loop;
    GSocketService *service;
    GSocketClient  *client;
    GCancellable   *ending;
    GPtrArray      *lanes;      /* of lane_t: the listener's own, then those of the games */
    GPtrArray      *games;      /* of game_t */
    GPtrArray      *targets;    /* of target_t */
};

/* ---- Merging ---- */

/* Removes each game that has gone, when all that it sent has been written. */
static void
forget_gone(listener_t *listener)
{
    for (unsigned i = listener->games->len; i-- > 0;) {
        game_t *game = g_ptr_array_index(listener->games, i);

        if (game_is_here(game) || game_lane(game)->bytes > 0)
            continue;
        for (unsigned j = 0; j < listener->targets->len; j++) {
            target_t *target = g_ptr_array_index(listener->targets, j);

            if (target->game == game)
                target->game = NULL;
        }
        g_ptr_array_remove(listener->lanes, game_lane(game));
        g_ptr_array_remove_index(listener->games, i);
    }
}

/* Writes what is older than this, as long as Wireshark takes it. */
static void
write_older(listener_t *listener, int64_t until)
{
    GByteArray *out = output_bytes(listener->hub.output);
    lane_t     *lane;

    while (out->len < OUTPUT_MOST && (lane = lane_oldest(listener->lanes, until)))
        lane_shift(lane, out);
    output_flush(listener->hub.output);
}

static void
on_output(bool more, void *data)
{
    listener_t *listener = data;

    if (more)
        write_older(listener, hub_now(&listener->hub) - WINDOW);
    else
        g_main_loop_quit(listener->loop);
}

static gboolean
on_tick(gpointer data)
{
    listener_t *listener = data;

    for (unsigned i = 0; i < listener->games->len; i++)
        game_tick(g_ptr_array_index(listener->games, i));
    write_older(listener, hub_now(&listener->hub) - WINDOW);
    forget_gone(listener);
    return G_SOURCE_CONTINUE;
}

/* ---- Games that connect ---- */

static game_t *
add_game(listener_t *listener, GSocketConnection *connection, game_meeting_t meeting)
{
    game_t *game = game_new(&listener->hub, connection, meeting, listener->games->len >= GAMES_WELCOME);

    g_ptr_array_add(listener->games, game);
    g_ptr_array_add(listener->lanes, game_lane(game));
    return game;
}

static gboolean
on_incoming(GSocketService *service G_GNUC_UNUSED, GSocketConnection *connection, GObject *source G_GNUC_UNUSED, gpointer data)
{
    listener_t *listener = data;

    if (listener->games->len < GAMES_MOST)
        add_game(listener, connection, GAME_HANDSHAKE);
    else
        hub_tell(&listener->hub, TELL_PROBLEM, NULL, "There are %d connections already: another one is closed", GAMES_MOST);
    return TRUE;
}

/* Is it this machine alone that can connect? */
static bool
is_loopback(GSocketAddress *address)
{
    return g_inet_address_get_is_loopback(g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(address)));
}

/* What can be done when it is not possible to listen there. */
static const char *
advice(const GError *error)
{
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE))
        return "another program listens there, perhaps another Wireshark; end it, or choose another port here and in the games";
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
        return "choose a port from 1024 on";
    return "choose an address of this machine, 127.0.0.1 for games on it, 0.0.0.0 or :: for all";
}

static bool
listen_at(listener_t *listener, const listener_options_t *options, GError **error)
{
    const char     *text = strcmp(options->address, "localhost") == 0 ? LISTENER_ADDRESS : options->address;
    GSocketAddress *address = g_inet_socket_address_new_from_string(text, options->port);
    GError         *problem = NULL;
    bool            listens;

    if (!address) {
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s is no address: %s", text, advice(NULL));
        return false;
    }
    g_socket_listener_set_backlog(G_SOCKET_LISTENER(listener->service), GAMES_MOST);
    listens = g_socket_listener_add_address(G_SOCKET_LISTENER(listener->service), address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP,
                                            NULL, NULL, &problem);
    if (!listens)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot listen at %s, port %u (%s): %s", text, options->port, problem->message, advice(problem));
    else if (!options->token && !is_loopback(address))
        hub_tell(&listener->hub, TELL_PROBLEM, text, "Listens at port %u, also to other machines, for any game: set a token if there are strangers in the network", options->port);
    else
        hub_tell(&listener->hub, TELL_NEWS, text, "Listens at port %u for games%s", options->port, options->token ? " that know the token" : "");
    g_clear_error(&problem);
    g_object_unref(address);
    return listens;
}

/* ---- Games that listen ---- */

static void
on_connected(GObject *source, GAsyncResult *result, gpointer data)
{
    target_t          *target = data;
    listener_t        *listener = target->listener;
    GError            *error = NULL;
    GSocketConnection *connection = g_socket_client_connect_to_host_finish(G_SOCKET_CLIENT(source), result, &error);

    target->trying = false;
    if (connection) {
        target->game = add_game(listener, connection, listener->hub.token ? GAME_HANDSHAKE : GAME_SECTION);
        target->complained = false;
        g_object_unref(connection);
    } else if (!target->complained && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        hub_tell(&listener->hub, TELL_PROBLEM, target->where, "Cannot connect to a game (%s): tries again each second", error->message);
        target->complained = true;
    }
    g_clear_error(&error);
}

static gboolean
on_try(gpointer data)
{
    listener_t *listener = data;

    for (unsigned i = 0; i < listener->targets->len; i++) {
        target_t *target = g_ptr_array_index(listener->targets, i);

        if (target->game || target->trying || listener->games->len >= GAMES_WELCOME)
            continue;
        target->trying = true;
        g_socket_client_connect_to_host_async(listener->client, target->where, GAME_PORT, listener->ending, on_connected, target);
    }
    return G_SOURCE_CONTINUE;
}

static void
target_free(void *data)
{
    target_t *target = data;

    g_free(target->where);
    g_free(target);
}

static void
add_targets(listener_t *listener, const char *games)
{
    char **names = g_strsplit(games, ",", -1);

    for (char **name = names; *name; name++) {
        target_t *target;

        if (!*g_strstrip(*name))
            continue;
        target = g_new0(target_t, 1);
        target->listener = listener;
        target->where = g_strdup(*name);
        g_ptr_array_add(listener->targets, target);
    }
    g_strfreev(names);
}

/* ---- From begin to end ---- */

static gboolean
on_asked_to_end(gpointer data)
{
    g_main_loop_quit(((listener_t *)data)->loop);
    return G_SOURCE_CONTINUE;
}

static void
game_free_element(void *game)
{
    game_free(game);
}

static void
listener_init(listener_t *listener)
{
    listener->loop = g_main_loop_new(NULL, FALSE);
    listener->service = g_socket_service_new();
    listener->client = g_socket_client_new();
    listener->ending = g_cancellable_new();
    listener->lanes = g_ptr_array_new();
    listener->games = g_ptr_array_new_with_free_func(game_free_element);
    listener->targets = g_ptr_array_new_with_free_func(target_free);
    g_socket_client_set_enable_proxy(listener->client, FALSE);
    g_signal_connect(listener->service, "incoming", G_CALLBACK(on_incoming), listener);
    g_ptr_array_add(listener->lanes, &listener->hub.own);
}

/*
 * Ends the recording. What games have sent so far is written if Wireshark takes it soon; nothing more is read from
 * them.
 */
static void
listener_end(listener_t *listener)
{
    hub_end(&listener->hub);
    do
        write_older(listener, INT64_MAX);
    while (output_drain(listener->hub.output, LAST_WORDS) && lane_oldest(listener->lanes, INT64_MAX));
    g_cancellable_cancel(listener->ending);
    for (unsigned i = 0; i < listener->targets->len; i++)
        while (((target_t *)g_ptr_array_index(listener->targets, i))->trying)
            g_main_context_iteration(NULL, TRUE);
}

static void
listener_clear(listener_t *listener)
{
    g_ptr_array_unref(listener->games);
    g_ptr_array_unref(listener->targets);
    g_ptr_array_unref(listener->lanes);
    lane_clear(&listener->hub.own);
    g_object_unref(listener->ending);
    g_object_unref(listener->client);
    g_object_unref(listener->service);
    g_main_loop_unref(listener->loop);
}

static void
loop(listener_t *listener, const listener_options_t *options)
{
    if (options->games) {
        add_targets(listener, options->games);
        on_try(listener);
        g_timeout_add(TRY_AGAIN, on_try, listener);
    }
    g_timeout_add(TICK, on_tick, listener);
    g_main_loop_run(listener->loop);
    listener_end(listener);
}

bool
listener_run(const listener_options_t *options, GError **error)
{
    listener_t listener = { .hub = { .token = options->token, .quiet = options->quiet } };
    output_t  *output;
    bool       begun;

    output = output_open(options->output, on_output, &listener, error);
    if (!output)
        return false;
    listener_init(&listener);
    hub_begin(&listener.hub, output);
    process_when_asked_to_end(on_asked_to_end, &listener);      /* before it says that it listens */
    begun = options->port == 0 || listen_at(&listener, options, error);
    if (begun)
        loop(&listener, options);
    listener_clear(&listener);
    output_close(output);
    return begun;
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
