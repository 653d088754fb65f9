/* variant/variant.h
 * What is a value of Godot's binary Variants, and how is it dissected?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_VARIANT_H
#define VARIANT_VARIANT_H

#include "variant/json.h"

/* Values of godot.variant.dialect; AUTO is resolved before a walk. */
typedef enum {
    GODOT_DIALECT_AUTO = 0,
    GODOT_DIALECT_2_1 = 2,
    GODOT_DIALECT_3_X = 3,
    GODOT_DIALECT_4_X = 4,
    GODOT_DIALECT_4_X_DOC = 5
} godot_dialect_t;

/* How the outermost value is written (docs/wire/variant.md, 9). */
typedef enum {
    GODOT_ENCODING_FULL,
    GODOT_ENCODING_COMPACT      /* RPC arguments and replicated state of 4.x */
} godot_encoding_t;

/* The kind of a value, across dialects: for callers that do something with it. */
typedef enum {
    GODOT_VALUE_NIL,
    GODOT_VALUE_BOOL,
    GODOT_VALUE_INT,            /* .integer */
    GODOT_VALUE_FLOAT,          /* .real */
    GODOT_VALUE_STRING,         /* String, StringName, NodePath: .string */
    GODOT_VALUE_VECTOR,         /* 2 to 4 components, float: .component */
    GODOT_VALUE_VECTOR_INT,     /* 2 to 4 components, integer: .component */
    GODOT_VALUE_COLOR,          /* r g b a: .component */
    GODOT_VALUE_BYTES,          /* .bytes, .byte_count */
    GODOT_VALUE_OTHER           /* only .text */
} godot_value_kind_t;

/* As many characters as the preference godot.variant.text allows. */
#define GODOT_TEXT_WHOLE    UINT_MAX

/* One decoded top-level value. Strings live in pinfo->pool. */
typedef struct {
    unsigned           type;        /* type id on the wire, numbered by the dialect */
    const char        *type_name;   /* "Vector3", "PoolByteArray": constant */
    godot_value_kind_t kind;
    int64_t            integer;     /* BOOL, INT; OBJECT by id: the id */
    double             real;        /* as sent; godot_value_number() returns what its text says */
    double             component[4];    /* likewise */
    unsigned           components;  /* of VECTOR, VECTOR_INT, COLOR; others have none */
    int                component_length;    /* bytes of each; the components are the last bytes of the value */
    const char        *string;      /* without quotes */
    int                bytes;       /* offset of the content of a byte array */
    unsigned           byte_count;  /* its announced length, cut at the value's end */
    const char        *text;        /* the text of godot.variant.value, or its beginning; NULL unless asked for */
    int                length;      /* bytes on the wire */
    proto_item        *item;        /* the value's own item, to change its label; NULL without a tree */
} godot_value_t;

/**
 * Dissects one Variant: adds tree items and expert items, and fills in its value.
 *
 * Never throws because of bytes within [offset, end): a fault gets an expert item, and the items before it stay in the
 * tree.
 *
 * @param tree where to add the value's item, or NULL for none
 * @param offset first byte of the header (or of the compact form)
 * @param end first byte that is no longer the value's; may be beyond what was captured
 * @param dialect not AUTO
 * @param value filled in unless NULL
 * @param characters of value->text, the last of them "…" if it has more; 0: none
 * @return the offset behind the value, or -1 if it could not be decoded to its end
 */
int dissect_godot_variant(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int offset, int end,
                          godot_dialect_t dialect, godot_encoding_t encoding,
                          godot_value_t *value, unsigned characters);

/**
 * Reads a value that was shown before, to learn from it: the same without items, expert items and a text.
 *
 * @return the offset behind the value, or -1 if it could not be decoded to its end
 */
int godot_variant_read(tvbuff_t *tvb, packet_info *pinfo, int offset, int end, godot_dialect_t dialect,
                       godot_encoding_t encoding, godot_value_t *value);

/**
 * Returns the number that the text of a float says: the shortest decimal that gives the same bits of a float of that
 * size.
 */
double godot_value_number(double number, int size);

/**
 * Shows bytes that stand for a PackedByteArray of 4.x without a header.
 *
 * @param end first byte that is not theirs, and not behind what was captured
 * @return their text, cut as every value's, in pinfo->pool; NULL unless want_text
 */
const char *dissect_godot_bytes(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, int offset, int end,
                                bool want_text);

/**
 * Writes one Variant that was dissected before as one value of JSON (docs/messages.md). What cannot be read becomes
 * null.
 *
 * @param end first byte that is no longer the value's
 */
void godot_variant_write_json(godot_json_t *json, packet_info *pinfo, tvbuff_t *tvb, int offset, int end,
                              godot_dialect_t dialect, godot_encoding_t encoding);

/**
 * Tells whether a clean Variant begins here (docs/wire/variant.md, 11.1). Adds no items and no text, never throws.
 *
 * @return the offset behind it, or -1
 */
int godot_variant_check(tvbuff_t *tvb, int offset, int end,
                        godot_dialect_t dialect, godot_encoding_t encoding);

/**
 * Tells which dialect the one whole full Variant in [offset, end) is of (docs/wire/variant.md, 11).
 *
 * @return 3.x or 4.x; AUTO if neither can read it; the preferred one if both can
 */
godot_dialect_t godot_variant_guess_dialect(tvbuff_t *tvb, int offset, int end,
                                            godot_dialect_t preferred);

/*
 * Values that hardly occur by chance (docs/wire/variant.md, 11.4). The preference godot.variant.heuristic has the same
 * values.
 */
typedef enum {
    GODOT_EVIDENCE_CONTAINERS,  /* arrays, dictionaries, objects and packed arrays */
    GODOT_EVIDENCE_STRINGS,     /* texts and paths as well */
    GODOT_EVIDENCE_ANY          /* any value of 12 bytes or more */
} godot_evidence_t;

/**
 * Tells whether [offset, end) is one whole full Variant that engines could have sent, and evidence enough. Adds no items,
 * never throws.
 */
bool godot_variant_is_evidence(tvbuff_t *tvb, int offset, int end, godot_evidence_t least);

#endif /* VARIANT_VARIANT_H */

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
