extends "res://session.gd"
# The second client is refused: the handshake completes, then the server is silent.

func server():
	yield(peers(1), "completed")
	network.refuse_new_connections = true
	Truth.event("refusing")
	Truth.send(self, 0, "any", ["no more clients"])
	yield(seconds(6), "completed")
	Truth.send(self, 0, "goodbye")


func client1():
	yield(peers(1), "completed")
	yield(logged("goodbye"), "completed")


func client2():
	yield(seconds(4), "completed")
