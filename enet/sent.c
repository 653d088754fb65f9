/* enet/sent.c
 * What has one end of an ENet connection sent so far?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/sent.h"

uint32_t
enet_extend(uint32_t near_to, uint16_t number)
{
    return near_to + (uint32_t)(int32_t)(int16_t)(number - (uint16_t)near_to);
}

uint64_t
enet_sent_key(enet_sent_kind_t kind, unsigned channel, uint32_t number, uint32_t detail)
{
    return (uint64_t)kind << 61 | (uint64_t)channel << 53 | (uint64_t)number << 21 |
           (detail & 0x1FFFFF);
}

uint32_t
enet_sent_number(const enet_sent_t *sent)
{
    return (uint32_t)(sent->key >> 21);
}

void
enet_sender_init(enet_sender_t *sender)
{
    sender->sent = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    sender->channels = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    sender->unsequenced_high = ENET_SEQUENCE_BASE;
}

enet_channel_t *
enet_sender_channel(enet_sender_t *sender, unsigned id)
{
    enet_channel_t *channel = wmem_map_lookup(sender->channels,
                                                                GUINT_TO_POINTER(id));

    if (!channel) {
        channel = wmem_new0(wmem_file_scope(), enet_channel_t);
        channel->reliable_high = ENET_SEQUENCE_BASE;
        channel->complete = ENET_SEQUENCE_BASE;
        wmem_map_insert(sender->channels, GUINT_TO_POINTER(id), channel);
    }
    return channel;
}

enet_sent_t *
enet_find_sent(const enet_sender_t *sender, uint64_t key)
{
    return wmem_map_lookup(sender->sent, &key);
}

static const enet_channel_t *
find_channel(const enet_sender_t *sender, unsigned id)
{
    return (const enet_channel_t *)wmem_map_lookup(sender->channels, GUINT_TO_POINTER(id));
}

enet_sent_t *
enet_find_reliable(const enet_sender_t *sender, unsigned channel, uint16_t seq)
{
    const enet_channel_t *seen = find_channel(sender, channel);

    if (!seen)
        return NULL;
    return enet_find_sent(sender, enet_sent_key(ENET_SENT_RELIABLE, channel,
                                                enet_extend(seen->reliable_high, seq), 0));
}

enet_sent_t *
enet_new_sent(enet_sender_t *sender, uint64_t key, const packet_info *pinfo, uint32_t length)
{
    enet_sent_t *sent = wmem_new0(wmem_file_scope(), enet_sent_t);

    sent->key = key;
    sent->length = length;
    sent->first_frame = pinfo->num;
    sent->first_time = pinfo->abs_ts;
    wmem_map_insert(sender->sent, &sent->key, sent);
    return sent;
}

static bool
has_come(const enet_sender_t *sender, unsigned channel, uint32_t number)
{
    return enet_find_sent(sender, enet_sent_key(ENET_SENT_RELIABLE, channel, number, 0)) ||
           enet_find_sent(sender, enet_sent_key(ENET_SENT_UNSEEN, channel, number, 0));
}

void
enet_channel_go_on(const enet_sender_t *sender, unsigned id, enet_channel_t *channel)
{
    while (has_come(sender, id, channel->complete + 1))
        channel->complete++;
}

void
enet_note_unseen(enet_sender_t *sender, const packet_info *pinfo, unsigned channel, uint16_t seq)
{
    const enet_channel_t *seen = find_channel(sender, channel);
    uint32_t number = seen ? enet_extend(seen->reliable_high, seq) : 0;
    uint64_t key = enet_sent_key(ENET_SENT_UNSEEN, channel, number, 0);

    if (seen && number > seen->complete && !enet_find_sent(sender, key))
        enet_new_sent(sender, key, pinfo, 0);
}

enet_transmission_t *
enet_find_transmission(const enet_sent_t *sent, uint16_t sent_time)
{
    for (enet_transmission_t *t = sent->newest; t; t = t->earlier)
        if (t->sent_time == sent_time)
            return t;
    return NULL;
}

enet_transmission_t *
enet_new_transmission(enet_sent_t *sent, const packet_info *pinfo, uint16_t sent_time)
{
    enet_transmission_t *transmission = wmem_new0(wmem_file_scope(), enet_transmission_t);

    transmission->frame = pinfo->num;
    transmission->time = pinfo->abs_ts;
    transmission->sent_time = sent_time;
    transmission->earlier = sent->newest;
    sent->newest = transmission;
    return transmission;
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
