extends Node
@rpc
func carriage(returned: bool):
	pass
@rpc("any_peer")

func and_more():
	pass
