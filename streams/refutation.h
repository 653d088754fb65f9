/* streams/refutation.h
 * Has a stream shown already that its packets are no Variants?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STREAMS_REFUTATION_H
#define STREAMS_REFUTATION_H

#include "ws_compat.h"

/*
 * Other protocols, too, put a length before each packet, and a packet of theirs may happen to be a Variant. So the
 * earlier bytes count as well, read with lengths of either byte order.
 */
typedef struct {
    bool     known;         /* it is known where the next length begins: at next */
    uint32_t next;
    uint32_t awaited;       /* length of the packet at begins, which comes in a segment of its own; 0: none */
    uint32_t begins;
    bool     refuted;
} godot_reading_t;

typedef struct {
    godot_reading_t little, big;
} godot_refutation_t;

/**
 * First pass: takes a segment of a sender whose stream is not claimed.
 *
 * @param first TCP's number of its first byte
 * @param is_beginning whether that is the first byte of the connection
 */
void godot_refutation_note(godot_refutation_t *refutation, tvbuff_t *tvb, uint32_t first, bool is_beginning);

#endif /* STREAMS_REFUTATION_H */

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
