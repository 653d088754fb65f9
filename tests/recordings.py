# SPDX-License-Identifier: GPL-2.0-or-later
"""Read recordings that were made inside a game, after docs/wire/recording.md alone."""

import collections
import dataclasses
import struct

NAME = b"godot_record"
KINDS = {
    1: "packet", 2: "run begin", 3: "peer begin", 4: "peer end", 5: "remote", 6: "status", 7: "names", 8: "log",
    9: "lost", 10: "run end", 11: "clock", 12: "mark"}
HEADER_LENGTHS = {1: 60, 2: 40, 3: 40, 4: 44, 5: 48, 6: 48, 7: 40, 8: 44, 9: 56, 10: 44, 11: 48, 12: 40}
LARGEST_PART = 196608
RECEIVED, SENT = 0, 1


class Malformed(Exception):
    """Says what is wrong."""


@dataclasses.dataclass
class Section:
    options: dict
    interfaces: list        # of dicts: name, description
    records: list


@dataclasses.dataclass
class Record:
    interface: int
    time: int               # microseconds
    kind: str
    run: int
    peer: int
    flags: int
    number: int
    ticks: int
    frame: int
    physics_frame: int
    length: int             # of the whole body
    offset: int
    fields: bytes           # what the kind adds to the header
    body: bytes

    @property
    def repeated(self):
        return bool(self.flags & 1)

    def packet(self):
        direction, mode, reserved, own, other, channel, result = struct.unpack_from("<BBHiiii", self.fields)
        assert reserved == 0
        return Packet(self.peer, direction, mode, own, other, channel, result, self.body)

    def attributes(self):
        """tag -> list of values, as bytes."""
        found, at = collections.defaultdict(list), 0
        while at < len(self.body):
            if at + 4 > len(self.body):
                raise Malformed(f"an attribute's head does not fit: {self}")
            tag, length = struct.unpack_from("<HH", self.body, at)
            if at + 4 + length > len(self.body):
                raise Malformed(f"attribute {tag} does not fit: {self}")
            found[tag].append(self.body[at + 4:at + 4 + length])
            at += 4 + length
        return found

    def text(self, tag):
        return self.attributes()[tag][0].decode()


@dataclasses.dataclass
class Packet:
    peer: int
    direction: int
    mode: int
    own: int
    other: int
    channel: int
    result: int
    data: bytes


def blocks(data, cut=False):
    """(type, body) of each block of a little-endian pcapng file. cut: the last one may end early."""
    at = 0
    while at < len(data):
        if at + 12 > len(data) or at + struct.unpack_from("<I", data, at + 4)[0] > len(data):
            if cut:
                return
            raise Malformed(f"the block at {at} ends early")
        kind, length = struct.unpack_from("<II", data, at)
        if length % 4 or struct.unpack_from("<I", data, at + length - 4)[0] != length:
            raise Malformed(f"the block at {at} has two lengths")
        yield kind, data[at + 8:at + length - 4]
        at += length


def options(data):
    """code -> text."""
    found, at = {}, 0
    while at < len(data):
        code, length = struct.unpack_from("<HH", data, at)
        if code == 0:
            if at + 4 != len(data):
                raise Malformed("something follows the end of the options")
            return found
        found[code] = data[at + 4:at + 4 + length].decode()
        at += 4 + length + -length % 4
    if found:
        raise Malformed("options without an end")
    return found


def record(interface, time, data):
    """One record from the data of an Enhanced Packet Block."""
    at, name = 0, None
    while True:
        tag, length = struct.unpack_from(">HH", data, at)
        if tag == 12:
            name = data[at + 4:at + 4 + length].rstrip(b"\0")
        at += 4 + length
        if tag == 0:
            break
    if name != NAME:
        raise Malformed(f"for the dissector {name}")
    header = data[at:]
    version, kind, length, run, peer, flags, number, ticks, frame, physics_frame, size, offset = struct.unpack_from(
        "<BBHIHHIQIIII", header)
    if version != 1 or kind not in KINDS or length != HEADER_LENGTHS[kind]:
        raise Malformed(f"version {version}, kind {kind}, header of {length} bytes")
    if offset + len(header) - length > size or len(header) - length > LARGEST_PART:
        raise Malformed("more body than there is")
    return Record(interface, time, KINDS[kind], run, peer, flags, number, ticks, frame, physics_frame, size, offset,
                  header[40:length], header[length:])


def sections(data, cut=False):
    """All sections of a file."""
    found = []
    for kind, body in blocks(data, cut):
        if kind == 0x0A0D0D0A:
            if struct.unpack_from("<IHHq", body) != (0x1A2B3C4D, 1, 0, -1):
                raise Malformed("not the section header of a recording")
            found.append(Section(options(body[16:]), [], []))
        elif kind == 1:
            link, _, snap = struct.unpack_from("<HHI", body)
            if (link, snap) != (252, 262144):
                raise Malformed(f"link type {link}, snapshot length {snap}")
            named = options(body[8:])
            found[-1].interfaces.append({"name": named.get(2), "description": named.get(3)})
        elif kind == 6:
            interface, high, low, captured, original = struct.unpack_from("<IIIII", body)
            if interface >= len(found[-1].interfaces):
                raise Malformed(f"interface {interface} is not described")
            if captured != original or captured > 262144:
                raise Malformed(f"{captured} of {original} bytes")
            found[-1].records.append(record(interface, high << 32 | low, body[20:20 + captured]))
        else:
            raise Malformed(f"a block of type {kind}")
    return found


def read(path, cut=False):
    """The only section of a file, with records in parts put together."""
    section, = sections(path.read_bytes(), cut)
    section.records = list(whole(section.records))
    return section


def whole(records):
    """Records with their parts put together."""
    parts = None
    for one in records:
        if one.offset == 0 and one.length == len(one.body):
            yield one
        elif one.offset == 0:
            parts = one
        else:
            if parts is None or (parts.peer, parts.kind, len(parts.body)) != (one.peer, one.kind, one.offset):
                raise Malformed(f"a part at {one.offset} that follows nothing")
            parts = dataclasses.replace(parts, body=parts.body + one.body)
            if len(parts.body) == parts.length:
                yield parts
                parts = None


def packets(section, peer=None):
    return [one.packet() for one in section.records if one.kind == "packet" and peer in (None, one.peer)]


def method(value):
    """One method of tag 44: (id, name, who, local, mode, channel, [(type, default, name)])"""
    number, who, local, mode, count, channel, length = struct.unpack_from("<HBBBBiH", value)
    name, at, arguments = value[12:12 + length].decode(), 12 + length, []
    for _ in range(count if count != 255 else 0):
        kind, default, size = struct.unpack_from("<BBH", value, at)
        arguments.append((kind, default, value[at + 4:at + 4 + size].decode()))
        at += 4 + size
    if at != len(value):
        raise Malformed("something behind a method's arguments")
    return number, name, who, local, mode, channel, arguments


def synchronized(value):
    """One property of tag 46: (path, bits, type, name of its node in the scene)"""
    bits, kind, length = struct.unpack_from("<BBH", value)
    path, rest = value[4:4 + length], value[4 + length:]
    if len(path) != length or (rest and len(rest) != 2 + int.from_bytes(rest[:2], "little")):
        raise Malformed("a property that is cut, or something behind it")
    return path.decode(), bits, kind, rest[2:].decode()
