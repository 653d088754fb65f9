/* statistics/divided.c
 * Which frames brought a datagram that IP divided?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "statistics/divided.h"

static wmem_map_t *fragments;   /* number of a frame -> statistics_frames_t */
static int data_proto, ip_proto, ip6_proto;

void
statistics_divided_register(void)
{
    fragments = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_direct_hash, g_direct_equal);
}

void
statistics_divided_handoff(void)
{
    data_proto = proto_get_id_by_filter_name("data");
    ip_proto = proto_get_id_by_filter_name("ip");
    ip6_proto = proto_get_id_by_filter_name("ipv6.fraghdr");
}

/* A fragment is data until the last one is there; then the layers above IP follow. An empty frame has no layer. */
bool
statistics_divided_is_fragment(packet_info *pinfo)
{
    wmem_list_frame_t *last = wmem_list_tail(pinfo->layers);
    int below;

    if (!last || GPOINTER_TO_INT(wmem_list_frame_data(last)) != data_proto)
        return false;
    below = GPOINTER_TO_INT(wmem_list_frame_data(wmem_list_frame_prev(last)));
    return below == ip_proto || below == ip6_proto;
}

/* The frames from which other layers than IP were put together are not kept. */
static void
divided_add(void *number, void *user_data)
{
    const statistics_frames_t *fragment = wmem_map_lookup(fragments, number);
    statistics_frames_t *frames = (statistics_frames_t *)user_data;

    if (!fragment)
        return;
    frames->count += fragment->count;
    frames->bytes += MIN(fragment->bytes, UINT32_MAX - frames->bytes);
}

statistics_frames_t
statistics_divided_frames(packet_info *pinfo)
{
    statistics_frames_t frames = { 1, pinfo->fd->pkt_len };

    ws_each_earlier_frame(pinfo, divided_add, &frames);
    return frames;
}

/* In a tunnel, a fragment may have come in fragments itself. */
void
statistics_divided_note(packet_info *pinfo)
{
    statistics_frames_t frames;

    if (!statistics_divided_is_fragment(pinfo))
        return;
    frames = statistics_divided_frames(pinfo);
    wmem_map_insert(fragments, GUINT_TO_POINTER(pinfo->num), wmem_memdup(wmem_file_scope(), &frames, sizeof frames));
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
