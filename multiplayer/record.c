/* multiplayer/record.c
 * What does a message tell the statistics?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/record.h"
#include "records/experts.h"
#include "records/records.h"

/* Key of the records among the data that a frame has under the protocol "godot" while it is dissected. */
#define RECORDS_KEY 0

static records_kind_t messages;

void
godot_record_begin(packet_info *pinfo, tvbuff_t *tvb, godot_message_t *message)
{
    godot_record_t *record;

    if (message->again || !records_wanted(&messages))
        return;
    record = wmem_new0(pinfo->pool, godot_record_t);
    record->bytes = tvb_reported_length(tvb);
    record->values = wmem_array_new(pinfo->pool, sizeof(godot_recorded_value_t));
    record->elements = wmem_array_new(pinfo->pool, sizeof(godot_recorded_element_t));
    record->over_enet = message->enet != NULL;
    record->run = message->run;
    record->was_sent = message->was_sent;
    record->arguments = UINT_MAX;
    message->record = record;
    if (message->enet)
        message->enet->record = record;
    else
        experts_collect(pinfo, &record->experts);
    records_keep(&messages, pinfo, record);
}

bool
godot_record_is_copy(const godot_record_t *record)
{
    return record->hop[0] != GODOT_PEER_UNKNOWN && record->source != GODOT_PEER_UNKNOWN &&
           record->hop[0] != record->source;
}

/* Tells whether the end that gets the message is not among those that it is for: another one, or all but this end. */
static bool
is_for_others(const godot_record_t *record)
{
    int32_t end = record->hop[1], target = record->target;

    return record->target_known && end != GODOT_PEER_UNKNOWN && (target > 0 ? target != end : target == -end);
}

void
godot_record_end(const godot_message_t *message, const char *text)
{
    godot_record_t *record = message->record;

    if (!record)
        return;
    record->source = message->scope.source;
    record->target = message->scope.target;
    record->target_known = message->scope.target_known;
    record->mode = message->mode;
    record->channel = message->channel;
    record->hop[0] = godot_scope_end(&message->scope, message->scope.direction);
    record->hop[1] = godot_scope_end(&message->scope, !message->scope.direction);
    record->relayed |= godot_record_is_copy(record) || is_for_others(record);
    record->text = text;
}

bool
godot_record_wants_text(const godot_message_t *message)
{
    return message->record && records_rows_wanted();
}

const wmem_list_t *
godot_records_of_frame(packet_info *pinfo)
{
    return records_of_frame(&messages, pinfo);
}

/* ---- What is read ---- */

void
godot_record_word(const godot_message_t *message, const char *word)
{
    godot_record_t *record = message->record;

    if (!record || !word)
        return;
    record->relayed |= record->word != NULL;
    record->word = word;
}

void
godot_record_release(const godot_message_t *message, const char *release)
{
    if (message->record)
        message->record->release = release;
}

static void
add_value(const godot_message_t *message, const godot_recorded_value_t *value)
{
    if (message->record)
        wmem_array_append(message->record->values, value, 1);
}

void
godot_record_value(const godot_message_t *message, tvbuff_t *tvb, int offset, int end, godot_dialect_t dialect,
                   godot_encoding_t encoding)
{
    add_value(message, &(godot_recorded_value_t) {
        .tvb = tvb, .offset = offset, .end = end, .dialect = dialect, .encoding = encoding
    });
}

void
godot_record_bytes(const godot_message_t *message, tvbuff_t *tvb, int offset, int end)
{
    add_value(message, &(godot_recorded_value_t) { .tvb = tvb, .offset = offset, .end = end, .bare = true });
}

void
godot_record_name(const godot_message_t *message, unsigned from_end, const char *name)
{
    wmem_array_t *values = message->record ? message->record->values : NULL;

    if (values && from_end <= wmem_array_get_count(values))
        ((godot_recorded_value_t *)wmem_array_index(values, wmem_array_get_count(values) - from_end))->name = name;
}

void
godot_record_properties(const godot_message_t *message)
{
    if (message->record)
        message->record->arguments = wmem_array_get_count(message->record->values);
}

void
godot_record_node(const godot_message_t *message, const char *node, uint32_t id)
{
    if (!message->record)
        return;
    message->record->node = node;
    message->record->node_id = id;
}

void
godot_record_method(const godot_message_t *message, const char *method, uint32_t id)
{
    if (!message->record)
        return;
    message->record->calls = true;
    message->record->method = method;
    message->record->method_id = id;
}

void
godot_record_spawner(const godot_message_t *message, const char *spawner, uint32_t id)
{
    if (!message->record)
        return;
    message->record->spawner = spawner;
    message->record->spawner_id = id;
}

void
godot_record_scene(const godot_message_t *message, const char *scene)
{
    if (message->record)
        message->record->scene = scene;
}

void
godot_record_takes_over(const godot_message_t *message)
{
    if (message->record)
        message->record->takes_over = true;
}

void
godot_record_element(const godot_message_t *message, const godot_recorded_element_t *element)
{
    godot_recorded_element_t added = *element;
    const godot_recorded_element_t *previous;
    unsigned count;

    if (!message->record)
        return;
    count = wmem_array_get_count(message->record->elements);
    previous = count ? wmem_array_index(message->record->elements, count - 1) : NULL;
    added.first = previous ? previous->first + previous->count : 0;
    added.count = wmem_array_get_count(message->record->values) - added.first;
    wmem_array_append_one(message->record->elements, added);
}

/* ---- Registration ---- */

void
godot_record_register(int proto)
{
    records_register_kind(&messages, proto, RECORDS_KEY, "godot");
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
