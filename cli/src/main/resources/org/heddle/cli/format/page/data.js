/* Reads the page's data: texts stand in tables, rows are columns of their numbers. */
const KEY = 1, PREEMPTS = 2, RELATED = 4;
const SPAN_TYPES = ["holds", "waits", "blocked"];
const SPAN_WORDS = { holds: "holds ", waits: "waits on ", blocked: "is kept waiting by " };

const groupsOf = (numbers, size, read) => {
  const all = [];
  for (let at = 0; at < numbers.length; at += size) all.push(read(numbers.slice(at, at + size)));
  return all;
};

/* A finding: its rows, and what is drawn along them. Rows, spans and links name threads by their numbers. */
class Finding {
  constructor(data) {
    const { rows, words, places } = data;
    const place = (number) => ({ file: places[number][0], line: places[number][1], function: places[number][2] });
    this.threads = data.threads;
    this.critical = data.critical;
    this.last = data.last;
    this.rows = rows.step.map((step, at) => ({
      step, thread: rows.thread[at], operation: words[rows.operation[at]], object: words[rows.object[at]], place: places[rows.at[at]],
      at: place(rows.at[at]), key: (rows.flags[at] & KEY) !== 0, preempts: (rows.flags[at] & PREEMPTS) !== 0,
      related: (rows.flags[at] & RELATED) !== 0,
    }));
    this.spans = groupsOf(data.spans, 5, ([type, thread, object, from, to]) =>
      ({ type: SPAN_TYPES[type], thread, object: words[object], from, to }));
    this.links = groupsOf(data.links, 3, ([word, from, to]) => ({ type: words[word], from, to }));
    this.ends = new Map(groupsOf(data.ends, 3, ([thread, next, at]) => [thread, { operation: words[next], at: place(at) }]));
    this.ofThread = this.threads.map(() => []);
    this.rows.forEach((row, at) => this.ofThread[row.thread].push(at));
    this.columns = this.columnsOfSpans();
  }

  /* Spans of one thread that overlap stand side by side. */
  columnsOfSpans() {
    const taken = this.threads.map(() => []);
    return this.spans.map((span) => {
      const ends = taken[span.thread];
      let column = ends.findIndex((end) => end <= span.from);
      if (column < 0) column = ends.length;
      ends[column] = span.to;
      return Math.min(column, 3);
    });
  }

  /* The row where it fails: the last that matters. */
  failing() {
    for (let at = this.rows.length - 1; at >= 0; at--) if (this.rows[at].key) return at;
    return this.rows.length - 1;
  }

  /* Where a thread goes on behind a row: its next row, or what it has pending at the end; undefined if it has ended. */
  next(thread, row) {
    const own = this.ofThread[thread];
    let low = 0, high = own.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (own[middle] > row) high = middle; else low = middle + 1;
    }
    return low < own.length ? this.rows[own[low]] : this.ends.get(thread);
  }

  /* What a row's number says; rows that are no steps have negative ones. */
  number(row) { return row.step < 0 ? "·" : String(row.step); }

  when(row) {
    if (row.step >= 0) return `step ${row.step} of ${this.last}`;
    return row.step === -1 ? "before all steps" : `after step ${-2 - row.step}`;
  }

  words(row) {
    const where = line(row.at);
    return `${this.threads[row.thread]}: ${row.operation}${where ? " at " + where : ""}`;
  }
}
