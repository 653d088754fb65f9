extends Node
## A node with replicated properties, which tells the truth of what is set on it here and what is applied from elsewhere.

var pos := Vector2.ZERO:
	set(x):
		pos = x
		Truth.note(self, &"pos", x)

var hp := 100:
	set(x):
		hp = x
		Truth.note(self, &"hp", x)

var nick := "":
	set(x):
		nick = x
		Truth.note(self, &"nick", x)

var tag := "":
	set(x):
		tag = x
		Truth.note(self, &"tag", x)


func _ready() -> void:
	for child in get_children():
		if child is MultiplayerSynchronizer:
			Truth.watch_synchronizer(child)
