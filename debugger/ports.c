/* debugger/ports.c
 * Who had a TCP port before the remote debugger?
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "debugger/ports.h"

static wmem_map_t *displaced;           /* port -> its dissector before us */
static range_t *taken;
static dissector_handle_t taker;

static void
take_port(uint32_t port, void *unused _U_)
{
    dissector_handle_t owner = dissector_get_uint_handle(find_dissector_table("tcp.port"), port);

    if (owner && owner != taker)
        wmem_map_insert(displaced, GUINT_TO_POINTER(port), owner);
    dissector_add_uint("tcp.port", port, taker);
}

static void
return_port(uint32_t port, void *unused _U_)
{
    dissector_handle_t owner = (dissector_handle_t)wmem_map_remove(displaced, GUINT_TO_POINTER(port));

    dissector_delete_uint("tcp.port", port, taker);
    if (owner)
        dissector_add_uint("tcp.port", port, owner);
}

void
godot_debug_ports_take(const range_t *ports, dissector_handle_t handle)
{
    taker = handle;
    if (taken && ranges_are_equal(taken, ports))
        return;
    if (taken) {
        range_foreach(taken, return_port, NULL);
        wmem_free(wmem_epan_scope(), taken);
    }
    taken = range_copy(wmem_epan_scope(), ports);
    range_foreach(taken, take_port, NULL);
}

dissector_handle_t
godot_debug_port_owner(uint32_t port)
{
    return (dissector_handle_t)wmem_map_lookup(displaced, GUINT_TO_POINTER(port));
}

void
godot_debug_ports_register(void)
{
    displaced = wmem_map_new(wmem_epan_scope(), g_direct_hash, g_direct_equal);
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
