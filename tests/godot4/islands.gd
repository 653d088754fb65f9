extends "res://session.gd"
## A server that does not relay: the clients never hear of each other.

const Player := preload("res://player.gd")

var player: Node


func prepare(api: SceneMultiplayer) -> void:
	api.server_relay = false
	player = make(make(self, "Players"), "7", Player)


func server() -> void:
	await Truth.logged("peer_connected", 2)
	await seconds(0.3)
	Truth.send(player, 0, &"take_damage", [1, "from the server", Vector3.ZERO])
	await Truth.logged("rpc_received", 2)
	await seconds(0.3)
	Truth.send(player, 0, &"take_damage", [2, "the end", Vector3.ZERO])


func client1() -> void:
	await Truth.logged("rpc_received")
	Truth.send(player, 0, &"take_damage", [3, "from a client to all", Vector3.ZERO])
	Truth.send_raw(0, "raw from a client to all".to_utf8_buffer())
	await Truth.logged("rpc_received", 2)


func client2() -> void:
	await client1()
