extends "res://trouble.gd"
## Peers whose worlds differ: lists of scenes, visible nodes, scenes that change, authority, and more properties than a
## mask has bits.

const PROPERTIES := 70


func prepare(api: SceneMultiplayer) -> void:
	super(api)
	if option("scenes"):
		spawner.clear_spawnable_scenes()
		for scene in option("scenes").split(","):
			spawner.add_spawnable_scene("res://%s.tscn" % scene)
	if option("trouble") == "watched":
		watch_many()


## A node with more properties on change than a delta has bits for.
func watch_many() -> void:
	var many := make(self, "Many", load("res://many.gd"))
	var sync := MultiplayerSynchronizer.new()
	sync.name = "Sync"
	sync.replication_config = SceneReplicationConfig.new()
	for number in PROPERTIES:
		var path := NodePath(".:value_%d" % number)
		sync.replication_config.add_property(path)
		sync.replication_config.property_set_replication_mode(path, SceneReplicationConfig.REPLICATION_MODE_ON_CHANGE)
	many.add_child(sync)
	Truth.watch_synchronizer(sync)


func server_watched(_client: int) -> void:
	for number in [0, 1, 62, 63, 64, 69]:
		$Many.set("value_%d" % number, 1000 + number)
		await seconds(0.2)


# The spawner of the client lists the scenes in another order.
func server_lists(_client: int) -> void:
	spawn(0, "crate")
	await seconds(0.3)
	spawn(1, "avatar")
	await seconds(0.3)


# The server hides a node from the client, shows it again, and frees it while it is hidden.
func server_hidden(client: int) -> void:
	var avatar: Node = load(SCENES[1]).instantiate()
	var syncs: Array[MultiplayerSynchronizer] = [avatar.get_node("Sync"), avatar.get_node("Hat/Sync")]
	for sync in syncs:
		sync.public_visibility = false
	avatar.name = "ghost"
	players.add_child(avatar)
	for visible: bool in [true, false, true, false]:
		for sync in syncs:
			sync.set_visibility_for(client, visible)
		Truth.event("visible", {node = Truth.path_of(avatar), to = client, now = visible})
		avatar.hp -= 1
		await seconds(0.3)
	Truth.send(avatar, client, &"wave", [1])
	await seconds(0.3)
	despawn(avatar)
	await seconds(0.3)


# The server changes to a scene that the client loads a moment later.
func server_scene(client: int) -> void:
	Truth.send(shop, client, &"buy", ["sword", 1])
	await seconds(0.3)
	Truth.send(self, client, &"take_over")
	change_scene()
	await seconds(0.6)
	Truth.send(shop, client, &"buy", ["sword", 3])
	await Truth.logged("client_done")


func client_scene() -> void:
	await Truth.logged("rpc_received", 2)
	await seconds(0.3)
	change_scene()
	await seconds(1.5)
	Truth.send(self, 1, &"client_is_done")


## The nodes of the new scene have other paths than those of the old one.
func change_scene() -> void:
	shop.free()
	spawner.free()
	players.free()
	var level := make(self, "Level2")
	players = make(level, "Players")
	shop = make(level, "Shop", load("res://shop_old.gd"))
	spawner = MultiplayerSpawner.new()
	spawner.name = "Spawner"
	spawner.spawn_path = NodePath("../Players")
	for scene in SCENES:
		spawner.add_spawnable_scene(scene)
	Truth.watch_spawner(spawner)
	level.add_child(spawner)
	Truth.event("scene", {node = Truth.path_of(level)})
	if Truth.who == "server":
		spawn(1, "early")
		Truth.send(shop, multiplayer.get_peers()[0], &"buy", ["sword", 2])


# A client calls what only the authority may, at another client, through the relay.
func server_caller(client: int) -> void:
	await peers(2)
	Truth.send(self, 0, &"take_over")
	await Truth.logged("client_done")


func client_caller() -> void:
	await peers(2)
	await seconds(0.5)
	for peer in multiplayer.get_peers():
		Truth.send(self, peer, &"take_over")
	Truth.send(self, 1, &"client_is_done")


func client2() -> void:
	await Truth.logged("finished")
