extends Node
## A client that sends values over TLS, and over DTLS, to a server that keeps a key log.

const TLS_PORT := 21021
const DTLS_PORT := 21022


func _ready() -> void:
	await call(Truth.who)
	get_tree().quit()


func tls() -> void:
	var tcp := StreamPeerTCP.new()
	tcp.connect_to_host("127.0.0.1", TLS_PORT)
	while tcp.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		tcp.poll()
		await get_tree().process_frame
	var stream := StreamPeerTLS.new()
	stream.connect_to_stream(tcp, "localhost", TLSOptions.client_unsafe())
	while stream.get_status() == StreamPeerTLS.STATUS_HANDSHAKING:
		stream.poll()
		await get_tree().process_frame
	for x: Variant in values():
		Truth.event("put_var", {value = Truth.value(x)})
		stream.put_var(x)
		stream.poll()
		await Truth.seconds(0.1)
	stream.disconnect_from_stream()


func dtls() -> void:
	var udp := PacketPeerUDP.new()
	udp.connect_to_host("127.0.0.1", DTLS_PORT)
	var packets := PacketPeerDTLS.new()
	packets.connect_to_peer(udp, "localhost", TLSOptions.client_unsafe())
	while packets.get_status() == PacketPeerDTLS.STATUS_HANDSHAKING:
		packets.poll()
		await Truth.seconds(0.05)
	for x: Variant in values():
		Truth.event("put_var", {value = Truth.value(x)})
		packets.put_var(x)
		packets.poll()
		await Truth.seconds(0.1)
	packets.disconnect_from_peer()


func values() -> Array:
	return [[1, "x"], {"secret": "sauce"}, "a text", PackedByteArray([1, 2, 3])]
