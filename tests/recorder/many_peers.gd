extends SceneTree
## Peers that begin while the files of a ring change, without a network.

const Writer := preload("addons/godot_wireshark/writer.gd")
const FileSink := preload("addons/godot_wireshark/file_sink.gd")


func _init() -> void:
	var writer := Writer.new()
	var sink := FileSink.new()
	writer.sinks.append(sink)
	sink.open(writer, "res://ring.pcapng", 0, 1000)
	for i in 200:
		writer.begin_peer("one of many", Writer.text(22, "x".repeat(i * 7)))
	writer.end(Writer.RunEnd.GAME_ENDS)
	quit()
