extends Node
# What this process sends and receives, as JSON lines in the file TRUTH_FILE.

# Values whose encoding is longer than this are logged by size and MD5 only.
const LONG_VALUE := 8192

var who := OS.get_environment("TRUTH_WHO")
var counts := {}
var api: MultiplayerAPI
var root: Node
# Objects are encoded in full (allow_object_decoding), not by their id.
var full_objects := false


func _ready() -> void:
	var file := File.new()
	file.open(OS.get_environment("TRUTH_FILE"), File.WRITE)
	file.close()
	event("engine", {version = Engine.get_version_info().string})


# Log one event of this process. The file is closed each time: File has no flush() before 3.3.
func event(what: String, details := {}) -> void:
	var time := OS.get_system_time_msecs()
# warning-ignore:integer_division
	var line := "{\"event\":%s,\"time\":%d.%03d,\"peer\":%d" % [to_json(what), time / 1000, time % 1000, _own_id()]
	for key in details:
		line += ",%s:%s" % [to_json(key), to_json(details[key])]
	var file := File.new()
	file.open(OS.get_environment("TRUTH_FILE"), File.READ_WRITE)
	file.seek_end()
	file.store_line(line + "}")
	file.close()
	counts[what] = counts.get(what, 0) + 1


# A value as the truth files write it. Objects sent by id are named by it: the receiver never gets the object itself.
func value(x) -> Dictionary:
	if x is EncodedObjectAsID:
		return {object_id = str(x.object_id)}
	var encoded: PoolByteArray = var2bytes(x, full_objects)
	if encoded.size() > LONG_VALUE:
		var digest := HashingContext.new()
		digest.start(HashingContext.HASH_MD5)
		digest.update(encoded)
		return {size = encoded.size(), md5 = digest.finish().hex_encode()}
	if x is Object and not full_objects:
		return {hex = encoded.hex_encode(), object_id = str(x.get_instance_id())}
	return {hex = encoded.hex_encode(), text = var2str(x)}


func values(xs: Array) -> Array:
	var result := []
	for x in xs:
		result.append(value(x))
	return result


# Log the events of a multiplayer API that need no help of the scenario.
func watch(of: MultiplayerAPI, root_node: Node) -> void:
	api = of
	root = root_node
	for what in ["network_peer_connected", "network_peer_disconnected"]:
		api.connect(what, self, "_peer_event", [what.trim_prefix("network_")])
	for what in ["connected_to_server", "connection_failed", "server_disconnected"]:
		api.connect(what, self, "event", [what])
	api.connect("network_peer_packet", self, "_raw_received")


# Call a method of a node on other peers and log it. Target: 0 all, negative all but.
func send(node: Node, target: int, method: String, args := [], reliable := true) -> void:
	event("rpc_sent", {to = target, node = path_of(node), method = method, args = values(args), mode = _mode(reliable), channel = _channel()})
	_call(node, "rpc" if reliable else "rpc_unreliable", target, [method] + args)


# Set a property of a node on other peers and log it.
func set_there(node: Node, target: int, property: String, x, reliable := true) -> void:
	event("rset_sent", {to = target, node = path_of(node), property = property, value = value(x), mode = _mode(reliable), channel = _channel()})
	_call(node, "rset" if reliable else "rset_unreliable", target, [property, x])


# Send bytes through the multiplayer API and log it.
func send_raw(target: int, data: PoolByteArray, mode := NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE) -> void:
	event("raw_sent", {to = target, hex = data.hex_encode(), mode = ["unreliable", "unreliable_ordered", "reliable"][mode], channel = _channel()})
	api.send_bytes(data, target, mode)


# Log a call; the first line of every method that is called by others.
func received(node: Node, method: String, args: Array) -> void:
	event("rpc_received", {from = api.get_rpc_sender_id(), node = path_of(node), method = method, args = values(args)})


# Log a property set by another peer; called by its setter.
func was_set(node: Node, property: String, x) -> void:
	event("rset_received", {from = api.get_rpc_sender_id(), node = path_of(node), property = property, value = value(x)})


# The path of a node as the wire has it: relative to the root of the multiplayer API.
func path_of(node: Node) -> String:
	return str(root.get_path_to(node))


func _call(node: Node, method: String, target: int, args: Array) -> void:
	if target == 0:
		node.callv(method, args)
	else:
		node.callv(method + "_id", [target] + args)


func _mode(reliable: bool) -> String:
	return "reliable" if reliable else "unreliable"


func _channel() -> int:
	return api.network_peer.transfer_channel if api.network_peer is NetworkedMultiplayerENet else -1


func _peer_event(id: int, what: String) -> void:
	event(what, {id = id})


func _raw_received(from: int, data: PoolByteArray) -> void:
	event("raw_received", {from = from, hex = data.hex_encode()})


func _own_id() -> int:
	if not api or not api.has_network_peer():
		return 0
	var connected: bool = api.network_peer.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED
	return api.get_network_unique_id() if connected else 0
