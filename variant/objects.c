/* variant/objects.c
 * How are objects, their ids and their signals read?
 *
 * The wire format: docs/wire/variant.md.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/entries.h"
#include "variant/head.h"
#include "variant/items.h"
#include "variant/objects.h"
#include "variant/strings.h"

static int hf_rid = -1;
static int hf_object_id = -1;
static int hf_property_name = -1;
static int hf_signal = -1;

static expert_field ei_full_object = EI_INIT;
static expert_field ei_script = EI_INIT;
static expert_field ei_freed_object = EI_INIT;

bool
walk_rid(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    uint64_t id;

    if (!need_bytes(c, 8))
        return false;
    id = tvb_get_letoh64(c->tvb, c->offset);
    add_item(c, tree, hf_rid, 8, ENC_LITTLE_ENDIAN);
    godot_text_put(c->text, "RID(");
    if (id != 0)
        godot_text_put_int(c->text, (int64_t)id);
    godot_text_put(c->text, ")");
    godot_json_id(c->json, "rid", id);
    c->offset += 8;
    return true;
}

static bool
walk_object_id(cursor_t *c, proto_tree *tree, uint64_t *id)
{
    if (!need_bytes(c, 8))
        return false;
    *id = tvb_get_letoh64(c->tvb, c->offset);
    add_item(c, tree, hf_object_id, 8, ENC_LITTLE_ENDIAN);
    godot_json_id(c->json, "object", *id);
    c->offset += 8;
    return true;
}

bool
walk_signal(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    const char *name;
    uint64_t id;
    bool ok;

    godot_text_put(c->text, "Signal(");
    ok = walk_string_field(c, tree, hf_signal, false, &name);
    if (name != NULL)
        godot_text_put_escaped(c->text, name);
    godot_text_put(c->text, ")");
    if (!ok)
        return false;
    godot_json_begin(c->json, GODOT_JSON_OBJECT);
    godot_json_name(c->json, "signal");
    godot_json_string(c->json, name);
    godot_json_name(c->json, "of");
    ok = walk_object_id(c, tree, &id);
    godot_json_end(c->json, GODOT_JSON_OBJECT);
    return ok;
}

static bool
walk_object_by_id(cursor_t *c, proto_tree *tree)
{
    uint64_t id;

    if (!walk_object_id(c, tree, &id))
        return false;
    if (id == 0) {
        godot_text_put(c->text, "null");
        return true;
    }
    godot_text_put(c->text, "<Object#");
    godot_text_put_int(c->text, (int64_t)id);
    godot_text_put(c->text, ">");
    return true;
}

/* Tells whether these bytes are that text. */
static bool
objects_is_text(const cursor_t *c, int offset, uint32_t length, const char *text)
{
    return length == strlen(text) && tvb_memeql(c->tvb, offset, (const uint8_t *)text, length) == 0;
}

/*
 * Tells whether a property of that name brings a script: its value, at the cursor, is not nil (4.5). Looks at the
 * bytes, because the text may not be wanted.
 */
static bool
is_script_property(const cursor_t *c, int name)
{
    uint32_t length = tvb_get_letohl(c->tvb, name);

    return (objects_is_text(c, name + 4, length, "script") || objects_is_text(c, name + 4, length, "script/source")) &&
        bytes_left(c) >= 4 && tvb_get_uint8(c->tvb, c->offset) != 0;
}

static bool
walk_property(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries _U_)
{
    const int start = c->offset;
    proto_tree *sub = open_role(c, tree, ROLE_PROPERTY);
    const char *name;
    size_t mark;
    bool ok;

    godot_text_put(c->text, ",");
    mark = godot_text_mark(c->text);
    godot_json_name_follows(c->json);
    ok = walk_string_field(c, sub, hf_property_name, false, &name);
    if (name != NULL) {
        godot_text_put_quoted(c->text, name);
        godot_text_put(c->text, ":");
    }
    if (ok)
        godot_json_string(c->json, name);
    if (ok && is_script_property(c, start))
        add_remark(c, proto_tree_get_parent(sub), &ei_script);
    ok = ok && walk_nested(c, sub, ROLE_PLAIN, 0);
    close_item(c, sub, start);
    label_item(c, sub, ROLE_PROPERTY, nth, mark);
    return ok;
}

/* A negative count means that there are no properties. */
static bool
walk_properties(cursor_t *c, proto_tree *tree)
{
    entries_t entries = { .walk = walk_property, .form = GODOT_JSON_OBJECT };

    return walk_signed_count(c, tree, 8, true, &entries.count) && walk_entries(c, tree, &entries);
}

static bool
walk_null(cursor_t *c)
{
    godot_text_put(c->text, "null");
    godot_json_null(c->json);
    return true;
}

/* Walks over what follows the class. */
static bool
walk_object_content(cursor_t *c, proto_tree *tree, const char *class_name)
{
    bool ok;

    godot_json_begin(c->json, GODOT_JSON_OBJECT);
    godot_json_name(c->json, "object");
    godot_json_string(c->json, class_name);
    godot_json_name(c->json, "properties");
    ok = walk_properties(c, tree);
    godot_json_end(c->json, GODOT_JSON_OBJECT);
    return ok;
}

static bool
walk_full_object(cursor_t *c, proto_tree *tree)
{
    const int start = c->offset;
    const char *class_name;
    bool ok = walk_class(c, tree, &class_name);

    /* An empty class name, or one of NULs, means null: nothing follows. */
    if (ok && (c->offset == start + 4 || tvb_get_uint8(c->tvb, start + 4) == 0))
        return walk_null(c);
    add_remark(c, NULL, &ei_full_object);
    godot_text_put(c->text, "Object(");
    if (class_name != NULL)
        godot_text_put_escaped(c->text, class_name);
    ok = ok && walk_object_content(c, tree, class_name);
    godot_text_put(c->text, ")");
    return ok;
}

/* Tells whether the length and the name of a class follow. If not, a compact object was freed (9). */
static bool
class_follows(const cursor_t *c)
{
    uint32_t length;

    if (bytes_left(c) < 8)
        return false;
    length = tvb_get_letohl(c->tvb, c->offset);
    if (length == 0 || length > (uint32_t)bytes_left(c) - 4)
        return false;
    for (uint32_t i = 0; i < MIN(length, 64); i++) {
        uint8_t letter = tvb_get_uint8(c->tvb, c->offset + 4 + i);

        if (!g_ascii_isalnum(letter) && letter != '_')
            return false;
    }
    return true;
}

bool
walk_object(cursor_t *c, proto_tree *tree, const head_t *head)
{
    if ((head->flags & GODOT_FLAG_ID) != 0)
        return walk_object_by_id(c, tree);
    /* In the compact form a freed object is only a header. */
    if (c->compact && c->depth == 0 && !class_follows(c)) {
        add_remark(c, NULL, &ei_freed_object);
        return walk_null(c);
    }
    return walk_full_object(c, tree);
}

void
objects_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_rid,
            { "RID", "godot.variant.rid", FT_UINT64, BASE_DEC,
              NULL, 0x0, "Number of a server's resource; it means nothing in another process", HFILL } },
        { &hf_object_id,
            { "Instance id", "godot.variant.object_id", FT_UINT64, BASE_DEC,
              NULL, 0x0, "Instance id of an object; it means nothing in another process", HFILL } },
        { &hf_property_name,
            { "Property name", "godot.variant.property.name", FT_STRING, BASE_NONE,
              NULL, 0x0, "Name of a property of an object", HFILL } },
        { &hf_signal,
            { "Signal", "godot.variant.signal", FT_STRING, BASE_NONE,
              NULL, 0x0, "Name of a signal", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_full_object,
            { "godot.variant.full_object", PI_SECURITY, PI_NOTE,
              "A whole object; read only by receivers that allow object decoding", EXPFILL } },
        { &ei_script,
            { "godot.variant.object_script", PI_SECURITY, PI_WARN,
              "The object brings a script along", EXPFILL } },
        { &ei_freed_object,
            { "godot.variant.freed_object", PI_PROTOCOL, PI_NOTE,
              "An object that was freed before it was sent", EXPFILL } },
    };

    proto_register_field_array(proto, hf, array_length(hf));
    expert_register_field_array(experts, ei, array_length(ei));
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
