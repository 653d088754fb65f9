# SPDX-License-Identifier: GPL-2.0-or-later
"""The real Wireshark without a screen: started in a display of its own, and driven by its keys."""

import os
import subprocess
import tempfile
import time

import wireshark


class Failure(Exception):
    """A step did not end as expected."""


class Window:
    """A Wireshark with a capture. Put its preference files into .config/wireshark of self.folder before start()."""

    def __init__(self, plugin=True):
        self.plugin = plugin
        self.folder = wireshark.writable_folder()
        self.folder.chmod(0o700)
        self.config = self.folder / ".config" / "wireshark"
        self.config.mkdir(parents=True)
        self.program, self.title, self.log = None, None, tempfile.TemporaryFile("w+")
        self.display = f":{os.getpid() % 1000 + 100}"
        self.server = subprocess.Popen(
            ["Xvfb", self.display, "-screen", "0", "1500x1000x24", "-nolisten", "tcp", "-ac"],
            stderr=subprocess.DEVNULL)

    def start(self, capture, *options):
        wireshark._give_away(self.folder)
        environment = {
            **wireshark.environment(self.plugin), "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / ".config"), "XDG_RUNTIME_DIR": str(self.folder),
            "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb"}
        environment.pop("XAUTHORITY", None)
        time.sleep(2)
        self.program = subprocess.Popen(wireshark._command("wireshark", ["-r", capture, *options]), env=environment,
                                        cwd="/", stdout=self.log, stderr=self.log)
        self.title = capture.name

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env={**os.environ, "DISPLAY": self.display}, capture_output=True,
                              text=True).stdout.split()

    def window(self, title):
        """Waits for a window and gives it the keyboard focus, because there is no window manager."""
        for _ in range(120):
            if self.program.poll() is not None:
                raise Failure(f"Wireshark ended with {self.program.returncode}")
            found = self.xdotool("search", "--onlyvisible", "--name", title)
            if found:
                time.sleep(1)
                self.xdotool("windowfocus", "--sync", found[0])
                return
            time.sleep(0.5)
        raise Failure(f"no window {title!r}")

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

    def close(self):
        for process in (self.program, self.server):
            if process:
                process.kill()
                process.wait()
