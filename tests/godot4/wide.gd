extends "res://session.gd"
## More nodes than one byte counts, so that cache ids get wider; a late client, so that small ids are sent wide.

const Player := preload("res://player.gd")
const NODES := 300

var crowd: Array[Node] = []


func prepare(_api: SceneMultiplayer) -> void:
	var parent := make(self, "Crowd")
	for number in NODES:
		crowd.append(make(parent, "N%d" % number, Player))


func server() -> void:
	await peers(1)
	var first := multiplayer.get_peers()[0]
	for number in NODES:
		Truth.send(crowd[number], first, &"take_damage", [number, "", Vector3.ZERO])
		if number % 20 == 19:
			await seconds(0.05)
	await seconds(0.3)
	for number: int in [0, 1, 254, 255, 256, NODES - 1]:
		Truth.send(crowd[number], first, &"take_damage", [number, "again", Vector3.ONE])
	await peers(2)
	for turn in 2:
		for number: int in [1, 270]:
			Truth.send(crowd[number], 0, &"take_damage", [number, "to both", Vector3.UP])
		await seconds(0.3)
	Truth.send(self, 0, &"finish")


func client1() -> void:
	await Truth.logged("finished")


func client2() -> void:
	await Truth.logged("finished")


@rpc("authority", "call_remote", "reliable")
func finish() -> void:
	Truth.received(self, &"finish", [])
	Truth.event("finished")
