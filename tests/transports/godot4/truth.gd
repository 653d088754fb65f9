extends Node
## What this process sends and receives, as JSON lines in the file TRUTH_FILE.

var who := OS.get_environment("TRUTH_WHO")
var _file := FileAccess.open(OS.get_environment("TRUTH_FILE"), FileAccess.WRITE)


func _ready() -> void:
	event("engine", {version = Engine.get_version_info().string})


func event(what: String, details := {}) -> void:
	var line := {event = what, time = Time.get_unix_time_from_system(), peer = 0}
	line.merge(details, true)
	_file.store_line(JSON.stringify(line, "", false, true))
	_file.flush()


## A value as the truth files write it; a long one by its size and MD5.
func value(x: Variant) -> Dictionary:
	var encoded := var_to_bytes(x)
	if encoded.size() <= 4096:
		return {hex = encoded.hex_encode(), text = var_to_str(x)}
	var digest := HashingContext.new()
	digest.start(HashingContext.HASH_MD5)
	digest.update(encoded)
	return {size = encoded.size(), md5 = digest.finish().hex_encode()}


func seconds(time: float) -> void:
	await get_tree().create_timer(time).timeout


func option(key: String, default := "") -> String:
	var text := OS.get_environment("GAME_" + key.to_upper())
	return text if text else default
