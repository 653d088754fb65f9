#!/usr/bin/env python3
# Sends one side of a recorded UDP conversation through a DTLS tunnel: the system's ENet has no DTLS of its own.
# SPDX-License-Identifier: GPL-2.0-or-later
"""replay.py CAPTURE SERVER_PORT server|client PORT

The datagrams that the server of the recording sent (or the first client) are written, one a record, into
OpenSSL's DTLS server or client at PORT. The server keeps a key log: $(dirname "$TRUTH_FILE")/keys.txt.
"""
import json
import os
import struct
import subprocess
import sys
import time
from pathlib import Path

DATAGRAMS = 40


def datagrams(capture, server_port):
    """(from the server, payload) of the first client's conversation, from a pcapng file of Ethernet packets."""
    data, at, client = Path(capture).read_bytes(), 0, None
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == 6:
            length = struct.unpack_from("<I", data, at + 20)[0]
            udp = data[at + 28 + 14 + 20:at + 28 + length]
            source, target = struct.unpack_from(">HH", udp)
            client = client or (target if source == server_port else source)
            if client in (source, target):
                yield source == server_port, udp[8:]
        at += size


def openssl(role, port, folder):
    if role == "client":
        return ["openssl", "s_client", "-dtls", "-connect", f"127.0.0.1:{port}", "-quiet"]
    subprocess.run([
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "key.pem", "-out",
        folder / "cert.pem", "-days", "2", "-subj", "/CN=localhost"], check=True, capture_output=True)
    return [
        "openssl", "s_server", "-dtls", "-accept",
        str(port), "-key", folder / "key.pem", "-cert", folder / "cert.pem", "-keylogfile", folder / "keys.txt",
        "-quiet", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"]


def main():
    capture, server_port, role, port = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    truth = Path(os.environ["TRUTH_FILE"])
    tunnel = subprocess.Popen(openssl(role, port, truth.parent), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    with truth.open("w", encoding="utf-8") as log:
        log.write(json.dumps({"event": "opened", "time": time.time()}) + "\n")
        log.flush()
        # Both sides begin at the same full second, three seconds after the later one is sure to run.
        begin = (int(time.time()) // 4 + 2) * 4
        chosen = list(datagrams(capture, server_port))[:DATAGRAMS]
        for number, (from_server, payload) in enumerate(chosen):
            # What is written at once would become one record.
            time.sleep(max(0, begin + number * 0.05 - time.time()))
            if from_server == (role == "server"):
                log.write(json.dumps({"event": "datagram_sent", "time": time.time(), "hex": payload.hex()}) + "\n")
                tunnel.stdin.write(payload)
                tunnel.stdin.flush()
        time.sleep(0.5)
    tunnel.terminate()
    tunnel.wait()


main()
