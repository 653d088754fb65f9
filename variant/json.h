/* variant/json.h
 * What is a Variant's value in JSON? (docs/messages.md)
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VARIANT_JSON_H
#define VARIANT_JSON_H

#include "variant/variant.h"
#include <wsutil/json_dumper.h>

/**
 * Write one Variant that was dissected before. What cannot be read is null.
 *
 * @param end first byte that is not the value's any more
 */
void godot_variant_write_json(json_dumper *json, packet_info *pinfo, tvbuff_t *tvb, int offset, int end,
                              godot_dialect_t dialect, godot_encoding_t encoding);

/** Write bytes as a string of hexadecimal digits. */
void godot_bytes_write_json(json_dumper *json, packet_info *pinfo, tvbuff_t *tvb, int offset, int end);

#endif /* VARIANT_JSON_H */

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
