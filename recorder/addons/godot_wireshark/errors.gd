# SPDX-License-Identifier: GPL-2.0-or-later
extends Logger
## What does the engine complain about? This keeps it until the writer takes it. It needs Logger, which engines have from 4.5 on.

const Writer := preload("writer.gd")
const MOST := 200               ## errors in a second; what is more is counted
const ALIKE := 20               ## of these, that are the same
const SECOND := 1000000

var waiting := false
var _mutex := Mutex.new()
var _said: Array[Dictionary] = []
var _lost := 0
var _second := 0                ## when the second began that is counted
var _places := {}               ## what and where -> how often in this second
var _all := 0
var _main := OS.get_thread_caller_id()


func _log_error(function: String, file: String, line: int, code: String, rationale: String, _editor_notify: bool,
		error_type: int, script_backtraces: Array[ScriptBacktrace]) -> void:
	var now := Time.get_ticks_usec()
	_mutex.lock()
	if now - _second > SECOND:
		_second = now
		_all = 0
		_places.clear()
	var place := "%s:%d:%s" % [file, line, code]        # all calls of push_error() have the same file and line
	_places[place] = _places.get(place, 0) + 1
	_all += 1
	var much: bool = _all > MOST or _places[place] > ALIKE
	if much:
		_lost += 1
		waiting = true
	_mutex.unlock()
	if much:
		return
	var body := Writer.text(60, function)
	body.append_array(Writer.text(61, file))
	body.append_array(Writer.whole(62, 4, line))
	body.append_array(Writer.text(63, code))
	body.append_array(Writer.text(64, rationale))
	var stack := ""
	for trace in script_backtraces:
		stack += trace.format()
	if stack:
		body.append_array(Writer.text(66, stack))
	var said := {
		"fields": PackedByteArray([error_type, int(OS.get_thread_caller_id() == _main), 0, 0]), "body": body,
		"ticks": now, "frame": Engine.get_process_frames(), "physics_frame": Engine.get_physics_frames(),
	}
	_mutex.lock()
	_said.append(said)
	waiting = true
	_mutex.unlock()


## Returns everything that was said since the last call.
func take() -> Array[Dictionary]:
	_mutex.lock()
	var taken := _said
	_said = []
	waiting = false
	_mutex.unlock()
	return taken


func take_lost() -> int:
	_mutex.lock()
	var count := _lost
	_lost = 0
	_mutex.unlock()
	return count
