extends Node
## Every type of Variant, one a datagram, over PacketPeerUDP.

const PORT := 21000
const Thing := preload("res://thing.gd")

var link := PacketPeerUDP.new()


func _ready() -> void:
	await call(Truth.who)
	get_tree().quit()


func receiver() -> void:
	link.bind(PORT, "127.0.0.1")
	Truth.event("opened")
	while true:
		while link.get_available_packet_count():
			var x: Variant = link.get_var(true)
			if x is String and x == "the end":
				return
			Truth.event("get_var", {value = describe(x, x is Object and not x is EncodedObjectAsID)})
			if x is Node:
				x.free()
		await get_tree().process_frame


func sender() -> void:
	link.connect_to_host("127.0.0.1", PORT)
	for x: Variant in plain_values() + packed_values() + containers():
		await put(x)
	for x: Variant in [self, Thing.new(), [self, null]]:
		await put(x)
	var node := Node.new()
	node.name = "Full"
	var resource := Resource.new()
	resource.resource_name = "nested"
	for x: Variant in [node, Thing.new(), {"inside": Thing.new()}, [resource], null]:
		await put(x, true)
	await put_embedded_nul()
	link.put_var("the end")
	node.free()


func put(x: Variant, full := false) -> void:
	Truth.event("put_var", {value = describe(x, full), full = full})
	link.put_var(x, full)
	await get_tree().process_frame


## A String that no script can hold: with a NUL in its middle.
func put_embedded_nul() -> void:
	var bytes := PackedByteArray([4, 0, 0, 0, 3, 0, 0, 0, 0x61, 0, 0x62, 0])
	Truth.event("put_packet", {hex = bytes.hex_encode()})
	link.put_packet(bytes)
	await get_tree().process_frame


func describe(x: Variant, full: bool) -> Dictionary:
	return {hex = var_to_bytes_with_objects(x).hex_encode(), text = var_to_str(x)} if full else Truth.value(x)


func plain_values() -> Array:
	return [
		null, false, true,
		0, 1, -1, 2147483647, -2147483648, 2147483648, -2147483649, 9223372036854775807, -9223372036854775807 - 1,
		0.0, -0.0, 1.0, -1.5, 0.1, 1.0 / 3.0, 16777217.0, 1e20, 3.4028234663852886e38, 1e308, 5e-324, 1.401298464324817e-45,
		INF, -INF, NAN,
		"", "a", "ab", "abc", "abcd", "größer 日本語 🎮", "tab\tline\nquote\"back\\slash", "x".repeat(300),
		Vector2(1, -2.5), Vector2(INF, NAN), Vector2i(-2147483648, 2147483647),
		Rect2(1, 2, 3, 4), Rect2i(-1, -2, 3, 4), Vector3(0.1, 1e-10, -3), Vector3i(1, -2, 3),
		Transform2D(Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)),
		Vector4(1, 2, 3, 4.5), Vector4i(1, 2, -3, 4), Plane(0, 1, 0, 7), Quaternion(0.1, 0.2, 0.3, 0.9),
		AABB(Vector3(1, 2, 3), Vector3(4, 5, 6)),
		Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)),
		Transform3D(Basis(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 9)), Vector3(10, 11, 12)),
		Projection(Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8), Vector4(9, 10, 11, 12), Vector4(13, 14, 15, 16)),
		Color(0.25, 0.5, 0.75, 1), Color(2, -1, 0, 0.1),
		&"", &"name", &"größe",
		^"", ^"A", ^"/root/Main", ^"../B/C:position:x", ^":hp", ^"/root/ünï:a",
		RID(), rid_from_int64(13), rid_from_int64(9223372036854775807),
		Callable(), Callable(self, &"put"), Signal(), tree_entered,
	]


func packed_values() -> Array:
	return [
		PackedByteArray(), PackedByteArray([1]), PackedByteArray([1, 2, 3, 4]), PackedByteArray([255, 0, 128, 7, 9]),
		PackedInt32Array(), PackedInt32Array([1, -2, 2147483647]),
		PackedInt64Array(), PackedInt64Array([1, -2, 9223372036854775807]),
		PackedFloat32Array(), PackedFloat32Array([0.1, -2, INF]),
		PackedFloat64Array(), PackedFloat64Array([0.1, -2, 1e308]),
		PackedStringArray(), PackedStringArray(["", "a", "abc", "größe"]),
		PackedVector2Array(), PackedVector2Array([Vector2(1, 2), Vector2(-0.5, 0)]),
		PackedVector3Array(), PackedVector3Array([Vector3(1, 2, 3), Vector3(4, 5, 6.5)]),
		PackedColorArray(), PackedColorArray([Color(1, 0, 0, 1), Color(0, 0.5, 0, 0)]),
		PackedVector4Array(), PackedVector4Array([Vector4(1, 2, 3, 4), Vector4(5, 6, 7, 8.5)]),
	]


func containers() -> Array:
	var ints: Array[int] = [1, 2]
	var strings: Array[String] = []
	var nodes: Array[Node] = [self, null]
	var things: Array[Thing] = [Thing.new()]
	var arrays: Array[Array] = [[1], []]
	var counts: Dictionary[String, int] = {"b": 2, "a": 1}
	var by_number: Dictionary[int, Node] = {7: self}
	var catalogue: Dictionary[StringName, Thing] = {&"x": Thing.new()}
	var half: Dictionary[String, Variant] = {"any": [1, 2.5, "three"]}
	var deep: Variant = "bottom"
	for level in 20:
		deep = [deep] if level % 2 else {"level": deep}
	return [
		[], [1, "two", 3.5, null, [true, [false]]], {}, {"a": 1, 2: true, null: [], Vector2i(1, 2): {"n": {}}, "z": "last", "b": "not sorted"},
		ints, strings, nodes, things, arrays, counts, by_number, catalogue, half, deep, range(300),
	]
