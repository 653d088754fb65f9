extends Node2D
## A game at the debugger: it prints, fails, stops and is looked at.

@export var health := 100
var told: Array = []
var box: Node


func _ready() -> void:
	EngineDebugger.register_message_capture("game", hear)
	print("hello from the game")
	print_rich("[b]rich[/b] text")
	printerr("to standard error")
	push_warning("a warning of the game")
	push_error("an error of the game")
	var nothing: Variant = null
	connect_peers()
	EngineDebugger.send_message("game:score", ["anna", 42, Vector2(1, 2), {"level": 3}])
	for second in 40:
		await Truth.seconds(0.25)
		box.pinged.rpc(second)
		if told.has(2):
			told.erase(2)
			stop_here(second)
		if told.has(1):
			break
	fail(nothing)
	get_tree().quit()


func stop_here(second: int) -> void:
	var message := "stopped at %d" % second
	print(message)
	Truth.event("stopped", {second = second})


func fail(nothing: Variant) -> void:
	print(nothing.size())


## Two peers of its own, so that the network profilers have something to say.
func connect_peers() -> void:
	var server := ENetMultiplayerPeer.new()
	server.create_server(21009)
	box = add_side("Left", server)
	var client := ENetMultiplayerPeer.new()
	client.create_client("127.0.0.1", 21009)
	add_side("Right", client)


func add_side(side: String, peer: MultiplayerPeer) -> Node:
	var api := SceneMultiplayer.new()
	get_tree().set_multiplayer(api, "/root/Main/" + side)
	api.multiplayer_peer = peer
	var root := Node.new()
	root.name = side
	var child: Node = load("res://box.gd").new()
	child.name = "Box"
	root.add_child(child)
	add_child(root)
	return child


func hear(message: String, data: Array) -> bool:
	Truth.event("heard", {message = message, data = data})
	told.append(data[1])
	return true
