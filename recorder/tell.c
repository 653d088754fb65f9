/* recorder/tell.c
 * What does a record that is no packet say, in one line?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "recorder/tell.h"
#include "recorder/attributes.h"
#include "records/experts.h"

/* Offsets in the header, after the part that all records have (docs/wire/recording.md, 4.5). */
enum { FIRST = 40, REMOTE_FORCE = 41, STATUS_NOW = 41, REMOTE_ID = 44, STATUS_ID = 44, LOST_COUNT = 48 };

enum { GAME_DISCONNECTS = 3 };      /* event of a remote peer */
enum { WRITING_FAILED = 4 };        /* reason of the end of a run */

static expert_field ei_lost = EI_INIT;
static expert_field ei_failed = EI_INIT;
static expert_field ei_error = EI_INIT;
static expert_field ei_warning = EI_INIT;
static expert_field ei_script = EI_INIT;
static expert_field ei_shader = EI_INIT;

/* The record that is described, and the text so far. */
typedef struct {
    tvbuff_t      *tvb, *body;
    packet_info   *pinfo;
    proto_item    *item;
    wmem_strbuf_t *text;
} teller_t;

static const char *
word(const teller_t *teller, int offset, const value_string *words)
{
    return val_to_str_const(tvb_get_uint8(teller->tvb, offset), words, "not known");
}

static const char *
tell_text_of(const teller_t *teller, uint16_t tag)
{
    return recording_text(teller->pinfo->pool, teller->body, tag);
}

/* Appends a text, with others before and after it, if there is one. */
static void
tell_append(const teller_t *teller, const char *before, const char *text, const char *behind)
{
    if (*text)
        wmem_strbuf_append_printf(teller->text, "%s%s%s", before, text, behind);
}

/* A packet whose bytes are not here. */
static void
tell_packet(const teller_t *teller)
{
    wmem_strbuf_append(teller->text, "Packet without its bytes");
}

static void
tell_run_begin(const teller_t *teller)
{
    wmem_strbuf_append(teller->text, "Recording begins");
    tell_append(teller, ": ", tell_text_of(teller, RECORDING_GAME), "");
    tell_append(teller, ", Godot ", tell_text_of(teller, RECORDING_ENGINE), "");
    tell_append(teller, " on ", tell_text_of(teller, RECORDING_SYSTEM), "");
    wmem_strbuf_append_printf(teller->text, ", process %u", recording_number(teller->body, RECORDING_PROCESS, 0));
}

static void
tell_peer_begin(const teller_t *teller)
{
    wmem_strbuf_append(teller->text, "Peer begins");
    tell_append(teller, ": ", tell_text_of(teller, RECORDING_CLASS), "");
    wmem_strbuf_append_printf(teller->text, ", id %d", (int32_t)recording_number(teller->body, RECORDING_OWN_ID, 0));
    tell_append(teller, ", at ", tell_text_of(teller, RECORDING_ROOT), "");
}

static void
tell_peer_end(const teller_t *teller)
{
    wmem_strbuf_append_printf(teller->text, "Peer ends: %s", word(teller, FIRST, recording_peer_ends));
}

static void
tell_remote(const teller_t *teller)
{
    bool at_once = tvb_get_uint8(teller->tvb, FIRST) == GAME_DISCONNECTS && tvb_get_uint8(teller->tvb, REMOTE_FORCE);

    wmem_strbuf_append_printf(teller->text, "Peer %d: %s%s", (int32_t)tvb_get_letohl(teller->tvb, REMOTE_ID),
                              word(teller, FIRST, recording_remotes), at_once ? " at once" : "");
}

static void
tell_status(const teller_t *teller)
{
    wmem_strbuf_append_printf(teller->text, "Status: %s \xe2\x86\x92 %s, id %d", word(teller, FIRST, recording_statuses),
                              word(teller, STATUS_NOW, recording_statuses), (int32_t)tvb_get_letohl(teller->tvb, STATUS_ID));
}

static void
append_count(const teller_t *teller, uint16_t tag, const char *one, const char *many)
{
    unsigned count = recording_count(teller->body, tag);

    if (count)
        wmem_strbuf_append_printf(teller->text, ", %u %s", count, count == 1 ? one : many);
}

static void
tell_names(const teller_t *teller)
{
    wmem_strbuf_append_printf(teller->text, "Names of %s", tell_text_of(teller, RECORDING_NODE));
    tell_append(teller, " (", tell_text_of(teller, RECORDING_NODE_CLASS), ")");
    tell_append(teller, ", ", tell_text_of(teller, RECORDING_SCRIPT), "");
    append_count(teller, RECORDING_METHOD, "method", "methods");
    append_count(teller, RECORDING_PROPERTY, "property", "properties");
    append_count(teller, RECORDING_SCENE, "scene", "scenes");
}

/* Writes what the engine's console has: the kind, then the rationale, or the code where there is none. */
static void
tell_log(const teller_t *teller)
{
    static const struct {
        const char   *prefix;
        expert_field *expert;
    } types[] = {
        { "ERROR: ", &ei_error }, { "WARNING: ", &ei_warning }, { "SCRIPT ERROR: ", &ei_script }, { "SHADER ERROR: ", &ei_shader }
    };
    uint8_t type = tvb_get_uint8(teller->tvb, FIRST);
    const char *rationale = tell_text_of(teller, RECORDING_RATIONALE);
    const char *message = *rationale ? rationale : tell_text_of(teller, RECORDING_CODE);
    uint32_t repeats = recording_number(teller->body, RECORDING_REPEATS, 0);

    if (type >= G_N_ELEMENTS(types))
        type = 0;
    experts_add_format(teller->pinfo, teller->item, types[type].expert, "%s", message);
    wmem_strbuf_append_printf(teller->text, "%s%s", types[type].prefix, message);
    tell_append(teller, " (", tell_text_of(teller, RECORDING_FUNCTION), ")");
    if (repeats)
        wmem_strbuf_append_printf(teller->text, ", %u more times", repeats);
}

static void
tell_lost(const teller_t *teller)
{
    uint64_t count = tvb_get_letoh64(teller->tvb, LOST_COUNT);
    const char *reason = word(teller, FIRST, recording_losses);

    wmem_strbuf_append_printf(teller->text, "%" PRIu64 " record%s lost: %s", count, count == 1 ? "" : "s", reason);
    experts_add_format(teller->pinfo, teller->item, &ei_lost, "%" PRIu64 " records are missing before this one: %s", count,
                       reason);
}

static void
tell_run_end(const teller_t *teller)
{
    wmem_strbuf_append_printf(teller->text, "Recording ends: %s", word(teller, FIRST, recording_run_ends));
    if (tvb_get_uint8(teller->tvb, FIRST) == WRITING_FAILED)
        experts_add(teller->pinfo, teller->item, &ei_failed);
}

static void
tell_clock(const teller_t *teller)
{
    recording_attribute_t attribute;
    int at = 0;

    wmem_strbuf_append(teller->text, "Clock");
    while (teller->body && recording_next_attribute(teller->body, &at, &attribute))
        if (attribute.tag == RECORDING_STATISTICS && attribute.length >= RECORDING_STATISTICS_SIZE)
            wmem_strbuf_append_printf(teller->text, ", round trip to peer %d: %.1f ms",
                                      (int32_t)tvb_get_letohl(teller->body, attribute.offset),
                                      tvb_get_letohl(teller->body, attribute.offset + 4) / 1000.0);
}

static void
tell_mark(const teller_t *teller)
{
    wmem_strbuf_append(teller->text, "Mark");
    tell_append(teller, ": ", tell_text_of(teller, RECORDING_COMMENT), "");
}

const char *
recording_tell(tvbuff_t *tvb, packet_info *pinfo, const recording_header_t *header, tvbuff_t *body, proto_item *item)
{
    static void (*const tellers[])(const teller_t *) = {
        [RECORDING_PACKET] = tell_packet,
        [RECORDING_RUN_BEGIN] = tell_run_begin, [RECORDING_PEER_BEGIN] = tell_peer_begin, [RECORDING_PEER_END] = tell_peer_end,
        [RECORDING_REMOTE] = tell_remote, [RECORDING_STATUS] = tell_status, [RECORDING_NAMES] = tell_names,
        [RECORDING_LOG] = tell_log, [RECORDING_LOST] = tell_lost, [RECORDING_RUN_END] = tell_run_end,
        [RECORDING_CLOCK] = tell_clock, [RECORDING_MARK] = tell_mark,
    };
    teller_t teller = { tvb, body, pinfo, item, wmem_strbuf_new(pinfo->pool, "") };

    if (header->kind < G_N_ELEMENTS(tellers) && tellers[header->kind])
        tellers[header->kind](&teller);
    else
        wmem_strbuf_append_printf(teller.text, "Record of kind %u", header->kind);
    if (header->flags & RECORDING_REPEATED)
        wmem_strbuf_append(teller.text, " (repeated)");
    return wmem_strbuf_get_str(teller.text);
}

/* ---- Registration ---- */

static ei_register_info ei[] = {
    { &ei_lost,
      { "godot.record.lost", PI_SEQUENCE, PI_WARN,
        "Records are missing before this one", EXPFILL } },
    { &ei_failed,
      { "godot.record.run_end.failed", PI_SEQUENCE, PI_WARN,
        "The recording ends because it could not be written", EXPFILL } },
    { &ei_error,
      { "godot.record.log.error", PI_PROTOCOL, PI_ERROR,
        "The engine printed an error", EXPFILL } },
    { &ei_warning,
      { "godot.record.log.warning", PI_PROTOCOL, PI_WARN,
        "The engine printed a warning", EXPFILL } },
    { &ei_script,
      { "godot.record.log.script_error", PI_PROTOCOL, PI_ERROR,
        "The engine printed an error of a script", EXPFILL } },
    { &ei_shader,
      { "godot.record.log.shader_error", PI_PROTOCOL, PI_ERROR,
        "The engine printed an error of a shader", EXPFILL } },
};

void
recording_tell_register(expert_module_t *experts)
{
    expert_register_field_array(experts, ei, G_N_ELEMENTS(ei));
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
