/* multiplayer/record.h
 * What are statistics told of a message?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef MULTIPLAYER_RECORD_H
#define MULTIPLAYER_RECORD_H

#include "multiplayer/message.h"
#include "variant/variant.h"

/* A value: where its bytes are. */
typedef struct {
    tvbuff_t        *tvb;
    int              offset, end;
    bool             bare;          /* the bytes of a PackedByteArray, or of the application, without a header */
    godot_dialect_t  dialect;
    godot_encoding_t encoding;
    const char      *name;          /* of the argument or property; NULL: not known */
} godot_recorded_value_t;

/* One synchronizer of a SYNC or delta. */
typedef struct {
    const char *node;               /* path; NULL: not known */
    uint32_t    id;                 /* ... by which it goes then */
    unsigned    ordinal;            /* which of the node's synchronizers, from 1; 0: its only one */
    uint64_t    mask;               /* of a delta: bit n is set for the n-th property that is watched */
    bool        dropped;            /* the receiver does not apply it */
    unsigned    bytes;
    unsigned    first, count;       /* its values */
} godot_recorded_element_t;

/* One message, as the tap "godot" and whoever counts frames get it. Lives in pinfo->pool. */
typedef struct _godot_record {
    const char    *word;            /* of godot.message; NULL: not known. Of a RELAY: the message inside it */
    bool           relayed;         /* by the server, on its way there or from there */
    int32_t        hop[2];          /* the peers at the ends of the link: who hands it over, who gets it; 0: not known */
    int32_t        source, target;  /* as in godot_scope_t */
    bool           target_known;
    godot_transfer_mode_t mode;
    int            channel;
    const char    *release;         /* of Godot, as far as its source is known: "3", "4", "4.3 or later" */
    bool           over_enet;
    const char    *node;            /* path; NULL: not known */
    uint32_t       node_id;         /* ... by which it goes then; 0: none */
    bool           calls;           /* it has a method: */
    const char    *method;          /* NULL: it has no name, but a number */
    uint32_t       method_id;
    const char    *scene;           /* NULL: not known */
    const char    *text;            /* for the Info column; NULL: nobody wants it */
    unsigned       bytes;
    wmem_list_t   *experts;         /* const expert_field *; NULL over ENet, whose commands have them */
    unsigned       arguments;       /* so many values are arguments at most; the others are properties */
    wmem_array_t  *values;          /* godot_recorded_value_t */
    wmem_array_t  *elements;        /* godot_recorded_element_t, of a SYNC or delta */
} godot_record_t;

/** Give the message a record, if somebody listens and it is not the second look at one that waited. */
void godot_record_begin(packet_info *pinfo, tvbuff_t *tvb, godot_message_t *message);

/** The message was read: tell the tap. text may be NULL. */
void godot_record_end(packet_info *pinfo, const godot_message_t *message, const char *text);

/** Does the server pass on what another peer has sent to it? */
bool godot_record_is_copy(const godot_record_t *record);

/** Does somebody want the text of the message's record? */
bool godot_record_wants_text(const godot_message_t *message);

/** The records of a frame that was dissected just now, in their order; NULL: none. godot_record_t */
const wmem_list_t *godot_records_of_frame(packet_info *pinfo);

/* ---- What is read; nothing happens to a message without a record ---- */

/** The kind of message. The second word is that of the message inside a relay. */
void godot_record_word(const godot_message_t *message, const char *word);

/** The release of Godot that the source has; the last word holds. Not copied. */
void godot_record_release(const godot_message_t *message, const char *release);

/** A value. bare: only bytes. */
void godot_record_value(const godot_message_t *message, tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect,
                        godot_encoding_t encoding);
void godot_record_bytes(const godot_message_t *message, tvbuff_t *tvb, int offset, int end);

/** The name of a value: the last one is 1, the one before it 2. */
void godot_record_name(const godot_message_t *message, unsigned from_end, const char *name);

/** The values from here on are properties. */
void godot_record_properties(const godot_message_t *message);

/** The node that it is about; node NULL: known by its id only. */
void godot_record_node(const godot_message_t *message, const char *node, uint32_t id);

/** The method that it calls; method NULL: known by its number only. */
void godot_record_method(const godot_message_t *message, const char *method, uint32_t id);

/** The scene that it spawns, or NULL. */
void godot_record_scene(const godot_message_t *message, const char *scene);

/** One synchronizer, whose values came last; its first and count are filled in. */
void godot_record_element(const godot_message_t *message, const godot_recorded_element_t *element);

/** Register the taps "godot" and "godot_text"; who listens to the second wants texts. proto is "godot". */
void godot_record_register(int proto);

/** Find the tap of whoever counts frames. */
void godot_record_handoff(void);

#endif /* MULTIPLAYER_RECORD_H */

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
