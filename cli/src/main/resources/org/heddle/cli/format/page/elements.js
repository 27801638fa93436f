/* Makes elements, and words for places. */
const svg = (parent, name, attributes, text) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  return parent.appendChild(element);
};
const html = (parent, name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return parent.appendChild(element);
};
const button = (parent, className, sign, title, action) => {
  const element = html(parent, "button", className, sign);
  element.type = "button";
  element.title = title;
  element.setAttribute("aria-label", title);
  element.addEventListener("click", action);
  return element;
};
const base = (path) => path.slice(path.lastIndexOf("/") + 1);
const cut = (text, room) => (text.length <= room ? text : text.slice(0, Math.max(0, room - 1)) + "…");
const line = (at) => (at.file && at.line ? `${base(at.file)}:${at.line}` : "");
const placeOf = (at) =>
  at.file ? `${base(at.file)}${at.line ? ":" + at.line : ""}${at.function ? " in " + at.function : ""}` : "";
