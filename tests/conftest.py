# SPDX-License-Identifier: GPL-2.0-or-later
"""Before the first test: does Wireshark load the plugin at all? And the captures, one after the other."""

import gc

import pytest

import captures
import wireshark


def pytest_sessionstart(session):
    gc.disable()        # no tree has a cycle, and the collector would search the large ones again and again
    try:
        wireshark.require_plugin()
    except wireshark.WiresharkError as error:
        pytest.exit(str(error), returncode=1)


@pytest.fixture(scope="session", params=captures.shared(), ids=lambda capture: capture.stem)
def capture(request):
    """Each capture in turn: all tests of one run before those of the next, so that few trees are kept at a time."""
    return request.param
