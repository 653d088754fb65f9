# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes packs of Godot games apart, and puts them together in the formats of other releases than the installed one."""

import ctypes
import hashlib
import struct
from pathlib import Path

PACKS = Path(__file__).parent / "project" / "packs"
MAGIC = b"GDPC"
REST_4_5 = 83       # 4.5 inserted the token "..."; later tokens are one higher


def unpack(path):
    """Returns {name: content} of a pack of format 3 that is not encrypted."""
    data = path.read_bytes()
    base, directory = struct.unpack_from("<QQ", data, 24)
    files, at = {}, directory + 4
    for _ in range(struct.unpack_from("<I", data, directory)[0]):
        length = struct.unpack_from("<I", data, at)[0]
        name = data[at + 4:at + 4 + length].rstrip(b"\0").decode()
        offset, size = struct.unpack_from("<QQ", data, at + 4 + length)
        files[name] = data[base + offset:base + offset + size]
        at += 4 + length + 16 + 16 + 4
    return files


def entry(name, offset, content, flags=None, size=None, md5=None):
    text = name.encode() + bytes(-len(name.encode()) % 4)
    return struct.pack("<I", len(text)) + text + struct.pack("<QQ", offset, len(content) if size is None else size) + \
        (md5 or hashlib.md5(content).digest()) + (b"" if flags is None else struct.pack("<I", flags))


def pack(files, version, start=0, relative=True, **changes):
    """Returns a crafted pack: format 1 (Godot 3), 2 (4.0 to 4.4), 3 (4.5, 4.6) or 4 (4.7), for the offset start of a
    file.

    changes: what an entry is given instead of its own offset, size, md5 or flags."""
    header_length = {1: 84, 2: 96, 3: 104, 4: 104}[version]
    count = struct.pack("<I", len(files))
    flags = None if version == 1 else 0
    blank = b"".join(entry(name, 0, content, flags) for name, content in files.items())
    contents = b"".join(files.values())
    first = header_length + (0 if version >= 3 else len(count + blank))     # offset of the files
    entries, offset = [], start + first if version == 1 else 0
    for name, content in files.items():
        entries.append(entry(name, **{**dict(offset=offset, content=content, flags=flags), **changes}))
        offset += len(content)
    directory = b"".join(entries)
    header = MAGIC + struct.pack("<4I", version, 3 if version == 1 else 4, 5, 0)
    if version >= 2:
        header += struct.pack("<IQ", 2 if relative else 0, first + (0 if relative else start))
    if version >= 3:
        header += struct.pack("<Q", header_length + len(contents))
    header += bytes(64)
    return header + (contents + count + directory if version >= 3 else count + directory + contents)


def encrypted(content, key):
    """Returns what FileAccessEncrypted writes: AES-256 in CFB mode, by the library that Wireshark links."""
    library, cipher = ctypes.CDLL("libgcrypt.so.20"), ctypes.c_void_p()
    library.gcry_check_version(None)
    vector, padded = bytes(range(16)), ctypes.create_string_buffer(content + bytes(-len(content) % 16))
    size = len(padded) - 1
    assert library.gcry_cipher_open(ctypes.byref(cipher), 9, 2, 0) == 0
    assert library.gcry_cipher_setkey(cipher, key, ctypes.c_size_t(32)) == 0
    assert library.gcry_cipher_setiv(cipher, vector, ctypes.c_size_t(16)) == 0
    assert library.gcry_cipher_encrypt(cipher, padded, ctypes.c_size_t(size), None, ctypes.c_size_t(0)) == 0
    library.gcry_cipher_close(cipher)
    return hashlib.md5(content).digest() + struct.pack("<Q", len(content)) + vector + padded.raw[:size]


def sparse(files, folder, version, key=None, salt=b""):
    """Writes a pack whose files lie beside it, and returns its path. key: its directory and its files are encrypted.
    salt: 32 bytes that hide the names of the files (4.7)."""
    names = {name: hashlib.sha256(f"res://{name}{salt.decode('latin-1')}".encode()).hexdigest() if salt else name
             for name in files}
    for name, content in files.items():
        path = folder / names[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encrypted(content, key) if key else content)
    directory = b"".join(entry(name, 0, content, 1 if key else 0) for name, content in files.items())
    path = folder / "assets.sparsepck"
    path.write_bytes(MAGIC + struct.pack("<5IQQ", version, 4, 7, 0, 4 | 2 | (1 if key else 0), 104, 104) +
                     salt.ljust(64, b"\0") + struct.pack("<I", len(files)) +
                     (encrypted(directory, key) if key else directory))
    return path


def embedded(made, length=1000):
    """Returns an executable that ends with a pack. made: returns the pack for an offset."""
    content = made(length)
    return b"\x7fELF".ljust(length, b"x") + content + struct.pack("<Q", len(content)) + MAGIC


def signed(made):
    """Returns a Windows executable with a section "pck", and a signature after the pack."""
    offset = 0x200
    header = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x80)
    pe = b"PE\0\0" + struct.pack("<HHIIIHH", 0x8664, 2, 0, 0, 0, 16, 0) + bytes(16)
    sections = b"".join(name.ljust(8, b"\0") + struct.pack("<IIII", 0, 0, 0, at) + bytes(16)
                        for name, at in [(b".text", 0x190), (b"pck", offset - 3)])
    return (header.ljust(0x80, b"\0") + pe + sections).ljust(offset, b"\0") + made(offset) + b"signature" * 20


def tokens_4_3(script):
    """Converts a compiled script of 4.5 and later, not compressed, to the token numbers of 4.3 and 4.4."""
    magic, _, size = struct.unpack_from("<4sII", script)
    identifiers, constants, lines, count = struct.unpack_from("<4I", script, 12)
    assert magic == b"GDSC" and size == 0
    at = len(script) - 8 * count if count else len(script)
    tokens = b""
    for _ in range(count):
        word, line = struct.unpack_from("<II", script, at)
        assert word & 0x80 and word & 0x7F != REST_4_5
        tokens += struct.pack("<II", word - (word & 0x7F > REST_4_5), line)
        at += 8
    body = script[28:len(script) - 8 * count]
    return magic + struct.pack("<II5I", 100, 0, identifiers, constants, lines, 0, count) + body + tokens
