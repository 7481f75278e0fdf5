{
const newest = latest();
const view = globalThis.rubricatorView;
const pane = find("pane"), text = find("text"), copy = find("copy");
const tabs = [...document.querySelectorAll("[role=tab]")];
const offered = () => (render === "browser" ? given.methods : given.static);
let render = asked("render", ["browser"]) ?? "static", tab = "page", wanted = asked("method", offered()) ?? given.default;
const texts = new Map();

async function load() {
  await busy(render === "browser" ? "A browser renders the page …" : "Reading the page …", async () => {
    const data = await newest(() => askJson(`/data/pages/${given.id}/look?${query({ method: wanted, render })}`));
    if (!data) return;
    texts.clear();
    find("title").textContent = data.title;
    await view.show(data, wanted);
    if (!view.outline().blocks.length || find("count").textContent.startsWith("Nothing")) find("warnings").open = true;
    offerRest(data.outlines.map((one) => one.method));
    goToPlace();
  });
  if (tab !== "page") await showText();
}

// Methods for which there was no time yet are asked for when they are chosen.
function offerRest(known) {
  for (const name of offered().filter((one) => !known.includes(one))) {
    const label = make("label"), input = make("input");
    Object.assign(input, { type: "radio", name: "method", value: name });
    input.addEventListener("change", () => { wanted = name; load(); });
    label.append(input, make("span", "", name));
    find("methods").append(label);
  }
}

// `#at=120`: a place in the page's text, where results of a search and of a comparison lead.
function goToPlace() {
  const at = Number.parseInt(asked("at"), 10);
  if (Number.isNaN(at)) return;
  const starts = view.outline().blocks.map((block) => block.start);
  let number = starts.indexOf(at);
  if (number < 0) number = starts.findLastIndex((start) => start <= at);
  if (number >= 0) view.select(number);
}

async function showText() {
  const method = view.outline()?.method ?? wanted, key = `${tab} ${method} ${render}`;
  if (!texts.has(key)) {
    text.firstElementChild.textContent = "";
    const more = tab === "json" ? { indent: 1 } : {};
    const found = await busy("Writing …", async () =>
      (await ask(`/data/pages/${given.id}/text?${query({ to: tab, method, render, ...more })}`)).text());
    if (found === undefined) return;
    texts.set(key, found);
  }
  text.firstElementChild.textContent = texts.get(key);
}

function choose(chosen) {
  tab = chosen.id.replace("tab-", "");
  for (const one of tabs) {
    one.setAttribute("aria-selected", String(one === chosen));
    one.tabIndex = one === chosen ? 0 : -1;
  }
  pane.hidden = tab !== "page";
  text.hidden = copy.hidden = tab === "page";
  text.setAttribute("aria-labelledby", chosen.id);
  if (tab !== "page") showText();
  else window.dispatchEvent(new Event("resize"));
}

for (const one of tabs) one.addEventListener("click", () => choose(one));
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const at = tabs.indexOf(event.target), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next.focus();
  choose(next);
});
find("renderers").addEventListener("change", (event) => {
  render = event.target.value;
  if (!offered().includes(wanted)) wanted = given.default;
  inAddress({ render: render === "browser" && render, method: wanted });
  load();
});
find("methods").addEventListener("change", (event) => {
  wanted = event.target.value;
  remember("method", wanted);
  inAddress({ method: wanted });
  if (tab !== "page") showText();
});
copy.addEventListener("click", async () => {
  const written = text.firstElementChild.textContent;
  try {
    await navigator.clipboard.writeText(written);
    tell(`Copied ${count(written.length, "character")}.`);
  } catch {
    getSelection().selectAllChildren(text.firstElementChild);
    tell("Selected; press Ctrl-C to copy.");
  }
});
window.addEventListener("hashchange", goToPlace);
for (const one of document.getElementsByName("render")) one.checked = one.value === render;
// So that those without a mouse can scroll it.
pane.tabIndex = 0;
load();
}
