{
const [pane, stage, frame, overlay, lines] = ["pane", "stage", "frame", "overlay", "lines"].map(find);
const [annotator, method] = ["annotator", "method"].map(find);
const page = shownPage(pane, stage, frame);
let units = [], marks = null, at = 0, rows = [], places = new Map(), ways = null, version = "";
// What the server has of the marks: as they were last kept or saved, and the annotation that they were started from.
let past = [], future = [], kept = null, base = null, waiting = 0, isReplacing = false, hasFailed = false;
let who = "";
let said = [], drawn = new Map(), chosen = null;

function act(name, argument) {
  const unit = units[at];
  const change = unit && ways.actions[name](marks, unit, argument);
  if (!change) return;
  if (typeof change === "string") return tell(change);
  if (change.headings?.length > Math.max(given.most, marks.headings.length)) return tell(`A page has at most ${given.most} headings.`, true);
  past.push(marks);
  future = [];
  set({ ...marks, ...change });
  tell("");
}

function set(next) {
  marks = next;
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

const address = (what) => `/data/pages/${given.id}/${what}?${query({ annotator: who })}`;
const sending = (more = {}) => ({
  method: "PUT",
  body: JSON.stringify({ ...marks, page: version, texts: ways.texts(marks), base, ...more }),
  headers: { "Content-Type": "application/json" },
});
const isKept = () => !given.annotates || !marks || marks === kept;
// What browsers still send when a window is closed.
const SENT_LATE = 30_000, AGAIN = 5_000;

// One after the other: a draft must not arrive after what was saved later.
let turn = Promise.resolve();
const inTurn = (work) => (turn = turn.then(work, work));

// A draft is kept on disk after each step, so that nothing is lost whatever happens to this window.
async function send() {
  clearTimeout(waiting);
  waiting = 0;
  if (isKept()) return;
  const sent = marks, draft = sending();
  try {
    await ask(address("draft"), { ...draft, keepalive: draft.body.length < SENT_LATE });
    [kept, hasFailed] = [sent, false];
    document.documentElement.dataset.draft = "kept";
  } catch (error) {
    hasFailed = true;
    tell(`The draft could not be kept: ${error.message} It is tried again.`, true);
    waiting ||= setTimeout(keep, AGAIN);
  }
}

const keep = () => inTurn(send);

// Marks that are made while this is under way are not in what is saved: their draft stays.
async function save() {
  await keep();
  await inTurn(() => busy("Saving …", async () => {
    const sent = marks, replace = isReplacing || undefined;
    isReplacing = false;
    let found;
    try {
      found = await askJson(address("annotation"), sending({ replace }));
    } catch (error) {
      isReplacing = error.code === "annotation-changed";
      throw error;
    }
    [base, kept, hasFailed] = [found.base, sent, false];
    tell([`Saved ${count(found.headings, "heading")} to ${found.saved}.`, ...found.messages].join(" "));
    find("export").hidden = false;
  }));
  if (!isKept()) await keep();
}

// What is saved, in the HEPS data set's format; what that has no place for is told.
async function saveAsHeps() {
  await busy("Writing …", async () => {
    const found = await askJson(address("heps"));
    const link = make("a"), file = new Blob([JSON.stringify(found.file)], { type: "application/json" });
    Object.assign(link, { href: URL.createObjectURL(file), download: `${given.stem}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    tell(["As it was last saved.", ...found.messages].join(" "));
  });
}

// `more` says to start anew from the method, or to bring an older version over; both can be undone.
async function load(more = {}) {
  await busy("Reading the page …", async () => {
    const asked = query({ annotator: who, method: method.value, ...more });
    const data = await askJson(`/data/pages/${given.id}/marks?${asked}`);
    const isSame = version === data.page;
    units = data.units;
    [version, base, isReplacing] = [data.page, data.base, false];
    ways = marking(units, data.characters);
    places = new Map([...(isSame ? places : []), ...Object.entries(data.places)]);
    find("title").textContent = data.title;
    list();
    await page.show(data);
    page.lookAgain();
    drawUnits();
    if (marks && isSame && Object.keys(more).length) {
      past.push(marks);
      set(data.marks);
    } else {
      [past, future, marks, kept] = [[], [], data.marks, data.from === "older" ? null : data.marks];
      render();
      if (data.from === "older") set(marks);
    }
    find("export").hidden = data.from !== "annotation" && !given.annotators.includes(who);
    const from = { draft: "Your draft of this page.", annotation: "Your annotation of this page.", older: "Brought over." };
    tell(given.annotates ? from[data.from] ?? `Started from ${method.value}.` : "Nothing is saved here: start the server with --annotations DIR.");
    inform(data.messages, data.older);
    choose(marks.headings.length ? ways.firstLine(marks.headings[0]) : 0, false);
    document.documentElement.dataset.ready = "yes";
  });
}

// What must not go by with the next message: what could not be taken over, and what there is of the page as it was before.
function inform(messages, older) {
  find("messages").replaceChildren(...messages.map((text) => make("li", "", text)));
  find("messages").hidden = !messages.length;
  find("older").hidden = !older.length;
  find("versions").replaceChildren(...older.map((one) => {
    const item = make("li"), shown = make("details"), headings = make("ol");
    const when = new Date(one.when * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    const bring = make("button", "", "Bring over");
    bring.type = "button";
    bring.addEventListener("click", () => load({ older: one.name }));
    headings.append(...one.headings.map(([level, text]) => {
      const heading = make("li", `entry l${Math.min(level, LEVELS)}`);
      heading.append(make("b", "level", level), make("span", "", text));
      return heading;
    }));
    shown.append(make("summary", "", "What it has"), headings, make("small", "", one.path));
    item.append(make("p", "", `${one.kind === "draft" ? "A draft" : "An annotation"} with ${count(one.headings.length, "heading")}, ${when}`), bring, shown);
    return item;
  }));
}

function list() {
  rows = units.map((unit, number) => {
    const row = make("div", "row");
    row.id = `line-${number}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-selected", "false");
    const text = make("span", "text", unit.text);
    text.dir = "auto";
    row.append(make("b", "level"), text);
    row.addEventListener("click", () => { choose(number); lines.focus({ preventScroll: true }); });
    return row;
  });
  [said, chosen] = [[], null];
  lines.replaceChildren(...rows);
}

// Only rows that change are touched: a page may have thousands.
function render() {
  const before = said;
  said = ways.described(marks).map(([sign, level, words], number) => [sign, level, words, ways.inBody(marks, units[number])]);
  said.forEach(([sign, level, words, isInside], number) => {
    const old = before[number], row = rows[number];
    if (row.dataset.said && old && old.every((part, place) => part === said[number][place])) return;
    row.dataset.said = "yes";
    row.className = `row ${level}${level ? " marked" : ""}${isInside ? "" : " outside"}${row === chosen ? " selected" : ""}`;
    row.firstElementChild.textContent = sign;
    row.firstElementChild.title = words;
    row.setAttribute("aria-label", [words, isInside ? "" : "outside of the body", units[number].text].filter(Boolean).join(": "));
  });
  find("undo").disabled = !past.length;
  find("redo").disabled = !future.length;
  lines.hidden = !units.length;
  find("count").textContent = !units.length ? "The page has no lines to mark." : `${count(units.length, "line")}, ${count(marks.headings.length, "heading")}`
    + `${marks.body ? ", body marked" : ""}${marks.titles?.length ? ", title marked" : ""}`;
  drawMarks();
}

function drawUnits() {
  const boxes = units.map((unit, number) => {
    const box = unit.span && page.spanBox(unit.span), mark = make("div", "unit");
    mark.dataset.unit = number;
    return box ? page.placed(mark, page.grown(box, 3, 1)) : mark;
  });
  drawn = new Map();
  overlay.replaceChildren(...boxes);
}

// What is to be drawn, by what it depends on: what was drawn before and is still wanted stays.
function* wanted() {
  if (marks.body) yield [marks.body, "body", ""];
  for (const heading of marks.headings) {
    yield [ways.hull(heading), `l${Math.min(heading.level, LEVELS)}`, heading.level];
    for (const other of heading.alternatives) yield [[other[0][0], other.at(-1)[1]], "l0", "a"];
    for (const gap of heading.gaps ?? []) yield [gap, "l0 gap", "–"];
  }
  for (const title of marks.titles ?? []) yield [title, "l0", "T"];
  for (const transition of marks.transitions) yield [transition, "l5 transition", "x"];
}

function drawMarks() {
  const kept = new Map(), added = document.createDocumentFragment();
  for (const what of wanted()) {
    const key = JSON.stringify(what);
    if (kept.has(key)) continue;
    kept.set(key, drawn.get(key) ?? boxesOf(...what));
    if (!drawn.has(key)) added.append(...kept.get(key));
  }
  for (const [key, boxes] of drawn) if (!kept.has(key)) for (const box of boxes) box.remove();
  drawn = kept;
  // Headings over the body's frame, lines over both, as these are clicked on.
  overlay.insertBefore(added, overlay.querySelector(":scope > .unit"));
  overlay.prepend(...overlay.querySelectorAll(":scope > .body"));
  select();
}

function boxesOf(range, className, text) {
  const span = spanOf(...range);
  if (!span) return [];
  if (className === "body") {
    const box = page.spanBox(span);
    return box ? [page.placed(make("div", "body"), page.grown(box, 14, 12))] : [];
  }
  return page.lineBoxes(span).map((line, number) => {
    const mark = make("div", `heading ${className}${line.left < 22 ? " edge" : ""}`);
    if (!number) mark.append(make("b", "", text));
    return page.placed(mark, page.grown(line, 4, 2));
  });
}

function select() {
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
  at = Math.max(Math.min(number, units.length - 1), 0);
  for (const [row, isHere] of [[chosen, false], [rows[at], true]]) {
    row?.classList.toggle("selected", isHere);
    row?.setAttribute("aria-selected", String(isHere));
  }
  chosen = rows[at];
  if (chosen) lines.setAttribute("aria-activedescendant", chosen.id);
  chosen?.scrollIntoView({ block: "nearest" });
  select();
  const box = isShown && units[at]?.span && page.spanBox(units[at].span);
  if (!box) return;
  if (box.top < pane.scrollTop + 40 || box.bottom > pane.scrollTop + pane.clientHeight - 40) {
    pane.scrollTo({ top: box.top - pane.clientHeight / 3 });
  }
}

function toHeading(step) {
  const numbers = marks.headings.map(ways.firstLine);
  const next = step > 0 ? numbers.find((number) => number > at) : numbers.findLast((number) => number < at);
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
  a: () => act("another"), e: () => act("ends"), g: () => act("gap"), t: () => act("title"), x: () => act("transition"),
  b: () => act("bodyBegins"), B: () => act("bodyEnds"), m: () => act("noBody"), z: undo, u: undo, Z: redo, y: redo, s: save,
  n: () => leave(given.after), p: () => leave(given.before),
};

function press(key) {
  const level = /^[1-9]$/.test(key) && Number(key);
  const done = level ? () => act("level", level) : KEYS[key];
  if (done && marks) done();
  return Boolean(done);
}

// Single letters act on the list and where nothing has the focus, never on a control that somebody is at (WCAG 2.1.4).
document.addEventListener("keydown", (event) => {
  const isField = event.target.closest("input, select, textarea");
  const isFree = event.target === document.body || lines.contains(event.target);
  if (event.ctrlKey || event.metaKey) {
    const act = isField ? { s: save }[event.key] : { z: event.shiftKey ? redo : undo, Z: redo, y: redo, s: save }[event.key];
    if (act && marks) { event.preventDefault(); act(); }
    return;
  }
  if (isFree && !event.altKey && press(event.key)) event.preventDefault();
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
window.addEventListener("pagehide", send);
window.addEventListener("beforeunload", (event) => {
  if (!isKept() && (hasFailed || sending().body.length >= SENT_LATE)) event.preventDefault();
});
document.addEventListener("visibilitychange", () => document.hidden && keep());
for (const button of document.querySelectorAll("[data-key]")) button.addEventListener("click", () => press(button.dataset.key));
// Keys go on with the lines after a click; those who came by keyboard stay where they are.
document.querySelector(".buttons").addEventListener("click", (event) => event.detail && lines.focus({ preventScroll: true }));
find("undo").addEventListener("click", undo);
find("redo").addEventListener("click", redo);
find("save").addEventListener("click", save);
find("export").addEventListener("click", saveAsHeps);
for (const [id, other] of [["before", given.before], ["after", given.after]]) {
  find(id).hidden = !other;
  if (other) find(id).href = `/pages/${other}/annotate`;
}
// The name is also that of a folder; the server checks it again.
const isName = (name) => /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,39}$/u.test(name);
who = [remembered("annotator", ""), given.annotator].find(isName) ?? "me";
annotator.value = who;
annotator.addEventListener("change", async () => {
  const name = annotator.value.trim();
  annotator.setAttribute("aria-invalid", String(!isName(name)));
  if (!isName(name)) return tell(`The annotator's name has letters, digits, spaces, dots and dashes. You are still ${who}.`, true);
  await keep();
  [who, annotator.value] = [name, name];
  remember("annotator", who);
  await load();
});
fill(method, given.static.map((name) => [name, name]), given.default);
method.addEventListener("change", () => load({ anew: true }));
find("save").disabled = !given.annotates;
load().then(() => lines.focus({ preventScroll: true }));
}
