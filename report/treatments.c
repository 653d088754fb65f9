/* report/treatments.c
 * Which fields say something of a game or its players, and what becomes of their bytes?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "report/treatments.h"

typedef void (*treatment_t)(report_disguise_t *disguise, guint8 *bytes, gsize size);

static void
treatments_keep(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    (void)disguise;
    (void)bytes;
    (void)size;
}

/* What fills up a value to a multiple of four bytes has no meaning, but may be what was in the sender's memory. */
static void
treatments_clear(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    (void)disguise;
    memset(bytes, 0, size);
}

#define KEPT_LINK \
    "eth.type vlan.etype sll.pkttype sll.hatype sll.halen sll.etype sll.ltype sll2.etype sll2.hatype sll2.pkttype sll2.halen " \
    "null.type null.family loop.family"

#define KEPT_ENET \
    "enet.header enet.sent_time enet.command.byte enet.channel enet.seq enet.unreliable_seq enet.unsequenced_group enet.length " \
    "enet.ack.seq enet.ack.sent_time enet.bandwidth.incoming enet.bandwidth.outgoing " \
    "enet.connect.peer_id enet.connect.incoming_session enet.connect.outgoing_session enet.connect.mtu enet.connect.window " \
    "enet.connect.channels enet.connect.incoming_bandwidth enet.connect.outgoing_bandwidth enet.connect.throttle_interval " \
    "enet.connect.throttle_acceleration enet.connect.throttle_deceleration enet.connect.id enet.connect.data " \
    "enet.disconnect.data enet.fragment.start_seq enet.fragment.count enet.fragment.number enet.fragment.total_length " \
    "enet.fragment.offset enet.throttle.interval enet.throttle.acceleration enet.throttle.deceleration"

#define KEPT_GODOT \
    "godot.header godot.command godot.sys.command godot3.sys.command godot4.sys.command godot.sys.peer godot.enet_flags " \
    "godot.peer.source godot.peer.target godot.rpc.target godot.rpc.path_offset godot.rpc.node_id godot.rpc.method_id godot.rpc.argc " \
    "godot.path.id godot.path.md5_end godot.path.valid " \
    "godot.spawn.scene_index godot.spawn.spawner_id godot.spawn.net_id godot.spawn.sync_count godot.spawn.sync_id " \
    "godot.spawn.name_length godot.spawn.argument_size godot.despawn.net_id " \
    "godot.sync.net_id godot.sync.size godot.sync.mask godot.sync.time"

#define KEPT_VARIANT \
    "godot.variant.type godot.variant.reserved godot.variant.flags godot.variant.element_type godot.variant.length godot.variant.count " \
    "godot.variant.bool godot.variant.object_id godot.variant.rid godot.variant.node_path.current godot.variant.node_path.names " \
    "godot.variant.node_path.subnames godot.variant.node_path.flags godot.variant.node_path.flags.absolute " \
    "godot.variant.node_path.flags.property godot.variant.image.format godot.variant.image.mipmaps godot.variant.image.width " \
    "godot.variant.image.height godot.variant.event.type godot.variant.event.device godot.variant.event.length"

static const struct {
    treatment_t treatment;
    const char *fields;
} treatments_of_fields[] = {
    { treatments_keep, KEPT_LINK " " KEPT_ENET " " KEPT_GODOT " " KEPT_VARIANT },
    { treatments_clear, "godot.variant.padding" },
    { report_disguise_path,
      "godot.path.name godot.rpc.node godot.spawn.name godot.variant.node_path godot.variant.node_path.name "
      "godot.variant.property.name" },
    { report_disguise_text,
      "godot.rpc.method godot.rset.property godot.variant.string godot.variant.class "
      "godot.variant.script godot.variant.signal godot.variant.node_path.subname" },
    { report_disguise_digits, "godot.path.md5" },
    { report_disguise_bytes, "godot.raw godot.rpc.raw godot.auth godot.variant.bytes" },
    { report_disguise_integer,
      "godot.variant.int godot.variant.ix godot.variant.iy godot.variant.iz godot.variant.iw godot.variant.event.data" },
    { report_disguise_float,
      "godot.variant.float godot.variant.x godot.variant.y godot.variant.z godot.variant.w godot.variant.d "
      "godot.variant.r godot.variant.g godot.variant.b godot.variant.a godot.variant.event.value" },
};

struct report_treatments {
    report_disguise_t *disguise;
    GTree             *of_fields;       /* the index into treatments_of_fields */
};

static gint
treatments_compare(gconstpointer a, gconstpointer b, gpointer user_data)
{
    (void)user_data;
    return strcmp((const char *)a, (const char *)b);
}

report_treatments_t *
report_treatments_new(void)
{
    report_treatments_t *treatments = g_new0(report_treatments_t, 1);

    treatments->disguise = report_disguise_new();
    treatments->of_fields = g_tree_new_full(treatments_compare, NULL, g_free, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(treatments_of_fields); i++) {
        char **names = g_strsplit(treatments_of_fields[i].fields, " ", -1);

        for (char **name = names; *name; name++)
            g_tree_insert(treatments->of_fields, g_strdup(*name), GSIZE_TO_POINTER(i));
        g_strfreev(names);
    }
    return treatments;
}

void
report_treatments_free(report_treatments_t *treatments)
{
    report_disguise_free(treatments->disguise);
    g_tree_destroy(treatments->of_fields);
    g_free(treatments);
}

gboolean
report_treatments_apply(report_treatments_t *treatments, const char *field, guint8 *bytes, gsize size)
{
    gpointer index;

    if (!g_tree_lookup_extended(treatments->of_fields, field, NULL, &index))
        return FALSE;
    treatments_of_fields[GPOINTER_TO_SIZE(index)].treatment(treatments->disguise, bytes, size);
    return TRUE;
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
