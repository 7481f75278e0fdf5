// Marks and what can be done with them. They are never changed in place: each step makes new ones, so that the old are
// there for undo. An action gives what changes, or a text that says why nothing does.
function marking(units, size) {
const hull = (heading) => [heading.parts[0][0], heading.parts.at(-1)[1]];
const touches = ([start, end], unit) => start < unit.end && end > unit.start;
const without = (ranges, unit) => ranges.filter((one) => !touches(one, unit));
const inOrder = (headings) => [...headings].sort((one, two) => hull(one)[0] - hull(two)[0]);
const headingAt = (marks, unit) => marks.headings.find((one) => touches(hull(one), unit));
const replaced = (marks, heading, other) => marks.headings.map((one) => (one === heading ? other : one));

// The number of the first line that ends behind a place, and the lines that a range touches.
function lineAt(place) {
  let low = 0, high = units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle].end > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

function* linesOf([start, end]) {
  for (let number = lineAt(start); number < units.length && units[number].start < end; number++) yield number;
}

const firstLine = (heading) => lineAt(hull(heading)[0]);
const lastLine = (heading) => [...linesOf(hull(heading))].at(-1) ?? -1;
const textOf = (range) => [...linesOf(range)].map((number) => {
  const unit = units[number];
  return [...unit.text].slice(Math.max(0, range[0] - unit.start), range[1] - unit.start).join("");
}).join(" ");

// Headings without a line in their gaps; what is left of a gap has lines of its own.
const filled = (headings, unit) => headings.map((one) => (one.gaps?.some((gap) => touches(gap, unit)) ? {
  ...one,
  gaps: one.gaps.flatMap(([start, end]) => [[start, Math.min(end, unit.start)], [Math.max(start, unit.end), end]])
    .filter((gap) => gap[0] < gap[1] && ![...linesOf(gap)].every((number) => units[number] === unit)),
} : one));

// The headings whose blocks hold a line, the innermost first.
function* open(marks, unit) {
  let level = Infinity;
  for (const one of [...marks.headings].reverse()) {
    if (hull(one)[0] >= unit.start || one.level >= level) continue;
    level = one.level;
    if (one.end === null || one.end > unit.start) yield one;
  }
}

const actions = {
  level(marks, unit, level) {
    const heading = headingAt(marks, unit);
    if (heading) return { headings: replaced(marks, heading, { ...heading, level }) };
    const added = { parts: [[unit.start, unit.end]], level, run_in: false, end: null, alternatives: [], gaps: [] };
    return { headings: inOrder([...filled(marks.headings, unit), added]) };
  },
  clear(marks, unit) {
    const heading = headingAt(marks, unit);
    return {
      headings: filled(marks.headings.filter((one) => one !== heading), unit).map((one) => ({
        ...one,
        alternatives: one.alternatives.filter((other) => !other.some((part) => touches(part, unit))),
      })),
      titles: marks.titles && without(marks.titles, unit),
      transitions: without(marks.transitions, unit),
    };
  },
  title(marks, unit) {
    const titles = marks.titles ?? [], heading = headingAt(marks, unit);
    if (titles.some((one) => touches(one, unit))) return { titles: without(titles, unit) };
    return { titles: [...titles, [unit.start, unit.end]], headings: marks.headings.filter((one) => one !== heading) };
  },
  bodyBegins(marks, unit) {
    const end = marks.body && marks.body[1] > unit.start ? marks.body[1] : size;
    return { body: [unit.start, end] };
  },
  bodyEnds(marks, unit) {
    const start = marks.body && marks.body[0] < unit.end ? marks.body[0] : 0;
    return { body: [start, unit.end] };
  },
  noBody() {
    return { body: null };
  },
  transition(marks, unit) {
    if (marks.transitions.some((one) => touches(one, unit))) return { transitions: without(marks.transitions, unit) };
    return { transitions: [...marks.transitions, [unit.start, unit.end]] };
  },
  run(marks, unit) {
    if (!unit.cuts.length) return "This line has no opening run of its own.";
    const ends = [...unit.cuts.map(([end]) => end), unit.end];
    const heading = headingAt(marks, unit), before = marks.headings.findLast((one) => hull(one)[0] < unit.start);
    const end = heading ? ends[(ends.indexOf(hull(heading)[1]) + 1) % ends.length] : ends[0];
    const made = { level: before?.level ?? 1, end: null, alternatives: [], gaps: [], ...heading,
      parts: [[unit.start, end]], run_in: end < unit.end };
    return { headings: heading ? replaced(marks, heading, made) : inOrder([...filled(marks.headings, unit), made]) };
  },
  grow(marks, unit, step) {
    const heading = headingAt(marks, unit);
    if (!heading) return "There is no heading on this line.";
    const first = firstLine(heading), last = lastLine(heading) + step;
    if (last < first) return "The heading has this one line only.";
    if (last >= units.length) return "This is the last line.";
    const next = units[last];
    if (step > 0 && headingAt(marks, next)) return "The next line is a heading of its own.";
    return { headings: replaced(marks, heading, { ...heading, run_in: false, parts: [[hull(heading)[0], next.end]] }) };
  },
  another(marks, unit) {
    const before = marks.headings.findLast((one) => hull(one)[1] <= unit.start);
    if (!before || headingAt(marks, unit)) return "There is no heading before this line, or it is one itself.";
    return { headings: replaced(marks, before, { ...before, alternatives: [...before.alternatives, [[unit.start, unit.end]]] }) };
  },
  ends(marks, unit) {
    const heading = marks.headings.findLast((one) => hull(one)[0] <= unit.start && (one.end === null || one.end >= unit.end));
    if (!heading) return "No block is open on this line.";
    return { headings: replaced(marks, heading, { ...heading, end: heading.end === unit.end ? null : unit.end }) };
  },
  gap(marks, unit) {
    if (marks.headings.some((one) => one.gaps?.some((gap) => touches(gap, unit)))) return { headings: filled(marks.headings, unit) };
    if (headingAt(marks, unit)) return "A heading is part of its block.";
    const around = new Set(open(marks, unit));
    if (!around.size) return "No block is open on this line.";
    const grown = (one) => ({ ...one, gaps: [...(one.gaps ?? []), [unit.start, unit.end]].sort(([one], [two]) => one - two) });
    return { headings: marks.headings.map((one) => (around.has(one) ? grown(one) : one)) };
  },
};

// What is said of each line: a sign, a colour, words.
function described(marks) {
  const found = units.map(() => ["", "", ""]);
  const say = (range, what) => { for (const number of linesOf(range)) found[number] = what; };
  for (const { end } of marks.headings) {
    const number = end === null ? -1 : lineAt(end - 1);
    const last = units[number]?.start < end ? number : number - 1;
    if (last >= 0) found[last] = ["⌐", "l0", "block ends here"];
  }
  for (const range of marks.transitions) say(range, ["x", "l5", "transition"]);
  for (const one of marks.headings) for (const gap of one.gaps ?? []) say(gap, ["–", "l0", "not part of the block around it"]);
  for (const one of marks.headings) for (const other of one.alternatives) for (const part of other) say(part, ["a", "l0", "another heading"]);
  for (const one of marks.headings) {
    const colour = `l${Math.min(one.level, LEVELS)}`, run = one.run_in ? `, opening run “${textOf(hull(one))}”` : "";
    say(hull(one), [one.run_in ? `${one.level}…` : `${one.level}`, colour, `heading, level ${one.level}${run}`]);
  }
  for (const range of marks.titles ?? []) say(range, ["T", "l0", "title"]);
  return found;
}

// The words of what is marked: with them a draft can be brought over to a page that was changed since.
function texts(marks) {
  const ranges = [...marks.headings.flatMap((one) => one.parts), ...(marks.titles ?? [])];
  return Object.fromEntries(ranges.map((range) => [range.join("-"), textOf(range)]));
}

return { actions, described, texts, hull, firstLine, inBody: (marks, unit) => !marks.body || touches(marks.body, unit) };
}
