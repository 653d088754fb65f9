extends SceneTree
## Does reading a script's source say the same of its methods as an engine that tells?


func _init() -> void:
	var annotations: Object = load("res://addons/godot_wireshark/names.gd").Annotations
	for file in DirAccess.get_files_at("res://"):
		if file.get_extension() == "gd" and file != "annotations.gd":
			var told := {}
			var script: Script = load("res://" + file)
			var base := script.get_base_script()
			for name in script.get_rpc_config():
				if not base or not name in base.get_rpc_config():
					told[str(name)] = { "channel": 0 }
					told[str(name)].merge(script.get_rpc_config()[name], true)
			var read: Dictionary = annotations.of(script.source_code)
			if base:
				for name in base.get_rpc_config():
					read.erase(str(name))
			print("methods ", file, " ", told.size(), " ", told == read, "" if told == read else str(told, read))
	quit()
