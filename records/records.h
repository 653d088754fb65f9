/* records/records.h
 * What does a frame keep for statistics, and does a listener want it?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECORDS_RECORDS_H
#define RECORDS_RECORDS_H

#include "ws_compat.h"

/* One kind of record, static in the file that makes them. */
typedef struct {
    int      proto;         /* frames keep the records under this protocol ... */
    uint32_t key;           /* ... and this key of it */
    int      tap;           /* the tap that gets the list of each frame's records */
} records_kind_t;

/** Registers the tap of a kind of record, which frames keep under a key of a protocol. */
void records_register_kind(records_kind_t *kind, int proto, uint32_t key, const char *tap);

/** Tells whether the tap of the kind or that of rows has a listener, or frames are counted. If not, no record is needed. */
bool records_wanted(const records_kind_t *kind);

/** Keeps a record, which lives in pinfo->pool, until the frame is done. */
void records_keep(const records_kind_t *kind, packet_info *pinfo, void *record);

/** Returns the records of the frame that was dissected just now, in their order; NULL: none. */
const wmem_list_t *records_of_frame(const records_kind_t *kind, packet_info *pinfo);

/** Tells whether somebody reads the rows of frames, which have texts. */
bool records_rows_wanted(void);

/**
 * Registers the taps "godot_frame", for listeners that count frames, "godot_rows", for those that want to hear of each
 * frame with records, and that of experts.h.
 */
void records_register(void);

#endif /* RECORDS_RECORDS_H */

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
