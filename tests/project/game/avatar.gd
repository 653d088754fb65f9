extends Node2D
@export var hp := 100
@export var nick: String
var aim: Vector3
@rpc("any_peer", "call_local") func hit(damage: int): pass
