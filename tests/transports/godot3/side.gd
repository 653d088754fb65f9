extends Node
# The root of one of the two peers.


func _process(_delta):
	if custom_multiplayer.has_network_peer():
		custom_multiplayer.poll()
