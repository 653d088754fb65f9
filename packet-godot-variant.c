/* packet-godot-variant.c
 * Routines for single Variants of the Godot engine: one in each datagram
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "packet-godot-variant.h"
#include "ends/ends.h"
#include "records/experts.h"
#include "variant/labels.h"
#include "variant/variant.h"
#include "variant/walker.h"

static int proto_godot_variant = -1;

static int hf_trailing = -1;

static int ett_variant = -1;

static expert_field ei_trailing = EI_INIT;
static expert_field ei_dialect = EI_INIT;

static int pref_dialect = GODOT_DIALECT_AUTO;
static int pref_heuristic = GODOT_EVIDENCE_CONTAINERS;

static const enum_val_t dialects[] = {
    { "auto", "Automatic", GODOT_DIALECT_AUTO },
    { "4.x", "Godot 4.x", GODOT_DIALECT_4_X },
    { "3.x", "Godot 3.x", GODOT_DIALECT_3_X },
    { "4.x-doc", "Godot 4.x as once documented", GODOT_DIALECT_4_X_DOC },
    { "2.1", "Godot 2.1", GODOT_DIALECT_2_1 },
    { NULL, NULL, 0 }
};

static const enum_val_t heuristics[] = {
    { "containers", "Arrays, dictionaries, objects and packed arrays only", GODOT_EVIDENCE_CONTAINERS },
    { "strings", "Strings and paths as well", GODOT_EVIDENCE_STRINGS },
    { "any", "Any value of 12 bytes or more", GODOT_EVIDENCE_ANY },
    { NULL, NULL, 0 }
};

/* What the Variants of a conversation have shown. */
typedef struct {
    godot_dialect_t dialect;    /* AUTO: nothing certain yet */
    uint32_t frame;             /* the frame that showed it */
} verdict_t;

/* Returns the record of the conversation; made at its first datagram. */
static verdict_t *
conversation_verdict(packet_info *pinfo)
{
    return (verdict_t *)ends_data(pinfo, proto_godot_variant, sizeof(verdict_t));
}

/* Learns the dialect: bytes that fit only one decide for later frames, whatever was preferred. */
static void
learn_dialect(packet_info *pinfo, verdict_t *verdict, tvbuff_t *tvb, int end)
{
    godot_dialect_t dialect;

    if (PINFO_FD_VISITED(pinfo) || verdict->dialect != GODOT_DIALECT_AUTO)
        return;
    dialect = godot_variant_guess_dialect(tvb, 0, end, GODOT_DIALECT_3_X);
    if (dialect != godot_variant_guess_dialect(tvb, 0, end, GODOT_DIALECT_4_X))
        return;
    verdict->dialect = dialect;
    verdict->frame = pinfo->num;
}

/* Returns the dialect of the datagram, as known at its frame. *certain is false if only a default speaks for it. */
static godot_dialect_t
find_dialect(packet_info *pinfo, tvbuff_t *tvb, int end, bool *certain)
{
    verdict_t *verdict;
    godot_dialect_t known, dialect;

    *certain = true;
    if (pref_dialect != GODOT_DIALECT_AUTO)
        return (godot_dialect_t)pref_dialect;
    verdict = conversation_verdict(pinfo);
    learn_dialect(pinfo, verdict, tvb, end);
    known = verdict->frame < pinfo->num ? verdict->dialect : GODOT_DIALECT_AUTO;
    dialect = godot_variant_guess_dialect(tvb, 0, end, known);
    if (dialect == GODOT_DIALECT_AUTO)
        dialect = known;
    *certain = dialect != GODOT_DIALECT_AUTO;
    return *certain ? dialect : GODOT_DIALECT_4_X;
}

static void
alone_add_trailing(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int offset)
{
    proto_item *item;

    if (offset < 0 || tvb_captured_length_remaining(tvb, offset) <= 0)
        return;
    item = proto_tree_add_item(tree, hf_trailing, tvb, offset, -1, ENC_NA);
    experts_add(pinfo, item, &ei_trailing);
}

int
dissect_godot_variant_alone(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    const int length = (int)tvb_captured_length(tvb);
    proto_item *item = proto_tree_add_item(tree, proto_godot_variant, tvb, 0, -1, ENC_NA);
    proto_tree *sub = proto_item_add_subtree(item, ett_variant);
    godot_value_t value;
    bool certain;
    const godot_dialect_t dialect = find_dialect(pinfo, tvb, length, &certain);

    col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot");
    /* A caller that dissects several values of a packet sets a fence in the column: what is before it stays. */
    col_clear(pinfo->cinfo, COL_INFO);
    if (!certain)
        experts_add(pinfo, item, &ei_dialect);
    alone_add_trailing(tvb, pinfo, sub,
                       dissect_godot_variant(tvb, pinfo, sub, 0, (int)tvb_reported_length(tvb), dialect,
                                             GODOT_ENCODING_FULL, &value, GODOT_TEXT_WHOLE));
    godot_info_append(pinfo, value.text);
    godot_label_append(pinfo, item, ": ", value.text);
    return length;
}

static ws_bool
dissect_heuristic(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data _U_)
{
    if (!godot_variant_is_evidence(tvb, 0, (int)tvb_reported_length(tvb), (godot_evidence_t)pref_heuristic))
        return false;
    dissect_godot_variant_alone(tvb, pinfo, tree, NULL);
    return true;
}

void
godot_variant_register_preferences(module_t *module)
{
    prefs_register_enum_preference(module, "variant.dialect", "Dialect of Variants",
        "Numbering of types of Variants that come alone, one in each datagram",
        &pref_dialect, dialects, false);
    prefs_register_enum_preference(module, "variant.heuristic", "Variants found in UDP",
        "What the heuristic godot_variant_udp takes for a Variant, when it is enabled",
        &pref_heuristic, heuristics, false);
    godot_variant_walker_register_preferences(module);
}

void
proto_register_godot_variant(void)
{
    static hf_register_info hf[] = {
        { &hf_trailing,
            { "Trailing bytes", "godot.variant.trailing", FT_BYTES, BASE_NONE,
              NULL, 0x0, "Bytes after the value; readers ignore them", HFILL } },
    };
    static int *ett[] = { &ett_variant };
    static ei_register_info ei[] = {
        { &ei_trailing,
            { "godot.variant.trailing_bytes", PI_PROTOCOL, PI_NOTE,
              "Bytes follow the value", EXPFILL } },
        { &ei_dialect,
            { "godot.variant.dialect_unknown", PI_ASSUMPTION, PI_NOTE,
              "Neither Godot 3.x nor 4.x reads this as one whole value; taken for 4.x", EXPFILL } },
    };
    expert_module_t *experts;

    proto_godot_variant = proto_register_protocol("Godot Variant", "Godot Variant", "godot.variant");
    proto_register_field_array(proto_godot_variant, hf, array_length(hf));
    proto_register_subtree_array(ett, array_length(ett));
    experts = expert_register_protocol(proto_godot_variant);
    expert_register_field_array(experts, ei, array_length(ei));
    godot_variant_walker_register(proto_godot_variant, experts);
    register_dissector("godot.variant", dissect_godot_variant_alone, proto_godot_variant);
}

void
proto_reg_handoff_godot_variant(void)
{
    dissector_add_for_decode_as("udp.port", find_dissector("godot.variant"));
    heur_dissector_add("udp", dissect_heuristic, "Godot Variant over UDP", "godot_variant_udp",
                       proto_godot_variant, HEURISTIC_DISABLE);
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
