extends "res://session.gd"
# A short talk, with something for a compressor to do.

func server():
	yield(peers(1), "completed")
	talk(0)
	yield(seconds(0.5), "completed")
	Truth.send(self, 0, "goodbye")


func client1():
	yield(peers(1), "completed")
	talk(1)
	yield(logged("goodbye"), "completed")


func talk(target: int) -> void:
	Truth.send(self, target, "any", [0])
	Truth.send(self, target, "any", [repeated("again and ", 100)])
	Truth.send(self, target, "any", [repeated("0123456789", 500)])
	Truth.send(self, target, "any", [repeated("0123456789", 500)], false)
	Truth.send(self, target, "any", [noise(2000)])
	Truth.send_raw(target, PoolByteArray([1, 2, 3]))
