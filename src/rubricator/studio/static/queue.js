{
const [left, right] = ["left", "right"].map(find);
const names = given.annotators.map((name) => [name, name]);
fill(left, names, given.annotators[0]);
fill(right, names, given.annotators[1] ?? given.annotators[0]);
if (names.length < 2) {
  find("agreeing").hidden = true;
  tell("Agreement is shown when two people have annotated the same pages.");
}

// The next page is that of whoever annotates in this browser.
const own = remembered("annotator", given.annotator);
const next = given.pages.find(([, done]) => !done.includes(own));
if (next) {
  const link = make("a", "button", `Annotate the next page as ${own}`);
  link.href = `/pages/${next[0]}/annotate`;
  find("begin").append(link);
} else if (given.pages.length) find("begin").textContent = `${own} has done all pages.`;

const figure = (value) => value.toFixed(3);

function table(data) {
  const table = make("table"), head = table.createTHead().insertRow();
  const columns = ["Page", "Lines", "Kappa", "Kappa of levels", "F of headings", "F of blocks"];
  for (const name of columns) {
    const cell = make("th", "", name);
    cell.scope = "col";
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of [{ ...data, name: `All ${count(data.pages, "page")}` }, ...data.rows]) {
    const line = body.insertRow(), name = make("th", "", row.name);
    name.scope = "row";
    line.append(name);
    const figures = [row.lines, ...[row.kappa, row.kappa_levels, row.heading_f, row.block_f].map(figure)];
    for (const value of figures) line.insertCell().textContent = value;
  }
  return table;
}

find("agreeing").addEventListener("submit", (event) => {
  event.preventDefault();
  busy("Comparing …", async () => {
    const data = await askJson(`/data/agreement?${query({ left: left.value, right: right.value })}`);
    find("agreement").replaceChildren(...(data.pages ? [table(data)] : []));
    tell([data.pages ? "" : "These two have no page in common yet.", ...data.messages].join(" ").trim(), data.messages.length > 0);
  });
});
}
