extends "res://trouble.gd"
## The authority goes back and forth by reliable calls; states that are on their way then come too late.


func server_handed(client: int) -> void:
	for round in 3:
		for step in 6:
			$World.hp = 100 * round + step
			await seconds(0.05)
		give_world(client, client)
		await seconds(0.5)
		give_world(client, 1)


func give_world(tell: int, to: int) -> void:
	Truth.send(self, tell, &"hand_over", [to])
	hand_over_here(to)


func hand_over_here(to: int) -> void:
	$World.set_multiplayer_authority(to)
	Truth.event("authority", {node = "Main/World", now = to})


func client_handed() -> void:
	while not "finished" in Truth.counts:
		if $World.is_multiplayer_authority():
			$World.hp += 1
		await seconds(0.03)


@rpc("authority", "call_remote", "reliable")
func hand_over(to: int) -> void:
	Truth.received(self, &"hand_over", [to])
	hand_over_here(to)
