/* multiplayer/reader.c
 * What comes next in the bytes of this message?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/reader.h"
#include "multiplayer/game-bytes.h"
#include "multiplayer/record.h"
#include "variant/brief.h"
#include "variant/labels.h"

static int hf_godot_message = -1;
static int hf_godot_command = -1;
static int hf_godot_sys_command = -1;
static int hf_godot_raw = -1;
static int hf_godot_undissected = -1;

static expert_field ei_godot_short = EI_INIT;
static expert_field ei_godot_uncaptured = EI_INIT;
static expert_field ei_godot_trailing = EI_INIT;
static expert_field ei_godot_text = EI_INIT;

godot_reader_t
godot_reader_new(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                 godot_text_t *info)
{
    const unsigned captured = tvb_captured_length(tvb);

    return (godot_reader_t) {
        .tvb = tvb, .pinfo = pinfo, .tree = tree, .message = message, .info = info,
        .end = (int)captured, .cut = captured < tvb_reported_length(tvb)
    };
}

godot_reader_t
godot_reader_checking(tvbuff_t *tvb, packet_info *pinfo, godot_message_t *message)
{
    godot_reader_t reader = godot_reader_new(tvb, pinfo, NULL, message, NULL);

    message->record = NULL;
    reader.checking = true;
    return reader;
}

/* ---- What is wrong ---- */

void
godot_reader_fault(godot_reader_t *reader, expert_field *ei, const char *text)
{
    int length = reader->end - reader->offset;
    proto_item *item = proto_tree_get_parent(reader->tree);

    if (!reader->checking && !reader->broken) {
        if (reader->tree && length > 0)
            item = proto_tree_add_item(reader->tree, hf_godot_undissected, reader->tvb, reader->offset,
                                       length, ENC_NA);
        if (reader->cut)
            godot_reader_expert(reader, item, &ei_godot_uncaptured);
        else if (text)
            godot_reader_expert_format(reader, item, ei, "%s", text);
        else
            godot_reader_expert(reader, item, ei);
        reader->offset = reader->end;
    }
    reader->broken = true;
}

void
godot_reader_fault_short(godot_reader_t *reader)
{
    godot_reader_fault(reader, &ei_godot_short, NULL);
}

void
godot_reader_odd_text(godot_reader_t *reader, proto_item *item)
{
    if (reader->checking)
        reader->broken = true;
    else
        godot_reader_expert(reader, item, &ei_godot_text);
}

bool
godot_reader_has(godot_reader_t *reader, unsigned size)
{
    if ((unsigned)(reader->end - reader->offset) < size)
        godot_reader_fault_short(reader);       /* says nothing more of a reader that is broken */
    return !reader->broken;
}

void
godot_reader_finish(godot_reader_t *reader, const char *text)
{
    if (reader->offset < reader->end || reader->cut)
        godot_reader_fault(reader, &ei_godot_trailing, text);
}

/* ---- Reading ---- */

/* Returns where what ends here in the capture ends on the wire. */
static int
end_on_wire(const godot_reader_t *reader, int end)
{
    if (G_LIKELY(!reader->cut) || end < (int)tvb_captured_length(reader->tvb))
        return end;
    return (int)tvb_reported_length(reader->tvb);
}

/* Reads a number of 1, 2, 4 or 8 bytes. */
static uint64_t
get_number(tvbuff_t *tvb, int offset, unsigned size)
{
    switch (size) {
    case 1:     return tvb_get_uint8(tvb, offset);
    case 2:     return tvb_get_letohs(tvb, offset);
    case 4:     return tvb_get_letohl(tvb, offset);
    default:    return tvb_get_letoh64(tvb, offset);
    }
}

/* Adds a number that was read already; proto_tree_add_item() would read it again. */
static proto_item *
reader_add_number(const godot_reader_t *reader, int hf, unsigned size, uint64_t value)
{
    if (FT_IS_UINT32(proto_registrar_get_ftype(hf)))      /* of up to 4 bytes */
        return proto_tree_add_uint(reader->tree, hf, reader->tvb, reader->offset, (int)size, (uint32_t)value);
    return proto_tree_add_item(reader->tree, hf, reader->tvb, reader->offset, (int)size, ENC_LITTLE_ENDIAN);
}

static uint64_t
reader_read_number(godot_reader_t *reader, int hf, unsigned size, proto_item **item)
{
    proto_item *added = NULL;
    uint64_t value = 0;

    if (godot_reader_has(reader, size)) {
        value = get_number(reader->tvb, reader->offset, size);
        if (reader->tree)
            added = reader_add_number(reader, hf, size, value);
        reader->offset += (int)size;
    }
    if (item)
        *item = added;
    return value;
}

uint32_t
godot_read_uint(godot_reader_t *reader, int hf, unsigned size, proto_item **item)
{
    return (uint32_t)reader_read_number(reader, hf, size, item);
}

uint64_t
godot_read_uint64(godot_reader_t *reader, int hf)
{
    return reader_read_number(reader, hf, 8, NULL);
}

bool
godot_is_cstring(tvbuff_t *tvb, int offset, int length)
{
    for (int i = 0; i < length - 1; i++)
        if (tvb_get_uint8(tvb, offset + i) < ' ')
            return false;
    return length > 1 && tvb_get_uint8(tvb, offset + length - 1) == 0;
}

const char *
godot_read_cstring(godot_reader_t *reader, int hf, int end, proto_item **item)
{
    int length = end - reader->offset;
    const char *text = "";
    proto_item *added = NULL;

    if (length < 1 || (end_on_wire(reader, end) > end && tvb_get_uint8(reader->tvb, end - 1) != 0))
        godot_reader_fault_short(reader);
    if (!reader->broken) {
        text = (const char *)tvb_get_string_enc(reader->pinfo->pool, reader->tvb, reader->offset, length,
                                                ENC_UTF_8);
        if (reader->tree)
            added = proto_tree_add_string(reader->tree, hf, reader->tvb, reader->offset, length, text);
        if (!godot_is_cstring(reader->tvb, reader->offset, length))
            godot_reader_odd_text(reader, added);
        text = godot_printable(reader->pinfo->pool, text);
        reader->offset = end;
    }
    if (item)
        *item = added;
    return text;
}

void
godot_read_bytes(godot_reader_t *reader, int hf, int end)
{
    if (reader->tree && end > reader->offset)
        proto_tree_add_item(reader->tree, hf, reader->tvb, reader->offset, end - reader->offset, ENC_NA);
    reader->offset = end;
}

void
godot_read_undissected(godot_reader_t *reader, int end)
{
    godot_read_bytes(reader, hf_godot_undissected, end);
}

void
dissect_godot_raw(godot_reader_t *reader)
{
    int length = reader->end - reader->offset, sent = end_on_wire(reader, reader->end) - reader->offset;
    proto_item *item = NULL;

    if (!godot_reader_has(reader, 1))
        return;
    godot_record_bytes(reader->message, reader->tvb, reader->offset, reader->end);
    if (reader->tree)
        item = proto_tree_add_item(reader->tree, hf_godot_raw, reader->tvb, reader->offset, length, ENC_NA);
    if (!reader->checking)
        godot_offer_raw(reader->tvb, reader->pinfo, item, reader->message, reader->offset, length);
    reader->offset = reader->end;
    godot_reader_say(reader, "Raw %d byte%s", sent, sent == 1 ? "" : "s");
    godot_reader_say_delivery(reader);
}

/* Returns the offset behind the value, or -1. */
static int
reader_walk_value(const godot_reader_t *reader, godot_dialect_t dialect, godot_encoding_t encoding,
                  godot_value_t *value, unsigned characters)
{
    const int end = end_on_wire(reader, reader->end);

    if (reader->checking)
        return godot_variant_check(reader->tvb, reader->offset, end, dialect, encoding);
    if (reader->message->again)
        return godot_variant_read(reader->tvb, reader->pinfo, reader->offset, end, dialect, encoding, value);
    return dissect_godot_variant(reader->tvb, reader->pinfo, reader->tree, reader->offset, end, dialect, encoding, value,
                                 characters);
}

bool
godot_read_value(godot_reader_t *reader, godot_dialect_t dialect, godot_encoding_t encoding,
                 godot_value_t *value, unsigned characters)
{
    int behind = reader_walk_value(reader, dialect, encoding, value, characters);

    if (behind <= reader->offset)
        return false;
    godot_record_value(reader->message, reader->tvb, reader->offset, behind, dialect, encoding);
    reader->offset = behind;
    if (!reader->checking && value->kind == GODOT_VALUE_BYTES)
        godot_offer_argument(reader->tvb, reader->pinfo, value->item, reader->message, reader->method, value->bytes,
                             (int)value->byte_count);
    return true;
}

/* ---- What is not on the wire ---- */

void
godot_reader_add_message(const godot_reader_t *reader, const char *word)
{
    if (word)
        reader->message->word = word;
    godot_record_word(reader->message, word);
    godot_reader_add_string(reader, hf_godot_message, word);
}

void
godot_reader_set_node(const godot_reader_t *reader, const char *node, uint32_t id)
{
    reader->message->node = node;
    godot_record_node(reader->message, node, id);
}

/* Adds a hidden field for filters: the field with the generation's own names shows the same bytes. */
static void
add_bare(const godot_reader_t *reader, int hf, int offset, int length, uint32_t number)
{
    if (reader->tree)
        proto_item_set_hidden(proto_tree_add_uint(reader->tree, hf, reader->tvb, offset, length, number));
}

void
godot_reader_add_command(const godot_reader_t *reader, int offset, uint32_t command)
{
    add_bare(reader, hf_godot_command, offset, 1, command);
}

void
godot_reader_add_sys_command(const godot_reader_t *reader, int offset, int length, uint32_t command)
{
    add_bare(reader, hf_godot_sys_command, offset, length, command);
}

void
godot_reader_add_string(const godot_reader_t *reader, int hf, const char *string)
{
    if (reader->tree && string)
        proto_item_set_generated(proto_tree_add_string(reader->tree, hf, reader->tvb, 0, 0, string));
}

void
godot_reader_add_frame(const godot_reader_t *reader, int hf, godot_moment_t moment)
{
    if (reader->tree && moment)
        proto_item_set_generated(proto_tree_add_uint(reader->tree, hf, reader->tvb, 0, 0,
                                                     GODOT_MOMENT_FRAME(moment)));
}

void
godot_reader_add_past_frame(const godot_reader_t *reader, int hf, godot_moment_t moment)
{
    if (moment <= reader->message->scope.moment)
        godot_reader_add_frame(reader, hf, moment);
}

/* ---- Text ---- */

void
godot_reader_say(godot_reader_t *reader, const char *format, ...)
{
    va_list arguments;

    if (!reader->info)
        return;
    va_start(arguments, format);
    godot_text_put(reader->info, wmem_strdup_vprintf(reader->pinfo->pool, format, arguments));
    va_end(arguments);
}

void
godot_reader_say_delivery(godot_reader_t *reader)
{
    reader->message->tells_delivery = true;
}

void
godot_reader_say_broken(godot_reader_t *reader, const char *name)
{
    if (!reader->info || reader->said_broken)
        return;
    reader->said_broken = true;
    if (reader->info->length == 0) {
        godot_text_put(reader->info, name);
        godot_reader_say_delivery(reader);
    }
    godot_text_put(reader->info, reader->cut ? " (cut)" : " (malformed)");
}

godot_texts_t
godot_texts_new(const godot_reader_t *reader, bool field)
{
    return (godot_texts_t) {
        .whole = reader->tree && field ? godot_text_new(reader->pinfo->pool, GODOT_TEXT_UNLIMITED) : NULL,
        .row = reader->info ? godot_text_new(reader->pinfo->pool, GODOT_TEXT_UNLIMITED) : NULL
    };
}

unsigned
godot_texts_wanted(const godot_texts_t *texts)
{
    if (texts->whole)
        return GODOT_TEXT_WHOLE;
    return texts->row && !godot_brief_is_full(texts->row) ? GODOT_BRIEF_TEXT : 0;
}

void
godot_texts_append(const godot_reader_t *reader, godot_texts_t *texts, const char *name, const godot_value_t *value)
{
    godot_brief_append(texts->row, name, reader->tvb, value);
    if (!texts->whole)
        return;
    if (texts->whole->length > 0)
        godot_text_put(texts->whole, ", ");
    godot_text_put(texts->whole, value->text);
}

const char *
godot_texts_row(const godot_texts_t *texts)
{
    return texts->row ? texts->row->string : "";
}

void
godot_reader_add_texts(const godot_reader_t *reader, int hf, const godot_texts_t *texts)
{
    if (texts->whole && texts->whole->length > 0)
        godot_reader_add_string(reader, hf, texts->whole->string);
}

/* ---- Registration ---- */

void
godot_reader_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_godot_message,
          { "Message", "godot.message", FT_STRING, BASE_NONE, NULL, 0,
            "Kind of message, in one word for both generations", HFILL } },
        { &hf_godot_command,
          { "Command number", "godot.command", FT_UINT8, BASE_DEC, NULL, 0,
            "Number of the message's type; each generation has its own", HFILL } },
        { &hf_godot_sys_command,
          { "System command number", "godot.sys.command", FT_UINT8, BASE_DEC, NULL, 0,
            "Number of the system message; each generation has its own", HFILL } },
        { &hf_godot_raw,
          { "Raw data", "godot.raw", FT_BYTES, BASE_NONE, NULL, 0,
            "Bytes that the game sends as they are", HFILL } },
        { &hf_godot_undissected,
          { "Undissected bytes", "godot.undissected", FT_BYTES, BASE_NONE, NULL, 0, "What could not be read", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_godot_short,
          { "godot.short", PI_MALFORMED, PI_ERROR, "Invalid packet received. Size too small.", EXPFILL } },
        { &ei_godot_uncaptured,
          { "godot.uncaptured", PI_UNDECODED, PI_NOTE, "The rest of the message was not captured", EXPFILL } },
        { &ei_godot_trailing,
          { "godot.trailing", PI_MALFORMED, PI_WARN, "Bytes behind the end of the message", EXPFILL } },
        { &ei_godot_text,
          { "godot.text", PI_MALFORMED, PI_WARN,
            "Not valid text for this place, or it does not end with its only NUL", EXPFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
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
