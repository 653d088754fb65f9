/* capture.c
 * How does an input become a capture that tshark reads?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "capture.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GHashTable *preferences;     /* by name */
static wtap_dumper *dumper;
static unsigned inputs;

static const char *
folder(void)
{
    return g_getenv("FUZZ_CAPTURES");
}

bool
capture_is_wanted(void)
{
    return folder() != NULL;
}

static void
check(gboolean done, const char *what)
{
    if (done)
        return;
    fprintf(stderr, "%s/%u: %s failed\n", folder(), inputs, what);
    exit(2);
}

/* @return the name of the file of this input, which is to be freed */
static char *
file_name(const char *suffix)
{
    return g_strdup_printf("%s/%u.%s", folder(), inputs, suffix);
}

void
capture_prefer(const char *preference)
{
    if (!preferences)
        preferences = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_hash_table_replace(preferences, g_strndup(preference, strcspn(preference, ":")), g_strdup(preference));
}

static void
write_preferences(void)
{
    g_autofree char *name = file_name("preferences");
    g_autoptr(GString) text = g_string_new(NULL);
    GHashTableIter each;
    void *preference;

    if (preferences) {
        g_hash_table_iter_init(&each, preferences);
        while (g_hash_table_iter_next(&each, NULL, &preference))
            g_string_append_printf(text, "%s\n", (const char *)preference);
    }
    check(g_file_set_contents(name, text->str, (gssize)text->len, NULL), "to write the preferences");
}

void
capture_begin(int encapsulation)
{
    g_autofree char *name = file_name("pcap");
    wtap_dump_params params = WTAP_DUMP_PARAMS_INIT;
    char *why = NULL;
    int error;

    write_preferences();
    params.encap = encapsulation;
    params.tsprec = WTAP_TSPREC_USEC;
    dumper = wtap_dump_open(name, wtap_pcap_file_type_subtype(), WTAP_UNCOMPRESSED, &params, &error, &why);
    check(dumper != NULL, "to open the capture");
}

void
capture_add(const wtap_rec *record, const uint8_t *bytes)
{
    char *why = NULL;
    int error;

    check(wtap_dump(dumper, record, bytes, &error, &why), "to write a frame");
}

void
capture_end(void)
{
    char *why = NULL;
    int error;

    check(wtap_dump_close(dumper, NULL, &error, &why), "to close the capture");
    inputs++;
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
