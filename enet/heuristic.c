/* enet/heuristic.c
 * May a datagram on an unknown port be claimed as ENet?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "ends/ends.h"
#include "enet/commands.h"
#include "enet/heuristic.h"
#include "enet/undo.h"

/*
 * Wireshark asks a plugin's heuristic before every built-in one, so a false claim takes packets away from other
 * protocols. Proof is a CONNECT, a VERIFY_CONNECT, a fragment, or two kinds of commands in one datagram: each fixes
 * well over 40 bits. Anything weaker must contain data and come from both directions, or be numbered without a gap.
 * Acknowledgements alone are never enough (docs/heuristics.md).
 */
#define HANDSHAKE \
    (ENET_COMMAND_BIT(ENET_CONNECT) | ENET_COMMAND_BIT(ENET_VERIFY_CONNECT))
#define PROOF \
    (HANDSHAKE | ENET_COMMAND_BIT(ENET_SEND_FRAGMENT) | \
     ENET_COMMAND_BIT(ENET_SEND_UNRELIABLE_FRAGMENT))

/* Without a handshake, a peer slot from this one on is too unlikely to be taken for ENet. */
#define SLOT_BELIEVED 128

/* So many datagrams with data in one direction, numbered without a gap, are enough. */
#define RUN_LENGTH 5

typedef struct {
    enet_header_t  header;
    enet_command_t last;
    unsigned       length;  /* number of datagrams */
} enet_run_t;

/* What a conversation without a handshake has shown so far. The index is ends_sender(). */
typedef struct {
    uint32_t   kinds[2];
    enet_run_t run[2];
    unsigned   datagrams;
} enet_hints_t;

static wmem_map_t *hints_of_conversations;

void
enet_heuristic_register(void)
{
    hints_of_conversations = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(),
                                                    g_direct_hash, g_direct_equal);
}

static bool
has_two_kinds(uint32_t kinds)
{
    return (kinds & (kinds - 1)) != 0;
}

static enet_hints_t *
get_hints(packet_info *pinfo)
{
    void *key = GUINT_TO_POINTER(find_or_create_conversation(pinfo)->conv_index);
    enet_hints_t *hints = wmem_map_lookup(hints_of_conversations, key);

    if (!hints) {
        hints = wmem_new0(wmem_file_scope(), enet_hints_t);
        wmem_map_insert(hints_of_conversations, key, hints);
    }
    return hints;
}

/* Tells whether a command is the next one of the same counter (docs/wire/enet.md, 4.1). */
static bool
follows(const enet_command_t *command, const enet_command_t *before)
{
    if (command->number != before->number || command->channel != before->channel)
        return false;
    if (command->number == ENET_SEND_RELIABLE)
        return command->seq == (uint16_t)(before->seq + 1);
    return command->seq == before->seq && command->second == (uint16_t)(before->second + 1);
}

/* Before the first datagram, the last command is none, and none follows that. */
static bool
heuristic_goes_on(const enet_run_t *run, const enet_evidence_t *evidence)
{
    return evidence->header.peer_id == run->header.peer_id && evidence->header.session == run->header.session &&
           follows(&evidence->first, &run->last);
}

static void
extend_run(enet_run_t *run, const enet_evidence_t *evidence)
{
    unsigned length = heuristic_goes_on(run, evidence) ? run->length : 0;

    if (evidence->kinds & ENET_DATA_COMMANDS)
        *run = (enet_run_t) { evidence->header, evidence->last, length + 1 };
}

/*
 * Adds up the weak evidence of a conversation. Both directions, two kinds of commands and data among them are enough,
 * and so is a run.
 */
static bool
hints_suffice(packet_info *pinfo, const enet_evidence_t *evidence)
{
    enet_hints_t *hints = get_hints(pinfo);
    unsigned sender = ends_sender(pinfo);
    uint32_t all;

    hints->kinds[sender] |= evidence->kinds;
    hints->datagrams++;
    extend_run(&hints->run[sender], evidence);
    all = hints->kinds[0] | hints->kinds[1];
    return hints->run[sender].length >= RUN_LENGTH ||
           (hints->kinds[0] && hints->kinds[1] && hints->datagrams >= 3 &&
            has_two_kinds(all) && (all & ENET_DATA_COMMANDS));
}

/* Tells whether the block can be undone, in any mode, to commands that a stock ENet could have sent. */
static bool
compressed_is_plausible(const enet_header_t *header, const uint8_t *block, size_t length,
                        enet_evidence_t *evidence)
{
    uint8_t out[ENET_MAX_DECOMPRESSED];
    const size_t room = sizeof out - header->size;

    for (unsigned m = ENET_COMPRESSION_RANGE; m < ENET_COMPRESSION_COUNT; m++) {
        enet_compression_t mode = (enet_compression_t)m;
        if (enet_may_undo(mode, block, length, room) && enet_undo(mode, header, block, length, out, room, evidence))
            return true;
    }
    return false;
}

/* Reads the commands behind so many bytes; returns false if a stock ENet could not have sent them. */
static bool
gather_behind(size_t skip, const uint8_t *data, size_t length, const enet_header_t *header, enet_evidence_t *evidence)
{
    if (length <= skip)
        return false;
    return header->compressed ? compressed_is_plausible(header, data + skip, length - skip, evidence)
                              : enet_block_is_plausible(header, data + skip, length - skip, false, evidence);
}

/*
 * Collects what a datagram shows by itself; returns false if a stock ENet could not have sent it. To undo a block costs
 * time, and what is behind a checksum shows less: both only if the slot may be one of ENet's. Only the datagrams of a
 * handshake tell the key of their checksum (docs/wire/enet.md, 1.2).
 */
static bool
gather_evidence(const uint8_t *data, size_t length, enet_evidence_t *evidence)
{
    enet_header_t header;
    bool is_likely;

    if (length > ENET_MTU_MAX || !enet_read_header(data, length, &header))
        return false;
    is_likely = header.peer_id == ENET_PEER_UNKNOWN || header.peer_id < SLOT_BELIEVED;
    if ((is_likely || !header.compressed) && gather_behind(header.size, data, length, &header, evidence))
        return true;
    return is_likely && gather_behind(header.size + ENET_CHECKSUM_SIZE, data, length, &header, evidence) &&
           (evidence->kinds & HANDSHAKE);
}

static bool
slot_is_believed(const enet_evidence_t *evidence)
{
    return evidence->header.peer_id < SLOT_BELIEVED;
}

static bool
heuristic_is_proof(const enet_evidence_t *evidence)
{
    return (evidence->kinds & PROOF) ||
           (slot_is_believed(evidence) && has_two_kinds(evidence->kinds));
}

bool
enet_datagram_is_proof(const uint8_t *data, size_t length)
{
    enet_evidence_t evidence;

    return gather_evidence(data, length, &evidence) && heuristic_is_proof(&evidence);
}

bool
enet_heuristic_accepts(tvbuff_t *tvb, packet_info *pinfo)
{
    size_t length = tvb_captured_length(tvb);
    enet_evidence_t evidence;

    if (length != tvb_reported_length(tvb) || pinfo->flags.in_error_pkt ||
        !gather_evidence(tvb_get_ptr(tvb, 0, (int)length), length, &evidence))
        return false;
    return heuristic_is_proof(&evidence) ||
           (slot_is_believed(&evidence) && hints_suffice(pinfo, &evidence));
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
