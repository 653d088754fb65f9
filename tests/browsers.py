# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens a page in Chromium or Firefox, without a window, runs scripts in it and presses keys."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import threading
import time

CHROMIUM = shutil.which("chromium")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 60       # seconds, for everything that is done with one page


class Chromium:
    """Chromium without a window, by its remote debugging over a pipe: objects of JSON that end with NUL. One has a page
    after the other, each in a context of its own, that knows nothing of the others."""

    def __init__(self, folder):
        there, write = os.pipe()
        read, back = os.pipe()
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{there} 4>&{back}', CHROMIUM, "--headless", "--no-sandbox",
             "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"],
            pass_fds=(there, back), stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.write, self.read = os.fdopen(write, "wb"), os.fdopen(read, "rb")
        self.waiting, self.number = b"", 0

    def receive(self):
        while b"\0" not in self.waiting:
            read = self.read.read1(65536)
            assert read, "the browser has ended"
            self.waiting += read
        text, _, self.waiting = self.waiting.partition(b"\0")
        return json.loads(text)

    def ask(self, method, note=lambda event: None, session=None, **parameters):
        """note: is called with events until the answer comes."""
        self.number += 1
        question = {"id": self.number, "method": method, "params": parameters}
        if session:
            question["sessionId"] = session
        self.write.write(json.dumps(question).encode() + b"\0")
        self.write.flush()
        while (answer := self.receive()).get("id") != self.number:
            note(answer)
        assert "result" in answer, answer
        return answer["result"]

    def is_running(self):
        return self.process.poll() is None

    def close(self):
        with contextlib.suppress(OSError):
            self.write.close()
        self.process.terminate()
        self.process.wait(30)


class ChromiumPage:
    """A page in a Chromium."""

    def __init__(self, url, browser):
        self.browser, self.session = browser, None
        self.end = threading.Timer(PATIENCE, browser.process.kill)       # then the pipe ends
        self.end.daemon = True
        self.end.start()
        self.said, self.loaded = [], set()
        self.context = browser.ask("Target.createBrowserContext")["browserContextId"]
        target = browser.ask("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(domain + ".enable")
        self.ask("Page.setLifecycleEventsEnabled", enabled=True)
        loader = self.ask("Page.navigate", url=url)["loaderId"]
        while ("load", loader) not in self.loaded:
            self._note(browser.receive())

    def _note(self, event):
        if event.get("sessionId") != self.session:
            return
        if event["method"] in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.said.append(event["params"])
        elif event["method"] == "Page.lifecycleEvent":
            self.loaded.add((event["params"]["name"], event["params"]["loaderId"]))

    def ask(self, method, **parameters):
        return self.browser.ask(method, self._note, self.session, **parameters)

    def run(self, script):
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, key, text=""):
        codes = {"Tab": 9, "Enter": 13, "ArrowLeft": 37, "ArrowRight": 39}
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=codes.get(key, 0),
                     **({"text": text} if text and kind == "keyDown" else {}))

    def close(self):
        self.end.cancel()
        if self.browser.is_running():
            self.browser.ask("Target.disposeBrowserContext", browserContextId=self.context)


class Firefox:
    """Firefox by Marionette: arrays of JSON over TCP, each behind its length."""

    ERRORS = ("return Services.console.getMessageArray().filter(one => one instanceof Ci.nsIScriptError &&"
              " one.sourceName.startsWith('file:')).map(one => one.message)")
    KEYS = {"Tab": "\ue004", "Enter": "\ue006", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}

    def __init__(self, folder):
        folder.mkdir()
        (folder / "user.js").write_text('user_pref("marionette.port", 0);\n')      # 0: one that is free
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", folder],
            env={**os.environ, "HOME": str(folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.end = threading.Timer(PATIENCE, self.process.kill)
        self.end.start()
        port = folder / "MarionetteActivePort"
        while not port.exists() or not port.read_text():
            assert self.process.poll() is None, "the browser has ended"
            time.sleep(0.1)
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE)
        self.stream, self.number = self.socket.makefile("rb"), 0
        self._receive()
        self.ask("WebDriver:NewSession")

    def show(self, url):
        self.ask("WebDriver:Navigate", url=url)

    def _receive(self):
        length = b""
        while (digit := self.stream.read(1)) != b":":
            assert digit, "the browser has ended"
            length += digit
        return json.loads(self.stream.read(int(length)))

    def ask(self, method, **parameters):
        self.number += 1
        question = json.dumps([0, self.number, method, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(question), question))
        _, number, error, result = self._receive()
        assert number == self.number and not error, error
        return result

    def run(self, script):
        return self.ask("WebDriver:ExecuteScript", script="return " + script, args=[])["value"]

    def press(self, key, text=""):
        value = self.KEYS.get(key, text)
        strokes = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.ask("WebDriver:PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": strokes}])

    @property
    def said(self):
        self.ask("Marionette:SetContext", value="chrome")
        errors = self.ask("WebDriver:ExecuteScript", script=self.ERRORS, args=[])["value"]
        self.ask("Marionette:SetContext", value="content")
        return errors

    def close(self):
        self.end.cancel()
        self.stream.close()
        self.socket.close()
        self.process.terminate()
        self.process.wait(30)
