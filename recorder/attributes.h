/* recorder/attributes.h
 * What do the attributes of a record say?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDER_ATTRIBUTES_H
#define RECORDER_ATTRIBUTES_H

#include "ws_compat.h"

/* Tags (docs/wire/recording.md, 4.2). */
enum {
    RECORDING_COMMENT = 1,
    RECORDING_ENGINE = 10, RECORDING_ENGINE_HEX = 11, RECORDING_GAME = 13, RECORDING_SYSTEM = 15, RECORDING_PROCESS = 16,
    RECORDING_CLASS = 20, RECORDING_ROOT = 22, RECORDING_OWN_ID = 23,
    RECORDING_NODE = 40, RECORDING_NODE_CLASS = 41, RECORDING_SCRIPT = 42, RECORDING_MD5 = 43, RECORDING_METHOD = 44,
    RECORDING_PROPERTY = 46, RECORDING_SPAWN_PATH = 47, RECORDING_SCENE = 48, RECORDING_SYNC_ROOT = 49, RECORDING_WHOLE = 51,
    RECORDING_OF_SCENE = 52,
    RECORDING_FUNCTION = 60, RECORDING_FILE = 61, RECORDING_LINE = 62, RECORDING_CODE = 63, RECORDING_RATIONALE = 64,
    RECORDING_REPEATS = 65,
    RECORDING_STATISTICS = 90
};

#define RECORDING_STATISTICS_SIZE   20      /* bytes of that attribute */

/* An attribute that fits into its body, and is not shorter than its tag needs. */
typedef struct {
    uint16_t tag, length;
    int      offset;        /* of its value */
} recording_attribute_t;

/**
 * Finds the next attribute.
 *
 * @param at where to begin, 0 at first; set behind the attribute
 * @return false at the end of the list, or at an attribute that does not fit
 */
bool recording_next_attribute(tvbuff_t *body, int *at, recording_attribute_t *attribute);

/** Finds the first attribute with this tag. body may be NULL. */
bool recording_find_attribute(tvbuff_t *body, uint16_t tag, recording_attribute_t *attribute);

/** Returns the first text with this tag, fit for a label, in pool; "" if there is none. body may be NULL. */
const char *recording_text(wmem_allocator_t *pool, tvbuff_t *body, uint16_t tag);

/** Returns the first number with this tag, or another one if there is none. body may be NULL. */
uint32_t recording_number(tvbuff_t *body, uint16_t tag, uint32_t otherwise);

/** Returns how many attributes have this tag. body may be NULL. */
unsigned recording_count(tvbuff_t *body, uint16_t tag);

/** Adds the items of all attributes, with expert items for those that are malformed. */
void recording_attributes_add(tvbuff_t *body, packet_info *pinfo, proto_tree *tree);

/** Registers the fields and expert items; proto is that of "godot.record". */
void recording_attributes_register(int proto, expert_module_t *experts);

#endif /* RECORDER_ATTRIBUTES_H */

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
