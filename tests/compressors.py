# SPDX-License-Identifier: GPL-2.0-or-later
"""Compress bytes as senders do: with their libraries where there are such, otherwise after docs/wire/enet.md, 8.

ENet's own range coder is traffic.range_coder().
"""

import ctypes


def zstd(content, level=3):
    """Made with the library that Wireshark itself links."""
    library = ctypes.CDLL("libzstd.so.1")
    library.ZSTD_compress.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(len(content) + 1000)
    size = library.ZSTD_compress(out, ctypes.c_size_t(len(out)), content, ctypes.c_size_t(len(content)), level)
    assert size <= len(out), "the library reports an error"
    return out.raw[:size]


def zstd_delta(content, older, checksum=True):
    """Compresses with an older version as prefix, as the engine does for a patch (ZSTD_CCtx_refPrefix())."""
    library, size_t = ctypes.CDLL("libzstd.so.1"), ctypes.c_size_t
    library.ZSTD_createCCtx.restype = ctypes.c_void_p
    library.ZSTD_compress2.restype = size_t
    context = ctypes.c_void_p(library.ZSTD_createCCtx())
    out = ctypes.create_string_buffer(len(content) + 1000)
    library.ZSTD_CCtx_setParameter(context, 201, int(checksum))     # ZSTD_c_checksumFlag
    prefix = ctypes.create_string_buffer(older)     # a copy: prefix and content must not overlap
    library.ZSTD_CCtx_refPrefix(context, prefix, size_t(len(older)))
    size = library.ZSTD_compress2(context, out, size_t(len(out)), content, size_t(len(content)))
    library.ZSTD_freeCCtx(context)
    assert size <= len(out), "the library reports an error"
    assert len(older) < 100 or older != content or size < 40, "the prefix is not used"
    return out.raw[:size]


def fastlz(data):
    """Level 1: runs of up to 32 bytes as they are, and copies of 3 to 264 bytes that begin up to 8,192 bytes before."""
    out, run, seen, at = bytearray(), bytearray(), {}, 0

    def flush():
        for start in range(0, len(run), 32):
            part = run[start:start + 32]
            out.extend([len(part) - 1, *part])
        run.clear()

    while at < len(data):
        three = data[at:at + 3]
        before = seen.get(three) if len(three) == 3 else None
        seen[three] = at
        if before is None or at - before > 8192:
            run.append(data[at])
            at += 1
            continue
        length = 3
        while length < 264 and at + length < len(data) and data[before + length] == data[at + length]:
            length += 1
        flush()
        distance = at - before - 1
        out.extend([(length - 2) << 5 | distance >> 8] if length < 9 else [7 << 5 | distance >> 8, length - 9])
        out.append(distance & 0xFF)
        at += length
    flush()
    return bytes(out)
