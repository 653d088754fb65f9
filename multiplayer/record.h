/* multiplayer/record.h
 * What does a message tell the statistics?
 *
 * Copyright 2026 The wireshark-godot authors
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

/* A value: the place of its bytes. */
typedef struct {
    tvbuff_t        *tvb;
    int              offset, end;
    bool             bare;          /* only the bytes of a PackedByteArray, or of the application, without a header */
    godot_dialect_t  dialect;
    godot_encoding_t encoding;
    const char      *name;          /* name of the argument or property; NULL: not known */
} godot_recorded_value_t;

/* One synchronizer of a SYNC or delta. */
typedef struct {
    const char *node;               /* path; NULL: not known */
    uint32_t    id;                 /* its id, if the path is not known */
    unsigned    ordinal;            /* number of the synchronizer in its node, from 1; 0: the only one */
    uint64_t    mask;               /* for a delta: bit n is set for the n-th watched property */
    uint64_t    unchanged;          /* for a SYNC: bit n is set if the n-th value is the same as before */
    bool        dropped;            /* the receiver does not apply it */
    unsigned    bytes;
    unsigned    first, count;       /* place of its values among the message's */
} godot_recorded_element_t;

/* One message, for the listeners of the tap "godot" and of the tap that counts frames. Lives in pinfo->pool. */
typedef struct _godot_record {
    const char    *word;            /* value of godot.message, for a RELAY that of its message; NULL: not known */
    bool           relayed;         /* the server passes it on: it is on its way there or from there */
    int32_t        hop[2];          /* peers at the ends of the link, from and to; 0: not known */
    int32_t        source, target;  /* as in godot_scope_t */
    bool           target_known;
    godot_transfer_mode_t mode;
    int            channel;
    const char    *release;         /* release of the source, as far as known: "3", "4", "4.3 or later" */
    bool           over_enet;
    uint32_t       run;             /* of the game that recorded it (docs/wire/recording.md, 3); 0: it is no recording */
    bool           was_sent;        /* by that game; or it was received */
    const char    *node;            /* path; NULL: not known */
    uint32_t       node_id;         /* its id, if the path is not known; 0: none */
    bool           calls;           /* it calls a method: */
    const char    *method;          /* NULL: only its number is known */
    uint32_t       method_id;
    const char    *spawner;         /* path of the spawner that spawns the node; NULL: not known */
    uint32_t       spawner_id;      /* its id, if the path is not known; 0: none */
    const char    *scene;           /* NULL: not known */
    bool           takes_over;      /* its source synchronizes from here on what another peer did */
    const char    *text;            /* for the Info column; NULL: not wanted */
    unsigned       bytes;
    wmem_list_t   *experts;         /* const expert_field *; NULL: not wanted, or ENet's command has them */
    unsigned       arguments;       /* at most so many of the values are arguments; the others are properties */
    wmem_array_t  *values;          /* elements of godot_recorded_value_t */
    wmem_array_t  *elements;        /* elements of godot_recorded_element_t, for a SYNC or delta */
} godot_record_t;

/** Gives the message a record, if a tap listens and this is not the second dissection of a message that waited. */
void godot_record_begin(packet_info *pinfo, tvbuff_t *tvb, godot_message_t *message);

/** Completes the record, when the message was read. text may be NULL. */
void godot_record_end(const godot_message_t *message, const char *text);

/** Tells whether the server passes on what another peer sent to it. */
bool godot_record_is_copy(const godot_record_t *record);

/** Tells whether a listener wants the text of the message's record. */
bool godot_record_wants_text(const godot_message_t *message);

/** Returns the records (godot_record_t) of the frame that was dissected just now, in their order; NULL: none. */
const wmem_list_t *godot_records_of_frame(packet_info *pinfo);

/* ---- What is read; nothing happens to a message without a record ---- */

/** Sets the kind of message. If called twice, the second word is that of the message inside a relay. */
void godot_record_word(const godot_message_t *message, const char *word);

/** Sets the release of Godot that the source has; the last call counts. Not copied. */
void godot_record_release(const godot_message_t *message, const char *release);

/** Adds a value. bare: it is only bytes. */
void godot_record_value(const godot_message_t *message, tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect,
                        godot_encoding_t encoding);
void godot_record_bytes(const godot_message_t *message, tvbuff_t *tvb, int offset, int end);

/** Names a value: the last one is 1, the one before it 2. */
void godot_record_name(const godot_message_t *message, unsigned from_end, const char *name);

/** Says that the values from here on are properties. */
void godot_record_properties(const godot_message_t *message);

/** Sets the node that the message is about; node NULL: only its id is known. */
void godot_record_node(const godot_message_t *message, const char *node, uint32_t id);

/** Sets the method that it calls; method NULL: only its number is known. */
void godot_record_method(const godot_message_t *message, const char *method, uint32_t id);

/** Sets the spawner that spawns its node; spawner NULL: only its id is known. */
void godot_record_spawner(const godot_message_t *message, const char *spawner, uint32_t id);

/** Sets the scene that it spawns, or NULL. */
void godot_record_scene(const godot_message_t *message, const char *scene);

/** Says that the message's source is the new authority of what it synchronizes. */
void godot_record_takes_over(const godot_message_t *message);

/** Adds a synchronizer whose values were added last; its first and count are filled in. */
void godot_record_element(const godot_message_t *message, const godot_recorded_element_t *element);

/** Registers the tap "godot"; proto is that protocol. */
void godot_record_register(int proto);

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
