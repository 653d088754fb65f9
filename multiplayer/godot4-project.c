/* multiplayer/godot4-project.c
 * What do the project's files, or a recorder's names, say about this Godot 4 message?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-project.h"
#include "multiplayer/call-fields.h"
#include "multiplayer/evidence.h"
#include "multiplayer/godot4-authority.h"
#include "multiplayer/record.h"
#include "multiplayer/recorded-names.h"
#include "naming/fields.h"
#include "naming/names.h"
#include "naming/project-prefs.h"
#include "naming/user-methods.h"
#include "variant/brief.h"
#include "variant/labels.h"
#include <wsutil/bits_ctz.h>

#define MASK_BITS           64
/* Ids from this one on are of methods that rpc_config() configured on the node; those below are the script's. */
#define FIRST_CONFIGURED    0x8000

static int hf_godot_rpc_method_origin = -1;
static int hf_godot_rpc_script = -1;
static int hf_godot_spawn_scene = -1;
static int hf_godot_spawn_node = -1;
static int hf_godot_sync_property = -1;

static expert_field ei_godot_project_unread = EI_INIT;
static expert_field ei_godot_project_mismatch = EI_INIT;
static expert_field ei_godot_recorded_differs = EI_INIT;
static expert_field ei_godot_rpc_disabled = EI_INIT;
static expert_field ei_godot_rpc_not_allowed = EI_INIT;
static expert_field ei_godot_rpc_mode = EI_INIT;
static expert_field ei_godot_rpc_channel = EI_INIT;

/* The MD5 of a node without RPC methods: that of an empty text. */
static const char no_methods[] = "d41d8cd98f00b204e9800998ecf8427e";

/* Tells whether something may have names. */
static bool
has_names(const godot_reader_t *reader)
{
    return godot_names_any() || reader->message->scope.link->recorded;
}

/* Returns a scope for what is said once for the whole link, by any peer. */
static godot_scope_t
scope_of_link(const godot_reader_t *reader)
{
    godot_scope_t link = godot_scope_of_peer(&reader->message->scope, GODOT_PEER_SERVER);

    link.direction = 0;
    return link;
}

/* Notes, at the first message of the file that may need names, that a place which the user chose has none. */
static void
say_unread(const godot_reader_t *reader)
{
    const char *unread = godot_project_unread(reader->pinfo->num);
    godot_scope_t link;

    if (!unread)
        return;
    link = scope_of_link(reader);
    if (godot_say_once(&link, GODOT_KEY_SAID_UNREAD, 0))
        godot_reader_expert_format(reader, proto_tree_get_parent(reader->tree), &ei_godot_project_unread, "%s", unread);
}

wmem_array_t *
godot4_project_values(const godot_reader_t *reader)
{
    say_unread(reader);
    return has_names(reader) ? wmem_array_new(reader->pinfo->pool, sizeof(godot4_value_t)) : NULL;
}

/* Returns what the recorder said of a node, as of this message; NULL: nothing, or there is no recorder. */
static const godot_recorded_node_t *
recorded_node(const godot_reader_t *reader, const char *path)
{
    const godot_scope_t *scope = &reader->message->scope;

    return godot_recorded_node(scope->link->recorded, path, scope->moment);
}

/* Notes that the project, whose names are shown, calls it otherwise than the game did that was recorded. */
static void
say_differs(const godot_reader_t *reader, const char *what, const char *here, const char *there)
{
    if (strcmp(here, there) != 0)
        experts_add_format(reader->pinfo, proto_tree_get_parent(reader->tree), &ei_godot_recorded_differs,
                           "%s is %s in the project, and %s in the recording", what, here, there);
}

void
godot4_project_announcement(const godot_reader_t *reader, const char *md5)
{
    godot_project_t *project = godot_project_loaded();
    godot_scope_t link = scope_of_link(reader);

    if (link.learn && project && godot_project_methods_of_md5(project, md5) &&
        !godot_history_find(&link, GODOT_KEY_PROJECT, 0))
        godot_history_learn(&link, GODOT_KEY_PROJECT, 0, link.link);
}

/*
 * Notes, once for each link, that no script fits the MD5. A call of a method of rpc_config() shows nothing, because
 * these need not be in a script.
 */
static void
check_project(const godot_reader_t *reader, proto_item *item, const char *path, const char *md5, unsigned method_id)
{
    godot_project_t *project = godot_project_loaded();
    godot_scope_t link = scope_of_link(reader);

    if (!project || !md5 || strcmp(md5, no_methods) == 0 || method_id >= FIRST_CONFIGURED ||
        godot_project_methods_of_md5(project, md5) || !godot_say_once(&link, GODOT_KEY_SAID_PROJECT, 0))
        return;
    if (godot_history_find(&link, GODOT_KEY_PROJECT, 0))
        godot_reader_expert_format(reader, item, &ei_godot_project_mismatch,
                           "No script of the project has the methods of %s", path);
    else
        godot_reader_expert_format(reader, item, &ei_godot_project_mismatch,
                           "The project's scripts match no path that was announced on this connection so far: "
                           "are they another game's?");
}

/* ---- REMOTE_CALL ---- */

/* A method, and how its name was found. */
typedef struct {
    const char               *name;
    const GPtrArray          *arguments;
    const godot_rpc_config_t *config;
    const char               *origin;
    const char               *script;
    bool                      proved;   /* by its MD5, not guessed from scenes */
} found_t;

static void
found_method(found_t *found, const godot_method_t *method, const char *origin, const char *script)
{
    found->name = method->name;
    found->arguments = method->arguments;
    found->config = &method->config;
    found->origin = origin;
    found->script = script;
}

/*
 * Finds the method by MD5. If several scripts have it, the scenes may tell which one it is; if not, the arguments that
 * differ between the scripts get no names.
 */
static bool
find_by_md5(godot_project_t *project, const char *path, const char *md5, unsigned method_id, found_t *found)
{
    const godot_methods_t *methods = md5 ? godot_project_methods_of_md5(project, md5) : NULL;
    const godot_method_t  *method = methods ? godot_methods_get(methods, method_id) : NULL;
    const godot_script_t  *script = methods && methods->scripts->len > 1 && path ?
        godot_project_script_of_path(project, path) : NULL;

    if (script && strcmp(script->md5, md5) == 0 && godot_script_method(script, method_id)) {
        method = godot_script_method(script, method_id);
    } else if (method) {
        script = g_ptr_array_index(methods->scripts, 0);
    }
    if (method) {
        found_method(found, method, "proved by MD5", script->path);
        found->proved = true;
    }
    return method != NULL;
}

static bool
find_by_scenes(godot_project_t *project, const char *path, unsigned method_id, found_t *found)
{
    const godot_script_t *script = path ? godot_project_script_of_path(project, path) : NULL;
    const godot_method_t *method = script ? godot_script_method(script, method_id) : NULL;

    if (method)
        found_method(found, method, "by the scenes", script->path);
    return method != NULL;
}

static bool
find_by_table(const char *path, unsigned method_id, found_t *found)
{
    const godot_user_method_t *row = path ? godot_user_method_find(path, method_id) : NULL;

    if (!row)
        return false;
    found->name = row->name;
    found->arguments = row->declarations->len ? row->declarations : NULL;
    found->origin = "user table";
    return true;
}

/*
 * Finds the method among what the recorder said of the node. The same MD5 proves it. Without one, only the node's own
 * peer knows its methods. Another node with this MD5 has the same names, but may have other arguments.
 */
static bool
find_recorded(const godot_reader_t *reader, const char *path, const char *md5, unsigned method_id, found_t *found)
{
    const godot_scope_t *scope = &reader->message->scope;
    const godot_recorded_node_t *node = recorded_node(reader, path);
    const godot_recorded_node_t *other = godot_recorded_node_of_md5(scope->link->recorded, md5);
    bool proved = node && node->md5 && md5 && strcmp(node->md5, md5) == 0;
    bool own = node && node->md5 && !md5 && scope->direction == 0;
    const godot_method_t *method = NULL;

    if (proved || own)
        method = godot_recorded_method(node, method_id);
    else if (other)
        method = godot_recorded_method(other, method_id);
    if (!method)
        return false;
    found_method(found, method, md5 ? "recorded, proved by MD5" : "recorded", proved || own ? node->script : NULL);
    if (!proved && !own) {
        found->arguments = NULL;
        found->config = NULL;
    }
    return true;
}

/* Finds the method. If no script has the announced MD5 the game has other scripts, so the scenes are no help. */
static bool
find_in_project(const char *path, const char *md5, unsigned method_id, found_t *found)
{
    godot_project_t *project = godot_project_loaded();

    if (project && find_by_md5(project, path, md5, method_id, found))
        return true;
    if (find_by_table(path, method_id, found))
        return true;
    return project && !md5 && find_by_scenes(project, path, method_id, found);
}

/* Notes what the recorder calls otherwise. */
static void
compare_recorded(const godot_reader_t *reader, const found_t *found, const found_t *recorded)
{
    unsigned count = found->arguments && recorded->arguments ? MIN(found->arguments->len, recorded->arguments->len) : 0;

    say_differs(reader, "The method", found->name, recorded->name);
    for (unsigned i = 0; i < count; i++)
        say_differs(reader, "An argument", ((godot_declaration_t *)g_ptr_array_index(found->arguments, i))->name,
                    ((godot_declaration_t *)g_ptr_array_index(recorded->arguments, i))->name);
}

/* Finds the method in the project, or else in the recording. */
static bool
find(const godot_reader_t *reader, const char *path, const char *md5, unsigned method_id, found_t *found)
{
    found_t recorded = { 0 };
    bool is_recorded = reader->message->scope.link->recorded && find_recorded(reader, path, md5, method_id, &recorded);
    bool is_found = find_in_project(path, md5, method_id, found);

    if (is_found && is_recorded)
        compare_recorded(reader, found, &recorded);
    else if (is_recorded)
        *found = recorded;
    return is_found || is_recorded;
}

/* If no script can change the authority the server has it; a peer that runs other scripts announces another MD5. */
static void
check_rights(const godot_reader_t *reader, proto_item *item, const char *path, const found_t *found)
{
    int32_t source = reader->message->scope.source;

    if (!found->proved || !godot_project_keeps_authority(godot_project_loaded()))
        godot4_check_caller(reader, item, path);
    else if (source != GODOT_PEER_SERVER && source != GODOT_PEER_UNKNOWN)
        godot_reader_expert_format(reader, item, &ei_godot_rpc_not_allowed,
                           "RPC '%s' is not allowed on node %s from: %d. Mode is %d, authority is %d.",
                           found->name, path, source, GODOT_RPC_AUTHORITY, GODOT_PEER_SERVER);
}

/* A method that was found has a path: by that, or by an MD5 that came with one. */
static void
check_sender(const godot_reader_t *reader, proto_item *item, const char *path, const found_t *found)
{
    if (found->config->mode == GODOT_RPC_DISABLED)
        godot_reader_expert(reader, item, &ei_godot_rpc_disabled);
    else if (found->config->mode == GODOT_RPC_AUTHORITY)
        check_rights(reader, item, path, found);
}

/* With ENet's fragments only reliable and not reliable can be told apart (docs/wire/enet.md). */
static bool
is_other_mode(const godot_message_t *message, int declared)
{
    bool reliable = message->mode == GODOT_MODE_RELIABLE;

    if (declared == GODOT_UNKNOWN || message->mode == GODOT_MODE_UNKNOWN)
        return false;
    if (message->enet && message->enet->fragmented)
        return reliable != (declared == GODOT_TRANSFER_RELIABLE);
    return (int)message->mode != declared;
}

static void
check_delivery(const godot_reader_t *reader, proto_item *item, const found_t *found)
{
    static const char *const modes[] = { "unreliable", "unreliable_ordered", "reliable" };
    const godot_message_t *message = reader->message;
    int transfer = found->config->transfer, channel = found->config->channel;

    if (!message->enet && message->transport != GODOT_IN_RECORDING)
        return;
    if (is_other_mode(message, transfer))
        godot_reader_expert_format(reader, item, &ei_godot_rpc_mode, "Declared %s, sent %s", modes[transfer],
                           modes[message->mode]);
    if (channel != GODOT_UNKNOWN && message->channel != GODOT_CHANNEL_UNKNOWN && message->channel != channel)
        godot_reader_expert_format(reader, item, &ei_godot_rpc_channel,
                           "Declared for channel %d, sent on channel %d", channel, message->channel);
}

bool
godot4_project_call(const godot_reader_t *reader, proto_item *item, const char *path, const char *md5,
                    unsigned method_id, godot4_call_t *call)
{
    found_t found = { 0 };

    if (!has_names(reader))
        return false;
    check_project(reader, item, path, md5, method_id);
    if (!find(reader, path, md5, method_id, &found))
        return false;
    godot_reader_add_string(reader, godot_call_field(GODOT_CALL_METHOD), found.name);
    godot_reader_add_string(reader, hf_godot_rpc_method_origin, found.origin);
    godot_reader_add_string(reader, hf_godot_rpc_script, found.script);
    if (found.config) {
        check_sender(reader, item, path, &found);
        check_delivery(reader, item, &found);
    }
    call->method = found.name;
    call->arguments = found.arguments;
    return true;
}

/* Adds the name of a value: in its line of the tree, as a field, and in the row of values. */
static void
name_value(const godot_reader_t *reader, const void *declaration, const char *name, const godot4_value_t *value,
           godot_text_t *row)
{
    if (reader->message->again)     /* it was named when it came, and has no text now */
        return;
    if (declaration)
        godot_fields_add(declaration, reader->tree, reader->tvb, value->offset, &value->value);
    if (name && value->value.item)
        godot_label_set(reader->pinfo, value->value.item, name, ": ", value->value.text);
    godot_brief_append(row, name, reader->tvb, &value->value);
}

const char *
godot4_project_arguments(const godot_reader_t *reader, const godot4_call_t *call, wmem_array_t *values)
{
    godot_text_t *text = godot_text_new(reader->pinfo->pool, GODOT_TEXT_UNLIMITED);

    for (unsigned i = 0; i < wmem_array_get_count(values); i++) {
        const godot4_value_t *value = wmem_array_index(values, i);
        const godot_declaration_t *argument = call->arguments && i < call->arguments->len ?
            g_ptr_array_index(call->arguments, i) : NULL;

        if (argument && argument->rest)
            argument = NULL;
        name_value(reader, argument, argument ? argument->name : NULL, value, text);
        godot_record_name(reader->message, wmem_array_get_count(values) - i, argument ? argument->name : NULL);
    }
    return text->string;
}

/* ---- Properties ---- */

/*
 * Gives each value the name of the property with the same index; there are as many of both. @return the text of the
 * values
 */
static const char *
name_values(const godot_reader_t *reader, const GPtrArray *properties, wmem_array_t *values)
{
    godot_text_t *text = godot_text_new(reader->pinfo->pool, GODOT_TEXT_UNLIMITED);

    for (unsigned i = 0; i < properties->len; i++) {
        const godot_property_t *property = g_ptr_array_index(properties, i);
        const godot4_value_t   *value = wmem_array_index(values, i);

        godot_reader_add_string(reader, hf_godot_sync_property, property->path);
        name_value(reader, property, property->name, value, text);
        godot_record_name(reader->message, properties->len - i, property->name);
    }
    return text->string;
}

/* ---- SPAWN ---- */

static const godot_scene_t *
scene_of(const godot_node_t *node)
{
    godot_project_t *project = godot_project_loaded();

    return project && node->spawner && node->scene != GODOT_SCENE_CUSTOM ?
           godot_project_spawned_scene(project, node->spawner->path, node->scene) : NULL;
}

static void
append_list(GPtrArray *properties, const godot_synchronizer_t *synchronizer)
{
    for (unsigned i = 0; i < synchronizer->properties->len; i++) {
        godot_property_t *property = g_ptr_array_index(synchronizer->properties, i);
        if (property->spawn)
            g_ptr_array_add(properties, property);
    }
}

static void
name_state(const godot_reader_t *reader, const godot_scene_t *scene, unsigned count, wmem_array_t *state)
{
    const godot_synchronizer_t *synchronizer;
    GPtrArray *properties = g_ptr_array_new();

    for (unsigned i = 0; (synchronizer = godot_scene_spawned(scene, count, wmem_array_get_count(state), i)); i++)
        append_list(properties, synchronizer);
    if (properties->len)
        name_values(reader, properties, state);
    g_ptr_array_unref(properties);
}

static const godot_recorded_node_t *
recorded_spawner(const godot_reader_t *reader, const godot_node_t *node)
{
    return node->spawner ? recorded_node(reader, node->spawner->path) : NULL;
}

/* Returns the path of the node. The wire does not have its parent: the spawner's spawn_path leads there. */
const char *
godot4_project_node_path(const godot_reader_t *reader, const godot_node_t *node)
{
    godot_project_t *project = godot_project_loaded();
    const godot_recorded_node_t *recorded = recorded_spawner(reader, node);
    const char *parent = project && node->spawner ? godot_project_spawn_parent(project, node->spawner->path) : NULL;

    if (!parent && recorded)
        parent = recorded->spawn_path;
    return parent ? wmem_strdup_printf(reader->pinfo->pool, "%s/%s", parent, node->name) : NULL;
}

/* Returns the scene that the recorder's list of the spawner has at this place; NULL: it is not known. */
static const char *
recorded_scene(const godot_reader_t *reader, const godot_node_t *node)
{
    const godot_recorded_node_t *spawner = recorded_spawner(reader, node);

    return spawner && node->scene < spawner->scenes->len && node->scene != GODOT_SCENE_CUSTOM ?
           godot_printable(reader->pinfo->pool, g_ptr_array_index(spawner->scenes, node->scene)) : NULL;
}

/*
 * Returns the properties of a spawn's state by the recorder: those of all synchronizers that the spawn names. NULL: their
 * number, or that of the values, is another. @return free with g_ptr_array_unref()
 */
static GPtrArray *
recorded_state(const godot_reader_t *reader, const godot_node_t *node, unsigned values)
{
    const godot_scope_t *scope = &reader->message->scope;
    GPtrArray *synchronizers = godot_recorded_synchronizers(scope->link->recorded, node->path, scope->source, scope->moment);
    GPtrArray *all = g_ptr_array_new();
    bool fits = synchronizers->len == node->synchronizers;

    for (unsigned i = 0; i < synchronizers->len && fits && all->len <= values; i++) {
        GPtrArray *properties = godot_recorded_properties(g_ptr_array_index(synchronizers, i), GODOT_LIST_SPAWN);

        for (unsigned k = 0; k < properties->len; k++)
            g_ptr_array_add(all, g_ptr_array_index(properties, k));
        g_ptr_array_unref(properties);
    }
    if (!fits || all->len != values)
        g_clear_pointer(&all, g_ptr_array_unref);
    g_ptr_array_unref(synchronizers);
    return all;
}

/* Names the state of a spawn by the recorder. */
static void
name_recorded_state(const godot_reader_t *reader, const godot_node_t *node, wmem_array_t *state)
{
    godot_node_t whole = *node;
    GPtrArray *properties;

    whole.path = godot4_project_node_path(reader, node);
    properties = whole.path ? recorded_state(reader, &whole, wmem_array_get_count(state)) : NULL;
    if (!properties)
        return;
    if (properties->len)
        name_values(reader, properties, state);
    g_ptr_array_unref(properties);
}

void
godot4_project_add_node(const godot_reader_t *reader, const godot_node_t *node)
{
    godot_reader_add_string(reader, hf_godot_spawn_node, godot4_project_node_path(reader, node));
}

const char *
godot4_project_spawn(const godot_reader_t *reader, const godot_node_t *node, wmem_array_t *state)
{
    const godot_scene_t *scene = scene_of(node);
    const char *recorded = recorded_scene(reader, node), *path = scene ? scene->path : recorded;

    godot4_project_add_node(reader, node);
    godot_reader_add_string(reader, hf_godot_spawn_scene, path);
    if (scene && recorded)
        say_differs(reader, "The scene", scene->path, recorded);
    if (scene)
        name_state(reader, scene, node->synchronizers, state);
    else if (state)
        name_recorded_state(reader, node, state);
    return path;
}

/* ---- SYNC and delta ---- */

/* Returns how many properties a delta's mask shows to be watched at least. */
static unsigned
count_watched(uint64_t mask)
{
    return mask ? (unsigned)ws_ilog2(mask) + 1 : 0;
}

/*
 * Finds the synchronizer that a SPAWN named as the k-th. If it named fewer than the scene has, the number of its values
 * tells which.
 */
static godot_synchronizer_t *
spawned_synchronizer(const godot_net_t *net)
{
    const godot_node_t  *node = net->node;
    const godot_scene_t *scene = scene_of(node);

    if (!scene || !net->synchronizer)
        return NULL;
    if (node->synchronizers == scene->synchronizers->len)
        return g_ptr_array_index(scene->synchronizers, net->synchronizer - 1);
    return godot_scene_spawned(scene, node->synchronizers, node->values, net->synchronizer - 1);
}

/*
 * Returns the properties of the bits that are set in a delta's mask; those behind the 64th share the bits of the first ones
 * (docs/wire/multiplayer-godot4.md, 2.8). @return free with g_ptr_array_unref()
 */
static GPtrArray *
watched_properties(const GPtrArray *all, uint64_t mask)
{
    GPtrArray *set = g_ptr_array_new();

    for (unsigned i = 0; i < all->len; i++)
        if (mask >> i % MASK_BITS & 1)
            g_ptr_array_add(set, g_ptr_array_index(all, i));
    return set;
}

static const char *
name_watched(const godot_reader_t *reader, const GPtrArray *all, uint64_t mask, wmem_array_t *values)
{
    GPtrArray  *properties = watched_properties(all, mask);
    const char *text = properties->len == wmem_array_get_count(values) ? name_values(reader, properties, values) : NULL;

    g_ptr_array_unref(properties);
    return text;
}

/*
 * Finds what the recorder said of the k-th synchronizer that a SPAWN named. The recorder must have named as many, with
 * as many properties as the SPAWN's state had values.
 */
static const godot_recorded_node_t *
recorded_of_spawn(const godot_reader_t *reader, const godot_net_t *net)
{
    const godot_scope_t *scope = &reader->message->scope;
    const godot_node_t *node = net->node;
    const godot_recorded_node_t *found = NULL;
    GPtrArray *synchronizers, *state;

    if (!net->synchronizer)
        return NULL;
    synchronizers = godot_recorded_synchronizers(scope->link->recorded, node->path, scope->source, scope->moment);
    state = recorded_state(reader, node, node->values);
    if (state)      /* so there are as many as the SPAWN named */
        found = g_ptr_array_index(synchronizers, net->synchronizer - 1);
    g_clear_pointer(&state, g_ptr_array_unref);
    g_ptr_array_unref(synchronizers);
    return found;
}

/* Names the values of an element by the recorder. @return as godot4_project_element() */
static const char *
name_recorded(const godot_reader_t *reader, const godot_net_t *net, const char *path, bool delta, uint64_t mask,
              wmem_array_t *values)
{
    const godot_recorded_node_t *synchronizer = path ? recorded_node(reader, path) : net ? recorded_of_spawn(reader, net) : NULL;
    GPtrArray *properties;
    const char *text = NULL;

    if (!synchronizer)
        return NULL;
    properties = godot_recorded_properties(synchronizer, delta ? GODOT_LIST_WATCH : GODOT_LIST_SYNC);
    if (delta && count_watched(mask) <= properties->len)
        text = name_watched(reader, properties, mask, values);
    else if (!delta && properties->len == wmem_array_get_count(values))
        text = name_values(reader, properties, values);
    g_ptr_array_unref(properties);
    return text;
}

static const char *
name_by_project(const godot_reader_t *reader, const godot_net_t *net, const char *path,
                       bool delta, uint64_t mask, wmem_array_t *values)
{
    godot_project_t *project = godot_project_loaded();
    godot_list_t     list = delta ? GODOT_LIST_WATCH : GODOT_LIST_SYNC;
    unsigned         number = wmem_array_get_count(values);
    unsigned         count = delta ? count_watched(mask) : number;
    const GPtrArray *properties;
    godot_synchronizer_t *synchronizer = NULL;

    if (!project)
        return NULL;
    if (path)
        synchronizer = godot_project_synchronizer(project, path, list, count);
    else if (net)
        synchronizer = spawned_synchronizer(net);
    properties = synchronizer ? godot_synchronizer_list(synchronizer, list, count) : NULL;
    if (!properties)
        return NULL;
    return delta ? name_watched(reader, properties, mask, values) : name_values(reader, properties, values);
}

const char *
godot4_project_element(const godot_reader_t *reader, const godot_net_t *net, const char *path,
                       bool delta, uint64_t mask, wmem_array_t *values)
{
    const char *text;

    if (!values || wmem_array_get_count(values) == 0)
        return NULL;
    text = name_by_project(reader, net, path, delta, mask, values);
    return text || !reader->message->scope.link->recorded ? text : name_recorded(reader, net, path, delta, mask, values);
}

void
godot4_project_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_godot_rpc_method_origin,
          { "Name's origin", "godot.rpc.method_origin", FT_STRING, BASE_NONE, NULL, 0,
            "How the method's name is known: proved by MD5, user table, by the scenes; recorded, proved by MD5; recorded", HFILL } },
        { &hf_godot_rpc_script,
          { "Script", "godot.rpc.script", FT_STRING, BASE_NONE, NULL, 0,
            "Script of the project that has the method", HFILL } },
        { &hf_godot_spawn_scene,
          { "Scene", "godot.spawn.scene", FT_STRING, BASE_NONE, NULL, 0,
            "Scene of the project that the spawner's list has at this place", HFILL } },
        { &hf_godot_spawn_node,
          { "Spawned node", "godot.spawn.node", FT_STRING, BASE_NONE, NULL, 0,
            "Path of the spawned node, found from the spawner's place in the project's scenes", HFILL } },
        { &hf_godot_sync_property,
          { "Property", "godot.sync.property", FT_STRING, BASE_NONE, NULL, 0,
            "Property as the replication configuration names it", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_godot_project_unread,
          { "godot.project.unread", PI_UNDECODED, PI_NOTE,
            "There are no names because the project could not be read", EXPFILL } },
        { &ei_godot_project_mismatch,
          { "godot.project.mismatch", PI_ASSUMPTION, PI_NOTE,
            "The project's scripts do not match this capture", EXPFILL } },
        { &ei_godot_recorded_differs,
          { "godot.project.recorded_differs", PI_ASSUMPTION, PI_NOTE,
            "The project calls something otherwise than the game that was recorded", EXPFILL } },
        { &ei_godot_rpc_disabled,
          { "godot.rpc.disabled", PI_PROTOCOL, PI_WARN,
            "Would be rejected: the script disables calls of it", EXPFILL } },
        { &ei_godot_rpc_not_allowed,
          { "godot.rpc.not_allowed", PI_PROTOCOL, PI_WARN,
            "RPC is not allowed: the method is the authority's, and no script of the project takes it from the server", EXPFILL } },
        { &ei_godot_rpc_mode,
          { "godot.rpc.transfer_mode.unexpected", PI_PROTOCOL, PI_WARN,
            "Not the transfer mode that the script declares", EXPFILL } },
        { &ei_godot_rpc_channel,
          { "godot.rpc.transfer_channel.unexpected", PI_PROTOCOL, PI_WARN,
            "Not the channel that the script declares", EXPFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
    godot_fields_register(proto);
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
