
// SPDX-License-Identifier: GPL-2.0-or-later
// What the pages of godot-report share: tables. All that a capture says becomes text by textContent, never markup.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const SHOWN = 10;       // rows of a table, until somebody asks for all

function whole(value) {
  return value.toLocaleString("en");
}

function tenths(value) {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

function percent(value) {
  return value.toLocaleString("en", { style: "percent" });
}

function thousandths(value) {
  return value.toFixed(3);
}

function significant(value) {
  return value.toLocaleString("en", { maximumSignificantDigits: 6 });
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

// A picture in a row, and how to add a part to it.
function picture() {
  const model = document.getElementById("bar").content.firstElementChild;
  const image = model.cloneNode(false);
  return [image, (tag, attributes) => {
    const part = model.querySelector(tag).cloneNode(false);
    for (const [name, value] of Object.entries(attributes)) {
      part.setAttribute(name, String(value));
    }
    image.append(part);
  }];
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

function csv(members, rows) {
  return [members, ...rows.map((row) => members.map((member) => row[member]))]
    .map((line) => line.map(cell).join(",") + "\r\n").join("");
}

function compare(a, b) {
  if (a === undefined || b === undefined) {
    return (a === undefined) - (b === undefined);
  }
  // The greatest number first; in texts, "100 to 199" is behind "0 to 99", and "up to 20 %" before "up to 100 %".
  return typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : b - a;
}

// Adds a table. What a page says of its tables:
//   columns  of a row: its member, the heading, and how it is written
//   sorted   the member by which rows are sorted at first
//   now      which of the table's rows are there now, and how
//   entries  how many they are, with those that the page does not have
//   picture  the heading of the pictures in the rows, or nothing; and
//   draw     the picture of a row
function Table(table, parent, page) {
  const section = create("section", undefined, parent);
  const head = create("div", undefined, section);
  let sorted = page.sorted, backwards = false, all = false, search = "";

  section.id = table.id;
  head.className = "head";
  create("h2", table.title, head);
  const counted = create("span", undefined, head);
  const columns = page.columns.filter(([member]) => table.rows.some((row) => row[member] !== undefined));
  const members = [...page.columns.map(([member]) => member), "filter"];
  let rowsNow = table.rows;
  button("Copy as CSV", "Copy " + table.title + " as CSV", head, () => copy(csv(members, sought()), table.title));
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
  const pictures = create("th", undefined, titles);
  pictures.scope = "col";
  create("th", table.rows.some((row) => row.filter) ? "Filter" : "", titles).scope = "col";

  function sought() {
    const rows = rowsNow.filter((row) => [row.name, row.change, row.filter].join(" ").toLowerCase().includes(search));
    rows.sort((a, b) => compare(a[sorted], b[sorted]) * (backwards ? -1 : 1));
    return rows;
  }

  function show() {
    const rows = sought();
    const shown = all ? rows : rows.slice(0, SHOWN);
    const title = page.picture(table);

    section.hidden = search !== "" && !rows.length;
    counted.textContent = shown.length + " of " + page.entries(table, rowsNow);
    pictures.textContent = title;
    body.replaceChildren();
    for (const heading of titles.querySelectorAll("[data-member]")) {
      const isText = table.rows.some((row) => typeof row[heading.dataset.member] === "string");
      const order = backwards !== isText ? "ascending" : "descending";
      heading.ariaSort = heading.dataset.member === sorted ? order : "none";
    }
    for (const row of shown) {
      const line = create("tr", undefined, body);
      for (const [member, , write] of columns) {
        const place = create("td", undefined, line);
        create("bdi", row[member] === undefined ? "" : write(row[member]), place);
      }
      create("td", undefined, line).append(title ? page.draw(row) : "");
      const place = create("td", undefined, line);
      if (row.filter) {
        button("Copy", "Copy the filter " + row.filter, place, () => copy(row.filter, "The filter"));
        place.title = row.filter;
      }
    }
  }

  show();
  return (text) => {
    search = text.toLowerCase();
    rowsNow = page.now(table);
    show();
  };
}

const main = document.getElementById("main"), search = document.getElementById("search");
const tables = [];

function addTables(some, page) {
  for (const table of some.filter(({ rows }) => rows.length)) {
    tables.push(Table(table, main, page));
  }
}

function showTables() {
  tables.forEach((show) => show(search.value.trim()));
}

function showTitle(title, summary) {
  document.title = "godot-report: " + title;
  document.getElementById("capture").textContent = title;
  document.getElementById("summary").textContent = summary;
}

// What has one value only, and where.
function showFigures(figures) {
  const body = create("tbody", undefined, create("table", undefined, document.getElementById("figures")));

  for (const figure of figures) {
    const line = create("tr", undefined, body);
    create("td", figure.what, line);
    create("td", significant(figure.value), line);
    create("bdi", figure.value ? figure.where : "", create("td", undefined, line));
  }
}

search.addEventListener("input", () => {
  showTables();
  say([...main.querySelectorAll("section")].every(({ hidden }) => hidden) ? "No table has this." : "");
});
