/* enet/sent.c
 * What has one end of an ENet connection sent so far?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "enet/sent.h"

#define CAPACITY_MIN    4
#define CAPACITY_SMALL  64      /* numbers that are no farther apart never take each other's place */
#define CAPACITY_MAX    0x8000  /* enet_extend() takes a number that is farther away for a newer one */
/* ENet doubles the time from one transmission to the next and gives up within 30 s (docs/wire/enet.md, 3.5). */
#define REPETITIONS_MAX 16

struct _enet_repetition {
    enet_repetition_t  *earlier;
    enet_transmission_t transmission;
};

uint32_t
enet_extend(uint32_t near_to, uint16_t number)
{
    return near_to + (uint32_t)(int32_t)(int16_t)(number - (uint16_t)near_to);
}

void
enet_sender_init(enet_sender_t *sender)
{
    sender->unsequenced_high = ENET_SEQUENCE_BASE;
    sender->unsequenced.all = &sender->unreliable;
}

enet_channel_t *
enet_find_channel(const enet_sender_t *sender, unsigned id)
{
    enet_channel_t **group = sender->channels[id / 16];

    return group ? group[id % 16] : NULL;
}

static enet_channel_t *
new_channel(enet_sender_t *sender, unsigned id)
{
    enet_channel_t *channel = wmem_new0(wmem_file_scope(), enet_channel_t);
    enet_channel_t ***group = &sender->channels[id / 16];

    channel->reliable_high = ENET_SEQUENCE_BASE;
    channel->complete = channel->reached = ENET_SEQUENCE_BASE;
    channel->heard_number = ENET_SEQUENCE_BASE;
    channel->unreliable.all = &sender->unreliable;
    if (!*group)
        *group = wmem_alloc0_array(wmem_file_scope(), enet_channel_t *, 16);
    return (*group)[id % 16] = channel;
}

enet_channel_t *
enet_sender_channel(enet_sender_t *sender, unsigned id)
{
    enet_channel_t *channel = enet_find_channel(sender, id);

    return channel ? channel : new_channel(sender, id);
}

static enet_sent_t *
sent_place_of(const enet_sent_list_t *list, uint32_t number)
{
    return &list->places[number & (list->capacity - 1)];
}

static bool
is_free(const enet_sent_t *place)
{
    return !place->first.event && !place->unseen;
}

static enet_sent_t *
find_place(const enet_channel_t *channel, uint32_t number)
{
    enet_sent_t *place = channel->reliable.capacity ? sent_place_of(&channel->reliable, number) : NULL;

    return place && place->number == number && !is_free(place) ? place : NULL;
}

static void
sent_grow(enet_sent_list_t *list)
{
    enet_sent_list_t old = *list;

    list->capacity = old.capacity ? 2 * old.capacity : CAPACITY_MIN;
    list->places = (enet_sent_t *)wmem_alloc0(wmem_file_scope(), list->capacity * sizeof *list->places);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (!is_free(&old.places[i]))
            *sent_place_of(list, old.places[i].number) = old.places[i];
    wmem_free(wmem_file_scope(), old.places);
}

/*
 * Tells whether to make room instead of forgetting the command that has the place. A forgotten command would be a gap
 * that nothing closes, if smaller numbers are still to come.
 */
static bool
sent_is_crowded(const enet_sent_list_t *list)
{
    return list->capacity < CAPACITY_SMALL || (list->capacity < CAPACITY_MAX && list->held >= list->capacity / 4);
}

static enet_sent_t *
make_place(enet_sent_list_t *list, uint32_t number)
{
    enet_sent_t *place;

    if (!list->places)
        sent_grow(list);
    while (!is_free(place = sent_place_of(list, number)) && place->number != number && sent_is_crowded(list))
        sent_grow(list);
    list->held += is_free(place);
    if (place->number != number)
        *place = (enet_sent_t) { .number = number };
    return place;
}

enet_sent_t *
enet_find_sent(const enet_channel_t *channel, uint32_t number)
{
    enet_sent_t *sent = find_place(channel, number);

    return sent && sent->first.event ? sent : NULL;
}

enet_sent_t *
enet_find_reliable(const enet_sender_t *sender, unsigned channel, uint16_t seq)
{
    const enet_channel_t *seen = enet_find_channel(sender, channel);

    return seen ? enet_find_sent(seen, enet_extend(seen->reliable_high, seq)) : NULL;
}

enet_sent_t *
enet_new_sent(enet_channel_t *channel, uint32_t number)
{
    return make_place(&channel->reliable, number);
}

void
enet_note_unseen(const enet_sender_t *sender, unsigned channel, uint16_t seq)
{
    enet_channel_t *seen = enet_find_channel(sender, channel);
    uint32_t number = seen ? enet_extend(seen->reliable_high, seq) : 0;

    if (seen && number > seen->complete)
        make_place(&seen->reliable, number)->unseen = true;
}

void
enet_go_on(enet_channel_t *channel)
{
    while (find_place(channel, channel->complete + 1))
        channel->complete++;
}

const enet_transmission_t *
enet_find_transmission(const enet_sent_t *sent, uint16_t sent_time)
{
    const enet_repetition_t *repetition = sent->latest;

    for (unsigned i = 0; repetition && i < REPETITIONS_MAX; repetition = repetition->earlier, i++)
        if (repetition->transmission.sent_time == sent_time)
            return &repetition->transmission;
    return sent->first.sent_time == sent_time ? &sent->first : NULL;
}

const enet_transmission_t *
enet_latest_transmission(const enet_sent_t *sent)
{
    return sent->latest ? &sent->latest->transmission : &sent->first;
}

void
enet_new_transmission(enet_sent_t *sent, const packet_info *pinfo, uint16_t sent_time, enet_event_t *event)
{
    enet_transmission_t *transmission = &sent->first;

    if (sent->first.event) {
        enet_repetition_t *repetition = wmem_new(wmem_file_scope(), enet_repetition_t);

        repetition->earlier = sent->latest;
        sent->latest = repetition;
        transmission = &repetition->transmission;
    }
    *transmission = (enet_transmission_t) {
        .event = event, .time = pinfo->abs_ts, .frame = pinfo->num, .sent_time = sent_time,
    };
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
