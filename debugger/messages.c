/* debugger/messages.c
 * Which messages does Godot's remote debugger have, and what is in them?
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "debugger/messages.h"

/* ---- What to say of a message in one line ---- */

static const godot_debug_entry_t *
find_entry(const godot_debug_entry_t *entries, unsigned count, const char *name, unsigned depth)
{
    for (unsigned i = 0; i < count; i++)
        if (entries[i].name && entries[i].depth == depth && strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

static const char *
entry_string(const godot_debug_entry_t *entries, unsigned count, const char *name, unsigned depth)
{
    const godot_debug_entry_t *entry = find_entry(entries, count, name, depth);

    if (!entry)
        return "";
    return entry->string ? entry->string : entry->text;
}

static const char *
base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/*
 * Appends where an error happened, and its text. If the message has a stack, the place is the script's line, not the
 * engine's.
 */
static void
describe_error(wmem_strbuf_t *info, const godot_debug_entry_t *entries, unsigned count)
{
    unsigned depth = find_entry(entries, count, "file", 1) ? 1 : 0;
    const char *description = entry_string(entries, count, "description", 0);

    if (!*description)
        description = entry_string(entries, count, "error", 0);
    wmem_strbuf_append_printf(info, " %s:%s in %s(): %s", base_name(entry_string(entries, count, "file", depth)),
                              entry_string(entries, count, "line", depth),
                              entry_string(entries, count, "function", depth), description);
}

/*
 * Appends the printed texts: a String in 3.x ("a"), in 4.x a PackedStringArray ("a", "b") without the name of the
 * type.
 */
static void
describe_output(wmem_strbuf_t *info, const godot_debug_entry_t *entries, unsigned count)
{
    const godot_debug_entry_t *texts = find_entry(entries, count, "text", 0);
    const char *open;
    int length;

    if (!texts)
        return;
    open = *texts->text == '"' ? NULL : strchr(texts->text, '(');
    length = (int)strlen(open ? open + 1 : texts->text);
    wmem_strbuf_append_printf(info, " %.*s", open ? length - 1 : length, open ? open + 1 : texts->text);
}

static void
describe_variable(wmem_strbuf_t *info, const godot_debug_entry_t *entries, unsigned count)
{
    const godot_debug_entry_t *value = find_entry(entries, count, "value", 0);

    wmem_strbuf_append_printf(info, " %s = %s", entry_string(entries, count, "name", 0), value ? value->text : "");
}

/* Appends only the first entry, for messages whose entries would fill the line. */
static void
describe_first(wmem_strbuf_t *info, const godot_debug_entry_t *entries, unsigned count)
{
    if (count)
        wmem_strbuf_append_printf(info, " %s", entries[0].text);
}

static void
describe_name_only(wmem_strbuf_t *info _U_, const godot_debug_entry_t *entries _U_, unsigned count _U_)
{
}

static void
describe_stack(wmem_strbuf_t *info, const godot_debug_entry_t *entries, unsigned count)
{
    if (!find_entry(entries, count, "file", 1))
        return;
    wmem_strbuf_append_printf(info, " %s:%s in %s()", base_name(entry_string(entries, count, "file", 1)),
                              entry_string(entries, count, "line", 1), entry_string(entries, count, "function", 1));
}

/* ---- Layouts that several messages share ---- */

#define STACK3      "stack#3{file, function, line}"
#define PROPERTIES  "properties[*{property[name, type, hint, hint string, usage, value]}]"
#define OBJECT      "object id, class, " PROPERTIES
#define SHORTCUT    "*{physical, keycode}"
#define VARIABLE    "name, scope, type, value, class"

#define PROFILE4 \
    "frame, frame time, process time, physics time, physics frame time, script time," \
    " servers#{server, values#2{function, seconds}}, functions#5{signature, calls, self, total, internal}"

#define PROFILE3(name) \
    "frame, frame time, idle time, physics time, physics frame time, script time, " name
#define FUNCTION3   "{signature, calls, total, self}"

/* docs/wire/transports.md, 10.5 */
#define NAVIGATION(d) \
    d "navigation maps, " d "navigation regions, " d "navigation agents, " d "navigation links, " \
    d "navigation polygons, " d "navigation edges, " d "navigation edges merged, " \
    d "navigation edges connected, " d "navigation edges free, " d "navigation obstacles"

#define MONITORS4 \
    "fps, process, physics process, navigation process, static memory, static memory max, message buffer max," \
    " objects, resources, nodes, orphan nodes, total objects in frame, primitives in frame, draw calls," \
    " video memory, texture memory, buffer memory, 2D physics active, 2D physics pairs, 2D physics islands," \
    " 3D physics active, 3D physics pairs, 3D physics islands, audio latency, " NAVIGATION("") "," \
    " pipeline compilations canvas, pipeline compilations mesh, pipeline compilations surface," \
    " pipeline compilations draw, pipeline compilations specialization, " \
    NAVIGATION("2D ") ", " NAVIGATION("3D ") ", *{custom monitor}"

#define MONITORS3 \
    "fps, process, physics process, static memory, dynamic memory, static memory max, dynamic memory max," \
    " message buffer max, objects, resources, nodes, orphan nodes, objects in frame, vertices in frame," \
    " material changes in frame, shader changes in frame, surface changes in frame, draw calls in frame," \
    " 2D items in frame, 2D draw calls in frame, video memory, texture memory, vertex memory, video memory total," \
    " 2D physics active, 2D physics pairs, 2D physics islands, 3D physics active, 3D physics pairs," \
    " 3D physics islands, audio latency"

#define CAMERA3D "transform, perspective, fov or size, near, far"

/* ---- The catalogue: docs/wire/transports.md, 10.2 to 10.4 and 10.6 ---- */

static const godot_debug_message_t from_game4[] = {
    { "set_pid", "process id", NULL },
    { "output", "text, kinds", describe_output },
    { "error", "hour, minute, second, millisecond, file, function, line, error, description, warning, " STACK3,
      describe_error },
    { "debug_enter", "can continue, reason, has stack, thread", NULL },
    { "debug_exit", "", NULL },
    { "stack_dump", "stack#3{file, line, function}", describe_stack },
    { "stack_frame_vars", "count", NULL },
    { "stack_frame_var", VARIABLE, describe_variable },
    { "evaluation_return", VARIABLE, describe_variable },
    { "request_quit", "", NULL },
    { "performance:profile_names", "names, types", NULL },
    { "performance:profile_frame", MONITORS4, describe_first },
    { "servers:function_signature", "signature, id", NULL },
    { "servers:profile_frame", PROFILE4, describe_first },
    { "servers:profile_total", PROFILE4, describe_first },
    { "servers:memory_usage", "resources#4{path, format, type, bytes}", NULL },
    { "servers:drawn", "", NULL },
    { "visual:hardware_info", "cpu, gpu", NULL },
    { "visual:profile_frame", "frame, areas#3{name, cpu milliseconds, gpu milliseconds}", describe_first },
    { "multiplayer:bandwidth", "incoming bytes per second, outgoing bytes per second", NULL },
    { "multiplayer:rpc", "nodes#6{node id, path, incoming, incoming bytes, outgoing, outgoing bytes}", NULL },
    { "multiplayer:syncs",
      "synchronizers#7{synchronizer id, config id, root id, incoming, incoming bytes, outgoing, outgoing bytes}", NULL },
    { "multiplayer:cache", "*{object id, class, path}", NULL },
    { "scene:scene_tree", "^{children, name, type, object id, scene file, view flags}", describe_name_only },
    { "scene:inspect_objects", "*{object[" OBJECT "]}", describe_name_only },
    { "scene:inspect_object", OBJECT, describe_name_only },
    { "scene:click_ctrl", "path, class", NULL },
    { "remote_objects_selected", "*{object[" OBJECT "]}", describe_name_only },
    { "remote_nothing_selected", "", NULL },
    { "remote_selection_invalidated", "object ids", NULL },
    { "show_selection_limit_warning", "object ids", NULL },
    { "remote_node_clicked", "object id, class, properties", describe_name_only },
    { "filesystem:update_file", "files", NULL },
    { "window:title", "title", NULL },
    { "request_embed_suspend_toggle", "", NULL },
    { "request_embed_next_frame", "", NULL },
    { "game_view:get_screenshot", "request id, width, height, file", NULL },
    { "game_view:setup_complete", "", NULL },
    { "game_view:window_size", "size", NULL },
    { "game_view:hdr_state",
      "HDR requested, HDR enabled, reference luminance, maximum luminance, maximum linear value,"
      " display server has HDR, renderer has HDR", NULL },
    { "game_view:set_context_id", NULL, NULL },
    { "game_view:mouse_set_mode", NULL, NULL },
    { "game_view:warp_mouse", NULL, NULL },
    { "game_view:window_set_ime_active", NULL, NULL },
    { "game_view:window_set_ime_position", NULL, NULL },
    { "game_view:cursor_set_shape", NULL, NULL },
    { "game_view:cursor_set_custom_image", NULL, NULL },
    { "snapshot:snapshot_prepared", "request id, size", NULL },
    { "snapshot:snapshot_chunk", "request id, data", describe_first },
};

static const godot_debug_message_t from_editor4[] = {
    { "break", "", NULL },
    { "continue", "", NULL },
    { "step", "", NULL },
    { "next", "", NULL },
    { "out", "", NULL },
    { "get_stack_dump", "", NULL },
    { "get_stack_frame_vars", "level", NULL },
    { "evaluate", "expression, level", NULL },
    { "breakpoint", "file, line, enabled", NULL },
    { "set_skip_breakpoints", "skip", NULL },
    { "set_ignore_error_breaks", "ignore", NULL },
    { "reload_scripts", "*{file}", NULL },
    { "reload_all_scripts", "", NULL },
    { "profiler:servers", "enable, options[functions, native calls]", NULL },
    { "profiler:visual", "enable, options", NULL },
    { "profiler:multiplayer:bandwidth", "enable, options", NULL },
    { "profiler:multiplayer:rpc", "enable, options", NULL },
    { "profiler:multiplayer:replication", "enable, options", NULL },
    { "servers:memory", "", NULL },
    { "servers:draw", "", NULL },
    { "servers:foreground", "", NULL },
    { "scene:setup_scene", SHORTCUT, NULL },
    { "scene:setup_embedded_shortcuts", "shortcuts", NULL },
    { "scene:setup_game_view", "", NULL },
    { "scene:request_scene_tree", "", NULL },
    { "scene:clear_selection", "", NULL },
    { "scene:next_frame", "", NULL },
    { "scene:inspect_objects", "object ids, update selection", NULL },
    { "scene:inspect_object", "object id", NULL },
    { "scene:save_node", "object id, file", NULL },
    { "scene:set_object_property", "object id, property, value", NULL },
    { "scene:set_object_property_field", "object id, property, value, field", NULL },
    { "scene:suspend_changed", "suspended", NULL },
    { "scene:debug_mute_audio", "mute", NULL },
    { "scene:speed_changed", "speed", NULL },
    { "scene:override_cameras", "enable, from editor", NULL },
    { "scene:transform_camera_2d", "transform", NULL },
    { "scene:transform_camera_3d", CAMERA3D, NULL },
    { "scene:override_camera_2D:set", "enable", NULL },
    { "scene:override_camera_2D:transform", "transform", NULL },
    { "scene:override_camera_3D:set", "enable", NULL },
    { "scene:override_camera_3D:transform", CAMERA3D, NULL },
    { "scene:window_request_size", "", NULL },
    { "scene:hdr_output_request_state", "", NULL },
    { "scene:hdr_output_toggle_requested", "", NULL },
    { "scene:report_window_focused", "focused", NULL },
    { "scene:set_debug_collisions", "enabled", NULL },
    { "scene:reload_cached_files", "files", NULL },
    { "scene:rq_screenshot", "request id", NULL },
    { "scene:runtime_node_select_setup", "settings", NULL },
    { "scene:runtime_node_select_set_type", "type", NULL },
    { "scene:runtime_node_select_set_mode", "mode", NULL },
    { "scene:runtime_node_select_set_visible", "visible", NULL },
    { "scene:runtime_node_select_reset_camera_2d", "", NULL },
    { "scene:runtime_node_select_reset_camera_3d", "", NULL },
    { "scene:runtime_node_select_set_avoid_locked", "avoid", NULL },
    { "scene:runtime_node_select_set_prefer_group", "prefer", NULL },
    { "multiplayer:cache", "*{object id}", NULL },
    { "snapshot:request_prepare_snapshot", "request id, editor version", NULL },
    { "snapshot:request_snapshot_chunk", "request id, begin, end", NULL },
    { "embed:window_size", NULL, NULL },
    { "embed:mouse_set_mode", NULL, NULL },
    { "embed:event", NULL, NULL },
    { "embed:win_event", NULL, NULL },
    { "embed:notification", NULL, NULL },
    { "embed:ime_update", NULL, NULL },
    { "embed:ds_state", NULL, NULL },
    { "scene:live_set_root", "node path, scene file", NULL },
    { "scene:live_node_path", "node path, id", NULL },
    { "scene:live_res_path", "resource, id", NULL },
    { "scene:live_node_prop", "id, property, value", NULL },
    { "scene:live_res_prop", "id, property, value", NULL },
    { "scene:live_node_prop_res", "id, property, resource", NULL },
    { "scene:live_res_prop_res", "id, property, resource", NULL },
    { "scene:live_node_call", "id, method, *{argument}", NULL },
    { "scene:live_res_call", "id, method, *{argument}", NULL },
    { "scene:live_create_node", "parent, class, name", NULL },
    { "scene:live_instantiate_node", "parent, scene file, name", NULL },
    { "scene:live_remove_node", "node path", NULL },
    { "scene:live_remove_and_keep_node", "node path, keep id", NULL },
    { "scene:live_restore_node", "id, node path, position", NULL },
    { "scene:live_duplicate_node", "node path, new name", NULL },
    { "scene:live_reparent_node", "node path, new parent, new name, position", NULL },
};

static const godot_debug_message_t from_game3[] = {
    { "output", "*{line[text, kind]}", describe_output },
    { "error", "report[hour, minute, second, millisecond, function, file, line, error, description, warning], " STACK3,
      describe_error },
    { "debug_enter", "can continue, reason", NULL },
    { "debug_exit", "", NULL },
    { "stack_dump", "*{frame}", NULL },
    { "stack_frame_vars", "locals#{name, value}, members#{name, value}, globals#{name, value}", NULL },
    { "performance", "monitors[" MONITORS3 "]", describe_first },
    { "profile_sig", "signature, id", NULL },
    { "profile_frame", PROFILE3("servers=, functions=, ={server, times}, =" FUNCTION3), NULL },
    { "profile_total", PROFILE3("servers, functions#" FUNCTION3), NULL },
    { "network_profile", "*{node id, path, incoming RPC, incoming RSET, outgoing RPC, outgoing RSET}", NULL },
    { "network_bandwidth", "incoming bytes per second, outgoing bytes per second", NULL },
    { "kill_me", "", NULL },
    { "message:scene_tree", "*{children, name, class, object id}", NULL },
    { "message:inspect_object", "object id, class, " PROPERTIES, NULL },
    { "message:video_mem", "*{path, type, format, bytes}", NULL },
    { "message:click_ctrl", "path, class", NULL },
};

static const godot_debug_message_t from_editor3[] = {
    { "break", "", NULL },
    { "continue", "", NULL },
    { "step", "", NULL },
    { "next", "", NULL },
    { "get_stack_dump", "", NULL },
    { "reload_scripts", "", NULL },
    { "request_scene_tree", "", NULL },
    { "request_video_mem", "", NULL },
    { "stop_profiling", "", NULL },
    { "start_network_profiling", "", NULL },
    { "stop_network_profiling", "", NULL },
    { "get_stack_frame_vars", "level", NULL },
    { "breakpoint", "file, line, enabled", NULL },
    { "set_skip_breakpoints", "skip", NULL },
    { "start_profiling", "functions", NULL },
    { "inspect_object", "object id", NULL },
    { "set_object_property", "object id, property, value", NULL },
    { "save_node", "object id, file", NULL },
    { "override_camera_2D:set", "enable", NULL },
    { "override_camera_2D:transform", "transform", NULL },
    { "override_camera_3D:set", "enable", NULL },
    { "override_camera_3D:transform", CAMERA3D, NULL },
    { "live_set_root", "node path, scene file", NULL },
    { "live_node_path", "node path, id", NULL },
    { "live_res_path", "resource, id", NULL },
    { "live_node_prop", "id, property, value", NULL },
    { "live_res_prop", "id, property, value", NULL },
    { "live_node_prop_res", "id, property, resource", NULL },
    { "live_res_prop_res", "id, property, resource", NULL },
    { "live_node_call", "id, method, *{argument}", NULL },
    { "live_res_call", "id, method, *{argument}", NULL },
    { "live_create_node", "parent, class, name", NULL },
    { "live_instance_node", "parent, scene file, name", NULL },
    { "live_remove_node", "node path", NULL },
    { "live_remove_and_keep_node", "node path, keep id", NULL },
    { "live_restore_node", "id, node path, position", NULL },
    { "live_duplicate_node", "node path, new name", NULL },
    { "live_reparent_node", "node path, new parent, new name, position", NULL },
};

static const struct {
    const godot_debug_message_t *messages;
    size_t                       count;
} catalogue[2][2] = {
    { { from_game3, G_N_ELEMENTS(from_game3) }, { from_editor3, G_N_ELEMENTS(from_editor3) } },
    { { from_game4, G_N_ELEMENTS(from_game4) }, { from_editor4, G_N_ELEMENTS(from_editor4) } },
};

const godot_debug_message_t *
godot_debug_message(unsigned generation, godot_debug_direction_t direction, const char *name)
{
    const godot_debug_message_t *messages = catalogue[generation == 4][direction].messages;
    size_t count = catalogue[generation == 4][direction].count;

    for (size_t i = 0; i < count; i++)
        if (strcmp(messages[i].name, name) == 0)
            return &messages[i];
    return NULL;
}

/* ---- Layouts ---- */

void
godot_debug_layout_init(godot_debug_layout_t *layout, const char *text)
{
    *layout = (godot_debug_layout_t) { .at = text };
}

/* Returns what follows the bracket that closes the one before at. */
static const char *
behind_bracket(const char *at)
{
    int open = 1;

    for (; *at && open; at++)
        if (*at == '{' || *at == '[')
            open++;
        else if (*at == '}' || *at == ']')
            open--;
    return at;
}

static void
begin_groups(godot_debug_layout_t *layout, const char *body, uint32_t count)
{
    if (count == 0 || layout->depth == GODOT_DEBUG_LEVELS) {
        layout->at = behind_bracket(body);
        return;
    }
    layout->level[layout->depth].body = body;
    layout->level[layout->depth].left = count;
    layout->depth++;
    layout->at = body;
}

static void
end_group(godot_debug_layout_t *layout)
{
    if (--layout->level[layout->depth - 1].left > 0) {
        layout->at = layout->level[layout->depth - 1].body;
        return;
    }
    layout->at++;
    layout->depth--;
}

/* Skips everything that is no entry: ends and beginnings of groups, separators. */
static void
skip_to_entry(godot_debug_layout_t *layout)
{
    while (layout->at) {
        switch (*layout->at) {
        case ',':
        case ' ':
            layout->at++;
            break;
        case '*':
        case '^':
            begin_groups(layout, layout->at + 2, UINT32_MAX);
            break;
        case '=':
            begin_groups(layout, layout->at + 2,
                         layout->recall < layout->remember ? layout->remembered[layout->recall++] : 0);
            break;
        case '}':
            end_group(layout);
            break;
        case ']':
        case '\0':
            layout->at = NULL;
            break;
        default:
            return;
        }
    }
}

godot_debug_slot_t
godot_debug_layout_next(godot_debug_layout_t *layout, wmem_allocator_t *pool)
{
    godot_debug_slot_t slot = { .name = NULL };
    const char *body;
    size_t length;

    skip_to_entry(layout);
    if (!layout->at)
        return slot;
    length = strcspn(layout->at, ",#=[]{}");
    body = layout->depth ? layout->level[layout->depth - 1].body : NULL;
    slot.name = wmem_strndup(pool, layout->at, length);
    slot.depth = layout->depth;
    slot.begins_group = layout->at == body;
    slot.is_tree = slot.begins_group && body[-2] == '^';
    layout->at += length;
    if (*layout->at == '[') {
        slot.inner = layout->at + 1;
        layout->at = behind_bracket(slot.inner);
    } else if (*layout->at == '=') {
        slot.is_remembered = true;
        layout->at++;
    } else if (*layout->at == '#') {
        slot.group_size = (uint32_t)strtoul(layout->at + 1, NULL, 10);
        slot.group_size = MAX(slot.group_size, 1);
        layout->at = strchr(layout->at, '{');
    }
    return slot;
}

void
godot_debug_layout_count(godot_debug_layout_t *layout, const godot_debug_slot_t *slot, int64_t value)
{
    value = CLAMP(value, 0, INT32_MAX);
    if (slot->is_remembered && layout->remember < GODOT_DEBUG_REMEMBERED)
        layout->remembered[layout->remember++] = (uint32_t)value;
    if (slot->group_size > 0)
        begin_groups(layout, layout->at + 1, (uint32_t)value / slot->group_size);
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
