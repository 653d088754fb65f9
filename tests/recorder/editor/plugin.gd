@tool
extends EditorPlugin
## Ticks "Record the network" in the menu Debug, and plays the game.


func _enter_tree() -> void:
	await get_tree().create_timer(3).timeout        # the editor saves the new autoload in its own time
	for bar in get_editor_interface().get_base_control().find_children("*", "MenuBar", true, false):
		for menu in bar.find_children("*", "PopupMenu", false, false):
			for item in menu.item_count:
				if menu.get_item_text(item) == "Record the network":
					menu.index_pressed.emit(item)
					print("item in ", menu.name, ", checked: ", menu.is_item_checked(item))
	get_editor_interface().play_main_scene()
	for name in ["enabled", "release", "file", "files"]:
		print("setting ", name, " ", var_to_str(ProjectSettings.get_setting("network/recorder/" + name)))
	while get_editor_interface().is_playing_scene():
		await get_tree().process_frame
	get_tree().quit()
