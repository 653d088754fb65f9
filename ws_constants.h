/* ws_constants.h
 * Which constants of Wireshark do tables of the plugin refer to?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef WS_CONSTANTS_H
#define WS_CONSTANTS_H

#include "ws_compat.h"

/*
 * These are copies of what Wireshark has under the names without "ws_". The tables have the addresses of the copies,
 * because on Windows the address of another library's data is no constant.
 */
static const unit_name_string ws_units_byte_bytes = { " byte", " bytes" };
static const unit_name_string ws_units_milliseconds = { "ms", NULL };
static const unit_name_string ws_units_microseconds = { "\xc2\xb5s", NULL };
static const value_string ws_proto_checksum_vals[] = {
    { PROTO_CHECKSUM_E_BAD,         "Bad" },
    { PROTO_CHECKSUM_E_GOOD,        "Good" },
    { PROTO_CHECKSUM_E_UNVERIFIED,  "Unverified" },
    { PROTO_CHECKSUM_E_NOT_PRESENT, "Not present" },
    { PROTO_CHECKSUM_E_ILLEGAL,     "Illegal" },
    { 0, NULL }
};

#endif /* WS_CONSTANTS_H */

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
