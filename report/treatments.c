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

#include "report/text.h"
#include "report/treatments.h"

typedef void (*treatment_t)(report_disguise_t *disguise, guint8 *bytes, gsize size);

static void
treatments_keep(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    (void)disguise;
    (void)bytes;
    (void)size;
}

#define LONGEST_WORD 40

/* Names of releases, systems and the engine's classes are words. Others may be there if a recording is damaged. */
static void
treatments_keep_word(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    gboolean is_word = size <= LONGEST_WORD;

    for (gsize i = 0; i < size; i++)
        is_word = is_word && (g_ascii_isalnum(bytes[i]) || bytes[i] == '.' || bytes[i] == '-' || bytes[i] == '_');
    if (!is_word)
        report_disguise_text(disguise, bytes, size);
}

/* What fills up a value to a multiple of four bytes has no meaning, but may be what was in the sender's memory. */
static void
treatments_clear(report_disguise_t *disguise, guint8 *bytes, gsize size)
{
    (void)disguise;
    memset(bytes, 0, size);
}

#define KEPT_LINK \
    "eth.type vlan.etype sll.pkttype sll.hatype sll.halen sll.etype sll.ltype sll2.etype sll2.hatype sll2.pkttype " \
    "sll2.halen null.type null.family loop.family"

#define KEPT_ENET \
    "enet.header enet.sent_time enet.command.byte enet.channel enet.seq enet.unreliable_seq " \
    "enet.unsequenced_group enet.length enet.ack.seq enet.ack.sent_time enet.bandwidth.incoming " \
    "enet.bandwidth.outgoing enet.connect.peer_id enet.connect.incoming_session enet.connect.outgoing_session " \
    "enet.connect.mtu enet.connect.window enet.connect.channels enet.connect.incoming_bandwidth " \
    "enet.connect.outgoing_bandwidth enet.connect.throttle_interval enet.connect.throttle_acceleration " \
    "enet.connect.throttle_deceleration enet.connect.id enet.connect.data enet.disconnect.data " \
    "enet.fragment.start_seq enet.fragment.count enet.fragment.number enet.fragment.total_length " \
    "enet.fragment.offset enet.throttle.interval enet.throttle.acceleration enet.throttle.deceleration"

#define KEPT_GODOT \
    "godot.header godot.command godot.sys.command godot3.sys.command godot4.sys.command godot.sys.peer " \
    "godot.enet_flags godot.peer.source godot.peer.target godot.rpc.target godot.rpc.path_offset " \
    "godot.rpc.node_id godot.rpc.method_id godot.rpc.argc godot.path.id godot.path.md5_end godot.path.valid " \
    "godot.spawn.scene_index godot.spawn.spawner_id godot.spawn.net_id godot.spawn.sync_count godot.spawn.sync_id " \
    "godot.spawn.name_length godot.spawn.argument_size godot.despawn.net_id godot.sync.net_id godot.sync.size " \
    "godot.sync.mask godot.sync.time godot.ws.type godot.ws.peer"

#define KEPT_VARIANT \
    "godot.variant.type godot.variant.reserved godot.variant.flags godot.variant.element_type " \
    "godot.variant.length godot.variant.count godot.variant.bool godot.variant.object_id godot.variant.rid " \
    "godot.variant.node_path.current godot.variant.node_path.names godot.variant.node_path.subnames " \
    "godot.variant.node_path.flags godot.variant.node_path.flags.absolute godot.variant.node_path.flags.property " \
    "godot.variant.image.format godot.variant.image.mipmaps godot.variant.image.width godot.variant.image.height " \
    "godot.variant.event.type godot.variant.event.device godot.variant.event.length"

#define KEPT_RECORD \
    "exported_pdu.tag exported_pdu.tag_len exported_pdu.prot_name godot.record.version godot.record.kind " \
    "godot.record.header_length godot.record.flags godot.record.run godot.record.peer godot.record.number " \
    "godot.record.ticks godot.record.process_frame godot.record.physics_frame godot.record.body_length " \
    "godot.record.body_offset godot.record.attribute.tag godot.record.attribute.length godot.record.name_length " \
    "godot.record.engine_hex godot.record.process godot.record.started godot.record.build godot.record.peer_id " \
    "godot.record.peer_status godot.record.server godot.record.server_relay godot.record.allow_objects " \
    "godot.record.local_port godot.record.remote godot.record.remote.force godot.record.remote.id " \
    "godot.record.status.before godot.record.status.now godot.record.status.refuses godot.record.status.cause " \
    "godot.record.own_id godot.record.authority godot.record.method.id godot.record.method.mode " \
    "godot.record.method.call_local godot.record.method.transfer_mode godot.record.method.argc " \
    "godot.record.method.channel godot.record.argument.type godot.record.argument.default godot.record.whole " \
    "godot.record.direction godot.record.mode godot.record.other_id godot.record.channel godot.record.result " \
    "godot.record.log.type godot.record.log.main_thread godot.record.log.line godot.record.log.repeats " \
    "godot.record.clock.wall godot.record.question godot.record.question.clock godot.record.question.rtt " \
    "godot.record.statistics.id godot.record.statistics.rtt godot.record.statistics.rtt_variance " \
    "godot.record.statistics.loss godot.record.statistics.throttle godot.record.peer_end godot.record.run_end " \
    "godot.record.property.bits godot.record.property.type godot.record.lost.count godot.record.lost.reason"

static const struct {
    treatment_t treatment;
    const char *fields;
} treatments_of_fields[] = {
    { treatments_keep, KEPT_LINK " " KEPT_ENET " " KEPT_GODOT " " KEPT_VARIANT " " KEPT_RECORD },
    { treatments_keep_word,
      "godot.record.engine godot.record.recorder godot.record.system godot.record.peer_class godot.record.api_class "
      "godot.record.node_class" },
    { treatments_clear, "godot.variant.padding" },
    { report_disguise_path,
      "godot.path.name godot.rpc.node godot.spawn.name godot.variant.node_path godot.variant.node_path.name "
      "godot.variant.property.name godot.record.node godot.record.root_path godot.record.spawn_path "
      "godot.record.sync_root godot.record.property godot.record.property.node godot.record.script "
      "godot.record.peer_script godot.record.scene godot.record.scene_file godot.record.of_scene" },
    { report_disguise_text,
      "godot.rpc.method godot.rset.property godot.variant.string godot.variant.class godot.variant.script "
      "godot.variant.signal godot.variant.node_path.subname godot.record.game godot.record.game_version "
      "godot.record.comment godot.record.method godot.record.argument godot.record.log.function "
      "godot.record.log.file godot.record.log.code godot.record.log.rationale godot.record.log.stack" },
    { report_disguise_digits, "godot.path.md5 godot.record.md5" },
    { report_disguise_bytes, "godot.raw godot.rpc.raw godot.auth godot.variant.bytes" },
    { report_disguise_integer,
      "godot.variant.int godot.variant.ix godot.variant.iy godot.variant.iz godot.variant.iw "
      "godot.variant.event.data" },
    { report_disguise_float,
      "godot.variant.float godot.variant.x godot.variant.y godot.variant.z godot.variant.w godot.variant.d "
      "godot.variant.r godot.variant.g godot.variant.b godot.variant.a godot.variant.event.value" },
};

struct report_treatments {
    report_disguise_t *disguise;
    GTree             *of_fields;       /* the index into treatments_of_fields */
};

#define MD5_OF_NOTHING  "d41d8cd98f00b204e9800998ecf8427e"      /* of a node without methods, in each game */

report_treatments_t *
report_treatments_new(void)
{
    report_treatments_t *treatments = g_new0(report_treatments_t, 1);

    treatments->disguise = report_disguise_new();
    treatments->of_fields = g_tree_new_full(report_text_compare, NULL, g_free, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(treatments_of_fields); i++) {
        char **names = g_strsplit(treatments_of_fields[i].fields, " ", -1);

        for (char **name = names; *name; name++)
            g_tree_insert(treatments->of_fields, g_strdup(*name), GSIZE_TO_POINTER(i));
        g_strfreev(names);
    }
    report_treatments_replace_md5(treatments, MD5_OF_NOTHING, MD5_OF_NOTHING);
    return treatments;
}

void
report_treatments_free(report_treatments_t *treatments)
{
    report_disguise_free(treatments->disguise);
    g_tree_destroy(treatments->of_fields);
    g_free(treatments);
}

report_disguise_t *
report_treatments_disguise(report_treatments_t *treatments)
{
    return treatments->disguise;
}

void
report_treatments_replace_md5(report_treatments_t *treatments, const char *before, const char *after)
{
    report_disguise_fix_digits(treatments->disguise, (const guint8 *)before, (const guint8 *)after, strlen(before));
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
