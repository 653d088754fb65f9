extends SceneTree
## What does a packet of 60 bytes cost? Microseconds through the recorder, less those of the peer alone: of 60 packets the
## median, because a frame in which other processes had their turn says nothing.

const FOLDER := "res://addons/godot_wireshark/"
const COUNT := 20000


func _init() -> void:
	var data := PackedByteArray()
	data.resize(60)
	var results := {}
	for way in ["file", "tcp", "off"]:
		var best := INF
		for turn in 5:
			best = minf(best, cost(way, data))
		results[way] = snappedf(best, 0.01)
	print(JSON.stringify(results))
	quit()


func cost(way: String, data: PackedByteArray) -> float:
	var writer: RefCounted = load(FOLDER + "writer.gd").new()
	var reader := StreamPeerTCP.new()
	if way == "file":
		var sink: RefCounted = load(FOLDER + "file_sink.gd").new()
		writer.sinks.append(sink)
		sink.open(writer, "user://bench.pcapng", 1 << 30, 1)
	elif way == "tcp":
		var sink: RefCounted = load(FOLDER + "live_sink.gd").new()
		writer.sinks.append(sink)
		sink.listen(writer, "127.0.0.1:19000", "")
		reader.connect_to_host("127.0.0.1", 19000)
		while reader.get_status() != StreamPeerTCP.STATUS_CONNECTED:
			reader.poll()
		OS.delay_msec(20)
		sink.flush()
	else:
		writer.on = false
	var api := SceneMultiplayer.new()
	var inner := OfflineMultiplayerPeer.new()
	var peer: MultiplayerPeer = load(FOLDER + "peer.gd").new()
	peer.start(inner, writer, load(FOLDER + "names.gd").new(writer, api), { "root_path": "/root", "api": "", "relay": 1, "objects": 0 })
	var spent := PackedInt64Array()
	for frame in COUNT / 60:
		var begin := Time.get_ticks_usec()
		for i in 60:
			peer.put_packet(data)
		var middle := Time.get_ticks_usec()
		for i in 60:
			inner.put_packet(data)
		var this := middle - begin - (Time.get_ticks_usec() - middle)
		if way != "off":
			begin = Time.get_ticks_usec()
			writer.flush()
			this += Time.get_ticks_usec() - begin
		spent.append(this)
		while way == "tcp" and reader.get_available_bytes():
			reader.get_data(reader.get_available_bytes())
	assert(way == "off" or writer.number > COUNT / 60 * 60)
	writer.end(2)
	spent.sort()
	return spent[spent.size() / 2] / 60.0
