extends Node
## The shop of an older version of the game.


@rpc("any_peer", "call_remote", "reliable")
func buy(item: String, count: int) -> void:
	Truth.received(self, &"buy", [item, count])


@rpc("any_peer", "call_remote", "reliable")
func sell(item: String, count: int) -> void:
	Truth.received(self, &"sell", [item, count])


@rpc("authority", "call_remote", "reliable")
func close() -> void:
	Truth.received(self, &"close", [])
