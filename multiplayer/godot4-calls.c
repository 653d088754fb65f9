/* multiplayer/godot4-calls.c
 * What does this 4.x message call, or which path does it announce?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/godot4-calls.h"
#include "multiplayer/call-fields.h"
#include "multiplayer/faults.h"
#include "multiplayer/game-bytes.h"
#include "multiplayer/godot4-checks.h"
#include "multiplayer/godot4-ids.h"
#include "multiplayer/godot4-values.h"
#include "multiplayer/paths.h"
#include "multiplayer/record.h"
#include "variant/brief.h"
#include "variant/labels.h"

/* The numbers below are sections of docs/wire/multiplayer-godot4.md. */

#define MD5_LENGTH          32

static int hf_godot_rpc_method_id = -1;
static int hf_godot_rpc_raw = -1;
static int hf_godot_path_md5 = -1;
static int hf_godot_path_md5_end = -1;
static int hf_godot_path_valid = -1;

static int ett_godot_raw = -1;

static expert_field ei_godot_node_size = EI_INIT;

/* ---- REMOTE_CALL (2.1) ---- */

typedef struct {
    uint8_t     flags;
    const char *node;       /* NULL if the id is not known */
    const char *shown;      /* ... its path, or the beginning of that */
    const char *md5;        /* of the node's methods; NULL if none was announced */
    proto_item *node_item;
    uint32_t    node_id;    /* 0 in path form */
    uint32_t    method_id;
    bool        path_form;
    const char *method;     /* NULL if its name is not known */
    const char *arguments;  /* the arguments with their names, for the row; NULL if these are not known */
} rpc_t;

/*
 * Reads the path form: the path follows the arguments, which end where it begins. Its offset counts from the command
 * byte.
 */
static void
read_path_target(godot_reader_t *reader, rpc_t *rpc, uint32_t target)
{
    uint32_t path_offset = target & ~GODOT_PATH_FORM;
    godot_reader_t path = *reader;
    const godot_path_t *announced;

    path.offset += 4;
    if (path_offset < (uint32_t)path.offset || path_offset >= (uint32_t)reader->end) {
        godot_reader_fault(reader, godot_fault(GODOT_FAULT_PATH_OFFSET), NULL);
        return;
    }
    path.offset = (int)path_offset;
    rpc->node = godot_read_cstring(&path, godot_call_field(GODOT_CALL_NODE), reader->end, NULL);
    if (path.broken)
        rpc->node = NULL;
    rpc->shown = rpc->node;
    rpc->path_form = true;
    reader->broken |= path.broken;
    reader->end = (int)path_offset;
    announced = reader->checking || !rpc->node ? NULL : godot4_path_of_name(reader, rpc->node_item, rpc->node);
    rpc->md5 = announced ? announced->md5 : NULL;
}

static void
read_path_form(godot_reader_t *reader, rpc_t *rpc)
{
    uint32_t target = tvb_get_letohl(reader->tvb, reader->offset);

    rpc->node_item = godot_add_path_form(reader);
    read_path_target(reader, rpc, target);
    if (!reader->broken)
        reader->offset += 4;
}

static void
read_id_target(godot_reader_t *reader, rpc_t *rpc, unsigned size)
{
    const godot_path_t *path;

    rpc->node_id = godot_read_uint(reader, godot_call_field(GODOT_CALL_NODE_ID), size, &rpc->node_item);
    path = godot4_path_of_id(reader, rpc->node_item, rpc->node_id, godot_call_field(GODOT_CALL_NODE));
    rpc->node = path ? path->path : NULL;
    rpc->shown = path ? path->shown : NULL;
    rpc->md5 = path ? path->md5 : NULL;
    /* Ids count from 1. */
    if (reader->checking && rpc->node_id == 0)
        reader->broken = true;
}

static void
godot4_read_target(godot_reader_t *reader, rpc_t *rpc)
{
    unsigned size = 1U << ((rpc->flags & GODOT4_RPC_NODE_SIZE_MASK) >> GODOT4_RPC_NODE_SIZE_SHIFT);

    if (size > 4)
        godot_reader_fault(reader, &ei_godot_node_size, NULL);
    else if (!godot_reader_has(reader, size))
        return;
    else if (size == 4 && tvb_get_letohl(reader->tvb, reader->offset) & GODOT_PATH_FORM)
        read_path_form(reader, rpc);
    else
        read_id_target(reader, rpc, size);
}

static void
check_call(godot_reader_t *reader, const rpc_t *rpc)
{
    if (rpc->node && !reader->checking)
        godot4_check_call(reader, rpc->node_item, rpc->node, rpc->path_form);
}

/* Reads raw arguments: the bytes of one PackedByteArray, or nothing. */
static void
read_raw_argument(godot_reader_t *reader, godot_texts_t *texts)
{
    int length = reader->end - reader->offset;
    proto_item *item = NULL;
    const char *text;

    if (length <= 0)
        return;
    godot_record_bytes(reader->message, reader->tvb, reader->offset, reader->end);
    if (reader->tree)
        item = proto_tree_add_item(reader->tree, hf_godot_rpc_raw, reader->tvb, reader->offset, length, ENC_NA);
    text = dissect_godot_bytes(reader->tvb, reader->pinfo, proto_item_add_subtree(item, ett_godot_raw), reader->offset,
                               reader->end, texts->whole != NULL);
    if (texts->whole)
        godot_text_put(texts->whole, text);
    godot_brief_append_bytes(texts->row, NULL, reader->tvb, reader->offset, (unsigned)length);
    godot_offer_argument(reader->tvb, reader->pinfo, item, reader->message, reader->method, reader->offset, length);
    reader->offset = reader->end;
}

static void
godot4_read_arguments(godot_reader_t *reader, uint8_t flags, godot4_values_t *values)
{
    unsigned count;

    if (reader->broken)
        return;
    if (flags & GODOT4_RPC_RAW) {
        read_raw_argument(reader, &values->texts);
        return;
    }
    count = godot_read_uint(reader, godot_call_field(GODOT_CALL_ARGUMENT_COUNT), 1, NULL);
    for (unsigned i = 0; i < count && !reader->broken; i++)
        godot4_read_value(reader, values);
}

static void
say_rpc(godot_reader_t *reader, const rpc_t *rpc, const godot_texts_t *texts)
{
    godot_text_put(reader->info, rpc->shown ? "RPC " : "RPC node ");
    if (rpc->shown)
        godot_text_put(reader->info, rpc->shown);
    else
        godot_text_put_int(reader->info, rpc->node_id);
    godot_text_put(reader->info, rpc->method ? "." : " #");
    if (rpc->method)
        godot_text_put(reader->info, rpc->method);
    else
        godot_text_put_int(reader->info, rpc->method_id);
    godot_text_put(reader->info, "(");
    godot_text_put(reader->info, rpc->arguments ? rpc->arguments : godot_texts_row(texts));
    godot_text_put(reader->info, ")");
    godot_reader_say_delivery(reader);
}

/* Reads the method and its arguments, with their names if the method is known. Returns false if there is no method. */
static bool
read_call(godot_reader_t *reader, rpc_t *rpc, godot4_values_t *values)
{
    godot4_call_t call;
    proto_item *item;
    bool named;

    rpc->method_id = godot_read_uint(reader, hf_godot_rpc_method_id, rpc->flags & GODOT4_RPC_METHOD_16 ? 2 : 1,
                                     &item);
    if (reader->broken)
        return false;
    named = !reader->checking &&
            godot4_project_call(reader, item, rpc->node, rpc->md5, rpc->method_id, &call);
    reader->method = named ? call.method : NULL;
    godot4_read_arguments(reader, rpc->flags, values);
    if (!named)
        return true;
    rpc->method = call.method;
    rpc->arguments = godot4_project_arguments(reader, &call, values->list);
    if (rpc->flags & GODOT4_RPC_RAW)
        rpc->arguments = NULL;
    return true;
}

void
dissect_godot4_remote_call(godot_reader_t *reader, uint8_t flags)
{
    rpc_t rpc = { .flags = flags };
    godot4_values_t arguments = godot4_values_new(reader, true, true);

    godot4_read_target(reader, &rpc);
    check_call(reader, &rpc);
    godot_reader_set_node(reader, rpc.shown, rpc.node_id);
    if (!read_call(reader, &rpc, &arguments))
        return;
    godot_record_method(reader->message, rpc.method, rpc.method_id);
    godot_reader_add_texts(reader, godot_call_field(GODOT_CALL_ARGUMENTS), &arguments.texts);
    say_rpc(reader, &rpc, &arguments.texts);
}

/* ---- SIMPLIFY_PATH (2.2) and CONFIRM_PATH (2.3) ---- */

static bool
is_md5(tvbuff_t *tvb, int offset)
{
    for (int i = 0; i < MD5_LENGTH; i++)
        if (!g_ascii_isxdigit(tvb_get_uint8(tvb, offset + i)))
            return false;
    return true;
}

static const char *
read_md5(godot_reader_t *reader)
{
    const char *md5;
    proto_item *item;

    if (!godot_reader_has(reader, MD5_LENGTH + 1))
        return "";
    md5 = (const char *)tvb_get_string_enc(reader->pinfo->pool, reader->tvb, reader->offset, MD5_LENGTH,
                                           ENC_ASCII);
    item = proto_tree_add_string(reader->tree, hf_godot_path_md5, reader->tvb, reader->offset, MD5_LENGTH, md5);
    if (!is_md5(reader->tvb, reader->offset))
        godot_reader_odd_text(reader, item);
    reader->offset += MD5_LENGTH;
    if (godot_read_uint(reader, hf_godot_path_md5_end, 1, NULL) != 0)
        godot_reader_odd_text(reader, item);
    return godot_printable(reader->pinfo->pool, md5);
}

void
dissect_godot4_simplify_path(godot_reader_t *reader, uint8_t flags _U_)
{
    const godot_scope_t *scope = &reader->message->scope;
    proto_item *item;
    const char *md5 = read_md5(reader);
    uint32_t id = godot_read_uint(reader, godot_call_field(GODOT_CALL_PATH_ID), 4, &item);
    const char *name = godot_read_cstring(reader, godot_call_field(GODOT_CALL_PATH), reader->end, NULL);
    const godot_path_t *path;

    if (reader->broken || reader->checking)
        return;
    godot_reader_set_node(reader, name, id);
    godot4_check_announcement(reader, item, id, name, md5);
    godot4_project_announcement(reader, md5);
    if (scope->learn)
        godot_names_announce(scope, id, name, md5);
    path = godot_names_path(scope, id, NULL);
    godot_add_confirmed_in(reader, path);
    godot4_check_unconfirmed(reader, item, path);
    godot_reader_say(reader, "Path %u is %s", id, name);
}

/* Reads a confirmation of 4.0 to 4.2: it has the path itself. */
static const godot_path_t *
read_confirmed_path(godot_reader_t *reader, const char **text)
{
    const godot_scope_t *scope = &reader->message->scope;

    *text = godot_read_cstring(reader, godot_call_field(GODOT_CALL_PATH), reader->end, NULL);
    if (reader->broken || reader->checking)
        return NULL;
    if (scope->learn) {
        godot_names_confirm(scope, 0, *text);
        godot_names_learn_engine(scope, GODOT_ENGINE_CONFIRMS_PATH);
    }
    godot_reader_set_node(reader, *text, 0);
    return godot_names_path_by_name_of_receiver(scope, *text);
}

/* Reads a confirmation of later releases: it has the id, which was found to be whole. */
static const godot_path_t *
read_confirmed_id(godot_reader_t *reader, const char **text)
{
    const godot_scope_t *scope = &reader->message->scope;
    uint32_t id = godot_read_uint(reader, godot_call_field(GODOT_CALL_PATH_ID), 4, NULL);
    const godot_path_t *path;

    if (reader->checking)
        return NULL;
    if (scope->learn) {
        godot_names_confirm(scope, id, NULL);
        godot_names_learn_engine(scope, GODOT_ENGINE_CONFIRMS_ID);
    }
    path = godot_names_path_of_receiver(scope, id);
    *text = path ? path->shown : wmem_strdup_printf(reader->pinfo->pool, "%u", id);
    godot_reader_set_node(reader, path ? path->shown : NULL, id);
    godot_reader_add_string(reader, godot_call_field(GODOT_CALL_PATH), path ? path->shown : NULL);
    return path;
}

void
dissect_godot4_confirm_path(godot_reader_t *reader, uint8_t flags _U_)
{
    const godot_path_t *path;
    const char *text = "";
    proto_item *item;
    uint32_t valid = godot_read_uint(reader, hf_godot_path_valid, 1, &item);
    bool by_path;

    if (reader->cut)        /* whether it goes on with an id or with a path, it is not whole */
        godot_reader_fault_short(reader);
    if (reader->broken)
        return;
    by_path = reader->end - reader->offset != 4 || godot_is_cstring(reader->tvb, reader->offset, 4);
    path = (by_path ? read_confirmed_path : read_confirmed_id)(reader, &text);
    if (reader->checking && valid > 1)
        reader->broken = true;
    if (reader->broken || reader->checking)
        return;
    godot_add_announced_in(reader, path);
    godot4_check_confirmation(reader, item, valid != 0, by_path, text, path);
    godot_reader_say(reader, "Path %s confirmed%s", text, valid ? "" : ", but its RPC methods differ");
}

/* ---- Registration ---- */

static hf_register_info hf[] = {
    { &hf_godot_rpc_method_id,
      { "Method id", "godot.rpc.method_id", FT_UINT16, BASE_DEC, NULL, 0,
        "Number of the method in the sorted list of the node's RPC methods", HFILL } },
    { &hf_godot_rpc_raw,
      { "Raw argument", "godot.rpc.raw", FT_BYTES, BASE_NONE, NULL, 0,
        "Content of the only argument, a PackedByteArray", HFILL } },
    { &hf_godot_path_md5,
      { "Methods MD5", "godot.path.md5", FT_STRING, BASE_NONE, NULL, 0,
        "MD5 of the names of the node's RPC methods", HFILL } },
    { &hf_godot_path_md5_end,
      { "End of MD5", "godot.path.md5_end", FT_UINT8, BASE_HEX, NULL, 0,
        "Byte after the MD5, always zero", HFILL } },
    { &hf_godot_path_valid,
      { "Methods agree", "godot.path.valid", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The node has the same RPC methods on both sides", HFILL } },
};

static ei_register_info ei[] = {
    { &ei_godot_node_size,
      { "godot.rpc.node_size.invalid", PI_MALFORMED, PI_ERROR,
        "Was not possible to extract the node id compression mode.", EXPFILL } },
};

void
godot4_calls_register(int proto, expert_module_t *experts)
{
    static int *ett[] = { &ett_godot_raw };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
    proto_register_subtree_array(ett, G_N_ELEMENTS(ett));
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
