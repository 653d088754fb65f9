/* enet/range-coder.c
 * Undo ENet's range coder (docs/wire/enet.md, 8.3, whose names are used here).
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include <glib.h>
#include <stdbool.h>

#include "enet/decoders.h"

#define TOP         0x1000000u
#define BOTTOM      0x10000u
#define POOL_NODES  4096
#define POOL_FULL   (POOL_NODES - 2)        /* a byte takes three new nodes at most */
#define VALUES      256
#define ESCAPE_STEP 5                       /* what a new symbol adds to its context's escape weight */

/*
 * What depends on the kind of a context: the weight that a sighting adds, and the weight before it beyond which all
 * weights are halved. They are halved as well when their sum passes a limit, which 256 such weights never do in the root
 * context.
 */
enum { SUB_STEP = 2, SUB_LIMIT = 251, SUB_TOTAL_LIMIT = 65280, ROOT_STEP = 3, ROOT_LIMIT = 250, ROOT_ESCAPE = 1 };

/* What is left of the numbers below 2^32 by the symbols so far, and where in it the input points. */
typedef struct {
    const uint8_t *in, *end;
    uint32_t       low, span, code;
} interval_t;

/* A node is two things: a symbol in the tree of its context, and the context that this symbol leads to. */
typedef struct node {
    uint8_t       sym, freq;
    uint16_t      cum;          /* freq and all weights in the lo subtree */
    uint16_t      esc, tot;     /* weight of the escape; sum of all weights */
    struct node *lo, *hi;
    struct node *tree;         /* root of the tree of symbols seen in this context */
    struct node *link;         /* the same symbol in the context that is one byte shorter */
} node_t;

/*
 * The contexts. What counts is the weights of their symbols in order, not how a tree of them grew. So the root context,
 * in which each of the 256 values has a weight of 1 beside its node's freq, is searched by halves instead: place 1 parts
 * the values in two, places 2 and 3 part these again, and so on.
 */
typedef struct {
    node_t  *two, *one;             /* of the last two bytes, and of the last one; NULL: too few bytes so far */
    node_t  *next;                  /* the first free node */
    unsigned root_total;
    uint16_t root_below[VALUES];    /* the freq of all values in the lower half of each place */
    node_t  *root_node[VALUES];     /* of each value that was seen */
    node_t   pool[POOL_NODES];
} contexts_t;

typedef enum { SYMBOL, ESCAPE, DAMAGED } outcome_t;

/* Returns the next byte of input. Past the end it is zero, which decodes as the end of the block. */
static inline uint32_t
next_byte(interval_t *interval)
{
    return interval->in < interval->end ? *interval->in++ : 0;
}

static interval_t
begin_interval(const uint8_t *in, size_t in_length)
{
    interval_t interval = { .in = in, .end = in + in_length, .span = UINT32_MAX };

    for (int i = 0; i < 4; i++)
        interval.code = interval.code << 8 | next_byte(&interval);
    return interval;
}

/* Goes on to the share of a symbol or of an escape. */
static inline void
narrow(interval_t *interval, unsigned base, unsigned weight)
{
    interval->low += base * interval->span;
    interval->span *= weight;
    for (;;) {
        if ((interval->low ^ (interval->low + interval->span)) >= TOP) {
            if (interval->span >= BOTTOM)
                return;
            interval->span = (0 - interval->low) & (BOTTOM - 1);
        }
        interval->code = interval->code << 8 | next_byte(interval);
        interval->low <<= 8;
        interval->span <<= 8;
    }
}

static inline node_t *
new_node(contexts_t *contexts, unsigned sym, unsigned weight, node_t *link)
{
    node_t *node = contexts->next++;

    *node = (node_t) { .sym = (uint8_t)sym, .freq = (uint8_t)weight, .cum = (uint16_t)weight, .link = link };
    return node;
}

static void
reset_contexts(contexts_t *contexts)
{
    memset(contexts, 0, offsetof(contexts_t, pool));
    contexts->next = contexts->pool + 1;    /* ENet takes one for the root context */
    contexts->root_total = ROOT_ESCAPE + VALUES;
}

static unsigned
halve_tree(node_t *node)
{
    unsigned total = 0;

    for (; node; node = node->hi) {
        node->freq -= node->freq >> 1;
        node->cum = (uint16_t)(node->freq + halve_tree(node->lo));
        total += node->cum;
    }
    return total;
}

/* Counts a sighting of a symbol that had this weight. */
static inline void
count_sighting(node_t *context, unsigned weight)
{
    context->tot += SUB_STEP;
    if (weight <= SUB_LIMIT && context->tot <= SUB_TOTAL_LIMIT)
        return;
    context->esc -= context->esc >> 1;
    context->tot = (uint16_t)(halve_tree(context->tree) + context->esc);
}

static void
halve_root(contexts_t *contexts)
{
    for (unsigned sym = 0; sym < VALUES; sym++) {
        node_t  *node = contexts->root_node[sym];
        uint8_t  half = node ? node->freq >> 1 : 0;

        if (half == 0)
            continue;
        node->freq -= half;
        contexts->root_total -= half;
        for (unsigned place = VALUES + sym; place > 1; place /= 2)
            if (place % 2 == 0)
                contexts->root_below[place / 2] -= half;
    }
}

/* Finds the symbol whose share of the root context has the value v, and how far v is in it; counts the sighting. */
static inline unsigned
find_in_root(contexts_t *contexts, unsigned v, unsigned *into)
{
    size_t place = 1;

    for (unsigned half = VALUES / 2; half > 0; half /= 2) {
        uint16_t *at = &contexts->root_below[place];
        unsigned  below = *at + half;

        place *= 2;
        if (v < below) {
            *at += ROOT_STEP;
        } else {
            v -= below;
            place++;
        }
    }
    *into = v;
    return (unsigned)place - VALUES;
}

/* In the root context the escape is the end of the block. Returns the symbol's node; NULL: the outcome is another one. */
static inline node_t *
decode_in_root(contexts_t *contexts, interval_t *interval, outcome_t *outcome)
{
    interval->span /= contexts->root_total;
    uint32_t v = (interval->code - interval->low) / interval->span;
    *outcome = v < ROOT_ESCAPE ? ESCAPE : v < contexts->root_total ? SYMBOL : DAMAGED;
    if (*outcome != SYMBOL)
        return NULL;

    unsigned into, sym = find_in_root(contexts, v - ROOT_ESCAPE, &into);
    node_t  *node = contexts->root_node[sym];
    if (!node)
        node = contexts->root_node[sym] = new_node(contexts, sym, 0, NULL);

    unsigned weight = node->freq + 1u;
    narrow(interval, v - into, weight);
    node->freq += ROOT_STEP;
    contexts->root_total += ROOT_STEP;
    if (weight > ROOT_LIMIT)
        halve_root(contexts);
    return node;
}

/* Finds the symbol whose share of the context has the value v. Returns its node, or NULL, and the end of its share. */
static inline node_t *
find_in_tree(node_t *tree, unsigned v, unsigned *top)
{
    unsigned base = 0;

    for (node_t *node = tree; node;) {
        *top = base + node->cum;
        if (v >= *top) {
            base = *top;
            node = node->hi;
            continue;
        }
        node->cum += SUB_STEP;
        if (v >= *top - node->freq)
            return node;
        node = node->lo;
    }
    return NULL;
}

/* Returns the symbol's node; NULL: the outcome is another one. */
static inline node_t *
decode_in_sub(interval_t *interval, node_t *context, outcome_t *outcome)
{
    unsigned top, weight;
    node_t  *found;

    *outcome = ESCAPE;
    if (!context || !context->tree)
        return NULL;                        /* this context has not seen a symbol yet */
    interval->span /= context->tot;
    uint32_t into = interval->code - interval->low;
    if (into < context->esc * interval->span) {
        narrow(interval, 0, context->esc);
        return NULL;
    }
    uint32_t v = into / interval->span;
    found = find_in_tree(context->tree, v - context->esc, &top);
    *outcome = found ? SYMBOL : DAMAGED;
    if (!found)
        return NULL;
    weight = found->freq;
    narrow(interval, context->esc + top - weight, weight);
    found->freq += SUB_STEP;
    count_sighting(context, weight);
    return found;
}

/* Counts the symbol in the context, which did not tell it. Returns its node there. */
static inline node_t *
range_coder_learn(contexts_t *contexts, node_t *context, node_t *shorter)
{
    node_t **branch = &context->tree, *node;
    unsigned weight = 0;
    uint8_t  sym = shorter->sym;

    while ((node = *branch) && node->sym != sym) {
        if (sym < node->sym)
            node->cum += SUB_STEP;
        branch = sym < node->sym ? &node->lo : &node->hi;
    }
    if (node) {                             /* a compressor would not have escaped */
        weight = node->freq;
        node->cum += SUB_STEP;
        node->freq += SUB_STEP;
    } else {
        node = *branch = new_node(contexts, sym, SUB_STEP, shorter);
        context->esc += ESCAPE_STEP;
        context->tot += ESCAPE_STEP;
    }
    count_sighting(context, weight);
    return node;
}

/*
 * The longest context that knows the symbol tells it, and the longer ones, which escape, learn it. The symbol's nodes in
 * the two shorter contexts are the contexts of the next symbol. When the pool is full, all contexts are forgotten.
 */
static inline outcome_t
decode_symbol(contexts_t *contexts, interval_t *interval, uint8_t *sym)
{
    outcome_t outcome;
    node_t   *in_two = decode_in_sub(interval, contexts->two, &outcome);
    node_t   *in_one = outcome == ESCAPE ? decode_in_sub(interval, contexts->one, &outcome) : NULL;
    node_t   *in_root = outcome == ESCAPE ? decode_in_root(contexts, interval, &outcome) : NULL;

    if (!in_two && !in_one && !in_root)
        return outcome;
    if (in_two)
        in_one = in_two->link;
    if (in_two || in_one)
        in_root = in_one->link;
    else if (contexts->one)
        in_one = range_coder_learn(contexts, contexts->one, in_root);
    if (!in_two && contexts->two)
        range_coder_learn(contexts, contexts->two, in_one);
    *sym = in_root->sym;
    contexts->two = in_one;
    contexts->one = in_root;
    if (contexts->next >= contexts->pool + POOL_FULL)
        reset_contexts(contexts);
    return SYMBOL;
}

/* Decodes as much of the block as there is room for, and one symbol more. Returns SYMBOL if the end was not reached. */
static outcome_t
decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size, size_t *length)
{
    interval_t interval = begin_interval(in, in_length);
    contexts_t contexts;
    outcome_t  outcome;
    uint8_t    sym = 0;
    size_t     at = 0;

    reset_contexts(&contexts);
    while ((outcome = decode_symbol(&contexts, &interval, &sym)) == SYMBOL && at < out_size)
        out[at++] = sym;
    *length = at;
    return outcome;
}

size_t
enet_range_decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size)
{
    size_t length;

    return decode(in, in_length, out, out_size, &length) == ESCAPE ? length : 0;
}

size_t
enet_range_begin(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size)
{
    size_t length;

    return decode(in, in_length, out, out_size, &length) != DAMAGED ? length : 0;
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
