// An answer on the page: verdict, headline, tiles, figures, tables, cautions, method; the rest folded; and how to get it elsewhere.
import { chart } from "./charts.js";
import { copyable, h, named, speak, svg, table } from "./dom.js";

/** The place where answers are shown. It keeps the last good one and says when that is old. */
export function answerPane() {
  const word = h("span", { class: "word" });
  const sentence = h("span", { class: "sentence" });
  const lines = h("div", { class: "lines-below" });
  const mark = h("p", { class: "mark", hidden: true });
  const tiles = h("dl", { class: "readings" });
  const figures = h("div", { class: "figures" });
  const before = h("div", { class: "rest" }); // what could turn the verdict round: seen before any figure
  const rest = h("div", { class: "rest" });
  const same = h("section", { class: "elsewhere", "aria-label": "The same elsewhere" });
  const strip = h("p", { class: "strip", "aria-hidden": "true" }); // on a phone, what changes while one drags stays in sight
  const element = h("section", { class: "answer", "aria-label": "Answer", hidden: true }, h("h2", { class: "unseen" }, "Answer"),
    mark, h("p", { class: "verdict" }, word, " ", sentence), lines, tiles, before, figures, rest, same);
  let [charts, turn] = [[], 0];
  /** Draw the figures. Those that a brief answer leaves out stay as they were, and are seen to wait. */
  async function draw(list, rows, brief) {
    const mine = (turn += 1);
    const come = new Map(list.map((figure) => [figure.name, figure]));
    const missing = brief ? charts.filter((one) => !come.has(one.name)) : [];
    for (const one of charts) one.figure.element.classList.toggle("waiting", missing.includes(one));
    const names = [...come.keys()].join();
    if (!missing.length && names !== charts.map((one) => one.name).join()) {
      charts.forEach((one) => one.figure.remove());
      charts = list.map((figure) => ({ name: figure.name, figure: chart(figure.name) }));
      figures.replaceChildren(...charts.map((one) => one.figure.element));
    }
    for (const one of charts) {
      const figure = come.get(one.name);
      if (!figure) continue;
      await one.figure.update(figure, hereOn(figure, rows));
      if (mine !== turn) return; // a newer answer draws
    }
  }
  return {
    element,
    strip,
    async show(answer, { partial = false } = {}) {
      element.hidden = false;
      element.classList.toggle("partial", partial);
      this.old("");
      word.textContent = answer.word ?? "";
      word.dataset.tone = answer.tone ?? "";
      sentence.replaceChildren(...named(answer.pieces?.headline ?? []));
      sentence.classList.toggle("long", sentence.textContent.length > 280);
      lines.replaceChildren(...(answer.pieces?.lines ?? []).map((line) => h("p", {}, named(line))));
      tiles.replaceChildren(...(answer.tiles ?? []).map(tileOf));
      tiles.hidden = !tiles.childElementCount;
      strip.replaceChildren(...(tiles.hidden ? [] : inShort(answer)));
      before.replaceChildren(...cautionsOf(answer));
      const open = rest.querySelector("details[open]") !== null;
      rest.replaceChildren(...restOf(answer));
      if (open) rest.querySelector("details")?.setAttribute("open", "");
      sameOf(same, answer);
      speak([answer.word, answer.headline].filter(Boolean).join(". "));
      await draw(answer.figures ?? [], answer.rows ?? [], answer.brief);
    },
    /** Say that what is shown does not belong to what is asked; an empty text takes it back. */
    old(text) {
      mark.textContent = text;
      mark.hidden = !text;
      element.classList.toggle("old", Boolean(text));
    },
    get empty() { return element.hidden; },
    remove() { charts.forEach((one) => one.figure.remove()); },
  };
}

function inShort(answer) {
  const verdict = answer.word ? [h("span", { class: "word", "data-tone": answer.tone ?? "" }, answer.word)] : [];
  return [...verdict, ...(answer.tiles ?? []).filter((tile) => tile.short).map((tile) => (
    h("span", {}, tile.short, " ", h("b", {}, [tile.value, tile.unit].filter(Boolean).join(" ")))))];
}

/** Where the settings are on a curve over n. */
function hereOn(figure, rows) {
  const row = rows.find((one) => one.estimand === { power: "power", detectable: "mde" }[figure.name]);
  return row && typeof row.estimate === "number" ? { n: row.n, value: row.estimate } : null;
}

function tileOf(tile) {
  return h("div", { class: `reading ${tile.quantity}`, "data-estimand": tile.estimand },
    h("dt", {}, tile.title),
    h("dd", {}, h("span", { class: "figure" }, tile.value), tile.unit ? h("span", { class: "unit" }, tile.unit) : null,
      tile.range ? h("span", { class: "range" }, tile.range) : null, tile.gauge ? gauge(tile.gauge) : null));
}

/** A scale from 0 to 1 with the wanted power marked; the band is the Monte Carlo interval. */
function gauge({ share, low, high, target }) {
  const at = (value) => (200 * Math.min(1, Math.max(0, value))).toFixed(1);
  const marks = [0, 0.25, 0.5, 0.75, 1].map((value) => svg("line", { x1: at(value), x2: at(value), y1: 8, y2: 12, class: "tick" }));
  const band = typeof low === "number" && typeof high === "number"
    ? [svg("rect", { x: at(low), width: Math.max(0.5, at(high) - at(low)), y: 1, height: 7, class: "band" })] : [];
  const wanted = typeof target !== "number" ? [] : [svg("line", { x1: at(target), x2: at(target), y1: 0, y2: 12, class: "target" })];
  return svg("svg", { viewBox: "-2 0 204 13", class: "gauge", "aria-hidden": "true", preserveAspectRatio: "none" },
    svg("line", { x1: 0, x2: 200, y1: 8, y2: 8, class: "scale" }), ...marks, ...band,
    svg("rect", { x: 0, width: at(share), y: 3.5, height: 3, class: "bar" }), ...wanted);
}

function cautionsOf(answer) {
  if (!answer.cautions?.length) return [];
  return [h("section", { class: "cautions", "aria-label": "Cautions" }, h("h3", {}, "Cautions"),
    h("ul", {}, answer.cautions.map((one) => h("li", {}, one))))];
}

/** The tables, the method in a line, and everything else folded. */
function restOf(answer) {
  const tables = (answer.tables ?? []).filter((one) => one.rows.length).map((one) => table(one.name, one.header, one.rows));
  const method = answer.method_line ? [h("p", { class: "method" }, named(answer.pieces.method_line))] : [];
  const sections = (answer.details ?? []).map(sectionOf);
  const folded = sections.length ? [h("details", { class: "details" }, h("summary", {}, "Details"), h("div", { class: "rest" }, sections))] : [];
  return [...tables, ...method, ...folded];
}

function sectionOf({ heading, pieces, style, tables }) {
  const said = style === "points" ? h("ul", {}, pieces.map((lines) => h("li", {}, lines.map(named)))) : pieces.map(paragraphOf);
  return h("section", { class: "notes" }, h("h3", {}, heading), said, tables.map((one) =>
    table(one.name || heading, one.header, one.rows, { captioned: one.name && one.name !== heading })));
}

/** A paragraph; the first of several lines stands out. */
function paragraphOf([first, ...others]) {
  return h("p", {}, others.length ? [h("strong", {}, named(first)), ...others.flatMap((line) => [h("br"), named(line)])] : named(first));
}

function sameOf(place, answer) {
  const wanted = [["The same on the command line", answer.command], ["The same in Python", answer.python]].filter(([, text]) => text);
  if (place.childElementCount === wanted.length + 1) {
    // Only the text changes while one drags, so that focus stays where it is.
    wanted.forEach(([, text], k) => { place.children[k].querySelector("code").textContent = text; });
  } else place.replaceChildren(...wanted.map(([title, text]) => copyable(title, text)), h("p", { class: "signature" }));
  place.lastChild.textContent = answer.signature ?? "";
}
