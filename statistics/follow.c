/* statistics/follow.c
 * What do the peers say, as lines of text in the order of delivery?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/follow.h"
#include "statistics/rows.h"
#include "enet/command-tree.h"
#include "enet/sent.h"

#include <epan/column-utils.h>
#include <epan/epan_dissect.h>
#include <epan/stat_tap_ui.h>
#include <epan/tap.h>
#include <epan/to_str.h>
#include <wsutil/report_message.h>

#include <stdio.h>

#define COMMAND "godot,follow"

/* ---- Lines ---- */

/* One message, or that a peer came or went. */
typedef struct {
    const char            *text;
    godot_moment_t         captured;
    const enet_delivery_t *delivery;    /* NULL: it did not have to wait. Lives as long as the file */
} follow_line_t;

static const char *
follow_text(packet_info *pinfo, const statistics_row_t *row)
{
    if (row->message)
        return row->message->text ? row->message->text : wmem_strdup_printf(pinfo->pool, "%u bytes", row->bytes);
    if (row->recording)
        return row->recording->text;
    if (statistics_row_connects(row))
        return enet_describe_command(pinfo->pool, row->command);
    return NULL;
}

/* Appends the lines of the frame, one for each message, however many synchronizers it has. */
static wmem_array_t *
follow_lines(packet_info *pinfo)
{
    wmem_array_t *lines = wmem_array_new(pinfo->pool, sizeof(follow_line_t));
    wmem_array_t *rows = statistics_rows(pinfo);
    const statistics_row_t *before = NULL;
    uint32_t nth = 0;

    for (unsigned i = 0; i < wmem_array_get_count(rows); i++) {
        const statistics_row_t *row = wmem_array_index(rows, i);
        follow_line_t line = { .text = statistics_row_goes_on(row, before) ? NULL : follow_text(pinfo, row) };

        nth += before && row->command != before->command;
        line.captured = GODOT_MOMENT(pinfo->num, ENET_POSITION(nth));
        line.delivery = row->event && row->event->remark ? row->event->remark->delivery : NULL;
        if (line.text)
            wmem_array_append_one(lines, line);
        before = row;
    }
    return lines;
}

/* Returns when its receiver gets it, as far as this is known yet. */
static godot_moment_t
follow_delivered(godot_moment_t captured, const enet_delivery_t *delivery)
{
    return delivery && delivery->frame ? GODOT_MOMENT(delivery->frame, delivery->position) : captured;
}

/* ---- Follow > Godot Stream, "follow,godot" ---- */

/* Of several, a packet has the first one. WebRTC's data channels are in a stream of UDP. */
static const char *const follow_streams[] = { "enet.stream", "tcp.stream", "udp.stream", "godot.record.run" };

static char *
follow_godot_packet(epan_dissect_t *edt, packet_info *pinfo _U_, unsigned *stream, unsigned *sub_stream _U_)
{
    char *filter = NULL;

    for (size_t i = 0; edt->tree && !filter && i < G_N_ELEMENTS(follow_streams); i++) {
        GPtrArray *found = proto_find_first_finfo(edt->tree, proto_registrar_get_id_byname(follow_streams[i]));

        if (found->len > 0)
            filter = proto_construct_match_selected_string(found->pdata[0], edt);
        g_ptr_array_free(found, true);
    }
    if (filter)     /* "tcp.stream == 7" */
        *stream = (unsigned)g_ascii_strtoull(strrchr(filter, ' ') + 1, NULL, 0);
    return filter;
}

static char *
follow_godot_index(unsigned stream, unsigned sub_stream _U_)
{
    return ws_strdup_printf("enet.stream == %u || (!enet && (tcp.stream == %u || udp.stream == %u))", stream, stream,
                            stream);
}

static char *
follow_godot_addresses(address *src, address *dst, int src_port, int dst_port)
{
    const char *field = src->type == AT_IPv6 ? "ipv6.addr" : "ip.addr";
    char *from = address_to_str(NULL, src), *to = address_to_str(NULL, dst);
    char *filter = ws_strdup_printf("%s == %s && %s == %s && ((udp.port == %d && udp.port == %d) || "
                                    "(tcp.port == %d && tcp.port == %d))", field, from, field, to, src_port, dst_port,
                                    src_port, dst_port);

    wmem_free(NULL, from);
    wmem_free(NULL, to);
    return filter;
}

static char *
follow_godot_port(wmem_allocator_t *allocator, unsigned port)
{
    return wmem_strdup_printf(allocator, "%u", port);
}

/*
 * A record has 32 bits for the use of its protocol (seq): of the moment, 20 bits of the frame, and of the position the
 * command and the number of the delivery. Only neighbours are compared, so they may wrap around.
 */
static uint32_t
follow_order(godot_moment_t moment)
{
    const uint32_t position = (uint32_t)moment;

    return (uint32_t)(moment >> 32) << 12 | MIN(position >> 16, 127) << 5 | MIN(position & 0xFFFF, 31);
}

/* Wireshark's list of records begins with the latest one: this one goes behind those that are delivered later. */
static void
follow_put_in_order(follow_info_t *info, godot_moment_t delivered)
{
    follow_record_t *record = info->payload->data;
    GList *at = info->payload->next;
    unsigned steps = 4096;      /* no more messages of a channel wait */

    record->seq = follow_order(delivered);
    while (at && steps-- > 0 && (int32_t)(((follow_record_t *)at->data)->seq - record->seq) > 0)
        at = at->next;
    if (at == info->payload->next)
        return;
    info->payload = g_list_delete_link(info->payload, info->payload);
    info->payload = g_list_insert_before(info->payload, at, record);
}

/* Wireshark shows streams as ASCII unless it is told otherwise: the arrow between the peers becomes "->". */
static const char *
follow_in_ascii(wmem_allocator_t *pool, const char *text)
{
    static const char arrow[] = "\xe2\x86\x92";
    const char *at = strstr(text, arrow);

    if (!at)
        return wmem_strdup_printf(pool, "%s\n", text);
    return wmem_strdup_printf(pool, "%.*s->%s\n", (int)(at - text), text, at + strlen(arrow));
}

static tap_packet_status
follow_add_lines(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *unused _U_, tap_flags_t flags)
{
    wmem_array_t *lines = follow_lines(pinfo);

    for (unsigned i = 0; i < wmem_array_get_count(lines); i++) {
        const follow_line_t *line = wmem_array_index(lines, i);
        const char *text = follow_in_ascii(pinfo->pool, line->text);
        tvbuff_t *tvb = tvb_new_real_data((const uint8_t *)text, (unsigned)strlen(text), (int)strlen(text));

        follow_tvb_tap_listener(data, pinfo, edt, tvb, flags);
        follow_put_in_order((follow_info_t *)data, follow_delivered(line->captured, line->delivery));
        tvb_free(tvb);
    }
    return TAP_PACKET_DONT_REDRAW;
}

/* ---- "godot,follow" ---- */

/* A line that was read, until all are sorted and printed. */
typedef struct {
    char                  *text;
    godot_moment_t         captured;
    const enet_delivery_t *delivery;
} follow_kept_t;

static int
follow_compare(const void *a, const void *b)
{
    const follow_kept_t *one = a, *other = b;
    const godot_moment_t first = follow_delivered(one->captured, one->delivery);
    const godot_moment_t second = follow_delivered(other->captured, other->delivery);

    return (first > second) - (first < second);
}

static void
follow_forget(void *kept)
{
    g_array_set_size((GArray *)kept, 0);
}

static void
follow_free(void *line)
{
    g_free(((follow_kept_t *)line)->text);
}

static tap_packet_status
follow_keep(void *kept, packet_info *pinfo, epan_dissect_t *edt _U_, const void *data _U_, tap_flags_t flags _U_)
{
    wmem_array_t *lines = follow_lines(pinfo);
    char time[COL_MAX_LEN];

    set_fd_time(pinfo->epan, pinfo->fd, time);
    for (unsigned i = 0; i < wmem_array_get_count(lines); i++) {
        const follow_line_t *line = wmem_array_index(lines, i);
        const follow_kept_t added = {
            ws_strdup_printf("%6u %s  %s", pinfo->num, time, line->text), line->captured, line->delivery
        };

        g_array_append_val((GArray *)kept, added);
    }
    return TAP_PACKET_DONT_REDRAW;
}

static void
follow_print(void *kept)
{
    GArray *lines = (GArray *)kept;

    g_array_sort(lines, follow_compare);
    for (unsigned i = 0; i < lines->len; i++)
        printf("%s\n", g_array_index(lines, follow_kept_t, i).text);
}

static WS_STAT_INIT_RESULT
follow_begin(const char *argument, void *unused _U_)
{
    GArray *lines = g_array_new(false, false, sizeof(follow_kept_t));
    const char *filter = g_str_has_prefix(argument, COMMAND ",") ? argument + strlen(COMMAND ",") : NULL;
    GString *error = register_tap_listener("godot_rows", lines, filter, TL_REQUIRES_NOTHING, follow_forget, follow_keep,
                                           follow_print, NULL);

    g_array_set_clear_func(lines, follow_free);
    if (error) {
        report_failure("-z " COMMAND ": %s", error->str);
        g_string_free(error, true);
    }
    WS_STAT_INIT_RETURN(!error);
}

/* ---- Registration ---- */

void
statistics_follow_register(void)
{
    static stat_tap_ui ui = {
        .group = REGISTER_PACKET_STAT_GROUP_UNSORTED,
        .cli_string = COMMAND,
        .tap_init_cb = follow_begin
    };

    register_stat_tap_ui(&ui, NULL);
    ws_register_follow_stream(proto_get_id_by_filter_name("godot"), "godot_rows", follow_godot_packet,
                              follow_godot_index, follow_godot_addresses, follow_godot_port, follow_add_lines, NULL,
                              NULL);
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
