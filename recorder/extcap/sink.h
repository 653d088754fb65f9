/* recorder/extcap/sink.h
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

#ifndef RECORDER_EXTCAP_SINK_H
#define RECORDER_EXTCAP_SINK_H

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* A file, a FIFO, or a named pipe of Windows. */
typedef struct sink sink_t;

/** Opens it for writing, "-" for standard output; waits until a FIFO has a reader. @return NULL: it failed */
sink_t *sink_open(const char *path, GError **error);

/**
 * Writes what the reader takes now. What it does not take is to be written again, from its first byte on, when
 * sink_can_write() tells so.
 * @return the number of bytes that it took; -1: it has gone
 */
gssize sink_write(sink_t *sink, const uint8_t *bytes, size_t length);

/** Returns what g_poll() can wait for: that more can be written. */
GPollFD sink_can_write(const sink_t *sink);

/** Returns what g_poll() can wait for: that the reader goes. Without events, this shows only in sink_write(). */
GPollFD sink_has_gone(const sink_t *sink);

void sink_close(sink_t *sink);

#endif /* RECORDER_EXTCAP_SINK_H */

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
