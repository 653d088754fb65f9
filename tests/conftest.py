# SPDX-License-Identifier: GPL-2.0-or-later
"""Gives tests the captures one after the other. When a test failed, checks first whether Wireshark loads the plugin at
all."""

import gc

import pytest

import captures
import wireshark


def pytest_sessionstart():
    gc.disable()        # no tree has a cycle, so the collector would search the large trees again and again for nothing


def pytest_sessionfinish(exitstatus):
    if exitstatus != 0:
        wireshark.require_plugin()


@pytest.fixture(scope="session", params=captures.share(captures.ALL), ids=lambda capture: capture.stem)
def capture(request):
    """Gives each capture in turn: all tests use one capture before the next, so that few trees are kept at a time."""
    return request.param


@pytest.fixture(scope="session", params=captures.alike(captures.share(captures.ALL)),
                ids=lambda some: "-and-".join([some[0].stem, *([some[-1].stem] if some[1:] else [])]))
def together(request):
    """Gives the captures joined to a few files, each with the options to read it: a start of tshark takes longer than
    to read one."""
    return captures.joined(request.param)
