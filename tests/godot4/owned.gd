extends "res://session.gd"
## A game whose server is the authority of every node, also of those that are named after clients.

var players: Node


func prepare(_api: SceneMultiplayer) -> void:
	players = make(self, "Players")


func server() -> void:
	await everybody()
	for round in 3:
		for player in players.get_children():
			Truth.send(player, 0, &"set_score", [round])
		await seconds(0.2)
	await Truth.logged("left_over", 2)


func client1() -> void:
	await everybody()
	await seconds(0.4)
	Truth.send(own(), 1, &"ask_score")
	# Only the server may.
	Truth.send(own(), 1, &"set_score", [1000])
	Truth.send(own(), multiplayer.get_peers()[-1], &"set_score", [1001])
	await seconds(0.3)
	Truth.send(self, 1, &"leave_over")


func client2() -> void:
	await everybody()
	await seconds(0.9)
	Truth.send(self, 1, &"leave_over")


func everybody() -> void:
	await peers(2)
	var ids: Array = Array(multiplayer.get_peers()) + [multiplayer.get_unique_id()]
	ids.erase(1)
	ids.sort()
	for id: int in ids:
		make(players, str(id), load("res://owned_player.gd"))
	await seconds(0.3)


func own() -> Node:
	return players.get_node(str(multiplayer.get_unique_id()))


@rpc("any_peer", "call_remote", "reliable")
func leave_over() -> void:
	Truth.received(self, &"leave_over", [])
	Truth.event("left_over")
