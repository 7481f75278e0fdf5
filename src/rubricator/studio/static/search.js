{
const results = find("results"), field = find("q"), more = find("more");
const STEP = 20, MOST = 100;
let words = "", limit = STEP;

async function search() {
  await busy("Searching …", async () => {
    const data = await askJson(`/data/search?${query({ q: words, limit })}`);
    const number = data.results.length, isCut = number === limit;
    results.replaceChildren(...data.results.map(shown));
    more.hidden = !isCut || limit === MOST;
    const said = data.warnings.map((one) => one.message).join("; ");
    tell(said || (!number ? "Nothing found." : isCut ? `The best ${count(number, "block")}` : count(number, "block")));
  });
}

function begin() {
  [words, limit] = [field.value, STEP];
  return search();
}

function shown(result) {
  const item = make("li"), title = make("h2"), path = make("p", "path");
  const link = make(result.opens ? "a" : "span", "", result.headings.at(-1) ?? result.title ?? result.name);
  if (result.opens) link.href = `/pages/${result.opens}/look#at=${result.start}`;
  for (const one of [title, path]) one.dir = "auto";
  title.append(link);
  path.textContent = result.headings.slice(0, -1).join(" › ");
  item.append(title, path);
  if (result.snippet) item.append(snippet(result.snippet));
  const where = make("p", "where", result.name);
  if (result.link) {
    const original = make("a", "", "original");
    Object.assign(original, { href: safe(result.link), target: "_blank", rel: "noopener noreferrer" });
    where.append(" · ", original);
  }
  item.append(where);
  return item;
}

const safe = (address) => (/^https?:/.test(address) ? address : "#");

// The marks are places in code points; scripts count otherwise.
function snippet(found) {
  const line = Object.assign(make("p", "snippet"), { dir: "auto" }), text = [...found.text];
  let at = 0;
  for (const [start, end] of found.marks) {
    line.append(text.slice(at, start).join(""), make("mark", "", text.slice(start, end).join("")));
    at = end;
  }
  line.append(text.slice(at).join(""));
  return line;
}

find("searching").addEventListener("submit", (event) => {
  event.preventDefault();
  history.replaceState(null, "", `#${encodeURIComponent(field.value)}`);
  begin();
});
more.addEventListener("click", async () => {
  const number = results.children.length;
  limit = Math.min(limit + STEP, MOST);
  await search();
  results.children[number]?.querySelector("a")?.focus();
});
field.focus();
if (location.hash.length > 1) {
  const typed = location.hash.slice(1);
  // What somebody has typed into the address may be no code at all: `#100%`.
  try { field.value = decodeURIComponent(typed); } catch { field.value = typed; }
  begin();
}
}
