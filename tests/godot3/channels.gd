extends "res://session.gd"
# Channels of the application's own, unreliable calls kept in order, and clients that the server sends away.

func prepare() -> void:
	network.channel_count = 6
	network.always_ordered = Truth.who == "client1"


func server():
	yield(peers(2), "completed")
	var clients := multiplayer.get_network_connected_peers()
	yield(on_channels(0), "completed")
	yield(logged("rpc_received", 14), "completed")
	yield(logged("raw_received", 4), "completed")
	yield(seconds(0.3), "completed")
	Truth.event("disconnect_peer", {id = clients[0], now = false})
	network.disconnect_peer(clients[0], false)
	yield(seconds(0.3), "completed")
	Truth.event("disconnect_peer", {id = clients[1], now = true})
	network.disconnect_peer(clients[1], true)
	yield(seconds(0.3), "completed")


func client1():
	yield(peers(2), "completed")
	yield(on_channels(1), "completed")
	yield(logged("server_disconnected"), "completed")


func client2():
	yield(peers(2), "completed")
	yield(on_channels(0), "completed")
	yield(logged("server_disconnected"), "completed")


func on_channels(target: int):
	for channel in [-1, 3, 5]:
		network.transfer_channel = channel
		Truth.send(self, target, "any", ["reliable", channel])
		Truth.send(self, target, "any", ["unreliable", channel], false)
		yield(seconds(0.05), "completed")
	network.transfer_channel = -1
	Truth.send(self, target, "any", ["all paths are known"])
	for mode in [NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE, NetworkedMultiplayerPeer.TRANSFER_MODE_UNRELIABLE_ORDERED]:
		Truth.send_raw(target, PoolByteArray([mode]), mode)
