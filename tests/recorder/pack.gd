extends SceneTree
## The project, but not the addon, as a pack beside an executable: what an export is, with its scenes as text.


func _init() -> void:
	var packer := PCKPacker.new()
	packer.pck_start("res://../game.pck")
	for file in DirAccess.get_files_at("res://"):
		if file.get_extension() in ["gd", "tscn", "godot"]:
			packer.add_file("res://" + file, "res://" + file)
	packer.flush()
	quit()
