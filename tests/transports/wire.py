# As much of the wire as the programs of these scenarios need: Variants of a few types, frames, WebSocket messages.
# SPDX-License-Identifier: GPL-2.0-or-later
"""Encodings: docs/wire/variant.md, 2 to 4; framing: docs/wire/transports.md, 7 and 10.1; WebSocket: RFC 6455."""
import base64
import hashlib
import socket
import struct

ARRAY = {3: 19, 4: 28}
DICTIONARY = {3: 18, 4: 27}
NODE_PATH = {3: 15, 4: 22}


class NodePath(str):
    """A path as the scripts write it; names only."""


class Raw(bytes):
    """A Variant that is encoded already."""


def text(value):
    data = value.encode()
    return struct.pack("<I", len(data)) + data + bytes(-len(data) % 4)


def node_path(value, generation):
    names = [name for name in value.split("/") if name]
    head = struct.pack("<IIII", NODE_PATH[generation], 0x80000000 | len(names), 0, value.startswith("/"))
    return head + b"".join(text(name) for name in names)


def encode(value, generation):
    if isinstance(value, Raw):
        return bytes(value)
    if value is None:
        return bytes(4)
    if isinstance(value, bool):
        return struct.pack("<II", 1, value)
    if isinstance(value, int):
        narrow = -2**31 <= value < 2**31
        return struct.pack("<Ii", 2, value) if narrow else struct.pack("<Iq", 0x10002, value)
    if isinstance(value, float):
        return struct.pack("<Id", 0x10003, value)
    if isinstance(value, NodePath):
        return node_path(value, generation)
    if isinstance(value, str):
        return struct.pack("<I", 4) + text(value)
    if isinstance(value, dict):
        return struct.pack("<II", DICTIONARY[generation], len(value)) + b"".join(
            encode(part, generation) for pair in value.items() for part in pair)
    return struct.pack("<II", ARRAY[generation], len(value)) + b"".join(encode(part, generation) for part in value)


class Reader:
    """Decodes Variants of the types that the debugger's replies need; others raise ValueError."""

    def __init__(self, data, generation):
        self.data, self.offset, self.generation = data, 0, generation

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.offset)
        self.offset += struct.calcsize("<" + layout)
        return values[0] if len(values) == 1 else values

    def text(self):
        length = self.take("I")
        value = self.data[self.offset:self.offset + length].decode()
        self.offset += length + -length % 4
        return value

    def value(self):
        header = self.take("I")
        kind, wide = header & 0xFF, header >> 16 & 1
        if kind == 0:
            return None
        if kind == 1:
            return bool(self.take("I"))
        if kind == 2:
            return self.take("q" if wide else "i")
        if kind == 3:
            return self.take("d" if wide else "f")
        if kind == 4 or (kind, self.generation) == (21, 4):
            return self.text()
        if kind == ARRAY[self.generation] and header >> 16 == 0:
            return [self.value() for _ in range(self.take("I"))]
        if kind == DICTIONARY[self.generation] and header >> 16 == 0:
            return {str(self.value()): self.value() for _ in range(self.take("I"))}
        raise ValueError(f"type {kind}")


def decode(data, generation):
    """The value, or None where this codec does not know a type in it."""
    try:
        return Reader(data, generation).value()
    except ValueError:
        return None


class TcpFrames:
    """PacketPeerStream: u32 length, packet."""

    def __init__(self, connection):
        self.connection = connection
        self.buffer = b""

    def send(self, packet):
        self.connection.sendall(struct.pack("<I", len(packet)) + packet)

    def receive(self):
        """The packets that are there now; None when the other side has closed."""
        data = self.connection.recv(1 << 16)
        if not data:
            return None
        self.buffer += data
        packets = []
        while (packet := self._next()) is not None:
            packets.append(packet)
        return packets

    def _next(self):
        if len(self.buffer) < 4:
            return None
        length = struct.unpack_from("<I", self.buffer)[0]
        if len(self.buffer) < 4 + length:
            return None
        packet, self.buffer = self.buffer[4:4 + length], self.buffer[4 + length:]
        return packet


class WebSocketFrames(TcpFrames):
    """The server's side of a WebSocket, one binary message a packet."""

    def __init__(self, connection, subprotocol=None):
        super().__init__(connection)
        request = b""
        while b"\r\n\r\n" not in request:
            request += connection.recv(4096)
        headers = dict(line.split(": ", 1) for line in request.decode().split("\r\n")[1:] if ": " in line)
        accept = hashlib.sha1((headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode())
        reply = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Accept: " + base64.b64encode(accept.digest()).decode()]
        if subprotocol:
            reply.append("Sec-WebSocket-Protocol: " + subprotocol)
        connection.sendall("\r\n".join([*reply, "", ""]).encode())

    def send(self, packet):
        length = bytes([len(packet)]) if len(packet) < 126 else b"\x7e" + struct.pack(">H", len(packet))
        self.connection.sendall(b"\x82" + length + packet)

    def _next(self):
        try:
            head, length = self.buffer[0], self.buffer[1] & 0x7F
            offset = 2
            if length >= 126:
                layout = ">H" if length == 126 else ">Q"
                length = struct.unpack_from(layout, self.buffer, 2)[0]
                offset += struct.calcsize(layout)
            mask, body = self.buffer[offset:offset + 4], self.buffer[offset + 4:offset + 4 + length]
        except (IndexError, struct.error):
            return None
        if len(body) < length:
            return None
        self.buffer = self.buffer[offset + 4 + length:]
        packet = bytes(byte ^ mask[i % 4] for i, byte in enumerate(body))
        return packet if head & 0x0F in (1, 2) else self._next()


def accept(port, host="127.0.0.1"):
    """Wait for one connection."""
    with socket.create_server((host, port)) as listener:
        return listener.accept()[0]
