extends Node
## WebSockets: the multiplayer peer, or plain peers with values and text.

const MULTIPLAYER := 21011
const PLAIN := 21012

var network := WebSocketMultiplayerPeer.new()


func _ready() -> void:
	var api := multiplayer as SceneMultiplayer
	api.peer_connected.connect(func(id: int) -> void: Truth.event("peer_connected", {id = id, peer = own_id()}))
	if Truth.who == "plain_server":
		await plain_server()
	elif Truth.who == "plain_client":
		await plain_client()
	else:
		await play()
	get_tree().quit()


func own_id() -> int:
	return multiplayer.get_unique_id()


func play() -> void:
	var secure := OS.get_environment("GAME_SECURE") != ""
	if Truth.who == "server" and secure:
		var crypto := Crypto.new()
		var key := crypto.generate_rsa(2048)
		var certificate := crypto.generate_self_signed_certificate(key, "CN=localhost", "20260101000000", "20360101000000")
		network.create_server(MULTIPLAYER, "127.0.0.1", TLSOptions.server(key, certificate))
	elif Truth.who == "server":
		network.create_server(MULTIPLAYER, "127.0.0.1")
	elif secure:
		network.create_client("wss://127.0.0.1:%d" % MULTIPLAYER, TLSOptions.client_unsafe())
	else:
		network.create_client("ws://127.0.0.1:%d" % MULTIPLAYER)
	multiplayer.multiplayer_peer = network
	Truth.event("opened")
	while multiplayer.get_peers().size() < 2:
		await get_tree().process_frame
	await Truth.seconds(0.3)
	for round in 3:
		call_all(round)
		await Truth.seconds(0.2)
	(multiplayer as SceneMultiplayer).send_bytes("raw bytes".to_utf8_buffer())
	Truth.event("raw_sent", {peer = own_id(), to = 0, hex = "raw bytes".to_utf8_buffer().hex_encode()})
	await Truth.seconds(0.5)
	network.close()


func call_all(round: int) -> void:
	Truth.event("rpc_sent", {peer = own_id(), to = 0, node = "Main", method = "greet", args = [Truth.value(Truth.who), Truth.value(round)]})
	greet.rpc(Truth.who, round)


@rpc("any_peer", "call_remote", "reliable")
func greet(name: String, round: int) -> void:
	Truth.event("rpc_received", {peer = own_id(), from = multiplayer.get_remote_sender_id(), node = "Main", method = "greet",
		args = [Truth.value(name), Truth.value(round)]})


func plain_server() -> void:
	var listener := TCPServer.new()
	listener.listen(PLAIN, "127.0.0.1")
	Truth.event("opened")
	while not listener.is_connection_available():
		await get_tree().process_frame
	var socket := WebSocketPeer.new()
	socket.accept_stream(listener.take_connection())
	await talk(socket)


func plain_client() -> void:
	var socket := WebSocketPeer.new()
	socket.connect_to_url("ws://127.0.0.1:%d/room" % PLAIN)
	await talk(socket)


func talk(socket: WebSocketPeer) -> void:
	while socket.get_ready_state() != WebSocketPeer.STATE_OPEN:
		socket.poll()
		await get_tree().process_frame
	for x: Variant in [[1, "x"], {"hp": 3, "at": Vector2(1, 2)}, "only a text", 7]:
		Truth.event("put_var", {value = Truth.value(x)})
		socket.put_var(x)
		socket.poll()
		await Truth.seconds(0.1)
	Truth.event("text_sent", {text = "hello as text"})
	socket.send_text("hello as text")
	socket.poll()
	await Truth.seconds(0.4)
	socket.close()
	for frame in 20:
		socket.poll()
		await get_tree().process_frame
