/* report/anonymize.c
 * What is a capture without what its players said and what its game calls things?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "report/anonymize.h"
#include "report/datagram.h"
#include "report/dissection.h"
#include "report/frames.h"
#include "report/methods.h"
#include "report/pieces.h"
#include "report/treatments.h"
#include "report/websocket.h"

#define UNKNOWN 0xff    /* a byte of which nothing is known: no text in UTF-8, no kind of message, no type of a value */

#define ENET_COMPRESSED 0x40    /* in the first byte of a datagram */
#define ENET_NO_PEER    0xfff   /* the slot before the receiver has told one */
#define UDP_HEADER_SIZE 8
#define PLAN_SIZE       512     /* bytes, about: what is kept of a frame beside its own */
#define LINK_EXPORTED   252     /* what a recording that was made inside a game has instead of a link layer */

/* Where a frame has a message, or a part of one, of which only another frame tells what becomes of it. */
typedef struct {
    guint   at, size;
    GBytes *piece;              /* a key of anonymizer_t.pieces */
} region_t;

/* A whole message, from the time when a frame tells its bytes. */
typedef struct {
    guint   position, size;     /* as its items count */
    guint8 *before, *after;
    guint8 *known;              /* for each byte, whether something wrote it */
    gboolean dissected;
    GArray *parts;              /* part_t: what it was put together from */
    report_socket_message_t socket;     /* has bytes if it came over a WebSocket */
} message_t;

typedef struct {
    guint offset, size;
} part_t;

typedef enum {
    LAYER_LINK,
    LAYER_IP,
    LAYER_UDP,
    LAYER_ENET,
    LAYER_TCP,
    LAYER_SOCKET,               /* what Wireshark tells of segments, the handshake and frames of a WebSocket */
    LAYER_RECORD,               /* of a recording that was made inside a game */
    LAYER_MESSAGE,
    LAYER_OTHER                 /* something else: none of its bytes are taken over */
} layer_t;

/* What becomes of a frame. */
typedef struct {
    report_frame_t    frame;            /* as it was, until the plan is made */
    report_datagram_t datagram;         /* has no bytes if the frame is not written */
    GArray           *regions;          /* region_t */
    guint             block;            /* where compressed commands begin; 0: items count from the frame's beginning */
    guint             block_size;       /* … and how many bytes they are; 0: they were not compressed */
    guint             checksum;         /* where ENet's is; 0: it has none */
    gboolean          wrong_checksum;
    guint             stream;           /* the number of ENet's connection */
    guint             peer;             /* the slot in the datagram's header */
    guint64           unknown;          /* bytes of its messages of which nothing is known */

    report_connection_t *connection;    /* of TCP; NULL: none */
    report_segment_t    *segment;       /* its payload; NULL: none */
} plan_t;

typedef struct {
    report_treatments_t *treatments;
    report_disguise_t   *addresses;
    report_frames_t     *frames;
    report_capture_t    *output;
    GError              *failure;       /* of reading or writing frames */
    GQueue               plans;         /* plan_t *, of the latest frames, which wait for what later ones tell */
    guint64              held, most;    /* bytes of these, and how many there may be */
    GHashTable          *connect_ids;   /* from numbers of ENet's connections to their ids, in the order of the wire */
    report_pieces_t     *pieces;        /* from the pieces of messages to what becomes of them */
    report_streams_t    *streams;       /* of TCP */
    report_websocket_t  *socket;
    report_anonymized_t  done;

    /* of the present frame */
    plan_t              *plan;
    const GByteArray    *frame;         /* NULL: none was read */
    gboolean             missing;       /* … as there are no more */
    guint                number;
    layer_t              layer, base;   /* and where other protocols of the frame begin */
    guint32              first;         /* the number of the first byte of a segment of TCP */
    gboolean             right;         /* whether it is one that can be taken over */
    guint                command_depth; /* of the item of ENet's command; 0: outside of all */
    guint                fragment_offset, fragment_total;
    GArray              *parts;         /* part_t, of the message that is told next */
    GArray              *messages;      /* message_t */
    message_t           *message;       /* that the items belong to */
} anonymizer_t;

static void
anonymize_clear_region(gpointer region)
{
    g_bytes_unref(((region_t *)region)->piece);
}

static void
anonymize_free_plan(gpointer plan)
{
    plan_t *one = (plan_t *)plan;

    g_clear_pointer(&one->frame.bytes, g_byte_array_unref);
    g_clear_pointer(&one->datagram.bytes, g_byte_array_unref);
    g_clear_pointer(&one->segment, report_segment_free);
    g_array_free(one->regions, TRUE);
    g_free(one);
}

static void
anonymize_clear_message(gpointer message)
{
    g_free(((message_t *)message)->before);
    g_free(((message_t *)message)->after);
    g_free(((message_t *)message)->known);
    g_array_free(((message_t *)message)->parts, TRUE);
    if (((message_t *)message)->socket.bytes) {
        g_byte_array_unref(((message_t *)message)->socket.bytes);
        g_array_free(((message_t *)message)->socket.parts, TRUE);
    }
}

/* --- what a field says ------------------------------------------------------------------------ */

/* Writes bytes of the frame, which count from where the block begins. */
static void
anonymize_write(anonymizer_t *all, const report_item_t *item, guint block)
{
    GByteArray  *bytes = all->plan->datagram.bytes;
    const gsize  at = (gsize)block + item->position;
    guint8      *copy;

    if (!item->bytes || !report_is_within(at, item->size, bytes->len))
        return;
    copy = (guint8 *)g_memdup2(item->bytes, item->size);
    if (report_treatments_apply(all->treatments, item->name, copy, item->size))
        memcpy(bytes->data + at, copy, item->size);
    g_free(copy);
}

/* Begins a message, of which nothing is known yet. */
static message_t *
anonymize_new_message(anonymizer_t *all, const report_item_t *item)
{
    message_t message = { .position = item->position, .size = item->size, .parts = all->parts };

    message.before = (guint8 *)g_memdup2(item->bytes, item->size);
    message.after = g_new(guint8, item->size);
    memset(message.after, UNKNOWN, item->size);
    message.known = g_new0(guint8, item->size);
    all->parts = g_array_new(FALSE, FALSE, sizeof (part_t));
    all->message = NULL;        /* it may move */
    g_array_append_val(all->messages, message);
    return &g_array_index(all->messages, message_t, all->messages->len - 1);
}

static void
anonymize_begin_message(anonymizer_t *all, const report_item_t *item)
{
    anonymize_new_message(all, item);
}

/* Notes that the frame has a message there, or a fragment of one. */
static void
anonymize_note_payload(anonymizer_t *all, const report_item_t *item)
{
    const guint    total = all->fragment_total ? all->fragment_total : item->size;
    const region_t region = { all->plan->block + item->position, item->size,
                              report_pieces_key(all->fragment_offset, total, item->bytes, item->size) };

    g_array_append_val(all->plan->regions, region);
    if (total == item->size)
        anonymize_begin_message(all, item);
}

static void
anonymize_note_part(anonymizer_t *all, const report_item_t *item)
{
    const part_t part = { item->position, item->size };

    g_array_append_val(all->parts, part);
}

static void
anonymize_note_connect_id(anonymizer_t *all, const report_item_t *item)
{
    if (item->size == 4)
        g_hash_table_insert(all->connect_ids, GUINT_TO_POINTER(all->plan->stream), g_memdup2(item->bytes, item->size));
}

static void
anonymize_begin_block(anonymizer_t *all, const report_item_t *item)
{
    all->plan->block = item->position;
}

static void
anonymize_size_block(anonymizer_t *all, const report_item_t *item)
{
    all->plan->block_size = (guint)strtoul(item->shown, NULL, 10);
    report_datagram_resize(&all->plan->datagram, all->plan->block, all->plan->block_size);
}

static void
anonymize_begin_command(anonymizer_t *all, const report_item_t *item)
{
    all->command_depth = item->depth;
    all->fragment_offset = all->fragment_total = 0;
}

static void
anonymize_note_offset(anonymizer_t *all, const report_item_t *item)
{
    all->fragment_offset = (guint)strtoul(item->shown, NULL, 10);
}

static void
anonymize_note_total(anonymizer_t *all, const report_item_t *item)
{
    all->fragment_total = (guint)strtoul(item->shown, NULL, 10);
}

static void
anonymize_note_stream(anonymizer_t *all, const report_item_t *item)
{
    all->plan->stream = (guint)strtoul(item->shown, NULL, 10);
}

static void
anonymize_note_peer(anonymizer_t *all, const report_item_t *item)
{
    all->plan->peer = (guint)strtoul(item->shown, NULL, 10);
}

static void
anonymize_note_checksum(anonymizer_t *all, const report_item_t *item)
{
    all->plan->checksum = item->position;
}

static void
anonymize_note_checksum_status(anonymizer_t *all, const report_item_t *item)
{
    all->plan->wrong_checksum = strcmp(item->shown, "0") == 0;
}

/* No stock ENet sends such commands, so they may be texts in a damaged datagram. */
static void
anonymize_distrust(anonymizer_t *all, const report_item_t *item)
{
    (void)item;
    all->right = FALSE;
}

/* What fields of ENet and of records tell of the others. */
static const struct {
    const char *field;
    gboolean    bytes;          /* whether it is of use only with its bytes */
    void      (*note)(anonymizer_t *all, const report_item_t *item);
} anonymize_notes[] = {
    { "enet.stream", FALSE, anonymize_note_stream },
    { "enet.peer_id", FALSE, anonymize_note_peer },
    { "enet.checksum", TRUE, anonymize_note_checksum },
    { "enet.checksum.status", FALSE, anonymize_note_checksum_status },
    { "enet.compressed", TRUE, anonymize_begin_block },
    { "enet.uncompressed_length", FALSE, anonymize_size_block },
    { "enet.command.item", FALSE, anonymize_begin_command },
    { "enet.connect.id", TRUE, anonymize_note_connect_id },
    { "enet.fragment.offset", FALSE, anonymize_note_offset },
    { "enet.fragment.total_length", FALSE, anonymize_note_total },
    { "enet.fragment", TRUE, anonymize_note_part },
    { "enet.reassembled.data", TRUE, anonymize_begin_message },
    { "enet.payload", TRUE, anonymize_note_payload },
    { "enet.data", TRUE, anonymize_note_payload },
    { "enet.command.implausible", FALSE, anonymize_distrust },
    { "enet.command.unknown", FALSE, anonymize_distrust },
    { "enet.command.cut", FALSE, anonymize_distrust },
    { "godot.record.body_offset", FALSE, anonymize_note_offset },
    { "godot.record.body_length", FALSE, anonymize_note_total },
    { "godot.record.part", TRUE, anonymize_note_part },
    { "godot.record.whole_data", TRUE, anonymize_begin_message },
    { "godot.record.body", TRUE, anonymize_note_payload },
};

static void
anonymize_note(anonymizer_t *all, const report_item_t *item)
{
    for (gsize i = 0; i < G_N_ELEMENTS(anonymize_notes); i++)
        if (strcmp(anonymize_notes[i].field, item->name) == 0 && (item->bytes || !anonymize_notes[i].bytes))
            anonymize_notes[i].note(all, item);
}

static void
anonymize_enet_field(anonymizer_t *all, const report_item_t *item)
{
    if (item->depth <= all->command_depth)
        all->command_depth = 0;
    anonymize_note(all, item);
    anonymize_write(all, item, all->command_depth ? all->plan->block : 0);
}

/* Whether an item can be of a message: its bytes are there. */
static gboolean
anonymize_has(const message_t *message, const report_item_t *item)
{
    const guint at = item->position - message->position;    /* of an item before the message: behind its end */

    return report_is_within(at, item->size, message->size) &&
           (!item->bytes || memcmp(message->before + at, item->bytes, item->size) == 0);
}

/* Messages that were put together, and others, count from different beginnings: only bytes tell where an item belongs. */
static void
anonymize_find_message(anonymizer_t *all, const report_item_t *item)
{
    if (all->message && anonymize_has(all->message, item))
        return;
    all->message = NULL;
    for (guint i = 0; i < all->messages->len && !all->message; i++)
        if (anonymize_has(&g_array_index(all->messages, message_t, i), item))
            all->message = &g_array_index(all->messages, message_t, i);
}

static void
anonymize_message_field(anonymizer_t *all, const report_item_t *item)
{
    guint8 *copy;

    if (!item->bytes)
        return;
    anonymize_find_message(all, item);
    if (!all->message)
        return;
    copy = (guint8 *)g_memdup2(item->bytes, item->size);
    if (report_treatments_apply(all->treatments, item->name, copy, item->size)) {
        const guint at = item->position - all->message->position;

        memcpy(all->message->after + at, copy, item->size);
        memset(all->message->known + at, TRUE, item->size);
        all->message->dissected = TRUE;
    }
    g_free(copy);
}

/* The body of a record is a message, or has attributes. */
static void
anonymize_record_field(anonymizer_t *all, const report_item_t *item)
{
    anonymize_note(all, item);
    if (all->messages->len && anonymize_has(&g_array_index(all->messages, message_t, 0), item))
        anonymize_message_field(all, item);
    else
        anonymize_write(all, item, 0);
}

/* --- frames ------------------------------------------------------------------------------------ */

static void
anonymize_begin_frame(void *user_data)
{
    anonymizer_t *all = (anonymizer_t *)user_data;
    plan_t       *plan = g_new0(plan_t, 1);

    plan->regions = g_array_new(FALSE, FALSE, sizeof (region_t));
    g_array_set_clear_func(plan->regions, anonymize_clear_region);
    plan->datagram.bytes = g_byte_array_new();
    if (report_frames_next(all->frames, &plan->frame, &all->failure)) {
        g_byte_array_set_size(plan->datagram.bytes, plan->frame.bytes->len);
        memset(plan->datagram.bytes->data, 0, plan->frame.bytes->len);
    }
    all->plan = plan;
    all->frame = plan->frame.bytes;
    all->missing |= !all->frame;
    all->number++;
    all->layer = all->base = all->frame ? LAYER_LINK : LAYER_OTHER;
    all->right = FALSE;
    all->command_depth = all->fragment_offset = all->fragment_total = 0;
    g_array_set_size(all->messages, 0);
    g_array_set_size(all->parts, 0);
    all->message = NULL;
}

static layer_t
anonymize_begin_ip(anonymizer_t *all, const report_item_t *item)
{
    all->plan->datagram.ip = item->position;
    all->plan->datagram.ip6 = strcmp(item->name, "ipv6") == 0;
    return report_datagram_copy_ip(&all->plan->datagram, all->frame, all->addresses) ? LAYER_IP : LAYER_OTHER;
}

static layer_t
anonymize_begin_udp(anonymizer_t *all, const report_item_t *item)
{
    all->plan->datagram.udp = item->position;
    return report_datagram_copy_udp(&all->plan->datagram, all->frame) ? LAYER_UDP : LAYER_OTHER;
}

static layer_t
anonymize_begin_enet(anonymizer_t *all, const report_item_t *item)
{
    (void)item;
    all->right = TRUE;
    all->base = LAYER_ENET;     /* messages follow one another */
    return LAYER_ENET;
}

static layer_t
anonymize_begin_tcp(anonymizer_t *all, const report_item_t *item)
{
    all->plan->datagram.tcp = item->position;
    all->base = report_datagram_copy_tcp(&all->plan->datagram, all->frame) ? LAYER_TCP : LAYER_OTHER;
    return all->base;
}

static void
anonymize_tcp_field(anonymizer_t *all, const report_item_t *item)
{
    plan_t *plan = all->plan;

    if (strcmp(item->name, "tcp.stream") == 0) {
        plan->connection = report_streams_connection(all->streams, (guint)strtoul(item->shown, NULL, 10));
    } else if (strcmp(item->name, "tcp.seq_raw") == 0) {
        all->first = (guint32)strtoul(item->shown, NULL, 10);
    } else if (strcmp(item->name, "tcp.payload") == 0 && item->bytes && plan->connection && !plan->segment &&
               report_is_within(item->position, item->size, all->frame->len)) {
        report_way_t *ways = plan->connection->ways;

        plan->segment = report_segment_new(&ways[report_datagram_is_from_first(&plan->datagram, all->frame)], all->number,
                                           all->first, plan->datagram.bytes, item->position, item->bytes, item->size);
        report_websocket_begin(all->socket, all->frame, plan->segment);
    }
}

static layer_t
anonymize_begin_socket(anonymizer_t *all, const report_item_t *item)
{
    if (!all->plan->segment)
        return LAYER_OTHER;
    report_websocket_begin_layer(all->socket, strcmp(item->name, "http") == 0 ? REPORT_HANDSHAKE :
                                 strcmp(item->name, "websocket") == 0 ? REPORT_WEBSOCKET : REPORT_SEGMENTS, item);
    return LAYER_SOCKET;
}

/* What is read in TLS is in other bytes than the frame's. */
static layer_t
anonymize_begin_tls(anonymizer_t *all, const report_item_t *item)
{
    (void)item;
    all->base = LAYER_OTHER;
    return LAYER_OTHER;
}

/* A frame of the WebSocket may have ended a message: its items follow, if anything knows it. */
static void
anonymize_take_message(anonymizer_t *all)
{
    report_socket_message_t taken;
    report_item_t           item = { 0 };

    if (!report_websocket_take(all->socket, &taken))
        return;
    item.position = taken.position;
    item.size = taken.bytes->len;
    item.bytes = taken.bytes->data;
    anonymize_new_message(all, &item)->socket = taken;
}

/* What is in a message of a WebSocket. */
static layer_t
anonymize_begin_socket_contents(anonymizer_t *all, const report_item_t *item)
{
    (void)item;
    if (!all->messages->len)
        return LAYER_OTHER;
    all->plan->connection->ours = TRUE;
    all->message = &g_array_index(all->messages, message_t, all->messages->len - 1);
    return LAYER_MESSAGE;
}

static layer_t
anonymize_begin_record(anonymizer_t *all, const report_item_t *item)
{
    (void)item;
    all->right = TRUE;
    all->base = LAYER_ENET;
    return LAYER_RECORD;
}

/* A Variant alone in a datagram */
static layer_t
anonymize_begin_variant(anonymizer_t *all, const report_item_t *item)
{
    report_item_t payload = *item;

    if (!item->size || !report_is_within(item->position, item->size, all->frame->len))
        return LAYER_OTHER;
    payload.bytes = all->frame->data + item->position;
    anonymize_note_payload(all, &payload);
    all->right = TRUE;
    all->base = LAYER_ENET;
    return LAYER_MESSAGE;
}

static layer_t
anonymize_begin_contents(anonymizer_t *all, const report_item_t *item)
{
    (void)all;
    (void)item;
    return LAYER_MESSAGE;
}

/* Which protocol may stand above which layer, and what is done with it. */
static const struct {
    layer_t     below;
    const char *protocol;
    layer_t   (*begin)(anonymizer_t *all, const report_item_t *item);   /* NULL: its fields are of the same layer */
} anonymize_protocols[] = {
    { LAYER_LINK, "geninfo", NULL },
    { LAYER_LINK, "frame", NULL },
    { LAYER_LINK, "eth", NULL },
    { LAYER_LINK, "vlan", NULL },
    { LAYER_LINK, "sll", NULL },
    { LAYER_LINK, "null", NULL },
    { LAYER_LINK, "raw", NULL },
    { LAYER_LINK, "exported_pdu", NULL },
    { LAYER_LINK, "godot.record", anonymize_begin_record },
    { LAYER_LINK, "ip", anonymize_begin_ip },
    { LAYER_LINK, "ipv6", anonymize_begin_ip },
    { LAYER_IP, "udp", anonymize_begin_udp },
    { LAYER_UDP, "enet", anonymize_begin_enet },
    { LAYER_UDP, "godot.variant", anonymize_begin_variant },
    { LAYER_IP, "tcp", anonymize_begin_tcp },
    { LAYER_TCP, "fake-field-wrapper", anonymize_begin_socket },    /* has segments that were put together */
    { LAYER_TCP, "http", anonymize_begin_socket },
    { LAYER_TCP, "websocket", anonymize_begin_socket },
    { LAYER_TCP, "tls", anonymize_begin_tls },
    { LAYER_TCP, "godot", anonymize_begin_socket_contents },
    { LAYER_TCP, "godot.ws", anonymize_begin_socket_contents },
    { LAYER_TCP, "godot.variant", anonymize_begin_socket_contents },
    { LAYER_ENET, "godot", anonymize_begin_contents },
    { LAYER_ENET, "godot.variant", anonymize_begin_contents },
};

static void
anonymize_begin_protocol(anonymizer_t *all, const report_item_t *item)
{
    const layer_t below = all->base == LAYER_LINK ? all->layer : all->base;

    if (all->plan->segment)
        anonymize_take_message(all);
    all->layer = LAYER_OTHER;
    for (gsize i = 0; i < G_N_ELEMENTS(anonymize_protocols); i++)
        if (anonymize_protocols[i].below == below && strcmp(anonymize_protocols[i].protocol, item->name) == 0)
            all->layer = anonymize_protocols[i].begin ? anonymize_protocols[i].begin(all, item) : below;
}

static void
anonymize_item(void *user_data, const report_item_t *item)
{
    anonymizer_t *all = (anonymizer_t *)user_data;

    if (item->depth == 0)
        anonymize_begin_protocol(all, item);
    else if (all->layer == LAYER_LINK)
        anonymize_write(all, item, 0);
    else if (all->layer == LAYER_ENET)
        anonymize_enet_field(all, item);
    else if (all->layer == LAYER_TCP)
        anonymize_tcp_field(all, item);
    else if (all->layer == LAYER_SOCKET)
        report_websocket_add_item(all->socket, item, report_treatments_disguise(all->treatments));
    else if (all->layer == LAYER_RECORD)
        anonymize_record_field(all, item);
    else if (all->layer == LAYER_MESSAGE)
        anonymize_message_field(all, item);
}

static void
anonymize_keep_piece(anonymizer_t *all, const message_t *message, guint offset, guint size)
{
    if (report_is_within(offset, size, message->size))
        report_pieces_keep(all->pieces, report_pieces_key(offset, message->size, message->before + offset, size),
                           message->after + offset, size);
}

static void
anonymize_keep_message(anonymizer_t *all, plan_t *plan, const message_t *message)
{
    if (message->socket.bytes)
        report_websocket_write(&message->socket, message->after);
    else if (!message->parts->len)
        anonymize_keep_piece(all, message, 0, message->size);
    for (guint i = 0; i < message->parts->len; i++) {
        const part_t *part = &g_array_index(message->parts, part_t, i);

        anonymize_keep_piece(all, message, part->offset, part->size);
    }
    for (guint i = 0; i < message->size; i++)
        plan->unknown += !message->known[i];
}

/* Fills the regions of which it is known what becomes of them. */
static void
anonymize_fill_regions(anonymizer_t *all, plan_t *plan)
{
    const GByteArray *bytes = plan->datagram.bytes;

    for (guint i = plan->regions->len; i-- > 0; ) {
        const region_t *region = &g_array_index(plan->regions, region_t, i);
        const guint8   *after = report_pieces_find(all->pieces, region->piece);

        if (!report_is_within(region->at, region->size, bytes->len)) {
            g_array_remove_index_fast(plan->regions, i);
        } else if (after) {
            memcpy(bytes->data + region->at, after, region->size);
            g_array_remove_index_fast(plan->regions, i);
        }
    }
}

/* Nothing tells any more what becomes of the rest of the regions. */
static void
anonymize_give_up_regions(plan_t *plan)
{
    for (guint i = 0; i < plan->regions->len; i++) {
        const region_t *region = &g_array_index(plan->regions, region_t, i);

        memset(plan->datagram.bytes->data + region->at, UNKNOWN, region->size);
        plan->unknown += region->size;
    }
}

/* What nobody told of a segment becomes ff. */
static void
anonymize_give_up_segment(plan_t *plan)
{
    const report_segment_t *segment = plan->segment;

    for (guint i = 0; i < segment->size; i++)
        if (!segment->known[i]) {
            segment->frame->data[segment->at + i] = UNKNOWN;
            plan->unknown++;
        }
}

/* Gives the frame its last bytes and checksums. */
static void
anonymize_finish_frame(anonymizer_t *all, plan_t *plan)
{
    const guint8 *connect_id = plan->peer == ENET_NO_PEER ? NULL :
                               (const guint8 *)g_hash_table_lookup(all->connect_ids, GUINT_TO_POINTER(plan->stream));

    anonymize_fill_regions(all, plan);
    anonymize_give_up_regions(plan);
    if (plan->segment)
        anonymize_give_up_segment(plan);
    if (plan->block_size)
        plan->frame.length = plan->datagram.bytes->len;
    if (plan->checksum)
        report_datagram_write_crc(&plan->datagram, plan->checksum, connect_id, plan->wrong_checksum);
    if (plan->datagram.udp || plan->datagram.tcp)
        report_datagram_write_checksums(&plan->datagram);
    plan->frame.bytes = g_steal_pointer(&plan->datagram.bytes);
}

static guint64
anonymize_size(const plan_t *plan)
{
    return PLAN_SIZE + (plan->datagram.bytes ? plan->datagram.bytes->len : 0);
}

/* Writes the oldest frames, until the others have no more bytes than may be held. */
static void
anonymize_write_frames(anonymizer_t *all, guint64 most)
{
    while (all->held > most) {
        plan_t *plan = (plan_t *)g_queue_pop_head(&all->plans);

        all->held -= anonymize_size(plan);
        all->done.frames++;
        if (plan->datagram.bytes && (!plan->connection || plan->connection->ours) && !all->failure) {
            anonymize_finish_frame(all, plan);
            all->done.unknown += plan->unknown;
            all->done.written += report_capture_add(all->output, &plan->frame, &all->failure);
        }
        anonymize_free_plan(plan);
    }
}

static gboolean
anonymize_end_frame(void *user_data)
{
    anonymizer_t  *all = (anonymizer_t *)user_data;
    plan_t        *plan = all->plan;
    const gboolean undecoded = plan->block && !plan->block_size;

    if (plan->segment)
        anonymize_take_message(all);
    for (guint i = 0; i < all->messages->len; i++) {
        const message_t *message = &g_array_index(all->messages, message_t, i);

        if (message->dissected || message->socket.bytes)
            anonymize_keep_message(all, plan, message);
    }
    if (!(all->right || plan->connection) || undecoded) {
        g_clear_pointer(&plan->datagram.bytes, g_byte_array_unref);
    } else {
        if (plan->block_size)
            plan->datagram.bytes->data[plan->datagram.udp + UDP_HEADER_SIZE] &= (guint8)~ENET_COMPRESSED;
        anonymize_fill_regions(all, plan);
    }
    g_clear_pointer(&plan->frame.bytes, g_byte_array_unref);
    g_queue_push_tail(&all->plans, plan);
    all->held += anonymize_size(plan);
    anonymize_write_frames(all, all->most);
    report_pieces_forget(all->pieces, all->most);
    return !all->failure;
}

/* --- the whole capture --------------------------------------------------------------------------- */

/* Reads and writes all frames. @return false with an error */
static gboolean
anonymize_frames(anonymizer_t *all, const char *capture, const char *const *options, GError **error)
{
    static const report_dissection_t told = { anonymize_begin_frame, anonymize_item, anonymize_end_frame };
    report_frame_t                   more;
    GError                          *failure = NULL;

    if (report_dissection_read(capture, options, &told, all, &failure))
        anonymize_write_frames(all, 0);
    if (all->failure) {
        g_clear_error(&failure);
        failure = g_steal_pointer(&all->failure);
    }
    if (!failure && (all->missing || report_frames_next(all->frames, &more, &failure)))
        failure = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "it changed while it was read");
    if (!failure && !all->done.written)
        failure = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                                      "no frame can be taken over: neither ENet over UDP nor a WebSocket with Godot's messages nor "
                                      "a recording made in a game");
    if (failure)
        g_propagate_error(error, failure);
    return !failure;
}

static anonymizer_t *
anonymize_new(report_frames_t *frames, const char *output, guint64 most)
{
    anonymizer_t *all = g_new0(anonymizer_t, 1);

    all->treatments = report_treatments_new();
    all->addresses = report_disguise_new();
    all->frames = frames;
    all->output = report_capture_new(output, report_frames_link_type(frames));
    all->most = most;
    all->connect_ids = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    all->pieces = report_pieces_new();
    all->streams = report_streams_new();
    all->socket = report_websocket_new();
    all->parts = g_array_new(FALSE, FALSE, sizeof (part_t));
    all->messages = g_array_new(FALSE, FALSE, sizeof (message_t));
    g_array_set_clear_func(all->messages, anonymize_clear_message);
    return all;
}

static void
anonymize_free(anonymizer_t *all)
{
    report_treatments_free(all->treatments);
    report_disguise_free(all->addresses);
    g_queue_clear_full(&all->plans, anonymize_free_plan);
    g_clear_error(&all->failure);
    g_hash_table_destroy(all->connect_ids);
    report_pieces_free(all->pieces);
    report_streams_free(all->streams);
    report_websocket_free(all->socket);
    g_array_free(all->parts, TRUE);
    g_array_free(all->messages, TRUE);
    g_free(all);
}

gboolean
report_anonymize(const char *capture, const char *const *options, const char *output, guint64 most,
                 report_anonymized_t *done, GError **error)
{
    report_frames_t *frames = report_frames_open(capture, error);
    anonymizer_t    *all;
    gboolean         right;

    if (!frames)
        return FALSE;
    all = anonymize_new(frames, output, most);
    right = (report_frames_link_type(frames) != LINK_EXPORTED ||
             report_methods_learn(capture, options, all->treatments, error)) &&
            anonymize_frames(all, capture, options, error);
    right = report_frames_close(frames, right ? error : NULL) && right;
    right = report_capture_close(all->output, right, right ? error : NULL) && right;
    *done = all->done;
    anonymize_free(all);
    return right;
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
