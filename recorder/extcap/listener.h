/* recorder/extcap/listener.h
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

#ifndef RECORDER_EXTCAP_LISTENER_H
#define RECORDER_EXTCAP_LISTENER_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define LISTENER_ADDRESS    "127.0.0.1"
#define LISTENER_PORT       19001       /* docs/wire/recording.md, 5.2 */
#define GAME_PORT           19000       /* 5.1 */

typedef struct {
    const char *address;    /* to listen at */
    uint16_t    port;       /* 0: listen at none */
    const char *token;      /* NULL: none is needed */
    const char *games;      /* host:port, divided by commas: games that listen, to connect to; NULL: none */
    const char *output;     /* a FIFO, a named pipe of Windows or a file, "-" for standard output */
    bool        quiet;      /* standard error is for problems only */
} listener_options_t;

/** Listens, connects and writes until it is asked to end (SIGINT, SIGTERM, SIGHUP; on Windows Ctrl+C and the like) or nobody reads any more. @return false: it could not begin */
bool listener_run(const listener_options_t *options, GError **error);

#endif /* RECORDER_EXTCAP_LISTENER_H */

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
