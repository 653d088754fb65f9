# SPDX-License-Identifier: GPL-2.0-or-later
extends SceneMultiplayer
## Which peer does the game see? Its own: this script is set on the SceneMultiplayer that the game has already,
## and wraps each peer that the game sets.
# An object looks for a property in its script before it looks in its class (Object::set, Object::get in core/object/object.cpp).

const Peer := preload("peer.gd")

var recorder: Node      # recorder.gd; it is a node, so this is not a reference that would close a circle


func _set(property: StringName, value: Variant) -> bool:
	if property != &"multiplayer_peer" or not (value == null or value is MultiplayerPeer):
		return false
	if value and value.get_connection_status() == MultiplayerPeer.CONNECTION_DISCONNECTED:
		return false        # the API refuses it, and says so
	put(value)
	return true


func _get(property: StringName) -> Variant:
	return game_peer() if property == &"multiplayer_peer" else null


func game_peer() -> MultiplayerPeer:
	var peer := get_multiplayer_peer()
	return (peer as Peer).inner if peer is Peer else peer


func put(peer: MultiplayerPeer) -> void:
	var now := get_multiplayer_peer()
	var wrapper := now as Peer
	if wrapper and (peer == wrapper.inner or peer == wrapper):
		return
	var next := peer
	if is_instance_valid(recorder):
		next = recorder.wrapped(peer, self)
	if wrapper:
		wrapper.ending = 1 if peer else 2       # Writer.PeerEnd
	set_multiplayer_peer(next)
