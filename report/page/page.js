
// SPDX-License-Identifier: GPL-2.0-or-later
// Shows the tables of godot-report. All that a capture says becomes text by textContent, never markup.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const SHOWN = 10;       // rows of a table, until somebody asks for all

// What a table shows of a row: a member of the row, its heading, and how it is written.
const COLUMNS = [
  ["name", "Name", String],
  ["count", "Rows", whole],
  ["bytes", "Bytes", whole],
  ["rate", "Bytes/s", tenths],
  ["begin", "First (s)", thousandths],
  ["end", "Last (s)", thousandths],
  ["came", "Came (s)", thousandths],
  ["went", "Went (s)", thousandths],
  ["silence", "Longest silence (s)", thousandths],
  ["frame", "First frame", String],
];

function whole(value) {
  return value.toLocaleString("en");
}

function tenths(value) {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

function thousandths(value) {
  return value.toFixed(3);
}

// A file of rows may have a time that no calendar has.
function date(seconds) {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? seconds + " s after 1970" : time.toISOString();
}

function create(tag, text, parent) {
  const element = document.createElement(tag);
  if (text !== undefined) {
    element.textContent = text;
  }
  if (parent) {
    parent.append(element);
  }
  return element;
}

function button(text, label, parent, act) {
  const element = create("button", text, parent);
  element.type = "button";
  element.setAttribute("aria-label", label);
  element.addEventListener("click", act);
}

// When a row was there, spoke, and was silent too long, from the first second to the last.
function bar(row) {
  const scale = data.seconds > 0 ? 1000 / data.seconds : 0;
  const model = document.getElementById("bar").content.firstElementChild;
  const image = model.cloneNode(false);
  const add = (name, from, to) => {
    const part = model.firstElementChild.cloneNode(false);
    part.setAttribute("class", name);
    part.setAttribute("x", String(scale * from));
    part.setAttribute("width", String(Math.max(scale * (to - from), 2)));
    image.append(part);
  };

  if (row.came !== undefined) {
    add("there", row.came, row.went ?? data.seconds);
  }
  if (row.begin !== undefined) {
    add("spoke", row.begin, row.end);
  }
  if (row.silent) {
    add("silent", row.since, row.since + row.silence);
  }
  return image;
}

function say(text) {
  document.getElementById("said").textContent = text;
}

// A page that was opened as a file may not have the clipboard's own interface.
function copy(text, what) {
  const area = create("textarea", undefined, document.body);
  const focused = document.activeElement;
  area.value = text;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused.focus();
  say(done ? what + " is copied." : "The browser does not copy: " + text.slice(0, 500));
}

// A spreadsheet takes a text that begins like this for a formula.
function cell(value) {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? "'" + value : String(value ?? "");
  return '"' + text.replaceAll('"', '""') + '"';
}

function csv(rows) {
  const members = [...COLUMNS.map(([member]) => member), "filter"];
  return [members, ...rows.map((row) => members.map((member) => row[member]))]
    .map((line) => line.map(cell).join(",") + "\r\n").join("");
}

function compare(a, b) {
  if (a === undefined || b === undefined) {
    return (a === undefined) - (b === undefined);
  }
  return typeof a === "string" ? a.localeCompare(b) : b - a;      // the greatest number first
}

function Table(table, parent) {
  const section = create("section", undefined, parent);
  const head = create("div", undefined, section);
  let sorted = "bytes", backwards = false, all = false, search = "";

  section.id = table.id;
  head.className = "head";
  create("h2", table.title, head);
  const counted = create("span", undefined, head);
  const columns = COLUMNS.filter(([member]) => table.rows.some((row) => row[member] !== undefined));
  button("Copy as CSV", "Copy " + table.title + " as CSV", head, () => copy(csv(chosen()), table.title));
  button("All or ten", "Show all or ten of " + table.title, head, () => { all = !all; show(); });
  const grid = create("table", undefined, section);
  const titles = create("tr", undefined, create("thead", undefined, grid));
  const body = create("tbody", undefined, grid);
  for (const [member, title] of columns) {
    const heading = create("th", undefined, titles);
    heading.scope = "col";
    heading.dataset.member = member;
    button(title, "Sort " + table.title + " by " + title, heading, () => {
      backwards = sorted === member && !backwards;
      sorted = member;
      show();
    });
  }
  create("th", "From " + thousandths(0) + " to " + thousandths(data.seconds) + " s", titles).scope = "col";
  create("th", "Filter", titles).scope = "col";

  function chosen() {
    const rows = table.rows.filter((row) => (row.name + " " + (row.filter ?? "")).toLowerCase().includes(search));
    rows.sort((a, b) => compare(a[sorted], b[sorted]) * (backwards ? -1 : 1));
    return rows;
  }

  function show() {
    const rows = chosen();
    const shown = all ? rows : rows.slice(0, SHOWN);

    counted.textContent = shown.length + " of " + table.entries;
    body.replaceChildren();
    for (const heading of titles.querySelectorAll("[data-member]")) {
      const order = backwards !== (heading.dataset.member === "name") ? "ascending" : "descending";
      heading.ariaSort = heading.dataset.member === sorted ? order : "none";
    }
    for (const row of shown) {
      const line = create("tr", undefined, body);
      for (const [member, , write] of columns) {
        const place = create("td", undefined, line);
        create("bdi", row[member] === undefined ? "" : write(row[member]), place);
      }
      create("td", undefined, line).append(bar(row));
      const place = create("td", undefined, line);
      if (row.filter) {
        button("Copy", "Copy the filter " + row.filter, place, () => copy(row.filter, "The filter"));
        place.title = row.filter;
      }
    }
  }

  show();
  return (text) => { search = text.toLowerCase(); show(); };
}

function showFigures(parent) {
  const section = create("section", undefined, parent);
  const body = create("tbody", undefined, create("table", undefined, section));

  section.id = "figures";
  for (const figure of data.figures) {
    const line = create("tr", undefined, body);
    create("td", figure.what, line);
    create("td", figure.value.toLocaleString("en", { maximumSignificantDigits: 6 }), line);
    create("bdi", figure.where, create("td", undefined, line));
  }
}

const main = document.getElementById("main");
document.title = "godot-report: " + data.capture;
document.getElementById("capture").textContent = data.capture;
document.getElementById("summary").textContent = whole(data.count) + " rows, " + whole(data.bytes) + " bytes in "
  + thousandths(data.seconds) + " s, from " + date(data.begin);
showFigures(main);
const searches = [data.lives, ...data.tables].filter((table) => table.rows.length).map((table) => Table(table, main));
document.getElementById("search").addEventListener("input", (event) => {
  searches.forEach((search) => search(event.target.value));
});
