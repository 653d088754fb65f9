/* session.c
 * How do the frames of one input go through Wireshark?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "session.h"
#include "capture.h"
#include "listeners.h"
#include "ws_compat.h"

#include <epan/column.h>
#include <epan/column-info.h>
#include <epan/dfilter/dfilter.h>
#include <epan/epan_dissect.h>
#include <epan/exceptions.h>
#include <epan/prefs.h>
#include <epan/prefs-int.h>
#include <epan/tap.h>
#include <epan/timestamp.h>
#include <wiretap/wtap.h>
#include <wsutil/filesystem.h>
#include <wsutil/privileges.h>
#include <wsutil/report_message.h>
#include <wsutil/wslog.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void plugin_register(void);
const char *__asan_default_options(void);

/*
 * Wireshark frees the memory of file scope only when it opens a new file, and that takes time. Therefore one file
 * serves this many inputs.
 */
#define INPUTS_PER_FILE 2000

#define KEY "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

struct packet_provider_data {
    nstime_t zero;
};

typedef enum { NO_TREE, TREE, FILTERED } tree_t;

typedef struct {
    frame_data fd;
    wtap_rec   rec;
    uint8_t   *bytes;
    char      *info;    /* as the last pass wrote it */
} frame_t;

static struct packet_provider_data provider;
static epan_t *session;
static dfilter_t *filter;
static column_info columns;

static frame_t frames[SESSION_FRAMES];
static unsigned frame_count;
static uint32_t number;         /* number of the last frame of the file */
static uint32_t file_bytes;
static unsigned inputs;

/* Memory that lives as long as a file is not a leak. */
const char *
__asan_default_options(void)
{
    return "detect_leaks=0:detect_stack_use_after_return=1:quarantine_size_mb=16:"
           "malloc_context_size=4:max_malloc_fill_size=64";
}

static const nstime_t *
frame_time(struct packet_provider_data *unused, uint32_t wanted)
{
    for (unsigned i = 0; i < frame_count; i++)
        if (frames[i].fd.num == wanted)
            return &frames[i].fd.abs_ts;
    return &unused->zero;
}

void
session_new_file(void)
{
    static const struct packet_provider_funcs functions = { .get_frame_ts = frame_time };

    if (session)
        epan_free(session);
    session = epan_new(&provider, &functions);
    number = file_bytes = inputs = 0;
}

/*
 * Each allocation uses malloc(), so that it has bounds of its own. The user's preferences do not count, and what
 * Wireshark takes for a bug ends the program. GLib reads its variable before our code runs, so the program starts
 * again.
 */
static void
set_environment(char **argv)
{
    if (g_getenv("WIRESHARK_DEBUG_WMEM_OVERRIDE"))
        return;
    g_setenv("G_SLICE", "always-malloc", TRUE);
    g_setenv("WIRESHARK_DEBUG_WMEM_OVERRIDE", "simple", TRUE);
    g_setenv("WIRESHARK_ABORT_ON_DISSECTOR_BUG", "1", TRUE);
    g_setenv("WIRESHARK_ABORT_ON_TOO_MANY_ITEMS", "1", TRUE);
    g_setenv("WIRESHARK_CONFIG_DIR", "/nonexistent", TRUE);
    g_setenv("TZ", "UTC", TRUE);
    execv("/proc/self/exe", argv);
    perror("execv");
    exit(2);
}

static void
read_filter(void)
{
    static const char text[] =
        "enet.stream == 0 && godot.variant.value contains \"a\" || godot.rpc.node || gdsync.avatar.Avatar.hp";
    char *error = NULL;

    if (!dfilter_compile(text, &filter, &error)) {
        fprintf(stderr, "%s: %s\n", text, error);
        exit(2);
    }
}

/* Sets a preference, and ends the program if it is refused. With wrong, ends the program if it is accepted. */
static void
set(const char *preference, bool wrong)
{
    char *copy = g_strdup(preference), *error = NULL;

    if ((prefs_set_pref(copy, &error) != PREFS_SET_OK) != wrong) {
        fprintf(stderr, "%s: %s\n", preference, wrong ? "not refused" : error ? error : "no such preference");
        exit(2);
    }
    g_free(error);
    g_free(copy);
}

/* Sets preferences that a user may set; the last ones stay. */
static void
set_preferences(void)
{
    static const char *const wrong[] = {
        "uat:godot_methods:\"*\",\"1\",\"\",\"\"", "uat:godot_methods:\"\",\"1\",\"name\",\"\""
    };
    static const char *const right[] = { "godot.project_key:12",
                                         "godot.project_directory:" GAME,
                                         "godot.project_key:" KEY,
                                         "uat:godot_project_directories:\"" OWN_GAME "\"",
                                         "uat:godot_methods:\"Main*\",\"1\",\"by_hand\",\"first: int, second\"",
                                         "uat:godot_methods:\"*\",\"2\",\"other\",\"\"",
                                         "enet.follow_channels:0-3",
                                         "godot.project_key:" };

    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++)
        session_set_wrong(wrong[i]);
    for (size_t i = 0; i < G_N_ELEMENTS(right); i++) {
        set(right[i], false);
        prefs_apply_all();
        session_new_file();
    }
}

static void
ignore_report(const char *format _U_, va_list arguments _U_)
{
}

void
session_open(char **argv)
{
    static const struct report_message_routines reports = { .vreport_warning = ignore_report };
    tap_reg_t of_the_program[] = { { NULL, NULL } };

    set_environment(argv);
    ws_log_init("fuzz", NULL);
    init_report_message("fuzz", &reports);
    if (!freopen("/dev/null", "w", stdout))     /* rows of messages; libFuzzer does not use it */
        exit(2);
    init_process_policies();
    timestamp_set_type(TS_RELATIVE);
    timestamp_set_precision(TS_PREC_AUTO);
    timestamp_set_seconds_type(TS_SECONDS_DEFAULT);
    wtap_init(FALSE);
    plugin_register();
    if (!epan_init(NULL, NULL, FALSE))
        exit(2);
    register_all_tap_listeners(of_the_program);
    build_column_format_array(&columns, epan_load_settings()->num_cols, TRUE);
    set_preferences();
    listeners_open();
    read_filter();
}

void
session_set(const char *preference)
{
    set(preference, false);
    if (capture_is_wanted())
        capture_prefer(preference);
}

void
session_set_wrong(const char *preference)
{
    set(preference, true);
}

void
session_add(int encapsulation, const uint8_t *bytes, size_t length, size_t captured)
{
    frame_t *frame = &frames[frame_count];

    if (frame_count == SESSION_FRAMES)
        return;
    frame->bytes = g_memdup2(bytes, captured);
    wtap_rec_init(&frame->rec);
    frame->rec.rec_type = REC_TYPE_PACKET;
    frame->rec.block = wtap_block_create(WTAP_BLOCK_PACKET);
    frame->rec.presence_flags = WTAP_HAS_TS | WTAP_HAS_CAP_LEN;
    frame->rec.ts.secs = ++number / 64;
    frame->rec.ts.nsecs = (int)(number % 64) * 15625000;
    frame->rec.rec_header.packet_header.caplen = (uint32_t)captured;
    frame->rec.rec_header.packet_header.len = (uint32_t)length;
    frame->rec.rec_header.packet_header.pkt_encap = encapsulation;
    frame_data_init(&frame->fd, number, &frame->rec, 0, file_bytes);
    frame_count++;
}

static void
forget_frames(void)
{
    for (unsigned i = 0; i < frame_count; i++) {
        frame_data_destroy(&frames[i].fd);
        wtap_rec_cleanup(&frames[i].rec);
        g_free(frames[i].bytes);
        g_free(frames[i].info);
        frames[i].info = NULL;
    }
    frame_count = 0;
}

static void
dissect(frame_t *frame, tree_t tree, bool taps)
{
    static const frame_data *reference;
    static nstime_t elapsed;
    epan_dissect_t *edt = epan_dissect_new(session, tree != NO_TREE, tree == TREE);
    tvbuff_t *tvb = tvb_new_real_data(frame->bytes, frame->fd.cap_len, (int)frame->fd.pkt_len);

    if (tree == FILTERED)
        epan_dissect_prime_with_dfilter(edt, filter);
    reference = NULL;
    frame_data_set_before_dissect(&frame->fd, &elapsed, &reference, NULL);
    (taps ? epan_dissect_run_with_taps : epan_dissect_run)
        (edt, wtap_pcapng_file_type_subtype(), &frame->rec, tvb, &frame->fd, &columns);
    epan_dissect_fill_in_columns(edt, FALSE, TRUE);
    frame_data_set_after_dissect(&frame->fd, &file_bytes);
    g_free(frame->info);
    frame->info = g_strdup(col_get_text(&columns, COL_INFO));
    if (tree == TREE)
        listeners_ask(edt);
    if (tree == FILTERED)
        dfilter_apply_edt(filter, edt);
    epan_dissect_free(edt);
}

/* Dissects a frame as for a row of the packet list: without a tree, and at any time. */
static void
dissect_again(frame_t *frame)
{
    char *info = g_steal_pointer(&frame->info);

    dissect(frame, NO_TREE, false);
    if (g_strcmp0(info, frame->info) != 0) {
        fprintf(stderr, "Frame %u says \"%s\" with a tree, and \"%s\" without\n", frame->fd.num, info, frame->info);
        abort();
    }
    g_free(info);
}

static void
write_frames(void)
{
    capture_begin(frame_count > 0 ? frames[0].rec.rec_header.packet_header.pkt_encap : WTAP_ENCAP_RAW_IP4);
    for (unsigned i = 0; i < frame_count; i++)
        capture_add(&frames[i].rec, frames[i].bytes);
    capture_end();
}

static void
dissect_frames(unsigned ways)
{
    tree_t first = !(ways & SESSION_FIRST_TREE) ? NO_TREE : ways & SESSION_FILTER ? FILTERED : TREE;

    for (unsigned i = 0; i < frame_count; i++)
        dissect(&frames[i], first, ways & SESSION_FIRST_TAPS);
    for (unsigned i = 0; i < frame_count; i++)
        dissect(&frames[i], TREE, true);
    for (unsigned i = frame_count; i > 0; i--)
        dissect_again(&frames[i - 1]);
    listeners_finish();
}

void
session_run(unsigned ways)
{
    if (capture_is_wanted())
        write_frames();
    else
        dissect_frames(ways);
    forget_frames();
    if (++inputs == INPUTS_PER_FILE)
        session_new_file();
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
