/* ws_compat.h
 * What differs between the plugin interfaces of Wireshark 4.0, 4.2, 4.4 and 4.6.
 * The only file that tests a Wireshark version.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef WS_COMPAT_H
#define WS_COMPAT_H

#include <wireshark.h>
/* The real declarations must come before the macros that rename them. */
#include <epan/packet.h>
#include <epan/expert.h>
#include <epan/prefs.h>
#include <epan/tfs.h>
#include <epan/unit_strings.h>
#include <epan/conversation.h>
#include <epan/conversation_filter.h>
#include <epan/follow.h>
#include <epan/proto_data.h>
#include <epan/stats_tree.h>
#include <wsutil/pint.h>

#ifndef G_ALWAYS_INLINE
#define G_ALWAYS_INLINE     /* before GLib 2.74 */
#endif

#define WS_AT_LEAST(major, minor) \
    (WIRESHARK_VERSION_MAJOR > (major) || \
     (WIRESHARK_VERSION_MAJOR == (major) && WIRESHARK_VERSION_MINOR >= (minor)))

/* Does Wireshark distinguish conversations by the interface, too? */
#if WS_AT_LEAST(4, 4)
#define ws_conversations_have_interfaces()  (prefs.conversation_deinterlacing_key > 0)
#else
#define ws_conversations_have_interfaces()  false
#endif

#if WS_AT_LEAST(4, 4)
#include <wsutil/plugins.h>
#define WS_PLUGIN_DISSECTS_AND_TAPS (WS_PLUGIN_DESC_DISSECTOR | WS_PLUGIN_DESC_TAP_LISTENER)
typedef bool ws_bool;
#else
#define WS_PLUGIN_DISSECTS_AND_TAPS 0       /* 4.0 and 4.2 do not ask */
typedef gboolean ws_bool;
#define STATS_TREE_MENU_SEPARATOR   "/"
#define tvb_get_uint8               tvb_get_guint8
#define tvb_find_uint8              tvb_find_guint8
#define tvb_get_uint32              tvb_get_guint32
#endif

#if WS_AT_LEAST(4, 2)
#include <wsutil/str_util.h>
typedef bool ws_table_bool;
#define FILTER_USER_DATA            , void *user_data _U_
#define ws_register_conversation_filter(proto, title, valid, build) \
    register_conversation_filter(proto, title, valid, build, NULL)
#define ws_register_follow_stream   register_follow_stream
#define ws_format_text(pool, text)  format_text(pool, text, strlen(text))
#else
#include <epan/strutil.h>
typedef gboolean ws_table_bool;             /* return type of the callbacks of a UAT */
#define FILTER_USER_DATA
#define ws_register_conversation_filter register_conversation_filter
#define ws_register_follow_stream(proto, tap, conv, index, addr, port, cb, count, sub) \
    ((void)(count), (void)(sub), register_follow_stream(proto, tap, conv, index, addr, port, cb))
#define ws_format_text(pool, text)  format_text(pool, (const guchar *)(text), strlen(text))
#define wmem_strbuf_new_sized(allocator, size) wmem_strbuf_sized_new(allocator, size, 0)
#endif

/*
 * What begins a statistic of the command line says whether it could. Before 4.6 it has no way to say so: if it could
 * not, it ends the program, as Wireshark's own statistics do.
 */
#if WS_AT_LEAST(4, 6)
#define WS_STAT_INIT_RESULT             bool
#define WS_STAT_INIT_RETURN(succeeded)  return (succeeded)
#else
#define WS_STAT_INIT_RESULT             void
#define WS_STAT_INIT_RETURN(succeeded)  do { if (!(succeeded)) exit(1); } while (0)
#endif

/*
 * Calls the function with the number of each frame from which this one was put together, by whatever layer, once it was
 * dissected.
 */
static inline void
ws_each_earlier_frame(const packet_info *pinfo, GFunc call, void *user_data)
{
#if WS_AT_LEAST(4, 4)
    GHashTableIter iter;
    void *number;

    if (!pinfo->fd->dependent_frames)
        return;
    g_hash_table_iter_init(&iter, pinfo->fd->dependent_frames);
    while (g_hash_table_iter_next(&iter, &number, NULL))
        call(number, user_data);
#elif WS_AT_LEAST(4, 2)
    (void)pinfo, (void)call, (void)user_data;       /* one of the two; the headers of 4.2 were not to be had */
#else
    g_slist_foreach(pinfo->dependent_frames, call, user_data);
#endif
}

#ifndef FT_IS_UINT32
#define FT_IS_UINT32        IS_FT_UINT32    /* up to 4.2 */
#endif

#if !WS_AT_LEAST(4, 6)
#define val_to_str(pool, value, strings, format)     val_to_str_wmem(pool, value, strings, format)
#define val_to_str_ext(pool, value, strings, format) val_to_str_ext_wmem(pool, value, strings, format)
#define dissector_try_uint_with_data                 dissector_try_uint_new
#define phtonu32                                     phton32

/*
 * An expert text that is longer than a label is cut in the middle of a character. This cuts it between characters, with
 * an ellipsis.
 */
static inline const char *
ws_cut_label(char *text)
{
    static const char ellipsis[] = "\xe2\x80\xa6";

    if (strlen(text) >= ITEM_LABEL_LENGTH)
        memcpy(g_utf8_find_prev_char(text, text + ITEM_LABEL_LENGTH + 1 - sizeof ellipsis), ellipsis, sizeof ellipsis);
    return text;
}
#else
#define ws_cut_label(text)                           (text)
#endif

#endif /* WS_COMPAT_H */

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
