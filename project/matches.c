/* project/matches.c
 * Which of a scene's synchronizers does a SPAWN name, as far as their number shows?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "project/limits.h"
#include "project/project.h"

/* No set of synchronizers fits, or more than one does. */
#define NO_SET      UINT32_MAX
#define SEVERAL     (UINT32_MAX - 1)

/* The matches of a scene: for so many synchronizers with so many values together, the set of their ordinals. */
typedef struct {
    unsigned  all;
    unsigned  values[GODOT_MAX_MATCHED];
    unsigned  columns;      /* how many numbers of values there are */
    GArray   *sets;
} matches_t;

static unsigned
count_spawned(const godot_synchronizer_t *synchronizer)
{
    unsigned count = 0;

    for (guint i = 0; i < synchronizer->properties->len; i++)
        count += ((const godot_property_t *)g_ptr_array_index(synchronizer->properties, i))->spawn;
    return count;
}

/* Notes all sets that begin with these choices. The recursion ends with the synchronizers, which are few. */
static void
note_sets(const matches_t *matches, unsigned nth, uint32_t chosen, unsigned count, unsigned values)
{
    uint32_t *known;

    if (values >= matches->columns)
        return;
    if (nth < matches->all) {
        note_sets(matches, nth + 1, chosen, count, values);
        note_sets(matches, nth + 1, chosen | 1U << nth, count + 1, values + matches->values[nth]);
        return;
    }
    known = &g_array_index(matches->sets, uint32_t, count * matches->columns + values);
    *known = *known == NO_SET ? chosen : SEVERAL;
}

/* Makes the matches of a scene, once: there are 2 to the power of its synchronizers. */
static void
make_matches(const godot_scene_t *scene)
{
    matches_t matches = { .all = scene->synchronizers->len, .columns = 1 };

    for (unsigned i = 0; i < matches.all; i++) {
        matches.values[i] = count_spawned(g_ptr_array_index(scene->synchronizers, i));
        matches.columns = MIN(matches.columns + matches.values[i], GODOT_MAX_STATE + 1);
    }
    g_array_set_size(scene->matches, (matches.all + 1) * matches.columns);
    for (guint i = 0; i < scene->matches->len; i++)
        g_array_index(scene->matches, uint32_t, i) = NO_SET;
    matches.sets = scene->matches;
    note_sets(&matches, 0, 0, 0, 0);
}

/*
 * Returns the set of synchronizers of the sender's authority. The wire does not tell it, so exactly one set must fit.
 */
static uint32_t
find_set(const godot_scene_t *scene, unsigned count, unsigned values)
{
    unsigned all = scene->synchronizers->len, columns;

    if (count > all || all > GODOT_MAX_MATCHED)
        return NO_SET;
    if (scene->matches->len == 0)
        make_matches(scene);
    columns = scene->matches->len / (all + 1);
    return values < columns ? g_array_index(scene->matches, uint32_t, count * columns + values) : NO_SET;
}

godot_synchronizer_t *
godot_scene_spawned(const godot_scene_t *scene, unsigned count, unsigned values, unsigned nth)
{
    uint32_t chosen = find_set(scene, count, values);

    if (chosen == NO_SET || chosen == SEVERAL)
        return NULL;
    for (unsigned i = 0; chosen >> i; i++)
        if (chosen >> i & 1 && nth-- == 0)
            return (godot_synchronizer_t *)g_ptr_array_index(scene->synchronizers, i);
    return NULL;
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
