extends Node
## What the two peers of the debugged game share.


@rpc("any_peer", "call_remote", "reliable")
func pinged(_second: int) -> void:
	pass
