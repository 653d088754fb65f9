/* recorder/names.c
 * Which names does a record tell of a node?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/names.h"
#include "recorder/attributes.h"
#include "records/experts.h"
#include "variant/types.h"

/* docs/wire/recording.md, 4.3 */
#define METHOD_HEAD     12
#define ARGUMENT_HEAD   4
#define PROPERTY_HEAD   4
#define CONFIGURED      0x8000U     /* of a method's id: it is configured on the node */
#define UNKNOWN         255
#define AUTHORITY       45          /* tag */

enum { ALL_METHODS = 1, ALL_PROPERTIES = 2 };           /* tag 51 */
enum { IN_SPAWNS = 1, ALWAYS = 2, ON_CHANGE = 4 };      /* bits of a property */

static expert_field ei_md5 = EI_INIT;

static char *
text_at(tvbuff_t *body, int offset, int length)
{
    return (char *)tvb_get_string_enc(wmem_file_scope(), body, offset, length, ENC_UTF_8);
}

/* Returns the name behind its length, and sets at behind it; NULL if it does not fit. */
static char *
names_name_at(tvbuff_t *body, int length_at, int *at, int end)
{
    int length = tvb_get_letohs(body, length_at), start = *at;

    if (start + length > end)
        return NULL;
    *at = start + length;
    return text_at(body, start, length);
}

/* Returns the name of a Variant type, "" if the value may have any or if it is not known. */
static const char *
names_type(uint8_t number)
{
    const godot_type_t *type = number ? godot_dialect_type(godot_dialect_info(GODOT_DIALECT_AUTO), number) : NULL;

    return type ? type->name : "";
}

/* Reads the arguments. @return false if one does not fit */
static bool
read_arguments(GPtrArray *arguments, tvbuff_t *body, unsigned count, int at, int end)
{
    for (unsigned i = 0; i < count; i++) {
        godot_declaration_t *argument;
        int head = at;

        at += ARGUMENT_HEAD;
        if (at > end)
            return false;
        argument = wmem_new0(wmem_file_scope(), godot_declaration_t);
        argument->type = (char *)names_type(tvb_get_uint8(body, head));
        argument->name = names_name_at(body, head + 2, &at, end);
        if (!argument->name)
            return false;
        g_ptr_array_add(arguments, argument);
    }
    return true;
}

/*
 * Reads a method into the list that its id is of. @return false if it does not fit, or if its number is not the next
 * one: then the list is no list of numbers
 */
static bool
read_method(godot_recorded_node_t *node, GPtrArray *arguments, tvbuff_t *body, const recording_attribute_t *attribute)
{
    int at = attribute->offset + METHOD_HEAD, end = attribute->offset + attribute->length, start = attribute->offset;
    unsigned id, count;
    godot_method_t *method;
    GPtrArray *list;

    if (at > end)
        return false;
    id = tvb_get_letohs(body, start);
    count = tvb_get_uint8(body, start + 5);
    list = node->methods[id / CONFIGURED];
    method = wmem_new0(wmem_file_scope(), godot_method_t);
    method->name = names_name_at(body, start + 10, &at, end);
    method->config = (godot_rpc_config_t) {
        .mode = tvb_get_uint8(body, start + 2),
        .transfer = tvb_get_uint8(body, start + 4) <= GODOT_TRANSFER_RELIABLE ? tvb_get_uint8(body, start + 4) : GODOT_UNKNOWN,
        .channel = (int32_t)tvb_get_letohl(body, start + 6)
    };
    if (!method->name || id % CONFIGURED != list->len)
        return false;
    if (count != UNKNOWN && !read_arguments(arguments, body, count, at, end))
        return false;
    method->arguments = arguments;
    g_ptr_array_add(list, method);
    return true;
}

/* Returns what follows the node in a property's path: "Child:position:x" is "position:x". */
static const char *
name_of_property(const char *path)
{
    const char *colon = strchr(path, ':');

    return colon ? colon + 1 : path;
}

/* Returns the name that the node of a property has in its scene's file; "" if it is not told. */
static const char *
name_in_scene(tvbuff_t *body, int length_at, int end)
{
    int at = length_at + 2;
    const char *name = at > end ? NULL : names_name_at(body, length_at, &at, end);

    return name ? name : "";
}

static bool
names_read_property(godot_recorded_node_t *node, tvbuff_t *body, const recording_attribute_t *attribute)
{
    int at = attribute->offset + PROPERTY_HEAD, end = attribute->offset + attribute->length;
    godot_property_t *property;
    const char *path = at > end ? NULL : names_name_at(body, attribute->offset + 2, &at, end);
    uint8_t bits;

    if (!path)
        return false;
    bits = tvb_get_uint8(body, attribute->offset);
    property = wmem_new0(wmem_file_scope(), godot_property_t);
    property->path = path;
    property->name = name_of_property(path);
    property->type = (char *)names_type(tvb_get_uint8(body, attribute->offset + 1));
    property->node = name_in_scene(body, at, end);
    property->spawn = bits & IN_SPAWNS;
    property->sync = bits & ALWAYS;
    property->watch = bits & ON_CHANGE;
    g_ptr_array_add(node->properties, property);
    return true;
}

/* ---- The whole ---- */

/* The MD5 is worked out from the names, in the order in which the engine does (docs/wire/multiplayer-godot4.md, 6). */
static const char *
md5_of(const godot_recorded_node_t *node)
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_MD5);
    const char *md5;

    for (int list = 1; list >= 0; list--)
        for (unsigned i = 0; i < node->methods[list]->len; i++)
            g_checksum_update(sum, (const guchar *)((const godot_method_t *)g_ptr_array_index(node->methods[list], i))->name, -1);
    md5 = wmem_strdup(wmem_file_scope(), g_checksum_get_string(sum));
    g_checksum_free(sum);
    return md5;
}

static void
names_take_text(const char **text, tvbuff_t *body, const recording_attribute_t *attribute)
{
    if (!*text)
        *text = text_at(body, attribute->offset, attribute->length);
}

/* Takes one attribute. methods becomes false when their list cannot be relied on. */
static void
take(godot_recorded_node_t *node, godot_recorded_names_t *names, tvbuff_t *body, const recording_attribute_t *attribute,
     bool *methods)
{
    switch (attribute->tag) {
    case RECORDING_NODE:
        names_take_text(&node->path, body, attribute);
        break;
    case RECORDING_SCRIPT:
        names_take_text(&node->script, body, attribute);
        break;
    case RECORDING_SPAWN_PATH:
        names_take_text(&node->spawn_path, body, attribute);
        break;
    case RECORDING_SYNC_ROOT:
        names_take_text(&node->root, body, attribute);
        break;
    case RECORDING_OF_SCENE:
        names_take_text(&node->of_scene, body, attribute);
        break;
    case RECORDING_SCENE:
        g_ptr_array_add(node->scenes, text_at(body, attribute->offset, attribute->length));
        break;
    case RECORDING_METHOD:
        *methods = *methods && read_method(node, godot_recorded_array(names), body, attribute);
        break;
    case RECORDING_PROPERTY:
        node->all_properties = names_read_property(node, body, attribute) && node->all_properties;
        break;
    default:
        break;
    }
}

void
recording_learn_names(godot_recorded_names_t *names, tvbuff_t *body, godot_moment_t moment)
{
    godot_recorded_node_t *node = godot_recorded_node_new(names);
    uint32_t whole = recording_number(body, RECORDING_WHOLE, 0);
    bool methods = whole & ALL_METHODS;
    recording_attribute_t attribute;
    int at = 0;

    node->since = moment;
    node->all_properties = whole & ALL_PROPERTIES;
    node->authority = (int32_t)recording_number(body, AUTHORITY, GODOT_PEER_UNKNOWN);
    while (recording_next_attribute(body, &at, &attribute))
        take(node, names, body, &attribute, &methods);
    if (methods)
        node->md5 = md5_of(node);
    if (node->path)
        godot_recorded_names_add(names, node);
}

void
recording_check_names(const godot_recorded_names_t *names, tvbuff_t *body, packet_info *pinfo, proto_item *item)
{
    const char *md5 = recording_text(pinfo->pool, body, RECORDING_MD5);
    const godot_recorded_node_t *node = godot_recorded_node(names, recording_text(pinfo->pool, body, RECORDING_NODE),
                                                            GODOT_MOMENT(pinfo->num, 0));

    if (*md5 && node && node->md5 && GODOT_MOMENT(pinfo->num, 0) == node->since && strcmp(md5, node->md5) != 0)
        experts_add_format(pinfo, item, &ei_md5, "The methods have the MD5 %s, not %s", node->md5, md5);
}

void
recording_names_register(expert_module_t *experts)
{
    static ei_register_info ei[] = {
        { &ei_md5,
          { "godot.record.md5.differs", PI_PROTOCOL, PI_WARN,
            "The MD5 is not that of the methods that are told", EXPFILL } },
    };

    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
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
