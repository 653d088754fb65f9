#!/usr/bin/env python3
# An editor as far as the remote debugger goes: it listens, asks everything it can ask, and keeps a log.
# SPDX-License-Identifier: GPL-2.0-or-later
"""editor.py GENERATION [ws]

Listens at port 6007 for a game of Godot 3 or 4 and plays the script of that generation. The catalogue of messages:
docs/wire/transports.md, 10. Its log names every message it sends or receives and has its bytes.
"""
import json
import os
import select
import sys
import time

import wire


class Log:
    def __init__(self):
        self.file = open(os.environ["TRUTH_FILE"], "w", encoding="utf-8")

    def event(self, what, **details):
        self.file.write(json.dumps({"event": what, "time": time.time()} | details) + "\n")
        self.file.flush()


class Editor:
    """What both generations share: the connection, the log, waiting."""

    generation = 0

    def __init__(self, log, frames):
        self.log, self.frames = log, frames
        self.messages = []          # received: (name, data)
        self.open = True

    def send_value(self, name, value):
        packet = wire.encode(value, self.generation)
        self.log.event("debug_sent", message=name, hex=packet.hex())
        self.frames.send(packet)

    def pump(self, seconds):
        """Receive for so long."""
        deadline = time.time() + seconds
        while self.open and (rest := deadline - time.time()) > 0:
            if select.select([self.frames.connection], [], [], rest)[0]:
                packets = self.frames.receive()
                self.open = packets is not None
                for packet in packets or []:
                    self.take(packet)

    def wait(self, name, count=1, seconds=10):
        """The data of the so-many-th message of that name."""
        deadline = time.time() + seconds
        while True:
            found = [data for message, data in self.messages if message == name]
            if len(found) >= count:
                return found[count - 1]
            if time.time() > deadline or not self.open:
                raise SystemExit(f"no {name}; got {[message for message, _ in self.messages]}")
            self.pump(0.05)


class Editor4(Editor):
    generation = 4
    thread = 1

    def send(self, name, *data):
        self.send_value(name, [name, self.thread, list(data)])

    def take(self, packet):
        message = wire.Reader(packet, 4)
        message.take("II")
        name, thread = message.value(), message.value()
        self.log.event("debug_received", message=name, thread=thread, hex=packet.hex())
        self.messages.append((name, wire.decode(packet[message.offset:], 4)))

    def play(self):
        self.wait("set_pid")
        self.greet()
        self.wait("output")
        self.look_at_the_scene()
        self.profile()
        self.stop_at_breakpoint()
        self.edit()
        self.send("game:go", "on", 1)
        while self.open:
            self.pump(1)

    def greet(self):
        self.send("scene:setup_scene", False, 4194332)
        self.send("scene:live_set_root", wire.NodePath("/root/Main"), "res://debugged.tscn")
        self.send("set_skip_breakpoints", False)
        self.send("set_ignore_error_breaks", True)
        self.send("scene:debug_mute_audio", True)
        self.send("scene:runtime_node_select_set_type", 0)

    def look_at_the_scene(self):
        self.send("scene:request_scene_tree")
        tree = self.wait("scene:scene_tree")
        ids = {tree[at + 1]: tree[at + 3] for at in range(0, len(tree), 6)}
        self.node = ids["Enemy"]
        # Array[int]([id]): a typed array, as the editor sends it
        typed = wire.Raw(bytes.fromhex("1c000100 02000000 01000000") + wire.encode(self.node, 4))
        self.send("scene:inspect_objects", typed, True)
        self.wait("remote_objects_selected")
        self.send("scene:inspect_objects", typed, False)
        self.wait("scene:inspect_objects")
        self.send("scene:inspect_object", self.node)
        self.send("scene:set_object_property", self.node, "health", 77)
        vector2 = wire.Raw(bytes.fromhex("05000000 0000a040 00000000"))
        self.send("scene:set_object_property_field", self.node, "position", vector2, "x")
        self.send("scene:save_node", self.node, "user://enemy.tscn")
        self.send("servers:memory")
        self.pump(0.3)

    def profile(self):
        self.send("profiler:servers", True, [16, True])
        self.send("profiler:visual", True)
        for name in ("multiplayer:bandwidth", "multiplayer:rpc", "multiplayer:replication"):
            self.send("profiler:" + name, True)
        self.wait("performance:profile_frame")
        self.wait("servers:profile_frame", 2)
        self.send("profiler:servers", False)
        self.send("profiler:visual", False)
        self.wait("multiplayer:rpc", seconds=5)
        for name in ("multiplayer:bandwidth", "multiplayer:rpc", "multiplayer:replication"):
            self.send("profiler:" + name, False)

    def stop_at_breakpoint(self):
        self.send("breakpoint", "res://debugged.gd", 33, True)
        self.send("game:go", "to the breakpoint", 2)
        self.wait("debug_enter")
        self.send("get_stack_dump")
        self.send("get_stack_frame_vars", 0)
        self.wait("stack_frame_vars")
        self.send("evaluate", "1 + health", 0)
        self.pump(0.3)
        self.send("next")
        self.wait("debug_enter", 2)
        self.send("breakpoint", "res://debugged.gd", 33, False)
        self.send("continue")
        self.wait("debug_exit", 2)

    def edit(self):
        root = wire.NodePath(".")
        self.send("scene:live_node_path", wire.NodePath("Enemy"), 1)
        self.send("scene:live_node_prop", 1, "health", 66)
        self.send("scene:live_node_call", 1, "hurt", 6)
        self.send("scene:live_res_path", "res://none.tres", 2)
        self.send("scene:live_create_node", root, "Node", "Made")
        self.send("scene:live_duplicate_node", wire.NodePath("Made"), "Copy")
        self.send("scene:live_reparent_node", wire.NodePath("Copy"), wire.NodePath("Enemy"), "Moved", 0)
        self.send("scene:live_remove_node", wire.NodePath("Made"))
        self.pump(0.2)
        self.send("scene:suspend_changed", True)
        self.pump(0.2)
        self.send("scene:next_frame")
        self.pump(0.2)
        self.send("scene:suspend_changed", False)
        self.pump(0.2)


class Editor3(Editor):
    """Godot 3: commands are one array, the game's messages several frames."""

    generation = 3

    def __init__(self, log, frames):
        super().__init__(log, frames)
        self.pending = None         # [name, values still to come, values]

    def send(self, name, *data):
        self.send_value(name, [name, *data])

    def take(self, packet):
        value = wire.decode(packet, 3)
        if self.pending is None:
            self.pending = [value, None, []]
        elif self.pending[1] is None:
            self.pending[1] = value
        else:
            self.pending[1] -= 1
            self.pending[2].append(value)
        name, left, values = self.pending
        self.log.event("debug_received", message=name, frame=len(values), left=left, hex=packet.hex())
        if left == 0:
            self.messages.append((name, values))
            self.pending = None

    def play(self):
        self.wait("output")
        self.send("request_scene_tree")
        tree = self.wait("message:scene_tree")
        ids = {tree[at + 1]: tree[at + 3] for at in range(0, len(tree), 4)}
        self.send("inspect_object", ids["Enemy"])
        self.wait("message:inspect_object")
        self.send("set_object_property", ids["Enemy"], "health", 77)
        self.send("request_video_mem")
        self.send("start_profiling", 16)
        self.send("start_network_profiling")
        self.wait("performance")
        self.wait("profile_frame", 2)
        self.send("stop_profiling")
        self.wait("network_profile", seconds=5)
        self.send("stop_network_profiling")
        self.send("set_skip_breakpoints", False)
        self.send("breakpoint", "res://debugged.gd", 33, True)
        self.wait("debug_enter")
        self.send("get_stack_dump")
        self.send("get_stack_frame_vars", 0)
        self.wait("stack_frame_vars")
        self.send("next")
        self.wait("debug_enter", 2)
        self.send("breakpoint", "res://debugged.gd", 33, False)
        self.send("continue")
        self.wait("debug_exit", 2)
        self.send("live_set_root", wire.NodePath("/root/Main"), "res://debugged.tscn")
        self.send("live_node_path", wire.NodePath("Enemy"), 1)
        self.send("live_node_prop", 1, "health", 66)
        self.send("live_node_call", 1, "hurt", 6, *[None] * 7)
        self.send("set_object_property", ids["Main"], "finished", True)
        while self.open:
            self.pump(1)


def main():
    generation, web = int(sys.argv[1]), "ws" in sys.argv[2:]
    log = Log()
    log.event("listening")
    connection = wire.accept(6007)
    frames = wire.WebSocketFrames(connection, "binary") if web else wire.TcpFrames(connection)
    log.event("connected")
    {3: Editor3, 4: Editor4}[generation](log, frames).play()
    log.event("closed")


main()
