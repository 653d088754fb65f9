extends Node


@rpc("authority", "call_remote", "reliable")
func set_score(score: int) -> void:
	Truth.received(self, &"set_score", [score])


@rpc("any_peer", "call_remote", "reliable")
func ask_score() -> void:
	Truth.received(self, &"ask_score", [])
