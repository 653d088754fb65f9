# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plugin reads from the captures of Godot 3 is what the engine says it sent and received.

Same messages, same order, same values, nothing missing and nothing extra, but for the
rightful differences of captures/README.md.
"""

import collections
import hashlib
import itertools

import pytest

import godot3
import godot_variant
from truth import Truth, logged, parse

RPC = ["godot3.2.3-rpc", "godot3.6-rpc", "godot3.6.2-rpc"]
COMPRESSED = [f"godot3.6.2-compress-{mode}" for mode in ("none", "range", "fastlz", "zlib", "zstd")]
# Captures of a whole session without loss, in which everything that was sent also arrived.
CLEAN = [*RPC, *COMPRESSED, "godot3.2.3-root", "godot3.6.2-root", "godot3.6-channels", "godot3.6.2-refused"]
OBJECTS = ["godot3.2.3-objects", "godot3.6.2-objects"]
MALFORMED = ["godot3.2.3-malformed", "godot3.6.2-malformed"]
LOSSY = "godot3.6.2-lossy"
VALUES = "godot3.6.2-values"
LONG_VALUE = 8192
NODE_PATH = 15      # its padding is not initialised: two encodings of one path may differ


@pytest.fixture(params=[(), ("-2",)], ids=["one-pass", "two-passes"])
def passes(request):
    return request.param


# --- what was logged and what is shown, in one form -----------------------------------------

def long_value(encoded):
    """Returns what the log has instead of a long value."""
    return ("long value", len(encoded), hashlib.md5(encoded).hexdigest())


def shown_value(item):
    """One value that the plugin shows."""
    if item.size > LONG_VALUE:
        return long_value(bytes.fromhex(godot3.wire_bytes(item)))
    return parse(item.first("godot.variant.value").show)


def logged_value(value):
    """Compares the bytes that the engine encoded: var2str() rounds numbers, and prints an RID as nothing."""
    if "hex" in value and "object_id" not in value:
        return parse(godot_variant.decode(bytes.fromhex(value["hex"]), "3.x").text)
    return logged(value)


def logged_what(event):
    """Returns (kind, node, name, values) of a call, a set, or raw bytes in the log."""
    kind = event["event"].split("_")[0]
    if kind == "raw":
        return (kind, None, None, event["hex"])
    if kind == "rset":
        return (kind, event["node"], event["property"], [logged_value(event["value"])])
    return (kind, event["node"], event["method"], [logged_value(value) for value in event["args"]])


def shown_what(message):
    """Returns the same of a message, or None if it is of another kind."""
    values = [shown_value(item) for item in message.value_items()]
    if message.command == godot3.RAW:
        return ("raw", None, None, message.tree.first("godot.raw").value)
    if message.command == godot3.REMOTE_SET:
        return ("rset", message.text("godot.rpc.node"), message.text("godot.rset.property"), values)
    if message.command == godot3.REMOTE_CALL:
        assert message.number("godot.rpc.argc") == len(values)
        return ("rpc", message.text("godot.rpc.node"), message.text("godot.rpc.method"), values)
    return None


def visible_mode(name, event):
    """Returns the mode as far as the wire shows it (docs/wire/enet.md, section 6)."""
    size = sum(len(value.get("hex", "")) // 2 for value in event.get("args", []))
    if event["mode"] == "unreliable" and size > 1372 and "3.2.3" in name:
        return "reliable"
    if event["mode"] == "unreliable" and name == "godot3.6-channels" and event["who"] == "client1":
        return "unreliable_ordered"     # always_ordered
    return event["mode"]


def visible_channel(event):
    return max(event["channel"], 0)     # -1: chosen by mode; for the game it is one channel


def by_direction(rows):
    directions = collections.defaultdict(list)
    for direction, what in rows:
        directions[direction].append(what)
    return directions


def assert_same(seen, expected):
    """Compares the rows in their order in each direction; shows the first that differs."""
    seen, expected = by_direction(seen), by_direction(expected)
    assert expected
    for direction in seen.keys() | expected.keys():
        pairs = itertools.zip_longest(seen.get(direction, []), expected.get(direction, []), fillvalue="nothing")
        for number, (ours, theirs) in enumerate(pairs, 1):
            assert ours == theirs, f"{direction}, number {number}: {str(ours)[:500]} is not {str(theirs)[:500]}"


# --- calls, sets and raw bytes ----------------------------------------------------------------

def sent_rows(name, truth):
    """Returns ((source, receiver, reliable, channel), what) of everything that the log has as sent."""
    for event in truth.of("rpc_sent", "rset_sent", "raw_sent"):
        mode = visible_mode(name, event)
        channel = visible_channel(event)
        for target in truth.targets(event):
            yield (event["peer"], target, mode == "reliable", channel), (*logged_what(event), mode)


def first_hop_rows(name, truth, options):
    """The same of the messages where their source sent them. Until all have confirmed a path, a call
    for all is one message for each; then it is one that says so, and the server forwards it."""
    peers = set(truth.names)
    for message in godot3.messages(name, *options):
        what = shown_what(message)
        if what is None or (message.source == godot3.SERVER) == message.to_server:
            continue
        receivers = [message.end] if message.source == godot3.SERVER else peers
        for peer in receivers:
            if message.is_for(peer):
                yield (message.source, peer, message.mode == "reliable", message.channel), (*what, message.mode)


@pytest.mark.parametrize("name", CLEAN)
def test_as_sent(name, passes):
    truth = Truth(name)
    assert_same(first_hop_rows(name, truth, passes), sent_rows(name, truth))


@pytest.mark.parametrize("name", CLEAN)
def test_as_received(name, passes):
    truth = Truth(name)
    expected = [((event["from"], event["peer"]), logged_what(event)) for event in
                truth.of("rpc_received", "rset_received", "raw_received") if event["from"] != event["peer"]]
    seen = [((message.source, message.end), shown_what(message)) for message in godot3.messages(name, *passes)
            if shown_what(message) and message.is_for(message.end)]
    assert_same(seen, expected)


@pytest.mark.parametrize("name", CLEAN)
def test_both_hops_of_a_relay(name):
    """A client's messages for others pass the server unchanged, each with its own source."""
    truth = Truth(name)
    first = [((m.source, peer), (shown_what(m), m.target)) for m in godot3.messages(name)
             if m.to_server and shown_what(m) for peer in truth.names
             if peer not in (godot3.SERVER, m.source) and m.is_for(peer)]
    second = [((m.source, m.end), (shown_what(m), m.target)) for m in godot3.messages(name)
              if not m.to_server and m.source != godot3.SERVER and shown_what(m)]
    assert by_direction(second) == by_direction(first)
    assert name not in RPC or len(second) > 20


def logged_encodings(truth):
    """(source, receiver, method or property) -> the engine's encodings of all values sent."""
    encodings = collections.defaultdict(list)
    for event in truth.of("rpc_sent", "rset_sent"):
        values = event["args"] if "args" in event else [event["value"]]
        for target in truth.targets(event):
            encodings[event["peer"], target, event.get("method", event.get("property"))] += \
                [value.get("hex") or ("long value", value["size"], value["md5"]) for value in values]
    return encodings


@pytest.mark.parametrize("name", [*CLEAN, *OBJECTS])
def test_bytes_of_values(name):
    """The bytes that each value covers are the engine's encoding, its text that of an independent decoder."""
    expected = logged_encodings(Truth(name))
    compared = 0
    for message in godot3.messages(name):
        method = message.text("godot.rpc.method") or message.text("godot.rset.property")
        if message.target <= 0 or not method:
            continue
        for item in message.value_items():
            encoded = godot3.wire_bytes(item)
            if item.size > LONG_VALUE:
                assert long_value(bytes.fromhex(encoded)) in expected[message.source, message.target, method]
                continue
            if item.first("godot.variant.type").show != str(NODE_PATH):
                assert encoded in expected[message.source, message.target, method], f"frame {message.frame}"
            assert item.first("godot.variant.value").show == godot_variant.decode(bytes.fromhex(encoded), "3.x").text
            compared += 1
    assert compared > (100 if name in RPC else 0)


def test_lossy_link(passes):
    """Whatever is lost, doubled and reordered: each reliable message is there once, and so is everything that
    arrived."""
    truth = Truth(LOSSY)
    seen, received, sent = collections.Counter(), collections.Counter(), collections.Counter()
    for message in godot3.messages(LOSSY, *passes):
        if shown_what(message) and message.is_for(message.end):
            seen[repr((message.source, message.end, shown_what(message)))] += 1
    for event in truth.of("rpc_received", "rset_received", "raw_received"):
        received[repr((event["from"], event["peer"], logged_what(event)))] += 1
    for event in truth.of("rpc_sent", "rset_sent", "raw_sent"):
        for target in truth.targets(event):
            sent[repr((event["peer"], target, logged_what(event)))] += 1
            if event["mode"] == "reliable":
                key = repr((event["peer"], target, logged_what(event)))
                assert seen[key] == received[key] == 1, key
    assert not received - seen
    assert not seen - sent


# --- whole objects ----------------------------------------------------------------------------

@pytest.mark.parametrize("name", OBJECTS)
def test_script_source(name):
    """The source text of the script that an object contains is the file of the recorded game."""
    source = (godot3.wireshark.ROOT / "tests/godot3/item.gd").read_text(encoding="utf-8")
    texts = [bytes.fromhex(node.value).decode() for message in godot3.messages(name)
             for node in message.tree.find("godot.variant.string")]
    assert {text for text in texts if text.startswith("extends")} == {source}


# --- paths and peers --------------------------------------------------------------------------

@pytest.mark.parametrize("name", CLEAN)
def test_paths(name, passes):
    """Each source announces each path under one id to each receiver, which confirms it; ids count from 1."""
    announced, confirmed = {}, set()
    for message in godot3.messages(name, *passes):
        if message.command == godot3.SIMPLIFY_PATH:
            key = (message.source, message.target, message.text("godot.path.name"), message.to_server)
            assert key not in announced
            announced[key] = (message.number("godot.path.id"), message.frame)
        elif message.command == godot3.CONFIRM_PATH:
            key = (message.target, message.source, message.text("godot.path.name"), not message.to_server)
            assert announced[key][1] == message.number("godot.path.announced_in")
            confirmed.add(key)
    ids = collections.defaultdict(set)
    for (source, _, path, _), (number, _) in announced.items():
        ids[source].add((number, path))
    for source, pairs in ids.items():
        assert sorted(number for number, _ in pairs) == list(range(1, len(pairs) + 1))
    assert announced and confirmed == set(announced)


@pytest.mark.parametrize("name", [*CLEAN, LOSSY])
def test_announced_and_confirmed_before_ids_are_used(name):
    for message in godot3.messages(name):
        if message.number("godot.rpc.node_id"):
            assert message.number("godot.path.announced_in") < message.frame
            if name != LOSSY:
                assert message.number("godot.path.confirmed_in") < message.frame


@pytest.mark.parametrize("name", [*CLEAN, LOSSY, *OBJECTS])
def test_peers_come_and_go(name):
    """ADD_PEER and REMOVE_PEER are what a client's multiplayer API reports of other clients."""
    truth = Truth(name)
    kinds = {godot3.ADD_PEER: "peer_connected", godot3.REMOVE_PEER: "peer_disconnected"}
    seen = [(m.end, kinds[m.sys], m.number("godot.sys.peer")) for m in godot3.messages(name) if m.sys is not None]
    ids = {who: peer for peer, who in truth.names.items()}
    expected = [(ids[event["who"]], event["event"], event["id"]) for event in truth.of(*kinds.values())
                if event["who"] != "server" and event["id"] != godot3.SERVER]
    extra = collections.Counter(seen) - collections.Counter(expected)
    assert not collections.Counter(expected) - collections.Counter(seen)
    # Over a slow link a client may have closed before it heard who left.
    assert not extra if name != LOSSY else all(what == "peer_disconnected" for _, what, _ in extra)
    assert all(m.source == godot3.SERVER for m in godot3.messages(name) if m.sys is not None)


@pytest.mark.parametrize("name", RPC)
def test_disconnect_says_who_leaves(name):
    """A client that closes its connection sends its own id (docs/wire/enet.md, section 3.4)."""
    truth = Truth(name)
    capture = godot3.wireshark.CAPTURES / f"{name}.pcapng"
    rows = godot3.wireshark.fields(capture, "enet.disconnect.data && udp.dstport == 21000", "enet.disconnect.data")
    clients = {peer for peer, who in truth.names.items() if who != "server"}
    assert {int(row[0][0], 0) for row in rows} == clients


def test_refused_client_gets_no_answer():
    truth = Truth("godot3.6.2-refused")
    refused = next(peer for peer, who in truth.names.items() if who == "client2")
    assert not [m for m in godot3.messages("godot3.6.2-refused") if refused in (m.source, m.end)]


# --- values without the multiplayer API ---------------------------------------------------------

def test_bare_values(passes):
    truth = Truth(VALUES)
    messages = godot3.messages(VALUES, *passes)
    assert all(m.command is None and len(m.value_items()) == 1 for m in messages)
    seen = [(m.end == godot3.SERVER, shown_value(m.value_items()[0])) for m in messages]
    expected = [(event["who"] == "client1", logged_value(event["value"])) for event in truth.of("put_var")]
    assert_same(seen, expected)
    assert len(seen) == len(truth.of("get_var"))


# --- packets that no engine makes -----------------------------------------------------------------

# A message on the engine's console -> the expert item for it.
COMPLAINTS = {
    "Size too small.": "godot.short",
    "Size smaller than declared.": "godot.rpc.path_offset.invalid",
    "Unabled to find requested cached node.": "godot.path.unknown",
    "Unable to decode RPC argument.": "godot.value",
    "Unable to decode RSET value.": "godot.value",
    "Tries to confirm a path which was not found in cache.": "godot.path.confirm.unknown",
}


def complaints_after(truth, sent):
    """Returns the console errors between this packet and the next, as expert items; and which process printed them."""
    later = [event["time"] for event in truth.of("packet_sent") if event["time"] > sent["time"]]
    until = min(later, default=sent["time"] + 0.08)
    errors = [event for event in truth.of("error") if sent["time"] < event["time"] < until]
    return {(event["who"], item) for event in errors for text, item in COMPLAINTS.items() if text in event["text"]}


@pytest.mark.parametrize("name", MALFORMED)
def test_complaints_of_the_engine(name):
    """Whatever the receiving engine complains about, the plugin complains about in the same packet."""
    truth = Truth(name)
    messages = godot3.messages(name)
    sent = truth.of("packet_sent")
    for event in sent:
        of_this = [m for m in messages if m.to_server and godot3.wire_bytes(m.tree)[16:] == event["hex"]]
        assert len(of_this) == 1, event["about"]
        complaints = complaints_after(truth, event)
        for who, item in complaints:
            if who == "server":
                assert of_this[0].tree.find(item), f"{event['about']}: no {item}"
    assert len(sent) > 20
