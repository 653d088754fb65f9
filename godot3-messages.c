/* godot3-messages.c
 * What does this 3.x message say?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "godot3-messages.h"

void
dissect_godot3_message(tvbuff_t *tvb _U_, packet_info *pinfo _U_, proto_tree *tree _U_,
                       godot_message_t *message _U_, wmem_strbuf_t *info _U_)
{
}

godot_fit_t
godot3_message_valid(tvbuff_t *tvb _U_, packet_info *pinfo _U_, const godot_message_t *message _U_)
{
    return GODOT_FIT_NONE;
}

void
godot3_messages_register(int proto _U_)
{
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
