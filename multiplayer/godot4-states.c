/* multiplayer/godot4-states.c
 * Which values of a synchronizer are the same as those that it sent before?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-states.h"
#include "ws_constants.h"

static int hf_godot_sync_unchanged = -1;
static int hf_godot_sync_unchanged_bytes = -1;

/* So many values are compared, as many as the result has bits. */
#define MAX_COMPARED    64
/* A longer value counts as changed, and is not kept. Godot sends no SYNC that is longer than this unless told to. */
#define MAX_LENGTH      1350

typedef struct {
    uint8_t *bytes;
    uint16_t length, room;      /* length 0: nothing to compare with */
} last_t;

struct _godot4_state {
    const void *owner;
    last_t     *last;           /* the latest value of each place */
    unsigned    count, room;    /* of these */
    uint64_t    told;           /* what the history has as the latest result */
};

/* Tells whether the sender and the receiver are known: otherwise several peers may use the id. */
static bool
states_have_ends(const godot_message_t *message)
{
    return !message->refused && (message->scope.source != GODOT_PEER_UNKNOWN || message->scope.target_known);
}

static godot4_state_t *
state_of(const godot_scope_t *scope, uint32_t net_id, const void *owner)
{
    godot4_state_t *state = godot_history_find(scope, GODOT_KEY_SYNC_STATE, net_id);

    if (!state) {
        state = wmem_new0(wmem_file_scope(), godot4_state_t);
        godot_history_learn(scope, GODOT_KEY_SYNC_STATE, net_id, state);
    }
    for (unsigned i = 0; state->owner != owner && i < state->count; i++)
        state->last[i].length = 0;
    state->owner = owner;
    return state;
}

/* In the first pass, a message that waits is not compared until it is delivered. Later passes look up the result. */
godot4_comparison_t
godot4_comparison_begin(const godot_reader_t *reader, uint32_t net_id, const void *owner)
{
    const godot_scope_t *scope = &reader->message->scope;
    godot4_comparison_t comparison = { .net_id = net_id };
    const uint64_t *found = NULL;

    if (!states_have_ends(reader->message))
        return comparison;
    if (scope->learn)
        comparison.state = state_of(scope, net_id, owner);
    else if (PINFO_FD_VISITED(reader->pinfo))
        found = godot_history_find(scope, GODOT_KEY_SYNC_UNCHANGED, net_id);
    comparison.unchanged = found ? *found : 0;
    return comparison;
}

/* Returns the latest value at a place, which is at most the next one that the state does not have. */
static last_t *
last_value(godot4_state_t *state, unsigned place)
{
    if (place == state->room) {
        state->room += 8;
        state->last = wmem_realloc(wmem_file_scope(), state->last, state->room * sizeof *state->last);
    }
    if (place == state->count)
        state->last[state->count++] = (last_t) { 0 };
    return &state->last[place];
}

static void
keep_value(last_t *last, const uint8_t *bytes, unsigned length)
{
    last->length = length <= MAX_LENGTH ? (uint16_t)length : 0;
    if (last->length > last->room) {
        last->bytes = wmem_realloc(wmem_file_scope(), last->bytes, length);
        last->room = last->length;
    }
    if (last->length)
        memcpy(last->bytes, bytes, length);
}

/* First pass: puts the next value into the state. @return true if it was there already */
static bool
state_has(godot4_comparison_t *comparison, const godot_reader_t *reader, int offset, unsigned length)
{
    last_t *last = last_value(comparison->state, comparison->next);
    const uint8_t *bytes;

    if (!comparison->values) {
        comparison->values = tvb_get_ptr(reader->tvb, offset, reader->end - offset);
        comparison->offset = offset;
    }
    bytes = comparison->values + (offset - comparison->offset);
    if (length == last->length && memcmp(last->bytes, bytes, length) == 0)
        return true;
    keep_value(last, bytes, length);
    return false;
}

void
godot4_comparison_take(godot4_comparison_t *comparison, const godot_reader_t *reader, int offset)
{
    const int length = reader->offset - offset;
    const unsigned place = comparison->next;

    if (place == MAX_COMPARED)
        return;
    if (comparison->state && state_has(comparison, reader, offset, (unsigned)length))
        comparison->unchanged |= UINT64_C(1) << place;
    comparison->next++;
    if (!(comparison->unchanged >> place & 1))
        return;
    comparison->bytes += (unsigned)length;
    if (reader->tree)
        proto_item_set_generated(proto_tree_add_uint(reader->tree, hf_godot_sync_unchanged, reader->tvb, offset, length, place));
}

/*
 * Keeps the result for later passes, but only if it differs from the result before: most states leave the same values
 * unchanged. Adds the sum of their bytes.
 */
void
godot4_comparison_end(const godot4_comparison_t *comparison, const godot_reader_t *reader)
{
    godot4_state_t *state = comparison->state;

    if (state && comparison->unchanged != state->told) {
        state->told = comparison->unchanged;
        godot_history_learn(&reader->message->scope, GODOT_KEY_SYNC_UNCHANGED, comparison->net_id,
                            wmem_memdup(wmem_file_scope(), &state->told, sizeof state->told));
    }
    if (reader->tree && comparison->bytes)
        proto_item_set_generated(proto_tree_add_uint(reader->tree, hf_godot_sync_unchanged_bytes, reader->tvb, 0, 0,
                                                     comparison->bytes));
}

void
godot4_states_register(int proto)
{
    static hf_register_info hf[] = {
        { &hf_godot_sync_unchanged,
          { "Unchanged value", "godot.sync.unchanged", FT_UINT32, BASE_DEC, NULL, 0,
            "Number, from 0, of a value that is the same as in the SYNC before", HFILL } },
        { &hf_godot_sync_unchanged_bytes,
          { "Bytes of unchanged values", "godot.sync.unchanged_bytes", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
            &ws_units_byte_bytes, 0, "Size of the values that are the same as in the SYNC before", HFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
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
