# SPDX-License-Identifier: GPL-2.0-or-later
"""godot-split cuts a capture into parts, and joins their rows to those that one reading of the whole prints.

GODOT_SPLIT=all in the environment does this with all captures, in several orders.
"""

import functools
import os
import socket
import struct
import subprocess
import zlib
from pathlib import Path

import pytest

import compressors
import enet
import pcap
import wireshark

SPLIT = Path(os.environ["GODOT_PLUGIN"]).resolve().parent / "godot-split"
ALL = os.environ.get("GODOT_SPLIT") == "all"
# Every transport and generation, compressed and not, clients that come again, meshes, and what goes wrong.
SOME = ("enet-reuse", "enet-unanswered", "godot3.6-rpc", "godot3.6.2-compress-zlib", "godot4-mesh", "godot4-reconnect",
        "godot4-rpc", "godot4-trouble-unknown", "websocket-4.6-multiplayer", "webrtc-mesh", "dtls-enet", "debugger-4.6")
SECTION, INTERFACE, ENHANCED_PACKET = 0x0A0D0D0A, 1, 6


def block(kind, body=b"", order="<"):
    """Returns a block of pcapng."""
    body += bytes(-len(body) % 4)
    return struct.pack(f"{order}II", kind, 12 + len(body)) + body + struct.pack(f"{order}I", 12 + len(body))


def section(length=-1, order="<"):
    return block(SECTION, struct.pack(f"{order}IHHq", 0x1A2B3C4D, 1, 0, length), order)


def blocks(data):
    """Returns the type and the bytes of each block of a pcapng file in little-endian byte order."""
    at = 0
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        yield kind, data[at:at + size]
        at += size


def with_addresses(frame, link_type, number):
    """Returns a frame in which both hosts have addresses that no frame with another number has."""
    frame = bytearray(frame)
    ip = 14 if link_type == pcap.LINKTYPE_ETHERNET else 0
    version = frame[ip] >> 4 if len(frame) >= ip + 40 or frame[ip:ip + 1] == b"\x45" else 0
    for at in {4: (13, 17), 6: (16, 32)}.get(version, ()):
        frame[ip + at] = number
    return bytes(frame)


def moved(path, number):
    """Returns the bytes of a capture in which all addresses are those of the number."""
    data, link_types = path.read_bytes(), []
    if struct.unpack_from("<I", data)[0] != SECTION:
        return moved_pcap(data, number)
    whole = b""
    for kind, one in blocks(data):
        if kind == INTERFACE:
            link_types.append(struct.unpack_from("<H", one, 8)[0])
        if kind == ENHANCED_PACKET:
            interface, captured = struct.unpack_from("<I", one, 8)[0], struct.unpack_from("<I", one, 20)[0]
            frame = with_addresses(one[28:28 + captured], link_types[interface], number)
            one = one[:28] + frame + one[28 + captured:]
        whole += one
    return whole


def moved_pcap(data, number):
    whole, at, link_type = data[:24], 24, struct.unpack_from("<I", data, 20)[0]
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 8)[0]
        whole += data[at:at + 16] + with_addresses(data[at + 16:at + 16 + size], link_type, number)
        at += 16 + size
    return whole


@functools.cache
def shifted(name, number, late):
    """Returns a file with the capture's frames at other addresses, from 1970 on; late: without the first half."""
    folder = wireshark.writable_folder()
    path = wireshark.CAPTURES / name
    (folder / "moved").write_bytes(moved(path, number))
    times = [float(row[0][0]) for row in wireshark.fields(folder / "moved", "", "frame.time_epoch")]
    kept = [f"{len(times) // 2 + 1}-{len(times)}"] if late else []
    run("editcap", "-t", f"{-min(times):.6f}", *(["-r"] if late else []), folder / "moved", folder / "shifted", *kept)
    return folder / "shifted"


def run(*command):
    subprocess.run([*map(str, command)], check=True, capture_output=True)


def split(*words, check=False, **environment):
    return subprocess.run([SPLIT, *map(str, words)], env={**os.environ, **environment}, check=check,
                          capture_output=True, encoding="utf-8", timeout=600)


def merged(names, late=False, appended=False):
    """Returns a capture with the frames of all, in the order of their times or one after the other."""
    whole = wireshark.writable_folder() / "whole.pcapng"
    run("mergecap", *(["-a"] if appended else []), "-w", whole,
        *(shifted(name, number + 1, late) for number, name in enumerate(names)))
    return whole


def rows(capture, *options):
    """Returns what a batch asks of tshark."""
    return wireshark.tshark("-n", "-q", *options, "-r", capture, "-z", "godot,messages", "-z", "io,stat,0")


def only_rows(text):
    return [line for line in text.splitlines() if line.startswith("{")]


def cut(capture, parts):
    """Returns the folder with the parts of a capture."""
    folder = wireshark.writable_folder()
    split(parts, capture, folder, check=True, **wireshark.UNCLEAN)
    wireshark._give_away(folder)
    return folder


def put_rows(folder, part, text):
    subprocess.run(["zstd", "-q", "-o", folder / f"{part}.rows.zst"], input=text.encode(), check=True)


def joined(folder, *options):
    """Reads the parts and returns the rows of the whole."""
    for part in folder.glob("*.part"):
        put_rows(folder, part.stem, rows(part, *options))
    return split("--join", folder, check=True, **wireshark.UNCLEAN).stdout.splitlines()


def names():
    if not ALL:
        return tuple(f"{name}.pcapng" for name in SOME)
    return tuple(path.relative_to(wireshark.CAPTURES).as_posix() for path in sorted(wireshark.CAPTURES.rglob("*.pcap*"))
                 if "recordings" not in path.parts)


PROJECT = ("-o", f"godot.project_directory:{wireshark.readable(wireshark.ROOT / 'tests' / 'godot4')}")
ORDERS = {"mixed": {}, "begun late": {"late": True}, "one after the other": {"appended": True}}
READINGS = [(how, options) for how in ORDERS for options in ((), ("-2",), PROJECT)]


@pytest.mark.parametrize("how, options", READINGS if ALL else [("mixed", ()), ("begun late", ("-2",)),
                                                               ("one after the other", PROJECT)])
def test_rows_are_those_of_one_reading(how, options):
    capture = merged(names(), **ORDERS[how])
    folder = cut(capture, 3)
    assert len(list(folder.glob("*.part"))) == 3
    assert joined(folder, *options) == only_rows(rows(capture, *options))


# --- which frames are in the same part --------------------------------------------------------


def written(data):
    """Returns a file with these bytes."""
    path = wireshark.writable_folder() / "capture"
    path.write_bytes(data)
    return path


def pcap_of(frames, link_type=pcap.LINKTYPE_ETHERNET):
    """Returns the bytes of a capture with these frames."""
    return struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type) + b"".join(
        struct.pack("<IIII", 1, number, len(frame), len(frame)) + frame for number, frame in enumerate(frames))


def capture_of(frames):
    return written(pcap_of(frames))


def asked(capture):
    """Returns the exit status of the program and the number of each frame's part; of none if there are no parts."""
    folder = wireshark.writable_folder()
    done = split(255, capture, folder, **wireshark.UNCLEAN)
    order = folder / "order"
    return done.returncode, list(order.read_bytes()) if order.exists() else []


def ethernet(packet, kind=0x0800, tags=b""):
    return pcap.ETHERNET[:12] + tags + struct.pack(">H", kind) + packet


def ip6(payload, source, target, following=17):
    return struct.pack(">IHBB", 6 << 28, len(payload), following, 64) + source + target + payload


def connect(client, server, data, change=lambda commands: (enet.header(enet.NO_PEER, 1), commands)):
    return ethernet(pcap.udp(b"".join(change(enet.connect(slot=0, connect_id=server[1], data=data))), client, server))


def with_checksum(commands):
    return enet.header(enet.NO_PEER, 1) + b"\1\2\3\4", commands


def compressed_by(compress):
    return lambda commands: (enet.header(enet.NO_PEER, 1, compressed=True), compress(commands))


def pieces(first, target):
    """A datagram from a client to a server in two pieces, the second one first, and one between the same ports."""
    packet = pcap.udp(bytes(64), first, target)
    parts = [bytearray(packet[:20] + packet[20 + at:20 + at + 32]) for at in (32, 0)]
    parts[0][6:8], parts[1][6:8] = struct.pack(">H", 4), struct.pack(">H", 0x2000)
    return [*(ethernet(bytes(part)) for part in parts), ethernet(pcap.udp(b"x", first, target))]


CLIENTS = [("10.0.0.2", 50000 + number) for number in range(4)]
SERVERS = [("10.0.9.9", 7000 + number) for number in range(4)]
PLAIN = pcap.udp(b"game", CLIENTS[0], SERVERS[0])
HOSTS6 = bytes(15) + b"\1", bytes(15) + b"\2"
PORTS = struct.pack(">HHHH", 50000, 7000, 12, 0) + b"game"
TUNNEL = ("192.168.0.1", 40000), ("192.168.0.2", 4789)
ICMP = b"\x45\0\0\x58" + bytes(5) + b"\1\0\0" + bytes([192, 168, 0, 7, 10, 0, 0, 2]) + b"\3\3" + bytes(6)

TOGETHER = {
    "clients of a server": [ethernet(pcap.udp(b"x", client, SERVERS[0])) for client in CLIENTS],
    "both directions": [ethernet(PLAIN), ethernet(pcap.udp(b"x", SERVERS[0], CLIENTS[0]))],
    "a client's id at two ports": [connect(CLIENTS[0], SERVERS[0], 70111), connect(CLIENTS[1], SERVERS[1], 70111)],
    "the id behind a checksum": [
        connect(CLIENTS[0], SERVERS[0], 70111), connect(CLIENTS[1], SERVERS[1], 70111, with_checksum)],
    **{f"the id compressed by {name}": [
        connect(CLIENTS[0], SERVERS[0], 70111), connect(CLIENTS[1], SERVERS[1], 70111, compressed_by(compress))]
       for name, compress in {"zlib": zlib.compress, "zstd": compressors.zstd, "FastLZ": compressors.fastlz}.items()},
    "pings": [ethernet(pcap._ip(1, *ends, b"\x08" + bytes(7))) for ends in (TUNNEL, TUNNEL[::-1])],
    "pieces of a datagram": pieces(CLIENTS[0], SERVERS[0]),
    "a quoted packet": [ethernet(PLAIN), ethernet(ICMP + PLAIN)],
    "two VLANs": [ethernet(PLAIN), ethernet(PLAIN, tags=bytes.fromhex("88a8000181000002"))],
    "VXLAN": [ethernet(PLAIN), ethernet(pcap.udp(b"\x08" + bytes(7) + ethernet(PLAIN), *TUNNEL))],
    "Geneve": [ethernet(PLAIN), ethernet(pcap.udp(
        bytes.fromhex("0100655800000000") + bytes(4) + ethernet(PLAIN), TUNNEL[0], (TUNNEL[1][0], 6081)))],
    "GRE": [ethernet(PLAIN), ethernet(pcap._ip(47, *TUNNEL, bytes.fromhex("2000080000000001") + PLAIN))],
    "IP in IP": [ethernet(PLAIN), ethernet(pcap._ip(4, *TUNNEL, PLAIN))],
    "PPPoE": [ethernet(PLAIN), ethernet(bytes.fromhex("1100000100260021") + PLAIN, 0x8864)],
    "IPv6 with options": [ethernet(ip6(PORTS, *HOSTS6), 0x86DD),
                          ethernet(ip6(bytes.fromhex("1100000000000000") + PORTS, *HOSTS6, following=60), 0x86DD)],
    "TCP and UDP at an endpoint": [ethernet(PLAIN), ethernet(pcap.tcp(b"x", CLIENTS[1], SERVERS[0]))],
}
OTHERS = [ethernet(pcap.udp(b"x", ("10.0.7.7", 1), ("10.0.8.8", 2)))]


@pytest.mark.parametrize("name", TOGETHER)
def test_what_belongs_together_stays_together(name):
    status, parts = asked(capture_of(TOGETHER[name] + OTHERS))
    assert status == 0
    assert len(set(parts[:-1])) == 1
    assert parts[-1] != parts[0]


APART = {
    "servers of a machine": [ethernet(pcap.udp(b"x", *ends)) for ends in zip(CLIENTS, SERVERS)],
    "clients with other ids": [connect(*ends, 70000 + number) for number, ends in enumerate(zip(CLIENTS, SERVERS))],
    "the same id of other machines": [
        connect((f"10.0.3.{number}", 50000), SERVERS[number], 70000) for number in range(4)],
    "a game and ARP": [ethernet(PLAIN), ethernet(bytes(28), 0x0806)],
    "pings of a machine": [
        ethernet(pcap._ip(1, ("10.0.0.2", 0), (f"10.0.3.{number}", 0), b"\x08" + bytes(7))) for number in range(4)],
    "ids that are ports of others": [
        connect(*ends, 50001 + number) for number, ends in enumerate(zip(CLIENTS, SERVERS))],
    "hosts that differ in the last byte": [
        ethernet(ip6(PORTS, bytes(15) + bytes([number]), bytes(14) + b"\1" + bytes([number])), 0x86DD)
        for number in range(4)],
}


@pytest.mark.parametrize("name", APART)
def test_what_does_not_depend_on_each_other_is_divided(name):
    status, parts = asked(capture_of(APART[name]))
    assert status == 0
    assert len(set(parts)) == len(APART[name])


MESH = (wireshark.CAPTURES / "godot4-mesh.pcapng").read_bytes()
TWO = [ethernet(PLAIN), *OTHERS]


def sent(data, interface=0, kind=ENHANCED_PACKET, order="<"):
    """Returns the block of a frame. An old one (2) also has the number of those that were lost before it."""
    of, lost = ("H", [7]) if kind == 2 else ("I", [])
    head = struct.pack(f"{order}{of}{of if lost else ''}IIII", interface, *lost, 0, 0, len(data), len(data))
    return block(kind, head + data, order)


ETHERNETS = block(INTERFACE, struct.pack("<HHI", 1, 0, 65535))
DIVIDED = section() + ETHERNETS + b"".join(map(sent, TWO))      # each block below would leave it so, were it right
LAYERED = ethernet(b"\0\0\1\x40" + PLAIN, 0x8847)
ONE_GROUP, LAYERS = "all of it belongs together", "it has layers that are not known here"
DAMAGED = "it is cut short, or damaged"
WHOLE = {
    "one server": (pcap_of(TOGETHER["clients of a server"]), ONE_GROUP),
    "nothing": (b"", ONE_GROUP),
    "another link layer": (pcap_of(TWO, 252), LAYERS),
    "MPLS": (pcap_of([*TWO, LAYERED]), LAYERS),
    "MPLS, and damaged": (DIVIDED + sent(LAYERED) + b"\6", LAYERS),
    "GTP": (pcap_of([*TWO, ethernet(
        pcap.udp(b"\x30\xFF\0\x24\0\0\0\1" + PLAIN, TUNNEL[0], (TUNNEL[1][0], 2152)))]), LAYERS),
    "layers without an end": (
        pcap_of([*TWO, ethernet(b"\0\1\x81\0" * 100 + b"\0\1\x08\0" + PLAIN, 0x8100)]), LAYERS),
    "no capture": (b"PK\3\4" + bytes(100), "it is neither pcap nor pcapng"),
    "a block of another kind": (MESH + struct.pack("<III", 0xBAD, 12, 12), "it has blocks that are not known here"),
    "a header of pcap that is cut": (pcap_of([])[:-1], DAMAGED),
    "a frame of pcap that is cut": (pcap_of(TWO)[:-1], DAMAGED),
    "one byte of a frame of pcap": (pcap_of(TWO) + b"\1", DAMAGED),
    "a frame of pcap without a length": (pcap_of(TWO) + bytes(8), DAMAGED),
    "a header that is cut": (section()[:4], DAMAGED),
    "a section without a length": (section()[:11], DAMAGED),
    "a section of no byte order": (section(order=">").replace(b"\x1A\x2B\x3C\x4D", b"\x1A\x2B\x3C\x4E") + block(
        INTERFACE, struct.pack(">HHI", 1, 0, 65535), ">") + b"".join(sent(frame, order=">") for frame in TWO), DAMAGED),
    "a frame that is cut": (DIVIDED[:-10], DAMAGED),
    "one byte of a block": (DIVIDED + b"\6", DAMAGED),
    "a block without a length": (DIVIDED + struct.pack("<I", 6), DAMAGED),
    "a block that ends nowhere": (MESH + struct.pack("<III", 6, 0xFFFFFFFC, 0), DAMAGED),
    "an interface that is not there": (DIVIDED + sent(b"", 1), DAMAGED),
    "an interface that is too short": (
        section() + block(INTERFACE, struct.pack("<HH", 1, 0)) + b"".join(map(sent, TWO)), DAMAGED),
    "a frame without the bytes that it has": (
        DIVIDED + block(ENHANCED_PACKET, struct.pack("<IIII", 0, 0, 0, 4)), DAMAGED),
    "a length that is no multiple of four": (DIVIDED + struct.pack("<II", 5, 14) + bytes(6), DAMAGED),
}


def left_whole(capture):
    """Returns why the program leaves a capture whole."""
    folder = wireshark.writable_folder()
    done = split(255, capture, folder, **wireshark.UNCLEAN)
    assert (done.returncode, done.stdout, list(folder.iterdir())) == (3, "", [])
    begin, why = done.stderr.split(": the capture is read as a whole: ")
    assert begin == "godot-split"
    return why


@pytest.mark.parametrize("name", WHOLE)
def test_what_cannot_be_divided_is_left_whole(name):
    data, why = WHOLE[name]
    assert left_whole(written(data)) == f"{why}\n"


def test_what_cannot_be_read_is_left_whole():
    """A folder stands for a file on a damaged disk."""
    wireshark.skip_on_windows("a folder that can be opened")
    assert left_whole(wireshark.writable_folder()) == f"{DAMAGED}\n"


def test_why_a_capture_is_left_whole_is_told():
    folder = wireshark.writable_folder()
    assert split(255, written(b""), folder).stderr.startswith("godot-split: the capture is read as a whole: ")
    assert "as a whole" not in split(255, folder / "none", folder).stderr


@pytest.mark.parametrize("kind", [ENHANCED_PACKET, 2])
@pytest.mark.parametrize("order", "<>")
def test_each_frame_is_read_as_one_of_its_interface(order, kind):
    interfaces = [block(INTERFACE, struct.pack(f"{order}HHI", link, 0, 65535), order) for link in (1, 101)]
    frames = [sent(frame, interface, kind, order) for frame, interface in ((TWO[0], 0), (PLAIN, 1), (TWO[1], 0))]
    assert asked(written(section(order=order) + b"".join(interfaces + frames))) == (0, [0, 0, 1])


def test_what_was_not_captured_of_a_frame_is_not_read():
    """The block of a simple packet only has the length that the frame had. Behind a header of IP would be ports: these
    are pings for all that is known."""
    raw = block(INTERFACE, struct.pack("<HHI", 101, 0, 20))
    packets = [pcap.udp(b"game", *ends) for ends in (TUNNEL, TUNNEL[::-1], (CLIENTS[0], SERVERS[0]))]
    simple = [block(3, struct.pack("<I", len(packet)) + packet[:20]) for packet in packets]
    assert asked(written(section() + raw + b"".join(simple))) == (0, [0, 0, 1])


def test_a_full_disk_is_told():
    """bash's bound on the size of a file stands for it."""
    words = ["trap '' XFSZ; ulimit -f 0; exec \"$@\"", "bash", SPLIT, "255", written(DIVIDED),
             wireshark.writable_folder()]
    done = subprocess.run(["bash", "-c", *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "write" in done.stderr


def test_an_order_that_cannot_be_written_is_told():
    folder = wireshark.writable_folder()
    (folder / "order").symlink_to("/dev/full")
    done = split(255, written(DIVIDED), folder)
    assert done.returncode == 1 and done.stderr.startswith("godot-split: cannot write: ")


def test_blocks_may_be_empty():
    assert asked(written(DIVIDED)) == (0, [0, 1])
    assert asked(written(DIVIDED + block(4) + sent(b"") + block(2, bytes(20)))) == (0, [0, 1, 2, 2])


@pytest.mark.parametrize("program", ["gzip", "zstd"])
def test_a_compressed_capture_has_the_same_parts(program):
    wireshark.skip_on_windows(f"{program}, which godot-split starts")
    plain = capture_of(APART["servers of a machine"])
    packed = written(subprocess.run([program, "-c", plain], check=True, capture_output=True).stdout)
    assert asked(packed) == asked(plain)
    packed.write_bytes(packed.read_bytes()[:-4])
    assert asked(packed)[0] == 3


def test_a_program_that_is_not_there_to_undo_a_compression_is_told():
    done = split(255, written(b"\x1F\x8B"), wireshark.writable_folder(), PATH="/nowhere")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1) and "gzip" in done.stderr


@pytest.mark.parametrize("swapped", [False, True])
def test_a_part_has_everything_but_the_frames_of_others(swapped):
    """Keys, names, interfaces and comments are in all parts as they were, in both byte orders; only a section no longer
    says how long it is."""
    order = ">" if swapped else "<"

    def made(kind, body):
        return block(kind, body, order)

    def frame(interface, data):
        head = struct.pack(f"{order}IIIII", interface, 1, 2, len(data), len(data))
        comment = struct.pack(f"{order}HH", 1, 3) + b"ok!\0" + bytes(4)
        return made(6, head + data + bytes(-len(data) % 4) + comment)

    raw, cooked = (made(INTERFACE, struct.pack(f"{order}HHI", link_type, 0, 65535)) for link_type in (101, 113))
    keys = made(10, struct.pack(f"{order}II", 0x544C534B, 4) + b"key\n")
    one, other = frame(0, PLAIN), frame(1, bytes(14) + b"\x08\0" + pcap.udp(b"x", CLIENTS[1], SERVERS[1]) + bytes(80))
    simple = made(3, struct.pack(f"{order}I", len(PLAIN)) + PLAIN)
    begin, again = (section(length, order) + keys + raw + cooked for length in (1000, -1))
    path = written(begin + one + other + section(-1, order) + raw + simple)
    folder = cut(path, 9)
    assert (folder / "order").read_bytes() == b"\1\0\1"
    assert (folder / "1.part").read_bytes() == again + other + section(-1, order) + raw
    assert (folder / "2.part").read_bytes() == again + one + section(-1, order) + raw + simple


@pytest.mark.parametrize("first, last", [(0, 0), (-5, -2), (-5, 3), (7, 7), (7, 9)])
@pytest.mark.parametrize("order", [1, -1])
def test_the_first_and_last_time_are_told(first, last, order):
    folder = wireshark.writable_folder()
    (folder / "order").write_bytes(b"\0\0")
    put_rows(folder, 1, "".join(f'{{"frame":{frame},"time":{time}.000000000,"src":"a"}}\n'
                                for frame, time in enumerate((last, first)[::order], 1)))
    split("--join", folder, check=True)
    assert (folder / "rest").read_text().splitlines()[0] == f"=time {first}.000000000 {last}.000000000"


def test_a_time_that_begins_like_another_is_another():
    folder = folder_of(b"\0\0\0", "".join(f'{{"frame":{frame},"time":{time},"src":"a"}}\n'
                                         for frame, time in enumerate(("1.5", "1", "1.55"), 1)))
    split("--join", folder, check=True)
    assert (folder / "rest").read_text().splitlines()[0] == "=time 1 1.55"


@pytest.mark.parametrize("last", [(0, 3), (3, 0), (1, 3), (3, 1), (2, 0), (1, 2)])
def test_the_largest_group_comes_first_and_each_goes_where_least_is(last):
    """Two pairs of ends belong together since the last frame, whichever of them it goes from and to."""
    ends = [(f"10.0.{number}.1", 7000 + number) for number in range(8)]
    frames = [ethernet(pcap.udp(bytes(size), ends[source], ends[target])) for size, source, target in (
        (250, 0, 1), (250, 2, 3), (400, 4, 5), (300, 6, 7), (10, *last))]
    folder = wireshark.writable_folder()
    done = split(2, capture_of(frames), folder, check=True)
    assert list((folder / "order").read_bytes()) == [0, 0, 1, 1, 0]
    sizes = [16 + len(frame) for frame in frames]
    share = 100 * (sizes[0] + sizes[1] + sizes[4]) // sum(sizes)
    assert done.stderr == f"2 parts; the largest group of frames that belong together has {share} % of the bytes\n"


def test_each_section_has_interfaces_of_its_own():
    raw = block(INTERFACE, struct.pack("<HHI", 101, 0, 65535))
    assert asked(written(section() + raw + sent(PLAIN) + section() + ETHERNETS + sent(TWO[1]))) == (0, [1, 0])
    assert asked(written(section() + raw + sent(PLAIN) + section() + sent(TWO[1])))[0] == 3


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("magic", [0xA1B2C3D4, 0xA1B23C4D])
def test_parts_of_a_pcap_have_its_frames_of_any_size(magic, order):
    """In the form and the byte order that it has."""
    head = struct.pack(f"{order}IHHiIII", magic, 2, 4, 0, 0, 65535, pcap.LINKTYPE_ETHERNET)
    frames = [ethernet(pcap.udp(bytes(size), (f"10.0.{size % 200}.1", 7), (f"10.0.{size % 200}.2", 8)))
              for size in (40000, 4097, 9001, 10)]
    records = [struct.pack(f"{order}IIII", 1, 2, len(frame), len(frame) + 9) + frame for frame in frames]
    folder = cut(written(head + b"".join(records)), 4)
    assert (folder / "order").read_bytes() == b"\0\2\1\3"
    for part, number in enumerate((0, 2, 1, 3), 1):
        assert (folder / f"{part}.part").read_bytes() == head + records[number]


def test_what_cannot_be_joined_is_told():
    folder = wireshark.writable_folder()
    done = split("--join", folder)
    assert (done.returncode, done.stdout) == (1, "") and done.stderr.startswith(f"godot-split: {folder}/order: ")
    folder = folder_of(b"\0", 'no row\n{"frame":1,"time":1,"src":"a"}\n')
    with open("/dev/full", "wb") as full:
        for limit, output in ("ulimit -f 0; ", subprocess.PIPE), ("", full):
            done = subprocess.run(["bash", "-c", f"trap '' XFSZ; {limit}exec \"$@\"", "bash", SPLIT, "--join", folder],
                                  stdout=output, stderr=subprocess.PIPE, text=True, check=False)
            assert (done.returncode, done.stderr) == (1, "godot-split: cannot write the rows\n")


def test_a_folder_that_is_not_there_is_told():
    done = split(2, written(DIVIDED), "/nowhere/else")
    assert (done.returncode, done.stdout) == (1, "") and done.stderr.startswith("godot-split: cannot write: ")


def test_rows_that_begin_alike_are_counted_together():
    """Up to the end of their kind; their bytes are those on the wire."""
    told = [(1, "a", "sync", 5), (1, "b", "sync", 1), (2, "a", "sync", 7), (2, "a", "rpc", 3), (3, "a", "sync", 100)]
    rows = [f'{{"frame":{frame},"time":1,"src":"{source}","kind":"{kind}","wire_bytes":{size}}}\n'
            for frame, source, kind, size in told]
    folder = folder_of(b"\0\0\0", "".join(rows))
    split("--join", folder, check=True)
    assert (folder / "rest").read_text().splitlines()[1:] == [
        '=1 3 "src":"a","kind":"rpc"', '=3 112 "src":"a","kind":"sync"', '=1 1 "src":"b","kind":"sync"']


def test_rows_of_all_parts_are_in_the_order_of_the_whole():
    """With the numbers of frames and connections in it; a part without rows has frames, too. What is no row is put
    aside, in the order in which it comes up."""
    first = ['{"frame":1,"time":1.5,"stream":0,"src":"a","kind":"rpc","wire_bytes":10}', "first",
             '{"frame":1,"time":1.5,"stream":1,"src":"a","kind":"rpc","text":",\\"wire_bytes\\":7","wire_bytes":20}',
             '{"frame":3,"time":4,"stream":0,"src":"a","kind":"rpc","wire_bytes":30}', "", "last of the first"]
    second = ["second", '{"frame":2,"time":3,"src":"b","kind":"', '{"frame":2,"time":3,"stream":0,"kind":"sync"}',
              '{"frame":10,"time":0.25,"stream":0,"src":"c"}']
    folder = folder_of(bytes([2, 1, 0, 1, *[2] * 4, 0, 0, *[1] * 8]), "\n".join(first), "\n".join(second) + "\n", "")
    done = split("--join", folder, check=True, **wireshark.UNCLEAN)
    assert done.stdout.splitlines() == [
        '{"frame":3,"time":1.5,"stream":0,"src":"a","kind":"rpc","wire_bytes":10}',
        '{"frame":3,"time":1.5,"stream":1,"src":"a","kind":"rpc","text":",\\"wire_bytes\\":7","wire_bytes":20}',
        '{"frame":4,"time":3,"src":"b","kind":"', '{"frame":4,"time":3,"stream":2,"kind":"sync"}',
        '{"frame":10,"time":4,"stream":0,"src":"a","kind":"rpc","wire_bytes":30}',
        '{"frame":18,"time":0.25,"stream":2,"src":"c"}']
    assert (folder / "rest").read_text().splitlines() == [
        "second", "first", "", "last of the first", "=time 0.25 4", "=1 0 ",
        "=2 40 \"stream\":0,\"src\":\"a\",\"kind\":\"rpc\"",
        "=1 20 \"stream\":1,\"src\":\"a\",\"kind\":\"rpc\"", "=1 0 \"stream\":2", "=1 0 \"stream\":2,\"kind\":\"sync\""]


@pytest.mark.parametrize("time", ["0", "1.5", 30 * "1", 31 * "1", "1" + 30 * "0" + ".5"])
def test_a_time_may_have_any_digits(time):
    """Of more than 31 the first ones are told."""
    folder = folder_of(b"\0", f'{{"frame":1,"time":{time},"src":"a"}}\n')
    split("--join", folder, check=True, **wireshark.UNCLEAN)
    assert (folder / "rest").read_text().splitlines()[0] == f"=time {time[:31]} {time[:31]}"


def test_rows_may_be_packed_in_any_pieces():
    """As when several programs have written to one file."""
    rows = [f'{{"frame":{number},"time":{number},"src":"{chr(96 + number) * 70000}"}}\n' for number in range(1, 20)]
    folder = folder_of(bytes(19))
    text, packed = "".join(rows).encode(), b""
    for begin in range(0, len(text), 99991):
        packed += subprocess.run(["zstd", "-q"], input=text[begin:begin + 99991], capture_output=True,
                                 check=True).stdout
    (folder / "1.rows.zst").write_bytes(packed)
    assert split("--join", folder, check=True, **wireshark.UNCLEAN).stdout == "".join(rows)
    (folder / "1.rows.zst").write_bytes(b"")
    assert "cut short" in split("--join", folder).stderr


def test_rows_of_other_parts_are_refused():
    folder = cut(capture_of(APART["servers of a machine"]), 4)
    for number in range(1, 5):
        put_rows(folder, number, '{"frame":2,"time":1,"src":"a"}\n')
    done = split("--join", folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert "more rows than frames" in done.stderr
    (folder / "4.rows.zst").unlink()
    assert split("--join", folder).returncode == 1


def test_rows_that_cannot_be_read_are_told():
    """A socket stands for a file that the user may not read."""
    folder = cut(capture_of(APART["servers of a machine"]), 4)
    with socket.socket(socket.AF_UNIX) as unread:
        unread.bind(str(folder / "1.rows.zst"))
        done = split("--join", folder)
    assert (done.returncode, done.stdout) == (1, "") and "1.rows.zst: " in done.stderr


def folder_of(order, *rows_of_parts):
    folder = wireshark.writable_folder()
    (folder / "order").write_bytes(order)
    for part, text in enumerate(rows_of_parts, 1):
        put_rows(folder, part, text)
    return folder


@pytest.mark.parametrize("order, stream", [(b"\0\1", 0), (b"\0\2", 0), (b"\0\xFF", 0), (b"\0\0", 1)])
def test_what_no_part_has_is_told(order, stream):
    """A frame of a part that is not there, and the second connection before the first one has a row."""
    row = f'{{"frame":1,"time":1,"stream":{stream},"src":"a"}}\n'
    done = split("--join", folder_of(order, row), **wireshark.UNCLEAN)
    assert (done.returncode, "not those of the parts" in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize("row", ['{"frame":1}', '{"frame":1,"time":1}'])
def test_rows_without_a_time_or_anything_behind_it_are_told(row):
    done = split("--join", folder_of(b"\0", f"{row}\n"), **wireshark.UNCLEAN)
    assert (done.returncode, "not those of the parts" in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize("damaged", [
    lambda packed: packed[:-1], lambda packed: packed + packed[:-1], lambda packed: packed + b"damaged",
    lambda packed: b"damaged", lambda packed: packed[:-20] + bytes([packed[-20] ^ 0xFF]) + packed[-19:]])
def test_rows_that_were_cut_short_are_told(damaged):
    folder = folder_of(b"\0\0", '{"frame":1,"time":1,"src":"a"}\n')
    packed = folder / "1.rows.zst"
    packed.write_bytes(damaged(packed.read_bytes()))
    done = split("--join", folder, **wireshark.UNCLEAN)
    assert (done.returncode, "cut short" in done.stderr) == (1, True), done.stderr


def test_a_row_may_have_any_length():
    row = f'{{"frame":1,"time":1,"src":"{2_500_000 * "a"}"}}\n'
    assert split("--join", folder_of(b"\0", row)).stdout == row


def test_there_are_at_most_255_parts():
    """A byte tells of which part a frame is."""
    folder = folder_of(b"\xFE", "")
    for part in range(2, 256):
        os.link(folder / "1.rows.zst", folder / f"{part}.rows.zst")
    (folder / "255.rows.zst").unlink()
    put_rows(folder, 255, '{"frame":1,"time":1,"src":"a"}\n')
    (folder / "256.rows.zst").write_bytes(b"damaged")
    done = split("--join", folder)
    assert (done.returncode, done.stdout) == (0, '{"frame":1,"time":1,"src":"a"}\n'), done.stderr


@pytest.mark.parametrize("words, status", [(["--help"], 0), ([], 2), (["0", "a", "b"], 2), (["256", "a", "b"], 2),
                                           (["--other", "/"], 2), (["2"], 2),
                                           (["1", "/nowhere", "/"], 1), (["255", "/nowhere", "/"], 1)])
def test_use(words, status):
    done = split(*words)
    assert done.returncode == status
    assert "/nowhere" in done.stderr if status == 1 else "usage:" in done.stdout + done.stderr
