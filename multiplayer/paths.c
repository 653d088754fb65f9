/* multiplayer/paths.c
 * When was this path announced, and when confirmed?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "multiplayer/paths.h"

static int hf_godot_path_announced_in = -1;
static int hf_godot_path_confirmed_in = -1;

bool
godot_path_is_confirmed(const godot_path_t *path, const godot_scope_t *scope)
{
    return path->confirmed && (path->confirmed <= scope->moment || path->confirmed <= godot_told(scope));
}

double
godot_path_age(const godot_path_t *path, const nstime_t *now)
{
    nstime_t age;

    nstime_delta(&age, now, &path->announced_time);
    return nstime_to_sec(&age);
}

void
godot_add_announced_in(const godot_reader_t *reader, const godot_path_t *path)
{
    if (path)
        godot_reader_add_frame(reader, hf_godot_path_announced_in, path->announced);
}

void
godot_add_confirmed_in(const godot_reader_t *reader, const godot_path_t *path)
{
    if (path)
        godot_reader_add_frame(reader, hf_godot_path_confirmed_in, path->confirmed);
}

void
godot_add_path_frames(const godot_reader_t *reader, const godot_path_t *path)
{
    godot_add_announced_in(reader, path);
    if (path)
        godot_reader_add_past_frame(reader, hf_godot_path_confirmed_in, path->confirmed);
}

/* ---- Registration ---- */

void
godot_paths_register(int proto)
{
    static hf_register_info hf[] = {
        { &hf_godot_path_announced_in,
          { "Announced in", "godot.path.announced_in", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that announced the path", HFILL } },
        { &hf_godot_path_confirmed_in,
          { "Confirmed in", "godot.path.confirmed_in", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame that confirmed the path before this frame; in the "
                                                    "announcement also a later one", HFILL } },
    };

    proto_register_field_array(proto, hf, G_N_ELEMENTS(hf));
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
