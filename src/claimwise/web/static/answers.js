// An answer on the page: its sentence, its readings, its figures, its tables, and how to get it elsewhere.
import { chart } from "./charts.js";
import { copyable, h, say, speak, svg, table } from "./dom.js";

const READINGS = { power: "Power", expected_power: "Expected power", assurance: "Assurance",
  type_m: "Type-M: exaggeration", type_s: "Type-S: wrong sign", mde: "Detectable difference", sample_size: "Needed" };

// The notes of an answer, sorted, under the headings of a report.
const NOTES = [["heed", "What to heed"], ["detectable", "What could be detected"], ["assumptions", "What was assumed"],
  ["inferred", "What was inferred"], ["dropped", "What was used and what was left out"], ["meaning", "How to read the numbers"]];

/** The place where answers are shown. It keeps the last good one and says when that is old. */
export function answerPane() {
  const sentence = h("p", { class: "sentence" });
  const claim = h("p", { class: "claim" });
  const mark = h("p", { class: "mark", hidden: true });
  const readings = h("dl", { class: "readings" });
  const figures = h("div", { class: "figures" });
  const rest = h("div", { class: "rest" });
  const same = h("section", { class: "elsewhere", "aria-label": "The same elsewhere" });
  const strip = h("p", { class: "strip", "aria-hidden": "true" }); // on a phone, what changes while one drags stays in sight
  const element = h("section", { class: "answer", "aria-label": "Answer", hidden: true },
    mark, claim, sentence, readings, figures, rest, same);
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
      claim.textContent = answer.claim ?? "";
      sentence.textContent = answer.answer ?? "";
      sentence.classList.toggle("long", sentence.textContent.length > 280);
      readings.replaceChildren(...readingsOf(answer));
      readings.hidden = !readings.childElementCount;
      strip.replaceChildren(...[...readings.children].slice(0, 5).map(inShort));
      const open = [...rest.querySelectorAll("details[open]")].map((one) => one.dataset.part);
      rest.replaceChildren(...restOf(answer));
      for (const part of open) rest.querySelector(`details[data-part="${part}"]`)?.setAttribute("open", "");
      sameOf(same, answer);
      speak(answer.answer ?? "");
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

function inShort(reading) {
  const head = reading.querySelector("dt");
  const [title] = (head.dataset.short ?? head.textContent).split(":");
  return h("span", {}, title, " ", h("b", {}, reading.querySelector(".figure").textContent));
}

/** Where the settings are on a curve over n. */
function hereOn(figure, rows) {
  const row = rows.find((one) => one.estimand === { power: "power", detectable: "mde" }[figure.name]);
  return row && typeof row.estimate === "number" ? { n: row.n, value: row.estimate } : null;
}

function readingsOf(answer) {
  const known = (answer.rows ?? []).filter((row) => row.quantity in READINGS && row.estimate !== null);
  // What stands without a qualifier leads; its variants are in the text and the tables.
  const plain = known.filter((row) => row.estimand === row.quantity);
  const isPlan = known.some((row) => ["power", "expected_power"].includes(row.quantity));
  if (!isPlan && answer.rows?.some((row) => row.quantity === "difference")) return []; // data speak in sentences
  const rows = plain.some((row) => row.estimand === "power") ? plain : known;
  if (rows.length > 8) return [];
  const { target = null } = answer.provenance?.settings ?? {};
  return rows.map((row) => {
    const base = row.quantity;
    const of = row.estimand.slice(base.length + 1, -1);
    const isPower = base === "power" || base === "expected_power";
    const told = answer.readings?.[row.estimand] ?? inNumbers(base, row); // where it has a unit, the server says it
    return h("div", { class: `reading ${base}`, "data-estimand": row.estimand },
      h("dt", { "data-short": told.short ? told.short + (of ? ` (${of})` : "") : null }, (told.title ?? READINGS[base]) + (of ? ` (${of})` : "")),
      h("dd", {}, h("span", { class: "figure" }, told.estimate),
        told.unit ? h("span", { class: "unit" }, told.unit) : null,
        told.range ? h("span", { class: "range" }, told.range) : null,
        isPower ? gauge(row, typeof target === "number" ? target : null) : null));
  });
}

function inNumbers(base, row) {
  const hasRange = typeof row.low === "number" && typeof row.high === "number";
  return { estimate: sayAs(base, row.estimate), range: hasRange ? `${sayAs(base, row.low)} to ${sayAs(base, row.high)}` : "" };
}

function sayAs(base, value) {
  if (base === "type_m") return `×${say(value)}`;
  if (base !== "type_s") return say(value);
  return value > 0 && value < 1e-4 ? "<0.01%" : `${Number((100 * value).toFixed(2))}%`;
}

/** A scale from 0 to 1 with the wanted power marked; the band is the Monte Carlo interval. */
function gauge(row, target) {
  const at = (share) => (200 * Math.min(1, Math.max(0, share))).toFixed(1);
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => svg("line", { x1: at(share), x2: at(share), y1: 8, y2: 12, class: "tick" }));
  const band = typeof row.low === "number" && typeof row.high === "number"
    ? [svg("rect", { x: at(row.low), width: Math.max(0.5, at(row.high) - at(row.low)), y: 1, height: 7, class: "band" })] : [];
  const wanted = target === null ? [] : [svg("line", { x1: at(target), x2: at(target), y1: 0, y2: 12, class: "target" })];
  return svg("svg", { viewBox: "-2 0 204 13", class: "gauge", "aria-hidden": "true", preserveAspectRatio: "none" },
    svg("line", { x1: 0, x2: 200, y1: 8, y2: 8, class: "scale" }), ...marks, ...band,
    svg("rect", { x: 0, width: at(row.estimate), y: 3.5, height: 3, class: "bar" }), ...wanted);
}

function restOf(answer) {
  const parts = [];
  const text = (answer.paragraphs ?? []).filter((one) => one !== answer.answer);
  if (text.length) parts.push(h("div", { class: "prose" }, text.map((one) => h("p", {}, one))));
  for (const one of answer.tables ?? []) {
    const fold = one.name === "Every row";
    const shown = table(fold ? "" : one.name, one.header, one.rows);
    if (one.rows.length) parts.push(fold ? h("details", { "data-part": "rows" }, h("summary", {}, one.name), shown) : shown);
  }
  for (const [key, title] of NOTES) {
    const notes = (answer[key] ?? []).filter((note) => !text.concat(answer.answer).some((one) => one?.includes(note))); // not twice
    if (!notes.length) continue;
    parts.push(h("section", { class: "notes", "data-notes": key, "aria-label": title }, h("h3", {}, title),
      h("ul", {}, notes.map((note) => h("li", {}, note)))));
  }
  if (answer.how) {
    parts.push(h("details", { class: "how", "data-part": "how" }, h("summary", {}, "How it was done"), h("p", {}, answer.how),
      answer.references?.length ? h("ul", {}, answer.references.map((one) => h("li", {}, one))) : null));
  }
  if (answer.checklist?.length) {
    parts.push(h("details", { "data-part": "checklist" }, h("summary", {}, "Reporting checklist"),
      table("", ["Question", "Answer", "Asked by"], answer.checklist.map((item) => [item.question, item.answer, item.source]))));
  }
  return parts;
}

function sameOf(place, answer) {
  const wanted = [["The same on the command line", answer.command], ["The same in Python", answer.python]].filter(([, text]) => text);
  if (place.childElementCount === wanted.length + 1) {
    // Only the text changes while one drags, so that focus stays where it is.
    wanted.forEach(([, text], k) => { place.children[k].querySelector("code").textContent = text; });
  } else place.replaceChildren(...wanted.map(([title, text]) => copyable(title, text)), h("p", { class: "signature" }));
  place.lastChild.textContent = answer.signature ?? "";
}
