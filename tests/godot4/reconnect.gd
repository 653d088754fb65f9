extends "res://session.gd"
## Several connections one after the other between the same two addresses.

const CLIENT_PORT := 21050
const TIMES := 5

var greeted := 0


func open() -> void:
	if Truth.who == "server":
		super()
	else:
		connect_again()


func connect_again() -> void:
	network = ENetMultiplayerPeer.new()
	network.create_client("127.0.0.1", PORT, 0, 0, 0, CLIENT_PORT)
	multiplayer.multiplayer_peer = network
	Truth.event("opened")


func server() -> void:
	multiplayer.peer_connected.connect(func(id: int) -> void: Truth.send(self, id, &"greet", ["hello %d" % id]))
	await Truth.logged("peer_disconnected", TIMES)


func client1() -> void:
	for turn in range(1, TIMES + 1):
		await Truth.logged("rpc_received", turn)
		Truth.send(self, 1, &"greet", ["for the %d. time" % turn])
		await seconds(0.3)
		if turn < TIMES:
			network.close()
			Truth.event("closed")
			await seconds(0.3)
			connect_again()


@rpc("any_peer", "call_remote", "reliable")
func greet(text: String) -> void:
	Truth.received(self, &"greet", [text])
