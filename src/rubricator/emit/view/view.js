"use strict";
{
// Names of the page's own elements must not stand in for methods of the DOM (`<form><input id="appendChild">`).
const append = (parent, child) => Node.prototype.appendChild.call(parent, child);
const find = (id) => document.getElementById(id);
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

const data = JSON.parse(find("data").textContent);
const [pane, stage, frame, overlay, tree] = ["pane", "stage", "frame", "overlay", "tree"].map(find);
const root = document.documentElement;
const WIDEST = 4000, HIGHEST = 2_000_000, LEVELS = 6;
// Room around the page for what is drawn; as wide as the margin of #stage.
const GUTTER = 10;
const SPACES = {
  "": "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
};
const extent = { width: 0, height: 0 };
const nodes = [];
const reach = [];
let boxes = [];
let outline = null;
let rows = [];
let drawn = new Map();
let selected = -1, hovered = -1;

// The page, node by node. The doctype decides whether it is laid out as the oldest browsers did.
function build(inner) {
  inner.open();
  inner.write(`${data.doctype}<html></html>`);
  inner.close();
  const names = data.names.map((name) => {
    const [local, space = ""] = name.split(":").reverse();
    return [SPACES[space], local];
  });
  for (const [above, what, attributes = []] of data.rows) {
    const isText = typeof what === "string";
    const node = isText ? inner.createTextNode(what) : inner.createElementNS(...names[what]);
    for (let at = 0; at < attributes.length; at += 2) {
      node.setAttribute(attributes[at].replace(/^xlink:/, ""), attributes[at + 1]);
    }
    nodes.push(node);
    if (above >= 0) append(nodes[above], node);
  }
  if (nodes.length) inner.replaceChild(nodes[0], inner.documentElement);
  reaches();
}

// The first and the last leaf inside of each element.
function reaches() {
  for (const _ of nodes) reach.push([Infinity, -1]);
  data.leaves.forEach((row, leaf) => { reach[row] = [leaf, leaf]; });
  for (let row = nodes.length - 1; row > 0; row--) {
    const above = reach[data.rows[row][0]];
    above[0] = Math.min(above[0], reach[row][0]);
    above[1] = Math.max(above[1], reach[row][1]);
  }
}

const isInside = ([low, high], first, last) => low >= first && high <= last;
const leafNode = (leaf) => nodes[data.leaves[leaf]];

const paneWidth = () => pane.clientWidth - 2 * GUTTER;

// The frame is as high as the page, so that the pane around it scrolls, and what is drawn scrolls with it. It is not as wide:
// a page is laid out for the width of the reader's window, even if parts of it stick out.
function layOut() {
  const inner = frame.contentDocument, page = inner.documentElement, top = pane.scrollTop;
  page.style.setProperty("--rubricator-vh", `${window.innerHeight / 100}px`);
  for (const moving of inner.getAnimations()) end(moving);
  // In a picture nothing scrolls, and the pane is as wide as what is in it.
  const isWhole = root.classList.contains("whole");
  if (isWhole) frame.style.width = stage.style.width = "0px";
  frame.style.width = `${paneWidth()}px`;
  frame.style.height = `${window.innerHeight}px`;
  if (isWhole) frame.style.width = `${Math.min(page.scrollWidth, WIDEST)}px`;
  for (let pass = 0; pass < 2; pass++) {
    extent.height = Math.min(Math.max(page.scrollHeight, inner.body ? inner.body.scrollHeight : 0), HIGHEST);
    frame.style.height = `${extent.height}px`;
  }
  extent.width = Math.min(Math.max(paneWidth(), page.scrollWidth), WIDEST);
  stage.style.width = `${extent.width}px`;
  pane.scrollTop = top;
}

// What moves is shown where it ends; what has no end stays where it is.
function end(moving) {
  if (Number.isFinite(moving.effect.getComputedTiming().endTime)) moving.finish();
  else moving.cancel();
}

// A box for each text and image that a reader sees, null for the others.
function measure() {
  const inner = frame.contentDocument, range = inner.createRange(), seen = new Map();
  inner.defaultView.scrollTo(0, 0);
  boxes = data.leaves.map((number) => {
    const node = nodes[number], holder = node.nodeType === 1 ? node : node.parentNode;
    if (!seen.has(holder)) seen.set(holder, isSeen(holder));
    return seen.get(holder) ? union(rectangles(node, range)) : null;
  });
}

function isSeen(element) {
  const asked = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true };
  if (element.checkVisibility && !element.checkVisibility(asked)) return false;
  const box = element.getBoundingClientRect();
  // How pages hide texts that are for screen readers only.
  return !(element.clientWidth && box.width <= 1 && box.height <= 1);
}

function rectangles(node, range, from = 0, to = undefined) {
  if (node.nodeType === 1) return [...node.getClientRects()];
  const length = node.data.length;
  range.setStart(node, Math.min(from, length));
  range.setEnd(node, Math.min(to === undefined ? length : to, length));
  return [...range.getClientRects()];
}

function union(found) {
  let box = null;
  for (const one of found) {
    if (!one || one.right - one.left < 1 || one.bottom - one.top < 1) continue;
    if (one.right <= 0 || one.bottom <= 0 || one.left >= extent.width || one.top >= extent.height) continue;
    if (!box) box = { left: one.left, top: one.top, right: one.right, bottom: one.bottom };
    else {
      box.left = Math.min(box.left, one.left);
      box.top = Math.min(box.top, one.top);
      box.right = Math.max(box.right, one.right);
      box.bottom = Math.max(box.bottom, one.bottom);
    }
  }
  return box;
}

// The rectangles of the texts and images of a span, the first and last as far as they belong to it.
function* parts([first, from, last, to], range) {
  for (let leaf = first; leaf <= last; leaf++) {
    if (boxes[leaf]) yield* rectangles(leafNode(leaf), range, leaf === first ? from : 0, leaf === last ? to : undefined);
  }
}

// The box of a block: that of its texts and images, and of the largest elements that hold nothing else.
function spanBox(span) {
  const [first, from, last, to] = span, range = frame.contentDocument.createRange();
  const found = [], within = new Set();
  for (let leaf = first; leaf <= last; leaf++) {
    if (!boxes[leaf]) continue;
    const node = leafNode(leaf), isText = node.nodeType === 3;
    const isPart = isText && ((leaf === first && from > 0) || (leaf === last && to < node.data.trimEnd().length));
    if (isPart) found.push(...parts([leaf, leaf === first ? from : 0, leaf, leaf === last ? to : undefined], range));
    else found.push(boxes[leaf]);
    let row = isPart ? -1 : data.leaves[leaf];
    while (row >= 0 && data.rows[row][0] > 0 && isInside(reach[data.rows[row][0]], first, last)) row = data.rows[row][0];
    if (row >= 0 && !within.has(row)) {
      within.add(row);
      found.push(...rectangles(nodes[row], range));
    }
  }
  return union(found);
}

// One box for each line of a heading: an underlined word in it is a rectangle of its own.
function lineBoxes(span) {
  const lines = [];
  for (const part of parts(span, frame.contentDocument.createRange())) {
    const box = union([part]), line = lines.at(-1);
    if (!box) continue;
    const shared = line && Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top);
    if (line && shared > Math.min(line.bottom - line.top, box.bottom - box.top) / 2) lines[lines.length - 1] = union([line, box]);
    else lines.push(box);
  }
  return lines;
}

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
  frame.contentDocument.defaultView.scrollTo(pane.scrollLeft, 0);
  for (const row of rows) {
    const isUnseen = row.classList.toggle("unseen", !drawn.get(Number(row.dataset.block))?.length);
    row.title = isUnseen ? "not to be seen in this layout of the page" : "";
  }
  mark("selected", selected);
}

function placed(element, box) {
  element.style.left = `${box.left}px`;
  element.style.top = `${box.top}px`;
  element.style.width = `${box.right - box.left}px`;
  element.style.height = `${box.bottom - box.top}px`;
  return element;
}

function grown(box, x, y) {
  return {
    left: Math.max(box.left - x, 2 - GUTTER),
    top: Math.max(box.top - y, 2 - GUTTER),
    right: Math.min(box.right + x, extent.width + GUTTER - 2),
    bottom: Math.min(box.bottom + y, extent.height + GUTTER - 2),
  };
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
    append(row, make("span", block.text === undefined && block.parent >= 0 ? "text opening" : "text", text || "(no text)"));
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

function show(number) {
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
  data.outlines.forEach((one, number) => {
    const label = make("label"), input = make("input");
    Object.assign(input, { type: "radio", name: "method", value: one.method, checked: !number });
    input.addEventListener("change", () => choose(number));
    label.append(input, make("span", "", one.method));
    find("methods").append(label);
  });
  for (const input of document.querySelectorAll("#layers input")) {
    overlay.classList.add(input.name);
    input.addEventListener("change", () => overlay.classList.toggle(input.name, input.checked));
  }
  const notices = find("notices");
  notices.hidden = !data.notices.length;
  notices.querySelector("summary").textContent = `Notices (${data.notices.length})`;
  notices.querySelector("ul").append(...data.notices.map((text) => make("li", "", text)));
  const drawer = find("drawer");
  drawer.addEventListener("click", () => {
    const isOpen = root.classList.toggle("closed");
    drawer.setAttribute("aria-expanded", String(!isOpen));
  });
}

function listen() {
  for (const place of [tree, overlay]) {
    place.addEventListener("mouseover", (event) => hover(blockOf(event)));
    place.addEventListener("mouseleave", () => hover(-1));
    place.addEventListener("click", (event) => {
      const number = blockOf(event);
      if (number < 0) return;
      select(number);
      if (place === tree) show(number);
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
    show(selected);
  });
  pane.addEventListener("scroll", () => frame.contentDocument.defaultView.scrollTo(pane.scrollLeft, 0));
  window.addEventListener("resize", again);
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
    if (shownFor !== room()) redraw();
  });
}

// What the layout depends on.
const room = () => `${pane.clientWidth} ${window.innerHeight} ${root.className}`;

function redraw() {
  shownFor = room();
  layOut();
  measure();
  draw();
}

// Fonts and images change where texts stand.
async function settled(inner) {
  const images = [...inner.images].map((image) => image.decode().catch(() => null));
  await Promise.race([
    Promise.all([inner.fonts?.ready, ...images]),
    new Promise((resolve) => setTimeout(resolve, 2000)),
  ]);
}

async function start() {
  offer();
  // Not the size that frames have without one, which would be another layout.
  Object.assign(frame.style, { width: `${paneWidth()}px`, height: `${window.innerHeight}px` });
  build(frame.contentDocument);
  outline = data.outlines[0];
  list();
  listen();
  await settled(frame.contentDocument);
  redraw();
  root.dataset.ready = "yes";
}

start();
}
