# SPDX-License-Identifier: GPL-2.0-or-later
"""The truth beside a capture (captures/README.md): what the engines' processes say they sent and received."""

import base64
import functools
import hashlib
import json
import re
import struct

import wireshark


LONG_VALUE = 2500       # bytes; longer values are compared by their MD5, tests/godot4/truth.gd logs them so


class Truth:
    """The log of all processes of one scenario."""

    def __init__(self, name):
        text = (wireshark.CAPTURES / f"{name}.truth.jsonl").read_text(encoding="utf-8")
        self.events = [json.loads(line) for line in text.splitlines()]
        self.names = {event["peer"]: event["who"] for event in self.events if event["peer"]}     # peer id -> process

    def of(self, *kinds, who=None):
        """Returns events of these kinds, of one process or of all."""
        return [e for e in self.events if e["event"] in kinds and who in (None, e["who"])]

    def others_of(self, sent):
        """Returns the peers, in no order, to which the sender of this event was connected when it sent."""
        there = set()
        for event in self.events:
            if event["who"] != sent["who"] or event["n"] >= sent["n"]:
                continue
            if event["event"] == "peer_connected":
                there.add(event["id"])
            elif event["event"] == "peer_disconnected":
                there.discard(event["id"])
        return there

    def targets(self, sent):
        """Returns the peers to which this call or packet goes."""
        to, others = sent["to"], self.others_of(sent)
        return {to} & others if to > 0 else others - {-to}


# --- values ---------------------------------------------------------------------------

TOKEN = re.compile(r"""\s*( [&^]?"(?:\\.|[^"\\])*" | <Object\#-?\d+> | [-+]?\d[\w.+-]* | \w+://[\w./-]+ | [\w.…]+
                       | . )""",
                   re.VERBOSE | re.DOTALL)
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|[0-7]{3}|.)", re.DOTALL)
CONTROL = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


def _unescape(match):
    code = match[1]
    if code[0] == "x" and len(code) == 3:
        return chr(int(code[1:], 16))
    return chr(int(code, 8)) if len(code) == 3 else CONTROL.get(code, code)


def _atom(token):
    """Converts numbers to numbers, and strings to text without escapes."""
    if '"' in token:
        return ESCAPE.sub(_unescape, token)
    try:
        return int(token)
    except ValueError:
        pass
    try:
        return float(token) if token[0] in "0123456789+-" else token
    except ValueError:
        return token


class _Text:
    """A reader of the text form of values (docs/fields.md), and of what the engine's var_to_str() writes."""

    CLOSING = {"(": ")", "[": "]", "{": "}"}

    def __init__(self, text):
        self.tokens = [token for token in TOKEN.findall(text) if token.strip()]
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def value(self):
        """A value as nested tuples; the entries of a dictionary sorted, since the engine prints them so."""
        parts = []
        while self.peek() and self.peek() not in ",:)]}":
            token = self.next()
            parts.append(self.group(token) if token in self.CLOSING else _atom(token))
        return parts[0] if len(parts) == 1 else tuple(parts)

    def group(self, opening):
        items = []
        while self.peek() != self.CLOSING[opening]:
            if not self.peek():
                raise ValueError(f"no {self.CLOSING[opening]} in {self.tokens}")
            if self.peek() == ",":
                self.next()
                continue
            item = self.value()
            if self.peek() == ":":
                self.next()
                item = (item, ":", self.value())
            items.append(item)
        self.next()
        return (opening, *(sorted(items, key=repr) if opening == "{" else items))


def _simplify(value):
    """Undoes differences in spelling of the engine's source text."""
    if not isinstance(value, tuple):
        return value
    match value:
        case ("Object", ("(", "EncodedObjectAsID", ('"object_id"', ":", number), *_)):
            return f"<Object#{number}>"
        case ("Resource", ("(", path)):
            return path
        case ("PackedByteArray", ("(", str(text))):
            return ("PackedByteArray", ("(", *base64.b64decode(text.strip('"'))))
        case ("Signal", _):         # the engine does not print its name
            return "Signal"
    return tuple(_simplify(item) for item in value)


@functools.cache
def parse(text):
    """Converts the text of a value, ours or the engine's, to a form that can be compared."""
    return _simplify(_Text(text).value())


def logged(value):
    """Converts a value of the log to the form of parse()."""
    if "md5" in value:
        return ("long value", value["size"], value["md5"])
    if len(value.get("hex", "")) // 2 > LONG_VALUE:
        content = bytes.fromhex(value["hex"])
        return ("long value", len(content), hashlib.md5(content).hexdigest())
    if "object_id" in value:
        return f"<Object#{value['object_id']}>"
    return parse(value["text"])


def digest(number, content):
    """Returns what the log has instead of a long value of this type, a String (4) or a PackedByteArray (29)."""
    encoded = struct.pack("<II", number, len(content)) + content + bytes(-len(content) % 4)
    return ("long value", len(encoded), hashlib.md5(encoded).hexdigest())
