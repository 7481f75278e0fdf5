{
const [pane, stage, frame, overlay, lines] = ["pane", "stage", "frame", "overlay", "lines"].map(find);
const [annotator, method] = ["annotator", "method"].map(find);
const page = shownPage(pane, stage, frame);
let units = [], marks = null, size = 0, at = 0, rows = [], places = new Map();
let past = [], future = [], isSaved = true, waiting = 0;

// Marks are never changed in place: each step makes new ones, so that the old are there for undo.
const EMPTY = { headings: [], titles: null, body: null, transitions: [] };
const hull = (heading) => [heading.parts[0][0], heading.parts.at(-1)[1]];
const touches = ([start, end], unit) => start < unit.end && end > unit.start;
const headingAt = (unit) => marks.headings.find((one) => touches(hull(one), unit));
const isTitle = (unit) => (marks.titles ?? []).some((one) => touches(one, unit));
const isTransition = (unit) => marks.transitions.some((one) => touches(one, unit));
const inBody = (unit) => !marks.body || touches(marks.body, unit);
const without = (ranges, unit) => ranges.filter((one) => !touches(one, unit));
const replaced = (heading, other) => marks.headings.map((one) => (one === heading ? other : one));
const inOrder = (headings) => [...headings].sort((one, two) => hull(one)[0] - hull(two)[0]);
const firstUnit = (heading) => units.findIndex((unit) => touches(hull(heading), unit));
const lastUnit = (heading) => units.findLastIndex((unit) => touches(hull(heading), unit));

const actions = {
  level(unit, level) {
    const heading = headingAt(unit);
    if (heading) return { headings: replaced(heading, { ...heading, level }) };
    const added = { parts: [[unit.start, unit.end]], level, run_in: false, end: null, alternatives: [] };
    return { headings: inOrder([...marks.headings, added]) };
  },
  clear(unit) {
    const titles = marks.titles && without(marks.titles, unit);
    return {
      headings: marks.headings.filter((one) => one !== headingAt(unit)).map((one) => ({
        ...one,
        alternatives: one.alternatives.filter((other) => !other.some((part) => touches(part, unit))),
      })),
      titles,
      transitions: without(marks.transitions, unit),
    };
  },
  title(unit) {
    const titles = marks.titles ?? [];
    if (isTitle(unit)) return { titles: without(titles, unit) };
    const heading = headingAt(unit);
    return { titles: [...titles, [unit.start, unit.end]], headings: marks.headings.filter((one) => one !== heading) };
  },
  bodyBegins(unit) {
    const end = marks.body && marks.body[1] > unit.start ? marks.body[1] : size;
    return { body: [unit.start, end] };
  },
  bodyEnds(unit) {
    const start = marks.body && marks.body[0] < unit.end ? marks.body[0] : 0;
    return { body: [start, unit.end] };
  },
  noBody() {
    return { body: null };
  },
  transition(unit) {
    if (isTransition(unit)) return { transitions: without(marks.transitions, unit) };
    return { transitions: [...marks.transitions, [unit.start, unit.end]] };
  },
  run(unit) {
    if (!unit.cuts.length) return tell("This line has no opening run of its own.");
    const ends = [...unit.cuts.map(([end]) => end), unit.end];
    const heading = headingAt(unit), before = marks.headings.findLast((one) => hull(one)[0] < unit.start);
    const end = heading ? ends[(ends.indexOf(hull(heading)[1]) + 1) % ends.length] : ends[0];
    const made = { parts: [[unit.start, end]], level: heading?.level ?? before?.level ?? 1, run_in: end < unit.end,
      end: heading?.end ?? null, alternatives: heading?.alternatives ?? [] };
    return { headings: heading ? replaced(heading, made) : inOrder([...marks.headings, made]) };
  },
  grow(unit, step) {
    const heading = headingAt(unit);
    if (!heading) return tell("There is no heading on this line.");
    const first = firstUnit(heading), last = lastUnit(heading) + step;
    if (last < first || last >= units.length) return undefined;
    const next = units[last];
    if (step > 0 && headingAt(next)) return tell("The next line is a heading of its own.");
    return { headings: replaced(heading, { ...heading, run_in: false, parts: [[hull(heading)[0], next.end]] }) };
  },
  another(unit) {
    const before = marks.headings.findLast((one) => hull(one)[1] <= unit.start);
    if (!before || headingAt(unit)) return tell("There is no heading before this line, or it is one itself.");
    return { headings: replaced(before, { ...before, alternatives: [...before.alternatives, [[unit.start, unit.end]]] }) };
  },
  ends(unit) {
    const open = marks.headings.filter((one) => hull(one)[0] <= unit.start && (one.end === null || one.end >= unit.end));
    const heading = open.at(-1);
    if (!heading) return tell("No block is open on this line.");
    return { headings: replaced(heading, { ...heading, end: heading.end === unit.end ? null : unit.end }) };
  },
};

function act(name, argument) {
  const unit = units[at];
  const change = unit && actions[name](unit, argument);
  if (!change) return;
  past.push(marks);
  future = [];
  set({ ...marks, ...change });
  tell("");
}

function set(next) {
  marks = next;
  isSaved = false;
  render();
  clearTimeout(waiting);
  waiting = setTimeout(keep, 300);
}

function undo() {
  if (!past.length) return;
  future.push(marks);
  set(past.pop());
}

function redo() {
  if (!future.length) return;
  past.push(marks);
  set(future.pop());
}

const address = (what) => `/data/pages/${given.id}/${what}?${query({ annotator: annotator.value })}`;
const sending = () => ({ method: "PUT", body: JSON.stringify(marks), headers: { "Content-Type": "application/json" } });

// A draft is kept on disk after each step, so that nothing is lost whatever happens to this window.
async function keep() {
  clearTimeout(waiting);
  waiting = 0;
  if (isSaved || !given.annotates) return;
  try {
    await ask(address("draft"), { ...sending(), keepalive: JSON.stringify(marks).length < 60_000 });
    document.documentElement.dataset.draft = "kept";
  } catch (error) {
    tell(`The draft could not be kept: ${error.message}`, true);
  }
}

async function save() {
  clearTimeout(waiting);
  waiting = 0;
  await busy("Saving …", async () => {
    const found = await askJson(address("annotation"), sending());
    isSaved = true;
    tell([`Saved ${count(found.headings, "heading")} to ${found.saved}.`, ...found.told].join(" "));
    offerExport();
  });
}

function offerExport() {
  const link = find("export");
  link.hidden = false;
  link.href = address("heps");
}

async function load(anew = false) {
  await busy("Reading the page …", async () => {
    const asked = query({ annotator: annotator.value, method: method.value, ...(anew ? { anew: true } : {}) });
    const data = await askJson(`/data/pages/${given.id}/marks?${asked}`);
    units = data.units;
    size = data.characters;
    places = new Map(Object.entries(data.places));
    find("title").textContent = data.title;
    list();
    await page.show(data);
    page.lookAgain();
    drawUnits();
    if (anew && marks) {
      past.push(marks);
      set(data.marks);
    } else {
      [past, future, marks, isSaved] = [[], [], data.marks, true];
      render();
    }
    if (data.from === "annotation" || given.annotators.includes(annotator.value)) offerExport();
    const from = { draft: "Your draft of this page.", annotation: "Your annotation of this page." };
    tell(given.annotates ? from[data.from] ?? `Started from ${method.value}.` : "Nothing is saved here: start the server with --annotations DIR.");
    choose(Math.max(0, marks.headings.length ? firstUnit(marks.headings[0]) : 0), false);
    document.documentElement.dataset.ready = "yes";
  });
}

function list() {
  rows = units.map((unit, number) => {
    const row = make("div", "row");
    row.id = `line-${number}`;
    row.setAttribute("role", "option");
    row.append(make("b", "level"), make("span", "text", unit.text));
    row.addEventListener("click", () => { choose(number); lines.focus({ preventScroll: true }); });
    return row;
  });
  lines.replaceChildren(...rows);
}

// What is said of a line: in its row, for those who see it and those who hear it.
function badge(unit) {
  const heading = headingAt(unit), end = heading && hull(heading)[1];
  if (isTitle(unit)) return ["T", "l0", "title"];
  if (heading) {
    const part = heading.run_in ? `, opening run “${unit.text.slice(0, [...unit.text].length && end - unit.start)}”` : "";
    return [heading.run_in ? `${heading.level}…` : heading.level, `l${heading.level}`, `heading, level ${heading.level}${part}`];
  }
  if (marks.headings.some((one) => one.alternatives.some((other) => other.some((part) => touches(part, unit))))) return ["a", "l0", "another heading"];
  if (isTransition(unit)) return ["x", "l5", "transition"];
  if (marks.headings.some((one) => one.end === unit.end)) return ["⌐", "l0", "block ends here"];
  return ["", "", ""];
}

function render() {
  units.forEach((unit, number) => {
    const [text, level, words] = badge(unit), row = rows[number];
    row.className = `row ${level}${level ? " marked" : ""}${inBody(unit) ? "" : " outside"}${number === at ? " selected" : ""}`;
    row.firstElementChild.textContent = text;
    row.firstElementChild.title = words;
    row.setAttribute("aria-label", [words, inBody(unit) ? "" : "outside of the body", unit.text].filter(Boolean).join(": "));
  });
  find("undo").disabled = !past.length;
  find("redo").disabled = !future.length;
  find("count").textContent = `${count(units.length, "line")}, ${count(marks.headings.length, "heading")}`
    + `${marks.body ? ", body marked" : ""}${marks.titles?.length ? ", title marked" : ""}`;
  drawMarks();
}

function drawUnits() {
  const drawn = units.map((unit, number) => {
    const box = unit.span && page.spanBox(unit.span), mark = make("div", "unit");
    mark.dataset.unit = number;
    return box ? page.placed(mark, page.grown(box, 3, 1)) : mark;
  });
  overlay.replaceChildren(...drawn);
}

function drawMarks() {
  for (const old of overlay.querySelectorAll(":scope > :not(.unit)")) old.remove();
  const marked = document.createDocumentFragment();
  const body = marks.body && spanOf(...marks.body), box = body && page.spanBox(body);
  if (box) marked.append(page.placed(make("div", "body"), page.grown(box, 14, 12)));
  const add = (range, className, text) => {
    const span = spanOf(...range);
    (span ? page.lineBoxes(span) : []).forEach((line, number) => {
      const mark = make("div", `heading ${className}${line.left < 22 ? " edge" : ""}`);
      if (!number) mark.append(make("b", "", text));
      marked.append(page.placed(mark, page.grown(line, 4, 2)));
    });
  };
  for (const heading of marks.headings) {
    add(hull(heading), `l${heading.level}`, heading.level);
    for (const other of heading.alternatives) add([other[0][0], other.at(-1)[1]], "l0", "a");
  }
  for (const title of marks.titles ?? []) add(title, "l0", "T");
  for (const transition of marks.transitions) add(transition, "l5 transition", "x");
  overlay.prepend(marked);
  for (const old of overlay.querySelectorAll(".unit.selected")) old.classList.remove("selected");
  overlay.querySelector(`.unit[data-unit="${at}"]`)?.classList.add("selected");
}

// Where a range of the text is on the page: the server has said so, or it begins and ends with lines.
function spanOf(start, end) {
  const known = places.get(`${start}-${end}`);
  if (known) return known;
  const first = units.find((unit) => unit.end > start && unit.span), last = units.findLast((unit) => unit.start < end && unit.span);
  if (!first || !last || first.start > last.start) return null;
  const cut = last.cuts.find(([place]) => place === end)?.[1];
  const stop = cut ?? last.span;
  return [first.span[0], first.span[1], stop[2], stop[3]];
}

function choose(number, isShown = true) {
  at = Math.min(Math.max(number, 0), units.length - 1);
  for (const row of rows) {
    const isHere = row.id === `line-${at}`;
    row.classList.toggle("selected", isHere);
    row.setAttribute("aria-selected", String(isHere));
  }
  lines.setAttribute("aria-activedescendant", `line-${at}`);
  rows[at]?.scrollIntoView({ block: "nearest" });
  for (const old of overlay.querySelectorAll(".unit.selected")) old.classList.remove("selected");
  overlay.querySelector(`.unit[data-unit="${at}"]`)?.classList.add("selected");
  const box = isShown && units[at]?.span && page.spanBox(units[at].span);
  if (!box) return;
  if (box.top < pane.scrollTop + 40 || box.bottom > pane.scrollTop + pane.clientHeight - 40) {
    pane.scrollTo({ top: box.top - pane.clientHeight / 3 });
  }
}

function toHeading(step) {
  const places = marks.headings.map(firstUnit).filter((number) => number >= 0);
  const next = step > 0 ? places.find((number) => number > at) : places.findLast((number) => number < at);
  if (next !== undefined) choose(next);
}

async function leave(id) {
  if (!id) return;
  await keep();
  location.assign(`/pages/${id}/annotate`);
}

const KEYS = {
  ArrowDown: () => choose(at + 1), ArrowUp: () => choose(at - 1), j: () => choose(at + 1), k: () => choose(at - 1),
  Home: () => choose(0), End: () => choose(units.length - 1), PageDown: () => choose(at + 15), PageUp: () => choose(at - 15),
  ",": () => toHeading(-1), ".": () => toHeading(1),
  0: () => act("clear"), Delete: () => act("clear"), Backspace: () => act("clear"),
  r: () => act("run"), "+": () => act("grow", 1), "=": () => act("grow", 1), "-": () => act("grow", -1),
  a: () => act("another"), e: () => act("ends"), t: () => act("title"), x: () => act("transition"),
  b: () => act("bodyBegins"), B: () => act("bodyEnds"), m: () => act("noBody"), z: undo, u: undo, Z: redo, y: redo, s: save,
  n: () => leave(given.after), p: () => leave(given.before),
};

function press(key) {
  const level = /^[1-6]$/.test(key) && Number(key);
  const done = level ? () => act("level", level) : KEYS[key];
  if (done && marks) done();
  return Boolean(done);
}

document.addEventListener("keydown", (event) => {
  const isField = event.target.closest("input, select, textarea, a, button, summary");
  if (event.ctrlKey || event.metaKey) {
    const act = { z: event.shiftKey ? redo : undo, Z: redo, y: redo, s: save }[event.key];
    if (act) { event.preventDefault(); act(); }
    return;
  }
  if (!isField && !event.altKey && press(event.key)) event.preventDefault();
});
overlay.addEventListener("click", (event) => {
  const number = event.target.closest("[data-unit]")?.dataset.unit;
  if (number === undefined) return;
  choose(Number(number), false);
  lines.focus({ preventScroll: true });
});
let drawnFor = "";
window.addEventListener("resize", () => requestAnimationFrame(() => {
  if (!marks || drawnFor === page.room()) return;
  drawnFor = page.room();
  page.lookAgain();
  drawUnits();
  drawMarks();
}));
pane.addEventListener("scroll", () => page.scrollAlong());
window.addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => document.hidden && keep());
for (const button of document.querySelectorAll("[data-key]")) button.addEventListener("click", () => press(button.dataset.key));
find("undo").addEventListener("click", undo);
find("redo").addEventListener("click", redo);
find("save").addEventListener("click", save);
for (const [id, other] of [["before", given.before], ["after", given.after]]) {
  find(id).hidden = !other;
  if (other) find(id).href = `/pages/${other}/annotate`;
}
annotator.value = remembered("annotator", given.annotator);
annotator.addEventListener("change", async () => {
  remember("annotator", annotator.value);
  await load();
});
fill(method, given.static.map((name) => [name, name]), given.default);
method.addEventListener("change", () => load(true));
find("save").disabled = !given.annotates;
load().then(() => lines.focus({ preventScroll: true }));
}
