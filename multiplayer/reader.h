/* multiplayer/reader.h
 * What is next in the bytes of this message?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_READER_H
#define MULTIPLAYER_READER_H

#include "multiplayer/message.h"
#include "records/experts.h"
#include "variant/text.h"
#include "variant/variant.h"

/*
 * A cursor over one message of either generation, with the tree and the text for what it reads. Reading never throws:
 * at the first fault the reader is broken and reads nothing more.
 */
typedef struct {
    tvbuff_t        *tvb;
    packet_info     *pinfo;
    proto_tree      *tree;          /* NULL: no items */
    godot_message_t *message;
    godot_text_t    *info;          /* the message's text; NULL: it is not wanted */
    int              start;         /* 3.x: offset of its command byte */
    int              offset;
    int              end;
    unsigned         values;        /* 4.x: number of values shown */
    const char      *method;        /* the method whose arguments are read; NULL: none, or its name is not known */
    bool             cut;           /* the capture has only the beginning of the message */
    bool             checking;      /* only checks whether the message is well-formed: adds nothing, learns nothing */
    bool             broken;        /* a fault was found: the rest cannot be read */
    bool             said_broken;   /* ... and the text says so */
} godot_reader_t;

/** Makes a reader at the beginning of the tvb. tree and info may be NULL. */
godot_reader_t godot_reader_new(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                                godot_text_t *info);

/** Makes a reader that only checks. It may change the message's scope. */
godot_reader_t godot_reader_checking(tvbuff_t *tvb, packet_info *pinfo, godot_message_t *message);

/* ---- What is wrong ---- */

/*
 * Add an expert item, as experts_add() and experts_add_format() do. Nothing is added for a message that is dissected
 * again at its delivery: everything was said in the frame with its bytes.
 */
#define godot_reader_expert(reader, item, ei) \
    ((reader)->message->again ? (void)0 : experts_add((reader)->pinfo, item, ei))
#define godot_reader_expert_format(reader, item, ei, ...) \
    ((reader)->message->again ? (void)0 : experts_add_format((reader)->pinfo, item, ei, __VA_ARGS__))

/**
 * Says that the rest cannot be understood: shows it as bytes with an expert item, if no fault was said before. Of a
 * message that is cut, this says that the rest was not captured: no other fault is certain.
 *
 * @param text replaces the expert item's own, unless NULL
 */
void godot_reader_fault(godot_reader_t *reader, expert_field *ei, const char *text);

/** Says that the message is too short. */
void godot_reader_fault_short(godot_reader_t *reader);

/** Says that a text is strange, but readable. A reader that checks rejects the message. item may be NULL. */
void godot_reader_odd_text(godot_reader_t *reader, proto_item *item);

/** Tells whether so many bytes follow. If not, that is a fault. */
bool godot_reader_has(godot_reader_t *reader, unsigned size);

/** Ends the message: bytes that follow, or were not captured, are a fault. text replaces the expert item's own, unless NULL. */
void godot_reader_finish(godot_reader_t *reader, const char *text);

/* ---- Reading ---- */

/**
 * Reads an unsigned number of 1, 2 or 4 bytes, little-endian.
 *
 * @param item gets its item (NULL without a tree), unless NULL
 * @return 0 if it is not there
 */
uint32_t godot_read_uint(godot_reader_t *reader, int hf, unsigned size, proto_item **item);

/** Reads an unsigned number of 8 bytes. */
uint64_t godot_read_uint64(godot_reader_t *reader, int hf);

/**
 * Reads a NUL-terminated string with a known end, which is not behind the reader's.
 *
 * @param item as above
 * @return "" if it is not there; lives in pinfo->pool
 */
const char *godot_read_cstring(godot_reader_t *reader, int hf, int end, proto_item **item);

/** Reads bytes up to a known end; there may be none. */
void godot_read_bytes(godot_reader_t *reader, int hf, int end);

/** Reads bytes up to a known end and shows that they are not dissected. */
void godot_read_undissected(godot_reader_t *reader, int end);

/** Reads a RAW message: one or more bytes of the application, to the end. */
void dissect_godot_raw(godot_reader_t *reader);

/**
 * Reads one Variant.
 *
 * @param value is filled in, unless the reader only checks
 * @param characters of its text
 * @return false if it cannot be decoded: the offset stays, the reader is not yet broken
 */
bool godot_read_value(godot_reader_t *reader, godot_dialect_t dialect, godot_encoding_t encoding,
                      godot_value_t *value, unsigned characters);

/** Tells whether this is text whose last byte is its only NUL. */
bool godot_is_cstring(tvbuff_t *tvb, int offset, int length);

/* ---- What is not on the wire ---- */

/** Says which node all of the message is about; node NULL: only its id is known. */
void godot_reader_set_node(const godot_reader_t *reader, const char *node, uint32_t id);

/** Sets the kind of the message, with a word of godot.message (docs/fields.md): "rpc", "sync"... */
void godot_reader_add_message(const godot_reader_t *reader, const char *word);

/** Adds godot.command, or godot.sys.command: the bare number, for which the generation's own field has names. */
void godot_reader_add_command(const godot_reader_t *reader, int offset, uint32_t command);
void godot_reader_add_sys_command(const godot_reader_t *reader, int offset, int length, uint32_t command);

/** Adds a generated string, unless it is NULL. */
void godot_reader_add_string(const godot_reader_t *reader, int hf, const char *string);

/** Adds a generated link to the frame of that moment, unless it is 0. */
void godot_reader_add_frame(const godot_reader_t *reader, int hf, godot_moment_t moment);

/** Adds such a link only if the moment is not later than this message. */
void godot_reader_add_past_frame(const godot_reader_t *reader, int hf, godot_moment_t moment);

/* ---- Text ---- */

/**
 * Appends to the text for the Info column, if it is wanted. godot_text_put() is faster, for texts that many rows have.
 */
void godot_reader_say(godot_reader_t *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Makes the Info column show the mode and the channel, too. */
void godot_reader_say_delivery(godot_reader_t *reader);

/** Appends that the message is malformed. name says what it was meant to be, if the text does not say it yet. */
void godot_reader_say_broken(godot_reader_t *reader, const char *name);

/* The texts of values, separated by commas: one for a field, one for the Info column. Both live in pinfo->pool. */
typedef struct {
    godot_text_t *whole;        /* for a field; NULL: not wanted */
    godot_text_t *row;          /* for the Info column (variant/brief.h); NULL: not wanted */
} godot_texts_t;

/** Starts with no texts. field: a field may want the whole texts. */
godot_texts_t godot_texts_new(const godot_reader_t *reader, bool field);

/** Returns how many characters of the next value's text are wanted. */
unsigned godot_texts_wanted(const godot_texts_t *texts);

/** Appends the text of a value; in the row with its name, unless NULL. */
void godot_texts_append(const godot_reader_t *reader, godot_texts_t *texts, const char *name, const godot_value_t *value);

/** Returns the row; "" if it is not wanted. */
const char *godot_texts_row(const godot_texts_t *texts);

/** Adds the whole texts as a generated string, if there are any. */
void godot_reader_add_texts(const godot_reader_t *reader, int hf, const godot_texts_t *texts);

/** Registers the fields and expert items of any message for the protocol "godot". */
void godot_reader_register(int proto, expert_module_t *experts);

#endif /* MULTIPLAYER_READER_H */

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
