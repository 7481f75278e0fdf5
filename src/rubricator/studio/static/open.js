{
const megabytes = (size) => `${Number((size / 2 ** 20).toPrecision(3))} MB`;

async function open(body, type, name) {
  const size = body.size ?? new Blob([body]).size;
  if (size > given.most) return tell(`The page has ${megabytes(size)}; at most ${megabytes(given.most)} are taken.`, true);
  await busy("Reading the page …", async () => {
    const headers = type ? { "Content-Type": type } : {};
    const page = await askJson(`/data/open?${query({ name })}`, { method: "POST", body, headers });
    location.assign(`/pages/${page.id}/look`);
  });
}

// Browsers do not know the type of every file; the server looks at how it begins.
const openFile = (file) => file && open(file, file.type === "text/html" ? "text/html" : "application/octet-stream", file.name);

const drop = find("dropping"), file = find("file");
file.addEventListener("change", () => openFile(file.files[0]));
drop.addEventListener("submit", (event) => event.preventDefault());
for (const name of ["dragenter", "dragover"]) {
  document.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
}
for (const name of ["dragleave", "drop"]) document.addEventListener(name, () => drop.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  openFile(event.dataTransfer.files[0]);
});
find("pasting").addEventListener("submit", (event) => {
  event.preventDefault();
  const html = find("html").value;
  if (!html.trim()) tell("There is nothing pasted yet.", true);
  else open(JSON.stringify({ html }), "application/json", "");
});
find("fetching").addEventListener("submit", (event) => {
  event.preventDefault();
  const address = find("address").value;
  open(JSON.stringify({ fetch: address }), "application/json", address);
});
}
