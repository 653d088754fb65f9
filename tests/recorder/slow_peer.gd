extends MultiplayerPeerExtension
## A transport of a game's own, within one process: delays, drops each fifth unreliable packet, and swaps neighbours.

var other: MultiplayerPeerExtension
var id := 0
var log: Array[String] = []         ## what it was given, what it gave
var _waiting: Array = []            ## [frame, sender, channel, mode, data]
var _ready_ones: Array = []
var _target := 0
var _channel := 0
var _mode := TRANSFER_MODE_RELIABLE
var _status := CONNECTION_CONNECTING
var _count := 0


func extra(number: int, more := 2) -> int:
	return number + more + id


func _put_packet_script(data: PackedByteArray) -> Error:
	log.append("put %d %d %d %s" % [_target, _channel, _mode, data.hex_encode()])
	_count += 1
	if _mode == TRANSFER_MODE_UNRELIABLE and _count % 5 == 0:
		return OK
	var here := Engine.get_process_frames()
	other._waiting.append([here + 3, id, _channel, _mode, data])
	var last: int = other._waiting.size() - 1
	if _mode == TRANSFER_MODE_UNRELIABLE and _count % 3 == 0 and last > 0:
		var late: Array = other._waiting[last - 1]
		if late[3] == TRANSFER_MODE_UNRELIABLE:
			other._waiting[last - 1] = other._waiting[last]
			other._waiting[last] = late
	return OK


func _get_packet_script() -> PackedByteArray:
	var one: Array = _ready_ones.pop_front()
	log.append("got %d %d %d %s" % [one[1], one[2], one[3], one[4].hex_encode()])
	return one[4]


func _poll() -> void:
	if _status == CONNECTION_CONNECTING:
		_status = CONNECTION_CONNECTED
		peer_connected.emit(other.id)
	while _waiting.size() and _waiting[0][0] <= Engine.get_process_frames():
		_ready_ones.append(_waiting.pop_front())


func _get_available_packet_count() -> int: return _ready_ones.size()
func _get_max_packet_size() -> int: return 1 << 24
func _get_packet_channel() -> int: return _ready_ones[0][2]
func _get_packet_mode() -> TransferMode: return _ready_ones[0][3]
func _get_packet_peer() -> int: return _ready_ones[0][1]
func _set_target_peer(peer: int) -> void: _target = peer
func _set_transfer_channel(channel: int) -> void: _channel = channel
func _get_transfer_channel() -> int: return _channel
func _set_transfer_mode(mode: TransferMode) -> void: _mode = mode
func _get_transfer_mode() -> TransferMode: return _mode
func _close() -> void: _status = CONNECTION_DISCONNECTED
func _disconnect_peer(_peer: int, _force: bool) -> void: pass
func _is_server() -> bool: return id == 1
func _get_unique_id() -> int: return id
func _get_connection_status() -> ConnectionStatus: return _status
func _set_refuse_new_connections(_refuse: bool) -> void: pass
func _is_refusing_new_connections() -> bool: return false
func _is_server_relay_supported() -> bool: return true
