/* fuzz-variant.c
 * What can a single Variant of any dialect do to the plugin?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "mutator.h"
#include "edit-variant.h"
#include "session.h"
#include "records.h"
#include "variant/brief.h"
#include "variant/json.h"
#include "variant/walker.h"

#include <json-glib/json-glib.h>
#include <wiretap/wtap.h>

/* Each record is a frame: flags, which say who reads it, and a value. */
enum { ENCODING_COMPACT = 0x01, AS_BYTES = 0x02, BY_HEURISTIC = 0x04, SHORT_TEXT = 0x08, CUT = 0x10, DIALECT = 0x60 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Does what layers other than UDP ask. */
static void
try_heuristics(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree)
{
    static const char *const names[] = {
        "godot_variant_udp", "godot_variant_dtls", "godot_variant_sctp", "godot_stream_tls", "enet_dtls"
    };

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        find_heur_dissector_by_unique_short_name(names[i])->dissector(tvb, pinfo, tree, NULL);
}

static void
write_json(tvbuff_t *tvb, packet_info *pinfo, int end, godot_dialect_t dialect, godot_encoding_t encoding)
{
    GString *text = g_string_new(NULL);
    godot_json_t json = { .text = text };
    JsonParser *parser = json_parser_new();
    GError *error = NULL;

    godot_variant_write_json(&json, pinfo, tvb, 0, end, dialect, encoding);
    json_parser_load_from_data(parser, text->str, (gssize)text->len, &error);
    g_assert_no_error(error);           /* it is one whole value, whatever the bytes are */
    g_assert_nonnull(json_parser_get_root(parser));
    g_object_unref(parser);
    g_string_free(text, TRUE);
}

static void
read_value(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, uint8_t flags)
{
    static const godot_dialect_t dialects[] = { GODOT_DIALECT_4_X, GODOT_DIALECT_3_X, GODOT_DIALECT_2_1,
                                                GODOT_DIALECT_4_X_DOC };
    const int end = (int)tvb_reported_length(tvb);
    godot_dialect_t dialect = dialects[(flags & DIALECT) / (DIALECT & -DIALECT)];
    godot_encoding_t encoding = flags & ENCODING_COMPACT ? GODOT_ENCODING_COMPACT : GODOT_ENCODING_FULL;
    godot_text_t *row = godot_text_new(pinfo->pool, GODOT_TEXT_UNLIMITED);
    godot_value_t value;
    int behind = dissect_godot_variant(tvb, pinfo, tree, 0, end, dialect, encoding, &value,
                                       flags & SHORT_TEXT ? GODOT_BRIEF_TEXT : GODOT_TEXT_WHOLE);

    godot_variant_check(tvb, 0, end, dialect, encoding);
    godot_variant_measure(tvb, 0, end, dialect, encoding, GODOT_FLAW_ANY);
    godot_variant_guess_dialect(tvb, 0, end, GODOT_DIALECT_AUTO);
    if (behind >= 0)
        godot_brief_append(row, "name", tvb, &value);
    write_json(tvb, pinfo, end, dialect, encoding);
}

static int
dissect_frame(tvbuff_t *frame, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    const uint8_t flags = tvb_get_uint8(frame, 0);
    tvbuff_t *tvb = tvb_new_subset_remaining(frame, 1);

    if (flags & BY_HEURISTIC)
        try_heuristics(tvb, pinfo, tree);
    else if (flags & AS_BYTES)
        dissect_godot_bytes(tvb, pinfo, tree, 0, (int)tvb_captured_length(tvb), true);
    else
        read_value(tvb, pinfo, tree, flags);
    return (int)tvb_captured_length(frame);
}

int
LLVMFuzzerInitialize(int *argc _U_, char ***argv)
{
    session_open(*argv);
    dissector_add_uint("wtap_encap", WTAP_ENCAP_USER0,
                       create_dissector_handle(dissect_frame, proto_get_id_by_filter_name("godot.variant")));
    return 0;
}

static void
choose_preferences(uint8_t option)
{
    static const char *const depth[] = { "godot.variant.depth:32", "godot.variant.depth:1", "godot.variant.depth:100",
                                         "godot.variant.depth:0" };
    static const char *const items[] = { "godot.variant.items:1000", "godot.variant.items:3", "godot.variant.items:0",
                                         "godot.variant.items:100000" };
    static const char *const text[] = { "godot.variant.text:4096", "godot.variant.text:40", "godot.variant.text:16",
                                        "godot.variant.text:1000000" };

    session_set(depth[option & 3]);
    session_set(items[option >> 2 & 3]);
    session_set(text[option >> 4 & 3]);
}

const edit_fn target_edits[] = { edit_variant, edit_variant, edit_variant, edit_any,
                                 edit_any,     edit_number,  edit_stretch, NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t frame[1 + RECORD_MOST];
    records_t records;

    records_read(&records, data, size);
    choose_preferences(records.options[1]);
    for (unsigned i = 0; i < records.count; i++) {
        const record_t *record = &records.record[i];

        frame[0] = record->flags;
        if (record->length > 0)
            memcpy(frame + 1, record->data, record->length);
        session_add(WTAP_ENCAP_USER0, frame, 1 + record->length,
                    1 + (frame[0] & CUT ? record->length / 2 : record->length));
    }
    session_run(records.options[0]);
    return 0;
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
