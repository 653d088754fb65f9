# SPDX-License-Identifier: GPL-2.0-or-later
extends RefCounted
## What is in a recording? This makes the records of docs/wire/recording.md and gives them to the sinks.

const RECORDER := "godot_wireshark 1.0"
const PART := 196608                ## bytes of a body in one record
const RECORD := 28                  ## of the block's head (Enhanced Packet Block)
const HEADER := 48                  ## where the record's header begins in the block: behind Wireshark's tags, too
const COMMON := 40                  ## bytes of a record's header without what its kind adds

enum Kind { PACKET = 1, RUN_BEGIN, PEER_BEGIN, PEER_END, REMOTE, STATUS, NAMES, LOG, LOST, RUN_END, CLOCK, MARK }
enum PeerEnd { UNKNOWN, REPLACED, UNSET, FREED, GAME_ENDS, RECORDING_ENDS }
enum RunEnd { UNKNOWN, GAME_ENDS, ASKED, LIMIT, FAILED }
enum Lost { UNKNOWN, SLOW_READER, TOO_MANY_ERRORS }

var on := true
var run: int
var number := 0
var sinks: Array = []
var errors: Object = null           ## errors.gd: what other threads have said waits there
var _wall: int                      ## wall clock at the engine's start, microseconds
var _packet := PackedByteArray()    ## a packet's block up to its body, to be filled
var _ends: Array[PackedByteArray] = []  ## padding and place for the closing length, by the bytes of padding
var _interfaces: Array[PackedByteArray] = []
var _run_begin := PackedByteArray()
var _begun := {}                    ## peer -> body of its "peer begin", while it has not ended
var _names := {}                    ## peer -> { path -> body }


func _init() -> void:
	# It has a generator of its own, so that the game's random numbers are the same as without it.
	var random := RandomNumberGenerator.new()
	random.randomize()
	run = maxi(random.randi(), 1)
	_wall = _wall_at_start()
	for padding in 4:
		_ends.append(_zeros(padding + 4))
	_packet = _zeros(RECORD)
	_packet.append_array(PackedByteArray([0, 12, 0, 12]))       # Wireshark's tags are big-endian; all else is not
	_packet.append_array("godot_record".to_ascii_buffer())
	_packet.append_array(_zeros(4 + 60))
	_packet.encode_u32(0, 6)
	_packet.encode_u8(HEADER, 1)
	_packet.encode_u8(HEADER + 1, Kind.PACKET)
	_packet.encode_u16(HEADER + 2, 60)
	_packet.encode_u32(HEADER + 4, run)
	_add_interface("game", "%s, process %d" % [_game(), OS.get_process_id()])
	_run_begin = _describe_run()
	record(Kind.RUN_BEGIN, 0, PackedByteArray(), _run_begin)


## Writes a packet of a peer. No record is more frequent, so it is made without calls of other functions.
func packet(peer: int, direction: int, mode: int, own: int, other: int, channel: int, result: int, data: PackedByteArray, ticks: int) -> void:
	if errors and errors.waiting:
		drain_errors()
	var size := data.size()
	var stamp := _wall + ticks
	var offset := 0
	while true:
		var part := data
		if size > PART:
			part = data.slice(offset, mini(offset + PART, size))
		var here := part.size()
		var padding := -here & 3
		var length := HEADER + 60 + here + padding + 4
		number = (number + 1) & 0xFFFFFFFF
		var b := _packet.duplicate()        # an array is a reference: each record needs its own
		b.encode_u32(4, length)
		b.encode_u32(8, peer)
		b.encode_u32(12, stamp >> 32)
		b.encode_u32(16, stamp & 0xFFFFFFFF)
		b.encode_u32(20, 80 + here)
		b.encode_u32(24, 80 + here)
		b.encode_u16(HEADER + 8, peer)
		b.encode_u16(HEADER + 10, 2 if Engine.is_in_physics_frame() else 0)
		b.encode_u32(HEADER + 12, number)
		b.encode_u64(HEADER + 16, ticks)
		b.encode_u32(HEADER + 24, Engine.get_process_frames())
		b.encode_u32(HEADER + 28, Engine.get_physics_frames())
		b.encode_u32(HEADER + 32, size)
		b.encode_u32(HEADER + 36, offset)
		b.encode_u8(HEADER + 40, direction)
		b.encode_u8(HEADER + 41, mode)
		b.encode_s32(HEADER + 44, own)
		b.encode_s32(HEADER + 48, other)
		b.encode_s32(HEADER + 52, channel)
		b.encode_s32(HEADER + 56, result)
		b.append_array(part)
		b.append_array(_ends[padding])
		b.encode_u32(length - 4, length)
		for sink in sinks:
			sink.write(b)
		offset += here
		if offset >= size:
			break


## Writes any other record, for all sinks. fields is what the kind adds to the header.
func record(kind: int, peer: int, fields: PackedByteArray, body: PackedByteArray, ticks := Time.get_ticks_usec()) -> void:
	if errors and errors.waiting and kind != Kind.LOG:
		drain_errors()
	_send(kind, peer, fields, body, ticks, Engine.get_process_frames(), Engine.get_physics_frames())


## Begins to record a peer. Returns its number, or 0 if there are too many.
func begin_peer(description: String, body: PackedByteArray) -> int:
	var peer := _interfaces.size()
	if peer > 0xFFFF:
		return 0
	_add_interface("peer %d" % peer, "%s, %s" % [_game(), description])
	_begun[peer] = body
	_names[peer] = {}
	record(Kind.PEER_BEGIN, peer, PackedByteArray(), body)
	return peer


func end_peer(peer: int, reason: int) -> void:
	if _begun.erase(peer):
		_names.erase(peer)
		record(Kind.PEER_END, peer, PackedByteArray([reason, 0, 0, 0]), PackedByteArray())


## Writes what is known of a node. It is written again only if it has changed.
func names(peer: int, path: String, body: PackedByteArray) -> void:
	if peer in _names and _names[peer].get(path) != body:
		_names[peer][path] = body
		record(Kind.NAMES, peer, PackedByteArray(), body)


func clock(body: PackedByteArray) -> void:
	var ticks := Time.get_ticks_usec()
	var now := _zeros(8)
	now.encode_s64(0, _wall_at_start() + ticks)
	record(Kind.CLOCK, 0, now, body, ticks)


## The wall clock at the engine's start by the clocks as they are now, microseconds. They cannot be read at once: the
## system may let others run between them, so of some readings the quickest counts.
func _wall_at_start() -> int:
	var wall := 0
	var quickest := 1 << 62
	for reading in 8:
		var before := Time.get_ticks_usec()
		var now := int(Time.get_unix_time_from_system() * 1e6)
		var taken := Time.get_ticks_usec() - before
		if taken < quickest:
			quickest = taken
			wall = now - before - taken / 2
	return wall


## Ends the recording and closes the sinks.
func end(reason: int) -> void:
	if not on:
		return
	if errors:
		drain_errors()
	for peer in _begun.keys():
		end_peer(peer, PeerEnd.GAME_ENDS if reason == RunEnd.GAME_ENDS else PeerEnd.RECORDING_ENDS)
	record(Kind.RUN_END, 0, PackedByteArray([reason, 0, 0, 0]), PackedByteArray())
	on = false
	for sink in sinks:
		sink.close()
	sinks.clear()


## Is called once for each frame: writes what waits, and gives up the sinks that failed.
func flush() -> void:
	if errors and errors.waiting:
		drain_errors()
	for sink in sinks.duplicate():
		sink.flush()
		if sink.failed:
			print("godot_wireshark: " + sink.failed)
			sinks.erase(sink)
	on = on and not sinks.is_empty()


## Returns the beginning of a section that can be read alone: repeated records tell what holds now.
func section() -> PackedByteArray:
	var body := _zeros(16)
	body.encode_u32(0, 0x1A2B3C4D)
	body.encode_u16(4, 1)
	body.encode_s64(8, -1)
	var os := "%s %s" % [OS.get_name(), OS.get_version() if OS.has_method("get_version") else ""]
	body.append_array(_option(3, os.strip_edges()))
	body.append_array(_option(4, "Godot %s, %s" % [Engine.get_version_info()["string"], RECORDER]))
	body.append_array(_option(1, ("%s %s" % [_game(), _setting("application/config/version")]).strip_edges()))
	body.append_array(_zeros(4))
	var all := _block(0x0A0D0D0A, body)
	for interface in _interfaces:
		all.append_array(interface)
	if _run_begin:
		all.append_array(_repeated(Kind.RUN_BEGIN, 0, _run_begin))
	for peer in _begun:
		all.append_array(_repeated(Kind.PEER_BEGIN, peer, _begun[peer]))
		for path in _names[peer]:
			all.append_array(_repeated(Kind.NAMES, peer, _names[peer][path]))
	return all


## Returns the block that tells one sink how many records it did not get.
func lost(why: int, count: int) -> PackedByteArray:
	var fields := _zeros(16)
	fields.encode_u8(0, why)
	fields.encode_u64(8, count)
	return _made(Kind.LOST, 0, fields, PackedByteArray(), 0, 0, Time.get_ticks_usec(), Engine.get_process_frames(), Engine.get_physics_frames(), 0, (number - 1) & 0xFFFFFFFF)


## Returns the record that ends one sink before the others.
func last_words(reason: int) -> PackedByteArray:
	return _made(Kind.RUN_END, 0, PackedByteArray([reason, 0, 0, 0]), PackedByteArray(), 0, 0,
		Time.get_ticks_usec(), Engine.get_process_frames(), Engine.get_physics_frames(), 0, number)


## Writes what the engine and its threads have complained about since the last call, in its place between the packets.
func drain_errors() -> void:
	for said in errors.take():
		_send(Kind.LOG, 0, said.fields, said.body, said.ticks, said.frame, said.physics_frame)
	var count: int = errors.take_lost()
	if count:
		var fields := _zeros(16)
		fields.encode_u8(0, Lost.TOO_MANY_ERRORS)
		fields.encode_u64(8, count)
		_send(Kind.LOST, 0, fields, PackedByteArray(), Time.get_ticks_usec(), Engine.get_process_frames(), Engine.get_physics_frames())


static func is_record(block: PackedByteArray) -> bool:
	return block[0] == 6


static func is_packet(block: PackedByteArray) -> bool:
	return is_record(block) and block[HEADER + 1] == Kind.PACKET


static func text(tag: int, value: String) -> PackedByteArray:
	var bytes := value.to_utf8_buffer()
	if bytes.size() > 65535:
		var end := 65535
		while bytes[end] & 0xC0 == 0x80:
			end -= 1
		bytes = bytes.slice(0, end)
	return attribute(tag, bytes)


static func attribute(tag: int, value: PackedByteArray) -> PackedByteArray:
	var all := PackedByteArray([tag & 255, tag >> 8, value.size() & 255, value.size() >> 8])
	all.append_array(value)
	return all


## size is how many bytes the number has. Negative numbers are written as two's complement.
static func whole(tag: int, size: int, value: int) -> PackedByteArray:
	return attribute(tag, bytes_of(size, value))


static func bytes_of(size: int, value: int) -> PackedByteArray:
	var bytes := PackedByteArray()
	for i in size:
		bytes.append((value >> (8 * i)) & 255)
	return bytes


func _send(kind: int, peer: int, fields: PackedByteArray, body: PackedByteArray, ticks: int, frame: int, physics_frame: int) -> void:
	var offset := 0
	while true:
		number = (number + 1) & 0xFFFFFFFF
		var part := body.slice(offset, mini(offset + PART, body.size()))
		var flags := 2 if Engine.is_in_physics_frame() else 0
		var block := _made(kind, peer, fields, part, offset, body.size(), ticks, frame, physics_frame, flags, number)
		for sink in sinks:
			sink.write(block)
		offset += PART
		if offset >= body.size():
			break


func _repeated(kind: int, peer: int, body: PackedByteArray) -> PackedByteArray:
	var all := PackedByteArray()
	var offset := 0
	while true:
		var part := body.slice(offset, mini(offset + PART, body.size()))
		all.append_array(_made(kind, peer, PackedByteArray(), part, offset, body.size(),
			Time.get_ticks_usec(), Engine.get_process_frames(), Engine.get_physics_frames(), int(number > 1), number))
		offset += PART
		if offset >= body.size():
			return all
	return all


func _made(kind: int, peer: int, fields: PackedByteArray, part: PackedByteArray, offset: int, whole_size: int,
		ticks: int, frame: int, physics_frame: int, flags: int, its_number: int) -> PackedByteArray:
	var here := 20 + COMMON + fields.size() + part.size()
	var b := _zeros(RECORD - 8)
	var stamp := _wall + ticks
	b.encode_u32(0, peer)
	b.encode_u32(4, stamp >> 32)
	b.encode_u32(8, stamp & 0xFFFFFFFF)
	b.encode_u32(12, here)
	b.encode_u32(16, here)
	b.append_array(_packet.slice(RECORD, HEADER + COMMON))
	b.encode_u8(HEADER - 8 + 1, kind)
	b.encode_u16(HEADER - 8 + 2, COMMON + fields.size())
	b.encode_u16(HEADER - 8 + 8, peer)
	b.encode_u16(HEADER - 8 + 10, flags)
	b.encode_u32(HEADER - 8 + 12, its_number)
	b.encode_u64(HEADER - 8 + 16, ticks)
	b.encode_u32(HEADER - 8 + 24, frame)
	b.encode_u32(HEADER - 8 + 28, physics_frame)
	b.encode_u32(HEADER - 8 + 32, whole_size)
	b.encode_u32(HEADER - 8 + 36, offset)
	b.append_array(fields)
	b.append_array(part)
	return _block(6, b)


func _add_interface(name: String, description: String) -> void:
	var body := _zeros(8)
	body.encode_u16(0, 252)
	body.encode_u32(4, 262144)
	body.append_array(_option(2, name))
	body.append_array(_option(3, description))
	body.append_array(_zeros(4))
	var block := _block(1, body)
	for sink in sinks:
		sink.write(block)
	_interfaces.append(block)           # only now: a sink that begins a file with this block writes it once


func _describe_run() -> PackedByteArray:
	var version := Engine.get_version_info()
	var build := (1 if OS.is_debug_build() else 0) | (2 if OS.has_feature("editor") else 0) | (4 if DisplayServer.get_name() == "headless" else 0)
	var body := text(10, version["string"])
	body.append_array(whole(11, 4, version["hex"]))
	body.append_array(text(12, RECORDER))
	body.append_array(text(13, _game()))
	body.append_array(text(14, _setting("application/config/version")))
	body.append_array(text(15, OS.get_name()))
	body.append_array(whole(16, 4, OS.get_process_id()))
	body.append_array(whole(17, 8, _wall))
	body.append_array(whole(18, 4, build))
	return body


func _game() -> String:
	var name := _setting("application/config/name")
	return name if name else "Godot game"


func _setting(name: String) -> String:
	return str(ProjectSettings.get_setting(name)) if ProjectSettings.has_setting(name) else ""


func _option(code: int, value: String) -> PackedByteArray:
	if not value:
		return PackedByteArray()
	var option := text(code, value.left(1000))
	option.append_array(_zeros(-option.size() & 3))
	return option


func _block(type: int, body: PackedByteArray) -> PackedByteArray:
	var padding := -body.size() & 3
	var length := body.size() + padding + 12
	var b := _zeros(8)
	b.encode_u32(0, type)
	b.encode_u32(4, length)
	b.append_array(body)
	b.append_array(_ends[padding])
	b.encode_u32(length - 4, length)
	return b


func _zeros(size: int) -> PackedByteArray:
	var bytes := PackedByteArray()
	bytes.resize(size)
	bytes.fill(0)
	return bytes
