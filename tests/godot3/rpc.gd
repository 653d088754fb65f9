extends "res://session.gd"
# Calls, properties and bytes of every kind, size and target between a server and two clients.

const Player := preload("res://player.gd")

var player: Node


func prepare() -> void:
	player = make(make(self, "Players"), "7", Player)
	rpc_config("configured", MultiplayerAPI.RPC_MODE_REMOTE)


func server():
	yield(peers(2), "completed")
	var first: int = multiplayer.get_network_connected_peers()[0]
	Truth.send(player, 0, "take_damage", [12, "sword", Vector3(1, 2, 3)])
	yield(seconds(0.3), "completed")
	Truth.send(player, 0, "take_damage", [-1, "größte Axt \"x\"", Vector3(0.1, -2.5, 1e20)])
	Truth.send(player, -first, "move", [Vector2(3, 4), 0.5], false)
	Truth.set_there(player, 0, "where", Vector2(5, 6))
	Truth.send(self, 0, "announce", ["the server's word"])
	Truth.send(self, 0, "both_sides", [1])
	yield(every_kind(first), "completed")
	Truth.send(self, first, "any", [noise(100000)])
	yield(seconds(0.5), "completed")
	Truth.send(self, first, "any", [repeated("0123456789", 500)], false)
	yield(seconds(0.5), "completed")
	Truth.send(self, 0, "goodbye")


func client1():
	yield(peers(2), "completed")
	yield(logged("rpc_received", 4), "completed")
	yield(every_kind(1), "completed")
	yield(every_value(1), "completed")
	yield(every_kind(others()[0]), "completed")
	Truth.send(player, 0, "move", [Vector2(-1, 1), 0.25])
	yield(logged("goodbye"), "completed")


func client2():
	yield(peers(2), "completed")
	yield(logged("rpc_received", 3), "completed")
	yield(seconds(1), "completed")
	Truth.send(self, 1, "any", ["to the server"])
	Truth.send(self, others()[0], "any", ["to the other client"])
	Truth.send(self, 0, "any", ["to all"])
	Truth.send(self, -1, "any", ["to all but the server"])
	Truth.send(self, -others()[0], "any", ["to all but the other client"])
	Truth.send(self, 1, "to_master", [])
	yield(seconds(0.2), "completed")
	Truth.send(self, 0, "any", ["to all, now that the path is confirmed"])
	Truth.send_raw(0, PoolByteArray([0, 1, 2, 255]))
	yield(logged("goodbye"), "completed")


func every_kind(target: int):
	for reliable in [true, false]:
		for method in ["any", "configured", "_under", "Capital"]:
			Truth.send(self, target, method, [method, 1], reliable)
			yield(seconds(0.03), "completed")
		Truth.set_there(player, target, "hp", 300, reliable)
		Truth.set_there(player, target, "speed", -0.1, reliable)
		yield(seconds(0.03), "completed")
	for mode in [0, 1, 2]:
		Truth.send_raw(target, PoolByteArray([mode, 4, 0, 255]), mode)
		yield(seconds(0.03), "completed")
	Truth.send(self, target, "any", [])
	Truth.send(self, target, "any", [1, 2.0, "three", Vector2(4, 4), null, true, [], {}])


func every_value(target: int):
	var shape := RectangleShape2D.new()
	for x in [null, true, false, 0, -1, 2147483647, 2147483648, -2147483649, -9223372036854775807 - 1, 0.0, -0.5, 0.1, 1e300, INF, -INF, NAN,
			"", "a", "größte \"Axt\"\\\n\t☃", repeated("long ", 300), Vector2(1, -2.5), Rect2(1, 2, 3, 4), Vector3(0.1, 2, 3),
			Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)), Plane(1, 2, 3, 4), Quat(1, 2, 3, 4), AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)),
			Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)), Transform(Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)), Vector3(10, 11, 12)),
			Color(0.25, 0.5, 0.75, 1), Color.red, NodePath(""), NodePath("A/B:c:d"), NodePath("/root/A"), shape.get_rid(), player,
			{}, {"a": 1, 2: Vector2(3, 4), null: [true]}, [], [1, "two", [3.0, {}]],
			PoolByteArray(), PoolByteArray([1, 2, 3]), PoolIntArray([1, -2]), PoolRealArray([0.1, 2]), PoolStringArray(["", "a", "bcd", "größe"]),
			PoolVector2Array([Vector2(1, 2)]), PoolVector3Array([Vector3(1, 2, 3), Vector3(4, 5, 6)]), PoolColorArray([Color(1, 0, 0)])]:
		Truth.send(self, target, "any", [x])
		yield(seconds(0.01), "completed")


puppet func announce(text: String) -> void:
	Truth.received(self, "announce", [text])


remotesync func both_sides(number: int) -> void:
	Truth.received(self, "both_sides", [number])


master func to_master() -> void:
	Truth.received(self, "to_master", [])


# Allowed by rpc_config(), not by a keyword.
func configured(a, b) -> void:
	Truth.received(self, "configured", [a, b])


remote func _under(a, b) -> void:
	Truth.received(self, "_under", [a, b])


remote func Capital(a, b) -> void:
	Truth.received(self, "Capital", [a, b])
