// What all pages of the studio share: what the server has given them, asking for more, and telling how it went.
const given = JSON.parse(find("given").textContent);

function tell(text, isProblem = false) {
  const status = find("status");
  status.textContent = text;
  status.classList.toggle("problem", isProblem);
}

// Ask the server; a problem is raised with the words it gives.
async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  if (answer.ok) return answer;
  let problem = { detail: `${answer.status} ${answer.statusText}` };
  if (answer.headers.get("content-type")?.startsWith("application/problem+json")) problem = await answer.json();
  throw Object.assign(new Error(problem.detail), { code: problem.type?.replace("urn:rubricator:problem:", "") });
}

const askJson = async (path, options) => (await ask(path, options)).json();
const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

// Run something that may fail, with a word for the time it takes.
async function busy(text, work) {
  const late = setTimeout(() => tell(text), 150);
  document.body.setAttribute("aria-busy", "true");
  try {
    return await work();
  } catch (error) {
    clearTimeout(late);
    tell(error.message, true);
    return undefined;
  } finally {
    clearTimeout(late);
    document.body.removeAttribute("aria-busy");
    if (find("status").textContent === text) tell("");
  }
}

// Of several answers that are asked for one after the other, only the last counts, whichever comes first.
function latest() {
  let asked = 0;
  return async (work) => {
    const number = ++asked, found = await work();
    return number === asked ? found : undefined;
  };
}

// What is chosen stands in the address (`#at=120&method=tags`): it is the same after a reload and for one who comes back.
function asked(name, known) {
  const value = new URLSearchParams(location.hash.slice(1)).get(name);
  return value !== null && (!known || known.includes(value)) ? value : null;
}

function inAddress(values) {
  const all = new URLSearchParams(location.hash.slice(1));
  for (const [name, value] of Object.entries(values)) {
    if (value) all.set(name, value);
    else all.delete(name);
  }
  history.replaceState(history.state, "", `#${all}`);
}

function fill(select, values, chosen) {
  select.replaceChildren(...values.map(([value, text]) => {
    const option = make("option", "", text);
    option.value = value;
    option.selected = value === chosen;
    return option;
  }));
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const remembered = (name, otherwise) => { try { return localStorage.getItem(name) ?? otherwise; } catch { return otherwise; } };
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window forgets */ } };
