/* variant/labels.c
 * How is text written into labels and the Info column?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "variant/labels.h"
#include "variant/text.h"

#define ELLIPSIS    "\xe2\x80\xa6"

/*
 * Tricks with eight bytes at a time: the highest bit of each byte shows whether it is less than or equal to another.
 * Bytes above such a byte may be marked, too.
 */
#define EIGHT(byte)             (UINT64_MAX / 0xff * (byte))
#define IS_LESS(bytes, byte)    (((bytes) - EIGHT(byte)) & ~(bytes) & EIGHT(0x80))
#define IS_EQUAL(bytes, byte)   IS_LESS((bytes) ^ EIGHT(byte), 1)

/* Skips groups of eight bytes in which no control character begins. */
static const char *
skip_plain(const char *text)
{
    for (size_t left = strlen(text); left >= 8; left -= 8, text += 8) {
        uint64_t bytes;

        memcpy(&bytes, text, sizeof bytes);
        if (G_LIKELY(!(((bytes - EIGHT(0x20)) | (bytes + EIGHT(1)) | bytes) & EIGHT(0x80))))    /* all are ' ' to '~' */
            continue;
        if (IS_LESS(bytes, 0x20) | IS_EQUAL(bytes, 0x7f) | IS_EQUAL(bytes, 0xc2))
            break;
    }
    return text;
}

const char *
godot_printable(wmem_allocator_t *pool, const char *text)
{
    for (const char *at = skip_plain(text);; at++) {
        while ((unsigned char)(*at - ' ') <= '~' - ' ')     /* nearly all bytes are */
            at++;
        if (*at == '\0')
            return text;
        if (godot_control_of(at))
            return ws_format_text(pool, text);
    }
}

const char *
godot_cut_bytes(wmem_allocator_t *pool, const char *text, size_t room)
{
    size_t end;

    if (strlen(text) <= room)
        return text;
    if (room < strlen(ELLIPSIS))
        return "";
    end = room - strlen(ELLIPSIS);
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    return wmem_strdup_printf(pool, "%.*s" ELLIPSIS, (int)end, text);
}

/* Returns the length of an item's label in bytes. Until a text is appended, that of an item without a value is its name. */
static size_t
label_length(const field_info *field)
{
    return strlen(field->rep ? field->rep->representation : field->hfinfo->name);
}

void
godot_label_append(packet_info *pinfo, proto_item *item, const char *separator, const char *text)
{
    const field_info *field = item && PTREE_DATA(item)->visible ? PITEM_FINFO(item) : NULL;
    size_t used = field ? label_length(field) + strlen(separator) : ITEM_LABEL_LENGTH;

    if (used >= ITEM_LABEL_LENGTH - 1)      /* or the label is not wanted */
        return;
    text = godot_cut_bytes(pinfo->pool, godot_printable(pinfo->pool, text), ITEM_LABEL_LENGTH - 1 - used);
    proto_item_append_text(item, "%s%s", separator, text);
}

void
godot_label_set(packet_info *pinfo, proto_item *item, const char *name, const char *separator, const char *text)
{
    char label[ITEM_LABEL_LENGTH], *end;

    name = godot_cut_bytes(pinfo->pool, godot_printable(pinfo->pool, name), sizeof label - 1 - strlen(separator));
    end = godot_string_write(godot_string_write(label, name), separator);
    text = godot_cut_bytes(pinfo->pool, godot_printable(pinfo->pool, text), label + sizeof label - 1 - end);
    *godot_string_write(end, text) = '\0';
    proto_item_set_text(item, "%s", label);     /* one format part: three cost twice as much */
}

void
godot_info_append(packet_info *pinfo, const char *text)
{
    const char *before = col_get_text(pinfo->cinfo, COL_INFO);

    text = godot_printable(pinfo->pool, text);
    if (before && !*before)     /* nearly always */
        col_set_str(pinfo->cinfo, COL_INFO, text);      /* copies nothing unless there is a fence */
    else
        col_append_sep_fstr(pinfo->cinfo, COL_INFO, "  |  ", "%s", text);
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
