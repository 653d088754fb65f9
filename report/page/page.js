
// SPDX-License-Identifier: GPL-2.0-or-later
// Shows the page of a capture, with the functions of common.js.
"use strict";

// What a table shows of a row: a member of the row, its heading, and how it is written.
const COLUMNS = [
  ["name", "Name", String],
  ["address", "Address", String],
  ["peer", "Peer", String],
  ["share", "Share of the MTU", String],
  ["mtu", "MTU", String],
  ["datagrams", "Datagrams", whole],
  ["count", "Rows", whole],
  ["bytes", "Bytes", whole],
  ["unchanged", "Unchanged bytes", whole],
  ["part", "Unchanged part", percent],
  ["rate", "Bytes/s", tenths],
  ["begin", "First (s)", thousandths],
  ["end", "Last (s)", thousandths],
  ["came", "Came (s)", thousandths],
  ["went", "Went (s)", thousandths],
  ["silence", "Longest silence (s)", thousandths],
  ["frame", "First frame", String],
  ["godot", "Godot", String],
  ["transport", "Transport", String],
  ["ends", "Ends", String],
  ["same", "Counted as", String],
];

// A file of rows may have a time that no calendar has.
function date(seconds) {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? seconds + " s after 1970" : time.toISOString();
}

// The spans of time that are shown: from the first one to before the last one.
const chosen = { from: 0, to: data.spans };

// When a span begins, in seconds after the first row.
function moment(span) {
  return data.first + span * data.span;
}

// Spans begin at round times, so the first one may begin before the first row, which has the time 0.
function written(time) {
  return thousandths(Math.max(0, time));
}

function isWhole() {
  return chosen.from === 0 && chosen.to === data.spans;
}

function seconds() {
  return isWhole() ? [0, data.seconds] : [moment(chosen.from), moment(chosen.to)];
}

// Calls for each span of a row that is chosen: its number, the rows in it, and their bytes.
function forSpans(row, act) {
  for (let i = 0; i < row.spans.length; i += 3) {
    if (row.spans[i] >= chosen.from && row.spans[i] < chosen.to) {
      act(row.spans[i], row.spans[i + 1], row.spans[i + 2]);
    }
  }
}

// A filter that finds what is in the chosen time only.
function filterNow(filter) {
  const [begin, end] = seconds();
  return "(" + filter + ") && frame.time_epoch >= " + thousandths(data.begin + begin)
    + " && frame.time_epoch < " + thousandths(data.begin + end);
}

// A row as it is in the chosen time; nothing if it is not there.
function inTime(row) {
  const [begin, end] = seconds();

  if (isWhole()) {
    return row;
  }
  if (!row.spans && row.begin === undefined && row.came === undefined) {
    return row;
  }
  if (!row.spans) {
    const from = row.came ?? row.begin ?? 0, to = row.came === undefined ? row.end ?? 0 : row.went ?? data.seconds;
    const there = from < end && Math.max(to, row.end ?? 0) >= begin;
    return there ? { ...row, filter: row.filter && filterNow(row.filter) } : undefined;
  }
  const part = { ...row, count: 0, bytes: 0 };
  forSpans(row, (span, count, bytes) => {
    part.count += count;
    part.bytes += bytes;
  });
  if (row.rate !== undefined) {
    part.rate = part.bytes / (end - begin);
  }
  if (row.filter) {
    part.filter = filterNow(row.filter);
  }
  return part.count ? part : undefined;
}

// Peers who share an id, as servers of several games do, share one count of messages: no bar can have it.
const lives = new Map();
for (const { peers } of data.lives.rows) {
  lives.set(peers, (lives.get(peers) ?? 0) + 1);
}

// The row of another table that counts the traffic of a life.
function traffic(row, id) {
  if (row[id] === undefined || (id === "peers" && lives.get(row.peers) > 1)) {
    return undefined;
  }
  return data.tables.find((table) => table.id === id).rows[row[id]];
}

// When a row was there, spoke, and was silent too long, in the chosen time; its bytes as heights, calls as marks.
function bar(row) {
  const [begin, end] = seconds();
  const scale = end > begin ? 1000 / (end - begin) : 0;
  const [image, addPart] = picture();
  const at = (time) => Math.min(Math.max(scale * (time - begin), 0), 1000);
  const add = (name, from, to) => {
    if (to >= begin && from <= end) {
      addPart("rect", { class: name, x: at(from), width: Math.max(at(to) - at(from), 2) });
    }
  };
  const draw = (name, counted, height) => {
    let greatest = 0, path = "";
    forSpans(counted, (span, count, bytes) => { greatest = Math.max(greatest, bytes); });
    forSpans(counted, (span, count, bytes) => {
      const from = at(moment(span)), to = Math.max(at(moment(span + 1)), from + 2);
      path += "M" + from + " 20V" + (20 - height * (greatest ? bytes / greatest : 1)) + "H" + to + "V20Z";
    });
    addPart("path", { class: name, d: path });
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
  const all = row.spans ? row : traffic(row, "nodes") ?? traffic(row, "peers"), calls = traffic(row, "calls");
  if (all) {
    draw("traffic", all, 20);
  }
  if (calls) {
    draw("calls", calls, 6);
  }
  return image;
}

function hasTime({ rows }) {
  return rows.some((row) => row.begin !== undefined || row.came !== undefined);
}

// --- at a glance ------------------------------------------------------------------------------

const overview = document.getElementById("overview");

// Adds the ten first rows of a table in short, below a link to the table.
// columns: headings, and what they say of a row
function glance(id, title, rows, columns) {
  const section = create("section", undefined, overview);
  const heading = create("h2", undefined, section);
  const grid = create("table", undefined, section);

  if (rows.length) {
    create("a", title, heading).href = "#" + id;
  } else {
    heading.textContent = title + ": none";
    return;
  }
  const titles = create("tr", undefined, create("thead", undefined, grid));
  const body = create("tbody", undefined, grid);
  for (const column of ["", ...Object.keys(columns)]) {
    create("th", column, titles).scope = "col";
  }
  for (const row of rows.slice(0, SHOWN)) {
    const line = create("tr", undefined, body);
    for (const told of [({ name }) => name, ...Object.values(columns)]) {
      create("bdi", told(row) ?? "", create("td", undefined, line));
    }
  }
}

function rowsNow(id) {
  return data.tables.find((table) => table.id === id).rows.map(inTime).filter((row) => row)
    .sort((a, b) => compare(a.bytes, b.bytes));
}

// A server's name has its address.
function peerAt(row) {
  const told = row.address && !row.name.includes(row.address) && !(lives.get(row.peers) > 1);
  return { ...row, name: told ? row.name + " at " + row.address : row.name };
}

// A file of rows has no lives, but the peers' messages.
function glancePeers() {
  const played = data.lives.rows.filter(({ name }) => name.startsWith("peer ")).map(inTime).filter((row) => row);
  const what = { "Godot": (row) => row.godot, "Transport": (row) => row.transport };

  if (played.length) {
    const time = (value, otherwise) => value === undefined ? otherwise : thousandths(value);
    glance("lives", "Who played", played.map((row) => peerAt({ ...data.tables.find(({ id }) => id === "peers").rows[row.peers], ...row })),
           { "Came (s)": ({ came }) => time(came, "before"), "Went (s)": ({ went }) => time(went, "after"), ...what });
  } else {
    glance("peers", "Who played", rowsNow("peers").map(peerAt),
           { "First (s)": ({ begin }) => thousandths(begin), "Last (s)": ({ end }) => thousandths(end), ...what });
  }
}

function glancePlayers() {
  const players = new Map();
  for (const [id, way] of [["sent", "up"], ["received", "down"]]) {
    for (const { name: end, peer, rate, bytes } of rowsNow(id).filter((row) => row.rate !== undefined)) {
      const name = peer ? end + ", peer " + peer : end;
      const player = players.get(name) ?? { name, bytes: 0 };
      players.set(name, { ...player, [way]: rate, bytes: player.bytes + bytes });
    }
  }
  const all = [...players.values()].sort((a, b) => compare(a.bytes, b.bytes));
  glance("sent", "Bytes/s of each player", all, { "Up": ({ up }) => tenths(up ?? 0), "Down": ({ down }) => tenths(down ?? 0) });
}

function showOverview() {
  const costs = { "Rows": ({ count }) => whole(count), "Bytes": ({ bytes }) => whole(bytes) };
  const rates = { ...costs, "Bytes/s": ({ rate }) => tenths(rate ?? 0) };

  overview.replaceChildren();
  glancePeers();
  glancePlayers();
  glance("experts", "What is remarkable or wrong", rowsNow("experts"),
         { "Rows": costs.Rows, "First frame": ({ frame }) => String(frame) });
  glance("methods", "Costliest methods", rowsNow("methods"), rates);
  glance("synchronizers", "Costliest synchronizers", rowsNow("synchronizers"), rates);
  glance("spawners", "Costliest spawners", rowsNow("spawners"), costs);
}

// --- time -----------------------------------------------------------------------------------

const STACKED = 9;      // entries of a table that have a colour of their own in the chart
const COLOURS = ["#1976d2", "#f57c00", "#388e3c", "#d32f2f", "#7b1fa2", "#5d4037", "#c2185b", "#00838f", "#9e9d24"];
const canvas = document.getElementById("chart"), marked = document.getElementById("marked");
const choice = document.getElementById("choice");
const from = document.getElementById("from"), to = document.getElementById("to");
let chart;

function bytesPerSecond(rows) {
  const values = new Array(data.spans).fill(0);
  for (const row of rows) {
    for (let i = 0; i < row.spans.length; i += 3) {
      values[row.spans[i]] += row.spans[i + 2] / data.span;
    }
  }
  return values;
}

// What the chart shows of a table: its costliest entries, and all others as one.
function datasets() {
  const table = data.tables.find(({ id }) => id === choice.value);
  const sets = table.rows.slice(0, STACKED).map((row, number) => (
    { label: row.name, data: bytesPerSecond([row]), backgroundColor: COLOURS[number] }));
  const others = [...table.rows.slice(STACKED), table.others];
  if (others.some((row) => row.spans.length)) {
    sets.push({ label: "others", data: bytesPerSecond(others), backgroundColor: "#9e9e9e" });
  }
  return sets;
}

// Writes the chart's labels in this colour: on paper they are black, whatever the screen shows.
function label(colour) {
  const { options } = chart;

  options.color = options.scales.x.ticks.color = options.scales.y.ticks.color = colour;
  chart.update("none");
}

function labelAsText() {
  label(getComputedStyle(document.body).color);
}

// Beside the bars, or below them where there is little room.
function legendAt(width) {
  return width < 560 ? "bottom" : "right";
}

function showChart() {
  Chart.defaults.borderColor = "#8884";
  chart = new Chart(canvas, {
    type: "bar",
    data: { labels: Array.from({ length: data.spans }, (_, span) => written(moment(span))), datasets: datasets() },
    options: {
      animation: false, maintainAspectRatio: false, normalized: true,
      onResize: (shown, { width }) => { shown.options.plugins.legend.position = legendAt(width); },
      datasets: { bar: { barPercentage: 1, categoryPercentage: 1 } },
      interaction: { mode: "index", intersect: false },
      plugins: { legend: { position: legendAt(canvas.parentElement.clientWidth), labels: { boxWidth: 12, padding: 6 } },
                 tooltip: { filter: ({ raw }) => raw > 0 } },
      scales: { x: { stacked: true, ticks: { maxRotation: 0, autoSkipPadding: 20 } }, y: { stacked: true, ticks: {} } },
    },
  });
  labelAsText();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", labelAsText);
  addEventListener("beforeprint", () => label("#000"));
  addEventListener("afterprint", labelAsText);
}

// Shows the chosen time in everything.
function follow() {
  from.value = chosen.from;
  to.value = chosen.to;
  document.getElementById("chosen").textContent = seconds().map(written).join(" to ") + " s";
  document.getElementById("whole").disabled = isWhole();
  if (chart) {
    chart.options.scales.x.min = chosen.from;
    chart.options.scales.x.max = chosen.to - 1;
    chart.update("none");
  }
  showOverview();
  showTables();
}

function choose(first, last) {
  chosen.from = Math.max(0, Math.min(first, last));
  chosen.to = Math.min(data.spans, Math.max(first, last));
  if (chosen.from === chosen.to) {
    chosen.to = Math.min(chosen.from + 1, data.spans);
    chosen.from = chosen.to - 1;
  }
  follow();
}

// Which span is below a place of the chart, as a fraction.
function spanAt(event) {
  const area = chart.chartArea;
  const part = (event.clientX - canvas.getBoundingClientRect().left - area.left) / (area.right - area.left);
  return chosen.from + Math.min(Math.max(part, 0), 1) * (chosen.to - chosen.from);
}

function dragged() {
  let begin;

  canvas.addEventListener("pointerdown", (event) => {
    begin = event.button === 0 ? event : undefined;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (begin) {
      const left = canvas.getBoundingClientRect().left, area = chart.chartArea;
      const ends = [begin, event].map(({ clientX }) => Math.min(Math.max(clientX - left, area.left), area.right));
      Object.assign(marked.style, { display: "block", left: Math.min(...ends) + "px", top: area.top + "px",
                                    width: Math.abs(ends[0] - ends[1]) + "px", height: area.bottom - area.top + "px" });
    }
  });
  canvas.addEventListener("pointerup", (event) => {
    marked.style.display = "none";
    if (begin && Math.abs(event.clientX - begin.clientX) > 3) {
      const ends = [spanAt(begin), spanAt(event)].sort((a, b) => a - b);
      choose(Math.floor(ends[0]), Math.ceil(ends[1]));
    }
    begin = undefined;
  });
  canvas.addEventListener("pointercancel", () => {
    marked.style.display = "none";
    begin = undefined;
  });
}

// --- the page -------------------------------------------------------------------------------

showTitle(data.capture, whole(data.count) + " rows, " + whole(data.bytes) + " bytes in " + thousandths(data.seconds)
  + " s, from " + date(data.begin));
showFigures(data.figures);
for (const row of data.properties.rows) {
  row.part = row.unchanged / row.bytes;
}
const ofCaptures = data.connections ? [data.connections] : [];
addTables([...ofCaptures, data.lives, ...data.tables, data.fills, data.properties], {
  columns: COLUMNS,
  sorted: "bytes",
  now: ({ rows }) => rows.map(inTime).filter((row) => row),
  entries: ({ entries }, rows) => isWhole() ? entries : rows.length,
  picture: (table) => hasTime(table) ? "From " + seconds().map(written).join(" to ") + " s" : "",
  draw: bar,
});
for (const table of data.tables.filter(({ rows }) => rows.length)) {
  create("option", table.title, choice).value = table.id;
}
choice.value = "kinds";
from.max = to.max = data.spans;
from.addEventListener("input", () => choose(Number(from.value), Math.max(chosen.to, Number(from.value) + 1)));
to.addEventListener("input", () => choose(Math.min(chosen.from, Number(to.value) - 1), Number(to.value)));
document.getElementById("whole").addEventListener("click", () => choose(0, data.spans));
if (typeof Chart === "function" && data.spans > 0) {
  showChart();
  dragged();
  choice.addEventListener("change", () => {
    chart.data.datasets = datasets();
    chart.update("none");
  });
} else {
  document.getElementById("canvas").hidden = true;
  document.getElementById("by").hidden = true;
}
follow();
