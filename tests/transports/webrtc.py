#!/usr/bin/env python3
# Sends recorded messages of the multiplayer API over WebRTC data channels: Debian's engines have no WebRTC of their
# own. SPDX-License-Identifier: GPL-2.0-or-later
"""webrtc.py CAPTURE [--loss FRACTION] [--plain]

Each ENet connection of the recording becomes a connection of aiortc between two ends of this host; each message that
was sent over it is sent in the same direction over the data channel that Godot's WebRTCMultiplayerPeer would choose
(docs/wire/transports.md, 8). --loss loses datagrams by a fixed seed, half of them before and half behind the capture.
--plain: one connection whose two channels are opened in band, as a game without the multiplayer API does it; the
messages are the datagrams of CAPTURE. The keys are in $(dirname "$TRUTH_FILE")/keys.txt.
"""
import argparse
import asyncio
import hashlib
import json
import os
import random
import struct
import time
from pathlib import Path

import aioice.ice
from aiortc import RTCConfiguration, RTCPeerConnection
from aiortc.rtcdtlstransport import RTCCertificate

TRUTH = Path(os.environ["TRUTH_FILE"])
LONG = 2500                 # bytes; of longer messages the truth has the MD5
PACE = 0.25                 # of the time that the recording took
FIRST_OWN_STREAM = 4        # of the game's transfer channel 1
STREAMS = {"reliable": 1, "unreliable_ordered": 2, "unreliable": 3}
DELIVERY = {
    "reliable": {}, "unreliable_ordered": {"maxPacketLifeTime": 1},
    "unreliable": {"ordered": False, "maxPacketLifeTime": 1}}


def log(event, **keys):
    with TRUTH.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"event": event, "time": time.time(), **keys}) + "\n")


def shown(message):
    return {"hex": message.hex()} if len(message) <= LONG else {
        "size": len(message), "md5": hashlib.md5(message).hexdigest()}


# ---- the recording ---------------------------------------------------------------------------

def datagrams(capture):
    """(time, (source port, target port), payload) of a pcapng file of UDP in Ethernet packets."""
    data, at = Path(capture).read_bytes(), 0
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == 6:
            high, low, length = struct.unpack_from("<III", data, at + 12)
            udp = data[at + 28 + 14 + 20:at + 28 + length]
            yield (high << 32 | low) / 1e6, struct.unpack_from(">HH", udp), udp[8:]
        at += size


# Command -> bytes before its data; those with a length end with it (docs/wire/enet.md, 2).
SIZES = {1: 8, 2: 48, 3: 44, 4: 8, 5: 4, 6: 6, 7: 8, 8: 24, 9: 8, 10: 12, 11: 16, 12: 24}
MODES = {6: "reliable", 7: "unreliable_ordered", 8: "reliable", 9: "unreliable", 12: "unreliable"}


def commands(payload):
    """(command, channel, its number, head, data) of a datagram that is neither compressed nor checksummed."""
    at = 4 if payload[0] & 0x80 else 2
    while at + 4 <= len(payload):
        command, channel, number = struct.unpack_from(">BBH", payload, at)
        command &= 15
        size = SIZES[command]
        length = 0
        if command in MODES:
            where = 4 if command == 6 else 6
            length, = struct.unpack_from(">H", payload, at + where)
        yield command, channel, number, payload[at:at + size], payload[at + size:at + size + length]
        at += size + length


def messages(capture):
    """(time, connection, from its server, mode, transfer channel, message); a connection is the client's and the
    server's port."""
    known, seen, parts = {}, set(), {}
    for when, ports, payload in datagrams(capture):
        for command, channel, number, head, data in commands(payload):
            if command == 2:
                known.setdefault(ports, struct.unpack_from(">I", head, 44)[0])
            connection = ports if ports in known else ports[::-1]
            if command not in MODES or (MODES[command] == "reliable" and (ports, channel, number) in seen):
                continue
            if MODES[command] == "reliable":
                seen.add((ports, channel, number))
            if command in (8, 12):
                start, count, place = (struct.unpack_from(">H", head, 4)[0], *struct.unpack_from(">II", head, 8))
                pieces = parts.setdefault((ports, channel, command, start), {})
                pieces[place] = data
                if len(pieces) < count:
                    continue
                data = b"".join(pieces[i] for i in range(count))
            yield when, connection, ports != connection, MODES[command], max(0, channel - 1), data, known[connection]


# ---- ends ------------------------------------------------------------------------------------

def listen_here_only():
    aioice.ice.get_host_addresses = lambda use_ipv4, use_ipv6: ["127.0.0.1"]


def keep_keys():
    """Keeps the keys of all connections, in a cipher suite that every Wireshark decrypts."""
    make = RTCCertificate._create_ssl_context

    def make_with_keys(certificate):
        context = make(certificate)
        context.set_cipher_list(b"ECDHE-ECDSA-AES128-GCM-SHA256")
        context.set_keylog_callback(lambda connection, line: write_line(line))
        return context

    def write_line(line):
        with TRUTH.with_name("keys.txt").open("ab") as file:
            file.write(line + b"\n")

    TRUTH.with_name("keys.txt").touch()
    RTCCertificate._create_ssl_context = make_with_keys


def lose(connection, end, fraction, chance):
    """From now on: what is lost before the capture is not sent, what is lost behind it is not read."""
    ice = connection.sctp.transport.transport
    send, receive = ice._send, ice._recv

    async def send_some(data):
        if chance.random() < fraction / 2:
            log("dropped", end=end, captured=False, size=len(data))
        else:
            await send(data)

    async def receive_some():
        while True:
            data = await receive()
            if chance.random() >= fraction / 2:
                return data
            log("dropped", end=end, captured=True, size=len(data))

    ice._send, ice._recv = send_some, receive_some


class Link:
    """Two ends: 0 has asked for the connection, 1 has answered."""

    def __init__(self, number, peer):
        self.number, self.peer = number, peer
        self.ends = [RTCPeerConnection(RTCConfiguration(iceServers=[])) for _ in range(2)]
        self.channels = {}          # (end, stream)

    def expect(self, end, channel):
        self.channels[end, channel.id] = channel
        channel.on(
            "message",
            lambda message: log("message_received", link=self.number, end=end, stream=channel.id, **shown(message)))

    def negotiate(self, stream, label, mode):
        for end, connection in enumerate(self.ends):
            self.expect(end, connection.createDataChannel(label, negotiated=True, id=stream, **DELIVERY[mode]))

    async def connect(self):
        asking, answering = self.ends
        await asking.setLocalDescription(await asking.createOffer())
        await answering.setRemoteDescription(asking.localDescription)
        await answering.setLocalDescription(await answering.createAnswer())
        await asking.setRemoteDescription(answering.localDescription)
        while any(end.sctp.state != "connected" for end in self.ends):
            await asyncio.sleep(0.02)
        pair = asking.sctp.transport.transport._connection._nominated[1]
        log("link_opened", link=self.number, peer=self.peer, ports=[pair.local_addr[1], pair.remote_addr[1]])

    def send(self, end, stream, mode, transfer_channel, message):
        log("message_sent", link=self.number, end=end, stream=stream, mode=mode, channel=transfer_channel,
            **shown(message))
        self.channels[end, stream].send(message)

    async def close(self):
        for end in self.ends:
            await end.close()
        log("link_closed", link=self.number)


async def play(arguments, recorded):
    links, modes, chance = {}, {}, random.Random(7)
    for _, connection, _, mode, channel, _, peer in recorded:
        if connection not in links:
            links[connection] = Link(len(links), peer)
        modes.setdefault(channel, mode)     # a channel of the game's own has one mode
    for link in links.values():
        for mode, stream in STREAMS.items():
            link.negotiate(stream, mode.removeprefix("unreliable_"), mode)
        for channel in range(1, max(modes) + 1):
            link.negotiate(channel + FIRST_OWN_STREAM - 1, str(channel + FIRST_OWN_STREAM - 1),
                           modes.get(channel, "reliable"))
        await link.connect()
        for number, end in enumerate(link.ends if arguments.loss else ()):
            lose(end, (link.number, number), arguments.loss, chance)
    begun, first = time.time(), recorded[0][0]
    for when, connection, from_server, mode, channel, message, _ in recorded:
        await asyncio.sleep(max(0, begin_of(begun, first, when) - time.time()))
        mode = modes[channel] if channel else mode
        links[connection].send(int(from_server), STREAMS[mode] if channel == 0 else channel + FIRST_OWN_STREAM - 1,
                               mode, channel, message)
    await asyncio.sleep(1 if not arguments.loss else 6)
    for link in links.values():
        await link.close()


def begin_of(begun, first, when):
    return begun + (when - first) * PACE


async def play_plain(arguments):
    link = Link(0, 0)
    opened = [
        link.ends[0].createDataChannel("chat"), link.ends[0].createDataChannel("state", ordered=False,
                                                                               maxRetransmits=0)]
    link.ends[1].on("datachannel", lambda channel: link.expect(1, channel))
    await link.connect()
    while any(channel.readyState != "open" for channel in opened) or len(link.channels) < 2:
        await asyncio.sleep(0.02)
    for channel in opened:
        log("channel_opened", link=0, end=0, stream=channel.id, label=channel.label)
        link.expect(0, channel)
    for number, (_, _, payload) in enumerate(datagrams(arguments.capture)):
        await asyncio.sleep(0.005)
        link.send(number % 3 == 2, opened[number % 2].id, "", 0, payload)
    await asyncio.sleep(0.5)
    await link.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[1])
    parser.add_argument("capture")
    parser.add_argument("--loss", type=float, default=0)
    parser.add_argument("--plain", action="store_true")
    arguments = parser.parse_args()
    listen_here_only()
    keep_keys()
    asyncio.run(play_plain(arguments) if arguments.plain else play(arguments, list(messages(arguments.capture))))


main()
