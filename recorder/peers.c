/* recorder/peers.c
 * Which run and which peer does a record belong to, and what came before it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/peers.h"
#include "recorder/attributes.h"
#include "recorder/matches.h"
#include "recorder/names.h"

/*
 * Only the header of a record says which run and peer the record belongs to. Its interface does not tell, because
 * mergecap makes one interface of several, and a record has no addresses (docs/wire/recording.md, 3).
 */

#define PLACE_KEY 0     /* of the place among what a frame keeps under the protocol "godot.record" */

enum { CAME = 1, GONE = 2 };        /* events of a remote peer (4.5) */
enum { EVENT = 40, EVENT_ID = 44 }; /* where they are in its header */
enum { STATUS_OWN = 44 };           /* where a status has the peer's own id */

/* A run of the game, in the first pass. */
typedef struct {
    bool     began;     /* a record of it was seen */
    uint32_t number;    /* of its latest record */
    uint32_t gaps;      /* how often something of it was missing, or not in its order */
    unsigned version;   /* generation of Godot */
    uint32_t process_frame, packets;    /* the latest one that had packets, and how many it has */
    recording_course_t course;
} run_t;

/* The link between a recorded peer and another one, in the first pass. */
typedef struct {
    godot_link_t *link;         /* NULL: no packet yet */
    int32_t       own;          /* id of the recorded peer */
    bool          from_start;   /* the recording has the moment when the other one came */
    uint32_t      gaps;         /* those of the run until then */
    recording_session_t *session;   /* NULL: none */
} way_t;

/* A recorded peer, in the first pass. Each has tables of its own, because it does not know what others were told. */
typedef struct {
    recording_series_t  series;
    wmem_map_t         *ways;   /* id of the other peer -> way_t */
    const godot_link_t *first;  /* its first link, whose network all share */
    godot_recorded_names_t *names;
    const char         *class;  /* "" until it is told */
    int32_t             own;    /* its id; 0 until it is told */
    recording_crowd_t   crowd;
} peer_t;

static wmem_map_t *runs;    /* number of the run -> run_t */
static wmem_map_t *peers;   /* run and number of the peer -> peer_t */

static run_t *
run_of(const recording_header_t *header)
{
    run_t *run = wmem_map_lookup(runs, GUINT_TO_POINTER(header->run));

    if (!run) {
        run = wmem_new0(wmem_file_scope(), run_t);
        run->version = 4;
        wmem_map_insert(runs, GUINT_TO_POINTER(header->run), run);
    }
    return run;
}

static peer_t *
peer_of(const recording_header_t *header)
{
    uint64_t key = (uint64_t)header->run << 16 | header->peer;
    peer_t *peer = wmem_map_lookup(peers, &key);

    if (!peer) {
        peer = wmem_new0(wmem_file_scope(), peer_t);
        peer->names = godot_recorded_names_new();
        peer->class = "";
        peer->ways = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        wmem_map_insert(peers, wmem_memdup(wmem_file_scope(), &key, sizeof key), peer);
    }
    return peer;
}

/*
 * Returns how many records of the run are missing before this one. Numbers wrap; a number that is not above the latest
 * comes from a file that was merged twice, or in another order.
 */
static uint32_t
follow_numbers(run_t *run, const recording_header_t *header)
{
    const uint32_t step = header->number - run->number;
    const bool is_repeated = header->flags & RECORDING_REPEATED && step == 0;
    uint32_t missing = 0;

    if (run->began && !is_repeated && step != 1) {
        run->gaps++;
        missing = (int32_t)step > 1 ? step - 1 : 0;
    }
    run->began = true;
    run->number = header->number;
    return missing;
}

/* The engine's number has a byte for each part of its version. */
static void
learn_version(run_t *run, tvbuff_t *tvb, const recording_header_t *header)
{
    tvbuff_t *body = tvb_new_subset_length(tvb, header->length, (int)header->present);

    if (recording_number(body, RECORDING_ENGINE_HEX, 0) >> 16 == 3)
        run->version = 3;
}

static void
learn_begin(peer_t *peer, tvbuff_t *tvb, const recording_header_t *header)
{
    tvbuff_t *body = tvb_new_subset_length(tvb, header->length, (int)header->present);

    if (!*peer->class)
        peer->class = recording_text(wmem_file_scope(), body, RECORDING_CLASS);
    peer->own = (int32_t)recording_number(body, RECORDING_OWN_ID, 0);
}

static void
learn_end(peer_t *peer, const recording_header_t *header)
{
    if (!peer->crowd.ended)
        peer->crowd.ended_ticks = header->ticks;
    peer->crowd.ended = true;
}

static way_t *
way_new(peer_t *peer, int32_t other, bool from_start, uint32_t gaps)
{
    way_t *way = wmem_new(wmem_file_scope(), way_t);

    *way = (way_t) { .from_start = from_start, .gaps = gaps };
    wmem_map_insert(peer->ways, GINT_TO_POINTER(other), way);
    return way;
}

/* Forgets a peer that comes or goes, as SceneMultiplayer forgets its paths and nodes (_add_peer, _del_peer). */
static void
learn_remote(const run_t *run, peer_t *peer, tvbuff_t *tvb, uint64_t ticks)
{
    uint8_t event = tvb_get_uint8(tvb, EVENT);
    int32_t other = (int32_t)tvb_get_letohl(tvb, EVENT_ID);
    const way_t *before = wmem_map_lookup(peer->ways, GINT_TO_POINTER(other));
    recording_session_t *session = before ? before->session : NULL;

    if (event != CAME && event != GONE)
        return;
    if (session && !session->gone)
        recording_session_end(session, &peer->crowd, ticks);
    if (event == CAME) {
        session = recording_session_new(&run->course, &peer->crowd, other, true);
        if (peer->own > 0)
            recording_session_meet(session, peer->class, peer->own);
    }
    way_new(peer, other, event == CAME, run->gaps)->session = session;     /* one that is gone may still have packets */
}

/* ---- Sessions ---- */

/* Returns the session of a packet to or from one other peer. */
static recording_session_t *
session_of(const run_t *run, peer_t *peer, const recording_packet_t *packet)
{
    way_t *way = wmem_map_lookup(peer->ways, GINT_TO_POINTER(packet->other));

    if (!way->session || !recording_session_meet(way->session, peer->class, packet->own)) {
        way->session = recording_session_new(&run->course, &peer->crowd, packet->other, false);
        recording_session_meet(way->session, peer->class, packet->own);
    }
    return way->session;
}

static void
add_recipient(recording_place_t *place, const peer_t *peer, recording_session_t *session)
{
    if (!place->ends)
        place->ends = wmem_alloc0_array(wmem_file_scope(), recording_end_t, peer->crowd.count);
    place->ends[place->end_count++].session = session;
}

/* Finds the sessions of a packet to all, or to all but one. */
static void
learn_recipients(recording_place_t *place, peer_t *peer, const recording_packet_t *packet)
{
    for (unsigned i = 0; !peer->crowd.crowded && i < peer->crowd.count; i++) {
        recording_session_t *session = peer->crowd.present[i];

        if (session->other != -(int64_t)packet->other && recording_session_meet(session, peer->class, packet->own))
            add_recipient(place, peer, session);
    }
}

static void
learn_sessions(recording_place_t *place, const run_t *run, peer_t *peer, const recording_packet_t *packet)
{
    if (packet->other > 0) {
        place->ends = wmem_new0(wmem_file_scope(), recording_end_t);
        place->ends->session = session_of(run, peer, packet);
        place->end_count = 1;
    } else if (packet->sent) {
        learn_recipients(place, peer, packet);
    }
}

/* Returns which packet of its process frame this is, of all that the run sends and receives. */
static uint32_t
count_in_frame(run_t *run, tvbuff_t *tvb)
{
    const uint32_t process_frame = tvb_get_letohl(tvb, RECORDING_PROCESS_FRAME);

    if (run->process_frame != process_frame)
        run->packets = 0;
    run->process_frame = process_frame;
    return ++run->packets;
}

static godot_link_t *
recorded_peers_link_of(run_t *run, peer_t *peer, packet_info *pinfo, const recording_packet_t *packet)
{
    way_t *way = wmem_map_lookup(peer->ways, GINT_TO_POINTER(packet->other));
    int32_t own = MAX(packet->own, GODOT_PEER_UNKNOWN), other = MAX(packet->other, GODOT_PEER_UNKNOWN);

    if (!way || (way->link && way->own != own))
        way = way_new(peer, packet->other, false, run->gaps);
    if (!way->link) {
        way->own = own;
        way->link = peer->first ? godot_link_beside(peer->first, own, other, GODOT_MOMENT(pinfo->num, 0))
                                : godot_link_new(NULL, 0, own, other, GODOT_MOMENT(pinfo->num, 0));
        way->link->recorded = peer->names;
    }
    if (!peer->first)
        peer->first = way->link;
    if (way->from_start && way->gaps == run->gaps)
        way->link->whole_until[0] = way->link->whole_until[1] = GODOT_MOMENT(pinfo->num, 0);
    return way->link;
}

static void
recorded_peers_learn(recording_place_t *place, tvbuff_t *tvb, packet_info *pinfo, const recording_header_t *header)
{
    run_t *run = run_of(header);
    peer_t *peer = peer_of(header);
    uint32_t gaps = run->gaps;
    recording_packet_t packet;

    place->missing = follow_numbers(run, header);
    place->portion = recording_follow(&peer->series, header, &place->series);
    run->gaps += header->kind == RECORDING_LOST || (place->portion != RECORDING_IS_WHOLE && place->portion != RECORDING_IS_PART);
    recording_course_follow(&run->course, header->ticks, run->gaps != gaps);
    recording_matches_forget();
    if (header->kind == RECORDING_RUN_BEGIN)
        learn_version(run, tvb, header);
    if (header->kind == RECORDING_PEER_BEGIN)
        learn_begin(peer, tvb, header);
    if (header->kind == RECORDING_STATUS)
        peer->own = (int32_t)tvb_get_letohl(tvb, STATUS_OWN);
    if (header->kind == RECORDING_PEER_END)
        learn_end(peer, header);
    if (header->kind == RECORDING_REMOTE)
        learn_remote(run, peer, tvb, header->ticks);
    if (header->kind == RECORDING_PACKET) {
        packet = recording_packet(tvb);
        place->link = recorded_peers_link_of(run, peer, pinfo, &packet);
        if (header->body_offset == 0)
            place->in_frame = count_in_frame(run, tvb);
        if (packet.result == 0)
            learn_sessions(place, run, peer, &packet);
    }
    place->version = run->version;
    place->names = peer->names;
}

const recording_place_t *
recording_place(tvbuff_t *tvb, packet_info *pinfo, const recording_header_t *header, int proto)
{
    recording_place_t *place = p_get_proto_data(wmem_file_scope(), pinfo, proto, PLACE_KEY);

    if (!place) {
        place = wmem_new0(wmem_file_scope(), recording_place_t);
        recorded_peers_learn(place, tvb, pinfo, header);
        p_add_proto_data(wmem_file_scope(), pinfo, proto, PLACE_KEY, place);
    }
    return place;
}

void
recording_peers_register(void)
{
    runs = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_direct_hash, g_direct_equal);
    peers = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), wmem_int64_hash, g_int64_equal);
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
