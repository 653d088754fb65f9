extends Node2D
## Something to inspect and to edit.

@export var health := 10


func hurt(amount: int) -> void:
	health -= amount
