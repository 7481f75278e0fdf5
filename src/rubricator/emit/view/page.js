"use strict";
// Names of the page's own elements must not stand in for methods of the DOM (`<form><input id="appendChild">`).
const append = (parent, child) => Node.prototype.appendChild.call(parent, child);
const find = (id) => document.getElementById(id);
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
// Room around the page for what is drawn; as wide as the margin of #stage.
const GUTTER = 10;
const LEVELS = 6;

// The page in its frame: builds it from rows of data, lays it out, and says where its texts stand.
function shownPage(pane, stage, frame) {
const root = document.documentElement;
const WIDEST = 4000, HIGHEST = 2_000_000;
const SPACES = {
  "": "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
};
const extent = { width: 0, height: 0 };
let data = null, nodes = [], reach = [], boxes = [];

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

// Fonts and images change where texts stand.
async function settled(inner) {
  const images = [...inner.images].map((image) => image.decode().catch(() => null));
  await Promise.race([
    Promise.all([inner.fonts?.ready, ...images]),
    new Promise((resolve) => setTimeout(resolve, 2000)),
  ]);
}

// Not the size that frames have without one, which would be another layout.
async function show(given) {
  [data, nodes, reach, boxes] = [given, [], [], []];
  Object.assign(frame.style, { width: `${paneWidth()}px`, height: `${window.innerHeight}px` });
  build(frame.contentDocument);
  await settled(frame.contentDocument);
}

function lookAgain() {
  layOut();
  measure();
}

// What the layout depends on.
const room = () => `${pane.clientWidth} ${window.innerHeight} ${root.className}`;
const scrollAlong = () => frame.contentDocument.defaultView.scrollTo(pane.scrollLeft, 0);

return { show, lookAgain, room, scrollAlong, spanBox, lineBoxes, placed, grown };
}
