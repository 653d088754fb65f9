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

#include <glib.h>
#include <stdbool.h>

#include "enet/decoders.h"

#define TOP         0x1000000u
#define BOTTOM      0x10000u
#define POOL_NODES  4096
#define POOL_FULL   (POOL_NODES - ORDER)    /* a byte takes three new nodes at most */
#define ORDER       2                       /* bytes of context */
#define ROOT        0                       /* index of the root context; as a link: none */
#define ESCAPE_STEP 5                       /* what a new symbol adds to its context's escape weight */
#define TOTAL_LIMIT 65280
#define ROOT_ESCAPE 1                       /* weights of a root context that has seen nothing */
#define ROOT_TOTAL  (ROOT_ESCAPE + 256)

/*
 * What depends on the kind of a context: the weight that a sighting adds, the implicit weight of every byte value, and
 * the limit at which all weights are halved.
 */
typedef struct {
    unsigned step, implicit, limit;
} order_t;

static const order_t sub_order  = { 2, 0, 251 };
static const order_t root_order = { 3, 1, 250 };

/* A node is two things: a symbol in the tree of its context, and the context that this symbol leads to. */
typedef struct {
    uint8_t  sym, freq;
    uint16_t cum;           /* freq and all weights in the lo subtree */
    uint16_t lo, hi;        /* 0 = none, as for all indexes */
    uint16_t tree;          /* root of the tree of symbols seen in this context */
    uint16_t esc, tot;      /* weight of the escape; sum of all weights */
    uint16_t link;          /* the same context, one byte shorter */
} node_t;

/* A symbol that was found in a context: its node, and its share of the context's range. */
typedef struct {
    uint16_t node;
    unsigned base, weight;
} share_t;

typedef struct {
    const uint8_t *in, *end;
    uint32_t       low, span, code;
    unsigned       used;                /* number of nodes */
    unsigned       depth;               /* bytes of context so far */
    uint16_t       cursor;              /* the longest context */
    node_t         pool[POOL_NODES];
} coder_t;

/* Returns the next byte of input. Past the end it is zero, which decodes as the end of the block. */
static uint32_t
next_byte(coder_t *coder)
{
    return coder->in < coder->end ? *coder->in++ : 0;
}

static uint16_t
new_node(coder_t *coder, unsigned sym, unsigned weight)
{
    coder->pool[coder->used] = (node_t) { .sym = (uint8_t)sym, .freq = (uint8_t)weight, .cum = (uint16_t)weight };
    return (uint16_t)coder->used++;
}

static void
reset_contexts(coder_t *coder)
{
    coder->used = 0;
    coder->cursor = ROOT;
    coder->depth = 0;
    node_t *root = &coder->pool[new_node(coder, 0, 0)];
    root->esc = ROOT_ESCAPE;
    root->tot = ROOT_TOTAL;
}

static void
start(coder_t *coder, const uint8_t *in, size_t in_length)
{
    coder->in = in;
    coder->end = in + in_length;
    coder->low = 0;
    coder->span = UINT32_MAX;
    coder->code = 0;
    for (int i = 0; i < 4; i++)
        coder->code = coder->code << 8 | next_byte(coder);
    reset_contexts(coder);
}

/* Returns where the input points in a range of this total. Only in a damaged block is that beyond the total. */
static uint32_t
range_coder_divide(coder_t *coder, unsigned total)
{
    coder->span /= total;
    return (coder->code - coder->low) / coder->span;
}

static void
narrow(coder_t *coder, unsigned base, unsigned weight)
{
    coder->low += base * coder->span;
    coder->span *= weight;
    for (;;) {
        if ((coder->low ^ (coder->low + coder->span)) >= TOP) {
            if (coder->span >= BOTTOM)
                return;
            coder->span = (0 - coder->low) & (BOTTOM - 1);
        }
        coder->code = coder->code << 8 | next_byte(coder);
        coder->low <<= 8;
        coder->span <<= 8;
    }
}

static unsigned
halve_tree(node_t *pool, unsigned index)
{
    unsigned total = 0;

    for (; index != 0; index = pool[index].hi) {
        node_t *node = &pool[index];
        node->freq -= node->freq >> 1;
        node->cum = (uint16_t)(node->freq + halve_tree(pool, node->lo));
        total += node->cum;
    }
    return total;
}

/* Counts a symbol of this weight in the context, and keeps the context's weights small enough. */
static void
count_sighting(node_t *pool, node_t *context, const order_t *order, unsigned weight)
{
    context->tot += order->step;
    if (weight <= order->limit && context->tot <= TOTAL_LIMIT)
        return;
    context->esc -= context->esc >> 1;
    context->tot = (uint16_t)(halve_tree(pool, context->tree) + context->esc + 256 * order->implicit);
}

static void
strengthen(node_t *node, const order_t *order)
{
    node->cum += order->step;
    node->freq += order->step;
}

/* Finds the symbol whose share of the context's range has the value v. */
static bool
find_sub(coder_t *coder, const node_t *context, unsigned v, share_t *share)
{
    unsigned base = 0;

    for (uint16_t k = context->tree; k != 0;) {
        node_t  *node = &coder->pool[k];
        unsigned top = base + node->cum;
        if (v >= top) {
            base = top;
            k = node->hi;
        } else if (v < top - node->freq) {
            node->cum += sub_order.step;
            k = node->lo;
        } else {
            *share = (share_t) { k, top - node->freq, node->freq };
            strengthen(node, &sub_order);
            return true;
        }
    }
    return false;
}

/* Adds a symbol that the root context has not seen, at a free branch of its tree. */
static share_t
add_to_root(coder_t *coder, uint16_t *branch, unsigned sym, unsigned v)
{
    *branch = new_node(coder, sym, root_order.step);
    return (share_t) { *branch, v, 1 };
}

/* Does the same in the root context, where each of the 256 values has a weight of 1 beside those seen. */
static share_t
find_root(coder_t *coder, unsigned v)
{
    unsigned  base = 0;
    uint16_t *branch = &coder->pool[ROOT].tree;

    if (*branch == 0)
        return add_to_root(coder, branch, v, v);
    for (;;) {
        uint16_t k = *branch;
        node_t  *node = &coder->pool[k];
        unsigned top = base + node->cum + node->sym + 1;
        unsigned bottom = top - node->freq - 1;
        if (v >= top) {
            base += node->cum;
            branch = &node->hi;
            if (*branch == 0)
                return add_to_root(coder, branch, node->sym + 1 + v - top, v);
        } else if (v < bottom) {
            node->cum += root_order.step;
            branch = &node->lo;
            if (*branch == 0)
                return add_to_root(coder, branch, node->sym - (bottom - v), v);
        } else {
            strengthen(node, &root_order);
            return (share_t) { k, bottom, top - bottom };
        }
    }
}

/* Counts the symbol in a context's tree. Returns its node, and the weight that it had before. */
static uint16_t
range_coder_learn(coder_t *coder, node_t *context, uint8_t sym, unsigned *weight)
{
    uint16_t *branch = &context->tree;

    while (*branch != 0) {
        uint16_t k = *branch;
        node_t  *node = &coder->pool[k];
        if (sym == node->sym) {
            *weight = node->freq;
            strengthen(node, &sub_order);
            return k;
        }
        if (sym < node->sym)
            node->cum += sub_order.step;
        branch = sym < node->sym ? &node->lo : &node->hi;
    }
    *weight = 0;
    return *branch = new_node(coder, sym, sub_order.step);
}

typedef enum { SYMBOL, ESCAPE, DAMAGED } outcome_t;

static outcome_t
decode_in_sub(coder_t *coder, node_t *context, uint16_t *found)
{
    share_t share;

    if (context->esc == 0 || context->esc >= context->tot)
        return ESCAPE;                          /* this context has not seen a symbol yet */
    uint32_t v = range_coder_divide(coder, context->tot);
    if (v < context->esc) {
        narrow(coder, 0, context->esc);
        return ESCAPE;
    }
    if (v >= context->tot || !find_sub(coder, context, v - context->esc, &share))
        return DAMAGED;
    narrow(coder, context->esc + share.base, share.weight);
    count_sighting(coder->pool, context, &sub_order, share.weight);
    *found = share.node;
    return SYMBOL;
}

/* In the root context the escape is the end of the block. */
static outcome_t
decode_in_root(coder_t *coder, uint16_t *found)
{
    node_t  *root = &coder->pool[ROOT];
    uint32_t v = range_coder_divide(coder, root->tot);

    if (v < root->esc)
        return ESCAPE;
    if (v >= root->tot)
        return DAMAGED;
    share_t share = find_root(coder, v - root->esc);
    narrow(coder, root->esc + share.base, share.weight);
    count_sighting(coder->pool, root, &root_order, share.weight);
    *found = share.node;
    return SYMBOL;
}

/*
 * Every context from the longest down to the one that knew the symbol learns it. The symbol's nodes in them are linked,
 * beginning with the longest context.
 */
static void
learn_in_contexts(coder_t *coder, uint16_t hit, uint16_t found)
{
    uint8_t   sym = coder->pool[found].sym;
    uint16_t *slot = &coder->cursor;

    for (uint16_t c = coder->cursor; c != hit; c = coder->pool[c].link) {
        node_t  *context = &coder->pool[c];
        unsigned weight;
        *slot = range_coder_learn(coder, context, sym, &weight);
        slot = &coder->pool[*slot].link;
        if (weight == 0) {
            context->esc += ESCAPE_STEP;
            context->tot += ESCAPE_STEP;
        }
        count_sighting(coder->pool, context, &sub_order, weight);
    }
    *slot = found;
}

/* Goes on to the contexts of the next symbol. When the pool is full, all contexts are forgotten. */
static void
range_coder_advance(coder_t *coder)
{
    if (coder->depth >= ORDER)
        coder->cursor = coder->pool[coder->cursor].link;
    else
        coder->depth++;
    if (coder->used >= POOL_FULL)
        reset_contexts(coder);
}

static outcome_t
decode_symbol(coder_t *coder, uint8_t *sym)
{
    outcome_t outcome = ESCAPE;
    uint16_t  hit, found;

    for (hit = coder->cursor; hit != ROOT; hit = coder->pool[hit].link) {
        outcome = decode_in_sub(coder, &coder->pool[hit], &found);
        if (outcome != ESCAPE)
            break;
    }
    if (hit == ROOT)
        outcome = decode_in_root(coder, &found);
    if (outcome == SYMBOL) {
        *sym = coder->pool[found].sym;
        learn_in_contexts(coder, hit, found);
        range_coder_advance(coder);
    }
    return outcome;
}

/* Decodes as much of the block as there is room for, and one symbol more. Returns SYMBOL if the end was not reached. */
static outcome_t
decode(const uint8_t *in, size_t in_length, uint8_t *out, size_t out_size, size_t *length)
{
    coder_t  *coder = g_new(coder_t, 1);
    outcome_t outcome;
    uint8_t   sym = 0;

    *length = 0;
    start(coder, in, in_length);
    while ((outcome = decode_symbol(coder, &sym)) == SYMBOL && *length < out_size)
        out[(*length)++] = sym;
    g_free(coder);
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
