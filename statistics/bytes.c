/* statistics/bytes.c
 * Where did every byte of the capture go?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/bytes.h"
#include "statistics/divided.h"
#include "statistics/frames.h"
#include "statistics/layers.h"
#include "statistics/pending.h"
#include "statistics/recorded.h"
#include "statistics/rows.h"
#include "statistics/tree.h"
#include "streams/sctp.h"

#include <epan/epan_dissect.h>

/*
 * The lines of the tree. A line with others below it has no bytes of its own; all lines but the last group add up to
 * the length of all frames. No name of the user's is here, so no two lines have the same name.
 */
typedef enum {
    LINE_ALL,
    LINE_MESSAGES, LINE_CALLS, LINE_REPLICATION, LINE_RAW, LINE_PATHS, LINE_SYSTEM, LINE_FRAGMENTS, LINE_UNKNOWN,
    LINE_ENET, LINE_HEADERS, LINE_ACKNOWLEDGEMENTS, LINE_PINGS, LINE_HANDSHAKES, LINE_REPEATED, LINE_UNREADABLE,
    LINE_DEBUGGER, LINE_DATA, LINE_RECORDING,
    LINE_BELOW, LINE_SCTP, LINE_DTLS, LINE_UDP, LINE_IP, LINE_LINK, LINE_OTHER,
    LINE_REST,
    LINE_COMPRESSED, LINE_AS_SENT, LINE_UNCOMPRESSED,
    LINE_COUNT
} line_t;

#define NO_PARENT LINE_COUNT

static const struct {
    const char *name;
    line_t      parent;
} lines[LINE_COUNT] = {
    [LINE_ALL]              = { "Bytes of all frames",                    NO_PARENT },
    [LINE_MESSAGES]         = { "Messages",                               LINE_ALL },
    [LINE_CALLS]            = { "Calls",                                  LINE_MESSAGES },
    [LINE_REPLICATION]      = { "Replication",                            LINE_MESSAGES },
    [LINE_RAW]              = { "Raw",                                    LINE_MESSAGES },
    [LINE_PATHS]            = { "Paths",                                  LINE_MESSAGES },
    [LINE_SYSTEM]           = { "System",                                 LINE_MESSAGES },
    [LINE_FRAGMENTS]        = { "Fragments of messages that are not whole", LINE_MESSAGES },
    [LINE_UNKNOWN]          = { "Other messages",                         LINE_MESSAGES },
    [LINE_ENET]             = { "ENet",                                   LINE_ALL },
    [LINE_HEADERS]          = { "Headers of datagrams and commands",      LINE_ENET },
    [LINE_ACKNOWLEDGEMENTS] = { "Acknowledgements",                       LINE_ENET },
    [LINE_PINGS]            = { "Pings",                                  LINE_ENET },
    [LINE_HANDSHAKES]       = { "Handshakes and limits",                  LINE_ENET },
    [LINE_REPEATED]         = { "Retransmitted or doubled",               LINE_ENET },
    [LINE_UNREADABLE]       = { "Not readable",                           LINE_ENET },
    [LINE_DEBUGGER]         = { "Debugger",                               LINE_ALL },
    [LINE_DATA]             = { "Variants and streams",                   LINE_ALL },
    [LINE_RECORDING]        = { "In the recording only",                  LINE_ALL },
    [LINE_BELOW]            = { "Layers below",                           LINE_ALL },
    [LINE_SCTP]             = { "SCTP",                                   LINE_BELOW },
    [LINE_DTLS]             = { "DTLS",                                   LINE_BELOW },
    [LINE_UDP]              = { "UDP",                                    LINE_BELOW },
    [LINE_IP]               = { "IP",                                     LINE_BELOW },
    [LINE_LINK]             = { "Link",                                   LINE_BELOW },
    [LINE_OTHER]            = { "TCP, WebSocket, encryption, not told apart", LINE_BELOW },
    [LINE_REST]             = { "Frames without Godot",                   LINE_ALL },
    [LINE_COMPRESSED]       = { "Compressed blocks: bytes",               NO_PARENT },
    [LINE_AS_SENT]          = { "As sent",                                LINE_COMPRESSED },
    [LINE_UNCOMPRESSED]     = { "Uncompressed",                           LINE_COMPRESSED },
};

static void
bytes_begin(stats_tree *tree)
{
    statistics_frames_begin(tree);
    statistics_pending_forget(tree);
    statistics_forget(tree);
}

static void
bytes_end(stats_tree *tree)
{
    statistics_frames_end(tree);
    statistics_pending_forget(tree);
    statistics_forget(tree);
}

/* Adds bytes to a line and to all lines above it. There is no line before there are bytes. @return the line's id */
static int
bytes_count(stats_tree *tree, line_t line, int64_t bytes)
{
    if (!bytes || line == NO_PARENT)
        return 0;
    return statistics_add_bytes(tree, bytes_count(tree, lines[line].parent, bytes), lines[line].name, bytes);
}

/* ---- What a message or a command is ---- */

static line_t
line_of_word(const char *word)
{
    static const struct {
        const char *word;
        line_t      line;
    } words[] = {
        { "rpc", LINE_CALLS }, { "rset", LINE_CALLS },
        { "sync", LINE_REPLICATION }, { "delta", LINE_REPLICATION },
        { "spawn", LINE_REPLICATION }, { "despawn", LINE_REPLICATION },
        { "raw", LINE_RAW },
        { "path", LINE_PATHS }, { "path_confirm", LINE_PATHS },
        { "auth", LINE_SYSTEM }, { "add_peer", LINE_SYSTEM }, { "del_peer", LINE_SYSTEM }, { "relay", LINE_SYSTEM },
    };

    for (size_t i = 0; word && i < G_N_ELEMENTS(words); i++)
        if (strcmp(words[i].word, word) == 0)
            return words[i].line;
    return LINE_UNKNOWN;
}

static line_t
line_of_command(const enet_record_t *datagram, unsigned index)
{
    const enet_command_t *command = &datagram->commands[index];
    const godot_record_t *message = datagram->messages[index];

    if (enet_event_is_repeat(&datagram->events[index]))
        return LINE_REPEATED;
    if (message)
        return line_of_word(message->word);
    if (enet_command_has_data(command))
        return enet_command_is_fragment(command) ? LINE_FRAGMENTS : LINE_UNKNOWN;
    switch (command->number) {
    case ENET_ACKNOWLEDGE:
        return LINE_ACKNOWLEDGEMENTS;
    case ENET_PING:
        return LINE_PINGS;
    default:
        return LINE_HANDSHAKES;
    }
}

/* ---- Frames ---- */

/*
 * Counts the bytes of data. The earlier fragments of a message go to the message's line as soon as that is known.
 * fragments: number of the message, or 0
 */
static void
bytes_count_data(stats_tree *tree, line_t line, uint32_t fragments, uint32_t bytes)
{
    uint32_t earlier;

    bytes_count(tree, line, bytes);
    if (!fragments || line == LINE_REPEATED)
        return;
    if (line == LINE_FRAGMENTS) {
        statistics_pending_add(tree, fragments, bytes);
        return;
    }
    earlier = statistics_pending_take(tree, fragments);
    bytes_count(tree, LINE_FRAGMENTS, -(int64_t)earlier);
    bytes_count(tree, line, earlier);
}

/* Counts a command that takes so many bytes on the wire. Its header is ENet's, unless the command has no data. */
static void
bytes_count_command(stats_tree *tree, const enet_record_t *datagram, unsigned index, uint32_t bytes)
{
    const enet_command_t *command = &datagram->commands[index];
    line_t line = line_of_command(datagram, index);
    uint32_t data = bytes;

    if (line != LINE_REPEATED && enet_command_has_data(command))
        data = statistics_share(bytes, command->length, command->size + command->length);
    bytes_count_data(tree, line, enet_command_is_fragment(command) ? datagram->events[index].fragments : 0, data);
    bytes_count(tree, LINE_HEADERS, bytes - data);
}

/* Counts a block as it was sent: its commands share it. Bytes that are no command are padding or unreadable. */
static void
count_block(stats_tree *tree, const enet_record_t *datagram, uint32_t sent)
{
    uint32_t left = sent;

    for (unsigned i = 0; i < datagram->count; i++) {
        const enet_command_t *command = &datagram->commands[i];
        uint32_t bytes = statistics_share(sent, command->size + command->length, datagram->block);

        bytes_count_command(tree, datagram, i, MIN(bytes, left));
        left -= MIN(bytes, left);
    }
    bytes_count(tree, datagram->count && datagram->compressed ? LINE_HEADERS : LINE_UNREADABLE, left);
    if (datagram->compressed && datagram->block) {
        bytes_count(tree, LINE_AS_SENT, sent);
        bytes_count(tree, LINE_UNCOMPRESSED, datagram->block);
    }
}

/* Counts datagrams. If the frames have only a part of one, the shares are smaller. */
static void
count_datagrams(stats_tree *tree, const wmem_list_t *datagrams, uint32_t payload)
{
    for (wmem_list_frame_t *at = wmem_list_head(datagrams); at; at = wmem_list_frame_next(at)) {
        const enet_record_t *datagram = wmem_list_frame_data(at);
        uint32_t here = MIN(tvb_reported_length(datagram->tvb), payload), head = MIN(datagram->head, here);

        bytes_count(tree, LINE_HEADERS, head);
        count_block(tree, datagram, here - head);
        payload -= here;
    }
}

static void
count_layers(stats_tree *tree, const statistics_layers_t *layers)
{
    bytes_count(tree, LINE_LINK, layers->link);
    bytes_count(tree, LINE_IP, layers->ip);
    bytes_count(tree, LINE_UDP, layers->udp);
    bytes_count(tree, LINE_DTLS, layers->dtls);
    bytes_count(tree, LINE_OTHER, layers->other);
}

static void
count_enet(stats_tree *tree, packet_info *pinfo, tvbuff_t *frame, const wmem_list_t *datagrams)
{
    statistics_layers_t layers = statistics_layers(datagrams, pinfo, frame);

    count_layers(tree, &layers);
    count_datagrams(tree, datagrams, layers.payload);
}

/* Counts SCTP. A message that is longer than the whole ones of this frame was put together from fragments. */
static void
count_sctp(stats_tree *tree, packet_info *pinfo, tvbuff_t *frame, const sctp_record_t *sctp)
{
    const statistics_layers_t layers = statistics_layers_of_dtls(sctp->packets, pinfo, frame);
    const wmem_list_t *messages = godot_records_of_frame(pinfo);
    const uint32_t stream = sctp->stream | STATISTICS_PENDING_STREAMS;
    uint32_t whole = MIN(sctp->whole, layers.payload), parts = MIN(sctp->parts, layers.payload - whole);

    count_layers(tree, &layers);
    bytes_count(tree, LINE_SCTP, (int64_t)layers.payload - whole - parts);
    for (wmem_list_frame_t *at = messages ? wmem_list_head(messages) : NULL; at; at = wmem_list_frame_next(at)) {
        const godot_record_t *message = wmem_list_frame_data(at);
        uint32_t *from = message->bytes <= whole ? &whole : &parts, bytes = MIN(message->bytes, *from);

        bytes_count_data(tree, line_of_word(message->word), from == &parts ? stream : 0, bytes);
        *from -= bytes;
    }
    bytes_count(tree, proto_is_frame_protocol(pinfo->layers, "godot.variant") ? LINE_DATA : LINE_SCTP, whole);
    bytes_count_data(tree, LINE_FRAGMENTS, stream, parts);
}

/* Tells whether the frame belongs to a connection of Godot's. */
static bool
has_godots_sctp(packet_info *pinfo, const sctp_record_t *sctp)
{
    return sctp && (sctp->proved || godot_records_of_frame(pinfo) || proto_is_frame_protocol(pinfo->layers, "godot.variant"));
}

static line_t
line_of_row(const statistics_row_t *row)
{
    if (row->message)
        return line_of_word(row->message->word);
    return row->debug ? LINE_DEBUGGER : LINE_DATA;
}

/* Frames with fragments of IP are told by numbers that no fragments of ENet's have in the same file. */
#define FRAMES 0x40000000U

typedef struct {
    stats_tree *tree;
    uint32_t    bytes;
} bytes_taken_t;

static void
bytes_take_frame(void *number, void *user_data)
{
    bytes_taken_t *taken = (bytes_taken_t *)user_data;

    taken->bytes += statistics_pending_take(taken->tree, FRAMES | GPOINTER_TO_UINT(number));
}

/*
 * Returns how many bytes of frames without Godot brought the earlier fragments of this frame's datagram. Of a tree with
 * a filter there may be fewer than came.
 */
static uint32_t
bytes_take_fragments(stats_tree *tree, packet_info *pinfo)
{
    bytes_taken_t taken = { tree, 0 };

    ws_each_earlier_frame(pinfo, bytes_take_frame, &taken);
    return taken.bytes;
}

/* Counts a frame without Godot; but if it has a fragment of IP, the whole datagram may turn out to be Godot's. */
static void
bytes_count_rest(stats_tree *tree, packet_info *pinfo, uint32_t earlier)
{
    bytes_count(tree, LINE_REST, pinfo->fd->pkt_len);
    if (statistics_divided_is_fragment(pinfo))
        statistics_pending_add(tree, FRAMES | pinfo->num, earlier + pinfo->fd->pkt_len);
}

/* Counts messages over TCP and the layers on it: a message may be longer than the frame in which it ends. */
static void
count_others(stats_tree *tree, packet_info *pinfo, uint32_t earlier)
{
    wmem_array_t *rows = statistics_rows(pinfo);
    uint32_t left = statistics_divided_frames(pinfo).bytes;

    for (unsigned i = 0; i < wmem_array_get_count(rows); i++) {
        const statistics_row_t *row = wmem_array_index(rows, i);
        uint32_t bytes = (uint32_t)MIN(row->weight, row->wire_bytes);

        bytes_count(tree, line_of_row(row), bytes);
        left -= bytes;
    }
    if (wmem_array_get_count(rows) == 0) {
        bytes_count_rest(tree, pinfo, earlier);
        return;
    }
    bytes_count(tree, LINE_OTHER, left);
    bytes_count(tree, LINE_REST, -(int64_t)earlier);
}

/*
 * Counts a frame of a recording. Its messages are as long as they were on some wire; the rest, and what layers there
 * may have been below them, is not known: it is only how the recording keeps them.
 */
static void
count_recording(stats_tree *tree, packet_info *pinfo, const recording_record_t *recording)
{
    const wmem_list_t *messages = godot_records_of_frame(pinfo);
    uint32_t series = recording->series ? recording->series | STATISTICS_PENDING_SERIES : 0, left = pinfo->fd->pkt_len;
    uint32_t part = MIN(recording->part, left);
    wmem_list_frame_t *at = messages ? wmem_list_head(messages) : NULL;

    if (at) {
        const godot_record_t *message = wmem_list_frame_data(at);
        uint32_t bytes = series ? part : MIN(message->bytes, left);

        bytes_count_data(tree, line_of_word(message->word), series, bytes);
        statistics_recorded_count(tree, message);
        left -= bytes;
    } else if (series) {
        bytes_count_data(tree, LINE_FRAGMENTS, series, part);
        left -= part;
    }
    bytes_count(tree, LINE_RECORDING, left);
}

static const recording_record_t *
recording_of_frame(packet_info *pinfo)
{
    const wmem_list_t *recordings = recording_records_of_frame(pinfo);

    return recordings ? wmem_list_frame_data(wmem_list_head(recordings)) : NULL;
}

static tap_packet_status
bytes_count_frame(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt, const void *data _U_,
                  tap_flags_t flags _U_)
{
    const wmem_list_t *datagrams = enet_records_of_frame(pinfo);
    const sctp_record_t *sctp = sctp_record_of_frame(pinfo);
    const recording_record_t *recording = recording_of_frame(pinfo);
    const uint32_t earlier = bytes_take_fragments(tree, pinfo);

    if (recording) {
        count_recording(tree, pinfo, recording);
    } else if (datagrams) {
        count_enet(tree, pinfo, edt->tvb, datagrams);
        bytes_count(tree, LINE_REST, -(int64_t)earlier);
    } else if (has_godots_sctp(pinfo, sctp)) {
        count_sctp(tree, pinfo, edt->tvb, sctp);
        bytes_count(tree, LINE_REST, -(int64_t)earlier);
    } else {
        count_others(tree, pinfo, earlier);
    }
    return TAP_PACKET_REDRAW;
}

void
statistics_bytes_register(void)
{
    statistics_tree_register("frame", "godot_bytes", "Bytes", bytes_count_frame, bytes_begin, bytes_end);
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
