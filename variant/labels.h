/* variant/labels.h
 * How is text written into labels and the Info column?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_LABELS_H
#define VARIANT_LABELS_H

#include "ws_compat.h"

/**
 * Makes text from the wire or from a file fit for a label or a column. Control characters, which could control a
 * terminal, become escapes; all other characters stay.
 *
 * @return text itself, or a copy in pool
 */
const char *godot_printable(wmem_allocator_t *pool, const char *text);

/**
 * Cuts a text to so many bytes, between characters, with an ellipsis if some are missing.
 *
 * @return text itself, or a copy in pool
 */
const char *godot_cut_bytes(wmem_allocator_t *pool, const char *text, size_t room);

/**
 * Appends a separator and a text to an item's label. Control characters become escapes. If Wireshark has no room, the
 * text is cut between characters, with an ellipsis.
 *
 * @param item of a type without a value, or with a label that was set; NULL: does nothing
 */
void godot_label_append(packet_info *pinfo, proto_item *item, const char *separator, const char *text);

/** Sets an item's label: a name, a separator and a text, which is treated as by godot_label_append(). */
void godot_label_set(packet_info *pinfo, proto_item *item, const char *name, const char *separator, const char *text);

/**
 * Appends a message's text to the Info column, with control characters as escapes.
 *
 * @param text stays as it is as long as pinfo->pool: the column may refer to it, because Wireshark reads the columns of
 *             a packet before it frees the pool
 */
void godot_info_append(packet_info *pinfo, const char *text);

#endif /* VARIANT_LABELS_H */

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
