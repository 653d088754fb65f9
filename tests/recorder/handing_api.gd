extends MultiplayerAPIExtension
## A game's own API, with Godot's inside, as the documentation of MultiplayerAPIExtension shows it.

var base := SceneMultiplayer.new()


func _init() -> void:
	for what in ["connected_to_server", "connection_failed", "server_disconnected"]:
		base.connect(what, emit_signal.bind(what))
	base.peer_connected.connect(_on_connected)
	base.peer_disconnected.connect(_on_disconnected)


func _on_connected(id: int) -> void: peer_connected.emit(id)
func _on_disconnected(id: int) -> void: peer_disconnected.emit(id)
func _poll() -> Error: return base.poll()
func _rpc(peer: int, object: Object, method: StringName, args: Array) -> Error: return base.rpc(peer, object, method, args)
func _object_configuration_add(object: Object, config: Variant) -> Error: return base.object_configuration_add(object, config)
func _object_configuration_remove(object: Object, config: Variant) -> Error: return base.object_configuration_remove(object, config)
func _set_multiplayer_peer(peer: MultiplayerPeer) -> void: base.multiplayer_peer = peer
func _get_multiplayer_peer() -> MultiplayerPeer: return base.multiplayer_peer
func _get_unique_id() -> int: return base.get_unique_id()
func _get_peer_ids() -> PackedInt32Array: return base.get_peers()
func _get_remote_sender_id() -> int: return base.get_remote_sender_id()
