extends "res://session.gd"
## Two clients call each other all the time, while one of them leaves and comes again.

const TIMES := 5


func prepare(_api: SceneMultiplayer) -> void:
	make(make(self, "Players"), "7", preload("res://player.gd"))


func server() -> void:
	await Truth.logged("peer_disconnected", TIMES)


func client1() -> void:
	while Truth.counts.get("peer_disconnected", 0) < TIMES:
		call_others()
		await get_tree().process_frame


func client2() -> void:
	for turn in range(1, TIMES + 1):
		await peers(2)
		for i in 12:
			call_others()
			await get_tree().process_frame
		if turn < TIMES:
			network.close()
			Truth.event("closed")
			await seconds(0.2)
			network = ENetMultiplayerPeer.new()
			open()


func call_others() -> void:
	for id in multiplayer.get_peers():
		if id != 1:
			Truth.send(self, id, &"surely", [1])
			Truth.send(self, id, &"perhaps", [2])


@rpc("any_peer", "call_remote", "reliable")
func surely(number: int) -> void:
	Truth.received(self, &"surely", [number])


@rpc("any_peer", "call_remote", "unreliable")
func perhaps(number: int) -> void:
	Truth.received(self, &"perhaps", [number])
