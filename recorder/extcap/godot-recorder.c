/* recorder/extcap/godot-recorder.c
 * What does Wireshark ask of an interface of its own, and what is answered? (extcap(4), doc/extcap_example.py of Wireshark's sources)
 * A program that Wireshark starts: it makes one recording of those that games send (listener.c).
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
#include "recorder/extcap/listener.h"
#include "system/system.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define INTERFACE       "godot-recorder"
#define TOKEN_VARIABLE  "GODOT_RECORDER_TOKEN"  /* the addon's name for it, too (settings.gd) */

enum { EXIT_USAGE = 2 };

/* What the command line says. */
static struct {
    gboolean interfaces, links, config, capture, version;
    char    *interface, *fifo, *filter;
    char    *address, *token, *games;
    int      port;
} given = { .port = LISTENER_PORT };

static const char *
none_if_empty(const char *text)
{
    return text && *text ? text : NULL;
}

/* Wireshark tells its own version behind this option, a user asks with it for ours. */
static gboolean
take_version(const gchar *name, const gchar *value, gpointer data, GError **error)
{
    (void)name, (void)data, (void)error;
    given.version = value == NULL;
    return TRUE;
}

/* A token is its bytes, whatever the locale. */
static const GOptionEntry entries[] = {
    { "capture", 0, 0, G_OPTION_ARG_NONE, &given.capture, "Take recordings until the program is asked to end", NULL },
    { "fifo", 0, 0, G_OPTION_ARG_FILENAME, &given.fifo, "Where to write them: a FIFO, a named pipe of Windows or a file, - for standard output", "FILE" },
    { "address", 0, 0, G_OPTION_ARG_STRING, &given.address, "Address of this machine to listen at (" LISTENER_ADDRESS ")", "ADDRESS" },
    { "port", 0, 0, G_OPTION_ARG_INT, &given.port, "TCP port to listen at (" G_STRINGIFY(LISTENER_PORT) "); 0: at none", "PORT" },
    { "token", 0, 0, G_OPTION_ARG_FILENAME, &given.token, "What games have to know; otherwise the variable " TOKEN_VARIABLE, "TOKEN" },
    { "connect", 0, 0, G_OPTION_ARG_STRING, &given.games, "Games that listen, to connect to", "HOST:PORT,..." },
    { "extcap-interfaces", 0, 0, G_OPTION_ARG_NONE, &given.interfaces, "Wireshark asks: which interfaces are there?", NULL },
    { "extcap-dlts", 0, 0, G_OPTION_ARG_NONE, &given.links, "Wireshark asks: which link types?", NULL },
    { "extcap-config", 0, 0, G_OPTION_ARG_NONE, &given.config, "Wireshark asks: which options?", NULL },
    { "extcap-interface", 0, 0, G_OPTION_ARG_STRING, &given.interface, "Of which interface (" INTERFACE ")", "NAME" },
    { "extcap-version", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, (gpointer)take_version, "Print the version", NULL },
    { "extcap-capture-filter", 0, 0, G_OPTION_ARG_STRING, &given.filter, "Capture filters are refused", "FILTER" },
    { NULL }
};

/* ---- What Wireshark asks for before a capture ---- */

static void
print_interfaces(void)
{
    g_print("extcap {version=" PLUGIN_VERSION "}\n"
            "interface {value=" INTERFACE "}{display=Godot games (recorder)}\n");
}

static void
print_links(void)
{
    g_print("dlt {number=%d}{name=WIRESHARK_UPPER_PDU}{display=Recordings of Godot games}\n", LINK_TYPE);
}

static void
print_config(void)
{
    g_print("arg {number=0}{call=--address}{display=Listen at}{type=string}{default=" LISTENER_ADDRESS "}"
            "{tooltip=Address of this machine: 127.0.0.1 for games on it, 0.0.0.0 or :: for those on other machines and phones, too}\n"
            "arg {number=1}{call=--port}{display=Port}{type=unsigned}{range=0,65535}{default=%d}"
            "{tooltip=TCP port to which games connect (their setting network/recorder/connect). 0: none}\n"
            "arg {number=2}{call=--token}{display=Token}{type=password}"
            "{tooltip=What games have to know (their setting network/recorder/token). Empty: nothing}\n"
            "arg {number=3}{call=--connect}{display=Connect to games}{type=string}"
            "{tooltip=Games that listen themselves (their setting network/recorder/listen): host:port, divided by commas}\n",
            LISTENER_PORT);
}

/* ---- The capture ---- */

static int
run_capture(void)
{
    const char              *address = none_if_empty(given.address), *token = none_if_empty(given.token);
    const listener_options_t options = {
        .address = address ? address : LISTENER_ADDRESS,
        .port = (uint16_t)given.port,
        .token = token ? token : none_if_empty(g_getenv(TOKEN_VARIABLE)),
        .games = none_if_empty(given.games),
        .output = given.fifo,
        .quiet = given.interface != NULL        /* Wireshark started it */
    };
    GError *error = NULL;

    if (listener_run(&options, &error))
        return EXIT_SUCCESS;
    g_printerr("godot-recorder: %s\n", error->message);
    g_error_free(error);
    return EXIT_FAILURE;
}

/* What is wrong with the command line; NULL: nothing. */
static const char *
what_is_wrong(void)
{
    if (given.interface && strcmp(given.interface, INTERFACE) != 0)
        return "there is no interface of this name, only " INTERFACE;
    if (none_if_empty(given.filter))
        return "a capture filter cannot be applied to recordings; use a display filter";
    if (given.port < 0 || given.port > 65535)
        return "a port is a number from 0 to 65535";
    if (given.capture && !given.fifo)
        return "--capture needs --fifo";
    if (given.capture && given.port == 0 && !none_if_empty(given.games))
        return "with --port 0 nobody can connect: name games with --connect";
    return NULL;
}

/*
 * Does what the command line asks for. If Wireshark only asks whether a capture filter is valid, the reason why it is
 * not goes to standard output.
 */
static int
answer(void)
{
    const char *wrong = what_is_wrong();

    if (wrong && given.filter && !given.capture)
        g_print("%s\n", wrong);
    else if (wrong)
        g_printerr("godot-recorder: %s\n", wrong);
    if (wrong)
        return EXIT_USAGE;
    if (given.capture)
        return run_capture();
    if (given.interfaces)
        print_interfaces();
    if (given.links)
        print_links();
    if (given.config)
        print_config();
    if (given.version && !given.interfaces)
        g_print(PROGRAM "\n");
    return EXIT_SUCCESS;
}

static void
print_usage(GOptionContext *context)
{
    char *usage = g_option_context_get_help(context, TRUE, NULL);

    g_printerr("%s", usage);
    g_free(usage);
}

int
main(int argc, char **argv)
{
    char          **words = system_words(argv);
    GOptionContext *context = g_option_context_new("- take recordings that Godot games make of their network traffic");
    GError         *error = NULL;
    int             status = EXIT_USAGE;

    setlocale(LC_ALL, "");
    g_set_prgname("godot-recorder");
    g_option_context_set_summary(context, "Wireshark and tshark start this program for their interface \"Godot games (recorder)\".\n"
        "By hand: godot-recorder --capture --fifo games.pcapng, and --recorder-connect=127.0.0.1:19001 behind -- for each game.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (argc < 2)
        print_usage(context);
    else if (!g_option_context_parse_strv(context, &words, &error))
        g_printerr("godot-recorder: %s\n", error->message);
    else if (words[1])
        g_printerr("godot-recorder: what is %s?\n", words[1]);
    else
        status = answer();
    g_clear_error(&error);
    g_strfreev(words);
    g_option_context_free(context);
    return status;
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
