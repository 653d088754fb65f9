extends Node
## A process of a scenario. The scenario's script extends this and has a method named after each process ("server",
## "client1", …) that plays its part; when it returns, the process leaves.

const PORT := 21000

var network := ENetMultiplayerPeer.new()


func _ready() -> void:
	var api := multiplayer as SceneMultiplayer
	Truth.watch(api)
	prepare(api)
	await open()
	await call(Truth.who)
	await leave()
	get_tree().quit()


## What a scenario changes before the connection is opened.
func prepare(_api: SceneMultiplayer) -> void:
	pass


func open() -> void:
	var port := int(option("port", str(PORT)))
	if Truth.who == "server":
		network.create_server(port)
	else:
		network.create_client("127.0.0.1", port)
	network.host.compress(int(option("compress", "0")) as ENetConnection.CompressionMode)
	multiplayer.multiplayer_peer = network
	Truth.event("opened")


## Clients close first, the server when the last one has gone.
func leave() -> void:
	if Truth.who == "server":
		while not multiplayer.get_peers().is_empty():
			await get_tree().process_frame
	await seconds(0.3)
	network.close()
	Truth.event("closed")
	await seconds(0.1)


func option(key: String, default := "") -> String:
	var text := OS.get_environment("GAME_" + key.to_upper())
	return text if text else default


func seconds(time: float) -> void:
	await get_tree().create_timer(time).timeout


## Wait until so many other peers are there.
func peers(count: int) -> void:
	while multiplayer.get_peers().size() < count:
		await get_tree().process_frame
	await seconds(0.2)


## A child made by code, so that it has the same path on every peer.
func make(parent: Node, child_name: String, script: GDScript = null) -> Node:
	var node := Node.new()
	node.name = child_name
	node.set_script(script)
	parent.add_child(node)
	return node
