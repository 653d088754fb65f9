/* variant/json.c
 * What is a Variant's value in JSON? (docs/messages.md)
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/json.h"
#include "variant/containers.h"
#include "variant/entries.h"
#include "variant/head.h"
#include "variant/items.h"
#include "variant/numbers.h"
#include "variant/objects.h"
#include "variant/strings.h"
#include "variant/walker.h"

#include <math.h>

/* Deeper values are null: each level of dictionaries is measured before it is written. */
#define DEPTH_LIMIT 64

/*
 * A writer writes exactly one JSON value, be it null for what cannot be read. It returns false after a fault: what is
 * left of the outer values means nothing then.
 */
typedef bool (*writer_t)(json_dumper *json, cursor_t *c, const head_t *head);

static bool write_value(json_dumper *json, cursor_t *c);

static bool
write_null(json_dumper *json, bool ok)
{
    json_dumper_value_anyf(json, "null");
    return ok;
}

static bool
write_empty(json_dumper *json, cursor_t *c _U_, const head_t *head _U_)
{
    return write_null(json, true);
}

/* What a walk without a tree tells of a value without entries. */
static bool
read_leaf(cursor_t *c, const head_t *head, payload_walker_t walk, godot_value_t *value)
{
    bool ok;

    memset(value, 0, sizeof *value);
    c->value = value;
    ok = walk(c, NULL, head);
    c->value = NULL;
    return ok;
}

/* ---- Numbers ---- */

static void
write_boolean(json_dumper *json, bool value)
{
    json_dumper_value_anyf(json, "%s", value ? "true" : "false");
}

static void
write_integer(json_dumper *json, int64_t value)
{
    json_dumper_value_anyf(json, "%" PRId64, value);
}

/* The digits are those of a number's text; JSON has no word for what is no number. */
static void
write_real(json_dumper *json, double value, const char *digits)
{
    if (isnan(value))
        json_dumper_value_string(json, "nan");
    else if (isinf(value))
        json_dumper_value_string(json, value < 0 ? "-inf" : "inf");
    else
        json_dumper_value_anyf(json, "%s", digits);
}

static bool
write_bool(json_dumper *json, cursor_t *c, const head_t *head)
{
    godot_value_t value;

    if (!read_leaf(c, head, walk_bool, &value))
        return write_null(json, false);
    write_boolean(json, value.integer != 0);
    return true;
}

static bool
write_number(json_dumper *json, cursor_t *c, godot_element_t element, int size)
{
    number_t number;

    if (!need_bytes(c, (uint32_t)size))
        return write_null(json, false);
    read_number(c, element, size, &number);
    if (number.integral)
        write_integer(json, number.integer);
    else
        write_real(json, number.real, number.digits);
    c->offset += size;
    return true;
}

static bool
write_int(json_dumper *json, cursor_t *c, const head_t *head)
{
    return write_number(json, c, ELEMENT_I64, head->flag_64 ? 8 : 4);
}

static bool
write_float(json_dumper *json, cursor_t *c, const head_t *head)
{
    return write_number(json, c, ELEMENT_REAL, head->flag_64 ? 8 : 4);
}

static bool
write_tuple(json_dumper *json, cursor_t *c, const head_t *head)
{
    const int size = godot_element_size(head->type->element, head->flag_64);
    const unsigned components = godot_type_components(head->type);
    bool ok = true;

    json_dumper_begin_array(json);
    for (unsigned i = 0; ok && i < components; i++)
        ok = write_number(json, c, head->type->element, size);
    json_dumper_end_array(json);
    return ok;
}

static bool
walk_compact(cursor_t *c, proto_tree *tree, const head_t *head)
{
    return head->type->shape == SHAPE_BOOL ? walk_compact_bool(c, tree) : walk_compact_int(c, tree);
}

static bool
write_compact(json_dumper *json, cursor_t *c, const head_t *head)
{
    godot_value_t value;

    if (!read_leaf(c, head, walk_compact, &value))
        return write_null(json, false);
    if (head->type->shape == SHAPE_BOOL)
        write_boolean(json, value.integer != 0);
    else
        write_integer(json, value.integer);
    return true;
}

/* ---- Strings and bytes ---- */

static bool
write_text(json_dumper *json, cursor_t *c, const head_t *head, payload_walker_t walk)
{
    godot_value_t value;

    if (!read_leaf(c, head, walk, &value) || !value.string)
        return write_null(json, false);
    json_dumper_value_string(json, value.string);
    return true;
}

static bool
write_string(json_dumper *json, cursor_t *c, const head_t *head)
{
    return write_text(json, c, head, walk_string);
}

static bool
write_node_path(json_dumper *json, cursor_t *c, const head_t *head)
{
    return write_text(json, c, head, walk_node_path);
}

/* A text without a header. @return NULL after a fault */
static const char *
read_string(cursor_t *c)
{
    const char *string;
    godot_value_t wanted;

    c->value = &wanted;
    if (!walk_bare_string(c, NULL, &string))
        string = NULL;
    c->value = NULL;
    return string;
}

void
godot_bytes_write_json(json_dumper *json, packet_info *pinfo, tvbuff_t *tvb, int offset, int end)
{
    static const char digits[] = "0123456789abcdef";
    const int length = MAX(0, MIN(end - offset, tvb_captured_length_remaining(tvb, offset)));
    char *text = wmem_alloc_array(pinfo->pool, char, 2 * (size_t)length + 1), *at = text;

    for (int i = 0; i < length; i++) {
        const uint8_t byte = tvb_get_uint8(tvb, offset + i);

        *at++ = digits[byte >> 4];
        *at++ = digits[byte & 0xf];
    }
    *at = '\0';
    json_dumper_value_string(json, text);
}

static bool
write_bytes(json_dumper *json, cursor_t *c, const head_t *head)
{
    const int start = c->offset + 4;
    bool ok = walk_bytes(c, NULL, head);

    if (!ok)
        return write_null(json, false);
    godot_bytes_write_json(json, c->pinfo, c->tvb, start, start + (int)tvb_get_letohl(c->tvb, start - 4));
    return true;
}

/* ---- Containers ---- */

static bool
write_array(json_dumper *json, cursor_t *c, const head_t *head)
{
    const unsigned kind = head->flags & head->type->flags & GODOT_FLAG_ELEMENT_KIND;
    uint32_t count;
    bool ok;

    if ((kind != 0 && !walk_declared_type(c, NULL, kind)) || !walk_shared_count(c, NULL, 4, &count))
        return write_null(json, false);
    ok = true;
    json_dumper_begin_array(json);
    for (uint32_t i = 0; ok && i < count; i++)
        ok = write_value(json, c);
    json_dumper_end_array(json);
    return ok;
}

/* Are the keys of so many pairs strings, as far as they can be read? */
static bool
has_string_keys(cursor_t c, uint32_t count)
{
    head_t head;

    for (uint32_t i = 0; i < count && c.offset >= 0; i++) {
        c.depth = 1;        /* inside a value there is no compact form */
        peek_head(&c, &head);
        if (!head.type || head.type->shape != SHAPE_STRING)
            return false;
        c.offset = godot_variant_measure(c.tvb, c.offset, c.end, c.dialect->number);
        if (c.offset >= 0)
            c.offset = godot_variant_measure(c.tvb, c.offset, c.end, c.dialect->number);
    }
    return true;
}

static bool
write_members(json_dumper *json, cursor_t *c, uint32_t count)
{
    bool ok = true;

    json_dumper_begin_object(json);
    for (uint32_t i = 0; ok && i < count; i++) {
        const char *key = NULL;

        if (need_bytes(c, 4)) {
            c->offset += 4;     /* the key's header */
            key = read_string(c);
        }
        ok = key != NULL;
        if (ok) {
            json_dumper_set_member_name(json, key);
            ok = write_value(json, c);
        }
    }
    json_dumper_end_object(json);
    return ok;
}

static bool
write_pairs(json_dumper *json, cursor_t *c, uint32_t count)
{
    bool ok = true;

    json_dumper_begin_array(json);
    for (uint32_t i = 0; ok && i < count; i++) {
        json_dumper_begin_array(json);
        ok = write_value(json, c) && write_value(json, c);
        json_dumper_end_array(json);
    }
    json_dumper_end_array(json);
    return ok;
}

static bool
write_dictionary(json_dumper *json, cursor_t *c, const head_t *head)
{
    const unsigned flags = head->flags & head->type->flags;
    uint32_t count;

    if (flags != 0 && !(walk_declared_type(c, NULL, flags & GODOT_FLAG_KEY_KIND) &&
                        walk_declared_type(c, NULL, (flags & GODOT_FLAG_VALUE_KIND) >> 2)))
        return write_null(json, false);
    if (!walk_shared_count(c, NULL, 8, &count))
        return write_null(json, false);
    return has_string_keys(*c, count) ? write_members(json, c, count) : write_pairs(json, c, count);
}

static bool
write_packed(json_dumper *json, cursor_t *c, const head_t *head)
{
    const int size = godot_element_size(head->type->element, head->flag_64);
    uint32_t count;
    bool ok;

    if (!walk_count(c, NULL, size * (int)godot_type_components(head->type), &count))
        return write_null(json, false);
    ok = true;
    json_dumper_begin_array(json);
    for (uint32_t i = 0; ok && i < count; i++)
        ok = head->type->groups ? write_tuple(json, c, head) : write_number(json, c, head->type->element, size);
    json_dumper_end_array(json);
    return ok;
}

static bool
write_packed_strings(json_dumper *json, cursor_t *c, const head_t *head _U_)
{
    uint32_t count;
    bool ok;

    if (!walk_signed_count(c, NULL, 4, false, &count))
        return write_null(json, false);
    ok = true;
    json_dumper_begin_array(json);
    for (uint32_t i = 0; ok && i < count; i++) {
        const char *string = read_string(c);

        ok = string != NULL;
        if (ok)
            json_dumper_value_string(json, string);
    }
    json_dumper_end_array(json);
    return ok;
}

/* ---- Objects ---- */

static bool
write_id(json_dumper *json, cursor_t *c, const char *name)
{
    int64_t id = need_bytes(c, 8) ? tvb_get_letohi64(c->tvb, c->offset) : 0;
    bool ok = bytes_left(c) >= 8;

    if (!ok || id == 0)
        write_null(json, ok);
    else {
        json_dumper_begin_object(json);
        json_dumper_set_member_name(json, name);
        write_integer(json, id);
        json_dumper_end_object(json);
    }
    c->offset += ok ? 8 : 0;
    return ok;
}

static bool
write_rid(json_dumper *json, cursor_t *c, const head_t *head _U_)
{
    return write_id(json, c, "rid");
}

/* A signal is of an object. */
static bool
write_signal(json_dumper *json, cursor_t *c, const head_t *head _U_)
{
    const char *name = read_string(c);
    bool ok;

    if (!name)
        return write_null(json, false);
    json_dumper_begin_object(json);
    json_dumper_set_member_name(json, "signal");
    json_dumper_value_string(json, name);
    json_dumper_set_member_name(json, "of");
    ok = write_id(json, c, "object");
    json_dumper_end_object(json);
    return ok;
}

/* Names and values. A negative count says that there are none. */
static bool
write_properties(json_dumper *json, cursor_t *c)
{
    uint32_t count;
    bool ok;

    if (!walk_signed_count(c, NULL, 8, true, &count))
        return write_null(json, false);
    ok = true;
    json_dumper_begin_object(json);
    for (uint32_t i = 0; ok && i < count; i++) {
        const char *name = read_string(c);

        ok = name != NULL;
        if (ok) {
            json_dumper_set_member_name(json, name);
            ok = write_value(json, c);
        }
    }
    json_dumper_end_object(json);
    return ok;
}

/* A whole one; an empty class name, or one of NULs, is null. */
static bool
write_whole_object(json_dumper *json, cursor_t *c)
{
    const char *name = read_string(c);
    bool ok;

    if (!name || *name == '\0')
        return write_null(json, name != NULL);
    json_dumper_begin_object(json);
    json_dumper_set_member_name(json, "object");
    json_dumper_value_string(json, name);
    json_dumper_set_member_name(json, "properties");
    ok = write_properties(json, c);
    json_dumper_end_object(json);
    return ok;
}

static bool
write_object(json_dumper *json, cursor_t *c, const head_t *head)
{
    if ((head->flags & GODOT_FLAG_ID) != 0)
        return write_id(json, c, "object");
    if (c->compact && c->depth == 1 && !class_follows(c))
        return write_null(json, true);
    return write_whole_object(json, c);
}

/* ---- Any value ---- */

/* Images and input events of 2.1 have no form of their own: they are null. */
static const writer_t writers[] = {
    [SHAPE_EMPTY]          = write_empty,
    [SHAPE_BOOL]           = write_bool,
    [SHAPE_INT]            = write_int,
    [SHAPE_FLOAT]          = write_float,
    [SHAPE_STRING]         = write_string,
    [SHAPE_TUPLE]          = write_tuple,
    [SHAPE_NODE_PATH]      = write_node_path,
    [SHAPE_RID]            = write_rid,
    [SHAPE_OBJECT]         = write_object,
    [SHAPE_SIGNAL]         = write_signal,
    [SHAPE_DICTIONARY]     = write_dictionary,
    [SHAPE_ARRAY]          = write_array,
    [SHAPE_BYTES]          = write_bytes,
    [SHAPE_PACKED]         = write_packed,
    [SHAPE_PACKED_STRINGS] = write_packed_strings,
};

/* What has no form of its own, or stands too deep. */
static bool
skip_value(json_dumper *json, cursor_t *c)
{
    int behind = godot_variant_measure(c->tvb, c->offset, c->end, c->dialect->number);

    if (behind < 0)
        return write_null(json, false);
    c->offset = behind;
    return write_null(json, true);
}

static bool
write_value(json_dumper *json, cursor_t *c)
{
    head_t head;
    bool ok;

    peek_head(c, &head);
    if (!head.type || c->depth >= DEPTH_LIMIT || head.type->shape >= G_N_ELEMENTS(writers))
        return skip_value(json, c);
    if (!head.compact && !walk_head(c, NULL, &head))
        return write_null(json, false);
    c->depth++;
    ok = (head.compact ? write_compact : writers[head.type->shape])(json, c, &head);
    c->depth--;
    return ok;
}

void
godot_variant_write_json(json_dumper *json, packet_info *pinfo, tvbuff_t *tvb, int offset, int end,
                         godot_dialect_t dialect, godot_encoding_t encoding)
{
    frame_t spent = { 0 };  /* everything that is wrong with the value has been said when it was dissected */
    cursor_t c = {
        .tvb = tvb, .pinfo = pinfo, .dialect = godot_dialect_info(dialect), .offset = offset,
        .end = MIN(end, (int)tvb_captured_length(tvb)), .claimed = end,
        .compact = encoding == GODOT_ENCODING_COMPACT, .frame = &spent
    };

    write_value(json, &c);
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
