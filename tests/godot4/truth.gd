extends Node
## What this process sends and receives, as JSON lines in the file TRUTH_FILE.

## Values whose encoding is longer than this are logged by size and MD5 only.
const LONG_VALUE := 2500

const MODES: Array[String] = ["unreliable", "unreliable_ordered", "reliable"]

var who := OS.get_environment("TRUTH_WHO")
var counts: Dictionary[String, int] = {}
var _notes: Array[Dictionary] = []
var _file := FileAccess.open(OS.get_environment("TRUTH_FILE"), FileAccess.WRITE)


func _ready() -> void:
	event("engine", {version = Engine.get_version_info().string})


## Log one event of this process.
func event(what: String, details := {}) -> void:
	var line := {event = what, time = Time.get_unix_time_from_system(), peer = _own_id()}
	line.merge(details)
	_file.store_line(JSON.stringify(line, "", false, true))
	_file.flush()
	counts[what] = counts.get(what, 0) + 1


## Wait until this process has logged an event so many times.
func logged(what: String, count := 1) -> void:
	while counts.get(what, 0) < count:
		await get_tree().process_frame


## A value as the truth files write it. Objects are named by their id, since the receiver never gets the object itself.
func value(x: Variant) -> Dictionary:
	if x is EncodedObjectAsID:
		return {object_id = str(x.object_id)}
	var encoded := var_to_bytes(x)
	if encoded.size() > LONG_VALUE:
		var digest := HashingContext.new()
		digest.start(HashingContext.HASH_MD5)
		digest.update(encoded)
		return {size = encoded.size(), md5 = digest.finish().hex_encode()}
	if x is Object:
		return {hex = encoded.hex_encode(), object_id = str(x.get_instance_id())}
	return {hex = encoded.hex_encode(), text = var_to_str(x)}


## Log the events of a multiplayer API that need no help of the scenario.
func watch(api: SceneMultiplayer) -> void:
	api.peer_connected.connect(func(id: int) -> void: event("peer_connected", {id = id}))
	api.peer_disconnected.connect(func(id: int) -> void: event("peer_disconnected", {id = id}))
	api.connected_to_server.connect(event.bind("connected_to_server"))
	api.connection_failed.connect(event.bind("connection_failed"))
	api.server_disconnected.connect(event.bind("server_disconnected"))
	api.peer_packet.connect(func(from: int, data: PackedByteArray) -> void:
		event("raw_received", {from = from, hex = data.hex_encode()}))
	api.peer_authenticating.connect(func(id: int) -> void: event("peer_authenticating", {id = id}))
	api.peer_authentication_failed.connect(func(id: int) -> void: event("peer_authentication_failed", {id = id}))


## Call a method of a node on another peer (0 all, negative all but) and log it.
func send(node: Node, target: int, method: StringName, args := []) -> void:
	var config := _rpc_config(node, method)
	event("rpc_sent", {to = target, node = path_of(node), method = method, args = args.map(value),
		mode = MODES[config.transfer_mode], channel = config.get("channel", 0)})
	node.callv(&"rpc_id", [target, method] + args)


## Log a call; the first line of every method that is called by others.
func received(node: Node, method: StringName, args: Array) -> void:
	event("rpc_received", {from = multiplayer.get_remote_sender_id(), node = path_of(node), method = method,
		args = args.map(value)})


## Send bytes through the multiplayer API and log it.
func send_raw(target: int, data: PackedByteArray, mode := MultiplayerPeer.TRANSFER_MODE_RELIABLE, channel := 0) -> void:
	event("raw_sent", {to = target, hex = data.hex_encode(), mode = MODES[mode], channel = channel})
	(multiplayer as SceneMultiplayer).send_bytes(data, target, mode, channel)


## A property of a replicated node was assigned: by the game where it has the authority, else by the replication, which
## tells afterwards what it was.
func note(node: Node, property: StringName, x: Variant) -> void:
	if node.is_inside_tree() and node.is_multiplayer_authority():
		event("set", {node = path_of(node), property = property, value = value(x)})
	else:
		_notes.append({property = property, value = value(x)})


func take_notes() -> Array[Dictionary]:
	var taken := _notes.duplicate()
	_notes.clear()
	return taken


func watch_synchronizer(sync: MultiplayerSynchronizer) -> void:
	for what: StringName in [&"synchronized", &"delta_synchronized"]:
		sync.connect(what, func() -> void:
			event(what, {from = sync.get_multiplayer_authority(), sync = path_of(sync), values = take_notes()}))


func watch_spawner(spawner: MultiplayerSpawner) -> void:
	spawner.spawned.connect(func(node: Node) -> void:
		event("spawned", {from = spawner.get_multiplayer_authority(), spawner = path_of(spawner), node = path_of(node),
			values = take_notes()}))
	spawner.despawned.connect(func(node: Node) -> void:
		event("despawned", {from = spawner.get_multiplayer_authority(), spawner = path_of(spawner), node = node.name}))


## The path of a node as the wire has it: relative to the root of the multiplayer API.
func path_of(node: Node) -> String:
	return str(get_tree().root.get_path_to(node))


func _rpc_config(node: Node, method: StringName) -> Dictionary:
	var configs: Dictionary = node.get_node_rpc_config() if node.get_node_rpc_config() else {}
	return configs[method] if method in configs else node.get_script().get_rpc_config()[method]


func _own_id() -> int:
	if not multiplayer or not multiplayer.multiplayer_peer is ENetMultiplayerPeer:
		return 0
	var peer := multiplayer.multiplayer_peer
	return peer.get_unique_id() if peer.get_connection_status() == MultiplayerPeer.CONNECTION_CONNECTED else 0
