/* split/groups.c
 * Which frames have to be read together?
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

#include "split/groups.h"
#include "split/caller.h"
#include "split/layers.h"

/* What a frame may have in common with others. What is not used is 0, and there is no byte between the members. */
typedef struct {
    enum {
        KEY_OTHERS,         /* frames without hosts */
        KEY_END,            /* an address and a port */
        KEY_FRAGMENTS,      /* two addresses that send each other pieces of datagrams */
        KEY_HOSTS,          /* two addresses */
        KEY_CALLER          /* a client's address and id */
    }       kind;
    guint8  address[2][SPLIT_ADDRESS];
    guint32 number;
} common_t;

typedef struct {
    common_t common;
    guint32  parent;        /* index of another one of the same group; the root's is its own */
    guint32  part;
    guint64  bytes;         /* of the root: of the frames of its group */
} member_t;

struct split_groups {
    GHashTable *indices;    /* member_t's common -> index + 1 */
    GPtrArray  *members;
};

/* Senders of packets must not be able to choose the place in the table. */
static guint
common_hash(gconstpointer key)
{
    static guint64 random[2];
    guint64        hash = 0;
    guint32        words[sizeof (common_t) / 4];

    while (!random[0])
        for (unsigned i = 0; i < G_N_ELEMENTS(random); i++)
            random[i] = (guint64)g_random_int() << 32 | g_random_int() | 1;
    memcpy(words, key, sizeof words);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        hash = ((hash ^ words[i]) * random[i % 2]) ^ hash >> 29;
    return (guint)(hash >> 32);
}

static gboolean
common_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof (common_t)) == 0;
}

split_groups_t *
split_groups_new(void)
{
    split_groups_t *groups = g_new0(split_groups_t, 1);

    groups->indices = g_hash_table_new(common_hash, common_equal);
    groups->members = g_ptr_array_new_with_free_func(g_free);
    return groups;
}

void
split_groups_free(split_groups_t *groups)
{
    g_hash_table_unref(groups->indices);
    g_ptr_array_unref(groups->members);
    g_free(groups);
}

static member_t *
member_at(const split_groups_t *groups, guint32 index)
{
    return g_ptr_array_index(groups->members, index);
}

static guint32
find_or_new(split_groups_t *groups, const common_t *common)
{
    gpointer  index = g_hash_table_lookup(groups->indices, common);
    member_t *member;

    if (index)
        return GPOINTER_TO_UINT(index) - 1;
    member = g_new0(member_t, 1);
    member->common = *common;
    member->parent = groups->members->len;
    g_ptr_array_add(groups->members, member);
    g_hash_table_insert(groups->indices, &member->common, GUINT_TO_POINTER(groups->members->len));
    return member->parent;
}

/* Returns the root of a group, and makes the way there shorter for the next time. */
static guint32
root_of(const split_groups_t *groups, guint32 index)
{
    while (member_at(groups, index)->parent != index) {
        member_t *member = member_at(groups, index);

        member->parent = member_at(groups, member->parent)->parent;
        index = member->parent;
    }
    return index;
}

/* Makes one group of two. @return its root */
static guint32
groups_join(split_groups_t *groups, guint32 one, guint32 other)
{
    one = root_of(groups, one);
    other = root_of(groups, other);
    if (one == other)
        return one;
    member_at(groups, other)->parent = one;
    member_at(groups, one)->bytes += member_at(groups, other)->bytes;
    return one;
}

/* ---- What a frame has in common with others ---- */

static common_t
common_of_end(const split_end_t *end)
{
    common_t common = { .kind = KEY_END, .number = end->port };

    memcpy(common.address[0], end->address, SPLIT_ADDRESS);
    return common;
}

static common_t
common_of_hosts(const split_way_t *way)
{
    gboolean is_reversed = memcmp(way->end[0].address, way->end[1].address, SPLIT_ADDRESS) > 0;
    common_t common = { .kind = way->is_fragment ? KEY_FRAGMENTS : way->has_hosts ? KEY_HOSTS : KEY_OTHERS };

    for (unsigned i = 0; i < 2; i++)
        memcpy(common.address[i], way->end[is_reversed ? !i : i].address, SPLIT_ADDRESS);
    return common;
}

/* Returns what the frame is surely known by. */
static common_t
common_of_way(const split_way_t *way)
{
    return way->has_ports ? common_of_end(&way->end[0]) : common_of_hosts(way);
}

/* Peers of a mesh are recognised by an id that comes from several ports of a machine (docs/wire/multiplayer-godot4.md, 4). */
static void
groups_learn_caller(split_groups_t *groups, const split_way_t *way, guint32 member)
{
    common_t common = common_of_end(&way->end[0]);

    if (!split_caller_read(way->payload, way->size, &common.number))
        return;
    common.kind = KEY_CALLER;
    groups_join(groups, member, find_or_new(groups, &common));
}

static void
learn_way(split_groups_t *groups, const split_way_t *way, gsize size)
{
    common_t common = common_of_way(way);
    guint32  member = find_or_new(groups, &common);

    if (way->has_ports) {
        common = common_of_end(&way->end[1]);
        member = groups_join(groups, member, find_or_new(groups, &common));
    }
    if (way->is_fragment) {
        common = common_of_hosts(way);
        member = groups_join(groups, member, find_or_new(groups, &common));
    }
    groups_learn_caller(groups, way, member);
    member_at(groups, root_of(groups, member))->bytes += size;
}

gboolean
split_groups_learn(split_groups_t *groups, const split_block_t *frame)
{
    split_way_t way;

    if (!split_layers_read(frame->link_type, frame->frame, frame->captured, &way))
        return FALSE;
    learn_way(groups, &way, frame->size);
    return TRUE;
}

/* ---- Parts ---- */

static gint
compare_groups(gconstpointer a, gconstpointer b)
{
    const member_t *one = *(const member_t *const *)a, *other = *(const member_t *const *)b;

    if (one->bytes != other->bytes)
        return one->bytes < other->bytes ? 1 : -1;
    return one->parent < other->parent ? -1 : 1;
}

static unsigned
lightest(const guint64 *load, unsigned count)
{
    unsigned least = 0;

    for (unsigned i = 1; i < count; i++)
        if (load[i] < load[least])
            least = i;
    return least;
}

/* The largest group comes first, and each goes to the part that has least so far. */
unsigned
split_groups_divide(split_groups_t *groups, unsigned most, unsigned *share)
{
    GPtrArray *roots = g_ptr_array_new();
    guint64   *load = g_new0(guint64, most), all = 0;
    unsigned   count;

    for (guint i = 0; i < groups->members->len; i++)
        if (member_at(groups, i)->parent == i)
            g_ptr_array_add(roots, member_at(groups, i));
    g_ptr_array_sort(roots, compare_groups);
    for (guint i = 0; i < roots->len; i++) {
        member_t *root = g_ptr_array_index(roots, i);

        root->part = lightest(load, most);
        load[root->part] += root->bytes;
        all += root->bytes;
    }
    *share = all ? (unsigned)(((member_t *)g_ptr_array_index(roots, 0))->bytes * 100 / all) : 100;
    count = MIN(most, roots->len);
    g_ptr_array_unref(roots);
    g_free(load);
    return count;
}

unsigned
split_groups_part(split_groups_t *groups, const split_block_t *frame)
{
    split_way_t way;
    common_t    common;

    split_layers_read(frame->link_type, frame->frame, frame->captured, &way);
    common = common_of_way(&way);
    return member_at(groups, root_of(groups, find_or_new(groups, &common)))->part;
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
