/* ports/ports.c
 * Ports that belong to other dissectors: how are they taken over, and given back?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "ports/ports.h"

/*
 * An owner of a port. Handles of Lua dissectors vanish when scripts are read again: so a dissector with a name is kept
 * by its name.
 */
typedef struct {
    const char        *name;
    dissector_handle_t handle;      /* if name is NULL; NULL, too: there is none */
} owner_t;

static wmem_array_t *all;           /* elements of ports_crossroads_t *, in the order of their registration */

/* ---- Owners ---- */

static void
remember_owner(ports_crossroads_t *crossroads, uint32_t port, dissector_handle_t handle)
{
    owner_t *owner = (owner_t *)wmem_map_lookup(crossroads->owners, GUINT_TO_POINTER(port));
    const char *name = handle ? dissector_handle_get_dissector_name(handle) : NULL;

    if (!owner) {
        owner = wmem_new0(wmem_epan_scope(), owner_t);
        wmem_map_insert(crossroads->owners, GUINT_TO_POINTER(port), owner);
    }
    wmem_free(wmem_epan_scope(), (void *)owner->name);
    owner->name = name ? wmem_strdup(wmem_epan_scope(), name) : NULL;
    owner->handle = name ? NULL : handle;
}

dissector_handle_t
ports_owner(const ports_crossroads_t *crossroads, uint32_t port)
{
    const owner_t *owner = (const owner_t *)wmem_map_lookup(crossroads->owners, GUINT_TO_POINTER(port));

    if (!owner)
        return NULL;
    return owner->name ? find_dissector(owner->name) : owner->handle;
}

/* ---- Taking and giving back ---- */

static dissector_handle_t
current_handle(const ports_crossroads_t *crossroads, uint32_t port)
{
    return dissector_get_uint_handle(find_dissector_table(crossroads->table), port);
}

static bool
is_crossroads(dissector_handle_t handle)
{
    for (unsigned i = 0; i < wmem_array_get_count(all); i++)
        if ((*(ports_crossroads_t **)wmem_array_index(all, i))->handle == handle)
            return true;
    return false;
}

/*
 * Tells whether Decode As chose the dissector. A port also goes back to the owner that it had before if the owner's
 * preference for ports is set.
 */
static bool
is_chosen_by_user(const ports_crossroads_t *crossroads, uint32_t port)
{
    return dissector_is_uint_changed(find_dissector_table(crossroads->table), port) &&
           current_handle(crossroads, port) != ports_owner(crossroads, port);
}

static void
take_port(uint32_t port, void *user_data)
{
    ports_crossroads_t *crossroads = (ports_crossroads_t *)user_data;
    dissector_handle_t owner = current_handle(crossroads, port);

    if (is_crossroads(owner) || is_chosen_by_user(crossroads, port))
        return;
    remember_owner(crossroads, port, owner);
    dissector_add_uint(crossroads->table, port, crossroads->handle);
}

/* Returns a port to its owner, unless the user chose another dissector meanwhile. */
static void
return_port(uint32_t port, void *user_data)
{
    ports_crossroads_t *crossroads = (ports_crossroads_t *)user_data;
    dissector_handle_t owner = ports_owner(crossroads, port), current = current_handle(crossroads, port);

    if (dissector_get_default_uint_handle(crossroads->table, port) == crossroads->handle) {
        dissector_delete_uint(crossroads->table, port, crossroads->handle);
        if (owner)
            dissector_add_uint(crossroads->table, port, owner);
        if (current != crossroads->handle)
            dissector_change_uint(crossroads->table, port, current);
    }
}

static range_t *
ports_now(const ports_crossroads_t *crossroads)
{
    return proto_is_protocol_enabled(find_protocol_by_id(crossroads->proto)) ? range_copy(wmem_epan_scope(), *crossroads->wanted)
                                                                             : range_empty(wmem_epan_scope());
}

static void
give_back(ports_crossroads_t *crossroads)
{
    range_foreach(crossroads->taken, return_port, crossroads);
    wmem_free(wmem_epan_scope(), crossroads->taken);
}

static void
ports_take(ports_crossroads_t *crossroads)
{
    crossroads->taken = ports_now(crossroads);
    range_foreach(crossroads->taken, take_port, crossroads);
}

/* Before a file is read, all ports are returned, so it is seen who has them now, and those that are wanted are taken. */
static void
ports_settle(void)
{
    for (unsigned i = 0; i < wmem_array_get_count(all); i++)
        give_back(*(ports_crossroads_t **)wmem_array_index(all, i));
    for (unsigned i = 0; i < wmem_array_get_count(all); i++)
        ports_take(*(ports_crossroads_t **)wmem_array_index(all, i));
}

void
ports_register(ports_crossroads_t *crossroads)
{
    if (!all) {
        all = wmem_array_new(wmem_epan_scope(), sizeof(ports_crossroads_t *));
        register_init_routine(ports_settle);
    }
    crossroads->owners = wmem_map_new(wmem_epan_scope(), g_direct_hash, g_direct_equal);
    wmem_array_append_one(all, crossroads);
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
