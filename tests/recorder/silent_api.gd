extends MultiplayerAPIExtension
## A game's own API with nothing of Godot's inside.

var peer: MultiplayerPeer


func _poll() -> Error:
	if peer:
		peer.poll()
	return OK


func _rpc(_peer: int, _object: Object, _method: StringName, _args: Array) -> Error: return OK
func _object_configuration_add(_object: Object, _config: Variant) -> Error: return OK
func _object_configuration_remove(_object: Object, _config: Variant) -> Error: return OK
func _set_multiplayer_peer(to: MultiplayerPeer) -> void: peer = to
func _get_multiplayer_peer() -> MultiplayerPeer: return peer
func _get_unique_id() -> int: return peer.get_unique_id() if peer else 0
func _get_peer_ids() -> PackedInt32Array: return PackedInt32Array()
func _get_remote_sender_id() -> int: return 0
