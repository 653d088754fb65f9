extends Node
## Something to call.

@rpc("any_peer", "call_remote", "reliable")
func hear(what: String, count := 1) -> void:
	print("heard %s %d at %s" % [what, count, get_path()])
