
// SPDX-License-Identifier: GPL-2.0-or-later
// Shows a comparison of godot-report, with the functions of common.js.
"use strict";

const COLUMNS = [
  ["name", "Name", String],
  ["change", "Change", String],
  ["difference", "Difference (%)", tenths],
  ["before", "Before", significant],
  ["before_q1", "1st quartile", significant],
  ["before_median", "Median", significant],
  ["before_q3", "3rd quartile", significant],
  ["after", "After", significant],
  ["after_q1", "1st quartile", significant],
  ["after_median", "Median", significant],
  ["after_q3", "3rd quartile", significant],
];
const FACTS = [["name", "What", String], ["before", "Before", String], ["after", "After", String]];

// A line with its numbers as members of its own.
function flat({ name, change, before, after }) {
  const row = { name, change, weight: Math.abs((after?.mean ?? 0) - (before?.mean ?? 0)) };
  for (const [side, range] of Object.entries({ before, after })) {
    if (range) {
      row[side] = range.mean;
      for (const rank of ["q1", "median", "q3"]) {
        row[side + "_" + rank] = range[rank];
      }
    }
  }
  if (before && after && before.mean > 0) {
    row.difference = (after.mean - before.mean) / before.mean * 100;
  }
  return row;
}

// Above, from which to which quartile the capture before has it, and its mean; below, that after.
function draw(row) {
  const [image, add] = picture();
  const greatest = Math.max(...["before", "after"].flatMap((side) => [row[side] ?? 0, row[side + "_q3"] ?? 0]));
  const at = (value) => greatest > 0 ? 1000 * value / greatest : 0;

  for (const [side, y] of [["before", 0], ["after", 11]]) {
    if (row[side] !== undefined) {
      const from = at(row[side + "_q1"]), to = at(row[side + "_q3"]);
      add("rect", { class: side, x: from, width: Math.max(to - from, 2), y, height: 9 });
      add("rect", { class: "mean", x: at(row[side]), width: 4, y, height: 9 });
    }
  }
  return image;
}

const asItIs = { now: ({ rows }) => rows, entries: ({ entries }) => entries, draw };

showTitle(data.before.capture + " → " + data.after.capture,
          "What costs more and less per player and second. More or less: the quartiles of the spans of time do not overlap."
          + " Same: they do, so it may be chance. Unsure: too few spans.");
showFigures(["before", "after"].map((side) => (
  { what: "Players on average " + side, value: data[side].players, where: "in " + data[side].spans + (data[side].spans === 1 ? " span of time" : " spans of time") })));
addTables([{ id: "protocol", title: "Protocol", entries: data.protocol.length,
             rows: data.protocol.map(({ what, before, after }) => (
               { name: what, before: before || "none", after: after || "none" })) }],
          { ...asItIs, columns: FACTS, sorted: "name", picture: () => "" });
addTables(data.tables.map((table) => ({ ...table, rows: table.rows.map(flat) })),
          { ...asItIs, columns: COLUMNS, sorted: "weight", picture: () => "Before above, after below" });
