extends Node
# A process of a scenario. The scenario's script extends this and has a method named after each process ("server",
# "client1", ...) that plays its part and yields at least once; when it has completed, the process leaves.

const PORT := 21000

var network := NetworkedMultiplayerENet.new()


func _ready() -> void:
	prepare()
	Truth.watch(multiplayer, multiplayer_root())
	open()
	yield(call(Truth.who), "completed")
	yield(leave(), "completed")
	get_tree().quit()


# The tree polls its own multiplayer API only.
func _process(_delta: float) -> void:
	if custom_multiplayer and custom_multiplayer.has_network_peer():
		custom_multiplayer.poll()


# What a scenario changes before the connection is opened.
func prepare() -> void:
	pass


# The node that paths on the wire are relative to.
func multiplayer_root() -> Node:
	return get_tree().root as Node


func open() -> void:
	var compression := option("compress")
	if compression:
		network.compression_mode = int(compression)
	if Truth.who == "server":
		network.create_server(int(option("port", str(PORT))))
	else:
		network.create_client("127.0.0.1", int(option("port", str(PORT))))
	multiplayer.set_network_peer(network)
	Truth.event("opened")


# Clients close first, the server when the last one has gone.
func leave():
	if Truth.who == "server":
		while not multiplayer.get_network_connected_peers().empty():
			yield(get_tree(), "idle_frame")
	yield(seconds(0.3), "completed")
	network.close_connection()
	Truth.event("closed")
	yield(seconds(0.1), "completed")


func option(key: String, default := "") -> String:
	var text := OS.get_environment("GAME_" + key.to_upper())
	return text if text else default


func seconds(time: float):
	yield(get_tree().create_timer(time), "timeout")


# Wait until so many other peers are there.
func peers(count: int):
	yield(get_tree(), "idle_frame")
	while multiplayer.get_network_connected_peers().size() < count:
		yield(get_tree(), "idle_frame")
	yield(seconds(0.2), "completed")


# Wait until this process has logged an event so many times.
func logged(what: String, count := 1):
	yield(get_tree(), "idle_frame")
	while Truth.counts.get(what, 0) < count:
		yield(get_tree(), "idle_frame")


# The other clients.
func others() -> Array:
	var result := Array(multiplayer.get_network_connected_peers())
	result.erase(1)
	return result


# A child made by code, so that it has the same path on every peer.
func make(parent: Node, child_name: String, script: GDScript = null) -> Node:
	var node := Node.new()
	node.name = child_name
	if script:
		node.set_script(script)
	parent.add_child(node)
	return node


# Bytes that no compression makes short, always the same.
func noise(size: int) -> PoolByteArray:
	var random := RandomNumberGenerator.new()
	random.seed = 7
	var bytes := PoolByteArray()
	bytes.resize(size)
	for i in size:
		bytes[i] = random.randi() & 255
	return bytes


func repeated(text: String, times: int) -> String:
	var result := ""
	for _i in times:
		result += text
	return result


# ---- what others call ------------------------------------------------------------------------

# No argument was given here. Methods of Godot 3 take a fixed number of arguments.
const NONE := "\u0001"


func _without_none(args: Array) -> Array:
	while args and args.back() is String and args.back() == NONE:
		args.pop_back()
	return args


remote func any(a = NONE, b = NONE, c = NONE, d = NONE, e = NONE, f = NONE, g = NONE, h = NONE) -> void:
	Truth.received(self, "any", _without_none([a, b, c, d, e, f, g, h]))


remote func goodbye() -> void:
	Truth.received(self, "goodbye", [])
	Truth.event("goodbye")
