extends Node
## One trap, named by GAME_TRAP: says what a game sees. With the recorder it must say the same as without.

const Thing := preload("res://thing.gd")
const SlowPeer := preload("res://slow_peer.gd")

var PORT := int(OS.get_environment("GAME_PORT")) if OS.get_environment("GAME_PORT") else 21000
var client_api: SceneMultiplayer
var server_peer: ENetMultiplayerPeer
var client_peer: ENetMultiplayerPeer


func _ready() -> void:
	$Thing.set_script(Thing)
	seed(7)
	print("trap ", OS.get_environment("GAME_TRAP"))
	await call(OS.get_environment("GAME_TRAP"))
	print("random ", randi())
	get_tree().quit()


func frames(count: int) -> void:
	for i in count:
		await get_tree().process_frame


func say(api: MultiplayerAPI, who: String) -> void:
	api.peer_connected.connect(func(id: int) -> void: print(who, " peer_connected ", "server" if id == 1 else "client"))
	api.peer_disconnected.connect(func(id: int) -> void: print(who, " peer_disconnected ", "server" if id == 1 else "client"))
	api.connected_to_server.connect(func() -> void: print(who, " connected_to_server"))
	api.connection_failed.connect(func() -> void: print(who, " connection_failed"))
	api.server_disconnected.connect(func() -> void: print(who, " server_disconnected"))


func new_server() -> ENetMultiplayerPeer:
	server_peer = ENetMultiplayerPeer.new()
	print("server ", server_peer.create_server(PORT))
	return server_peer


func new_client() -> ENetMultiplayerPeer:
	client_peer = ENetMultiplayerPeer.new()
	print("client ", client_peer.create_client("127.0.0.1", PORT))
	return client_peer


## The client's part of the tree has an API of its own, four levels down.
func client_side(api := SceneMultiplayer.new()) -> void:
	client_api = api
	get_tree().set_multiplayer(client_api, ^"/root/Main/A/B/C/Client")
	client_nodes()
	# Both ends call /Main/Thing below their root.
	client_api.root_path = ^"/root/Main/A/B/C/Client"


func client_nodes() -> void:
	if $A/B/C/Client.get_child_count():
		return
	var thing := Thing.new()
	thing.name = "Thing"
	var main := Node.new()
	main.name = "Main"
	main.add_child(thing)
	$A/B/C/Client.add_child(main)


func both() -> void:
	say(multiplayer, "server")
	multiplayer.multiplayer_peer = new_server()
	client_side()
	say(client_api, "client")
	client_api.multiplayer_peer = new_client()


func until_connected() -> void:
	for i in 300:
		await get_tree().process_frame
		if multiplayer.get_peers().size() and client_api.get_peers().size():
			return
	print("not connected")


func talk() -> void:
	$Thing.rpc("hear", "from the server")
	await frames(15)
	$A/B/C/Client/Main/Thing.rpc_id(1, "hear", "from the client", 2)
	$Thing.rpc("hear", "again")
	await frames(15)


func property() -> void:
	await both()
	await until_connected()
	var mine: MultiplayerPeer = multiplayer.multiplayer_peer
	print(mine == server_peer, mine is ENetMultiplayerPeer, mine.get_class(), mine.get_script() == null, mine.host != null)
	print(client_api.multiplayer_peer == client_peer, multiplayer.get("multiplayer_peer") == server_peer)
	print(mine.get_peer(multiplayer.get_peers()[0]).get_state(), " ", multiplayer.has_multiplayer_peer(), multiplayer.is_server())
	await talk()


func set_by_method() -> void:
	say(multiplayer, "server")
	multiplayer.set_multiplayer_peer(new_server())
	client_side()
	say(client_api, "client")
	client_api.set_multiplayer_peer(new_client())
	await until_connected()
	print(multiplayer.multiplayer_peer == server_peer, client_api.multiplayer_peer == client_peer)
	await talk()


## What is asked of get_multiplayer_peer() is answered as by the peer itself.
func got_by_method() -> void:
	await both()
	await until_connected()
	var mine: Variant = multiplayer.get_multiplayer_peer()
	print(mine is MultiplayerPeer, mine.get_unique_id(), mine.get_connection_status(), mine.host == server_peer.host, mine.get_host() == server_peer.host)
	print(mine.get_peer(multiplayer.get_peers()[0]).get_state(), mine.refuse_new_connections, mine.transfer_channel)
	mine.refuse_new_connections = true
	print(server_peer.refuse_new_connections, multiplayer.refuse_new_connections)
	multiplayer.multiplayer_peer = mine
	print(multiplayer.multiplayer_peer == server_peer, " ", multiplayer.get_peers().size())
	mine.close()
	await frames(10)


func replaced() -> void:
	await both()
	await until_connected()
	await talk()
	client_api.multiplayer_peer = null
	print(client_api.multiplayer_peer, client_api.has_multiplayer_peer())
	client_peer.close()
	await frames(30)
	client_api.multiplayer_peer = new_client()
	await until_connected()
	await talk()
	client_api.multiplayer_peer = client_peer
	client_api.multiplayer_peer = client_peer
	await talk()
	client_api.multiplayer_peer = OfflineMultiplayerPeer.new()
	print(client_api.multiplayer_peer.get_class())
	await frames(5)


func closed() -> void:
	await both()
	await until_connected()
	server_peer.close()
	print(multiplayer.multiplayer_peer == server_peer, server_peer.get_connection_status())
	await frames(60)
	print(client_peer.get_connection_status())


func disconnected_by_api() -> void:
	await both()
	await until_connected()
	(multiplayer as SceneMultiplayer).disconnect_peer(multiplayer.get_peers()[0])
	await frames(30)


## Past the API, which is not told; for longer than the second in which round trips are asked for.
func cut_off() -> void:
	await both()
	await until_connected()
	server_peer.disconnect_peer(multiplayer.get_peers()[0], true)
	await frames(150)
	print(multiplayer.get_peers().size())
	$Thing.rpc("hear", "nobody")


func mesh() -> void:
	say(multiplayer, "mesh")
	var one := ENetMultiplayerPeer.new()
	print(one.create_mesh(5))
	multiplayer.multiplayer_peer = one
	var other := ENetMultiplayerPeer.new()
	print(other.create_mesh(1))
	client_side()
	client_api.multiplayer_peer = other
	var hosts := [ENetConnection.new(), ENetConnection.new()]
	print(hosts[0].create_host_bound("127.0.0.1", PORT, 2), hosts[1].create_host(2))
	var links := [null, hosts[1].connect_to_host("127.0.0.1", PORT, 3)]
	for i in 60:
		await get_tree().process_frame
		for side in 2:
			var event: Array = hosts[side].service()
			if event[0] == ENetConnection.EVENT_CONNECT:
				links[side] = event[1]
		if links[0] and links[0].get_state() == ENetPacketPeer.STATE_CONNECTED and links[1].get_state() == ENetPacketPeer.STATE_CONNECTED:
			break
	print(one.add_mesh_peer(1, hosts[0]), other.add_mesh_peer(5, hosts[1]))
	await frames(10)
	print(multiplayer.multiplayer_peer == one, multiplayer.get_peers(), client_api.get_peers())
	await talk()
	await frames(90)


func refused() -> void:
	await both()
	multiplayer.refuse_new_connections = true
	print(server_peer.refuse_new_connections)
	await frames(60)
	multiplayer.refuse_new_connections = false
	print(server_peer.refuse_new_connections, " ", multiplayer.get_peers().size())


func not_connected() -> void:
	multiplayer.multiplayer_peer = ENetMultiplayerPeer.new()
	print(multiplayer.multiplayer_peer.get_class())


func offline() -> void:
	print(multiplayer.multiplayer_peer.get_class(), multiplayer.is_server(), multiplayer.get_unique_id())
	multiplayer.multiplayer_peer = OfflineMultiplayerPeer.new()
	$Thing.rpc("hear", "nobody")
	await frames(5)


func root_replaced() -> void:
	var api := SceneMultiplayer.new()
	get_tree().set_multiplayer(api)
	print(multiplayer == api)
	await both()
	await until_connected()
	await talk()
	print(multiplayer == api)


## Many nodes, none of them new, when the root gets another API.
func root_replaced_late() -> void:
	for i in 5000:
		$A.add_child(Node.new())
	await frames(5)
	get_tree().set_multiplayer(SceneMultiplayer.new())
	multiplayer.multiplayer_peer = new_server()
	await frames(3)
	client_side()
	client_api.multiplayer_peer = new_client()
	await until_connected()
	await talk()


func own_api() -> void:
	var api: MultiplayerAPI = load("res://handing_api.gd").new()
	get_tree().set_multiplayer(api)
	await both()
	await until_connected()
	print(multiplayer == api, multiplayer.multiplayer_peer == server_peer)
	await talk()


func silent_api() -> void:
	var api: MultiplayerAPI = load("res://silent_api.gd").new()
	get_tree().set_multiplayer(api)
	multiplayer.multiplayer_peer = new_server()
	await frames(20)
	print(multiplayer.multiplayer_peer == server_peer)


## No node is new when the subtree gets its API.
func late_subtree() -> void:
	client_nodes()
	await frames(40)
	await both()
	await until_connected()
	await talk()


func settings_stay() -> void:
	var api := multiplayer as SceneMultiplayer
	print(api.server_relay, api.allow_object_decoding, api.max_sync_packet_size, api.root_path)
	api.server_relay = false
	api.root_path = ^"/root"
	await both()
	await until_connected()
	print(api.server_relay, api.root_path, api.get_class(), api is SceneMultiplayer)
	await talk()
	api.clear()
	print(api.get_peers().size())


func own_peer() -> void:
	var one := SlowPeer.new()
	var two := SlowPeer.new()
	one.id = 1
	one.other = two
	two.id = 77
	two.other = one
	say(multiplayer, "server")
	multiplayer.multiplayer_peer = one
	client_side()
	say(client_api, "client")
	client_api.multiplayer_peer = two
	await until_connected()
	print(multiplayer.multiplayer_peer == one, multiplayer.multiplayer_peer.get_script() == SlowPeer, multiplayer.get_multiplayer_peer().call("extra", 5))
	await talk()
	for i in 30:
		(multiplayer as SceneMultiplayer).send_bytes(PackedByteArray([i, 1, 2]), 77, MultiplayerPeer.TRANSFER_MODE_UNRELIABLE, i % 3)
		if i % 4 == 0:
			await frames(1)
	await frames(10)
	for side in [one, two]:
		for line in side.log:
			print("log ", side.id, " ", line)
	one.other = null
	two.other = null


func big() -> void:
	await both()
	await until_connected()
	var data := PackedByteArray()
	data.resize(500000)
	for i in 500000:
		data[i] = i * 7 & 255
	(multiplayer as SceneMultiplayer).peer_packet.connect(func(_from: int, bytes: PackedByteArray) -> void: print("big ", bytes.size()))
	client_api.peer_packet.connect(func(_from: int, bytes: PackedByteArray) -> void: print("big ", bytes.size(), " ", bytes == data))
	(multiplayer as SceneMultiplayer).send_bytes(data)
	await frames(120)


## A second peer, without being asked for by all.
func one_line() -> void:
	client_side()
	if ResourceLoader.exists("res://addons/godot_wireshark/recorder.gd"):
		load("res://addons/godot_wireshark/recorder.gd").record(client_api, { "file": "user://one.pcapng" })
	multiplayer.multiplayer_peer = new_server()
	client_api.multiplayer_peer = new_client()
	await until_connected()
	print(client_api.multiplayer_peer == client_peer)
	await talk()


func errors() -> void:
	await both()
	await until_connected()
	for i in 3:
		push_error("number %d" % i)
		push_warning("warning %d" % i)
		$Thing.rpc("hear", "behind %d" % i)
	var thread := Thread.new()
	thread.start(func() -> void: push_error("from a thread"))
	thread.wait_to_finish()
	for i in 100:
		push_error("the same")
	await frames(15)


## The game's own note, and an end before the game's.
func stopped() -> void:
	await both()
	await until_connected()
	await talk()
	var recorder := get_node_or_null(^"/root/GodotWireshark")
	if recorder:
		recorder.mark("half time, größer")
		recorder.stop()
	await talk()
	print(multiplayer.multiplayer_peer == server_peer)
	client_peer.close()
	await frames(5)
	client_api.multiplayer_peer = new_client()
	await until_connected()
	await talk()


## What no game sends: put to the client's peer past its API.
func hostile() -> void:
	await both()
	await until_connected()
	var digest := "d41d8cd98f00b204e9800998ecf8427e".to_ascii_buffer()
	var path := PackedByteArray([1]) + digest + PackedByteArray([0, 9, 0, 0, 0])
	var call_by_path := PackedByteArray([0x20, 8, 0, 0, 0x80, 0, 0, 0])
	var packets: Array[PackedByteArray] = [
		PackedByteArray([1]), PackedByteArray([0x20]), PackedByteArray([7]), PackedByteArray([7, 3]), PackedByteArray([7, 3, 1, 0, 0, 0]),
		path, path + PackedByteArray([0]), path + PackedByteArray([0xC3, 0x28, 0]), path + PackedByteArray([0xE2, 0x82]),
		path + "/root".to_ascii_buffer() + PackedByteArray([0]), path + "..".to_ascii_buffer() + PackedByteArray([0]),
		path + "%Thing:script".to_ascii_buffer() + PackedByteArray([0]), path + "Main/Thing".to_ascii_buffer(),
		call_by_path, call_by_path + "Main/Thing".to_ascii_buffer() + PackedByteArray([0]), call_by_path + PackedByteArray([0xFF, 0xFE, 0]),
		PackedByteArray([0x20, 255, 255, 255, 255, 0, 0, 0, 0, 0]), PackedByteArray([0x20, 1, 0, 0, 0x80, 0, 0, 0]),
		PackedByteArray([7, 3, 1, 0, 0, 0, 1]), PackedByteArray([7, 3, 1, 0, 0, 0, 0x20, 255, 255, 255, 255]),
		PackedByteArray([7, 3, 1, 0, 0, 0, 7, 3, 1, 0, 0, 0, 1]), PackedByteArray([4]), PackedByteArray([255, 255, 255, 255]),
	]
	for packet in packets:
		client_peer.set_target_peer(1)
		client_peer.transfer_mode = MultiplayerPeer.TRANSFER_MODE_RELIABLE
		client_peer.put_packet(packet)
		await frames(3)
	await talk()


func busy() -> void:
	await both()
	await until_connected()
	var api := multiplayer as SceneMultiplayer
	client_api.peer_packet.connect(func(_from: int, _bytes: PackedByteArray) -> void: pass)
	var until := Time.get_ticks_msec() + int(OS.get_environment("GAME_MILLISECONDS"))
	var late := OS.get_environment("GAME_LATE") != ""       # the client has another peer, at half time
	var half := (Time.get_ticks_msec() + until) / 2
	var drawn := 0
	var every := maxi(1, int(OS.get_environment("GAME_EVERY")))
	var data := PackedByteArray()
	data.resize(int(OS.get_environment("GAME_SIZE")))
	while Time.get_ticks_msec() < until:
		if drawn % every == 0:
			for i in 60 if every == 1 else 1:
				api.send_bytes(data, 0, MultiplayerPeer.TRANSFER_MODE_RELIABLE)
		if late and Time.get_ticks_msec() > half:
			late = false
			client_api.multiplayer_peer = new_client()
		await get_tree().process_frame
		drawn += 1
	print("the game goes on")
	print("frames ", drawn)
