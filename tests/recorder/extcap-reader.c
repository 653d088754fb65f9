/* tests/recorder/extcap-reader.c
 * Does a program behind an interface of Wireshark's write as it should to what Wireshark has on Windows, a named pipe?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

/*
 * extcap-reader PROGRAM ARGUMENT...: starts the program with --fifo and the name of a pipe behind the arguments, as
 * Wireshark does. A line on standard input begins the reading; the end of standard input closes the pipe. What is read
 * goes to standard output. The exit status is the program's, or 99 if it does not end by itself.
 */

#include <gio/gio.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { PIPE_ROOM = 65536, PATIENCE = 10000 /* ms */, NEVER_ENDED = 99, NOT_STARTED = 98 };

typedef struct {
    HANDLE pipe;
    HANDLE begun, ended;    /* what standard input said */
} reader_t;

static DWORD WINAPI
listen_to_input(void *data)
{
    const reader_t *reader = (const reader_t *)data;
    HANDLE          input = GetStdHandle(STD_INPUT_HANDLE);
    DWORD           got;
    char            byte;

    while (ReadFile(input, &byte, 1, &got, NULL) && got > 0)
        SetEvent(reader->begun);
    SetEvent(reader->begun);
    SetEvent(reader->ended);
    return 0;
}

/* Console events are the program's. */
static BOOL WINAPI
stay(DWORD event)
{
    (void)event;
    return TRUE;
}

/* @return FALSE if the pipe is closed */
static BOOL
finish(const reader_t *reader, BOOL at_once, OVERLAPPED *overlapped, DWORD *bytes)
{
    if (!at_once && GetLastError() == ERROR_PIPE_CONNECTED)
        return TRUE;
    if (!at_once && GetLastError() != ERROR_IO_PENDING)
        return FALSE;
    return GetOverlappedResult(reader->pipe, overlapped, bytes, TRUE);
}

static DWORD WINAPI
pass_on(void *data)
{
    static char     bytes[PIPE_ROOM];
    const reader_t *reader = (const reader_t *)data;
    OVERLAPPED      overlapped = { .hEvent = CreateEventW(NULL, TRUE, FALSE, NULL) };
    DWORD           got = 0, written;

    if (!finish(reader, ConnectNamedPipe(reader->pipe, &overlapped), &overlapped, &got))
        return 0;
    WaitForSingleObject(reader->begun, INFINITE);
    while (finish(reader, ReadFile(reader->pipe, bytes, sizeof bytes, NULL, &overlapped), &overlapped, &got))
        for (DWORD at = 0; at < got; at += written)
            if (!WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes + at, got - at, &written, NULL))
                return 0;
    return 0;
}

static int
status_of(GSubprocess *program, reader_t *reader)
{
    const gint64 end = g_get_monotonic_time() + PATIENCE * G_TIME_SPAN_MILLISECOND;

    DisconnectNamedPipe(reader->pipe);
    CloseHandle(reader->pipe);
    while (g_subprocess_get_identifier(program) && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, FALSE);
        Sleep(10);
    }
    if (!g_subprocess_get_identifier(program))
        return g_subprocess_get_exit_status(program);
    g_subprocess_force_exit(program);
    return NEVER_ENDED;
}

/* As Wireshark makes it (its extcap.c). @return its name, to be freed */
static char *
open_pipe(reader_t *reader)
{
    char      *name = g_strdup_printf("\\\\.\\pipe\\wireshark_extcap_%lu", GetCurrentProcessId());
    gunichar2 *wide = g_utf8_to_utf16(name, -1, NULL, NULL, NULL);

    reader->pipe = CreateNamedPipeW(wide, PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED,
                                    PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT, 1, PIPE_ROOM, PIPE_ROOM, 300,
                                    NULL);
    reader->begun = CreateEventW(NULL, TRUE, FALSE, NULL);
    reader->ended = CreateEventW(NULL, TRUE, FALSE, NULL);
    g_free(wide);
    return name;
}

int
main(void)
{
    GStrvBuilder *builder = g_strv_builder_new();
    char        **given = g_win32_get_command_line(), **words;
    reader_t      reader = { NULL, NULL, NULL };
    char         *name = open_pipe(&reader);
    GSubprocess  *program;
    HANDLE        over[2];
    GError       *error = NULL;

    g_strv_builder_addv(builder, (const char **)given + 1);
    g_strv_builder_add_many(builder, "--fifo", name, NULL);
    words = g_strv_builder_end(builder);
    SetConsoleCtrlHandler(stay, TRUE);
    program = g_subprocess_newv((const char *const *)words, G_SUBPROCESS_FLAGS_NONE, &error);
    if (!program) {
        g_printerr("extcap-reader: %s\n", error->message);
        return NOT_STARTED;
    }
    over[0] = CreateThread(NULL, 0, pass_on, &reader, 0, NULL);
    over[1] = reader.ended;
    CreateThread(NULL, 0, listen_to_input, &reader, 0, NULL);
    WaitForMultipleObjects(G_N_ELEMENTS(over), over, FALSE, INFINITE);
    return status_of(program, &reader);
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
