extends "res://stage.gd"
## What Godot complains about. The option "trouble" chooses it; "shop" is the version of the shop's script,
## "without" a list of nodes that do not exist in this process.

var shop: Node
var crafted := preload("res://crafted.gd").new()


func prepare(_api: SceneMultiplayer) -> void:
	shop = make(self, "Shop", load("res://shop_%s.gd" % option("shop", "old")))
	for path in option("without").split(",", false):
		get_node(path).free()


func server() -> void:
	await peers(1)
	await call("server_" + option("trouble"), multiplayer.get_peers()[0])
	await seconds(0.3)
	Truth.send(self, 0, &"finish")


func client1() -> void:
	await peers(1)
	var part := "client_" + option("trouble")
	if has_method(part):
		await call(part)
	await Truth.logged("finished")


# The two sides have different versions of a script.
func server_scripts(client: int) -> void:
	Truth.send(shop, client, &"buy", ["sword", 1])
	await seconds(0.3)
	Truth.send(shop, client, &"sell", ["sword", 2])
	await Truth.logged("client_done")


func client_scripts() -> void:
	await seconds(0.5)
	Truth.send(shop, 1, &"ask_price", ["shield"])
	Truth.send(shop, 1, &"buy", ["shield", 3])
	Truth.send(self, 1, &"client_is_done")


# The client lacks nodes.
func server_missing(client: int) -> void:
	for count in 3:
		Truth.send(shop, client, &"buy", ["sword", count])
		$World.hp = count
		await seconds(0.3)
	spawn(1, "nobody's")
	await seconds(0.3)


# Nodes that both sides know, and one of them frees.
func server_freed(client: int) -> void:
	Truth.send(shop, client, &"buy", ["sword", 1])
	await Truth.logged("client_done")
	Truth.send(self, client, &"free_shop")
	await seconds(0.2)
	Truth.send(shop, client, &"buy", ["sword", 2])
	await seconds(0.2)
	shop.free()
	Truth.event("freed", {node = "Main/Shop"})
	await seconds(0.3)


func client_freed() -> void:
	await Truth.logged("rpc_received", 1)
	Truth.send(shop, 1, &"buy", ["potion", 1])
	Truth.send(self, 1, &"client_is_done")


# The client already has a node of the name that is spawned.
func server_duplicate(_client: int) -> void:
	await Truth.logged("client_done")
	var crate := spawn(0, "crate")
	await seconds(0.3)
	despawn(crate)


func client_duplicate() -> void:
	make(players, "crate")
	Truth.send(self, 1, &"client_is_done")


# The client takes the authority without telling anybody, then gets it in due form.
func server_authority(client: int) -> void:
	$World.hp = 1
	await Truth.logged("client_done")
	$World.set_multiplayer_authority(client)
	Truth.send(self, client, &"take_over")
	await Truth.logged("client_done", 2)


func client_authority() -> void:
	await seconds(0.5)
	await change_world()
	await Truth.logged("rpc_received", 1)
	await change_world()


func change_world() -> void:
	$World.set_multiplayer_authority(multiplayer.get_unique_id())
	for step in 3:
		$World.hp = 50 + step
		$World.pos = Vector2(step, step)
		await seconds(0.2)
	Truth.send(self, 1, &"client_is_done")


# States and spawns bigger than a datagram.
func server_big(_client: int) -> void:
	$Big.nick = "n".repeat(500)
	await seconds(0.4)
	$Big.nick = "n".repeat(2000)
	await seconds(0.4)
	$Big.nick = "small again"
	$World.tag = "t".repeat(3000)
	await seconds(0.4)
	$World.tag = "t".repeat(70000)
	await seconds(0.4)
	$World.tag = "small again"
	spawn(1, "wordy", {^".:nick": "s".repeat(5000)})
	await seconds(0.4)


# Calls on another channel than the spawn of their node, which they may overtake.
func server_overtake(_client: int) -> void:
	for number in 12:
		var avatar := spawn(1, "runner %d" % number)
		Truth.send(avatar, 0, &"wave", [number])
		await seconds(0.2)


# Packets that no game sends, from both sides.
func server_unknown(client: int) -> void:
	Truth.send(shop, client, &"buy", ["sword", 1])
	await seconds(0.3)
	await send_crafted(client)
	Truth.send(self, client, &"your_turn")
	await Truth.logged("client_done")


func client_unknown() -> void:
	Truth.send(shop, 1, &"sell", ["sword", 1])
	await Truth.logged("rpc_received", 2)
	await send_crafted(1)
	Truth.send(self, 1, &"client_is_done")


func send_crafted(to: int) -> void:
	for about: String in crafted.packets():
		var bytes: PackedByteArray = crafted.packets()[about]
		Truth.event("packet_sent", {to = to, about = about, hex = bytes.hex_encode()})
		network.set_target_peer(to)
		network.transfer_channel = 0
		network.transfer_mode = MultiplayerPeer.TRANSFER_MODE_RELIABLE
		network.put_packet(bytes)
		await seconds(0.1)


@rpc("authority", "call_remote", "reliable")
func finish() -> void:
	Truth.received(self, &"finish", [])
	Truth.event("finished")


@rpc("any_peer", "call_remote", "reliable")
func client_is_done() -> void:
	Truth.received(self, &"client_is_done", [])
	Truth.event("client_done")


@rpc("authority", "call_remote", "reliable")
func free_shop() -> void:
	Truth.received(self, &"free_shop", [])
	shop.free()
	Truth.event("freed", {node = "Main/Shop"})


@rpc("authority", "call_remote", "reliable")
func take_over() -> void:
	Truth.received(self, &"take_over", [])


@rpc("authority", "call_remote", "reliable")
func your_turn() -> void:
	Truth.received(self, &"your_turn", [])
