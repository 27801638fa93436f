/* A finding's timeline: where it stands, and who shows it. */
const MANY_THREADS = 6; // whose lanes need more room than the source

class Timeline {
  constructor(root, finding, sources, number, severalFindings) {
    this.finding = finding;
    root.replaceChildren();
    root.classList.toggle("many", finding.threads.length > MANY_THREADS);
    Controls.keys(root, severalFindings);
    this.controls = new Controls(root, finding, this, number);
    this.picture = new Picture(root, finding, `row-${number}`, (row) => this.choose(row));
    this.source = new Source(root, finding, sources);
    this.legend(root);
    this.where = html(root, "div", "where");
    this.at = finding.failing();
    this.filter();
    new ResizeObserver(() => this.resize()).observe(this.picture.frame);
  }

  legend(root) {
    const legend = html(root, "p", "legend");
    [["hold", "holds a lock"], ["wait", "waits on a condition"], ["block", "is kept waiting"]].forEach(([color, words]) => {
      html(legend, "i").style.background = `var(--${color})`;
      legend.append(words);
    });
    legend.append(" · dashed: preemption, thick: the critical one · arrows: who let whom go on");
  }

  /* Draws anew where the room has changed. */
  resize() {
    const room = this.picture.frame.clientWidth;
    if (room === this.room || room === 0) return;
    this.room = room;
    this.filter();
  }

  /* Shows what the controls ask for; where nothing is left, what was there stays. */
  filter() {
    const rows = this.controls.rows(this.finding);
    this.room = this.picture.frame.clientWidth;
    if (rows.length === 0) return;
    const threads = this.finding.threads.map((name, thread) => thread).filter((thread) => this.controls.isShown(thread));
    this.shown = rows;
    this.threads = threads;
    this.picture.show(rows, threads, rows.findLast((row) => row <= this.at) ?? rows[0]);
    this.go(this.picture.at);
  }

  choose(row) {
    this.go(row);
    this.picture.frame.focus({ preventScroll: true });
  }

  act(action) {
    const rows = this.shown, position = this.picture.before[this.at], last = rows.length - 1, all = this.finding.rows;
    const target = {
      first: () => rows[0],
      back: () => rows[Math.max(0, position - 1)],
      next: () => rows[Math.min(last, position + 1)],
      last: () => rows[last],
      nextKey: () => rows.slice(position + 1).find((row) => all[row].key) ?? this.at,
      lastKey: () => rows.slice(0, position).findLast((row) => all[row].key) ?? this.at,
      critical: () => rows.find((row) => row === this.finding.critical) ?? this.at,
    }[action];
    if (target) this.go(target());
    else this.controls.search.focus();
  }

  go(row) {
    this.at = row;
    this.picture.go(row);
    const step = this.finding.rows[row], { buttons, counter, what } = this.controls;
    counter.textContent = this.finding.when(step);
    what.textContent = this.finding.words(step);
    buttons.first.disabled = buttons.back.disabled = row === this.shown[0];
    buttons.last.disabled = buttons.next.disabled = row === this.shown[this.shown.length - 1];
    this.source.mark(row, this.threads);
    this.where.replaceChildren();
    this.threads.forEach((thread) => this.thread(thread));
  }

  /* What a thread does or does next, and what it holds and waits for. */
  thread(thread) {
    const runs = this.finding.rows[this.at].thread === thread;
    const panel = html(this.where, "section", runs ? "thread runs" : "thread");
    html(panel, "h3", "", this.finding.threads[thread]);
    const position = runs ? this.finding.rows[this.at] : this.finding.next(thread, this.at);
    html(panel, "div", "does", !position ? "has ended" : (runs ? "" : "next: ") + position.operation);
    if (position) html(panel, "div", "place", placeOf(position.at));
    const states = this.finding.spans.filter((span) => span.thread === thread && span.from <= this.at && this.at < span.to);
    if (states.length === 0) return;
    const list = html(panel, "ul", "state");
    states.forEach((span) => html(list, "li", span.type, SPAN_WORDS[span.type] + span.object));
  }
}
