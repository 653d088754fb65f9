/* multiplayer/history.c
 * What did a peer mean by this key at that moment?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/history.h"
#include "enet/analysis.h"

/*
 * Each network has a map with a history for every key: an array of what the key meant, in the order of the capture. The
 * first pass goes over the frames in order, so histories stay sorted as they grow, and a lookup is a binary search.
 *
 * The same announcement goes to each receiver separately, and over each leg of a relay separately
 * (docs/wire/multiplayer-godot4.md, 4): receiver and link are part of the key. A second key without them finds what was
 * announced to somebody else.
 */
typedef struct {
    const godot_link_t *link;       /* NULL: told to any receiver */
    uint32_t            kind;
    int32_t             sender;
    int32_t             receiver;
    uint32_t            id;
} history_key_t;

typedef struct {
    godot_moment_t      since;
    const godot_link_t *link;       /* the link on which it was announced */
    void               *value;
    bool                borrowed;
} meaning_t;

struct _godot_network {
    wmem_map_t *histories;          /* history_key_t -> wmem_array_t of meaning_t */
    wmem_map_t *strings;            /* string -> its number, from 1 */
    uint32_t    string_count;
    uint32_t    link_count;
    bool        is_of_server;       /* its endpoint was proved to be a server */
};

typedef struct {
    address  addr;
    uint32_t port;
} endpoint_t;

/* The networks of the file, by endpoint. */
static wmem_map_t *networks;

/*
 * Senders of packets must not be able to choose the bucket: the hash multiplies with random numbers, and takes the
 * upper halves of the products.
 */
static unsigned
key_hash(const void *data)
{
    static uint64_t random[3];
    const history_key_t *key = data;

    while (!random[0])
        for (unsigned i = 0; i < G_N_ELEMENTS(random); i++)
            random[i] = (uint64_t)g_random_int() << 32 | g_random_int() | 1;
    return (unsigned)((((uint64_t)(uint32_t)key->sender << 32 | key->id) * random[0] +
                       ((uint64_t)(uint32_t)key->receiver << 32 | key->kind) * random[1] +
                       (uint64_t)(uintptr_t)key->link * random[2]) >> 32);
}

static gboolean
key_equal(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(history_key_t)) == 0;
}

static unsigned
endpoint_hash(const void *key)
{
    const endpoint_t *endpoint = key;

    return add_address_to_hash(endpoint->port, &endpoint->addr);
}

static gboolean
endpoint_equal(const void *a, const void *b)
{
    const endpoint_t *one = a, *other = b;

    return one->port == other->port && addresses_equal(&one->addr, &other->addr);
}

static wmem_map_t *
all_networks(void)
{
    if (!networks)
        networks = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(),
                                          endpoint_hash, endpoint_equal);
    return networks;
}

static godot_network_t *
network_find(const address *server, uint32_t port)
{
    endpoint_t key = { .addr = *server, .port = port };

    return wmem_map_lookup(all_networks(), &key);
}

bool
godot_network_exists(const address *server, uint32_t port)
{
    const godot_network_t *network = network_find(server, port);

    return network && network->is_of_server;
}

static godot_network_t *
network_new(void)
{
    godot_network_t *network = wmem_new0(wmem_file_scope(), godot_network_t);

    network->histories = wmem_map_new(wmem_file_scope(), key_hash, key_equal);
    network->strings = wmem_map_new(wmem_file_scope(), wmem_str_hash, g_str_equal);
    return network;
}

static godot_network_t *
network_get(const address *server, uint32_t port)
{
    godot_network_t *network = network_find(server, port);

    if (!network) {
        endpoint_t *key = wmem_new(wmem_file_scope(), endpoint_t);

        copy_address_wmem(wmem_file_scope(), &key->addr, server);
        key->port = port;
        network = network_new();
        wmem_map_insert(all_networks(), key, network);
    }
    return network;
}

static godot_link_t *
link_in(godot_network_t *network, int32_t initiator, int32_t responder, godot_moment_t began)
{
    godot_link_t *link = wmem_new0(wmem_file_scope(), godot_link_t);

    link->network = network;
    link->network->is_of_server |= initiator == GODOT_PEER_SERVER || responder == GODOT_PEER_SERVER;
    link->peer[0] = initiator;
    link->peer[1] = responder;
    link->began = began;
    link->number = ++network->link_count;
    link->heard_since = wmem_tree_new(wmem_file_scope());
    return link;
}

godot_link_t *
godot_link_new(const address *server, uint32_t port, int32_t initiator, int32_t responder,
               godot_moment_t began)
{
    return link_in(server ? network_get(server, port) : network_new(), initiator, responder, began);
}

godot_link_t *
godot_link_beside(const godot_link_t *link, int32_t initiator, int32_t responder, godot_moment_t began)
{
    return link_in(link->network, initiator, responder, began);
}

static int32_t
peer_at(const godot_link_t *link, unsigned end, godot_moment_t moment)
{
    return moment > link->peers_since ? link->peer[end] : GODOT_PEER_UNKNOWN;
}

int32_t
godot_scope_end(const godot_scope_t *scope, unsigned end)
{
    return peer_at(scope->link, end, scope->moment);
}

void
godot_link_learn_server(const godot_scope_t *scope)
{
    godot_link_t *link = scope->link;

    if (!link->by_ends || scope->anyones || link->peer[0] != GODOT_PEER_UNKNOWN || link->peer[1] != GODOT_PEER_UNKNOWN)
        return;
    link->peer[scope->direction] = GODOT_PEER_SERVER;
    link->peers_since = scope->moment;
}

void
godot_scope_is_anyones(godot_scope_t *scope)
{
    scope->anyones = true;
}

void
godot_link_prove_server(godot_link_t *link, unsigned end, godot_moment_t after)
{
    link->network->is_of_server = true;
    link->peer[end] = GODOT_PEER_SERVER;
    link->peers_since = after;
}

/* The first message over a link after other links were added, and the last one before. */
typedef struct {
    godot_moment_t first;
    godot_moment_t before;
} heard_t;

/* Wireshark's trees find the nearest key below. So the keys are complements: the nearest number of links above. */
void
godot_link_heard(godot_link_t *link, godot_moment_t moment)
{
    if (link->heard_among < link->network->link_count) {
        heard_t *heard = wmem_new(wmem_file_scope(), heard_t);

        *heard = (heard_t) { .first = moment, .before = link->heard };
        link->heard_among = link->network->link_count;
        wmem_tree_insert32(link->heard_since, ~link->heard_among, heard);
    }
    link->heard = moment;
}

uint32_t
godot_history_number(const godot_scope_t *scope, const char *string, bool add, const char **stored)
{
    godot_network_t *network = scope->link->network;
    uint32_t number = GPOINTER_TO_UINT(wmem_map_lookup(network->strings, string));

    if (number == 0 && add) {
        number = ++network->string_count;
        wmem_map_insert(network->strings, wmem_strdup(wmem_file_scope(), string),
                        GUINT_TO_POINTER(number));
    }
    if (stored)
        wmem_map_lookup_extended(network->strings, string, (const void **)stored, NULL);
    return number;
}

/*
 * Returns the key of a peer. If its id is unknown, the key stands for its end of the link; no peer has a negative id. A
 * broadcast has its target as receiver, and no peer has the ids for "all" or "all but n" either.
 */
static int32_t
end_key(const godot_link_t *link, int32_t peer, unsigned end)
{
    if (peer != GODOT_PEER_UNKNOWN && !(link->by_ends && peer == link->peer[end]))
        return peer;
    return INT32_MIN + (int32_t)end;
}

/* Returns the key of the sender. What a relay brings is kept apart from what its end of the link says itself. */
static int32_t
sender_key(const godot_scope_t *scope)
{
    return scope->source == GODOT_PEER_UNKNOWN && scope->relayed > 0 ? -scope->relayed :
           end_key(scope->link, scope->source, scope->direction);
}

static history_key_t
history_key_of(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    return (history_key_t) {
        .link = scope->link, .kind = kind, .id = id,
        .sender = sender_key(scope),
        .receiver = end_key(scope->link, scope->target_known ? scope->target : GODOT_PEER_UNKNOWN,
                            !scope->direction)
    };
}

static history_key_t
key_of_any(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    return (history_key_t) { .kind = kind, .sender = scope->source, .id = id };
}

/* ---- Messages that waited ---- */

/* moment -> frame, for the few messages that are delivered in another frame than their own. */
static wmem_map_t *waited;

static wmem_map_t *
all_waited(void)
{
    if (!waited)
        waited = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), wmem_int64_hash,
                                        g_int64_equal);
    return waited;
}

void
godot_moment_stands_in(godot_moment_t moment, uint32_t frame)
{
    if (!wmem_map_contains(all_waited(), &moment))
        wmem_map_insert(all_waited(), wmem_memdup(wmem_file_scope(), &moment, sizeof moment),
                        GUINT_TO_POINTER(frame));
}

uint32_t
godot_moment_frame(godot_moment_t moment)
{
    uint32_t frame = GPOINTER_TO_UINT(wmem_map_lookup(all_waited(), &moment));

    return frame ? frame : (uint32_t)(moment >> 32);
}

/* ---- Scopes ---- */

godot_scope_t
godot_scope_reversed(const godot_scope_t *scope)
{
    godot_scope_t reversed = *scope;

    reversed.direction = !scope->direction;
    reversed.source = scope->target_known ? scope->target : GODOT_PEER_UNKNOWN;
    reversed.target = scope->source;
    reversed.target_known = scope->source != GODOT_PEER_UNKNOWN;
    return reversed;
}

/*
 * Returns up to which moment the other end had told things to the sender, when it sent the message that was delivered
 * at that moment.
 */
static godot_moment_t
told_at(const godot_scope_t *scope, godot_moment_t moment)
{
    uint32_t frame = godot_moment_frame(moment);
    const godot_link_t *link = scope->link;

    if (!link->enet)
        return GODOT_MOMENT(frame, 0);
    return enet_heard(link->enet, (enet_direction_t)scope->direction, link->names_channel, frame, GODOT_MOMENT(frame, 0));
}

godot_moment_t
godot_told(const godot_scope_t *scope)
{
    return told_at(scope, scope->moment);
}

bool
godot_told_is_open(const godot_scope_t *scope)
{
    const godot_link_t *link = scope->link;

    return scope->learn && link->enet && enet_heard_is_open(link->enet, (enet_direction_t)scope->direction, link->names_channel);
}

bool
godot_is_skewed(const godot_scope_t *scope)
{
    return scope->link->enet && scope->link->enet->skewed;
}

godot_scope_t
godot_scope_of_other(const godot_scope_t *scope)
{
    godot_scope_t other = godot_scope_reversed(scope);

    other.moment = godot_told(scope);
    return other;
}

godot_scope_t
godot_scope_of_peer(const godot_scope_t *scope, int32_t peer)
{
    godot_scope_t of_peer = *scope;

    of_peer.source = peer;
    of_peer.target = 0;
    of_peer.target_known = true;
    return of_peer;
}

static wmem_array_t *
history_get(const godot_network_t *network, const history_key_t *key)
{
    return wmem_map_lookup(network->histories, key);
}

static void
history_add(godot_network_t *network, const history_key_t *key, const meaning_t *meaning)
{
    wmem_array_t *history = history_get(network, key);

    if (!history) {
        history = wmem_array_sized_new(wmem_file_scope(), sizeof(meaning_t), 1);
        wmem_map_insert(network->histories,
                        wmem_memdup(wmem_file_scope(), key, sizeof *key), history);
    }
    wmem_array_append(history, meaning, 1);
}

/* Returns the number of meanings that began at or before the moment. */
static unsigned
history_position(wmem_array_t *history, godot_moment_t moment)
{
    unsigned low = 0, high = history ? wmem_array_get_count(history) : 0;

    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        const meaning_t *meaning = wmem_array_index(history, middle);

        if (meaning->since <= moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns what the key meant at the moment, or NULL. */
static const meaning_t *
history_at(const godot_network_t *network, const history_key_t *key, godot_moment_t moment)
{
    wmem_array_t *history = history_get(network, key);
    unsigned position = history_position(history, moment);

    return position ? wmem_array_index(history, position - 1) : NULL;
}

/* Returns the first meaning of the key after the moment, or NULL. */
static const meaning_t *
history_after(const godot_network_t *network, const history_key_t *key, godot_moment_t moment)
{
    wmem_array_t *history = history_get(network, key);
    unsigned position = history_position(history, moment);

    return history && position < wmem_array_get_count(history) ? wmem_array_index(history, position) : NULL;
}

/* ---- Peers that come and go ---- */

static history_key_t
key_of_peer(const godot_scope_t *scope, int32_t peer)
{
    return (history_key_t) { .link = scope->link, .kind = GODOT_KEY_PEER, .sender = peer };
}

/* Returns what the sender of the scope knew of resets at that moment, as a moment of who tells of them. */
static godot_moment_t
resets_until(const godot_scope_t *scope, godot_moment_t moment)
{
    return scope->direction == scope->link->resets_from ? moment : told_at(scope, moment);
}

/*
 * On a link with resets, tells whether this peer came or went after a captured moment, as far as the sender of the scope
 * knew: a sender that was not told yet goes on as before. after, until: resets_until() of that moment and of the present
 * one. told: the message of the first moment was from this peer, or to it.
 */
static bool
peer_was_reset(const godot_scope_t *scope, int32_t peer, godot_moment_t captured, godot_moment_t after, godot_moment_t until,
               bool told)
{
    history_key_t key = key_of_peer(scope, peer);
    const meaning_t *reset = history_at(scope->link->network, &key, until);

    if (!reset || reset->since <= after)
        return false;
    /*
     * Who sends to a peer was told before that the peer came. So its coming is no reset for such a message: only the
     * acknowledgement that proves that it was told comes later in the capture.
     */
    return !(told && reset->value && (reset->since <= captured || !history_at(scope->link->network, &key, reset->since - 1)));
}

static int32_t
relayed_or_sender(const history_key_t *key)
{
    return key->sender < 0 && key->sender > INT32_MIN + 1 ? -key->sender : key->sender;
}

static bool
was_forgotten(const godot_scope_t *scope, const history_key_t *key, const meaning_t *meaning,
              godot_moment_t moment, bool told)
{
    godot_moment_t after, until;

    if (!scope->link->reset)
        return false;
    after = resets_until(scope, meaning->since);
    if (scope->link->reset <= after)
        return false;
    until = resets_until(scope, moment);
    return peer_was_reset(scope, relayed_or_sender(key), meaning->since, after, until, told) ||
           peer_was_reset(scope, key->receiver, meaning->since, after, until, told);
}

void
godot_history_reset_peer(const godot_scope_t *scope, int32_t peer, bool came)
{
    history_key_t key = key_of_peer(scope, peer);
    meaning_t reset = { .since = scope->moment, .link = scope->link,
                        .value = came ? scope->link : NULL };

    history_add(scope->link->network, &key, &reset);
    scope->link->reset = MAX(scope->link->reset, scope->moment);
    scope->link->resets_from = scope->direction;
}

static bool
knows_peer_at(const godot_scope_t *scope, int32_t peer, godot_moment_t moment)
{
    history_key_t key = key_of_peer(scope, peer);
    const meaning_t *latest = history_at(scope->link->network, &key, moment);

    return latest && latest->value;
}

bool
godot_history_knows_peer(const godot_scope_t *scope, int32_t peer)
{
    return knows_peer_at(scope, peer, scope->moment) ||
           (scope->direction != scope->link->resets_from && knows_peer_at(scope, peer, godot_told(scope)));
}

/* ---- Learning and finding ---- */

void
godot_history_learn(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id, void *value)
{
    godot_network_t *network = scope->link->network;
    meaning_t meaning = { .since = scope->moment, .link = scope->link, .value = value };
    history_key_t key = history_key_of(scope, kind, id);
    history_key_t any = key_of_any(scope, kind, id);

    if (scope->anyones)
        return;
    history_add(network, &key, &meaning);
    if (scope->source != GODOT_PEER_UNKNOWN)
        history_add(network, &any, &meaning);
}

static void *
history_value_at(const godot_scope_t *scope, const history_key_t *key, godot_moment_t moment,
                 godot_found_t *found)
{
    const meaning_t *meaning = scope->anyones ? NULL : history_at(scope->link->network, key, moment);

    if (!meaning || was_forgotten(scope, key, meaning, moment, true))
        return NULL;
    if (found)
        *found = meaning->borrowed ? GODOT_FOUND_BORROWED : GODOT_FOUND;
    return meaning->value;
}

static void *
value_of(const godot_scope_t *scope, history_key_t key, godot_moment_t moment)
{
    return history_value_at(scope, &key, moment, NULL);
}

void *
godot_history_find(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    return value_of(scope, history_key_of(scope, kind, id), scope->moment);
}

void *
godot_history_find_before(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    history_key_t key = history_key_of(scope, kind, id);
    godot_found_t found = GODOT_FOUND_NOTHING;
    void *value = history_value_at(scope, &key, scope->moment - 1, &found);

    return found == GODOT_FOUND ? value : NULL;
}

/*
 * Tells whether the link on which it was told was known to be alive after this one had begun. If not, it may belong to an
 * earlier life of that peer.
 */
static bool
is_of_this_life(const godot_scope_t *scope, const meaning_t *meaning)
{
    const heard_t *heard = wmem_tree_lookup32_le(meaning->link->heard_since, ~scope->link->number);

    return meaning->link == scope->link || (heard ? heard->before : meaning->link->heard) >= scope->link->began ||
           (heard && heard->first <= scope->moment);
}

static void *
value_of_any(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id, godot_moment_t moment)
{
    history_key_t key = key_of_any(scope, kind, id);
    const meaning_t *meaning = history_at(scope->link->network, &key, moment);

    return meaning && is_of_this_life(scope, meaning) ? value_of(scope, key, moment) : NULL;
}

void *
godot_history_find_any(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    return value_of_any(scope, kind, id, scope->moment);
}

void *
godot_history_find_any_before(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    return value_of_any(scope, kind, id, scope->moment - 1);
}

void *
godot_history_find_at(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    history_key_t key = history_key_of(scope, kind, id);
    const meaning_t *meaning = scope->anyones ? NULL : history_at(scope->link->network, &key, scope->moment);

    return meaning && meaning->since == scope->moment ? meaning->value : NULL;
}

/*
 * Borrows what the sender announced to somebody else, for a receiver whose own announcement is not in the capture. The
 * first pass decides this and remembers it, because later passes know too much.
 */
static void
borrow(const godot_scope_t *scope, const history_key_t *key)
{
    history_key_t any = key_of_any(scope, (godot_key_kind_t)key->kind, key->id);
    const meaning_t *meaning;

    if (!scope->learn || scope->anyones || scope->source == GODOT_PEER_UNKNOWN)
        return;
    meaning = history_at(scope->link->network, &any, scope->moment);
    if (!meaning || was_forgotten(scope, key, meaning, scope->moment, false))
        return;
    if (is_of_this_life(scope, meaning)) {
        meaning_t borrowed = { .since = scope->moment, .link = meaning->link,
                               .value = meaning->value, .borrowed = true };
        history_add(scope->link->network, key, &borrowed);
    }
}

/* Returns what the key means by an announcement after the moment, unless the sender came or went in between. */
static void *
value_later(const godot_scope_t *scope, const history_key_t *key, godot_found_t *found)
{
    const meaning_t *meaning = scope->anyones ? NULL : history_after(scope->link->network, key, scope->moment);

    if (!meaning || meaning->borrowed ||
        peer_was_reset(scope, relayed_or_sender(key), scope->moment, resets_until(scope, scope->moment),
                       resets_until(scope, meaning->since), false))
        return NULL;
    if (found)
        *found = GODOT_FOUND_LATER;
    return meaning->value;
}

void *
godot_history_find_later(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id)
{
    history_key_t key = history_key_of(scope, kind, id);

    return value_later(scope, &key, NULL);
}

void *
godot_history_resolve(const godot_scope_t *scope, godot_key_kind_t kind, uint32_t id,
                      godot_found_t *found)
{
    history_key_t key = history_key_of(scope, kind, id);
    godot_found_t how = GODOT_FOUND_NOTHING;
    void *value = history_value_at(scope, &key, scope->moment, &how);

    if (!value) {
        borrow(scope, &key);
        value = history_value_at(scope, &key, scope->moment, &how);
    }
    if (!value)
        value = value_later(scope, &key, &how);
    if (found)
        *found = how;
    return value;
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
