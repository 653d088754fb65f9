extends "res://session.gd"
# No multiplayer API: values put straight into the peer, which still writes its header.

func open() -> void:
	if Truth.who == "server":
		network.create_server(PORT)
	else:
		network.create_client("127.0.0.1", PORT)
	Truth.event("opened")


func _process(_delta: float) -> void:
	if network.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_DISCONNECTED:
		return
	network.poll()
	while network.get_available_packet_count() > 0:
		var from := network.get_packet_peer()
		Truth.event("get_var", {from = from, value = Truth.value(network.get_var())})


func leave():
	yield(seconds(0.5), "completed")
	network.close_connection()
	Truth.event("closed")


func server():
	yield(logged("get_var", 3), "completed")
	yield(put(0), "completed")


func client1():
	while network.get_connection_status() != NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
		yield(get_tree(), "idle_frame")
	yield(put(1), "completed")
	yield(logged("get_var", 3), "completed")


func put(target: int):
	network.set_target_peer(target)
	for x in [null, true, 0, 1, 2, 5, -1, 1 << 40, 0.5, 0.1, "", "text", Vector2(1, 2), Color.red, NodePath("A/B"), {"a": [1, 2]}, [], PoolByteArray([1, 2, 3])]:
		Truth.event("put_var", {to = target, value = Truth.value(x)})
		network.put_var(x)
		yield(seconds(0.02), "completed")
