extends "res://session.gd"
## Calls of every mode, width and size between a server and two clients.

const Player := preload("res://player.gd")

var player: Node


func prepare(_api: SceneMultiplayer) -> void:
	player = make(make(self, "Players"), "7", Player)
	var open_to_all := {rpc_mode = MultiplayerAPI.RPC_MODE_ANY_PEER, transfer_mode = MultiplayerPeer.TRANSFER_MODE_RELIABLE,
		call_local = false, channel = 0}
	rpc_config(&"plain", open_to_all)
	rpc_config(&"configured", open_to_all)


func server() -> void:
	await peers(2)
	var other := multiplayer.get_peers()[0]
	Truth.send(player, 0, &"take_damage", [12, "sword", Vector3(1, 2, 3)])
	await seconds(0.3)
	Truth.send(player, 0, &"take_damage", [-1, "größte Axt \"x\"", Vector3(0.1, -2.5, 1e20)])
	Truth.send(player, -other, &"move", [Vector2(3, 4), 0.5])
	Truth.send(self, 0, &"announce", ["the server's word"])
	Truth.send(self, 0, &"both_sides", [1])
	await every_mode(other)
	for count in 21:
		Truth.send(self, other, &"reliable", range(count))
	Truth.send(self, other, &"reliable", [noise(100_000)])
	await seconds(0.5)
	Truth.send(self, other, &"unreliable", [noise(5_000)])
	Truth.send(self, other, &"ordered", ["x".repeat(5_000)])
	await seconds(0.5)
	Truth.send(self, 0, &"goodbye")


func client1() -> void:
	await peers(2)
	await Truth.logged("rpc_received", 4)
	await every_mode(1)
	await bytes_and_values(1)
	await every_mode(others()[0])
	Truth.send(player, 0, &"move", [Vector2(-1, 1), 0.25])
	await Truth.logged("goodbye")


func client2() -> void:
	await peers(2)
	await Truth.logged("rpc_received", 4)
	await seconds(1)
	Truth.send(self, 1, &"reliable", ["to the server"])
	Truth.send(self, others()[0], &"reliable", ["to the other client"])
	Truth.send(self, 0, &"plain", ["to all"])
	Truth.send(self, -1, &"configured", ["to all but the server"])
	await bytes_and_values(others()[0])
	await Truth.logged("goodbye")


func every_mode(target: int) -> void:
	for method: StringName in [&"reliable", &"unreliable", &"ordered", &"channel_one", &"channel_three", &"Capital", &"_under", &"ünï", &"plain", &"configured"]:
		Truth.send(self, target, method, [method, 1])
		await seconds(0.03)


func bytes_and_values(target: int) -> void:
	Truth.send(self, target, &"reliable", [PackedByteArray([1, 2, 3])])
	Truth.send(self, target, &"reliable", [PackedByteArray()])
	Truth.send(self, target, &"reliable", [PackedByteArray([1]), PackedByteArray([2])])
	for number: int in [0, 127, -128, 128, -129, 32767, 32768, -32769, 2147483647, 2147483648, -2147483649, 9223372036854775807]:
		Truth.send(self, target, &"reliable", [number])
	Truth.send(self, target, &"reliable", [null, true, false, 1.5, 0.1, INF])
	Truth.send(self, target, &"reliable", [[1, "two", [3.0]], {"a": 1, 2: Vector2i(3, 4)}, &"name", ^"A/B:c"])
	Truth.send(self, target, &"reliable", [Color.RED, Transform2D.IDENTITY, Basis.IDENTITY, PackedStringArray(["a", "bc"])])
	await seconds(0.1)


## The other clients.
func others() -> Array:
	return Array(multiplayer.get_peers()).filter(func(id: int) -> bool: return id != 1)


## Bytes that no compression makes short, always the same.
func noise(size: int) -> PackedByteArray:
	var random := RandomNumberGenerator.new()
	random.seed = 7
	var bytes := PackedByteArray()
	for i in size:
		bytes.append(random.randi() & 255)
	return bytes


@rpc("authority", "call_remote", "reliable")
func announce(text: String) -> void:
	Truth.received(self, &"announce", [text])


@rpc("authority", "call_local", "reliable")
func both_sides(number: int) -> void:
	Truth.received(self, &"both_sides", [number])


@rpc("authority", "call_remote", "reliable")
func goodbye() -> void:
	Truth.received(self, &"goodbye", [])
	Truth.event("goodbye")


@rpc("any_peer", "call_remote", "reliable")
func reliable(...args: Array) -> void:
	Truth.received(self, &"reliable", args)


@rpc("any_peer", "call_remote", "unreliable")
func unreliable(...args: Array) -> void:
	Truth.received(self, &"unreliable", args)


@rpc("any_peer", "call_remote", "unreliable_ordered")
func ordered(...args: Array) -> void:
	Truth.received(self, &"ordered", args)


@rpc("any_peer", "call_remote", "unreliable", 1)
func channel_one(...args: Array) -> void:
	Truth.received(self, &"channel_one", args)


@rpc("any_peer", "call_remote", "reliable", 3)
func channel_three(...args: Array) -> void:
	Truth.received(self, &"channel_three", args)


@rpc("any_peer", "call_remote", "reliable")
func Capital(...args: Array) -> void:
	Truth.received(self, &"Capital", args)


@rpc("any_peer", "call_remote", "reliable")
func _under(...args: Array) -> void:
	Truth.received(self, &"_under", args)


@rpc("any_peer", "call_remote", "reliable")
func ünï(...args: Array) -> void:
	Truth.received(self, &"ünï", args)


## Not annotated: announced by rpc_config() on the node.
func plain(...args: Array) -> void:
	Truth.received(self, &"plain", args)


func configured(...args: Array) -> void:
	Truth.received(self, &"configured", args)
