// Figures: Vega-Lite specs drawn by Vega without eval, in the colours of the page, with their numbers in a table.
import { h, say, table } from "./dom.js";

// Without eval and without a style element: the policy of the page allows neither.
const EMBED = { mode: "vega-lite", ast: true, actions: false, defaultStyle: false, renderer: "svg", logLevel: 1,
  tooltip: { disableDefaultStyle: true } };

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function config() {
  const [ink, soft, line] = [colour("--ink"), colour("--soft"), colour("--line")];
  return { background: "transparent", font: "system-ui, sans-serif", padding: 2,
    axis: { labelColor: soft, titleColor: soft, gridColor: line, domainColor: soft, tickColor: soft,
      titleFontWeight: "normal", labelFontSize: 12, titleFontSize: 12 },
    axisYQuantitative: { minExtent: LEFT, titleAnchor: "middle" },
    legend: { labelColor: ink, titleColor: soft, titleFontWeight: "normal" },
    title: { color: ink, subtitleColor: soft, fontWeight: "normal", anchor: "start" },
    header: { labelColor: ink, titleColor: soft }, view: { stroke: null }, text: { color: ink }, rule: { color: ink } };
}

// Colours of ink and paper that a spec says outright become those of the page; its blue is too deep for a dark one.
const INK = ["black", "#000", "#000000", "#111111", "#222", "#222222", "#333", "#333333"];
const SAME = { ...Object.fromEntries(INK.map((name) => [name, "--ink"])), gray: "--soft", grey: "--soft", "#767676": "--soft",
  "#dddddd": "--line", white: "--paper", "#fff": "--paper", "#ffffff": "--paper", "#0072b2": "--blue" };
// A "value" is the colour of words on a filled area, chosen for that area, whatever the page is like.
const ours = (key, value) => (typeof value === "string" && key !== "text" && key !== "value" && value.toLowerCase() in SAME
  ? colour(SAME[value.toLowerCase()]) : value);

const LEFT = 44; // pixels for the labels of a y axis, so that panels begin at the same place

/** The same grid in every panel: level lines where y is a number, else upright ones where x is. */
function gridded(part) {
  for (const kind of ["layer", "vconcat", "hconcat", "concat"]) (part[kind] ?? []).forEach(gridded);
  if (part.spec) gridded(part.spec);
  const { x, y } = part.encoding ?? {};
  const isLevel = y?.type === "quantitative";
  for (const [channel, grid] of [[x, !isLevel && x?.type === "quantitative"], [y, isLevel]]) {
    if (channel?.type === "quantitative" && channel.axis !== null) channel.axis = { ...channel.axis, grid };
  }
}

const isPlain = (part) => !["hconcat", "vconcat", "concat", "facet", "repeat", "spec"].some((key) => key in part);
// Words that begin at the right edge of a panel reach beyond it: such a panel keeps its width.
const isWordy = (part) => typeof part.width === "number"
  && (part.layer ?? []).some((one) => one.encoding?.x?.value === part.width && one.mark?.align !== "right");
const isWide = (spec) => !isPlain(spec) || isWordy(spec);

function resize(part, width) {
  for (const one of part.layer ?? []) if (one.encoding?.x?.value === part.width) one.encoding.x.value = width;
  part.width = width;
}

/** The spec in the colours and the width of the page. */
function fitted(spec, width) {
  const copy = JSON.parse(JSON.stringify(spec), ours);
  copy.config ??= {};
  for (const [name, part] of Object.entries(config())) {
    copy.config[name] = typeof part === "object" ? { ...copy.config[name], ...part } : part;
  }
  gridded(copy);
  delete copy.background;
  delete copy.$schema; // the mode is said when embedding, whichever version is installed
  delete copy.title; // it stands above, and wraps
  const beside = copy.hconcat;
  if (beside?.every((part) => isPlain(part) && !isWordy(part) && part.width >= 200)) {
    const each = width / beside.length - 80;
    if (each < 150) { copy.vconcat = beside; delete copy.hconcat; }
    else for (const part of beside) resize(part, each);
  }
  for (const part of copy.vconcat ?? (isPlain(copy) ? [copy] : [])) {
    if (!isPlain(part)) continue;
    if (isWordy(part)) { if (width < 560) resize(part, Math.min(part.width, 220)); }
    else if (part === copy) Object.assign(copy, { width, autosize: { type: "fit-x", contains: "padding" } });
    else resize(part, Math.max(160, width - LEFT - 34));
  }
  return copy;
}

/** The spec with a ring where the settings are; the curve then goes through what is read there. */
function marked(spec, here) {
  const values = spec.data?.values ?? [];
  const { x, y, color } = spec.layer?.[0]?.encoding ?? {};
  if (!here || color || x?.field !== "n" || y?.field !== "estimate") return spec;
  if (!(here.n <= Math.max(...values.map((row) => row.n)))) return spec; // off the curve
  const point = { ...values[0], n: here.n, estimate: here.value };
  const ring = { mark: { type: "point", size: 260, strokeWidth: 2.5, color: "#222222", opacity: 1 },
    data: { values: [point] }, encoding: { x, y } };
  return { ...spec, data: { values: [...values, point] }, layer: [...spec.layer, ring] };
}

/** A figure with its title and what stands below it; `update` draws another spec in its place, without a flash. */
export function chart(name) {
  const canvas = h("div", { class: "canvas" });
  const [title, below] = [h("p", { class: "title" }), h("figcaption", {})];
  const sideways = h("p", { class: "sideways", hidden: true }, "Scroll the figure sideways to see all of it.");
  const numbers = h("details", { class: "numbers" }, h("summary", {}, "Show the numbers"));
  const element = h("figure", { "data-figure": name }, title, sideways, canvas, below, numbers);
  let [spec, here, drawn, width, turn] = [null, null, null, 0, 0];
  async function draw() {
    const mine = (turn += 1);
    element.classList.toggle("wide", isWide(spec));
    width = element.clientWidth || 600;
    const box = h("div", { class: "drawing" });
    try {
      const result = await window.vegaEmbed(box, fitted(marked(spec, here), width), EMBED);
      if (mine !== turn) { result.finalize(); return; }
      drawn?.finalize();
      drawn = result;
      const picture = box.querySelector("svg");
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", [title.textContent, below.textContent].filter(Boolean).join(". ") || name);
      // A little too wide is made smaller; much too wide is scrolled, so that its words can be read.
      const scrolls = Number(picture.getAttribute("width")) > 1.4 * width;
      canvas.classList.toggle("scrolls", scrolls);
      sideways.hidden = !scrolls;
      if (scrolls) canvas.setAttribute("tabindex", "0");
      else canvas.removeAttribute("tabindex");
      canvas.replaceChildren(box);
    } catch (problem) {
      console.error(problem);
      canvas.replaceChildren(h("p", { class: "help" }, "This figure could not be drawn; its numbers are below."));
    }
  }
  numbers.addEventListener("toggle", () => fill());
  function fill() {
    numbers.replaceChildren(numbers.firstChild, ...(numbers.open ? tablesOf(spec) : []));
  }
  const again = () => spec && draw();
  const watcher = new ResizeObserver(() => { if (spec && Math.abs(element.clientWidth - width) > 2) draw(); });
  watcher.observe(element);
  addEventListener("themechange", again);
  return {
    element,
    async update(figure, now = null) {
      title.textContent = figure.title ?? "";
      below.textContent = figure.below ?? "";
      const before = JSON.stringify([spec, here]);
      [spec, here] = [figure.spec, now];
      if (JSON.stringify([spec, here]) !== before) { if (numbers.open) fill(); await draw(); }
    },
    remove() { watcher.disconnect(); removeEventListener("themechange", again); drawn?.finalize(); element.remove(); },
  };
}

/** The Monte Carlo interval of the power as studies come in: a figure where an answer has none of its own. */
export function narrowing(points, of, target) {
  const x = { field: "studies", type: "quantitative", title: "simulated studies", scale: { domain: [0, of] } };
  const y = { field: "power", type: "quantitative", title: "power", scale: { domain: [0, 1] }, axis: { format: ".0%" } };
  const goal = typeof target !== "number" ? [] : [{ data: { values: [{ target }] }, mark: { type: "rule", strokeDash: [6, 4] },
    encoding: { y: { field: "target", type: "quantitative" } } }];
  return { name: "narrowing",
    title: "The power so far",
    below: "Bar: its 95% Monte Carlo interval, which narrows as studies come in. Dashed: the wanted power.",
    spec: { height: 220, data: { values: points }, layer: [...goal,
      { mark: { type: "rule", strokeWidth: 5, opacity: 0.4, color: "#0072b2" },
        encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" } } },
      { mark: { type: "point", filled: true, size: 60, opacity: 1, color: "#0072b2" }, encoding: { x, y } }] } };
}

/** The numbers of a spec: each of its data sets as a table, under the titles of its axes. */
function tablesOf(spec) {
  const sets = [];
  const titles = {};
  const walk = (part) => {
    if (!part || typeof part !== "object") return;
    if (Array.isArray(part.data?.values) && part.data.values.length) sets.push(part.data.values);
    for (const channel of Object.values(part.encoding ?? {})) {
      if (channel?.field && typeof channel.title === "string") titles[channel.field] ??= channel.title;
    }
    for (const kind of ["layer", "vconcat", "hconcat", "concat"]) (part[kind] ?? []).forEach(walk);
    if (part.spec) walk(part.spec);
  };
  walk(spec);
  for (const values of Object.values(spec.datasets ?? {})) if (Array.isArray(values) && values.length) sets.push(values);
  const kept = sets.some((values) => values.length > 1) ? sets.filter((values) => values.length > 1) : sets;
  return kept.map((values) => {
    const names = [...new Set(values.slice(0, 50).flatMap((row) => Object.keys(row)))];
    const rows = values.slice(0, 300).map((row) => names.map((name) => say(row[name])));
    return table(values.length > 300 ? `The first 300 of ${values.length} rows` : "", names.map((name) => titles[name] ?? name), rows);
  });
}
