extends Node2D
# A game at the debugger: it prints, fails, stops and is looked at.

export var health = 100
export var finished = false
var box


func _ready():
	print("hello from the game")
	printerr("to standard error")
	push_warning("a warning of the game")
	push_error("an error of the game")
	connect_peers()
	var second = 0
	while not finished and second < 60:
		yield(get_tree().create_timer(0.25), "timeout")
		box.rpc("pinged", second)
		second += 1
		step(second)
	fail()
	get_tree().quit()


func fail():
	push_error("the last error")





func step(second):
	var message = "step %d" % second
	Truth.event("step", {second = second, message = message})


# Two peers of its own, so that the network profiler has something to say.
func connect_peers():
	var server = NetworkedMultiplayerENet.new()
	server.create_server(21009)
	box = add_side("Left", server)
	var client = NetworkedMultiplayerENet.new()
	client.create_client("127.0.0.1", 21009)
	add_side("Right", client)


func add_side(side, peer):
	var api = MultiplayerAPI.new()
	var root = load("res://side.gd").new()
	root.name = side
	root.custom_multiplayer = api
	api.set_root_node(root)
	api.network_peer = peer
	var child = load("res://box.gd").new()
	child.name = "Box"
	root.add_child(child)
	child.custom_multiplayer = api
	add_child(root)
	return child
