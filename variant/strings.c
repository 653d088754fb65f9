/* variant/strings.c
 * How are strings and node paths read?
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
#include "variant/items.h"
#include "variant/labels.h"
#include "variant/strings.h"
#include "ws_constants.h"

/* The first word of a node path, and its flags (docs/wire/variant.md, 4.3). */
#define PATH_NAMES_MASK     0x7fffffffU
#define PATH_NEW_MASK       0x80000000U
#define PATH_ABSOLUTE       0x00000001U
#define PATH_PROPERTY       0x00000002U

static int hf_length = -1;
static int hf_string = -1;
static int hf_node_path = -1;
static int hf_node_path_new = -1;
static int hf_node_path_names = -1;
static int hf_node_path_subnames = -1;
static int hf_node_path_flags = -1;
static int hf_node_path_absolute = -1;
static int hf_node_path_property = -1;
static int hf_node_path_part = -1;
static int hf_node_path_name = -1;
static int hf_node_path_subname = -1;

static expert_field ei_bad_utf8 = EI_INIT;
static expert_field ei_old_node_path = EI_INIT;
static expert_field ei_nul = EI_INIT;

/* Strings --------------------------------------------------------------------------------- */

/* Returns the text as the engine reads it: it stops at a NUL and drops a byte order mark (docs/wire/variant.md, 6). */
static const char *
get_string(cursor_t *c, int length)
{
    int mark = length >= 3 && tvb_memeql(c->tvb, c->offset, (const uint8_t *)"\xef\xbb\xbf", 3) == 0 ? 3 : 0;

    return (const char *)tvb_get_string_enc(c->pinfo->pool, c->tvb, c->offset + mark, length - mark, ENC_UTF_8);
}

static bool
is_utf8(const cursor_t *c, int length)
{
    const char *bytes;

    if (length == 0)
        return true;
    bytes = (const char *)tvb_get_ptr(c->tvb, c->offset, length);
    return g_utf8_validate(bytes, strnlen(bytes, length), NULL);
}

/* Walks over so many bytes of text, which are there. */
static const char *
walk_text(cursor_t *c, proto_tree *tree, int hf, int length)
{
    const char *string = NULL;
    proto_item *item = NULL;

    if (wants(c, tree)) {
        string = get_string(c, length);
        item = tree != NULL ? proto_tree_add_string(tree, hf, c->tvb, c->offset, length, string) : NULL;
    }
    if (!is_utf8(c, length))
        add_note(c, item, &ei_bad_utf8);
    c->offset += length;
    return string;
}

bool
walk_string_field(cursor_t *c, proto_tree *tree, int hf, bool may_be_garbage, const char **string)
{
    uint32_t length;

    *string = NULL;
    spend(c, tree, 3);
    if (!walk_word(c, tree, hf_length, &length, NULL) || !need_bytes(c, length))
        return false;
    *string = walk_text(c, tree, hf, length);
    return walk_padding(c, tree, length, may_be_garbage);
}

bool
walk_bare_string(cursor_t *c, proto_tree *tree, const char **string)
{
    return walk_string_field(c, tree, hf_string, false, string);
}

/* Shows what follows the first NUL of [at, end), including this NUL and later ones. */
static void
put_behind_nul(cursor_t *c, int at, int end)
{
    while (at < end && godot_text_wanted(c->text)) {
        int next = tvb_find_uint8(c->tvb, at + 1, end - at - 1, 0);

        if (next < 0)
            next = end;
        godot_text_put(c->text, "\\u0000");
        godot_text_put_escaped(c->text, (const char *)tvb_get_string_enc(c->pinfo->pool, c->tvb, at + 1, next - at - 1,
                                                                         ENC_UTF_8));
        at = next;
    }
}

bool
walk_string(cursor_t *c, proto_tree *tree, const head_t *head)
{
    const int start = c->offset + 4;
    const int length = bytes_left(c) >= 4 ? (int)MIN(tvb_get_letohl(c->tvb, c->offset), (uint32_t)bytes_left(c) - 4) : 0;
    const int nul = length > 0 ? tvb_find_uint8(c->tvb, start, length, 0) : -1;
    const char *string;
    bool ok = walk_bare_string(c, tree, &string);

    if (nul >= 0)
        add_remark(c, NULL, &ei_nul);
    if (string != NULL) {
        godot_text_put(c->text, head->type->text);
        godot_text_put(c->text, "\"");
        godot_text_put_escaped(c->text, string);
        if (nul >= 0)       /* shows what follows the NUL, too, although the engine does not read it */
            put_behind_nul(c, nul, start + length);
        godot_text_put(c->text, "\"");
        if (c->value != NULL)
            c->value->string = string;
        if (ok)
            godot_json_string(c->json, string);
    }
    return ok;
}

/* Node paths ------------------------------------------------------------------------------ */

/* How the names, or the subnames, of a path are joined to the whole. */
typedef struct {
    int hf;
    char separator;
    bool leads;                 /* a separator is before the first one, too */
    wmem_strbuf_t *path;        /* NULL: not wanted */
} path_parts_t;

static bool
walk_path_part(cursor_t *c, proto_tree *tree, uint32_t nth, const entries_t *entries)
{
    const path_parts_t *parts = (const path_parts_t *)entries->data;
    const int start = c->offset;
    const char *string;
    proto_tree *sub = open_item(c, tree, hf_node_path_part);
    bool ok = walk_string_field(c, sub, parts->hf, true, &string);

    close_item(c, sub, start);
    if (string == NULL)
        return ok;
    if (parts->path != NULL) {
        if (nth > 0 || parts->leads)
            wmem_strbuf_append_c(parts->path, parts->separator);
        wmem_strbuf_append(parts->path, string);
    }
    godot_label_append(c->pinfo, proto_tree_get_parent(sub), ": ", string);
    return ok;
}

/* Walks over three words: names, subnames, flags (4.3). */
static bool
walk_path_head(cursor_t *c, proto_tree *tree, uint32_t *names, uint32_t *subnames, uint32_t *flags)
{
    static int *const flag_fields[] = { &hf_node_path_absolute, &hf_node_path_property, NULL };
    proto_item *names_item, *subnames_item;

    add_item(c, tree, hf_node_path_new, 4, ENC_LITTLE_ENDIAN);
    names_item = add_item(c, tree, hf_node_path_names, 4, ENC_LITTLE_ENDIAN);
    *names = tvb_get_letohl(c->tvb, c->offset) & PATH_NAMES_MASK;
    c->offset += 4;
    if (!walk_word(c, tree, hf_node_path_subnames, subnames, &subnames_item) || !need_bytes(c, 4))
        return false;
    *flags = tvb_get_letohl(c->tvb, c->offset);
    walk_flags(c, tree, hf_node_path_flags, 4, tree != NULL ? flag_fields : NULL, false,
               *flags & ~(PATH_ABSOLUTE | PATH_PROPERTY));
    return check_count(c, names_item, *names, 4) && check_count(c, subnames_item, *subnames, 4);
}

/* ok: the path has no fault */
static void
put_path(cursor_t *c, proto_tree *tree, int start, const char *path, bool ok)
{
    if (tree != NULL)
        proto_item_set_generated(proto_tree_add_string(tree, hf_node_path, c->tvb, start, 0, path));
    godot_text_put(c->text, "NodePath(");
    godot_text_put_quoted(c->text, path);
    godot_text_put(c->text, ")");
    if (c->value != NULL)
        c->value->string = path;
    if (ok)
        godot_json_string(c->json, path);
}

static bool
walk_path_parts(cursor_t *c, proto_tree *tree, wmem_strbuf_t *path)
{
    path_parts_t name_parts = { hf_node_path_name, '/', false, path };
    path_parts_t subname_parts = { hf_node_path_subname, ':', true, path };
    entries_t names = { .walk = walk_path_part, .data = &name_parts };
    entries_t subnames = { .walk = walk_path_part, .data = &subname_parts };
    uint32_t flags;

    if (!walk_path_head(c, tree, &names.count, &subnames.count, &flags))
        return false;
    name_parts.leads = (flags & PATH_ABSOLUTE) != 0;
    if (name_parts.leads && names.count == 0 && path != NULL)
        wmem_strbuf_append_c(path, '/');
    if ((flags & PATH_PROPERTY) != 0)       /* the property is one more subname */
        subnames.count++;
    return walk_entries(c, tree, &names) && walk_entries(c, tree, &subnames);
}

/* Walks over a path that is one string, without padding; only 2.1 and 3.0 read it (4.3). */
static bool
walk_old_path(cursor_t *c, proto_tree *tree)
{
    const int start = c->offset;
    uint32_t length;
    const char *path;

    walk_word(c, tree, hf_length, &length, NULL);       /* its bytes are there */
    if (!need_bytes(c, length))
        return false;
    add_note(c, NULL, &ei_old_node_path);
    path = walk_text(c, tree, hf_node_path_name, length);
    if (path != NULL)
        put_path(c, tree, start, path, true);
    return true;
}

bool
walk_node_path(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    const int start = c->offset;
    wmem_strbuf_t *path = NULL;
    bool ok;

    if (!need_bytes(c, 4))
        return false;
    if ((tvb_get_letohl(c->tvb, c->offset) & PATH_NEW_MASK) == 0)
        return walk_old_path(c, tree);
    if (wants(c, tree))
        path = wmem_strbuf_new(c->pinfo->pool, "");
    ok = walk_path_parts(c, tree, path);
    if (path != NULL)
        put_path(c, tree, start, wmem_strbuf_get_str(path), ok);
    return ok;
}

void
strings_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_length,
            { "Length", "godot.variant.length", FT_UINT32, BASE_DEC|BASE_UNIT_STRING,
              &ws_units_byte_bytes, 0x0, "Length of a text without its padding", HFILL } },
        { &hf_string,
            { "String", "godot.variant.string", FT_STRING, BASE_NONE,
              NULL, 0x0, "Text of a String or StringName as the engine reads it, up to a NUL", HFILL } },
        { &hf_node_path,
            { "Node path", "godot.variant.node_path", FT_STRING, BASE_NONE,
              NULL, 0x0, "The whole path as text", HFILL } },
        { &hf_node_path_new,
            { "Current format", "godot.variant.node_path.current", FT_BOOLEAN, 32,
              NULL, PATH_NEW_MASK, "Names one by one, not the whole path as one string", HFILL } },
        { &hf_node_path_names,
            { "Names", "godot.variant.node_path.names", FT_UINT32, BASE_DEC,
              NULL, PATH_NAMES_MASK, "Number of node names", HFILL } },
        { &hf_node_path_subnames,
            { "Subnames", "godot.variant.node_path.subnames", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Number of resource and property names", HFILL } },
        { &hf_node_path_flags,
            { "Flags", "godot.variant.node_path.flags", FT_UINT32, BASE_HEX,
              NULL, 0x0, "Whether the path is absolute, and the extra property of 2.1", HFILL } },
        { &hf_node_path_absolute,
            { "Absolute", "godot.variant.node_path.flags.absolute", FT_BOOLEAN, 32,
              NULL, PATH_ABSOLUTE, "The path begins at the root of the scene tree", HFILL } },
        { &hf_node_path_property,
            { "Property follows", "godot.variant.node_path.flags.property", FT_BOOLEAN, 32,
              NULL, PATH_PROPERTY, "One subname more than counted (2.1)", HFILL } },
        { &hf_node_path_part,
            { "Part", "godot.variant.node_path.part", FT_NONE, BASE_NONE,
              NULL, 0x0, "One name of the path, with its length", HFILL } },
        { &hf_node_path_name,
            { "Name", "godot.variant.node_path.name", FT_STRING, BASE_NONE,
              NULL, 0x0, "Name of a node on the path", HFILL } },
        { &hf_node_path_subname,
            { "Subname", "godot.variant.node_path.subname", FT_STRING, BASE_NONE,
              NULL, 0x0, "Name of a resource or property, after a colon", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_bad_utf8,
            { "godot.variant.bad_utf8", PI_MALFORMED, PI_WARN,
              "The text is not valid UTF-8", EXPFILL } },
        { &ei_old_node_path,
            { "godot.variant.old_node_path", PI_PROTOCOL, PI_NOTE,
              "Old format of a node path; engines from 3.1 on reject it", EXPFILL } },
        { &ei_nul,
            { "godot.variant.nul", PI_PROTOCOL, PI_NOTE,
              "The engine reads the text only up to the NUL in it", EXPFILL } },
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
