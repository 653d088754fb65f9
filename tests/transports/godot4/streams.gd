extends Node
## Variants and packets over TCP: StreamPeer in both byte orders, and PacketPeerStream.

const LITTLE := 21001
const BIG := 21002
const PACKETS := 21003


func _ready() -> void:
	await call(Truth.who)
	get_tree().quit()


func receiver() -> void:
	var listeners: Array[TCPServer] = []
	for port: int in [LITTLE, BIG, PACKETS]:
		var listener := TCPServer.new()
		listener.listen(port, "127.0.0.1")
		listeners.append(listener)
	Truth.event("opened")
	for listener in listeners:
		while not listener.is_connection_available():
			await get_tree().process_frame
		await drain(listener.take_connection())


## Read whatever comes until the sender closes.
func drain(stream: StreamPeerTCP) -> void:
	while stream.get_status() == StreamPeerTCP.STATUS_CONNECTED:
		stream.poll()
		if stream.get_available_bytes():
			stream.get_data(stream.get_available_bytes())
		await get_tree().process_frame


func sender() -> void:
	var stream := await connected(LITTLE)
	for x: Variant in values():
		put_var(stream, x, LITTLE)
		await Truth.seconds(0.05)
	for x in 40:    # many in one segment
		put_var(stream, [x, "number %d" % x], LITTLE)
	put_var(stream, big_value(), LITTLE)
	put_var(stream, "after the big one", LITTLE)
	await close(stream)

	stream = await connected(BIG)
	stream.big_endian = true
	for x: Variant in values():
		put_var(stream, x, BIG)
		await Truth.seconds(0.05)
	put_var(stream, big_value(), BIG)
	await close(stream)

	stream = await connected(PACKETS)
	var packets := PacketPeerStream.new()
	packets.stream_peer = stream
	for x: Variant in values():
		Truth.event("put_var", {port = PACKETS, value = Truth.value(x)})
		packets.put_var(x)
	for bytes: PackedByteArray in ["abc".to_ascii_buffer(), PackedByteArray([0]), PackedByteArray([1, 2, 3, 4, 5, 6, 7])]:
		Truth.event("put_packet", {port = PACKETS, hex = bytes.hex_encode()})
		packets.put_packet(bytes)
		await Truth.seconds(0.05)
	await close(stream)


func values() -> Array:
	return [[1, "x"], {"a": 1, 2: true}, "a text", 5, null, true, 2.5, Vector3(1, 2, 3), PackedByteArray([1, 2, 3]),
		PackedStringArray(["", "é"]), NodePath("/root/Main:x"), [[], {"deep": [1, [2, [3]]]}]]


## 100 kB.
func big_value() -> Dictionary:
	var bytes := PackedByteArray()
	bytes.resize(100_000)
	for i in bytes.size():
		bytes[i] = i % 251
	return {"big": bytes}


func put_var(stream: StreamPeer, x: Variant, port: int) -> void:
	Truth.event("put_var", {port = port, value = Truth.value(x)})
	stream.put_var(x)


func connected(port: int) -> StreamPeerTCP:
	var stream := StreamPeerTCP.new()
	stream.connect_to_host("127.0.0.1", port)
	while stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		stream.poll()
		await get_tree().process_frame
	return stream


func close(stream: StreamPeerTCP) -> void:
	await Truth.seconds(0.3)
	stream.disconnect_from_host()
