# SPDX-License-Identifier: GPL-2.0-or-later
@tool
extends EditorPlugin
## What does the editor offer? The settings, and a checkbox in its menu Debug that is for all instances that the editor runs.

const AUTOLOAD := "GodotWireshark"
const Settings := preload("settings.gd")
const ITEM := "Record the network"
const VARIABLE := "GODOT_RECORDER_ENABLED"      ## what the editor's instances inherit

var _menu: PopupMenu
var _on := false


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)


func _enter_tree() -> void:
	for name in Settings.KNOWN:
		_declare(Settings.SECTION + name, Settings.KNOWN[name][0])
	if not ProjectSettings.has_setting("autoload/" + AUTOLOAD):
		add_autoload_singleton(AUTOLOAD, "res://addons/godot_wireshark/recorder.gd")
	_menu = _debug_menu()
	if _menu:
		_menu.add_check_item(ITEM)
		_menu.set_item_tooltip(_menu.item_count - 1, "Instances that the editor runs record what their multiplayer peers send and receive, for Wireshark.")
		_menu.index_pressed.connect(_on_pressed)
	else:
		add_tool_menu_item(ITEM, _toggle)       # in Project > Tools
	_set_on(_editor_settings().get_project_metadata("godot_wireshark", "record", false))


func _exit_tree() -> void:
	if _menu:
		_menu.index_pressed.disconnect(_on_pressed)
		if _index() >= 0:
			_menu.remove_item(_index())
	else:
		remove_tool_menu_item(ITEM)
	OS.set_environment(VARIABLE, "")


func _declare(setting: String, default: Variant) -> void:
	if not ProjectSettings.has_setting(setting):
		ProjectSettings.set_setting(setting, default)
	ProjectSettings.set_initial_value(setting, default)
	ProjectSettings.add_property_info({ "name": setting, "type": typeof(default) })
	if ProjectSettings.has_method("set_as_basic"):
		ProjectSettings.call("set_as_basic", setting, true)


# No API gives the editor's menus: Debug is the third in its menu bar.
func _debug_menu() -> PopupMenu:
	for bar in get_editor_interface().get_base_control().find_children("*", "MenuBar", true, false):
		var menus := bar.get_children().filter(func(child: Node) -> bool: return child is PopupMenu)
		if menus.size() >= 4:
			return menus[2]
	return null


func _index() -> int:
	for index in _menu.item_count:
		if _menu.get_item_text(index) == ITEM:
			return index
	return -1


func _on_pressed(index: int) -> void:
	if index == _index():
		_toggle()


func _toggle() -> void:
	_set_on(not _on)
	_editor_settings().set_project_metadata("godot_wireshark", "record", _on)


func _set_on(on: bool) -> void:
	_on = on
	OS.set_environment(VARIABLE, "1" if on else "")
	if _menu and _index() >= 0:
		_menu.set_item_checked(_index(), on)


func _editor_settings() -> EditorSettings:
	return get_editor_interface().get_editor_settings()
