/* What steps, filters and hides in a timeline: buttons, a search, a list of objects, a switch for each thread, and the keys in words. */
const KEYS = { ArrowDown: "next", j: "next", ArrowUp: "back", k: "back", Home: "first", End: "last", n: "nextKey", p: "lastKey",
  c: "critical", "/": "search" };
const KEY_WORDS = [[["j", "↓"], "step"], [["k", "↑"], "back"], [["Home", "End"], "first, last"], [["n", "p"], "step that matters"],
  [["c"], "critical switch"], [["/"], "search"]];
const FINDING_KEYS = [["]", "["], "next finding, last"];
let keysWork = true;

class Controls {
  constructor(parent, finding, owner, number) {
    const bar = html(parent, "div", "controls");
    this.buttons = {};
    [["first", "|◀", "First step"], ["back", "◀", "Step back"], ["next", "▶", "Step forward"], ["last", "▶|", "Last step"]]
      .forEach(([action, sign, title]) => { this.buttons[action] = button(bar, action, sign, title, () => owner.act(action)); });
    this.counter = html(bar, "span", "counter");
    this.search = html(bar, "input", "search");
    this.search.type = "search";
    this.search.placeholder = "search steps";
    this.search.setAttribute("aria-label", "Show the steps with these words");
    this.search.addEventListener("input", () => owner.filter());
    this.search.addEventListener("keydown", (event) => { if (event.key === "Escape") this.search.blur(); });
    this.objects = this.choice(bar, finding, owner, number);
    this.found = html(bar, "span", "found");
    this.found.setAttribute("role", "status");
    this.threads = this.switches(parent, finding, owner);
    this.what = html(parent, "p", "doing");
    this.what.setAttribute("aria-live", "polite");
  }

  choice(bar, finding, owner) {
    const objects = [...new Set([...finding.rows, ...finding.spans].map((one) => one.object))].filter((name) => name).sort();
    const choice = html(bar, "select", "objects");
    choice.setAttribute("aria-label", "Show the steps of one object");
    html(choice, "option", "", "all objects").value = "";
    objects.forEach((name) => { html(choice, "option", "", cut(name, 60)).value = name; });
    choice.hidden = objects.length < 2;
    choice.addEventListener("change", () => owner.filter());
    return choice;
  }

  /* A switch for each thread, which folds its lane away. */
  switches(parent, finding, owner) {
    const group = html(parent, "div", "switches");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Threads that are shown");
    html(group, "span", "label", "threads");
    return finding.threads.map((name) => {
      const one = button(group, "thread-switch", name, `Show ${name}`, () => {
        one.setAttribute("aria-pressed", one.getAttribute("aria-pressed") !== "true");
        owner.filter();
      });
      one.setAttribute("aria-label", name);
      one.setAttribute("aria-pressed", "true");
      return one;
    });
  }

  isShown(thread) { return this.threads[thread].getAttribute("aria-pressed") === "true"; }

  /* The rows that are asked for. */
  rows(finding) {
    const words = this.search.value.trim().toLowerCase(), object = this.objects.value;
    const isShown = finding.threads.map((name, thread) => this.isShown(thread)), all = [];
    finding.rows.forEach((row, at) => {
      const isWanted = isShown[row.thread] && (!object || row.object === object) &&
        (!words || finding.words(row).toLowerCase().includes(words));
      if (isWanted) all.push(at);
    });
    this.found.textContent = all.length === finding.rows.length ? "" : `${all.length} of ${finding.rows.length} shown`;
    return all;
  }

  /* The keys, and a switch for who types by voice or has keys of another use. */
  static keys(parent, severalFindings) {
    const list = html(parent, "p", "keys");
    html(list, "span", "label", "keys");
    (severalFindings ? [...KEY_WORDS, FINDING_KEYS] : KEY_WORDS).forEach(([keys, words]) => {
      const one = html(list, "span", "");
      keys.forEach((key) => html(one, "kbd", "", key));
      one.append(` ${words}`);
    });
    const label = html(list, "label", "");
    const box = html(label, "input", "");
    box.type = "checkbox";
    box.checked = keysWork;
    box.addEventListener("change", () => { keysWork = box.checked; });
    label.append(" on");
  }
}
