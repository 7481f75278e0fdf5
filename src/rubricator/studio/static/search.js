{
const results = find("results"), field = find("q");

async function search(words) {
  await busy("Searching …", async () => {
    const data = await askJson(`/data/search?${query({ q: words, limit: 20 })}`);
    results.replaceChildren(...data.results.map(shown));
    const said = data.warnings.map((one) => one.message).join("; ");
    tell(said || (data.results.length ? count(data.results.length, "block") : "Nothing found."));
  });
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
  search(field.value);
});
if (location.hash.length > 1) {
  field.value = decodeURIComponent(location.hash.slice(1));
  search(field.value);
}
field.focus();
}
