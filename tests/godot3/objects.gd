extends "res://session.gd"
# Whole objects with the source text of their scripts (allow_object_decoding). With the option "refuse", the server does
# not allow them: decoding such an object crashes 3.6.2.

const Item := preload("res://item.gd")


func prepare() -> void:
	var allow := not (option("refuse") and Truth.who == "server")
	multiplayer.set_allow_object_decoding(allow)
	Truth.full_objects = allow


func server():
	yield(peers(1), "completed")
	if Truth.full_objects:
		send_objects(0)
	yield(seconds(0.5), "completed")
	Truth.send(self, 0, "goodbye")


func client1():
	yield(peers(1), "completed")
	send_objects(1)
	yield(logged("goodbye"), "completed")


func send_objects(target: int) -> void:
	var item := Item.new()
	item.resource_name = "größtes Schwert"
	Truth.send(self, target, "whole", [item])
	Truth.send(self, target, "whole", [1, {"item": item}, [Resource.new()], null])
	var node := Node.new()
	node.name = "Sent"
	Truth.send(self, target, "whole", [node])
	node.free()


remote func whole(a, b = NONE, c = NONE, d = NONE) -> void:
	Truth.event("rpc_received", {from = multiplayer.get_rpc_sender_id(), node = Truth.path_of(self), method = "whole",
		argc = _without_none([a, b, c, d]).size()})
