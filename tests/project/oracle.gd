extends SceneTree
## The engine's own word on a project: every script's RPC configuration and arguments, every scene's nodes,
## synchronizers and spawners. Prints one JSON object to the file ORACLE_FILE.
## Run: godot --headless --import --path PROJECT; ORACLE_FILE=out.json godot --headless --path PROJECT -s oracle.gd

var scripts := {}
var scenes := {}


func _initialize() -> void:
	visit("res://")
	var file := FileAccess.open(OS.get_environment("ORACLE_FILE"), FileAccess.WRITE)
	file.store_string(JSON.stringify({engine = Engine.get_version_info().string, scripts = scripts, scenes = scenes}, " "))
	file.close()
	quit()


func visit(folder: String) -> void:
	if FileAccess.file_exists(folder.path_join(".gdignore")):
		return
	for file in DirAccess.get_files_at(folder):
		if file.get_extension() == "gd":
			add_file(folder.path_join(file))
		elif file.get_extension() == "tscn":
			add_scene(folder.path_join(file))
	for below in DirAccess.get_directories_at(folder):
		if not below.begins_with(".") and not FileAccess.file_exists(folder.path_join(below).path_join("project.godot")):
			visit(folder.path_join(below))


func add_file(path: String) -> void:
	add_script(path, load(path), FileAccess.get_file_as_string(path))


## source: tells inner classes from constants that stand for a class elsewhere.
func add_script(path: String, script: GDScript, source: String) -> void:
	if not script or not script.can_instantiate() and not script.is_abstract():
		scripts[path] = null
		return
	var config: Dictionary = script.get_rpc_config()
	var names: Array = config.keys().map(func(name: StringName) -> String: return str(name))
	names.sort()
	scripts[path] = {methods = names.map(describe.bind(script, config)), md5 = "".join(names).md5_text()}
	for constant: String in script.get_script_constant_map():
		var value: Variant = script.get_script_constant_map()[constant]
		if value is GDScript and value.resource_path == "" and "class %s" % constant in source:
			add_script(path + ("." if ":" in path.trim_prefix("res://") else ":") + constant, value, source)


func describe(name: String, script: GDScript, config: Dictionary) -> Dictionary:
	var given: Dictionary = config[StringName(name)]
	var arguments := []
	for at in [script] + bases(script):
		var found: Array = at.get_script_method_list().filter(func(m: Dictionary) -> bool: return m.name == name)
		if found:
			arguments = found[0].args.map(func(a: Dictionary) -> Array:
				return [a.name, "" if a.type == TYPE_NIL else type_string(a.type)])
			break
	return {name = name, mode = given.rpc_mode, transfer = given.get("transfer_mode", MultiplayerPeer.TRANSFER_MODE_RELIABLE),
		call_local = int(given.get("call_local", false)), channel = given.get("channel", 0), arguments = arguments}


func bases(script: Script) -> Array:
	var base := script.get_base_script()
	return [base] + bases(base) if base else []


func add_scene(path: String) -> void:
	var packed: PackedScene = load(path)
	if not packed or not packed.can_instantiate():
		scenes[path] = null
		return
	var root := packed.instantiate()
	var nodes := []
	var synchronizers := []
	walk(root, root, nodes, synchronizers)
	scenes[path] = {nodes = nodes, synchronizers = synchronizers}
	root.free()


func walk(root: Node, node: Node, nodes: Array, synchronizers: Array) -> void:
	if node != root and node.owner == null:
		return  # made by a script, or part of an engine class
	var spawnable := []
	if node is MultiplayerSpawner:
		for i in node.get_spawnable_scene_count():
			spawnable.append(ResourceUID.ensure_path(node.get_spawnable_scene(i)))
	var script: Variant = node.get_script()
	nodes.append([str(root.get_path_to(node)), script.resource_path if script else null, spawnable])
	if node is MultiplayerSynchronizer:
		var config: SceneReplicationConfig = node.replication_config
		synchronizers.append({path = str(root.get_path_to(node)),
			properties = (config.get_properties() if config else []).map(func(p: NodePath) -> Dictionary:
				return {path = str(p), spawn = config.property_get_spawn(p), mode = config.property_get_replication_mode(p)})})
	for child in node.get_children():
		walk(root, child, nodes, synchronizers)
