/* recorder/extcap/output.h
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

#ifndef RECORDER_EXTCAP_OUTPUT_H
#define RECORDER_EXTCAP_OUTPUT_H

#include <glib.h>
#include <stdbool.h>

typedef struct output output_t;

/* What to do when bytes have been taken (more: true), or when the reader has gone (more: false). */
typedef void (*output_fn)(bool more, void *data);

/** Opens what sink_open() opens. @return NULL: it failed */
output_t *output_open(const char *path, output_fn changed, void *data, GError **error);

/** Returns the bytes that wait. What is appended here goes out at the next output_flush(). */
GByteArray *output_bytes(output_t *output);

/** Writes what the reader takes now; the rest goes when it takes more. Never waits. */
void output_flush(output_t *output);

/** Writes all that waits, for at most so many milliseconds. @return false: some of it could not be written */
bool output_drain(output_t *output, int milliseconds);

void output_close(output_t *output);

#endif /* RECORDER_EXTCAP_OUTPUT_H */

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
