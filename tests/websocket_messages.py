# SPDX-License-Identifier: GPL-2.0-or-later
"""The messages of Godot's WebSocketMultiplayerPeer in a capture, after RFC 6455 and docs/wire/transports.md alone; of
what Wireshark follows, decrypted or not."""

import struct

import wireshark

BINARY = 2


def streams(capture, protocol):
    """(bytes of the client, bytes of the server) of each connection: protocol is "tcp" or "tls"."""
    number = 0
    while True:
        lines = wireshark.tshark("-r", capture, "-q", "-z", f"follow,{protocol},raw,{number}").splitlines()
        ends = ["", ""]
        for line in lines:
            if line.strip() and all(sign in "0123456789abcdef" for sign in line.strip()):
                ends[line.startswith("\t")] += line.strip()
        if not any(ends):
            return
        yield sorted((bytes.fromhex(end) for end in ends), key=lambda end: not end.startswith(b"GET "))
        number += 1


def messages(stream):
    """The binary messages behind the handshake."""
    at = stream.index(b"\r\n\r\n") + 4
    while at + 2 <= len(stream):
        first, length = stream[at], stream[at + 1]
        masked, length, at = length & 128, length & 127, at + 2
        if length == 126:
            length, at = struct.unpack_from(">H", stream, at)[0], at + 2
        elif length == 127:
            length, at = struct.unpack_from(">Q", stream, at)[0], at + 8
        mask, at = (stream[at:at + 4], at + 4) if masked else (bytes(4), at)
        if first & 15 == BINARY:
            yield bytes(byte ^ mask[i & 3] for i, byte in enumerate(stream[at:at + length]))
        at += length


def by_client(capture, protocol):
    """client's id -> (messages to the server, messages from it)"""
    found = {}
    for client, server in streams(capture, protocol):
        (assigned, *rest) = messages(server)        # the first message of a server is the client's id
        found[struct.unpack("<i", assigned)[0]] = (list(messages(client)), rest)
    return found
