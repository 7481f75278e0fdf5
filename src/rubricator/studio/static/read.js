{
const newest = latest();
const reading = find("reading"), field = find("find"), method = find("method");
let sections = [], opened = null;

async function load() {
  await busy("Reading the page …", async () => {
    const data = await newest(() => askJson(`/data/pages/${given.id}/read?${query({ method: method.value })}`));
    if (!data) return;
    find("heading").textContent = data.title;
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

// Find as you type: sections that have the words unfold, the others go, and the words are marked.
function search() {
  const wanted = field.value.trim().toLowerCase();
  opened ??= new Map(sections.map((one) => [one, one.open]));
  if (!wanted) {
    for (const [one, wasOpen] of opened) [one.open, one.hidden] = [wasOpen, false];
    opened = null;
    CSS.highlights?.delete("found");
    tell("");
    return;
  }
  const ranges = found(wanted), holders = new Set();
  for (const range of ranges) {
    for (let one = range.startContainer.parentElement; one && one !== reading; one = one.parentElement) {
      if (one.tagName === "DETAILS") holders.add(one);
    }
  }
  for (const one of sections) {
    one.hidden = !holders.has(one) && !one.parentElement.closest("details:not([hidden])[data-hit]");
    one.open = holders.has(one);
  }
  if (CSS.highlights) CSS.highlights.set("found", new Highlight(...ranges));
  tell(ranges.length ? `${count(ranges.length, "place")} in ${count(holders.size, "section")}` : "Nothing found.");
}

function found(wanted) {
  const ranges = [], walker = document.createTreeWalker(reading, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < 5000; node = walker.nextNode()) {
    const text = node.data.toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, Math.min(at + wanted.length, node.length));
      ranges.push(range);
    }
  }
  return ranges;
}

fill(method, given.static.map((name) => [name, name]), given.static.includes(remembered("method")) ? remembered("method") : given.default);
method.addEventListener("change", load);
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { field.value = ""; search(); }
});
find("finding").addEventListener("submit", (event) => event.preventDefault());
for (const [id, isOpen] of [["unfold", true], ["fold", false]]) {
  find(id).addEventListener("click", () => { for (const one of sections) one.open = isOpen; });
}
load();
}
