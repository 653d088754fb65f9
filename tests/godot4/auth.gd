extends "res://session.gd"
## Authentication good, refused and never finished; raw packets; every way to leave.

const TOKEN := "let me in"

var api: SceneMultiplayer
## Peers the server has let in, in order.
var admitted: Array[int] = []


func prepare(scene_multiplayer: SceneMultiplayer) -> void:
	api = scene_multiplayer
	api.auth_timeout = 1.5
	api.auth_callback = authenticate
	api.peer_authenticating.connect(present_token)


## Clients introduce themselves with a token; the fifth one never completes it.
func present_token(id: int) -> void:
	if Truth.who in ["client1", "client2", "client3"]:
		send_auth(id, TOKEN.to_utf8_buffer())
		complete(id)
	elif Truth.who == "client4":
		send_auth(id, "a wrong token".to_utf8_buffer())
		complete(id)
	elif Truth.who == "client5":
		send_auth(id, TOKEN.to_utf8_buffer())


func authenticate(id: int, data: PackedByteArray) -> void:
	Truth.event("auth_received", {from = id, hex = data.hex_encode()})
	if Truth.who != "server":
		return
	if data.get_string_from_utf8() == TOKEN:
		admitted.append(id)
		send_auth(id, "welcome".to_utf8_buffer())
		complete(id)
	else:
		disconnect_from(id, false)


func send_auth(id: int, data: PackedByteArray) -> void:
	Truth.event("auth_sent", {to = id, hex = data.hex_encode()})
	api.send_auth(id, data)


func complete(id: int) -> void:
	Truth.event("auth_completed", {to = id})
	api.complete_auth(id)


func disconnect_from(id: int, at_once: bool) -> void:
	Truth.event("disconnect", {id = id, how = "now" if at_once else "graceful", data = 0})
	network.disconnect_peer(id, at_once)


func server() -> void:
	await peers(3)
	Truth.send_raw(admitted[0], "only one".to_utf8_buffer())
	Truth.send_raw(0, "all".to_utf8_buffer(), MultiplayerPeer.TRANSFER_MODE_UNRELIABLE)
	Truth.send_raw(-admitted[0], "all but one".to_utf8_buffer(), MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED)
	Truth.send_raw(0, "on channel 4".to_utf8_buffer(), MultiplayerPeer.TRANSFER_MODE_RELIABLE, 4)
	Truth.send_raw(admitted[1], PackedByteArray(range(256)), MultiplayerPeer.TRANSFER_MODE_UNRELIABLE, 2)
	await Truth.logged("raw_received", 4)
	await Truth.logged("peer_authentication_failed", 2)
	await seconds(0.3)
	disconnect_from(admitted[0], false)
	await seconds(0.3)
	disconnect_from(admitted[1], true)
	await seconds(0.3)
	# The API still counts the second client, for it gets no signal of a forced disconnection: an error on the console.
	Truth.send_raw(0, "to the last one".to_utf8_buffer())
	await Truth.logged("peer_disconnected", 2)


func leave() -> void:
	await seconds(0.3)
	network.close()
	Truth.event("closed")
	await seconds(0.1)


func client1() -> void:
	await peers(3)
	await Truth.logged("raw_received", 3)
	Truth.send_raw(1, "to the server".to_utf8_buffer())
	Truth.send_raw(0, "from a client to all".to_utf8_buffer())
	Truth.send_raw(-1, "from a client to all but the server".to_utf8_buffer(), MultiplayerPeer.TRANSFER_MODE_UNRELIABLE)
	await Truth.logged("server_disconnected")


func client2() -> void:
	await peers(3)
	await Truth.logged("raw_received", 6)
	for id in multiplayer.get_peers():
		Truth.send_raw(id, "to each".to_utf8_buffer(), MultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED)
	Truth.send_raw(1, "on channel 3".to_utf8_buffer(), MultiplayerPeer.TRANSFER_MODE_UNRELIABLE, 3)
	await Truth.logged("server_disconnected")


## Leaves by itself, with a number for the other side.
func client3() -> void:
	await peers(3)
	await Truth.logged("raw_received", 7)
	await seconds(0.2)
	Truth.event("disconnect", {id = 1, how = "later", data = 42})
	network.get_peer(1).peer_disconnect_later(42)
	await Truth.logged("server_disconnected")


func client4() -> void:
	await Truth.logged("peer_authentication_failed")


func client5() -> void:
	await Truth.logged("peer_authentication_failed")
