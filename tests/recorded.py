# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes the frames of recorded captures apart, and puts them together in other ways."""

import collections
import functools
import struct

import wireshark

GLOBAL, RECORD = struct.Struct("<IHHiIII"), struct.Struct("<IIII")
ETHERNET = 1
PORTS = struct.Struct(">HH")
ADDRESSES = (14 + 12, 14 + 16)      # of IPv4, after Ethernet
PORTS_OFFSET = 14 + 20
# in one capture, the second bytes of the addresses differ by less than this, and the first bytes are equal
ADDRESSES_OF_ONE = 16
HOUR = 3600 * 1000000


class Frame(collections.namedtuple("Frame", "number time size data")):
    """A frame of the whole capture: its number there, microseconds, size on the wire, captured bytes."""

    def from_client(self):
        source, target = PORTS.unpack_from(self.data, PORTS_OFFSET)
        return source > target

    def cut(self, size):
        return self._replace(data=self.data[:size])

    def moved(self, network, later):
        """Returns the frame with other addresses (with network x.y, a.b.c.d becomes a+x.b+y.c.d), so many microseconds
        later."""
        data = bytearray(self.data)
        for address in ADDRESSES:
            data[address] = (data[address] + network // 256) % 256
            data[address + 1] = (data[address + 1] + network) % 256
        return Frame(self.number, self.time + later, self.size, bytes(data))


def tcp_payload(frame):
    """Returns the number of TCP data bytes in a frame of IPv4 over Ethernet that was captured whole."""
    size = int.from_bytes(frame.data[16:18], "big")     # of the IP packet, without padding
    return frame.data[PORTS_OFFSET + (frame.data[PORTS_OFFSET + 12] >> 4) * 4:14 + size]


def _plain(capture):
    """Returns the capture as an older kind of file, which is simpler to read."""
    copy = wireshark.writable_folder() / "whole.pcap"
    wireshark.run("editcap", "-F", "pcap", capture, copy)
    return copy.read_bytes()


@functools.cache
def read(capture):
    """Returns the frames of a recorded capture."""
    data = wireshark.kept(capture, "plain", lambda: _plain(capture))
    assert GLOBAL.unpack_from(data)[-1] == ETHERNET
    frames, offset = [], GLOBAL.size
    while offset < len(data):
        seconds, micros, captured, size = RECORD.unpack_from(data, offset)
        offset += RECORD.size
        frames.append(Frame(len(frames) + 1, seconds * 1000000 + micros, size, data[offset:offset + captured]))
        offset += captured
    return frames


def apart(captures):
    """Joins the frames of several captures to one capture; each has addresses and an hour of its own."""
    return [
        frame.moved(number * ADDRESSES_OF_ONE, number * HOUR)
        for number, frames in enumerate(captures)
        for frame in frames]


def write(frames):
    """Writes a capture file that the programs can read."""
    path = wireshark.writable_folder() / "derived.pcap"
    with open(path, "wb") as file:
        file.write(GLOBAL.pack(0xA1B2C3D4, 2, 4, 0, 0, 0x40000, ETHERNET))
        for frame in frames:
            file.write(RECORD.pack(*divmod(frame.time, 1000000), len(frame.data), frame.size) + frame.data)
    return path
