/* Opens findings one at a time, draws each when it is opened first, and hands keys to the one that is open. */
(() => {
  const report = JSON.parse(document.getElementById("report-data").textContent);
  const timelines = new Map();
  const findings = [...document.querySelectorAll("details.finding")];

  const links = [...document.querySelectorAll("nav a")];
  document.querySelector("main").classList.add("scripted");

  const draw = (details) => {
    const root = details.querySelector(".timeline"), number = Number(root.dataset.finding), data = report.findings[number];
    if (timelines.has(details) || data.rows.step.length === 0) return;
    timelines.set(details, new Timeline(root, new Finding(data), report.sources, number, findings.length > 1));
  };

  const open = (details) => {
    if (!details) return;
    findings.forEach((other) => { if (other !== details) other.open = false; });
    details.open = true;
    links.forEach((link) => {
      if (link.getAttribute("href") === `#${details.id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    draw(details);
  };

  const show = (details) => {
    if (!details) return;
    open(details);
    details.scrollIntoView();
    details.querySelector("summary").focus({ preventScroll: true });
  };

  const isTyping = (target) => target.closest?.("input, select, textarea") !== null;

  const isInView = (element) => {
    const box = element.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  };

  findings.forEach((details) => details.addEventListener("toggle", () => { if (details.open) open(details); }));
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#finding-"]');
    if (!link) return;
    event.preventDefault();
    show(findings.find((details) => `#${details.id}` === link.getAttribute("href")));
  });
  document.addEventListener("keydown", (event) => {
    if (!keysWork || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const current = findings.findIndex((details) => details.open);
    if (event.key === "]" || event.key === "[") {
      show(findings[event.key === "]" ? current + 1 : current - 1]);
      return;
    }
    const timeline = timelines.get(findings[current]), action = KEYS[event.key];
    const scrolls = event.key.length > 1; // keys that scroll the page while the timeline is out of view
    if (!timeline || !action || (scrolls && !isInView(timeline.picture.frame))) return;
    event.preventDefault();
    timeline.act(action);
  });
  addEventListener("beforeprint", () => timelines.forEach(({ picture }) => {
    picture.isForPaper = true;
    picture.draw(true);
  }));
  const named = () => findings.find((details) => `#${details.id}` === location.hash);
  addEventListener("hashchange", () => show(named()));
  open(named() ?? findings[0]);
})();
