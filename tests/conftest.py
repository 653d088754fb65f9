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
