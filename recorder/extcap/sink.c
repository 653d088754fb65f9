/* recorder/extcap/sink.c
 * How does a system hand bytes to a reader without ever waiting for it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/sink.h"

#include <gio/gio.h>
#include <string.h>

#ifdef G_OS_WIN32

#include <stdbool.h>
#include <windows.h>

#define PIPES   "\\\\.\\pipe\\"     /* how the names of pipes begin; Wireshark makes one, and gives its name to the program */
#define AT_ONCE 65536U              /* bytes that are handed to Windows in one go: as many as fit into Wireshark's pipe */

struct sink {
    HANDLE     file;
    OVERLAPPED writing, reading;    /* with the events that tell when the one or the other is over */
    bool       waits;               /* for the reader: what is in bytes has been handed to Windows */
    bool       watches;             /* a read waits: as the reader sends nothing, it is over when the reader goes */
    uint8_t    bytes[AT_ONCE];      /* must stay as they are until they are written */
    uint8_t    nothing;             /* where what is read would go */
};

static HANDLE
sink_open_pipe(const gunichar2 *path, bool *watches)
{
    HANDLE file = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, NULL);

    *watches = file != INVALID_HANDLE_VALUE;
    if (*watches || GetLastError() != ERROR_ACCESS_DENIED)
        return file;
    return CreateFileW(path, GENERIC_WRITE, 0, NULL, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, NULL);     /* nothing can be read from it */
}

/* Standard output may be of a kind that waits: then writing does. */
static HANDLE
sink_open_file(const char *path, bool *watches)
{
    gunichar2 *wide = g_utf8_to_utf16(path, -1, NULL, NULL, NULL);
    HANDLE     file = INVALID_HANDLE_VALUE;

    if (!wide)
        SetLastError(ERROR_INVALID_NAME);
    else if (strcmp(path, "-") == 0)
        DuplicateHandle(GetCurrentProcess(), GetStdHandle(STD_OUTPUT_HANDLE), GetCurrentProcess(), &file, 0, FALSE, DUPLICATE_SAME_ACCESS);
    else if (g_ascii_strncasecmp(path, PIPES, strlen(PIPES)) == 0)
        file = sink_open_pipe(wide, watches);
    else
        file = CreateFileW(wide, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_ALWAYS, FILE_FLAG_OVERLAPPED, NULL);
    g_free(wide);
    return file;
}

sink_t *
sink_open(const char *path, GError **error)
{
    bool    watches = false;
    HANDLE  file = sink_open_file(path, &watches);
    DWORD   problem = GetLastError();
    sink_t *sink;

    if (file == INVALID_HANDLE_VALUE) {
        char *why = g_win32_error_message((int)problem);

        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot write to %s: %s", path, why);
        g_free(why);
        return NULL;
    }
    sink = g_new0(sink_t, 1);
    sink->file = file;
    sink->writing.hEvent = CreateEventW(NULL, TRUE, TRUE, NULL);
    sink->reading.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    /* Only files look at this place: their end. */
    sink->writing.Offset = sink->writing.OffsetHigh = G_MAXUINT32;
    sink->watches = watches && (ReadFile(file, &sink->nothing, 1, NULL, &sink->reading) || GetLastError() == ERROR_IO_PENDING);
    return sink;
}

/* Hands bytes to Windows. They count as written when the reader has taken them. */
static gssize
sink_hand_over(sink_t *sink, const uint8_t *bytes, size_t length)
{
    const DWORD at_once = (DWORD)MIN(length, AT_ONCE);
    DWORD       written = 0;

    memcpy(sink->bytes, bytes, at_once);
    if (WriteFile(sink->file, sink->bytes, at_once, NULL, &sink->writing))
        return GetOverlappedResult(sink->file, &sink->writing, &written, TRUE) ? (gssize)written : -1;
    sink->waits = GetLastError() == ERROR_IO_PENDING;
    return sink->waits ? 0 : -1;
}

gssize
sink_write(sink_t *sink, const uint8_t *bytes, size_t length)
{
    DWORD written = 0;

    if (!sink->waits)
        return sink_hand_over(sink, bytes, length);
    if (GetOverlappedResult(sink->file, &sink->writing, &written, FALSE)) {
        sink->waits = false;
        return (gssize)written;
    }
    if (GetLastError() == ERROR_IO_INCOMPLETE)
        return 0;
    sink->waits = false;
    return -1;
}

GPollFD
sink_can_write(const sink_t *sink)
{
    return (GPollFD){ (gintptr)sink->writing.hEvent, G_IO_IN, 0 };
}

GPollFD
sink_has_gone(const sink_t *sink)
{
    return (GPollFD){ (gintptr)sink->reading.hEvent, sink->watches ? G_IO_IN : 0, 0 };
}

/* Windows may still use what it was handed, until it says otherwise. */
static void
sink_cancel(sink_t *sink, OVERLAPPED *what)
{
    DWORD bytes;

    CancelIoEx(sink->file, what);
    GetOverlappedResult(sink->file, what, &bytes, TRUE);
}

void
sink_close(sink_t *sink)
{
    if (sink->waits)
        sink_cancel(sink, &sink->writing);
    if (sink->watches)
        sink_cancel(sink, &sink->reading);
    CloseHandle(sink->writing.hEvent);
    CloseHandle(sink->reading.hEvent);
    CloseHandle(sink->file);
    g_free(sink);
}

#else

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <unistd.h>

struct sink {
    int file;
};

sink_t *
sink_open(const char *path, GError **error)
{
    int     file = strcmp(path, "-") == 0 ? dup(STDOUT_FILENO) : g_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    int     problem = errno;
    sink_t *sink;

    signal(SIGPIPE, SIG_IGN);       /* write() tells that the reader has gone */
    if (file < 0) {
        g_set_error(error, G_IO_ERROR, g_io_error_from_errno(problem), "cannot write to %s: %s", path, g_strerror(problem));
        return NULL;
    }
    if (!g_unix_set_fd_nonblocking(file, TRUE, error)) {
        g_prefix_error(error, "cannot write to %s: ", path);
        close(file);
        return NULL;
    }
    sink = g_new0(sink_t, 1);
    sink->file = file;
    return sink;
}

gssize
sink_write(sink_t *sink, const uint8_t *bytes, size_t length)
{
    gssize written = write(sink->file, bytes, length);

    if (written >= 0)
        return written;
    return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

GPollFD
sink_can_write(const sink_t *sink)
{
    return (GPollFD){ sink->file, G_IO_OUT, 0 };
}

/* The reader of a FIFO closes it when the program is to end, whether or not there is something to write. */
GPollFD
sink_has_gone(const sink_t *sink)
{
    return (GPollFD){ sink->file, G_IO_ERR | G_IO_HUP, 0 };
}

void
sink_close(sink_t *sink)
{
    close(sink->file);
    g_free(sink);
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
