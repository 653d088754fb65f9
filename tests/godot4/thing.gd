extends RefCounted
## An object with a script and stored properties of its own.

@export var label := "a thing"
@export var amount := 3
@export var parts: Array[int] = [1, 2]
