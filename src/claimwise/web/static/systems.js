// Which systems are compared: two of them, all with one, or all pairs. Two in a file are A and B.
import { button, h } from "./dom.js";

/**
 * The choice of systems of a form. `changed(name)` is called after a choice; `show()` of the form must follow `setFile`.
 * The ways and their fields are those of the form; without ways the fields of systems are A and B.
 */
export function systemsOf(form, values, changed) {
  const ways = form.ways ?? [];
  const titles = Object.fromEntries(form.fields.filter((field) => field.type === "system").map((field) => [field.name, field.title]));
  const pair = ways[0]?.fields ?? Object.keys(titles);
  const own = {}; // what was filled in here, not chosen
  let [names, there, way] = [[], false, null];
  const radios = ways.map((one, k) => h("input", { type: "radio", name: "way", class: "unseen", id: `way-${k}`, onchange: () => choose(one) }));
  const element = h("fieldset", { class: "ways", hidden: true }, h("legend", { class: "label" }, "Compare"),
    h("div", { class: "segments" }, ways.map((one, k) => [radios[k], h("label", { for: `way-${k}` }, one.title)])));
  const swap = button(`Swap ${pair.map((name) => titles[name]).join(" and ")}`, () => {
    const [one, other] = pair;
    [values[one], values[other]] = [values[other], values[one]];
    changed(one);
  }, { class: "quiet swap", hidden: true });

  function choose(one) {
    way = one;
    for (const name of Object.keys(titles)) if (!one.fields.includes(name)) values[name] = null;
    changed(one.fields[0] ?? pair[0]);
  }
  const isGiven = (name) => Boolean(values[name]);
  /** With two systems there is one comparison; else the values tell which way was meant. */
  function meant() {
    if (names.length === 2) return ways[0];
    return ways.find((one) => one.fields.some(isGiven)) ?? (way && way !== ways[0] ? way : ways.at(-1));
  }
  function fill() {
    for (const [name, value] of Object.entries(own)) {
      if (values[name] === value) values[name] = null;
      delete own[name];
    }
    if (names.length !== 2 || pair.length !== 2) return;
    const free = names.filter((name) => !pair.some((one) => values[one] === name));
    for (const name of pair) if (!isGiven(name)) values[name] = own[name] = free.shift();
  }
  return {
    element,
    swap,
    setFile(file) {
      [names, there] = [file.systems, file.there];
      fill();
      way = meant();
    },
    /** Show what is chosen. */
    show() {
      element.hidden = !there || !ways.length || names.length === 2;
      radios.forEach((radio, k) => { radio.checked = ways[k] === way; });
      swap.hidden = pair.length !== 2 || !pair.every((name) => isGiven(name) && this.shows(name));
    },
    /** Is a field of this name to be shown? */
    shows(name) { return !(name in titles) || (there && (!way || way.fields.includes(name))); },
    /** The first field that must name a system and does not. */
    missing() { return names.length && way ? way.fields.find((name) => !isGiven(name)) : undefined; },
  };
}
