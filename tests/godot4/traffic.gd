extends "res://session.gd"
## The same mixed traffic both ways, under the conditions a scenario gives it by its options:
## rounds (of calls), pause (seconds between them), patience (seconds to wait for the other side), refuse (further clients).

const VERSE := "To be read again and again, that is what repetition is for. "


func server() -> void:
	await until("peer_connected")
	network.refuse_new_connections = option("refuse") == "true"
	if option("refuse") == "true":
		Truth.event("refusing")
	await talk(multiplayer.get_peers()[0])
	await until("peer_disconnected")


func client1() -> void:
	await until("connected_to_server")
	if not multiplayer.get_peers().is_empty():
		await talk(1)


func client2() -> void:
	await client1()


func talk(other: int) -> void:
	for step in int(option("rounds", "10")):
		Truth.send(self, other, &"reliable", [step, VERSE])
		Truth.send(self, other, &"unreliable", [step, Vector2(step, -step), [1, 2, 3, 4, 5, 6, 7, 8]])
		Truth.send(self, other, &"ordered", [step, {"step": step, "verse": VERSE}])
		if step % 4 == 3:
			Truth.send(self, other, &"reliable", [step, VERSE.repeat(50)])
			Truth.send(self, other, &"unreliable", [step, VERSE.repeat(45)])
		await seconds(float(option("pause", "0.1")))
	Truth.send(self, other, &"done")
	await until("done")


## Wait for an event, but not for ever.
func until(what: String) -> void:
	var end := Time.get_ticks_msec() + int(float(option("patience", "30")) * 1000)
	while Truth.counts.get(what, 0) == 0 and Time.get_ticks_msec() < end:
		await get_tree().process_frame


func leave() -> void:
	await seconds(0.3)
	network.close()
	Truth.event("closed")
	await seconds(0.1)


@rpc("any_peer", "call_remote", "reliable")
func reliable(step: int, text: String) -> void:
	Truth.received(self, &"reliable", [step, text])


@rpc("any_peer", "call_remote", "unreliable")
func unreliable(...args: Array) -> void:
	Truth.received(self, &"unreliable", args)


@rpc("any_peer", "call_remote", "unreliable_ordered")
func ordered(step: int, data: Dictionary) -> void:
	Truth.received(self, &"ordered", [step, data])


@rpc("any_peer", "call_remote", "reliable")
func done() -> void:
	Truth.received(self, &"done", [])
	Truth.event("done")
