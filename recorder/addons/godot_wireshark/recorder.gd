# SPDX-License-Identifier: GPL-2.0-or-later
extends Node
## What is recorded? This node finds the game's multiplayer APIs, begins the recording and ends it (docs/recording.md).

const Settings := preload("settings.gd")
const Writer := preload("writer.gd")
const Api := preload("api.gd")
const Peer := preload("peer.gd")
const Names := preload("names.gd")
const FileSink := preload("file_sink.gd")
const LiveSink := preload("live_sink.gd")

const SECOND := 1000000
const NODES := 16               ## nodes of the tree looked at in each frame, for APIs of subtrees

var writer: Writer              ## null: nothing is recorded
var _all := false               ## every API of the tree, not one peer
var _names := true
var _errors: Object
var _apis := {}                 ## id of an API -> [weak reference, names.gd]
var _told := {}                 ## ids of what was said once
var _wrappers := {}             ## id of a peer -> weak reference to its peer.gd
var _scripts := {}              ## class of a peer -> script for its wrapper
var _added: Array = []          ## nodes that entered the tree since the last look
var _walk: Array = []           ## nodes that wait to be looked at
var _clocked := 0


## Records the peers of this API. A game calls this in its own script, in one line, before it sets its peer.
## options are those of settings.gd, such as { "file": "user://me.pcapng" }. Returns null if nothing is recorded.
static func record(api: MultiplayerAPI, options := { "enabled": true }) -> Node:
	var script: GDScript = load((Settings as GDScript).resource_path.get_base_dir().path_join("recorder.gd"))
	var node: Node = script.new(options)
	if not node.writer:
		node.free()
		return null
	node.hook(api)
	(Engine.get_main_loop() as SceneTree).root.add_child.call_deferred(node)
	return node


func _init(options: Variant = null) -> void:
	var settings := Settings.new(options if options is Dictionary else {})
	if not settings.wanted():
		return
	_all = options == null
	name = "GodotWireshark"
	process_mode = Node.PROCESS_MODE_ALWAYS
	process_priority = 1 << 30      # after the game's own nodes
	_names = settings.value("names")
	_begin(settings)
	var tree := Engine.get_main_loop() as SceneTree
	if writer and _all and tree:
		# This is _init() of an autoload, so it is before _ready() of all nodes.
		hook(tree.get_multiplayer())


func _begin(settings: Settings) -> void:
	var made := Writer.new()
	var where: Array[String] = []
	if settings.file_path():
		var sink := FileSink.new()
		made.sinks.append(sink)
		sink.open(made, settings.file_path(), int(settings.value("file_size_mb")) << 20, settings.value("files"))
		where.append(ProjectSettings.globalize_path(sink.path))
	for way in ["listen", "connect"]:
		if settings.value(way):
			var sink := LiveSink.new()
			made.sinks.append(sink)
			if way == "listen":
				sink.listen(made, settings.value(way), settings.value("token"))
			else:
				sink.connect_to(made, settings.value(way), settings.value("token"))
			where.append("%s %s" % [way, settings.value(way)])
	print("godot_wireshark: records the network: " + ", ".join(where))
	made.flush()
	if not made.on:
		return
	writer = made
	# The class is asked for by its name, because engines before 4.5 do not have it.
	if settings.value("errors") and ClassDB.class_exists("Logger") and OS.has_method("add_logger"):
		_errors = load(get_script().resource_path.get_base_dir().path_join("errors.gd")).new()
		writer.errors = _errors
		OS.call("add_logger", _errors)


func _enter_tree() -> void:
	if not writer:
		set_process(false)
		return
	get_tree().process_frame.connect(_frame)
	get_tree().physics_frame.connect(_look)
	get_tree().node_added.connect(_on_node_added)
	if not _all:
		_walk_whole(get_tree().root)


func _process(_delta: float) -> void:
	if writer:
		_look()


func _frame() -> void:
	if not writer:
		return
	_look()
	_walk_on()
	var now := Time.get_ticks_usec()
	if now - _clocked >= SECOND:
		_clocked = now
		_clock()
	writer.flush()
	if not writer.on:
		stop()


## Puts a text of the game's own between the packets.
func mark(text: String) -> void:
	if writer:
		writer.record(Writer.Kind.MARK, 0, PackedByteArray(), Writer.text(1, text))


## Ends the recording; the game goes on.
func stop() -> void:
	_end(Writer.RunEnd.ASKED)


## In a browser this offers the recording as a download. Elsewhere it is a file already.
func download() -> void:
	if not writer or not Engine.has_singleton("JavaScriptBridge"):
		return
	for sink in writer.sinks:
		if sink is FileSink:
			sink._out()
			Engine.get_singleton("JavaScriptBridge").call("download_buffer", FileAccess.get_file_as_bytes(sink.path), sink.path.get_file())


## From now on the peers of this API are recorded.
func hook(api: MultiplayerAPI) -> void:
	if api == null:
		return
	if api.get_class() == "SceneMultiplayer" and api.get_script() == null:
		# set_script() leaves its settings, its signals, and all references to it as they are, because SceneMultiplayer
		# keeps nothing in a script.
		api.set_script(Api)
		api.set("recorder", self)
		_apis[api.get_instance_id()] = [weakref(api), Names.new(writer, api)]
		api.connect("peer_authenticating", _on_authenticating.bind(api.get_instance_id()))
		api.connect("peer_authentication_failed", _on_not_authenticated.bind(api.get_instance_id()))
		_check(api)
	elif api.get_script() != Api:
		_hook_inside(api)


## Returns the peer that an API gets instead of this one.
func wrapped(peer: MultiplayerPeer, api: MultiplayerAPI) -> MultiplayerPeer:
	if not writer or not writer.on or peer == null or peer is Peer or peer.is_class("OfflineMultiplayerPeer"):
		return peer
	if peer.get_connection_status() == MultiplayerPeer.CONNECTION_DISCONNECTED:
		return peer         # the API refuses it, and says why
	var known: WeakRef = _wrappers.get(peer.get_instance_id())
	if known and known.get_ref():
		return known.get_ref()
	var names: RefCounted = _apis[api.get_instance_id()][1]
	var wrapper: Peer = Peer.script_for(peer, _scripts, Peer).new()
	var about := { "api": api.get_class(), "root_path": Names.root_path(api), "relay": int(api.get("server_relay")), "objects": int(api.get("allow_object_decoding")) }
	wrapper.start(peer, writer, names, about)
	_wrappers[peer.get_instance_id()] = weakref(wrapper)
	if _names:
		_walk_whole(names.root())
	return wrapper


# A game's own MultiplayerAPIExtension mostly hands everything on to a SceneMultiplayer that it has inside.
func _hook_inside(api: MultiplayerAPI) -> void:
	if _told.has(api.get_instance_id()):
		return
	_told[api.get_instance_id()] = true
	var found := false
	for property in (api.get_script().get_script_property_list() if api.get_script() else []):
		var inside: Variant = api.get(property["name"]) if property["type"] in [TYPE_NIL, TYPE_OBJECT] else null
		if inside is MultiplayerAPI and inside.get_class() == "SceneMultiplayer" and inside.get_script() == null:
			hook(inside)
			found = true
	if not found:
		print("godot_wireshark: %s is the game's own: its peers are not recorded" % api)


# This finds the peers that were set by set_multiplayer_peer(), because that method does not call the script's _set().
func _check(api: MultiplayerAPI) -> void:
	var peer: MultiplayerPeer = api.get_multiplayer_peer()
	if peer == null or peer is Peer or peer.is_class("OfflineMultiplayerPeer"):
		return
	if peer.get_connection_status() == MultiplayerPeer.CONNECTION_DISCONNECTED or _told.has(peer.get_instance_id()):
		return
	if api.get_peers().size():
		# The API has remote peers already, and would forget them if it got another peer.
		_told[peer.get_instance_id()] = true
		print("godot_wireshark: too late for %s, it has peers already" % peer)
		return
	api.call("put", peer)


func _look() -> void:
	if not writer:
		return
	if _all:
		_look_at(get_tree().get_multiplayer())
	for id in _apis.keys():
		var api: MultiplayerAPI = _apis[id][0].get_ref()
		if api:
			_check(api)
		else:
			_apis.erase(id)
	if _added.size():
		var added := _added
		_added = []
		for node in added:
			if is_instance_valid(node) and node.is_inside_tree():
				_look_at_node(node)


func _look_at(api: MultiplayerAPI) -> void:
	if api and not _apis.has(api.get_instance_id()):
		hook(api)


func _look_at_node(node: Node) -> void:
	var api := node.get_multiplayer()
	if _all:
		_look_at(api)
	if _names and (node is MultiplayerSynchronizer or node is MultiplayerSpawner):
		var names: Array = _apis.get(api.get_instance_id() if api else 0, [])
		if names:
			names[1].found(node)


# No signal tells that a subtree got an API of its own, so all nodes are looked at, a few in each frame.
func _walk_on() -> void:
	if not _all:
		return
	if _walk.is_empty():
		_walk.append(get_tree().root)
	for i in mini(NODES, _walk.size()):
		var node: Variant = _walk.pop_back()
		if is_instance_valid(node) and node.is_inside_tree():
			_look_at(node.get_multiplayer())
			_walk.append_array(node.get_children())


# A peer begins: this describes what is in the tree already.
func _walk_whole(top: Node) -> void:
	if not top:
		return
	for type in ["MultiplayerSynchronizer", "MultiplayerSpawner"]:
		for node in top.find_children("*", type, true, false):
			_added.append(node)


func _clock() -> void:
	var body := PackedByteArray()
	for id in _apis:
		var api: MultiplayerAPI = _apis[id][0].get_ref()
		var peer: MultiplayerPeer = api.get_multiplayer_peer() if api else null
		if peer is Peer:
			body.append_array(peer.call("statistics"))
	writer.clock(body)


func _on_node_added(node: Node) -> void:
	_added.append(node)


func _on_authenticating(id: int, api: int) -> void:
	_tell_peer(api, "authenticates", id)


func _on_not_authenticated(id: int, api: int) -> void:
	_tell_peer(api, "not_authenticated", id)


func _tell_peer(api: int, what: String, id: int) -> void:
	var here: MultiplayerAPI = _apis[api][0].get_ref() if _apis.has(api) else null
	var peer: MultiplayerPeer = here.get_multiplayer_peer() if here else null
	if peer is Peer:
		peer.call(what, id)


func _end(reason: int) -> void:
	if not writer:
		return
	if _errors:
		if OS.has_method("remove_logger"):
			OS.call("remove_logger", _errors)
	writer.end(reason)
	writer.errors = null
	writer = null
	_errors = null


func _notification(what: int) -> void:
	if what == NOTIFICATION_PREDELETE:
		_end(Writer.RunEnd.GAME_ENDS)
