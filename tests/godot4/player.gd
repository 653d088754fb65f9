extends Node


@rpc("any_peer", "call_remote", "reliable")
func take_damage(amount: int, weapon: String, at: Vector3) -> void:
	Truth.received(self, &"take_damage", [amount, weapon, at])


@rpc("any_peer", "call_remote", "unreliable_ordered")
func move(to: Vector2, facing: float) -> void:
	Truth.received(self, &"move", [to, facing])
