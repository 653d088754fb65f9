/* report/websocket.h
 * Where are the messages of a WebSocket in the frames of a capture?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef REPORT_WEBSOCKET_H
#define REPORT_WEBSOCKET_H

#include "report/disguise.h"
#include "report/dissection.h"
#include "report/streams.h"

/* What a frame of the capture tells of a WebSocket. */
typedef struct report_websocket report_websocket_t;

report_websocket_t *report_websocket_new(void);
void report_websocket_free(report_websocket_t *socket);

/* @param segment the payload of the frame */
void report_websocket_begin(report_websocket_t *socket, const GByteArray *frame, report_segment_t *segment);

/* A protocol begins, and its items follow. */
typedef enum { REPORT_SEGMENTS, REPORT_HANDSHAKE, REPORT_WEBSOCKET } report_websocket_layer_t;

void report_websocket_begin_layer(report_websocket_t *socket, report_websocket_layer_t layer, const report_item_t *item);
void report_websocket_add_item(report_websocket_t *socket, const report_item_t *item, report_disguise_t *disguise);

/* A message that ended in this frame. */
typedef struct {
    guint         position;     /* as its items count */
    GByteArray   *bytes;        /* without masks */
    GArray       *parts;        /* where they are */
    report_way_t *way;
} report_socket_message_t;

/* Is called before the next layer and frame.
 * @return whether a message ended with the latest frame of a WebSocket; its bytes and parts are the caller's */
gboolean report_websocket_take(report_websocket_t *socket, report_socket_message_t *message);

/* Writes as many bytes in place of the message, with its masks. */
void report_websocket_write(const report_socket_message_t *message, const guint8 *after);

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
