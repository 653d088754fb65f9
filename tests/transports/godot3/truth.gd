extends Node
# What this process sends and receives, as JSON lines in the file TRUTH_FILE.

var who = OS.get_environment("TRUTH_WHO")
var _path = OS.get_environment("TRUTH_FILE")


func _ready():
	File.new().open(_path, File.WRITE)
	event("engine", {version = Engine.get_version_info().string})


func event(what, details = {}):
	var line = {event = what, time = OS.get_system_time_msecs() / 1000.0, peer = 0}
	for key in details:
		line[key] = details[key]
	var file = File.new()
	file.open(_path, File.READ_WRITE)
	file.seek_end()
	file.store_line(to_json(line))
	file.close()


func hex(bytes):
	var text = ""
	for byte in bytes:
		text += "%02x" % byte
	return text


# A value as the truth files write it; a long one by its size and MD5.
func value(x):
	var encoded = var2bytes(x)
	if encoded.size() <= 4096:
		return {hex = hex(encoded), text = var2str(x)}
	var digest = HashingContext.new()
	digest.start(HashingContext.HASH_MD5)
	digest.update(encoded)
	return {size = encoded.size(), md5 = hex(digest.finish())}


func option(key, default = ""):
	var text = OS.get_environment("GAME_" + key.to_upper())
	return text if text else default
