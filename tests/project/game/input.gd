extends MultiplayerSynchronizer
@export var direction := Vector2()
