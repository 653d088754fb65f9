# SPDX-License-Identifier: GPL-2.0-or-later
message(FATAL_ERROR "This test needs ENet's library: install libenet-dev and configure again.")
