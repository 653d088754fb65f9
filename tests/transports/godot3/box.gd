extends Node
# What the two peers of the debugged game share.


remote func pinged(_second):
	pass
