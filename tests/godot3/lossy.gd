extends "res://session.gd"
# Numbered traffic of all kinds, for a link that drops, doubles and reorders.

const Player := preload("res://player.gd")

var player: Node


func prepare() -> void:
	player = make(make(self, "Players"), "7", Player)


func server():
	yield(peers(2), "completed")
	yield(traffic(0), "completed")
	yield(seconds(3), "completed")
	Truth.send(self, 0, "goodbye")


func client1():
	yield(peers(2), "completed")
	yield(traffic(others()[0]), "completed")
	yield(logged("goodbye"), "completed")


func client2():
	yield(peers(2), "completed")
	yield(traffic(1), "completed")
	yield(logged("goodbye"), "completed")


func traffic(target: int):
	for i in 12:
		Truth.send(self, target, "any", ["reliable", i])
		Truth.send(self, target, "any", ["unreliable", i], false)
		Truth.set_there(player, target, "hp", i)
		Truth.set_there(player, target, "speed", i + 0.5, false)
		Truth.send_raw(target, PoolByteArray([i]), NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED)
		if i == 6:
			Truth.send(self, target, "any", [noise(4000)])
			Truth.send(self, target, "any", [repeated("0123456789", 400)], false)
		yield(seconds(0.08), "completed")
