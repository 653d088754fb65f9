# SPDX-License-Identifier: GPL-2.0-or-later
"""The commands of docs/batches.md and docs/databases.md that need large servers of Debian's: tools/test --servers."""

import os
import re

import pytest

import batches
import wireshark
from test_databases import BATCHES, DATABASES, few, fixture_place     # noqa: F401


def test_postgresql(place):
    batches.check(place, DATABASES["PostgreSQL"], wireshark._command("pg_virtualenv", []))


def test_clickhouse(place):
    """Two servers: one for the first part of the document, both for the table of the second part."""
    text = (wireshark.ROOT / "docs" / "databases.md").read_text(encoding="utf-8")
    clusters, = re.findall(r"^```xml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    clusters = clusters.replace("<host>one<", "<host>127.0.0.1<")
    clusters = clusters.replace("<host>two</host><port>9000<", "<host>127.0.0.2</host><port>9001<")
    (place.folder / "clusters.xml").write_text(clusters)
    create, insert, ask, distribute = DATABASES["ClickHouse"]
    here, there = "clickhouse-client --query", "clickhouse-client --host 127.0.0.2 --port 9001 --query"
    on_other = create[0].replace("clickhouse-client", "clickhouse-client --host 127.0.0.2 --port 9001")
    count = "SELECT count() FROM"
    rows = sum(len(place.rows(path)) for path in place.summary())
    batches.check(place, [
        create, insert, ask, distribute,
        (on_other + distribute[0].replace(here, there), None),
        # The same rows again, to both servers: with the command for all_rows, as the document says.
        (f'{here} "TRUNCATE TABLE rows"\n' + insert[0].replace("INTO rows", "INTO all_rows") + "sleep 2\n", None),
        (ask[0].replace("FROM rows", "FROM all_rows"), ask[1]),
        (f'{there} "{count} all_rows"', f"{rows}\n"),
        (f'{here} "SELECT count() > {rows // 3} FROM rows"\n{there} "SELECT count() > {rows // 3} FROM rows"',
         "1\n1\n"),
    ], batches.remote("clickhouses", place.folder, place.folder / "clusters.xml"))


@pytest.mark.skipif(os.geteuid() != 0, reason="Slurm's daemons are root's")
def test_slurm():
    place = few()
    script, = re.findall(r"^```text\n(#!/bin/sh\n.*?)^```$",
                         (wireshark.ROOT / "docs" / "batches.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (place.folder / "batch.sh").write_text(script)
    batches.check(place, [*BATCHES["On Slurm"], ("cut -d , -f 1 summary.csv; wc -l <rows.jsonl", None)],
                  batches.remote("slurm-node", place.folder))
    assert len((place.folder / "rows.jsonl").read_text().splitlines()) > 300
    assert {path.name for path in (place.folder / "out").iterdir()} == {"1", "2", "3"}      # NR begins with 1
