extends "res://replica.gd"
## Named after the client it belongs to; that client has the authority over its input.


func _enter_tree() -> void:
	if name.is_valid_int():
		$Input.set_multiplayer_authority(name.to_int())


@rpc("any_peer", "call_remote", "unreliable", 2)
func wave(times: int) -> void:
	Truth.received(self, &"wave", [times])
