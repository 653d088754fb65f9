extends "res://stage.gd"
## Spawns, despawns, sync and delta from a server to a client and a late joiner; a client with authority over its input.


func server() -> void:
	await peers(1)
	var first := multiplayer.get_peers()[0]
	var avatar := spawn(1, str(first), {^".:pos": Vector2(3, 4), ^".:hp": 90, ^".:nick": "bob", ^"Hat:tag": "x"})
	var crate := spawn(0, "crate")
	var custom := spawn_custom({"k": 7, "list": [1, "a"]})
	spawn_custom(null)
	await play(avatar, 1)
	Truth.send(avatar, 0, &"wave", [2])
	await peers(2)
	var second := multiplayer.get_peers().duplicate()
	second.erase(first)
	var other := spawn(1, str(second[0]), {^".:nick": "late", ^".:pos": Vector2(-1, 0.5)})
	await play(avatar, 10)
	await play(other, 20)
	despawn(crate)
	await seconds(0.3)
	despawn(custom)
	despawn(avatar)
	await seconds(0.5)
	Truth.send(self, 0, &"finish")


## A second of changes.
func play(avatar: Node, from: int) -> void:
	for step in 3:
		avatar.pos = Vector2(from + step, 0.25)
		avatar.hp -= 5 * step
		$World.pos = Vector2(0, from + step)
		$World.hp = from + step
		await seconds(0.15)
		if step == 1:
			avatar.get_node("Hat").tag = "step %d" % (from + step)
			avatar.get_node("Hat").hp = 100000 + from
			$World.tag = "tag %d" % from
		await seconds(0.15)


func client1() -> void:
	await steer()


func client2() -> void:
	await steer()


func steer() -> void:
	var mine := "Players/%d/Input" % multiplayer.get_unique_id()
	var step := 0
	while Truth.counts.get("finished", 0) == 0:
		if has_node(mine):
			step += 1
			get_node(mine).pos = Vector2(step, -step)
		await seconds(0.25)
		mine = "Players/%d/Input" % multiplayer.get_unique_id()


@rpc("authority", "call_remote", "reliable")
func finish() -> void:
	Truth.received(self, &"finish", [])
	Truth.event("finished")
