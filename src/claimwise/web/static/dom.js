// Elements and numbers. Data reach the page as text only, never as HTML.

/** An element: attributes, "on..." listeners, and children that are nodes or plain text. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An SVG element, for the gauge. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A text that comes in parts, with names of systems set apart: [text, whether it is a name]. */
export function named(pieces) {
  return pieces.map(([text, isName]) => (isName ? h("b", { class: "system-name" }, text) : text));
}

/** A button that does something at once. */
export function button(title, act, attributes = {}) {
  return h("button", { type: "button", onclick: act, ...attributes }, title);
}

/** A number as people read it: four significant digits, whole numbers in full. */
export function say(value) {
  if (typeof value !== "number") return value === null || value === undefined ? "–" : String(value);
  if (!Number.isFinite(value)) return "–";
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential(1);
  return Number(value.toPrecision(4)).toLocaleString("en-US", { maximumFractionDigits: 7 });
}

const LONG = 28; // characters of a cell from which on its column wraps

/** A table with a caption, in a box that scrolls by itself: no column is cut away or squeezed. */
export function table(name, header, rows, { captioned = Boolean(name) } = {}) {
  const cells = header.map((_, k) => rows.map((row) => row[k] ?? ""));
  const isNumber = cells.map((column) => column.length > 0 && column.every((text) => /^([-–−+<>=±\d.,%\s]|to|e[+-]?\d)*$/.test(text)));
  const isLong = cells.map((column) => column.some((text) => text.length > LONG));
  const kind = (k) => (isNumber[k] ? "num" : isLong[k] ? "words" : null);
  const cell = (value, k) => h(k ? "td" : "th", { scope: k ? null : "row", class: kind(k) }, value ?? "");
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name || "Table" },
    h("table", {},
      captioned ? h("caption", {}, name) : null,
      h("thead", {}, h("tr", {}, header.map((title, k) => h("th", { scope: "col", class: kind(k) }, title)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell))))));
}

let waiting = 0;
/** Tell a screen reader, but not at every step of a drag. */
export function speak(text) {
  clearTimeout(waiting);
  waiting = setTimeout(() => { document.getElementById("spoken").textContent = text; }, 900);
}

/** Tell a screen reader at once, and again if it is the same as before. */
export function announce(text) {
  clearTimeout(waiting);
  const place = document.getElementById("spoken");
  place.textContent = "";
  waiting = setTimeout(() => { place.textContent = text; }, 50);
}

/** Copy a text; false where the browser does not allow it. */
export const copy = (text) => navigator.clipboard.writeText(text).then(() => true, () => false);

/** Text with a button that copies it. */
export function copyable(title, text) {
  const code = h("pre", { tabindex: "0" }, h("code", {}, text));
  const button = h("button", { type: "button", class: "quiet", "aria-label": `Copy: ${title}`,
    onclick: async () => {
      const done = await copy(code.textContent);
      if (!done) getSelection().selectAllChildren(code);
      button.textContent = done ? "Copied" : "Selected: press Ctrl+C";
      announce(done ? `Copied: ${title}.` : `${title} is selected: press Ctrl+C.`);
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    } }, "Copy");
  return h("div", { class: "same" }, h("div", { class: "same-head" }, h("h3", {}, title), button), code);
}

/** Offer text or bytes as a download. */
export function save(content, name, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
