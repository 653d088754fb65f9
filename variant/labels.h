/* variant/labels.h
 * How does text come into labels and the Info column?
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
 * Text off the wire or of a file, fit for a label or a column: control characters, of which a terminal would make
 * something, as escapes; all others as they are.
 *
 * @return text itself, or a copy in pool
 */
const char *godot_printable(wmem_allocator_t *pool, const char *text);

/**
 * At most so many bytes of a text, no character of them in part, and an ellipsis where some are missing.
 *
 * @return text itself, or a copy in pool
 */
const char *godot_cut_bytes(wmem_allocator_t *pool, const char *text, size_t room);

/**
 * Append a separator and a text to an item's label. Control characters become escapes. What the core has no room for
 * is cut off here: at a character, with an ellipsis.
 *
 * @param item NULL: does nothing
 */
void godot_label_append(packet_info *pinfo, proto_item *item, const char *separator, const char *text);

/** Label an item anew: a name, a separator and a text, which is treated as by godot_label_append(). */
void godot_label_set(packet_info *pinfo, proto_item *item, const char *name, const char *separator, const char *text);

/** Append a message's text to the Info column, with control characters as escapes. */
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
