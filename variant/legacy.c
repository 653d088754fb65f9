/* variant/legacy.c
 * How are images and input events read, which only Godot 2.1 sends?
 *
 * The wire format: docs/wire/variant.md.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/entries.h"
#include "variant/items.h"
#include "variant/legacy.h"
#include "variant/numbers.h"
#include "ws_constants.h"

static int hf_image_format = -1;
static int hf_image_mipmaps = -1;
static int hf_image_width = -1;
static int hf_image_height = -1;
static int hf_event_type = -1;
static int hf_event_device = -1;
static int hf_event_length = -1;
static int hf_event_data = -1;
static int hf_event_value = -1;

static expert_field ei_event_length = EI_INIT;

/* docs/wire/variant.md, 4.9 */
static const value_string event_types[] = {
    { 0, "None" },
    { 1, "Key" },
    { 2, "Mouse motion" },
    { 3, "Mouse button" },
    { 4, "Joystick motion" },
    { 5, "Joystick button" },
    { 6, "Screen touch" },
    { 7, "Screen drag" },
    { 8, "Action" },
    { 0, NULL }
};

bool
walk_image(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    uint32_t format, mipmaps, width, height, length;

    if (!walk_word(c, tree, hf_image_format, &format, NULL) || !walk_word(c, tree, hf_image_mipmaps, &mipmaps, NULL) ||
        !walk_word(c, tree, hf_image_width, &width, NULL) || !walk_word(c, tree, hf_image_height, &height, NULL) ||
        !walk_count(c, tree, 1, &length))
        return false;
    if (godot_text_wanted(c->text)) {
        char text[64];

        snprintf(text, sizeof text, "Image(%u, %u, %u, %u)", width, height, mipmaps, format);
        godot_text_put(c->text, text);
    }
    add_bytes(c, tree, length);
    if (!need_bytes(c, length))
        return false;
    c->offset += length;
    if (!walk_padding(c, tree, length, true))
        return false;
    godot_json_null(c->json);
    return true;
}

/* Walks over the words of an event's body; the last word of a joystick motion is a float. */
static void
walk_event_body(cursor_t *c, proto_tree *tree, uint32_t type, int end)
{
    for (int words = 0; c->offset + 4 <= end; c->offset += 4, words++) {
        number_t number;

        if (type != 4 || words != 1) {
            add_item(c, tree, hf_event_data, 4, ENC_LITTLE_ENDIAN);
            continue;
        }
        read_number(c, ELEMENT_F32, 4, &number);
        proto_tree_add_double(tree, hf_event_value, c->tvb, c->offset, 4, number_as_written(&number));
    }
}

bool
walk_input_event(cursor_t *c, proto_tree *tree, const head_t *head _U_)
{
    const int start = c->offset;
    uint32_t type, device, length;
    proto_item *item;

    if (!walk_word(c, tree, hf_event_type, &type, NULL) || !walk_word(c, tree, hf_event_device, &device, NULL) ||
        !walk_word(c, tree, hf_event_length, &length, &item))
        return false;
    godot_text_put(c->text, "InputEvent(");
    godot_text_put(c->text, val_to_str_const(type, event_types, "Unknown"));
    godot_text_put(c->text, ")");
    if (length < 12 || length % 4 != 0)
        return add_fault(c, item, &ei_event_length);
    if (!need_bytes(c, length - 12))
        return false;
    walk_event_body(c, tree, type, start + length);
    godot_json_null(c->json);
    return true;
}

void
legacy_register(int proto, expert_module_t *experts)
{
    static hf_register_info hf[] = {
        { &hf_image_format,
            { "Image format", "godot.variant.image.format", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Number of the pixels' format in the engine", HFILL } },
        { &hf_image_mipmaps,
            { "Mipmaps", "godot.variant.image.mipmaps", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Number of smaller copies that follow the image", HFILL } },
        { &hf_image_width,
            { "Image width", "godot.variant.image.width", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Pixels of a line", HFILL } },
        { &hf_image_height,
            { "Image height", "godot.variant.image.height", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Lines of the image", HFILL } },
        { &hf_event_type,
            { "Event type", "godot.variant.event.type", FT_UINT32, BASE_DEC,
              VALS(event_types), 0x0, "What kind of input it was", HFILL } },
        { &hf_event_device,
            { "Device", "godot.variant.event.device", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Number of the device that the input came from", HFILL } },
        { &hf_event_length,
            { "Event length", "godot.variant.event.length", FT_UINT32, BASE_DEC|BASE_UNIT_STRING,
              &ws_units_byte_bytes, 0x0, "Length of the event with the three words before its body", HFILL } },
        { &hf_event_data,
            { "Event data", "godot.variant.event.data", FT_UINT32, BASE_DEC,
              NULL, 0x0, "Button, axis, scan code or modifiers", HFILL } },
        { &hf_event_value,
            { "Event value", "godot.variant.event.value", FT_DOUBLE, BASE_NONE,
              NULL, 0x0, "Position of a joystick axis", HFILL } },
    };
    static ei_register_info ei[] = {
        { &ei_event_length,
            { "godot.variant.event_length", PI_MALFORMED, PI_ERROR,
              "Impossible length of an input event", EXPFILL } },
    };

    proto_register_field_array(proto, hf, array_length(hf));
    expert_register_field_array(experts, ei, array_length(ei));
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
