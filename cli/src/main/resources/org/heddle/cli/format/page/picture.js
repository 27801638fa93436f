/*
 * Draws the rows of a timeline: time goes down, each thread has a lane. Words stand in the lane of their thread where all of them fit
 * there, else in a column before narrow lanes, so that no label is cut. Of a long timeline only the rows in view are drawn.
 */
const ROW = 22, HEAD = 30, BARS = 26, BEND = 6, CHARACTER = 7.3, FEWEST_IN_LANE = 12, MOST_CHARACTERS = 60, SCROLLBAR = 20;
const ALL_AT_ONCE = 400, SPARE = 60, NARROW = 26;

class Picture {
  constructor(parent, finding, id, choose) {
    this.finding = finding;
    this.id = id;
    this.choose = choose;
    this.frame = html(parent, "div", "lanes");
    this.frame.tabIndex = 0;
    this.frame.setAttribute("role", "listbox");
    this.frame.setAttribute("aria-label", "Steps of all threads");
    this.heads = html(this.frame, "div", "heads");
    this.heads.setAttribute("aria-hidden", "true");
    this.canvas = html(this.frame, "div", "canvas");
    this.canvas.setAttribute("role", "presentation");
    this.frame.addEventListener("scroll", () => this.draw(false), { passive: true });
  }

  /* Shows these rows, given by their numbers, and the lanes of these threads. */
  show(rows, threads, at) {
    const all = this.finding.rows;
    this.shown = rows;
    this.threads = threads;
    this.at = at;
    this.before = new Int32Array(all.length + 1);
    let next = 0;
    for (let row = 0; row <= all.length; row++) {
      this.before[row] = next;
      if (rows[next] === row) next++;
    }
    this.layOut(this.frame.clientWidth);
    this.draw(true);
  }

  layOut(room) {
    const rows = this.shown.map((row) => this.finding.rows[row]), names = this.threads.map((thread) => this.finding.threads[thread]);
    const most = (lengths) => lengths.reduce((longest, length) => Math.max(longest, length), 0);
    const longest = Math.min(MOST_CHARACTERS, most(rows.map((row) => row.operation.length)));
    const head = Math.min(MOST_CHARACTERS, most(names.map((name) => name.length)));
    this.numbers = Math.max(3, most(rows.map((row) => this.finding.number(row).length))) * CHARACTER + 18;
    const own = BARS + Math.max(FEWEST_IN_LANE, longest, head) * CHARACTER + 10;
    this.inLanes = this.numbers + own * names.length + SCROLLBAR <= room;
    this.first = this.inLanes ? this.numbers : this.numbers + (longest + head + 1) * CHARACTER + 16;
    this.lane = this.inLanes ? own : Math.max(NARROW, head * CHARACTER + 8);
    this.characters = longest;
    const lanes = this.first + this.lane * names.length;
    const places = most(rows.map((row) => line(row.at).length)) * CHARACTER;
    this.places = places > 0 && lanes + places + SCROLLBAR <= room; // where there is room for them
    this.width = Math.max(lanes + 8, room - SCROLLBAR);
    this.canvas.style.width = this.heads.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.y(rows.length) + ROW / 2}px`;
    this.heads.replaceChildren();
    this.threads.forEach((thread, lane) => {
      const name = html(this.heads, "span", "", this.finding.threads[thread]);
      name.style.left = `${this.left(lane) - 4}px`;
    });
  }

  /* Where the line of a lane is. */
  left(lane) { return Math.round(this.first + lane * this.lane + (this.inLanes ? BARS - 4 : this.lane / 2)); }
  x(thread) { return this.left(this.threads.indexOf(thread)); }
  y(position) { return HEAD + position * ROW; }

  /* Draws the rows in view and some around them, unless they are there. */
  draw(anew) {
    const top = this.frame.scrollTop, height = this.frame.clientHeight || 600, rows = this.shown.length;
    const inView = Math.max(0, Math.floor(top / ROW) - 1), behind = Math.min(rows, inView + Math.ceil(height / ROW) + 2);
    if (!anew && inView >= this.from && behind <= this.to) return;
    const whole = rows <= ALL_AT_ONCE || this.isForPaper;
    this.from = whole ? 0 : Math.max(0, inView - SPARE);
    this.to = whole ? rows : Math.min(rows, behind + SPARE);
    const start = this.from === 0 ? 0 : this.y(this.from), end = this.y(this.to) + ROW / 2;
    this.canvas.replaceChildren();
    const picture = svg(this.canvas, "svg", { width: this.width, height: end - start, viewBox: `0 ${start} ${this.width} ${end - start}`,
      role: "presentation" });
    picture.style.top = `${start}px`;
    const ground = svg(picture, "g", { "aria-hidden": "true" });
    this.mark = svg(ground, "rect", { class: "current", x: 0, width: this.width, height: ROW });
    this.threads.forEach((thread, lane) => {
      svg(ground, "text", { class: "head", x: this.left(lane) - 4, y: 20 }, this.finding.threads[thread]);
      svg(ground, "line", { class: "lane", x1: this.left(lane), x2: this.left(lane), y1: Math.max(HEAD, start), y2: end });
    });
    this.bars(ground);
    this.handOvers(ground);
    this.links(ground);
    this.drawn = this.shown.slice(this.from, this.to).map((row, index) => this.row(picture, row, this.from + index));
    this.markAt();
  }

  row(picture, number, position) {
    const row = this.finding.rows[number], top = this.y(position), y = top + 15;
    const option = svg(picture, "g", { class: "row", role: "option", id: `${this.id}-${number}` });
    svg(option, "title", {}, `${this.finding.when(row)}, ${this.finding.words(row)}`);
    const group = svg(option, "g", { "aria-hidden": "true" });
    svg(group, "rect", { x: 0, y: top, width: this.width, height: ROW, fill: "transparent" });
    svg(group, "text", { class: "number", x: this.numbers - 10, y, "text-anchor": "end" }, this.finding.number(row));
    const look = row.key ? "what key" : "what";
    const text = svg(group, "text", { class: look, x: this.inLanes ? this.x(row.thread) + 4 : this.numbers, y },
      this.inLanes ? cut(row.operation, this.characters) : undefined);
    if (!this.inLanes) {
      svg(text, "tspan", { class: "who" }, this.finding.threads[row.thread]);
      svg(text, "tspan", { dx: CHARACTER }, cut(row.operation, this.characters));
      svg(group, "circle", { class: row.key ? "dot key" : "dot", cx: this.x(row.thread), cy: top + ROW / 2, r: 4 });
    }
    if (this.places) svg(group, "text", { class: "number", x: this.width - 8, y, "text-anchor": "end" }, line(row.at));
    option.addEventListener("click", () => this.choose(number));
    return option;
  }

  isInView(from, to) { return to >= this.from && from <= this.to; }

  bars(picture) {
    this.finding.spans.forEach((span, index) => {
      const from = this.before[span.from], to = this.before[span.to];
      if (!this.threads.includes(span.thread) || !this.isInView(from, to)) return;
      const last = span.to >= this.finding.rows.length;
      const height = (to - from) * ROW + (last ? ROW / 2 : 0);
      if (height <= 0) return;
      const column = this.finding.columns[index];
      const bar = svg(picture, "rect", { class: span.type, width: this.inLanes ? 4 : 3, rx: 1, y: this.y(from) + 4, height,
        x: this.inLanes ? this.x(span.thread) - 21 + column * 5 : this.x(span.thread) + [-6, 3, -10, 7][column] });
      svg(bar, "title", {}, `${this.finding.threads[span.thread]} ${SPAN_WORDS[span.type]}${span.object}`);
    });
  }

  handOvers(picture) {
    const names = this.finding.threads;
    for (let position = Math.max(1, this.from); position < this.to; position++) {
      const last = this.finding.rows[this.shown[position - 1]], row = this.finding.rows[this.shown[position]];
      if (last.thread === row.thread) continue;
      const isCritical = this.shown[position] === this.finding.critical;
      const kinds = `hand${row.preempts ? " preemption" : ""}${isCritical ? " critical" : ""}`;
      const x1 = this.x(last.thread), x2 = this.x(row.thread), y = this.y(position);
      const path = svg(picture, "path", { class: kinds, d: `M${x1},${y - 5} L${x1},${y} L${x2},${y} L${x2},${y + 5}` });
      svg(path, "title", {}, row.preempts ? `preemption of ${names[last.thread]}` : `${names[last.thread]} hands over to ${names[row.thread]}`);
    }
  }

  links(picture) {
    for (const link of this.finding.links) {
      const from = this.before[link.from], to = this.before[link.to];
      if (this.shown[from] !== link.from || this.shown[to] !== link.to || !this.isInView(from, to)) continue;
      const a = this.finding.rows[link.from], b = this.finding.rows[link.to];
      const right = this.x(b.thread) > this.x(a.thread);
      const x1 = this.x(a.thread), x2 = this.x(b.thread) - (right ? 4 : 0);
      const y1 = this.y(from) + ROW / 2, y2 = this.y(to) + ROW / 2;
      // Along lanes and across rows where nothing is written: beside a row's words there is none to the left.
      const way = right ? `V${y2 - BEND} Q${x1},${y2} ${x1 + BEND},${y2} H${x2}` : `H${x2 + BEND} Q${x2},${y1} ${x2},${y1 + BEND} V${y2}`;
      const arrow = svg(picture, "path", { class: "link", d: `M${x1},${y1} ${way}` });
      svg(arrow, "title", {}, `step ${a.step} ${link.type} step ${b.step}`);
      svg(picture, "path", { class: "head-of-arrow", d: right ? `M${x2},${y2} l-6,-3.5 l0,7 z` : `M${x2},${y2} l-3.5,-6 l7,0 z` });
    }
  }

  /* Goes to a row, and brings it into view. */
  go(at) {
    this.at = at;
    const top = this.y(this.before[at]), view = this.frame;
    if (top < view.scrollTop + HEAD) view.scrollTop = top - HEAD;
    if (top + 2 * ROW > view.scrollTop + view.clientHeight) view.scrollTop = top + 2 * ROW - view.clientHeight;
    this.draw(false);
    this.markAt();
  }

  markAt() {
    const position = this.before[this.at];
    this.mark.setAttribute("y", this.y(position));
    this.drawn.forEach((row, index) => {
      row.classList.toggle("later", this.from + index > position);
      row.setAttribute("aria-selected", this.from + index === position);
    });
    if (position >= this.from && position < this.to) this.frame.setAttribute("aria-activedescendant", `${this.id}-${this.at}`);
    else this.frame.removeAttribute("aria-activedescendant");
  }
}
