{
const newest = latest();
const [left, right, only] = ["left", "right", "only"].map(find);
const WORDS = { same: "same", level: "other level", extent: "other extent", left: "left only", right: "right only" };
let data = null;

function choices() {
  const gold = given.annotators.map((name) => [`gold:${name}`, `gold: ${name}`]);
  const methods = given.methods.map((name) => [name, given.static.includes(name) ? name : `${name} (browser)`]);
  const known = [...methods, ...gold].map(([value]) => value);
  fill(left, [...methods, ...gold], asked("left", known) ?? "tags");
  fill(right, [...gold, ...methods], asked("right", known) ?? gold[0]?.[0] ?? given.default);
  only.checked = asked("only") !== null;
}

async function load() {
  const sides = { left: left.value, right: right.value };
  const needsBoxes = Object.values(sides).some((name) => !name.startsWith("gold:") && !given.static.includes(name));
  await busy("Comparing …", async () => {
    const found = await newest(() => askJson(`/data/pages/${given.id}/compare?${query({ ...sides, render: needsBoxes ? "browser" : "static" })}`));
    if (!found) return;
    data = found;
    show();
  });
}

function show() {
  const { counts } = data;
  find("left-name").textContent = `${named(data.left.name)} (${data.left.headings})`;
  find("right-name").textContent = `${named(data.right.name)} (${data.right.headings})`;
  const parts = Object.entries(WORDS).filter(([kind]) => counts[kind]).map(([kind, words]) => `${counts[kind]} ${words}`);
  tell(`${parts.join(", ") || "No headings on either side"}. F of headings ${data.f1.toFixed(2)}.`);
  const rows = data.rows.filter((row) => !only.checked || row.kind !== "same");
  find("rows").tBodies[0].replaceChildren(...rows.map(line));
}

const named = (name) => name.replace(/^gold:/, "gold: ");

function line(row) {
  const line = make("tr", `is-${row.kind}`);
  const word = make("td", "kind");
  word.append(make("span", "", WORDS[row.kind]));
  line.append(cell(row.left, data.left.name), word, cell(row.right, data.right.name));
  return line;
}

function cell(entry, name) {
  const cell = make("td");
  if (!entry) return cell;
  const link = make("a", `entry l${Math.min(entry.level, LEVELS)}`);
  const method = given.static.includes(name) ? `&method=${name}` : "";
  link.href = `/pages/${given.id}/look#at=${entry.start}${method}`;
  link.style.setProperty("--depth", Math.min(Math.max(entry.level - 1, 0), 6));
  const text = make("span", "", entry.text);
  text.dir = "auto";
  link.append(make("b", "level", entry.level || "T"), text);
  if (entry.confidence !== null) link.append(make("small", "", `${Math.round(entry.confidence * 100)} %`));
  cell.append(link);
  return cell;
}

choices();
for (const one of [left, right]) {
  one.addEventListener("change", () => {
    inAddress({ left: left.value, right: right.value });
    load();
  });
}
only.addEventListener("change", () => {
  inAddress({ only: only.checked && "yes" });
  if (data) show();
});
find("choosing").addEventListener("submit", (event) => event.preventDefault());
load();
}
