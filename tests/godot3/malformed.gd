extends "res://session.gd"
# Packets that no engine makes, with a correct header: what does the receiving engine say of them on its console?

remote var hp := 0

const PACKETS := [
	["too short for a call", "00 01000000"],
	["too short for a set", "01 01000000"],
	["cache id that was not announced", "00 09000000 616e7900 00"],
	["the same, for a set", "01 09000000 687000 02000000 01000000"],
	["path offset behind the end", "00 ff000080 616e7900 00 4d61696e00"],
	["path offset in the head", "00 02000080 616e7900 00 4d61696e00"],
	["method name without end", "00 01000000 616e79616e79"],
	["argument of an unknown type", "00 01000000 616e7900 01 63000000"],
	["argument that ends early", "00 01000000 616e7900 02 02000000 01000000"],
	["array longer than the packet", "00 01000000 616e7900 01 13000000 ffffff7f"],
	["value that ends early", "01 01000000 687000 0700000000000000"],
	["bytes behind the last argument", "00 01000000 616e7900 01 02000000 01000000 aabbcc"],
	["path without end", "00 0a000080 616e7900 00 4d61696e"],
	["announcement without a path", "02 05000000"],
	["announcement without end", "02 05000000 4d61696e"],
	["announcement too short", "02 05"],
	["confirmation of what was not announced", "03 4e6f7468696e6700"],
	["confirmation without a path", "03"],
	["no application bytes", "04"],
	["unknown command", "05 01000000 616e7900 00"],
	["path of no node", "00 0a000080 616e7900 00 4e6f6e6500"],
	["method that does not exist", "00 01000000 6e6f6e6500 00"],
]


func server():
	yield(peers(1), "completed")
	yield(logged("peer_disconnected"), "completed")


func client1():
	yield(peers(1), "completed")
	Truth.send(self, 1, "any", ["announces the path"])
	yield(seconds(0.2), "completed")
	for packet in PACKETS:
		var bytes := from_hex(packet[1])
		Truth.event("packet_sent", {about = packet[0], hex = bytes.hex_encode()})
		network.set_target_peer(1)
		network.transfer_mode = NetworkedMultiplayerPeer.TRANSFER_MODE_RELIABLE
		network.put_packet(bytes)
		yield(seconds(0.08), "completed")


func from_hex(text: String) -> PoolByteArray:
	text = text.replace(" ", "")
	var bytes := PoolByteArray()
	for i in range(0, text.length(), 2):
		bytes.append(("0x" + text.substr(i, 2)).hex_to_int())
	return bytes
