{
const [pane, stage, frame, overlay, tree] = ["pane", "stage", "frame", "overlay", "tree"].map(find);
const root = document.documentElement;
const page = shownPage(pane, stage, frame);
const { spanBox, lineBoxes, placed, grown } = page;
let data = null;
let outline = null;
let rows = [];
let drawn = new Map();
let selected = -1, hovered = -1;

function draw() {
  const heights = nesting(outline.blocks), marks = document.createDocumentFragment();
  const step = pane.clientWidth < 600 ? 2 : 4;
  drawn = new Map();
  const body = outline.body && spanBox(outline.body);
  if (body) marks.append(placed(make("div", "body"), grown(body, 14, 12)));
  outline.blocks.forEach((block, number) => {
    const out = Math.min(heights[number], 6), kept = [];
    for (const span of block.spans) {
      const box = spanBox(span);
      if (!box) continue;
      kept.push(box);
      if (block.parent < 0) continue;
      const mark = make("div", `block l${Math.min(block.level, LEVELS)}`);
      marks.append(placed(mark, grown(box, 5 + step * out, 3 + (step / 2) * out)));
      mark.dataset.block = number;
    }
    drawn.set(number, kept);
  });
  outline.blocks.forEach((block, number) => {
    if (!block.heading) return;
    const lines = lineBoxes(block.heading);
    if (lines.length) drawn.set(number, lines);
    lines.forEach((line, at) => {
      const mark = make("div", `heading l${Math.min(block.level, LEVELS)}${line.left < 18 ? " edge" : ""}`);
      mark.dataset.block = number;
      if (!at) append(mark, make("b", "", block.level || "T"));
      marks.append(placed(mark, grown(line, 4, 2)));
    });
  });
  overlay.replaceChildren(marks);
  page.scrollAlong();
  for (const row of rows) {
    const isUnseen = row.classList.toggle("unseen", !drawn.get(Number(row.dataset.block))?.length);
    row.title = isUnseen ? "not to be seen in this layout of the page" : "";
  }
  mark("selected", selected);
}

// How many levels of blocks lie inside of each: the outer ones are drawn with more room.
function nesting(blocks) {
  const inside = blocks.map(() => 0);
  for (let number = blocks.length - 1; number > 0; number--) {
    const above = blocks[number].parent;
    inside[above] = Math.max(inside[above], inside[number] + 1);
  }
  return inside;
}

// The outline at the side.
function list() {
  const depths = [];
  rows = [];
  outline.blocks.forEach((block, number) => {
    const above = block.parent < 0 ? -1 : depths[block.parent];
    const text = block.text ?? (block.parent < 0 ? outline.title : block.opening);
    const isListed = Boolean(text) || block.parent >= 0;
    depths.push(isListed ? above + 1 : above);
    if (!isListed) return;
    const row = make("div", `row l${Math.min(block.level, LEVELS)}`);
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", depths[number] + 1);
    row.setAttribute("aria-selected", "false");
    row.tabIndex = -1;
    row.style.setProperty("--depth", Math.min(depths[number], 12));
    row.dataset.block = number;
    append(row, make("b", "level", block.level || "T"));
    const words = make("span", block.text === undefined && block.parent >= 0 ? "text opening" : "text", text || "(no text)");
    words.dir = "auto";
    append(row, words);
    if (block.confidence !== undefined) append(row, confidence(block.confidence));
    rows.push(row);
  });
  if (rows.length) rows[0].tabIndex = 0;
  tree.replaceChildren(...rows);
  const headings = outline.blocks.filter((block) => block.text !== undefined && block.parent >= 0).length;
  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const inside = outline.blocks.length - 1;
  const parts = [headings && count(headings, "heading"), inside > headings && count(inside, "block")];
  find("count").textContent = parts.filter(Boolean).join(", ") || "Nothing was found.";
}

function confidence(value) {
  const share = make("span", "confidence"), percent = `${Math.round(value * 100)} %`;
  share.title = `confidence ${percent}`;
  append(share, make("span", "", percent));
  share.style.setProperty("--share", value);
  return share;
}

// What is hovered or selected is marked in both places.
function mark(name, number) {
  for (const element of document.querySelectorAll(`.${name}`)) element.classList.remove(name);
  if (number >= 0) {
    for (const element of document.querySelectorAll(`[data-block="${number}"]`)) element.classList.add(name);
  }
}

function hover(number) {
  if (number === hovered) return;
  hovered = number;
  mark("hovered", number);
}

function select(number) {
  const [before, row] = [selected, number].map((one) => rows.find((row) => Number(row.dataset.block) === one));
  selected = number;
  mark("selected", number);
  (before ?? rows[0])?.setAttribute("tabindex", "-1");
  before?.setAttribute("aria-selected", "false");
  row?.setAttribute("tabindex", "0");
  row?.setAttribute("aria-selected", "true");
  row?.scrollIntoView({ block: "nearest" });
}

function reveal(number) {
  const box = drawn.get(number)?.[0];
  if (!box) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const room = Math.min(pane.clientHeight / 4, 120), left = Math.max(box.left - 24, 0);
  const isBeside = left > pane.scrollLeft + pane.clientWidth - 80 || left < pane.scrollLeft;
  pane.scrollTo({ top: box.top - room, left: isBeside ? left : pane.scrollLeft, behavior: calm ? "auto" : "smooth" });
}

const blockOf = (event) => Number(event.target.closest("[data-block]")?.dataset.block ?? -1);

function choose(number) {
  outline = data.outlines[number];
  selected = hovered = -1;
  list();
  draw();
}

function offer() {
  const methods = find("methods");
  for (const label of methods.querySelectorAll("label")) label.remove();
  data.outlines.forEach((one, number) => {
    const label = make("label"), input = make("input");
    Object.assign(input, { type: "radio", name: "method", value: one.method, checked: one === outline });
    input.addEventListener("change", () => choose(number));
    label.append(input, make("span", "", one.method));
    methods.append(label);
  });
  const warnings = find("warnings");
  warnings.hidden = !data.warnings.length;
  warnings.querySelector("summary").textContent = `Warnings (${data.warnings.length})`;
  warnings.querySelector("ul").replaceChildren(...data.warnings.map((text) => make("li", "", text)));
}

function listen() {
  for (const place of [tree, overlay]) {
    place.addEventListener("mouseover", (event) => hover(blockOf(event)));
    place.addEventListener("mouseleave", () => hover(-1));
    place.addEventListener("click", (event) => {
      const number = blockOf(event);
      if (number < 0) return;
      select(number);
      if (place === tree) reveal(number);
    });
  }
  tree.addEventListener("focusin", (event) => hover(blockOf(event)));
  tree.addEventListener("keydown", (event) => {
    const at = rows.indexOf(event.target.closest(".row"));
    const to = at < 0 ? -1 : target(event.key, at);
    if (to < 0) return;
    event.preventDefault();
    rows[to].focus();
    select(Number(rows[to].dataset.block));
    reveal(selected);
  });
  pane.addEventListener("scroll", page.scrollAlong);
  window.addEventListener("resize", again);
  for (const input of document.querySelectorAll("#layers input")) {
    overlay.classList.toggle(input.name, input.checked);
    input.addEventListener("change", () => overlay.classList.toggle(input.name, input.checked));
  }
  const drawer = find("drawer");
  drawer.addEventListener("click", () => {
    const isClosed = root.classList.toggle("closed");
    drawer.setAttribute("aria-expanded", String(!isClosed));
  });
}

// Which row a key leads to, -1 for none.
function target(key, at) {
  const level = (row) => Number(row.getAttribute("aria-level"));
  switch (key) {
    case "ArrowDown": return Math.min(at + 1, rows.length - 1);
    case "ArrowUp": return Math.max(at - 1, 0);
    case "Home": return 0;
    case "End": return rows.length - 1;
    case "Enter": case " ": return at;
    case "ArrowRight": return at + 1 < rows.length && level(rows[at + 1]) > level(rows[at]) ? at + 1 : -1;
    case "ArrowLeft": return rows.findLastIndex((row, place) => place < at && level(row) < level(rows[at]));
    default: return -1;
  }
}

let waiting = 0, shownFor = "";
function again() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(() => {
    if (data && shownFor !== page.room()) redraw();
  });
}

function redraw() {
  shownFor = page.room();
  page.lookAgain();
  draw();
}

// Show a page with what methods found in it. Called again, it shows another in its place.
async function show(given, method) {
  delete root.dataset.ready;
  data = given;
  outline = data.outlines.find((one) => one.method === method) ?? data.outlines[0];
  selected = hovered = -1;
  offer();
  list();
  await page.show(data);
  redraw();
  root.dataset.ready = "yes";
}

listen();
// What the studio uses beside it.
globalThis.rubricatorView = {
  show,
  select: (number) => { select(number); reveal(number); },
  outline: () => outline,
};
if (find("data")) show(JSON.parse(find("data").textContent));
}
