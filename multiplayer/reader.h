/* multiplayer/reader.h
 * What comes next in the bytes of this message?
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
#include "variant/text.h"
#include "variant/variant.h"

/*
 * A cursor over one message of either generation, and where what it reads is shown. Reading never
 * throws: at the first fault the reader is broken and reads nothing more.
 */
typedef struct {
    tvbuff_t        *tvb;
    packet_info     *pinfo;
    proto_tree      *tree;          /* NULL: no items */
    godot_message_t *message;
    godot_text_t    *info;          /* its text; NULL: nobody wants it */
    int              start;         /* 3.x: where its command byte is */
    int              offset;
    int              end;
    unsigned         values;        /* 4.x: how many were shown */
    const char      *method;        /* whose arguments are read; NULL: of none that has a name */
    bool             checking;      /* only asks whether it is well-formed: adds nothing, learns nothing */
    bool             broken;        /* a fault was found: what follows cannot be read */
    bool             said_broken;   /* ... and the text says so */
} godot_reader_t;

/** A reader at the beginning of the tvb. tree and info may be NULL. */
godot_reader_t godot_reader_new(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, godot_message_t *message,
                                godot_text_t *info);

/** ... that only checks. It may change the message's scope. */
godot_reader_t godot_reader_checking(tvbuff_t *tvb, packet_info *pinfo, godot_message_t *message);

/* ---- What is wrong ---- */

/**
 * What follows cannot be understood: the rest is shown as bytes that say why.
 *
 * @param text instead of the expert item's own, unless NULL
 */
void godot_reader_fault(godot_reader_t *reader, expert_field *ei, const char *text);

/** ... because it is too short. */
void godot_reader_fault_short(godot_reader_t *reader);

/** Strange text, but readable; enough to deny the message when checking. item may be NULL. */
void godot_reader_odd_text(godot_reader_t *reader, proto_item *item);

/** Is there as much? If not, that is a fault. */
bool godot_reader_has(godot_reader_t *reader, unsigned size);

/** Nothing may follow. text is said of what does, unless NULL. */
void godot_reader_finish(godot_reader_t *reader, const char *text);

/* ---- Reading ---- */

/**
 * An unsigned number of 1, 2 or 4 bytes, little-endian.
 *
 * @param item gets its item, NULL without one, unless NULL
 * @return 0 if it is not there
 */
uint32_t godot_read_uint(godot_reader_t *reader, int hf, unsigned size, proto_item **item);

/** ... of 8 bytes. */
uint64_t godot_read_uint64(godot_reader_t *reader, int hf);

/**
 * A NUL-terminated string that ends at a known place, not behind the reader's.
 *
 * @param item as above
 * @return "" if it is not there; lives in pinfo->pool
 */
const char *godot_read_cstring(godot_reader_t *reader, int hf, int end, proto_item **item);

/** Bytes up to a known place, or none. */
void godot_read_bytes(godot_reader_t *reader, int hf, int end);

/** ... that nobody shows in detail. */
void godot_read_undissected(godot_reader_t *reader, int end);

/** RAW: one or more bytes of the application, up to the end. */
void dissect_godot_raw(godot_reader_t *reader);

/**
 * One Variant.
 *
 * @param value is filled in, unless the reader only checks
 * @param characters of its text
 * @return false if it cannot be decoded: the offset stays, the reader is not yet broken
 */
bool godot_read_value(godot_reader_t *reader, godot_dialect_t dialect, godot_encoding_t encoding,
                      godot_value_t *value, unsigned characters);

/** Is this text whose last byte is its only NUL? */
bool godot_is_cstring(tvbuff_t *tvb, int offset, int length);

/* ---- What is not on the wire ---- */

/** Say what kind of message it is, in the words of godot.message (docs/fields.md): "rpc", "sync"... */
void godot_reader_add_message(const godot_reader_t *reader, const char *word);

/** Add godot.command, or godot.sys.command: the bare number of what the generation's own field names. */
void godot_reader_add_command(const godot_reader_t *reader, int offset, uint32_t command);
void godot_reader_add_sys_command(const godot_reader_t *reader, int offset, int length, uint32_t command);

/** Add a generated string, unless it is NULL. */
void godot_reader_add_string(const godot_reader_t *reader, int hf, const char *string);

/** Add a generated link to the frame of that moment, unless it is 0. */
void godot_reader_add_frame(const godot_reader_t *reader, int hf, godot_moment_t moment);

/** ... or in the future of this message. */
void godot_reader_add_past_frame(const godot_reader_t *reader, int hf, godot_moment_t moment);

/* ---- Text ---- */

/** Append to the text for the Info column, if there is one. Where many lines say it, not so but by godot_text_put(). */
void godot_reader_say(godot_reader_t *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);

/** Tell the mode and the channel in the Info column, too. */
void godot_reader_say_delivery(godot_reader_t *reader);

/** Append that the message is malformed; name is what it was meant to be, for one of which nothing was said yet. */
void godot_reader_say_broken(godot_reader_t *reader, const char *name);

/* The texts of values, separated by commas, each for one that wants them. Both live in pinfo->pool. */
typedef struct {
    godot_text_t *whole;        /* for a field; NULL: nobody wants them */
    godot_text_t *row;          /* for the Info column (variant/brief.h); NULL: nobody looks */
} godot_texts_t;

/** None so far. field: somebody may want them whole. */
godot_texts_t godot_texts_new(const godot_reader_t *reader, bool field);

/** @return how many characters of the next value's text are wanted */
unsigned godot_texts_wanted(const godot_texts_t *texts);

/** Append one, in the row with a name unless NULL. */
void godot_texts_append(const godot_reader_t *reader, godot_texts_t *texts, const char *name, const godot_value_t *value);

/** @return the row; "" if nobody wants it */
const char *godot_texts_row(const godot_texts_t *texts);

/** Add them whole as a generated string, if there are any. */
void godot_reader_add_texts(const godot_reader_t *reader, int hf, const godot_texts_t *texts);

/** Register the fields and expert items of any message for the protocol "godot". */
void godot_reader_register(int proto);

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
