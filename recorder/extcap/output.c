/* recorder/extcap/output.c
 * How does the recording get to Wireshark, and when does Wireshark want no more?
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
#include "recorder/extcap/sink.h"

struct output {
    sink_t     *sink;
    GByteArray *bytes;
    guint       writable, broken;   /* sources; 0: none */
    bool        gone;               /* the reader */
    output_fn   changed;
    void       *data;
};

/* Waits in the main loop for what g_poll() waits for. */
typedef struct {
    GSource source;
    GPollFD poll;
} watch_t;

static gboolean
watch_check(GSource *source)
{
    return ((watch_t *)source)->poll.revents != 0;
}

static gboolean
watch_dispatch(GSource *source, GSourceFunc callback, gpointer data)
{
    (void)source;
    return callback(data);
}

/* @return the source, for g_source_remove() */
static guint
watch_new(GPollFD poll, GSourceFunc callback, output_t *output)
{
    static GSourceFuncs functions = { .check = watch_check, .dispatch = watch_dispatch };
    watch_t            *watch = (watch_t *)g_source_new(&functions, sizeof (watch_t));
    guint               number;

    watch->poll = poll;
    g_source_add_poll(&watch->source, &watch->poll);
    g_source_set_callback(&watch->source, callback, output, NULL);
    number = g_source_attach(&watch->source, NULL);
    g_source_unref(&watch->source);
    return number;
}

static void
set_gone(output_t *output)
{
    output->gone = true;
    g_byte_array_set_size(output->bytes, 0);
    output->changed(false, output->data);
}

static gboolean
on_broken(gpointer data)
{
    output_t *output = data;

    output->broken = 0;
    set_gone(output);
    return G_SOURCE_REMOVE;
}

output_t *
output_open(const char *path, output_fn changed, void *data, GError **error)
{
    sink_t   *sink = sink_open(path, error);
    output_t *output;
    GPollFD   broken;

    if (!sink)
        return NULL;
    output = g_new0(output_t, 1);
    output->sink = sink;
    output->bytes = g_byte_array_new();
    output->changed = changed;
    output->data = data;
    broken = sink_has_gone(sink);
    if (broken.events != 0)
        output->broken = watch_new(broken, on_broken, output);
    return output;
}

GByteArray *
output_bytes(output_t *output)
{
    return output->bytes;
}

static gboolean
on_writable(gpointer data)
{
    output_t *output = data;

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
    gssize written = sink_write(output->sink, output->bytes->data, output->bytes->len);

    if (written >= 0)
        g_byte_array_remove_range(output->bytes, 0, (unsigned)written);
    else
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
        output->writable = watch_new(sink_can_write(output->sink), on_writable, output);
}

bool
output_drain(output_t *output, int milliseconds)
{
    const int64_t end = g_get_monotonic_time() + milliseconds * G_TIME_SPAN_MILLISECOND;
    int64_t       left;

    while (!output->gone && output->bytes->len > 0 && (left = end - g_get_monotonic_time()) > 0) {
        GPollFD poll = sink_can_write(output->sink);

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
    sink_close(output->sink);
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
