extends Node
# Variants and packets over TCP: StreamPeer in both byte orders, and PacketPeerStream.

const LITTLE = 21001
const BIG = 21002
const PACKETS = 21003


func _ready():
	yield(call(Truth.who), "completed")
	get_tree().quit()


func receiver():
	var listeners = []
	for port in [LITTLE, BIG, PACKETS]:
		var listener = TCP_Server.new()
		listener.listen(port, "127.0.0.1")
		listeners.append(listener)
	Truth.event("opened")
	for listener in listeners:
		while not listener.is_connection_available():
			yield(get_tree(), "idle_frame")
		yield(drain(listener.take_connection()), "completed")


# Read whatever comes until the sender closes.
func drain(stream):
	while stream.get_status() == StreamPeerTCP.STATUS_CONNECTED:
		if stream.get_available_bytes():
			stream.get_data(stream.get_available_bytes())
		yield(get_tree(), "idle_frame")


func sender():
	var stream = yield(connected(LITTLE), "completed")
	for x in values():
		put_var(stream, x, LITTLE)
		yield(get_tree().create_timer(0.05), "timeout")
	for x in 40:    # many in one segment
		put_var(stream, [x, "number %d" % x], LITTLE)
	put_var(stream, big_value(), LITTLE)
	put_var(stream, "after the big one", LITTLE)
	yield(close(stream), "completed")

	stream = yield(connected(BIG), "completed")
	stream.big_endian = true
	for x in values():
		put_var(stream, x, BIG)
		yield(get_tree().create_timer(0.05), "timeout")
	put_var(stream, big_value(), BIG)
	yield(close(stream), "completed")

	stream = yield(connected(PACKETS), "completed")
	var packets = PacketPeerStream.new()
	packets.stream_peer = stream
	for x in values():
		Truth.event("put_var", {port = PACKETS, value = Truth.value(x)})
		packets.put_var(x)
	for bytes in ["abc".to_ascii(), PoolByteArray([0]), PoolByteArray([1, 2, 3, 4, 5, 6, 7])]:
		Truth.event("put_packet", {port = PACKETS, hex = Truth.hex(bytes)})
		packets.put_packet(bytes)
		yield(get_tree().create_timer(0.05), "timeout")
	yield(close(stream), "completed")


func values():
	return [[1, "x"], {"a": 1, 2: true}, "a text", 5, null, true, 2.5, Vector3(1, 2, 3), PoolByteArray([1, 2, 3]),
		PoolStringArray(["", "é"]), NodePath("/root/Main:x"), [[], {"deep": [1, [2, [3]]]}]]


# 100 kB.
func big_value():
	var bytes = PoolByteArray()
	bytes.resize(100000)
	for i in bytes.size():
		bytes[i] = i % 251
	return {"big": bytes}


func put_var(stream, x, port):
	Truth.event("put_var", {port = port, value = Truth.value(x)})
	stream.put_var(x)


func connected(port):
	yield(get_tree(), "idle_frame")
	var stream = StreamPeerTCP.new()
	stream.connect_to_host("127.0.0.1", port)
	while stream.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		yield(get_tree(), "idle_frame")
	return stream


func close(stream):
	yield(get_tree().create_timer(0.3), "timeout")
	stream.disconnect_from_host()
