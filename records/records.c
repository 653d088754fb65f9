/* records/records.c
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

#include "records/records.h"
#include "records/experts.h"

#include <epan/tap.h>

static int frame_tap = -1;

bool
records_wanted(const records_kind_t *kind)
{
    return have_tap_listener(kind->tap) || have_tap_listener(frame_tap);
}

const wmem_list_t *
records_of_frame(const records_kind_t *kind, packet_info *pinfo)
{
    return p_get_proto_data(pinfo->pool, pinfo, kind->proto, kind->key);
}

void
records_keep(const records_kind_t *kind, packet_info *pinfo, void *record)
{
    wmem_list_t *records = p_get_proto_data(pinfo->pool, pinfo, kind->proto, kind->key);

    if (!records) {
        records = wmem_list_new(pinfo->pool);
        p_add_proto_data(pinfo->pool, pinfo, kind->proto, kind->key, records);
    }
    wmem_list_append(records, record);
}

void
records_register_kind(records_kind_t *kind, int proto, uint32_t key, const char *tap)
{
    *kind = (records_kind_t) { .proto = proto, .key = key, .tap = register_tap(tap) };
}

void
records_register(void)
{
    frame_tap = register_tap("godot_frame");
    experts_register();
}

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
