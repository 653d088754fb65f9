# SPDX-License-Identifier: GPL-2.0-or-later
extends RefCounted
## What was asked for? The command line after `--` comes first, then the environment, then the project's settings, which
## override.cfg may change.

const SECTION := "network/recorder/"

## The settings: name -> [default, what it means]
const KNOWN := {
	"enabled": [false, "Record the network."],
	"release": [false, "Record in release exports, too, if it is asked for there."],
	"file": ["", "Where to: a path, with {game}, {time}, {pid} in it. Empty: user://recordings/{game}-{time}-{pid}.pcapng, if neither listen nor connect is set."],
	"file_size_mb": [256, "Largest size of a file."],
	"files": [1, "More than 1: a ring of so many files. 1: the recording ends when the file is full."],
	"listen": ["", "Address and port at which readers may connect, such as 127.0.0.1:19000."],
	"connect": ["", "Address and port of a listener, such as 127.0.0.1:19001."],
	"token": ["", "What a listener and a reader have to know."],
	"errors": [true, "Record the engine's errors and warnings (4.5 and later)."],
	"names": [true, "Record the names of nodes, methods and properties."],
}

var _given := {}            ## by the command line, or by the caller
var asked := false          ## on the command line, by the environment or by the caller: not only by the project's settings


func _init(given := {}) -> void:
	_given = given.duplicate()
	asked = not given.is_empty()
	for argument in OS.get_cmdline_user_args():
		if not argument.begins_with("--recorder-"):
			continue
		var pair := argument.trim_prefix("--recorder-").split("=", true, 1)
		var name := pair[0].replace("-", "_")
		if name in KNOWN:
			_given[name] = pair[1] if pair.size() > 1 else "true"
		else:
			print("godot_wireshark: there is no option " + argument)
	for name in KNOWN:
		var variable := "GODOT_RECORDER_" + str(name).to_upper()
		if not name in _given and OS.get_environment(variable):
			_given[name] = OS.get_environment(variable)


func value(name: String) -> Variant:
	var default: Variant = KNOWN[name][0]
	var found: Variant = default
	if name in _given:
		found = _given[name]
	elif ProjectSettings.has_setting(SECTION + name):
		found = ProjectSettings.get_setting(SECTION + name)
	if default is bool and found is String:
		return found.to_lower() in ["1", "true", "yes", "on"]
	if default is int:
		return int(found)
	return found


## Returns whether a recording is wanted in a build of this kind.
func wanted(debug_build := OS.is_debug_build()) -> bool:
	if Engine.is_editor_hint() or not (debug_build or value("release")):
		return false
	if "enabled" in _given:
		return value("enabled")
	for name in ["file", "listen", "connect"]:
		if name in _given:
			return _given[name] != ""
	return asked or value("enabled")


func file_path() -> String:
	var path: String = value("file")
	if not path:
		if value("listen") or value("connect"):
			return ""
		path = "user://recordings/{game}-{time}-{pid}.pcapng"
	var game := str(ProjectSettings.get_setting("application/config/name")) if ProjectSettings.has_setting("application/config/name") else ""
	for sign in ["/", "\\", ":", "*", "?", "\"", "<", ">", "|", "%", "{"]:
		game = game.replace(sign, "_")
	var time := Time.get_datetime_string_from_system().replace(":", "").replace("-", "").replace("T", "-")
	return path.format({ "game": game if game else "godot", "time": time, "pid": OS.get_process_id() })
