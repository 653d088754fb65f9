extends Node

@rpc("any_peer", "call_local", "reliable") func move(flag: bool, number: int, real: float, text: String): pass
@rpc func place(at: Vector2, on: Vector2i, color: Color, ...rest): pass
@rpc("unreliable", 2) func say(what, number: float, whole: int, big: Vector3i): pass

func _ready():
	rpc_config("shut", {"rpc_mode": MultiplayerAPI.RPC_MODE_DISABLED})

func shut(größe: int): pass
