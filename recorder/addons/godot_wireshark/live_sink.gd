# SPDX-License-Identifier: GPL-2.0-or-later
extends RefCounted
## Who reads along? Readers that connect to the game, or a listener that the game connects to (docs/wire/recording.md, 5).

const Writer := preload("writer.gd")
const AT_ONCE := 65536          ## bytes that are sent without waiting for the frame's end
const MOST := 8 << 20           ## bytes that may wait for a slow reader; then packets are dropped, at twice as many it is left
const AGAIN := 1000000          ## microseconds between two attempts to connect
const READERS := 16

var failed := ""
var _writer: WeakRef
var _token := ""
var _server: TCPServer
var _readers: Array = []
var _host := ""
var _port := 0
var _tried := 0


## Sets where the game listens: "127.0.0.1:19000", or only a port, which means the loopback address.
func listen(writer: Object, where: String, token: String) -> void:
	_prepare(writer, where, token)
	_server = TCPServer.new()
	var error := _server.listen(_port, _host)
	if error:
		failed = "cannot listen at %s:%d (error %d)" % [_host, _port, error]


## Sets the address of the listener that the game connects to.
func connect_to(writer: Object, where: String, token: String) -> void:
	_prepare(writer, where, token)
	if not _host.is_valid_ip_address():
		_host = IP.resolve_hostname(_host)
	if not _host or not _port:
		failed = "there is no address %s" % where
	_tried = -AGAIN


func write(block: PackedByteArray) -> void:
	for reader in _readers:
		reader.write(block)


func flush() -> void:
	if _server:
		while _server.is_connection_available() and _readers.size() < READERS:
			var reader := Reader.new(_server.take_connection(), _writer, _token, _token != "")
			_readers.append(reader)
	elif _readers.is_empty() and Time.get_ticks_usec() - _tried > AGAIN:
		_tried = Time.get_ticks_usec()
		var stream := StreamPeerTCP.new()
		if stream.connect_to_host(_host, _port) == OK:
			_readers.append(Reader.new(stream, _writer, _token, true))
	for reader in _readers.duplicate():
		reader.flush()
		if reader.gone:
			if reader.why:
				print("godot_wireshark: " + reader.why)
			_readers.erase(reader)


func close() -> void:
	for reader in _readers:
		reader.finish()
	_readers.clear()
	if _server:
		_server.stop()


func _prepare(writer: Object, where: String, token: String) -> void:
	_writer = weakref(writer)
	_token = token
	var colon := where.rfind(":")
	_host = where.left(colon).trim_prefix("[").trim_suffix("]") if colon > 0 else "127.0.0.1"
	_port = where.substr(colon + 1).to_int()
	if _host == "localhost":
		_host = "127.0.0.1"


## One connection. It never waits: it keeps what the other end does not take yet, up to a limit. Beyond it only packets are
## dropped, because the records that come later are read with what all others say: interfaces, peers, names.
class Reader:
	const PATIENCE := 5000000       ## microseconds for the handshake

	var gone := false
	var why := ""
	var _stream: StreamPeerTCP
	var _writer: WeakRef
	var _token: String
	var _pending := PackedByteArray()
	var _lost := 0
	var _ready := false
	var _expects := 24              ## bytes of the listener's next message; 0: none, whatever comes is dropped
	var _mine := PackedByteArray()  ## random bytes of both ends
	var _since := Time.get_ticks_usec()

	func _init(stream: StreamPeerTCP, writer: WeakRef, token: String, handshake: bool) -> void:
		_stream = stream
		_writer = writer
		_token = token
		if not handshake:
			_expects = 0
			_begin()

	func write(block: PackedByteArray) -> void:
		if not _ready or gone:
			return
		if _pending.size() > (MOST / 2 if _lost else MOST) and Writer.is_packet(block):
			_lost += 1
			return
		if _pending.size() > 2 * MOST:
			_leave("a reader does not read")
			return
		if _lost and Writer.is_record(block):
			_pending.append_array(_writer.get_ref().lost(1, _lost))
			_lost = 0
		_pending.append_array(block)
		if _pending.size() > AT_ONCE and _pending.size() - block.size() <= AT_ONCE:
			_out()

	func flush() -> void:
		_stream.poll()
		var status := _stream.get_status()
		if status == StreamPeerTCP.STATUS_CONNECTING:
			gone = Time.get_ticks_usec() - _since > PATIENCE
			return
		if status != StreamPeerTCP.STATUS_CONNECTED:
			gone = true
			return
		_in()
		if not gone and _pending.size():
			_out()
		if not _ready and not gone and Time.get_ticks_usec() - _since > PATIENCE:
			_leave("the listener did not answer")

	## The game ends: what still waits is sent, if that does not take long. A question that has come is read, because TCP may
	## otherwise drop what was sent last.
	func finish() -> void:
		var until := Time.get_ticks_usec() + 250000
		while _ready and not gone and _pending.size() and Time.get_ticks_usec() < until:
			_out()
			if _pending.size():
				OS.delay_usec(1000)
		_stream.poll()
		if _stream.get_available_bytes() > 0:
			_stream.get_data(_stream.get_available_bytes())
		_stream.disconnect_from_host()

	func _begin() -> void:
		_ready = true
		_stream.set_no_delay(true)
		_pending = _writer.get_ref().section()

	func _out() -> void:
		var answer := _stream.put_partial_data(_pending)
		if answer[0] != OK:
			gone = true
		elif answer[1] == _pending.size():
			_pending = PackedByteArray()
		elif answer[1] > 0:
			_pending = _pending.slice(answer[1])

	func _in() -> void:
		var waiting := _stream.get_available_bytes()
		while waiting >= maxi(_expects, 1) and not gone:
			var data: PackedByteArray = _stream.get_data(_expects if _expects else waiting)[1]
			if _expects:
				_message(data)
			waiting = _stream.get_available_bytes()

	func _message(data: PackedByteArray) -> void:
		var what := data.slice(0, 4).get_string_from_ascii()
		if _ready:
			if what == "GDRQ":
				_answer(data)
			else:
				_leave("the listener sends what is no question")
		elif data[4] != 1 or what != ("GDRL" if _expects == 24 else "GDRA"):
			_leave("what is at the other end is no listener for recordings")
		elif _expects == 24:
			_introduce(data)
		elif data[5] != 0:
			_leave("the listener refuses (%d)" % data[5])
		elif _token and data.slice(8) != _proof("listener"):
			_leave("the listener does not know the token")
		else:
			_expects = 24
			_begin()

	func _introduce(data: PackedByteArray) -> void:
		if (data[5] & 1 == 1) != (_token != ""):
			_leave("the listener wants a token" if not _token else "the listener wants no token, so it is another one")
			return
		_mine = data.slice(8)
		var random := Crypto.new().generate_random_bytes(16)
		_mine.append_array(random)
		var answer := "GDRG".to_ascii_buffer()
		answer.append_array(PackedByteArray([1, 1 if _token else 0, 0, 0]))
		answer.append_array(random)
		answer.append_array(_proof("game"))
		_stream.put_data(answer)
		_expects = 40

	func _proof(who: String) -> PackedByteArray:
		if not _token:
			var none := PackedByteArray()
			none.resize(32)
			none.fill(0)
			return none
		var message := ("godot-recorder " + who).to_utf8_buffer()
		message.append_array(_mine)
		return Crypto.new().hmac_digest(HashingContext.HASH_SHA256, _token.to_utf8_buffer(), message)

	func _answer(data: PackedByteArray) -> void:
		var body := PackedByteArray([91, 0, 4, 0])
		body.append_array(data.slice(4, 8))
		body.append_array(PackedByteArray([92, 0, 8, 0]))
		body.append_array(data.slice(8, 16))
		body.append_array(PackedByteArray([93, 0, 4, 0]))
		body.append_array(data.slice(16, 20))
		_writer.get_ref().clock(body)

	func _leave(reason: String) -> void:
		why = reason
		gone = true
		_stream.disconnect_from_host()
