extends SceneTree
## Is a recording wanted, and where to? For a debug and a release build.


func _init() -> void:
	var settings: RefCounted = load("res://addons/godot_wireshark/settings.gd").new()
	print("asked ", JSON.stringify([settings.wanted(true), settings.wanted(false), settings.file_path(), settings.value("listen")]))
	quit()
