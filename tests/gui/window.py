# SPDX-License-Identifier: GPL-2.0-or-later
"""The real Wireshark without a screen: started in a display of its own, and driven by its keys."""

import contextlib
import os
import signal
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import wireshark


QUIET = "gui.update.enabled: FALSE\ngui.ask_unsaved: FALSE\n"

# Writes into a file how many frames have a field.
COUNT = """
local field, found = Field.new("%s"), 0
local tap = Listener.new("frame")
function tap.reset() found = 0 end
function tap.packet() if field() then found = found + 1 end end
function tap.draw()
    local file = io.open("%s", "w")
    file:write(found)
    file:close()
end
"""


class Failure(Exception):
    """A step did not end as expected."""


class Window:
    """A Wireshark. Put its preference files into .config/wireshark of self.folder before start() or run()."""

    def __init__(self, plugin=True):
        self.plugin = plugin
        self.folder = wireshark.writable_folder()
        self.folder.chmod(0o700)
        self.config = self.folder / ".config" / "wireshark"
        self.config.mkdir(parents=True)
        self.program, self.title, self.log = None, None, tempfile.TemporaryFile("w+")
        self.display = f":{os.getpid() % 1000 + 100}"
        self.screen = tempfile.TemporaryDirectory(prefix="screen-")
        self.server = subprocess.Popen(
            ["Xvfb", self.display, "-screen", "0", "1500x1000x24", "-nolisten", "tcp", "-ac", "-fbdir",
             self.screen.name], stderr=subprocess.DEVNULL)

    def start(self, capture, *options):
        self.run("-r", capture, *options, title=capture.name)

    def run(self, *arguments, title):
        wireshark._give_away(self.folder)
        for program in self.folder.rglob("extcap/*"):
            program.chmod(0o755)
        environment = {
            **wireshark.environment(self.plugin), "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / ".config"), "XDG_RUNTIME_DIR": str(self.folder),
            "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb"}
        environment.pop("XAUTHORITY", None)
        time.sleep(2)
        self.program = subprocess.Popen(wireshark._command("wireshark", [*arguments]), env=environment,
                                        cwd="/", stdout=self.log, stderr=self.log, start_new_session=True)
        self.title = title

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env={**os.environ, "DISPLAY": self.display}, capture_output=True,
                              text=True).stdout.split()

    def window(self, title, seconds=60):
        """Waits for a window and gives it the keyboard focus, because there is no window manager."""
        for _ in range(2 * seconds):
            if self.program.poll() is not None:
                raise Failure(f"Wireshark ended with {self.program.returncode}")
            found = self.xdotool("search", "--onlyvisible", "--name", title)
            if found:
                time.sleep(1)
                self.xdotool("windowfocus", "--sync", found[0])
                return
            time.sleep(0.5)
        raise Failure(f"no window {title!r}")

    def selected(self, column=30):
        """Returns the lowest row of pixels that is blue, as a selection is, by Xvfb's file of its screen."""
        data = Path(self.screen.name, "Xvfb_screen0").read_bytes()
        head = struct.unpack_from(">25I", data)         # of a file of the X Window Dump, version 7
        first, height, line = head[0] + 12 * head[19], head[5], head[12]
        pixels = (data[first + y * line + 4 * column:][:3] for y in range(height))
        blue = [y for y, (b, _, r) in enumerate(pixels) if b > 180 and r < 90]
        if not blue:
            raise Failure("nothing is selected")
        return blue[-1]

    def keys(self, *keys):
        for key in keys:
            self.xdotool("key", key)
            time.sleep(0.2)

    def type(self, text):
        self.xdotool("type", "--delay", "30", text)
        time.sleep(0.5)

    def reload(self):
        self.window(self.title)
        self.keys("ctrl+r")

    def play(self, steps):
        """Does what steps(self) gives as pairs (text, action). Returns 1 if one failed."""
        try:
            for text, action in steps(self):
                print(text, flush=True)
                action()
        except Failure as failure:
            self.log.seek(0)
            print(f"FAILED: {failure}\n{self.log.read()}")
            return 1
        finally:
            self.close()
        print("passed")
        return 0

    def close(self):
        """Ends Wireshark with all that it has started, and its display."""
        if self.program:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.program.pid, signal.SIGKILL)
            self.program.wait()
        self.server.kill()
        self.server.wait()
