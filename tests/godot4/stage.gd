extends "res://session.gd"
## What the scenarios with replicated nodes share: a spawner, its nodes, and their log.

const SCENES: Array[String] = ["res://crate.tscn", "res://avatar.tscn"]

@onready var spawner: MultiplayerSpawner = $Spawner
@onready var players: Node = $Players


func _ready() -> void:
	spawner.spawn_function = func(data: Variant) -> Node:
		var node := Node.new()
		node.name = "custom_%s" % data.get("k", 0) if data is Dictionary else "custom"
		return node
	Truth.watch_spawner(spawner)
	super()


## Spawn a scene by its place in the spawner's list, with the given properties.
func spawn(scene: int, as_name: String, properties := {}) -> Node:
	var node: Node = load(SCENES[scene]).instantiate()
	node.name = as_name
	for property: NodePath in properties:
		var where := node.get_node_and_resource(NodePath(property.get_concatenated_names()))
		(where[0] as Node).set(property.get_concatenated_subnames(), properties[property])
	Truth.event("spawn", {spawner = Truth.path_of(spawner), scene = scene, node = "%s/%s" % [Truth.path_of(players), as_name],
		values = Truth.take_notes()})
	players.add_child(node, true)
	return node


func spawn_custom(argument: Variant) -> Node:
	Truth.event("spawn", {spawner = Truth.path_of(spawner), scene = 255, argument = Truth.value(argument)})
	return spawner.spawn(argument)


func despawn(node: Node) -> void:
	Truth.event("despawn", {node = Truth.path_of(node)})
	node.queue_free()
