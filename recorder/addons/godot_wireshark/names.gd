# SPDX-License-Identifier: GPL-2.0-or-later
extends RefCounted
## What are the nodes called that packets refer to, and which of their methods can be called? This is for one MultiplayerAPI.
# Section 2 of docs/wire/multiplayer-godot4.md tells what a packet says about nodes.

const Writer := preload("writer.gd")

var NAMING := PackedByteArray()     ## 1 for the first bytes of packets that may name a node by its path

var _writer: Writer
var _api: WeakRef
var _peer := 0
var _roots := {}                    ## path of a scene's file -> name of its root
var _seen := {}                     ## path -> [id of the node, id of its script]


func _init(writer: Writer, api: MultiplayerAPI) -> void:
	_writer = writer
	_api = weakref(api)
	NAMING.resize(256)
	NAMING.fill(0)
	for first in 256:
		var command := first & 7
		if command == 1 or command == 7 or (command == 0 and first & 0x30 == 0x20):
			NAMING[first] = 1


## Tells the number of a new peer of this API.
func begin(peer: int) -> void:
	_peer = peer
	_seen.clear()


func root() -> Node:
	var api: MultiplayerAPI = _api.get_ref()
	var tree := Engine.get_main_loop() as SceneTree
	if not api or not tree or not tree.root:
		return null
	var path := NodePath(root_path(api))
	return tree.root.get_node_or_null(path)


static func root_path(api: Object) -> String:
	var path := str(api.get("root_path")) if "root_path" in api else ""
	return path if path else "/root"


## Describes the node that a packet names, before the packet is written.
func look(data: PackedByteArray, at := 0) -> void:
	var size := data.size()
	var first := data[at]
	if first & 7 == 7:
		if at == 0 and size > 6 and data[1] == 3 and NAMING[data[6]]:      # a relay: look at the packet in it
			look(data, 6)
	elif first & 7 == 1:
		if size > at + 38:
			_describe(_path(data, at + 38), data.slice(at + 1, at + 33).get_string_from_ascii())
	elif size > at + 5 and data[at + 4] & 0x80:
		var from := at + (data.decode_u32(at + 1) & 0x7FFFFFFF)
		if from > at + 5 and from < size:
			_describe(_path(data, from), "")


## Tells that a synchronizer or spawner has entered the tree.
func found(node: Node) -> void:
	var top := root()
	if _peer and top and (top == node or top.is_ancestor_of(node)):
		_writer.names(_peer, str(top.get_path_to(node)), _body(str(top.get_path_to(node)), node, top))


func _path(data: PackedByteArray, from: int) -> String:
	var end := data.find(0, from)
	var bytes := data.slice(from, end if end >= 0 else data.size())
	return bytes.get_string_from_utf8() if _is_utf8(bytes) else ""


# The engine prints an error for bytes that are not UTF-8, and would print it again if they were decoded here, so they
# are checked before. Announcements are few and short.
func _is_utf8(bytes: PackedByteArray) -> bool:
	var more := 0           # how many bytes of this character must still follow
	for byte in bytes:
		if more:
			if byte & 0xC0 != 0x80:
				return false
			more -= 1
		elif byte >= 0xF8 or byte & 0xC0 == 0x80:
			return false
		elif byte >= 0xC0:
			more = 3 if byte >= 0xF0 else 2 if byte >= 0xE0 else 1
	return more == 0


# Calls in path form may come in each frame: the node is described again only if it is another node or has another script.
# announced: the MD5 of the methods, as the announcement has it.
func _describe(path: String, announced: String) -> void:
	var top := root()
	var node := top.get_node_or_null(NodePath(path)) if top and path else null
	if not node:
		return
	var script: Object = node.get_script()
	var seen := [node.get_instance_id(), script.get_instance_id() if script else 0]
	if announced != "" or _seen.get(path) != seen:
		_seen[path] = seen
		_writer.names(_peer, path, _body(path, node, top, announced))


func _body(path: String, node: Node, top: Node, announced := "") -> PackedByteArray:
	var body := Writer.text(40, path)
	body.append_array(Writer.text(41, node.get_class()))
	var script: Script = node.get_script()
	while script:
		body.append_array(Writer.text(42, script.resource_path))
		script = script.get_base_script()
	body.append_array(Writer.whole(45, 4, node.get_multiplayer_authority()))
	if node.scene_file_path:
		body.append_array(Writer.text(50, node.scene_file_path))
	var known := 2
	var methods := Methods.new(node)
	if methods.known or methods.md5() == announced:
		known |= 1
		body.append_array(Writer.text(43, methods.md5()))
	for method in methods.all():
		body.append_array(Writer.attribute(44, method))
	if node is MultiplayerSynchronizer:
		body.append_array(_synchronizer(node, top))
	elif node is MultiplayerSpawner:
		body.append_array(_spawner(node, top))
	body.append_array(Writer.whole(51, 1, known))
	return body


func _synchronizer(node: MultiplayerSynchronizer, top: Node) -> PackedByteArray:
	var body := PackedByteArray()
	var base := node.get_node_or_null(node.root_path)
	if base:
		body.append_array(Writer.text(49, str(top.get_path_to(base))))
	if node.owner and node.owner.scene_file_path:
		body.append_array(Writer.text(52, node.owner.scene_file_path))
	var config := node.replication_config
	for property in (config.get_properties() if config else []):
		var path := str(property).to_utf8_buffer().slice(0, 1024)
		var entry := PackedByteArray([_flags(config, property), _type(base, property), path.size() & 255, path.size() >> 8])
		entry.append_array(path)
		var holder := _name_in_scene(node, base, property).to_utf8_buffer().slice(0, 1024)
		entry.append_array(Writer.bytes_of(2, holder.size()))
		entry.append_array(holder)
		body.append_array(Writer.attribute(46, entry))
	return body


# 4.0 has `sync`, 4.1 has `watch`, too; from 4.2 on there are modes instead: always (1) and on change (2).
func _flags(config: Object, property: NodePath) -> int:
	var flags := 1 if config.property_get_spawn(property) else 0
	if config.has_method("property_get_replication_mode"):
		return flags | [0, 2, 4][clampi(config.call("property_get_replication_mode", property), 0, 2)]
	if config.call("property_get_sync", property):
		flags |= 2
	if config.has_method("property_get_watch") and config.call("property_get_watch", property):
		flags |= 4
	return flags


# The name of the node that has the property, in the file of the scene that the synchronizer is part of; "" if it has
# none. A spawned scene's root was given another name, so the scene is asked, once. All that it needs is in memory.
func _name_in_scene(synchronizer: Node, base: Node, property: NodePath) -> String:
	var node := base.get_node_or_null(NodePath(property.get_concatenated_names())) if base else null
	var top := synchronizer.owner
	if not node or not top:
		return ""
	if node != top:
		return str(node.name) if node.owner == top else ""
	if top == top.get_tree().current_scene:
		return str(top.name)
	if not top.scene_file_path in _roots:
		var scene := load(top.scene_file_path) as PackedScene if ResourceLoader.exists(top.scene_file_path) else null
		_roots[top.scene_file_path] = str(scene.get_state().get_node_name(0)) if scene else ""
	return _roots[top.scene_file_path]


# The type is that of the declaration. To ask for the value would run its getter, which is the game's own code.
func _type(base: Node, property: NodePath) -> int:
	var node := base.get_node_or_null(NodePath(property.get_concatenated_names())) if base else null
	if not node or property.get_subname_count() != 1:
		return 255
	var name := str(property.get_subname(0))
	var script: Script = node.get_script()
	var declared: Array = script.get_script_property_list() if script else []
	for one in declared + ClassDB.class_get_property_list(node.get_class()):
		if one["name"] == name:
			return one["type"] if one["type"] else 255
	return 255


func _spawner(node: MultiplayerSpawner, top: Node) -> PackedByteArray:
	var body := PackedByteArray()
	var parent := node.get_node_or_null(node.spawn_path) if node.spawn_path else null
	if parent:
		body.append_array(Writer.text(47, str(top.get_path_to(parent))))
	for index in node.get_spawnable_scene_count():
		body.append_array(Writer.text(48, node.get_spawnable_scene(index)))
	return body


## The methods of a node that may be called from remote, in the order of their ids (docs/wire/multiplayer-godot4.md, 6).
class Methods:
	var known := true
	var _lists := [{}, {}]          # those configured on the node, those annotated in the script: name -> configuration
	var _arguments := {}            # name -> description of the method

	func _init(node: Node) -> void:
		var script: Script = node.get_script()
		# This is its name from 4.5 on; in 4.4 it is get_rpc_config(). Earlier engines do not tell what Node.rpc_config() has set.
		known = false
		for asking in ["get_node_rpc_config", "get_rpc_config"]:
			if not known and ClassDB.class_has_method("Node", asking):
				_lists[0] = _config(node.call(asking))
				known = true
		if script:
			_of_script(script)
			for method in script.get_script_method_list():
				if not method["name"] in _arguments:
					_arguments[method["name"]] = method
		if _lists[0]:
			for method in node.get_method_list():
				if not method["name"] in _arguments:
					_arguments[method["name"]] = method

	func _of_script(script: Script) -> void:
		if ClassDB.class_has_method("Script", "get_rpc_config"):
			_lists[1] = _config(script.call("get_rpc_config"))
			return
		# Before 4.4 only the source of the script tells its methods, and exported scripts have no source. The MD5 in an
		# announcement tells whether all methods were found.
		var base := script
		while base:
			if not base.has_source_code():
				return
			var found := Annotations.of(base.source_code)
			found.merge(_lists[1], true)        # a method that overrides another one replaces it; the base has the others
			_lists[1] = found
			base = base.get_base_script()

	func _config(value: Variant) -> Dictionary:
		var named := {}
		if value is Dictionary:
			for key in value:
				named[str(key)] = value[key]
		return named

	func md5() -> String:
		var all := ""
		for list in _lists:
			for name in _sorted(list):
				all += name
		return all.md5_text()

	func all() -> Array[PackedByteArray]:
		var found: Array[PackedByteArray] = []
		for which in 2:
			var id := 0 if which else 0x8000
			for name in _sorted(_lists[which]):
				found.append(_entry(id, name, _lists[which][name]))
				id += 1
		return found

	func _sorted(list: Dictionary) -> Array:
		var names := list.keys()
		names.sort()
		return names

	func _entry(id: int, name: String, config: Dictionary) -> PackedByteArray:
		var arguments: Array = _arguments[name]["args"] if name in _arguments else []
		var defaults: Array = _arguments[name].get("default_args", []) if name in _arguments else []
		var utf8 := name.to_utf8_buffer().slice(0, 1024)
		var entry := PackedByteArray([id & 255, id >> 8, config.get("rpc_mode", 255), int(config.get("call_local", false)),
			config.get("transfer_mode", 255), mini(arguments.size(), 254) if name in _arguments else 255])
		entry.append_array(Writer.bytes_of(4, config.get("channel", 0)))
		entry.append_array(Writer.bytes_of(2, utf8.size()))
		entry.append_array(utf8)
		for i in mini(arguments.size(), 254):
			var argument := str(arguments[i]["name"]).to_utf8_buffer().slice(0, 200)
			entry.append_array(PackedByteArray([arguments[i]["type"], int(i >= arguments.size() - defaults.size()), argument.size(), 0]))
			entry.append_array(argument)
		return entry


## Returns the @rpc annotations in the source of a script, for engines that do not tell them.
class Annotations:
	static func of(source: String) -> Dictionary:
		var found := {}
		var pattern := RegEx.new()
		# The annotation must be at the beginning of the line, which leaves out those of inner classes. Other annotations
		# may stand between.
		pattern.compile("(?m)^@rpc(?:[ \\t]*\\(([^)]*)\\))?(?:\\s|#[^\\n]*\\n|@\\w+(?:\\([^)]*\\))?)*func[ \\t]+([^\\s(]+)")
		for match_ in pattern.search_all(source):
			var config := { "rpc_mode": 2, "call_local": false, "transfer_mode": 2, "channel": 0 }
			for word in match_.get_string(1).split(",", false):
				var said := word.strip_edges().trim_prefix("&").trim_prefix("\"").trim_suffix("\"")
				match said:
					"any_peer": config.rpc_mode = 1
					"call_local": config.call_local = true
					"unreliable": config.transfer_mode = 0
					"unreliable_ordered": config.transfer_mode = 1
					_:
						if said.is_valid_int():
							config.channel = said.to_int()
			found[match_.get_string(2)] = config
		return found
