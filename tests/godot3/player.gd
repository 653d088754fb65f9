extends Node

remote var hp := 100 setget set_hp
puppet var where := Vector2() setget set_where
var speed := 1.5 setget set_speed


func _init() -> void:
	rset_config("speed", MultiplayerAPI.RPC_MODE_REMOTE)


func set_hp(x: int) -> void:
	hp = x
	Truth.was_set(self, "hp", x)


func set_where(x: Vector2) -> void:
	where = x
	Truth.was_set(self, "where", x)


func set_speed(x: float) -> void:
	speed = x
	Truth.was_set(self, "speed", x)


remote func take_damage(amount: int, weapon: String, at: Vector3) -> void:
	Truth.received(self, "take_damage", [amount, weapon, at])


remote func move(to: Vector2, facing: float) -> void:
	Truth.received(self, "move", [to, facing])
