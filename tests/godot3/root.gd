extends "res://session.gd"
# A multiplayer API of the scene's own, whose root node is the scene: paths begin there.

const Player := preload("res://player.gd")

var player: Node


func prepare() -> void:
	var own := MultiplayerAPI.new()
	own.set_root_node(self)
	custom_multiplayer = own
	var players := make(self, "Players")
	player = make(players, "7", Player)
	player.custom_multiplayer = own


func multiplayer_root() -> Node:
	return self


func server():
	yield(peers(1), "completed")
	Truth.send(player, 0, "take_damage", [12, "sword", Vector3(1, 2, 3)])
	Truth.send(self, 0, "any", ["the root itself"])
	yield(seconds(0.3), "completed")
	Truth.send(self, 0, "goodbye")


func client1():
	yield(peers(1), "completed")
	Truth.set_there(player, 1, "hp", 99)
	Truth.send(self, 1, "any", [1])
	yield(logged("goodbye"), "completed")
