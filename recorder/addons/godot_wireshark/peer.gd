# SPDX-License-Identifier: GPL-2.0-or-later
extends MultiplayerPeerExtension
## What passes a MultiplayerPeer? This one stands between the game's peer and its MultiplayerAPI, hands everything on,
## and tells the writer.

const Writer := preload("writer.gd")
const NOT_GIVEN := "godot_wireshark: not given"

var inner: MultiplayerPeer
var ending: int = Writer.PeerEnd.FREED      ## why it is let go, for the record
var _writer: Writer
var _names: RefCounted
var _number := 0
var _own := 0
var _status := -1
var _target := 0
var _links := {}        ## id of another peer -> its ENetPacketPeer
var _its_own := {}      ## properties that the inner peer's class and script add to MultiplayerPeer's


## Call this once, before the peer is given to the API. names is the names.gd of that API.
func start(peer: MultiplayerPeer, writer: Writer, names: RefCounted, about: Dictionary) -> bool:
	inner = peer
	for property in peer.get_property_list():
		if not property["name"] in self and not property["usage"] & (PROPERTY_USAGE_CATEGORY | PROPERTY_USAGE_GROUP):
			_its_own[StringName(property["name"])] = true
	_writer = writer
	_names = names
	_status = peer.get_connection_status()
	_own = peer.get_unique_id() if _status != CONNECTION_DISCONNECTED else 0
	var body := Writer.text(20, peer.get_class())
	if peer.get_script():
		body.append_array(Writer.text(21, peer.get_script().resource_path))
	body.append_array(Writer.text(22, about.root_path))
	body.append_array(Writer.whole(23, 4, _own))
	body.append_array(Writer.whole(24, 1, _status))
	body.append_array(Writer.whole(25, 1, int(_own == 1)))
	body.append_array(Writer.text(26, about.api))
	body.append_array(Writer.whole(27, 1, about.relay))
	body.append_array(Writer.whole(28, 1, about.objects))
	var port := _local_port()
	if port:
		body.append_array(Writer.whole(29, 2, port))
	_number = writer.begin_peer("%s, peer %d, %s" % [peer.get_class(), _own, about.root_path], body)
	peer.peer_connected.connect(_on_connected)
	peer.peer_disconnected.connect(_on_disconnected)
	names.begin(_number)
	return _number != 0


## Returns a script that is this one and also has the methods of a peer's own class and script. Games need it that call
## get_multiplayer_peer(), because that method goes past api.gd. It is made once for each class; base is this script.
static func script_for(peer: MultiplayerPeer, made: Dictionary, base: GDScript) -> GDScript:
	var own: Script = peer.get_script()
	var key := peer.get_class() + (str(own.get_instance_id()) if own else "")
	if key in made:
		return made[key]
	var methods: Array = own.get_script_method_list() if own else []
	var type := peer.get_class()
	while ClassDB.class_exists(type) and type != "MultiplayerPeer":
		if type != "MultiplayerPeerExtension":
			methods += ClassDB.class_get_method_list(type, true)
		type = ClassDB.get_parent_class(type)
	var script := GDScript.new()
	script.source_code = "extends \"%s\"\n" % base.resource_path
	var known := {}
	for method in base.get_script_method_list():
		known[method["name"]] = true
	for method in methods:
		var name := str(method["name"])
		if not name.begins_with("_") and name.is_valid_identifier() and not name in known and not ClassDB.class_has_method("MultiplayerPeerExtension", name):
			known[name] = true
			script.source_code += _handing_on(name, method["args"].size(), method["default_args"].size())
	made[key] = script if script.reload() == OK else base
	return made[key]


static func _handing_on(name: String, arguments: int, optional: int) -> String:
	var names: Array[String] = []
	var declared: Array[String] = []
	for i in arguments:
		names.append("a%d" % i)
		declared.append("a%d%s" % [i, " = NOT_GIVEN" if i >= arguments - optional else ""])
	return "func %s(%s):\n\treturn _hand_on(&\"%s\", [%s])\n" % [name, ", ".join(declared), name, ", ".join(names)]


func _hand_on(method: StringName, arguments: Array) -> Variant:
	while arguments.size() and arguments[-1] is String and arguments[-1] == NOT_GIVEN:
		arguments.pop_back()
	return inner.callv(method, arguments)


# The properties of the peer's own class are for the same games.
func _get(property: StringName) -> Variant:
	return inner.get(property) if property in _its_own else null


func _set(property: StringName, value: Variant) -> bool:
	if not property in _its_own:
		return false
	inner.set(property, value)
	return true


func authenticates(id: int) -> void:
	_remote(4, id)


func not_authenticated(id: int) -> void:
	_remote(5, id)


## Returns the round trips and losses that ENet counts, as attributes of a record "clock". For other peers they are empty.
func statistics() -> PackedByteArray:
	var body := PackedByteArray()
	for id in _links.keys().slice(0, 64):
		var other: Object = _links[id]
		if not other.is_active():
			_links.erase(id)        # the game has cut it off, so no signal came
		else:
			var found := Writer.bytes_of(4, id)
			# ENetPacketPeer.PeerStatistic: 3 the round trip and 4 its variance (ms), 0 loss (of 65,536), 7 throttle
			for number in [int(other.get_statistic(3)) * 1000, int(other.get_statistic(4)) * 1000, int(other.get_statistic(0)), int(other.get_statistic(7))]:
				found.append_array(Writer.bytes_of(4, number))
			body.append_array(Writer.attribute(90, found))
	return body


func _get_packet_script() -> PackedByteArray:
	# After get_packet() these calls tell about the next packet.
	var from := inner.get_packet_peer()
	var channel := inner.get_packet_channel()
	var mode := inner.get_packet_mode()
	var data := inner.get_packet()
	if _writer.on:
		if data.size() and _names.NAMING[data[0]]:
			_names.look(data)
		_writer.packet(_number, 0, mode, _own, from, channel, 0, data, Time.get_ticks_usec())
	return data


func _put_packet_script(data: PackedByteArray) -> Error:
	if not _writer.on:
		return inner.put_packet(data)
	if data.size() and _names.NAMING[data[0]]:
		_names.look(data)
	var channel := inner.transfer_channel
	var mode := inner.transfer_mode
	# ENet's client sends within put_packet(), so the other end may have the packet before that returns.
	var ticks := Time.get_ticks_usec()
	var result := inner.put_packet(data)
	_writer.packet(_number, 1, mode, _own, _target, channel, result, data, ticks)
	return result


func _poll() -> void:
	inner.poll()
	var status := inner.get_connection_status()
	if status != _status:
		_note_status(status, 0)


func _close() -> void:
	inner.close()
	_note_status(inner.get_connection_status(), 1)


func _disconnect_peer(id: int, force: bool) -> void:
	_remote(3, id, int(force))
	inner.disconnect_peer(id, force)


func _set_target_peer(id: int) -> void:
	_target = id
	inner.set_target_peer(id)


func _set_transfer_channel(channel: int) -> void:
	inner.transfer_channel = channel


func _get_transfer_channel() -> int:
	return inner.transfer_channel


func _set_transfer_mode(mode: TransferMode) -> void:
	inner.transfer_mode = mode


func _get_transfer_mode() -> TransferMode:
	return inner.transfer_mode


func _set_refuse_new_connections(refuse: bool) -> void:
	inner.refuse_new_connections = refuse


func _is_refusing_new_connections() -> bool:
	return inner.refuse_new_connections


func _get_available_packet_count() -> int:
	return inner.get_available_packet_count()


func _get_max_packet_size() -> int:
	return 1 << 24      # scripts cannot call the inner one; only put_var() asks for it


func _get_packet_channel() -> int:
	return inner.get_packet_channel()


func _get_packet_mode() -> TransferMode:
	return inner.get_packet_mode()


func _get_packet_peer() -> int:
	return inner.get_packet_peer()


func _is_server() -> bool:
	return inner.get_unique_id() == 1       # scripts cannot call is_server()


func _get_unique_id() -> int:
	return inner.get_unique_id()


func _get_connection_status() -> ConnectionStatus:
	return inner.get_connection_status()


func _is_server_relay_supported() -> bool:
	return inner.is_server_relay_supported()


# SceneMultiplayer drops packets of peers that this signal has not announced.
func _on_connected(id: int) -> void:
	_remote(1, id)
	if _writer.on and inner.is_class("ENetMultiplayerPeer"):
		var link: Object = inner.call("get_peer", id)       # earlier it may not be there, and then the engine prints an error
		if link:
			_links[id] = link
	peer_connected.emit(id)


func _on_disconnected(id: int) -> void:
	_remote(2, id)
	_links.erase(id)
	peer_disconnected.emit(id)


func _remote(what: int, id: int, force := 0) -> void:
	if _writer.on:
		var fields := PackedByteArray([what, force, 0, 0])
		fields.append_array(Writer.bytes_of(4, id))
		_writer.record(Writer.Kind.REMOTE, _number, fields, PackedByteArray())


func _note_status(status: int, what: int) -> void:
	if status != CONNECTION_DISCONNECTED:
		_own = inner.get_unique_id()        # a WebSocket's client learns its id with its first message
	if _writer.on:
		var fields := PackedByteArray([_status & 255, status, int(inner.refuse_new_connections), what])
		fields.append_array(Writer.bytes_of(4, _own))
		_writer.record(Writer.Kind.STATUS, _number, fields, PackedByteArray())
	_status = status


func _local_port() -> int:
	# A mesh has no host of its own and does not relay. The engine prints an error if it is asked for the host.
	var host: Object = inner.get("host") if inner.is_class("ENetMultiplayerPeer") and inner.is_server_relay_supported() else null
	return host.get_local_port() if host else 0


func _notification(what: int) -> void:
	if what == NOTIFICATION_PREDELETE and _writer and _writer.on and _number:
		_writer.end_peer(_number, ending)
