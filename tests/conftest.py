# SPDX-License-Identifier: GPL-2.0-or-later
"""The captures, one after the other; and when a test failed: does Wireshark load the plugin at all?"""

import gc

import pytest

import captures
import wireshark


def pytest_sessionstart():
    gc.disable()        # no tree has a cycle, and the collector would search the large ones again and again


def pytest_sessionfinish(exitstatus):
    if exitstatus != 0:
        wireshark.require_plugin()


@pytest.fixture(scope="session", params=captures.shared(), ids=lambda capture: capture.stem)
def capture(request):
    """Each capture in turn: all tests of one run before those of the next, so that few trees are kept at a time."""
    return request.param
