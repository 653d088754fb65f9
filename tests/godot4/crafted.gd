extends RefCounted
## Multiplayer packets that are wrong in one way each.

const MD5_OF_NOTHING := "d41d8cd98f00b204e9800998ecf8427e"


## What is wrong -> the packet.
func packets() -> Dictionary[String, PackedByteArray]:
	return {
		"call by an id never announced": bytes([0x00, 99, 0, 0]),
		"call by a path that does not exist": call_by_path("Main/Nobody", 0, [0]),
		"call of a method that does not exist": call_by_path("Main/Shop", 77, [0]),
		"call with too few arguments": call_by_path("Main/Shop", 0, [0]),
		"call that ends after its node": bytes([0x00, 1]),
		"call with a path offset beyond its end": bytes([0x20, 0xff, 0, 0, 0x80, 0, 0]),
		"call with an argument of no type": call_by_path("Main/Shop", 0, [2, 0x3f, 0, 0, 0, 2, 1]),
		"call with an argument that is cut": call_by_path("Main/Shop", 0, [2, 4, 0, 0, 0, 200, 0, 0, 0]),
		"path of a node that does not exist": simplify_path(70, "Main/Nobody"),
		"path with the methods of another script": simplify_path(71, "Main/Shop"),
		"path id announced again for another node": simplify_path(71, "Main/World"),
		"path without its end": bytes([0x01]) + MD5_OF_NOTHING.to_ascii_buffer(),
		"confirmation of an id never announced": bytes([0x02, 1, 77, 0, 0, 0]),
		"raw packet without content": bytes([0x03]),
		"spawn by a spawner never announced": bytes([0x04, 0]) + words([88, 9, 0, 2]) + bytes([0x58, 0]),
		"spawn that ends in its ids": bytes([0x04, 0, 1, 0, 0]),
		"path of a spawner": simplify_path(72, "Main/Spawner"),
		"spawn that is right": spawn(72, 500, "forged"),
		"spawn of a name that is there": spawn(72, 501, "forged"),
		"spawn of an id that is there": spawn(72, 500, "other"),
		"despawn that is right": bytes([0x05]) + words([500]),
		"despawn of what is gone": bytes([0x05]) + words([500]),
		"despawn of an id never spawned": bytes([0x05]) + words([909]),
		"despawn that is cut": bytes([0x05, 1]),
		"sync of an id never spawned": bytes([0x06, 1, 0]) + words([404, 2]) + bytes([2, 5]),
		"sync of a path never announced": bytes([0x06, 2, 0]) + words([0x80000063, 2]) + bytes([2, 5]),
		"delta of an id never spawned": bytes([0x16]) + words([404, 1, 0, 2]) + bytes([2, 5]),
		"delta that is cut": bytes([0x16]) + words([404, 1]),
		"path of a synchronizer": simplify_path(73, "Main/World/Sync"),
		"delta without a property, before another": bytes([0x16]) + delta(0x80000049, 0, []) + delta(0x80000049, 1, [2, 66]),
		"delta without a property nor what follows": bytes([0x16]) + delta(0x80000049, 0, []),
		"delta with two values for one property, before another": bytes([0x16]) + delta(0x80000049, 1, [2, 5, 2, 6]) + delta(0x80000049, 1, [2, 67]),
		"delta of an id never spawned, before another": bytes([0x16]) + delta(404, 1, [2, 5]) + delta(0x80000049, 1, [2, 68]),
		"system command that does not exist": bytes([0x07, 9, 0, 0, 0, 0]),
		"relay to a peer that does not exist": bytes([0x07, 3]) + words([5]) + bytes([3, 0x78]),
		"relay of nothing": bytes([0x07, 3]) + words([5]),
	}


func bytes(list: Array) -> PackedByteArray:
	return PackedByteArray(list)


func words(list: Array) -> PackedByteArray:
	var result := PackedByteArray()
	for word: int in list:
		result.resize(result.size() + 4)
		result.encode_u32(result.size() - 4, word)
	return result


## arguments: their count, then their encodings.
func call_by_path(path: String, method: int, arguments: Array) -> PackedByteArray:
	var offset := 6 + arguments.size()
	return bytes([0x20]) + words([0x80000000 | offset]) + bytes([method]) + bytes(arguments) + path.to_utf8_buffer() + bytes([0])


## Of the first scene of a spawner, without synchronizers.
func spawn(spawner: int, id: int, name: String) -> PackedByteArray:
	return bytes([0x04, 0]) + words([spawner, id, 0, name.length() + 1]) + name.to_utf8_buffer() + bytes([0])


## One element: its values are encoded already.
func delta(id: int, mask: int, values: Array) -> PackedByteArray:
	return words([id, mask, 0, values.size()]) + bytes(values)


func simplify_path(id: int, path: String) -> PackedByteArray:
	return bytes([0x01]) + MD5_OF_NOTHING.to_ascii_buffer() + bytes([0]) + words([id]) + path.to_utf8_buffer() + bytes([0])
