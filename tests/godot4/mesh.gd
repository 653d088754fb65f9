extends "res://session.gd"
## Three peers, each connected with each; there is no server, and the ids are agreed beforehand.

const Player := preload("res://player.gd")
const PEERS: Dictionary[String, int] = {"peer1": 11, "peer2": 22, "peer3": 33}

var player: Node


func prepare(_api: SceneMultiplayer) -> void:
	player = make(make(self, "Players"), "7", Player)


## One host for each other peer; of two peers the first one listens.
func open() -> void:
	var me := PEERS[Truth.who]
	network.create_mesh(me)
	multiplayer.multiplayer_peer = network
	Truth.event("opened")
	var hosts: Dictionary[int, ENetConnection] = {}
	for other: int in PEERS.values():
		if other != me:
			hosts[other] = host_towards(me, other)
	while not hosts.is_empty():
		for other: int in hosts.keys():
			if hosts[other].service()[0] == ENetConnection.EVENT_CONNECT:
				network.add_mesh_peer(other, hosts[other])
				hosts.erase(other)
		await get_tree().process_frame


func host_towards(me: int, other: int) -> ENetConnection:
	var host := ENetConnection.new()
	var port := PORT + mini(me, other) + maxi(me, other)
	if me < other:
		host.create_host_bound("127.0.0.1", port, 1)
	else:
		host.create_host(1)
		host.connect_to_host("127.0.0.1", port)
	return host


func peer1() -> void:
	await peers(2)
	await seconds(0.5)
	Truth.send(player, 0, &"take_damage", [1, "to both", Vector3.ZERO])
	Truth.send(player, 33, &"move", [Vector2(1, 1), 0.5])
	Truth.send_raw(-22, "all but the second".to_utf8_buffer())
	await Truth.logged("rpc_received", 2)
	await seconds(0.3)


func peer2() -> void:
	await peers(2)
	await Truth.logged("rpc_received")
	Truth.send(player, 0, &"take_damage", [2, "to both", Vector3.ZERO])
	await Truth.logged("rpc_received", 2)
	await seconds(0.3)


func peer3() -> void:
	await peers(2)
	await Truth.logged("rpc_received", 3)
	Truth.send(player, 0, &"take_damage", [3, "to both", Vector3.ZERO])
	await seconds(0.5)
