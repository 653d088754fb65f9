#!/usr/bin/env python3
# A bad network: forwards UDP, but drops, doubles and reorders.
# SPDX-License-Identifier: GPL-2.0-or-later
"""lossy_proxy.py LISTEN_PORT SERVER_PORT [SEED] [DROP] [DOUBLE] [REORDER] [OVERTAKERS]

Clients of 127.0.0.1:LISTEN_PORT reach 127.0.0.1:SERVER_PORT through it. DROP, DOUBLE and
REORDER are probabilities; what happens to the n-th datagram of a direction depends on SEED
and n alone. One that is held is overtaken by OVERTAKERS datagrams (1), but waits 0.04 s
for each at most. Logs what it did, and to which datagram, to TRUTH_FILE (see tools/record).
Runs until it is ended.
"""
import json
import os
import random
import select
import socket
import sys
import time


class Link:
    """One direction of one client's traffic."""

    def __init__(self, name, seed, probabilities, overtakers, log):
        self.name = name
        self.random = random.Random(f"{seed} {name}")
        self.probabilities = probabilities
        self.log = log
        self.count = 0
        self.held = None            # a datagram that later ones overtake
        self.overtakers = overtakers
        self.overtaken = 0          # how often it was

    def pass_on(self, datagram, send):
        drop, double, reorder = self.probabilities
        self.count += 1
        luck = self.random.random()
        if luck < drop:
            return self.tell("dropped", datagram)
        if luck < drop + reorder and self.held is None:
            self.held, self.overtaken = (datagram, send, time.monotonic()), 0
            return self.tell("delayed", datagram)
        send(datagram)
        if luck > 1 - double:
            self.tell("doubled", datagram)
            send(datagram)
        self.overtaken += 1
        if self.overtaken >= self.overtakers:
            self.release()

    def release(self, older_than=0.0):
        if self.held and time.monotonic() - self.held[2] >= older_than:
            datagram, send, _ = self.held
            self.held = None
            send(datagram)

    def tell(self, what, datagram):
        self.log(what, link=self.name, number=self.count, hex=datagram[:16].hex(), size=len(datagram))


def truth_log():
    file = open(os.environ.get("TRUTH_FILE", "/dev/stdout"), "a", encoding="utf-8")

    def log(event, **details):
        file.write(json.dumps({"event": event, "time": time.time(), **details}) + "\n")
        file.flush()
    return log


def main():
    listen_port, server_port, seed = (int(x) for x in (sys.argv[1:4] + ["1"])[:3])
    probabilities = [float(x) for x in sys.argv[4:7]] or [0.1, 0.05, 0.1]
    overtakers = int(sys.argv[7]) if len(sys.argv) > 7 else 1
    log = truth_log()
    front = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    front.bind(("127.0.0.1", listen_port))
    backs = {}          # client address -> its socket towards the server
    links = {}          # socket a datagram arrives at, or client address -> Link
    clients = {}        # socket towards the server -> client address
    log("opened")

    def newcomer(client):
        back = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        back.connect(("127.0.0.1", server_port))
        number = len(backs) + 1
        backs[client], clients[back] = back, client
        links[client] = Link(f"client{number} to server", seed, probabilities, overtakers, log)
        links[back] = Link(f"server to client{number}", seed, probabilities, overtakers, log)

    while True:
        readable, _, _ = select.select([front, *clients], [], [], 0.01)
        for link in links.values():
            link.release(older_than=0.04 * overtakers)
        for receiver in readable:
            try:
                datagram, sender = receiver.recvfrom(65536)
            except ConnectionRefusedError:      # the server is not there (any more)
                continue
            if receiver is front:
                if sender not in backs:
                    newcomer(sender)
                links[sender].pass_on(datagram, backs[sender].send)
            else:
                client = clients[receiver]
                links[receiver].pass_on(datagram, lambda data, to=client: front.sendto(data, to))


if __name__ == "__main__":
    main()
