/* The source in one column: each line once, with marks of the threads that are there now and with the steps that were there. */
const MOST_STEPS = 4, MOST_THREADS = 3, MOST_MARKS = 2;

class Source {
  constructor(parent, finding, sources) {
    this.finding = finding;
    this.lines = new Map();
    this.marked = [];
    this.box = html(parent, "div", "source");
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "region");
    this.box.setAttribute("aria-label", "Source");
    const steps = this.stepsByLine();
    for (const [file, wanted] of steps) if (sources[file]) this.file(file, sources[file], wanted);
  }

  /* By file and line: the steps of each thread. */
  stepsByLine() {
    const files = new Map();
    const put = (at) => {
      if (!at.file || !at.line) return null;
      if (!files.has(at.file)) files.set(at.file, new Map());
      const lines = files.get(at.file);
      if (!lines.has(at.line)) lines.set(at.line, new Map());
      return lines.get(at.line);
    };
    for (const row of this.finding.rows) {
      const threads = put(row.at);
      if (!threads) continue;
      if (!threads.has(row.thread)) threads.set(row.thread, []);
      threads.get(row.thread).push(this.finding.number(row));
    }
    this.finding.ends.forEach((end) => put(end.at));
    return files;
  }

  file(file, texts, wanted) {
    html(this.box, "div", "file", base(file)).title = file;
    const code = html(this.box, "pre", "code");
    let last = 0;
    for (const number of this.around(texts, wanted)) {
      if (last && number > last + 1) html(code, "span", "gap", "⋯");
      last = number;
      const row = html(code, "span", "line");
      const now = html(row, "span", "now");
      html(row, "span", "at", String(number));
      html(row, "span", "text", texts[number]);
      const passing = wanted.get(number);
      if (passing && passing.size) html(row, "span", "steps", this.passing(passing));
      this.lines.set(`${file}:${number}`, { row, now });
    }
  }

  /* The lines to show, ascending: of a file that other findings are about, too, those near the wanted ones. */
  around(texts, wanted) {
    const near = [...wanted.keys()].sort((a, b) => a - b);
    let next = 0;
    return Object.keys(texts).map(Number).sort((a, b) => a - b).filter((number) => {
      while (next < near.length && near[next] < number - 8) next++;
      return next < near.length && near[next] <= number + 8;
    });
  }

  passing(threads) {
    const all = [...threads].sort((a, b) => a[0] - b[0]).map(([thread, steps]) => `${this.finding.threads[thread]} ` +
      (steps.length > MOST_STEPS ? `${steps.slice(0, MOST_STEPS - 1).join(", ")} … ${steps[steps.length - 1]}` : steps.join(", ")));
    return all.length > MOST_THREADS ? `${all.slice(0, MOST_THREADS).join(" · ")} · ${all.length - MOST_THREADS} more` : all.join(" · ");
  }

  /* Marks where each thread is: the one that runs at its step, the others where they go on. */
  mark(at, threads) {
    this.marked.forEach(({ row, now }) => {
      row.classList.remove("here", "next");
      now.replaceChildren();
    });
    this.marked = [];
    const runs = this.finding.rows[at].thread, places = new Map();
    const others = threads.filter((thread) => thread !== runs);
    for (const thread of [runs, ...others]) {
      const position = thread === runs ? this.finding.rows[at] : this.finding.next(thread, at);
      const found = position && this.lines.get(`${position.at.file}:${position.at.line}`);
      if (found) places.set(found, [...(places.get(found) ?? []), thread]);
    }
    places.forEach((there, found) => {
      const isHere = there[0] === runs;
      found.row.classList.add(isHere ? "here" : "next");
      const names = there.map((thread) => this.finding.threads[thread]);
      const shown = names.length > MOST_MARKS ? [...names.slice(0, MOST_MARKS - 1), `+${names.length - MOST_MARKS + 1}`] : names;
      shown.forEach((name, index) => html(found.now, "b", index === 0 && isHere ? "runs" : "", name));
      found.now.title = names.join(", ");
      this.marked.push(found);
    });
    this.reveal();
  }

  /* Scrolls the column alone, so that the line that runs is in its middle. */
  reveal() {
    const here = this.marked.find(({ row }) => row.classList.contains("here"));
    if (!here) return;
    const line = here.row.getBoundingClientRect(), box = this.box.getBoundingClientRect();
    if (line.top < box.top + 30 || line.bottom > box.bottom - 10) this.box.scrollTop += line.top - box.top - box.height / 2;
  }
}
