/* plugin.c
 * Which protocols and statistics does this plugin register?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define WS_BUILD_DLL

#include "debugger/packet-godot-debugger.h"
#include "enet/packet-enet.h"
#include "multiplayer/packet-godot-multiplayer.h"
#include "packet-godot-variant.h"
#include "naming/names.h"
#include "naming/project-prefs.h"
#include "recorder/packet-godot-record.h"
#include "records/records.h"
#include "statistics/conversations.h"
#include "statistics/divided.h"
#include "statistics/frames.h"
#include "statistics/statistics.h"
#include "streams/packet-godot-channel.h"
#include "streams/packet-godot-stream.h"
#include "streams/packet-godot-websocket.h"
#include "streams/websocket-ports.h"
#include "ws_compat.h"
#include <epan/tap.h>

#ifndef PLUGIN_VERSION
#define PLUGIN_VERSION "0.0.0"
#endif

WS_DLL_PUBLIC_DEF const char plugin_version[] = PLUGIN_VERSION;
WS_DLL_PUBLIC_DEF const int plugin_want_major = WIRESHARK_VERSION_MAJOR;
WS_DLL_PUBLIC_DEF const int plugin_want_minor = WIRESHARK_VERSION_MINOR;

WS_DLL_PUBLIC void plugin_register(void);
WS_DLL_PUBLIC uint32_t plugin_describe(void);

/* The module "godot" has the preferences of all protocols except ENet's. */
static void
plugin_register_preferences(void)
{
    module_t *module = prefs_register_protocol(proto_get_id_by_filter_name("godot"), godot_project_apply_preferences);

    godot_multiplayer_register_preferences(module);
    godot_variant_register_preferences(module);
    godot_debug_register_preferences(module);
    godot_websocket_register_preferences(module);
    godot_names_register_preferences(module);
}

/*
 * Wireshark calls these from the last to the first, and asks the heuristic first that was registered last. So the
 * debugger, which is stricter, comes before streams here, and the preferences are registered when all protocols are.
 */
static const proto_plugin protocols[] = {
    { plugin_register_preferences,    NULL },
    { statistics_frames_register,     NULL },
    { statistics_divided_register,    statistics_divided_handoff },
    { statistics_conversations_register, NULL },
    { proto_register_enet,            proto_reg_handoff_enet },
    { proto_register_godot,           proto_reg_handoff_godot },
    { proto_register_godot_variant,   proto_reg_handoff_godot_variant },
    { proto_register_godot_debug,     proto_reg_handoff_godot_debug },
    { proto_register_godot_stream,    proto_reg_handoff_godot_stream },
    { proto_register_godot_websocket, proto_reg_handoff_godot_websocket },
    { proto_register_godot_channel,   proto_reg_handoff_godot_channel },
    { proto_register_godot_record,    NULL },
    { records_register,               NULL },
};

static const tap_plugin statistics = { statistics_register };

void
plugin_register(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(protocols); i++)
        proto_register_plugin(&protocols[i]);
    tap_register_plugin(&statistics);
}

uint32_t
plugin_describe(void)
{
    return WS_PLUGIN_DISSECTS_AND_TAPS;
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
