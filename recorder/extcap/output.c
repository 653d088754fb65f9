/* recorder/extcap/output.c
 * How does the recording get to Wireshark, and when does Wireshark want no more?
 * All that is of POSIX and not of GLib is here, in listener.c (signals), and in game.c (random bytes).
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/extcap/output.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

struct output {
    int         file;
    GByteArray *bytes;
    guint       writable, broken;   /* sources; 0: none */
    bool        gone;               /* the reader */
    output_fn   changed;
    void       *data;
};

static void
set_gone(output_t *output)
{
    output->gone = true;
    g_byte_array_set_size(output->bytes, 0);
    output->changed(false, output->data);
}

/* The reader of a FIFO closes it when it is to end, whether or not there is something to write. */
static gboolean
on_broken(gint file, GIOCondition condition, gpointer data)
{
    output_t *output = data;

    (void)file, (void)condition;
    output->broken = 0;
    set_gone(output);
    return G_SOURCE_REMOVE;
}

output_t *
output_open(const char *path, output_fn changed, void *data, GError **error)
{
    int       file = strcmp(path, "-") == 0 ? dup(STDOUT_FILENO) : g_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    int       problem = errno;
    output_t *output;

    if (file < 0) {
        g_set_error(error, G_IO_ERROR, g_io_error_from_errno(problem), "cannot write to %s: %s", path, g_strerror(problem));
        return NULL;
    }
    if (!g_unix_set_fd_nonblocking(file, TRUE, error)) {
        g_prefix_error(error, "cannot write to %s: ", path);
        close(file);
        return NULL;
    }
    output = g_new0(output_t, 1);
    output->file = file;
    output->bytes = g_byte_array_new();
    output->changed = changed;
    output->data = data;
    output->broken = g_unix_fd_add(file, G_IO_ERR | G_IO_HUP, on_broken, output);
    return output;
}

GByteArray *
output_bytes(output_t *output)
{
    return output->bytes;
}

static gboolean
on_writable(gint file, GIOCondition condition, gpointer data)
{
    output_t *output = data;

    (void)file, (void)condition;
    output->writable = 0;
    output_flush(output);
    if (!output->gone)
        output->changed(true, output->data);
    return G_SOURCE_REMOVE;
}

/* Returns false if the reader takes no more now, or has gone. */
static bool
write_some(output_t *output)
{
    ssize_t written = write(output->file, output->bytes->data, output->bytes->len);

    if (written >= 0)
        g_byte_array_remove_range(output->bytes, 0, (unsigned)written);
    else if (errno != EAGAIN && errno != EINTR)
        set_gone(output);
    return written > 0;
}

void
output_flush(output_t *output)
{
    if (output->gone)
        g_byte_array_set_size(output->bytes, 0);
    while (output->bytes->len > 0 && write_some(output))
        ;
    if (output->bytes->len > 0 && output->writable == 0)
        output->writable = g_unix_fd_add(output->file, G_IO_OUT, on_writable, output);
}

bool
output_drain(output_t *output, int milliseconds)
{
    const int64_t end = g_get_monotonic_time() + milliseconds * G_TIME_SPAN_MILLISECOND;
    int64_t       left;

    while (!output->gone && output->bytes->len > 0 && (left = end - g_get_monotonic_time()) > 0) {
        GPollFD poll = { output->file, G_IO_OUT, 0 };

        if (g_poll(&poll, 1, (int)(left / G_TIME_SPAN_MILLISECOND) + 1) > 0)
            write_some(output);
    }
    return !output->gone && output->bytes->len == 0;
}

void
output_close(output_t *output)
{
    if (output->writable != 0)
        g_source_remove(output->writable);
    if (output->broken != 0)
        g_source_remove(output->broken);
    close(output->file);
    g_byte_array_unref(output->bytes);
    g_free(output);
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
