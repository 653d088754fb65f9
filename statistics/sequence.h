/* statistics/sequence.h
 * What does Wireshark want to know of an arrow in a flow graph?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STATISTICS_SEQUENCE_H
#define STATISTICS_SEQUENCE_H

#include "ws_compat.h"

#include <epan/tap.h>

/*
 * Wireshark exports the functions of its flow graphs, but installs no header for them (epan/sequence_analysis.h). These
 * are the first members of its seq_analysis_item_t and seq_analysis_info_t, the same in 4.0, 4.4 and 4.6.
 */

#define SEQUENCE_COLUMNS    40      /* so many columns are drawn */

/* One arrow. Wireshark frees it and what it points to by g_free(). */
typedef struct {
    uint32_t frame;
    address  from;                  /* its text is the head of the column */
    uint16_t from_port;
    address  to;
    uint16_t to_port;
    char    *label;                 /* on the arrow */
    char    *time;
    char    *comment;               /* beside the graph */
    uint16_t conversation;
    unsigned colours[2];
    ws_bool  has_colours;
    ws_bool  display;
    uint64_t others[8];             /* room for the members that follow, which may be 0 */
} sequence_arrow_t;

/* The graph. */
typedef struct {
    const char *name;
    ws_bool     any_address;
    int         conversations;
    GQueue     *arrows;
    GHashTable *table;              /* for its maker to use; Wireshark empties it with the graph. Or NULL */
} sequence_graph_t;

WS_DLL_PUBLIC void register_seq_analysis(const char *name, const char *title, const int proto, const char *tap,
                                         unsigned flags, tap_packet_cb packet);

/* Gives the arrow the colours that the frame has in the packet list. */
WS_DLL_PUBLIC void sequence_analysis_use_color_filter(packet_info *pinfo, sequence_arrow_t *arrow);

#endif /* STATISTICS_SEQUENCE_H */

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
