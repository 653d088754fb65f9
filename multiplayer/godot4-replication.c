/* multiplayer/godot4-replication.c
 * Which nodes does this 4.x message spawn, despawn or synchronize?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-replication.h"
#include "multiplayer/evidence.h"
#include "multiplayer/godot4-authority.h"
#include "multiplayer/godot4-checks.h"
#include "multiplayer/godot4-ids.h"
#include "multiplayer/godot4-values.h"
#include "multiplayer/record.h"
#include "variant/brief.h"
#include "variant/labels.h"
#include "ws_constants.h"
#include <wsutil/bits_count_ones.h>

/* The numbers below are sections of docs/wire/multiplayer-godot4.md. */

/* So many elements of a message are dissected; the rest is shown as bytes. */
#define MAX_ELEMENTS        512
/* So many elements of a frame's messages have items. */
#define SHOWN_ELEMENTS      512
/* Key of their number among the data that a frame has under the protocol "godot" while it is dissected. */
#define SHOWN_KEY           (UINT32_MAX - 1)

static int proto_godot = -1;

static int hf_godot_spawn_scene_index = -1;
static int hf_godot_spawn_spawner_id = -1;
static int hf_godot_spawn_spawner = -1;
static int hf_godot_spawn_net_id = -1;
static int hf_godot_spawn_sync_count = -1;
static int hf_godot_spawn_name_length = -1;
static int hf_godot_spawn_sync_id = -1;
static int hf_godot_spawn_name = -1;
static int hf_godot_spawn_argument_size = -1;
static int hf_godot_spawn_argument = -1;
static int hf_godot_spawn_state = -1;
static int hf_godot_despawn_net_id = -1;
static int hf_godot_sync_time = -1;
static int hf_godot_sync_element = -1;
static int hf_godot_sync_net_id = -1;
static int hf_godot_sync_size = -1;
static int hf_godot_sync_mask = -1;
static int hf_godot_sync_node = -1;
static int hf_godot_node_spawned_in = -1;
static int hf_godot_node_despawned_in = -1;

static int ett_godot_element = -1;


/* ---- SPAWN (2.5) and DESPAWN (2.6) ---- */

/* Reads the ids of synchronizers. If there are many, only the first ones are shown. */
static void
read_sync_ids(godot_reader_t *reader, uint32_t count)
{
    int end = reader->offset + 4 * (int)count;

    for (uint32_t i = 0; i < count && i < GODOT4_MAX_VALUES; i++)
        godot_read_uint(reader, hf_godot_spawn_sync_id, 4, NULL);
    godot_read_undissected(reader, end);
}

/* Returns the offset of the synchronizers' ids, or -1. */
static int
read_spawn_names(godot_reader_t *reader, godot_node_t *node)
{
    uint32_t count = godot_read_uint(reader, hf_godot_spawn_sync_count, 4, NULL);
    uint32_t name_length = godot_read_uint(reader, hf_godot_spawn_name_length, 4, NULL);
    int ids = reader->offset;

    if (4 * (uint64_t)count + name_length > (uint64_t)(reader->end - ids)) {
        godot_reader_fault_short(reader);
        return -1;
    }
    read_sync_ids(reader, count);
    node->synchronizers = count;
    node->name = godot_read_cstring(reader, hf_godot_spawn_name, reader->offset + (int)name_length, NULL);
    return reader->broken ? -1 : ids;
}

static godot_node_t *
learn_spawn(godot_reader_t *reader, const godot_node_t *node, int ids)
{
    const godot_scope_t *scope = &reader->message->scope;
    godot_node_t whole = *node, *learned;

    whole.path = godot4_project_node_path(reader, node);
    learned = godot_names_spawn(scope, &whole);

    for (unsigned i = 0; i < node->synchronizers && i < GODOT4_MAX_VALUES; i++)
        godot_names_add_synchronizer(scope, learned,
                                     tvb_get_letohl(reader->tvb, ids + 4 * (int)i), i + 1);
    return learned;
}

/* Adds what is known of the node once its names were read. @return the node, if the spawn was learned, or NULL */
static godot_node_t *
finish_spawn(godot_reader_t *reader, proto_item *item, const godot_node_t *node, int ids)
{
    const godot_net_t *net;
    godot_node_t *learned = NULL;

    if (reader->checking || ids < 0)
        return NULL;
    godot4_check_spawn(reader, item, node);
    if (reader->message->scope.learn)
        learned = learn_spawn(reader, node, ids);
    net = godot_names_net(&reader->message->scope, node->net_id, NULL);
    if (net)
        godot_reader_add_frame(reader, hf_godot_node_despawned_in, net->node->despawned);
    godot_reader_set_node(reader, net ? net->node->path
                      : wmem_strdup_printf(reader->pinfo->pool, "\xe2\x80\xa6/%s", node->name), node->net_id);
    return learned;
}

/* Reads the argument of spawn(), which a custom spawn has, with its size. */
static void
read_spawn_argument(godot_reader_t *reader, godot4_values_t *argument)
{
    uint32_t size = godot_read_uint(reader, hf_godot_spawn_argument_size, 4, NULL);

    godot4_read_sized_values(reader, size, argument);
}

static void
say_spawn(godot_reader_t *reader, const godot_node_t *node, uint32_t spawner_id, const char *scene)
{
    if (reader->broken && *node->name == '\0')
        return;
    godot_reader_say(reader, "Spawn \"%s\"", node->name);
    if (node->spawner)
        godot_reader_say(reader, " by %s", node->spawner->shown);
    else
        godot_reader_say(reader, " by node %u", spawner_id);
    if (node->scene == GODOT_SCENE_CUSTOM)
        godot_reader_say(reader, " (custom)");
    else if (scene)
        godot_reader_say(reader, " (%s)", scene);
    else
        godot_reader_say(reader, " (scene #%u)", node->scene);
}

void
dissect_godot4_spawn(godot_reader_t *reader, uint8_t flags _U_)
{
    const enet_message_t *enet = reader->message->enet;
    godot_node_t node = { .name = "", .acked = enet ? enet->acked_frame : NULL }, *learned;
    godot4_values_t argument = godot4_values_new(reader, true, false), state = godot4_values_new(reader, true, true);
    uint32_t spawner_id;
    proto_item *item;
    const char *scene = NULL;

    argument.texts.row = state.texts.row = NULL;        /* they are not in the row */
    node.scene = godot_read_uint(reader, hf_godot_spawn_scene_index, 1, NULL);
    spawner_id = godot_read_uint(reader, hf_godot_spawn_spawner_id, 4, &item);
    node.spawner = godot4_path_of_id(reader, item, spawner_id, hf_godot_spawn_spawner);
    node.net_id = godot_read_uint(reader, hf_godot_spawn_net_id, 4, &item);
    learned = finish_spawn(reader, item, &node, read_spawn_names(reader, &node));
    if (node.scene == GODOT_SCENE_CUSTOM)
        read_spawn_argument(reader, &argument);
    godot_record_properties(reader->message);
    node.values = godot4_read_values(reader, &state);
    if (learned)        /* the number of values tells which of the scene's synchronizers it names */
        learned->values = node.values;
    godot_reader_add_texts(reader, hf_godot_spawn_argument, &argument.texts);
    godot_reader_add_texts(reader, hf_godot_spawn_state, &state.texts);
    if (!reader->broken)        /* a reader that checks knows no spawner, and so no name */
        scene = godot4_project_spawn(reader, &node, state.list);
    godot_record_spawner(reader->message, node.spawner ? node.spawner->shown : NULL, spawner_id);
    godot_record_scene(reader->message, scene);
    say_spawn(reader, &node, spawner_id, scene);
}

void
dissect_godot4_despawn(godot_reader_t *reader, uint8_t flags _U_)
{
    const godot_scope_t *scope = &reader->message->scope;
    const godot_net_t *net;
    godot_found_t found;
    proto_item *item;
    uint32_t id = godot_read_uint(reader, hf_godot_despawn_net_id, 4, &item);

    if (reader->broken || reader->checking)
        return;
    net = godot_names_net(scope, id, &found);
    if (found == GODOT_FOUND_LATER && godot_is_as_received(reader->message))
        net = NULL;     /* no spawn is overtaken by a despawn: both are reliable messages of one channel */
    godot4_check_despawn(reader, item, id, net, found);
    if (scope->learn)
        godot_names_despawn(scope, id);
    godot_reader_set_node(reader, net ? net->node->path : NULL, id);
    if (!net) {
        godot_reader_say(reader, "Despawn node %u", id);
        return;
    }
    godot_reader_add_string(reader, hf_godot_spawn_name,
                            godot_cut_bytes(reader->pinfo->pool, net->node->name, GODOT_SHOWN));
    godot4_project_add_node(reader, net->node);
    godot_reader_add_frame(reader, hf_godot_node_spawned_in, net->node->spawned);
    godot_reader_say(reader, "Despawn %s", net->node->path);
}

/* ---- SYNC (2.7) and delta (2.8) ---- */

/* The ids of the elements of a message. */
typedef struct {
    uint64_t seen[8];               /* a bit is set for each id: most messages are told by it to have none twice */
    uint32_t ids[MAX_ELEMENTS];     /* only those of the elements so far are set */
} ids_t;

/* Adds the id of an element, with so many before it. @return true if it is there already, which no engine sends */
static bool
ids_have(ids_t *ids, unsigned count, uint32_t id)
{
    uint64_t *word = &ids->seen[id / 64 % G_N_ELEMENTS(ids->seen)], bit = UINT64_C(1) << id % 64;
    bool perhaps = *word & bit;

    ids->ids[count] = id;
    for (unsigned i = 0; perhaps && i < count; i++)
        if (ids->ids[i] == id)
            return true;
    *word |= bit;
    return false;
}

typedef struct {
    uint32_t    net_id;
    uint64_t    mask;
    unsigned    values;         /* how many values came */
    uint32_t    network_time;   /* of a SYNC */
    const char *node;
    unsigned    ordinal;    /* number of the synchronizer in its node; 0 = the only one */
    const char *path;       /* of the synchronizer, if it is known by path */
    const godot_net_t *net; /* ... if a spawn brought it */
    const char *row;        /* the values as the Info column shows them */
    const char *named;      /* ... with their names; NULL if these are not known */
    uint64_t    unchanged;  /* of a SYNC: a bit for each value that is the same as before */
    bool        is_stale;   /* of a SYNC: it was overtaken */
    ids_t      *ids;        /* of the elements before it */
    unsigned    number;     /* how many these are */
    bool        is_again;   /* of a SYNC: the message has a state of this synchronizer already */
    bool        known;      /* as far as is known, the receiver has the synchronizer and takes states from this peer */
    bool        dropped;    /* the receiver does not apply it, nor what follows it in the message */
} element_t;

/* Finds the path of a synchronizer that no spawn brought: the receiver knows it by its path. */
static void
resolve_sync_path(godot_reader_t *reader, proto_item *item, element_t *element)
{
    const godot_path_t *path = godot4_path_of_id(reader, item, element->net_id & ~GODOT_PATH_FORM, hf_godot_sync_node);

    if (path) {
        element->node = path->shown;
        element->path = path->path;
        element->known = !element->dropped && godot4_check_authority(reader, item, path);
    }
}

/* Finds a synchronizer that came with a spawned node. */
static void
resolve_sync_net(godot_reader_t *reader, proto_item *item, bool delta, element_t *element)
{
    godot_found_t found;
    const godot_net_t *net = godot4_net_of_id(reader, item, element->net_id, &found);

    if (!element->dropped)
        element->known = godot4_check_element(reader, item, delta, element->net_id, net, found);
    if (!net)
        return;
    element->node = net->node->path;
    element->net = net;
    element->ordinal = net->node->synchronizers > 1 ? net->synchronizer : 0;
    godot_reader_add_string(reader, hf_godot_sync_node, net->node->path);
    godot_reader_add_frame(reader, hf_godot_node_spawned_in, net->node->spawned);
    godot_reader_add_past_frame(reader, hf_godot_node_despawned_in, net->node->despawned);
}

/* Reads an id. Bit 31 says that it is a path's, not one that a spawn gave. */
static proto_item *
read_sync_id(godot_reader_t *reader, bool delta, element_t *element)
{
    proto_item *item;

    element->net_id = godot_read_uint(reader, hf_godot_sync_net_id, 4, &item);
    if (reader->broken || reader->checking)
        return item;
    if (element->dropped)
        godot4_check_dropped(reader, item);
    if (element->net_id & GODOT_PATH_FORM)
        resolve_sync_path(reader, item, element);
    else
        resolve_sync_net(reader, item, delta, element);
    element->is_again = !delta && ids_have(element->ids, element->number, element->net_id);
    return item;
}

/*
 * Checks the values of a delta's element. on_delta_receive() takes one value for each property of the mask, at least
 * one, and all bytes of the size; otherwise it returns, and the rest of the message is lost
 * (docs/wire/multiplayer-godot4.md, 2.8). It skips an element whose synchronizer it does not have, and ignores the last
 * element of a message if that has a head only.
 */
static void
check_values(godot_reader_t *reader, proto_item *item, element_t *element, uint32_t size)
{
    unsigned expected;

    if (reader->checking) {
        reader->broken |= element->values != (unsigned)ws_count_ones(element->mask);
        return;
    }
    expected = godot4_check_expected_values(reader, element->net_id, element->mask, element->values);
    if ((element->values != expected || element->mask == 0) && element->known &&
        (size > 0 || reader->offset < reader->end)) {
        godot4_check_refused(reader, item, element->values, expected);
        element->dropped = true;
    }
}

/* Tells whether the text has room for another element. */
static bool
godot4_replication_has_room(const godot_reader_t *reader)
{
    return reader->info && !godot_brief_is_full(reader->info);
}

/* Reads the values of a SYNC, and says which of them are the same as before. */
static void
compare_values(godot_reader_t *reader, element_t *element, godot4_values_t *values, uint32_t size)
{
    godot4_comparison_t comparison = godot4_comparison_begin(reader, element->net_id,
                                                             element->net ? element->net->node : NULL);

    values->comparison = &comparison;
    element->values = godot4_read_sized_values(reader, size, values);
    values->comparison = NULL;
    godot4_comparison_end(&comparison, reader);
    element->unchanged = comparison.unchanged;
}

static void
read_element(godot_reader_t *reader, bool delta, element_t *element)
{
    godot4_values_t values = godot4_values_new(reader, false, true);
    proto_item *item = read_sync_id(reader, delta, element);
    proto_item *size_item;
    uint32_t size;

    if (!godot4_replication_has_room(reader))
        values.texts.row = NULL;
    if (delta)
        element->mask = godot_read_uint64(reader, hf_godot_sync_mask);
    if (!reader->checking && !reader->broken && delta)
        godot4_check_mask(reader, item, element->mask);
    else if (!reader->checking && !reader->broken)
        element->is_stale = godot4_check_sync_time(reader, item, element->net_id, element->network_time);
    values.mask = element->mask;
    size = godot_read_uint(reader, hf_godot_sync_size, 4, &size_item);
    if (delta || reader->checking || reader->broken || element->is_stale || element->is_again)
        element->values = godot4_read_sized_values(reader, size, &values);
    else
        compare_values(reader, element, &values, size);
    element->row = godot_texts_row(&values.texts);
    element->named = godot4_project_element(reader, element->net, element->path, delta, element->mask, values.list);
    if (delta && !reader->broken && !values.cut)
        check_values(reader, size_item, element, size);
}

static void
record_element(const godot_reader_t *reader, const element_t *element, int start)
{
    const godot_recorded_element_t recorded = {
        .node = element->node, .id = element->net_id, .ordinal = element->ordinal, .mask = element->mask,
        .dropped = element->dropped, .unchanged = element->unchanged, .bytes = (unsigned)(reader->offset - start)
    };

    godot_record_element(reader->message, &recorded);
}

static void
label_element(const godot_reader_t *reader, proto_item *item, int start, const element_t *element)
{
    proto_item_set_len(item, reader->offset - start);
    if (element->node)
        godot_label_append(reader->pinfo, item, ", ", element->node);
    else
        proto_item_append_text(item, ", id %u", element->net_id);
    if (element->ordinal)
        proto_item_append_text(item, " (synchronizer %u)", element->ordinal);
    if (element->dropped)
        proto_item_append_text(item, " (not applied)");
}

/* Returns how many elements of the frame have items. */
static unsigned *
replication_shown(packet_info *pinfo)
{
    unsigned *shown = (unsigned *)p_get_proto_data(pinfo->pool, pinfo, proto_godot, SHOWN_KEY);

    if (!shown) {
        shown = wmem_new0(pinfo->pool, unsigned);
        p_add_proto_data(pinfo->pool, pinfo, proto_godot, SHOWN_KEY, shown);
    }
    return shown;
}

/* Adds an element's item and makes its tree the reader's; without an item the element is only read. */
static proto_item *
open_element(godot_reader_t *reader)
{
    unsigned *shown = replication_shown(reader->pinfo);
    proto_item *item;

    if (*shown == SHOWN_ELEMENTS)
        godot4_say_too_many(reader, proto_tree_get_parent(reader->tree));
    if (++*shown > SHOWN_ELEMENTS) {
        reader->tree = NULL;
        return NULL;
    }
    item = proto_tree_add_item(reader->tree, hf_godot_sync_element, reader->tvb, reader->offset, -1, ENC_NA);
    reader->tree = proto_item_add_subtree(item, ett_godot_element);
    return item;
}

/* Dissects an element. Its item covers exactly its bytes. */
static void
dissect_element(godot_reader_t *reader, bool delta, element_t *element)
{
    proto_tree *tree = reader->tree;
    int start = reader->offset;
    proto_item *item = tree ? open_element(reader) : NULL;

    read_element(reader, delta, element);
    record_element(reader, element, start);
    if (item)
        label_element(reader, item, start, element);
    reader->tree = tree;
    godot_add_length_of_node(tree, reader->tvb, element->node, (unsigned)(reader->offset - start));
}

/* Appends " Main/Players/7 (1.5, 2), 0.25"; values with names are in brackets. */
static void
say_element(godot_reader_t *reader, const element_t *element)
{
    bool named = element->named || element->mask;
    const char *row = element->named ? element->named : element->row;

    godot_text_put(reader->info, " ");
    if (element->node) {
        godot_text_put(reader->info, element->node);
    } else {
        godot_text_put(reader->info, "node ");
        godot_text_put_int(reader->info, element->net_id);
    }
    if (*row == '\0')
        return;
    godot_text_put(reader->info, named ? " [" : " ");
    godot_text_put(reader->info, row);
    if (named)
        godot_text_put(reader->info, "]");
}

/* Appends how many elements there was no room for. */
static void
say_elements_left(godot_reader_t *reader, unsigned left)
{
    if (left > 0)
        godot_reader_say(reader, "  +%u node%s", left, left == 1 ? "" : "s");
}

static uint32_t
read_sync_time(godot_reader_t *reader)
{
    proto_item *item;
    uint32_t network_time = godot_read_uint(reader, hf_godot_sync_time, 2, &item);

    if (!reader->checking && !reader->broken)
        godot4_check_sync_size(reader, item, reader->end);
    return network_time;
}

void
dissect_godot4_sync(godot_reader_t *reader, uint8_t flags)
{
    bool delta = flags & GODOT4_SYNC_DELTA;
    element_t element = { 0 };
    ids_t ids;
    unsigned count = 0, said = 0;
    uint32_t network_time = 0;

    memset(ids.seen, 0, sizeof ids.seen);
    godot_reader_add_message(reader, delta ? "delta" : "sync");
    godot_text_put(reader->info, delta ? "Delta" : "Sync");
    if (!delta)
        network_time = read_sync_time(reader);
    else if (reader->message->scope.learn && !reader->checking)
        godot_names_learn_engine(&reader->message->scope, GODOT_ENGINE_SENDS_DELTA);
    godot_reader_has(reader, 8);
    while (!reader->broken && reader->offset < reader->end && count < MAX_ELEMENTS) {
        element = (element_t) {
            .network_time = network_time, .ids = &ids, .number = count, .dropped = element.dropped
        };
        dissect_element(reader, delta, &element);
        if (godot4_replication_has_room(reader)) {
            godot_text_put(reader->info, said++ ? ";" : "");
            say_element(reader, &element);
            godot_text_put(reader->info, element.dropped ? " (not applied)" : "");
        }
        count++;
    }
    if (reader->offset < reader->end)
        godot4_fault_too_many(reader);
    say_elements_left(reader, count - said);
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot_spawn_scene_index,
      { "Scene index", "godot.spawn.scene_index", FT_UINT8, BASE_DEC, NULL, 0,
        "Number in the spawner's list of scenes; 255 for a custom spawn", HFILL } },
    { &hf_godot_spawn_spawner_id,
      { "Spawner id", "godot.spawn.spawner_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Id that the sender announced for the spawner's path", HFILL } },
    { &hf_godot_spawn_spawner,
      { "Spawner", "godot.spawn.spawner", FT_STRING, BASE_NONE, NULL, 0,
        "Path of the spawner", HFILL } },
    { &hf_godot_spawn_net_id,
      { "Net id", "godot.spawn.net_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of the spawned node", HFILL } },
    { &hf_godot_spawn_sync_count,
      { "Synchronizers", "godot.spawn.sync_count", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of synchronizers in the spawned node", HFILL } },
    { &hf_godot_spawn_name_length,
      { "Name length", "godot.spawn.name_length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
        &ws_units_byte_bytes, 0, "Size of the name with the NUL at its end", HFILL } },
    { &hf_godot_spawn_sync_id,
      { "Synchronizer id", "godot.spawn.sync_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Net id of a synchronizer in the spawned node", HFILL } },
    { &hf_godot_spawn_name,
      { "Name", "godot.spawn.name", FT_STRING, BASE_NONE, NULL, 0,
        "Name of the spawned node", HFILL } },
    { &hf_godot_spawn_argument_size,
      { "Argument size", "godot.spawn.argument_size", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,
        &ws_units_byte_bytes, 0, "Size of what was given to spawn()", HFILL } },
    { &hf_godot_spawn_argument,
      { "Argument", "godot.spawn.argument", FT_STRING, BASE_NONE, NULL, 0,
        "Text of what was given to spawn()", HFILL } },
    { &hf_godot_spawn_state,
      { "State", "godot.spawn.state", FT_STRING, BASE_NONE, NULL, 0,
        "Texts of the properties at spawn, separated by commas", HFILL } },
    { &hf_godot_despawn_net_id,
      { "Net id", "godot.despawn.net_id", FT_UINT32, BASE_DEC, NULL, 0,
        "Number of the node to be removed", HFILL } },
    { &hf_godot_sync_time,
      { "Network time", "godot.sync.time", FT_UINT16, BASE_DEC, NULL, 0,
        "Counts the sender's network frames", HFILL } },
    { &hf_godot_sync_element,
      { "Synchronizer", "godot.sync.element", FT_NONE, BASE_NONE, NULL, 0,
        "The properties of one synchronizer", HFILL } },
    { &hf_godot_sync_net_id,
      { "Synchronizer id", "godot.sync.net_id", FT_UINT32, BASE_HEX_DEC, NULL, 0,
        "Net id from a spawn, or with its top bit set the id of the synchronizer's path", HFILL } },
    { &hf_godot_sync_size,
      { "Size", "godot.sync.size", FT_UINT32, BASE_DEC | BASE_UNIT_STRING, &ws_units_byte_bytes, 0,
        "Size of the values", HFILL } },
    { &hf_godot_sync_mask,
      { "Changed properties", "godot.sync.mask", FT_UINT64, BASE_HEX, NULL, 0,
        "Bit n stands for the n-th property that is watched", HFILL } },
    { &hf_godot_sync_node,
      { "Node", "godot.sync.node", FT_STRING, BASE_NONE, NULL, 0,
        "Path of what is synchronized", HFILL } },
    { &hf_godot_node_spawned_in,
      { "Spawned in", "godot.node.spawned_in", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that spawned the node", HFILL } },
    { &hf_godot_node_despawned_in,
      { "Despawned in", "godot.node.despawned_in", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame that despawned the node before this frame; in the spawn "
                                                "also a later one", HFILL } },
};

void
godot4_replication_register(int proto)
{
    static int *ett[] = { &ett_godot_element };

    proto_godot = proto;
    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
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
