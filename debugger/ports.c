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

#define TABLE "tcp.port"

/* The dissectors of Lua scripts are gone when scripts are read anew: those that have a name are kept by it. */
typedef struct {
    const char        *name;
    dissector_handle_t handle;      /* where name is NULL */
} owner_t;

static wmem_map_t *owners;          /* of taken ports: port -> owner_t, or nothing */
static range_t *taken;
static dissector_handle_t taker;

static void
remember_owner(uint32_t port, dissector_handle_t handle)
{
    owner_t *owner = wmem_new0(wmem_epan_scope(), owner_t);
    const char *name = dissector_handle_get_dissector_name(handle);

    if (name)
        owner->name = wmem_strdup(wmem_epan_scope(), name);
    else
        owner->handle = handle;
    wmem_map_insert(owners, GUINT_TO_POINTER(port), owner);
}

static void
forget_owner(uint32_t port)
{
    owner_t *owner = (owner_t *)wmem_map_remove(owners, GUINT_TO_POINTER(port));

    if (owner)
        wmem_free(wmem_epan_scope(), (void *)owner->name);
    wmem_free(wmem_epan_scope(), owner);
}

dissector_handle_t
godot_debug_port_owner(uint32_t port)
{
    const owner_t *owner = wmem_map_lookup(owners, GUINT_TO_POINTER(port));

    if (!owner)
        return NULL;
    return owner->name ? find_dissector(owner->name) : owner->handle;
}

static dissector_handle_t
current_handle(uint32_t port)
{
    return dissector_get_uint_handle(find_dissector_table(TABLE), port);
}

/* By Decode As. A port goes back to its owner in the same way when the owner's own ports are set. */
static bool
is_chosen_by_user(uint32_t port)
{
    return dissector_is_uint_changed(find_dissector_table(TABLE), port) &&
           current_handle(port) != godot_debug_port_owner(port);
}

static void
take_port(uint32_t port, void *unused _U_)
{
    dissector_handle_t owner = current_handle(port);

    if (owner == taker || is_chosen_by_user(port))
        return;
    forget_owner(port);
    if (owner)
        remember_owner(port, owner);
    dissector_add_uint(TABLE, port, taker);
}

static void
return_port(uint32_t port, void *unused _U_)
{
    dissector_handle_t owner = godot_debug_port_owner(port), current = current_handle(port);

    if (dissector_get_default_uint_handle(TABLE, port) == taker) {
        dissector_delete_uint(TABLE, port, taker);
        if (owner)
            dissector_add_uint(TABLE, port, owner);
        if (current != taker)
            dissector_change_uint(TABLE, port, current);
    }
    forget_owner(port);
}

void
godot_debug_ports_take(const range_t *ports, dissector_handle_t handle)
{
    taker = handle;
    if (taken && !ranges_are_equal(taken, ports))
        range_foreach(taken, return_port, NULL);
    wmem_free(wmem_epan_scope(), taken);
    taken = range_copy(wmem_epan_scope(), ports);
    range_foreach(taken, take_port, NULL);
}

void
godot_debug_ports_register(void)
{
    owners = wmem_map_new(wmem_epan_scope(), g_direct_hash, g_direct_equal);
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
