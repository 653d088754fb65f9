extends Node
# WebSockets with the multiplayer API of Godot 3.

const PORT = 21011

var network


func _ready():
	get_tree().connect("network_peer_connected", self, "peer_connected")
	if Truth.who == "server":
		network = WebSocketServer.new()
		network.listen(PORT, PoolStringArray(), true)
	else:
		network = WebSocketClient.new()
		network.connect_to_url("ws://127.0.0.1:%d" % PORT, PoolStringArray(), true)
	get_tree().network_peer = network
	Truth.event("opened")
	while get_tree().get_network_connected_peers().size() < 2:
		yield(get_tree(), "idle_frame")
	yield(get_tree().create_timer(0.3), "timeout")
	for turn in 3:
		call_all(turn)
		yield(get_tree().create_timer(0.2), "timeout")
	Truth.event("put_var", {peer = get_tree().get_network_unique_id(), value = Truth.value([1, Truth.who])})
	network.put_var([1, Truth.who])
	yield(get_tree().create_timer(0.5), "timeout")
	get_tree().quit()


func peer_connected(id):
	Truth.event("peer_connected", {peer = get_tree().get_network_unique_id(), id = id})


func call_all(turn):
	Truth.event("rpc_sent", {peer = get_tree().get_network_unique_id(), to = 0, node = "Main", method = "greet",
		args = [Truth.value(Truth.who), Truth.value(turn)]})
	rpc("greet", Truth.who, turn)


remote func greet(name, turn):
	Truth.event("rpc_received", {peer = get_tree().get_network_unique_id(), from = get_tree().get_rpc_sender_id(),
		node = "Main", method = "greet", args = [Truth.value(name), Truth.value(turn)]})
