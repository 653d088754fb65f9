# SPDX-License-Identifier: GPL-2.0-or-later
"""Before the first test: does Wireshark load the plugin at all?"""

import pytest

import wireshark


def pytest_sessionstart(session):
    try:
        wireshark.require_plugin()
    except wireshark.WiresharkError as error:
        pytest.exit(str(error), returncode=1)
