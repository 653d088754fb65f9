/* patience.h
 * What if a test never ends?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef PATIENCE_H
#define PATIENCE_H

#include <glib.h>

#define PATIENCE    30      /* seconds, also on a busy machine */

static inline void *
lose_patience(void *nothing)
{
    g_usleep(PATIENCE * G_USEC_PER_SEC);
    g_error("not done for a long time");
    return nothing;
}

/* A program that waits for something that never comes fails. */
static inline void
be_patient(void)
{
    g_thread_unref(g_thread_new("patience", lose_patience, NULL));
}

#endif /* PATIENCE_H */

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
