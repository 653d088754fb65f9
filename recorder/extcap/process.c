/* recorder/extcap/process.c
 * What is it to the system, which asks it to end and takes its complaints?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/process.h"

#ifdef G_OS_WIN32

#include <windows.h>

static struct {
    GSourceFunc asked;
    void       *data;
} ending;

uint32_t
process_number(void)
{
    return GetCurrentProcessId();
}

static gboolean
process_ask(gpointer data)
{
    (void)data;
    ending.asked(ending.data);
    return G_SOURCE_REMOVE;
}

/*
 * Windows calls this in a thread of its own. If the console is closed, or the user logs off, it ends the process when
 * this returns, or after some seconds; the process ends by itself before.
 */
static BOOL WINAPI
process_on_control(DWORD event)
{
    g_idle_add(process_ask, NULL);
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        Sleep(INFINITE);
    return TRUE;
}

void
process_when_asked_to_end(GSourceFunc asked, void *data)
{
    ending.asked = asked;
    ending.data = data;
    SetConsoleCtrlHandler(process_on_control, TRUE);
}

/* Writing to a pipe that does not wait takes what fits. */
bool
process_may_complain(void)
{
    DWORD  mode = PIPE_READMODE_BYTE | PIPE_NOWAIT;
    HANDLE file = GetStdHandle(STD_ERROR_HANDLE);

    if (GetFileType(file) == FILE_TYPE_PIPE)
        SetNamedPipeHandleState(file, &mode, NULL, NULL);
    return true;
}

#else

#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

uint32_t
process_number(void)
{
    return (uint32_t)getpid();
}

void
process_when_asked_to_end(GSourceFunc asked, void *data)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

    for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
        g_unix_signal_add(signals[i], asked, data);
}

bool
process_may_complain(void)
{
    GPollFD poll = { STDERR_FILENO, G_IO_OUT, 0 };

    g_poll(&poll, 1, 0);
    return poll.revents & G_IO_OUT;
}

#endif

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
