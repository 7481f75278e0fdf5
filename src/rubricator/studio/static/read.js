{
const newest = latest();
const reading = find("reading"), field = find("find"), method = find("method");
let sections = [], opened = null, ranges = [], here = -1;

async function load() {
  await busy("Reading the page …", async () => {
    const data = await newest(() => askJson(`/data/pages/${given.id}/read?${query({ method: method.value })}`));
    if (!data) return;
    find("heading").textContent = data.title;
    // Our own words in it are English, whatever the page is.
    reading.dir = getComputedStyle(find("heading")).direction;
    const template = document.createElement("template");
    template.innerHTML = data.html;
    tidy(template.content, data.base);
    reading.replaceChildren(template.content);
    sections = [...reading.querySelectorAll("details")];
    opened = null;
    tell(sections.length ? "" : "No headings were found; this is the whole text.");
    if (field.value) search();
  });
}

// Images are not loaded, links open elsewhere, and those that lead nowhere from here are text.
function tidy(content, base) {
  for (const image of content.querySelectorAll("img")) image.replaceWith(image.alt ? `[${image.alt}]` : "");
  for (const link of content.querySelectorAll("a")) {
    let address = null;
    try { address = new URL(link.getAttribute("href"), base || undefined); } catch { /* relative, and to nothing */ }
    if (address && ["http:", "https:", "mailto:"].includes(address.protocol)) {
      Object.assign(link, { href: address.href, target: "_blank", rel: "noopener noreferrer" });
    } else link.replaceWith(...link.childNodes);
  }
  for (const one of content.querySelectorAll("[id]")) one.removeAttribute("id");
}

// Find as you type: sections that have the words unfold, the others go, and the words are marked. What stands under a
// heading that has them stays, folded.
function search() {
  const wanted = field.value.trim();
  opened ??= new Map(sections.map((one) => [one, one.open]));
  if (!wanted) {
    for (const [one, wasOpen] of opened) [one.open, one.hidden, one.dataset.hit] = [wasOpen, false, ""];
    opened = null;
    CSS.highlights?.clear();
    ranges = [];
    tell("");
    return;
  }
  const holders = new Set(), named = new Set();
  ranges = found(wanted);
  for (const range of ranges) {
    const element = range.startContainer.parentElement;
    named.add(element.closest("summary")?.parentElement);
    for (let one = element; one && one !== reading; one = one.parentElement) {
      if (one.tagName === "DETAILS") holders.add(one);
    }
  }
  for (const one of sections) one.dataset.hit = named.has(one) ? "yes" : "";
  for (const one of sections) {
    one.hidden = !holders.has(one) && !one.parentElement.closest("details[data-hit=yes]");
    one.open = holders.has(one);
  }
  CSS.highlights?.set("found", new Highlight(...ranges));
  go(0);
  tell(ranges.length ? `${count(ranges.length, "place")} in ${count(holders.size, "section")}` : "Nothing found.");
}

// Bring a place that was found into view, and mark it more than the others.
function go(number) {
  if (!ranges.length) return;
  here = (number + ranges.length) % ranges.length;
  if (CSS.highlights) CSS.highlights.set("here", Object.assign(new Highlight(ranges[here]), { priority: 1 }));
  const box = ranges[here].getBoundingClientRect(), top = find("finding").getBoundingClientRect().bottom;
  if (box.top < top || box.bottom > window.innerHeight) window.scrollBy({ top: box.top - window.innerHeight / 3 });
}

// Elements that stand inside of a line: words go on across them.
const INLINE = new Set(["A", "B", "CODE", "EM", "I", "S", "SPAN", "STRONG", "SUB", "SUP", "U"]), APART = "\0";

// All texts in one, those of different lines apart, and where each begins.
function texts() {
  const nodes = [], starts = [];
  let all = "";
  const walker = document.createTreeWalker(reading, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let line = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (!INLINE.has(node.tagName)) all += APART;
      continue;
    }
    let holder = node.parentElement;
    while (INLINE.has(holder.tagName)) holder = holder.parentElement;
    if (holder !== line) all += APART;
    line = holder;
    nodes.push(node);
    starts.push(all.length);
    all += node.data;
  }
  return { all, nodes, starts };
}

function found(wanted) {
  const { all, nodes, starts } = texts(), places = [];
  const words = wanted.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  let at = 0;
  for (const { 0: match, index } of all.matchAll(new RegExp(words.join("\\s+"), "giu"))) {
    const range = new Range(), end = index + match.length;
    while (starts[at + 1] <= index) at++;
    range.setStart(nodes[at], index - starts[at]);
    let last = at;
    while (starts[last + 1] < end) last++;
    range.setEnd(nodes[last], end - starts[last]);
    if (places.push(range) >= 5000) break;
  }
  return places;
}

const before = given.static.includes(remembered("method")) ? remembered("method") : given.default;
fill(method, given.static.map((name) => [name, name]), asked("method", given.static) ?? before);
method.addEventListener("change", () => {
  inAddress({ method: method.value });
  load();
});
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { field.value = ""; search(); }
  if (event.key === "Enter") go(here + (event.shiftKey ? -1 : 1));
});
find("finding").addEventListener("submit", (event) => event.preventDefault());
for (const [id, isOpen] of [["unfold", true], ["fold", false]]) {
  find(id).addEventListener("click", () => { for (const one of sections) one.open = isOpen; });
}
load();
}
