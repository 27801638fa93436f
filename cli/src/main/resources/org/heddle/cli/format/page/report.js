"use strict";
/* Draws the timelines of a report: time goes down, each thread has a lane. */
(() => {
  const report = JSON.parse(document.getElementById("report-data").textContent);
  const sources = JSON.parse(document.getElementById("report-sources").textContent);
  const ROW = 22, HEAD = 30, NUMBER = 46, BARS = 26, BEND = 6, CHARACTER = 7.3, NARROWEST = 120, WIDEST = 300, PLACES = 300, SCROLLBAR = 20,
    AROUND = 4;
  const KEYS = { ArrowDown: "next", j: "next", ArrowUp: "back", k: "back", Home: "first", End: "last", n: "nextKey", p: "lastKey",
    c: "critical" };

  const svg = (parent, name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    if (text !== undefined) element.textContent = text;
    return parent.appendChild(element);
  };
  const html = (parent, name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return parent.appendChild(element);
  };
  const order = (a, b) => (a === "main" ? -1 : b === "main" ? 1 : a.localeCompare(b, "en", { numeric: true }));
  const base = (path) => path.slice(path.lastIndexOf("/") + 1);
  const cut = (text, room) => (text.length <= room ? text : text.slice(0, Math.max(0, room - 1)) + "…");

  const line = (at) => (at.file && at.line ? `${base(at.file)}:${at.line}` : "");
  const place = (at) =>
    at.file ? `${base(at.file)}${at.line ? ":" + at.line : ""}${at.function ? " in " + at.function : ""}` : "";
  const source = (parent, at) => {
    const lines = sources[at.file];
    if (!lines || !at.line) return;
    const code = html(parent, "pre", "code");
    for (let number = at.line - AROUND; number <= at.line + AROUND; number++) {
      if (lines[number] === undefined) continue;
      html(code, "span", number === at.line ? "here" : "", `${String(number).padStart(5)}  ${lines[number]}`);
    }
  };

  class Timeline {
    constructor(root, finding) {
      this.steps = this.withRowsBetween(finding);
      this.finding = this.inRows(finding);
      this.threads = [...new Set(this.steps.map((step) => step.thread))].sort(order);
      this.lane = this.laneWidth(root.clientWidth);
      this.build(root);
      this.go(this.failing());
    }

    /* The steps, and between them what was done to the memory that the finding is about, where that is no step itself. */
    withRowsBetween(finding) {
      const after = (step) => finding.between.filter((row) => row.after === step).map((row) => ({ ...row, step: "·", key: true }));
      const shown = this.shown(finding.trace);
      return [...after(-1), ...finding.trace.flatMap((step) => [...(shown.get(step.step) ?? []), ...after(step.step)])];
    }

    /* By their numbers, the steps that tell something to a reader; a preemption before another one comes before its thread's next step. */
    shown(trace) {
      const steps = new Map();
      let preempting = null;
      trace.forEach((step, at) => {
        const goesOn = trace[at + 1]?.thread === step.thread;
        if (step.look && (goesOn || !step.preempts)) {
          preempting = step.preempts || preempting === step.thread ? step.thread : null;
        } else {
          steps.set(step.step, [preempting === step.thread ? { ...step, preempts: true } : step]);
          preempting = null;
        }
      });
      return steps;
    }

    /* The finding with rows for steps: the first row that is not before the step. */
    inRows(finding) {
      const number = (row) => (row.after === undefined ? row.step : row.after + 0.5);
      const row = (step) => this.steps.filter((shown) => number(shown) < step).length;
      const moved = (span) => ({ ...span, from: row(span.from), to: row(span.to) });
      const critical = finding.criticalSwitch && { ...finding.criticalSwitch, row: row(finding.criticalSwitch.step) };
      return { ...finding, criticalSwitch: critical, spans: finding.spans.map(moved), links: finding.links.map(moved) };
    }

    /* As wide as the longest operation needs, but no wider than lets all lanes stand side by side, down to a width that can be read. */
    laneWidth(room) {
      const longest = Math.max(0, ...this.steps.map((step) => step.operation.length));
      const share = Math.floor((room - NUMBER - SCROLLBAR) / this.threads.length);
      const spare = share - Math.floor(PLACES / this.threads.length) - BARS;
      const wanted = BARS + Math.min(Math.max(WIDEST, spare), Math.max(NARROWEST, Math.ceil(longest * CHARACTER) + 8));
      return Math.max(BARS + NARROWEST, Math.min(wanted, share));
    }

    /* The last step that matters: where it fails. */
    failing() {
      const last = this.steps.map((step) => step.key).lastIndexOf(true);
      return last < 0 ? this.steps.length - 1 : last;
    }

    x(thread) { return NUMBER + this.threads.indexOf(thread) * this.lane; }
    y(step) { return HEAD + step * ROW; }

    build(root) {
      root.replaceChildren();
      this.controls(root);
      this.frame = html(root, "div", "lanes");
      this.frame.tabIndex = 0;
      this.frame.setAttribute("role", "application");
      this.frame.setAttribute("aria-label", "Timeline: arrow keys step, n and p go to steps that matter, c to the critical switch");
      this.frame.addEventListener("keydown", (event) => this.key(event));
      this.draw();
      this.where = html(root, "div", "where");
      this.where.setAttribute("aria-live", "polite");
      this.alternative(root);
      const legend = html(root, "p", "legend");
      [["hold", "holds a lock"], ["wait", "waits on a condition"], ["block", "is kept waiting"]].forEach(([color, words]) => {
        html(legend, "i").style.background = `var(--${color})`;
        legend.append(words);
      });
      legend.append(" · dashed: preemption, thick: the critical one · arrows: who let whom go on");
    }

    controls(root) {
      const bar = html(root, "div", "controls");
      this.buttons = {};
      [["first", "|◀", "First step"], ["back", "◀", "Step back"], ["next", "▶", "Step forward"], ["last", "▶|", "Last step"]]
        .forEach(([action, sign, title]) => {
          const button = html(bar, "button", action, sign);
          button.type = "button";
          button.title = title;
          button.setAttribute("aria-label", title);
          button.addEventListener("click", () => this.act(action));
          this.buttons[action] = button;
        });
      this.counter = html(bar, "span", "counter");
    }

    draw() {
      const lanes = NUMBER + this.threads.length * this.lane, room = this.frame.clientWidth;
      const longest = Math.max(0, ...this.steps.map((step) => line(step).length)) * CHARACTER;
      this.places = longest > 0 && lanes + longest + SCROLLBAR <= room; // where there is room for them
      const width = Math.max(lanes, room - SCROLLBAR), height = this.y(this.steps.length) + ROW;
      const picture = svg(this.frame, "svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
      svg(picture, "title", {}, `${this.steps.length} steps of ${this.threads.join(", ")}`);
      this.mark = svg(picture, "rect", { class: "current", x: 0, y: 0, width, height: ROW });
      for (const thread of this.threads) {
        svg(picture, "text", { class: "head", x: this.x(thread) + BARS, y: 20 }, thread);
        svg(picture, "line", { class: "lane", x1: this.x(thread) + BARS - 4, x2: this.x(thread) + BARS - 4, y1: HEAD, y2: height });
      }
      this.bars(picture);
      this.handOvers(picture);
      this.links(picture);
      this.rows = this.steps.map((step, index) => this.row(picture, step, index, width));
    }

    row(picture, step, index, width) {
      const group = svg(picture, "g", { class: "row" });
      const y = this.y(index) + 15;
      svg(group, "rect", { x: 0, y: this.y(index), width, height: ROW, fill: "transparent" });
      svg(group, "text", { class: "number", x: NUMBER - 10, y, "text-anchor": "end" }, step.step);
      const room = Math.floor((this.lane - BARS) / CHARACTER);
      const text = svg(group, "text", { class: step.key ? "key" : "", x: this.x(step.thread) + BARS, y }, cut(step.operation, room));
      svg(text, "title", {}, `${step.thread}: ${step.operation}`);
      if (this.places) svg(group, "text", { class: "number", x: width - 8, y, "text-anchor": "end" }, line(step));
      group.addEventListener("click", () => { this.go(index); this.frame.focus({ preventScroll: true }); });
      return group;
    }

    bars(picture) {
      const taken = {};
      for (const span of this.finding.spans) {
        if (!this.threads.includes(span.thread)) continue;
        const columns = (taken[span.thread] ??= []);
        let column = columns.findIndex((end) => end <= span.from);
        if (column < 0) column = columns.length;
        columns[column] = span.to;
        const last = span.to >= this.steps.length;
        const bar = svg(picture, "rect", { class: span.type, x: this.x(span.thread) + 1 + Math.min(column, 3) * 5, width: 4, rx: 1,
          y: this.y(span.from) + 4, height: (span.to - span.from) * ROW + (last ? ROW / 2 : 0) });
        svg(bar, "title", {}, `${span.thread} ${this.words(span)}`);
      }
    }

    words(span) {
      return { holds: "holds ", waits: "waits on ", blocked: "is kept waiting by " }[span.type] + span.object;
    }

    handOvers(picture) {
      const critical = this.finding.criticalSwitch;
      for (let step = 1; step < this.steps.length; step++) {
        const from = this.steps[step - 1].thread, to = this.steps[step].thread;
        if (from === to) continue;
        const kinds = ["hand", this.steps[step].preempts ? "preemption" : "", critical && critical.row === step ? "critical" : ""];
        const x1 = this.x(from) + BARS - 4, x2 = this.x(to) + BARS - 4, y = this.y(step);
        const line = svg(picture, "path", { class: kinds.join(" ").trim(), d: `M${x1},${y - 5} L${x1},${y} L${x2},${y} L${x2},${y + 5}` });
        svg(line, "title", {}, this.steps[step].preempts ? `preemption of ${from}` : `${from} hands over to ${to}`);
      }
    }

    links(picture) {
      for (const link of this.finding.links) {
        const a = this.steps[link.from], b = this.steps[link.to];
        if (!a || !b || a.thread === b.thread) continue;
        const right = this.x(b.thread) > this.x(a.thread);
        const x1 = this.x(a.thread) + BARS - 4, x2 = this.x(b.thread) + BARS - (right ? 8 : 4);
        const y1 = this.y(link.from) + ROW / 2, y2 = this.y(link.to) + ROW / 2;
        // Along lanes and across rows where nothing is written: beside a row's words there is none to the left.
        const way = right ? `V${y2 - BEND} Q${x1},${y2} ${x1 + BEND},${y2} H${x2}` : `H${x2 + BEND} Q${x2},${y1} ${x2},${y1 + BEND} V${y2}`;
        const arrow = svg(picture, "path", { class: "link", d: `M${x1},${y1} ${way}` });
        svg(arrow, "title", {}, `step ${a.step} ${link.type} step ${b.step}`);
        const head = right ? `M${x2},${y2} l-6,-3.5 l0,7 z` : `M${x2},${y2} l-3.5,-6 l7,0 z`;
        svg(picture, "path", { class: "head-of-arrow", d: head });
      }
    }

    key(event) {
      const action = KEYS[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.act(action);
    }

    act(action) {
      const keys = this.steps.map((step, index) => (step.key ? index : -1)).filter((index) => index >= 0);
      const critical = this.finding.criticalSwitch;
      const target = {
        first: () => 0,
        back: () => this.at - 1,
        next: () => this.at + 1,
        last: () => this.steps.length - 1,
        nextKey: () => keys.find((index) => index > this.at) ?? this.at,
        lastKey: () => keys.filter((index) => index < this.at).pop() ?? this.at,
        critical: () => (critical ? critical.row : this.at),
      }[action]();
      this.go(target);
    }

    go(step) {
      this.at = Math.max(0, Math.min(this.steps.length - 1, step));
      this.mark.setAttribute("y", this.y(this.at));
      this.rows.forEach((row, index) => row.classList.toggle("later", index > this.at));
      const row = this.steps[this.at];
      this.counter.textContent = row.after === undefined ? `step ${row.step} of ${this.finding.trace.length - 1}` : (row.after < 0 ? "before all steps" : `after step ${row.after}`);
      this.buttons.first.disabled = this.buttons.back.disabled = this.at === 0;
      this.buttons.last.disabled = this.buttons.next.disabled = this.at === this.steps.length - 1;
      const top = this.y(this.at), view = this.frame;
      if (top < view.scrollTop + HEAD) view.scrollTop = top - HEAD;
      if (top + 2 * ROW > view.scrollTop + view.clientHeight) view.scrollTop = top + 2 * ROW - view.clientHeight;
      this.show();
    }

    /* Each thread's source, side by side: the running thread's at the step, the others' where they go on. */
    show() {
      this.where.replaceChildren();
      this.threads.forEach((thread) => this.thread(thread));
    }

    thread(thread) {
      const runs = this.steps[this.at].thread === thread;
      const panel = html(this.where, "section", runs ? "thread runs" : "thread");
      html(panel, "h4", "", thread);
      const position = runs ? this.steps[this.at] : this.position(thread);
      html(panel, "div", "does", !position ? "has ended" : (runs ? "" : "next: ") + position.operation);
      if (position) {
        html(panel, "div", "place", place(position));
        source(panel, position);
      }
      const list = html(panel, "ul", "state");
      this.finding.spans.filter((span) => span.thread === thread && span.from <= this.at && this.at < span.to)
        .forEach((span) => html(list, "li", span.type, this.words(span)));
    }

    /* Where a thread goes on behind the step: its next step, or what it has pending at the end; undefined if it has ended. */
    position(thread) {
      const next = this.steps.find((step, index) => index > this.at && step.thread === thread);
      const last = this.finding.threads.find((state) => state.thread === thread && state.next);
      return next ?? (last && { ...last, operation: last.next });
    }

    /* The switch without which it does not happen, and what would have come instead. */
    alternative(root) {
      const critical = this.finding.criticalSwitch;
      const taken = critical && this.steps[critical.row];
      if (!taken) return;
      const both = html(root, "div", "switch");
      [["what happened", taken.thread, taken.operation, taken], ["what would have been fine", critical.from, critical.next, critical]]
        .forEach(([title, thread, operation, at]) => {
          const side = html(both, "section", "");
          html(side, "h4", "", `Step ${critical.step}: ${title}`);
          html(side, "div", "does", `${thread}: ${operation}`);
          html(side, "div", "place", place(at));
          source(side, at);
        });
    }
  }

  document.querySelectorAll(".timeline").forEach((root) => {
    const finding = report.findings[Number(root.dataset.finding)];
    if (finding && finding.trace.length > 0) new Timeline(root, finding);
  });
})();
