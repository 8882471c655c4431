// Which systems are compared: two of them, all with one, or all pairs. The first two in the files are A and B until others are chosen.
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
  let [names, there, way, chosen] = [[], false, null, null]; // `chosen`: the way that was pressed
  const radios = ways.map((one, k) => h("input", { type: "radio", name: "way", class: "unseen", id: `way-${k}`, onchange: () => choose(one) }));
  const element = h("fieldset", { class: "ways", hidden: true }, h("legend", { class: "label" }, "Compare"),
    h("div", { class: "segments" }, ways.map((one, k) => [radios[k], h("label", { for: `way-${k}` }, one.title)])));
  const swap = button(`Swap ${pair.map((name) => titles[name]).join(" and ")}`, () => {
    const [one, other] = pair;
    [values[one], values[other]] = [values[other], values[one]];
    changed(one);
  }, { class: "quiet swap", hidden: true });

  function choose(one) {
    const [lead] = way?.fields ?? []; // A or the baseline: it stays what the others are compared with
    const kept = lead && own[lead] !== values[lead] ? values[lead] : null;
    way = chosen = one;
    for (const name of Object.keys(titles)) if (!one.fields.includes(name)) values[name] = null;
    if (one.fields.length && kept) values[one.fields[0]] = kept;
    fill();
    changed(one.fields[0] ?? pair[0]);
  }
  const isGiven = (name) => Boolean(values[name]);
  /** With two systems there is one comparison; else the values tell which way was meant. */
  function meant() {
    if (names.length === 2) return ways[0];
    return ways.find((one) => one.fields.some(isGiven)) ?? chosen ?? ways.at(-1);
  }
  /** Name systems where a way that is certain needs some: the first ones that are free. */
  function fill() {
    for (const [name, value] of Object.entries(own)) {
      if (values[name] === value) values[name] = null;
      delete own[name];
    }
    const fields = names.length === 2 || !ways.length ? pair : chosen?.fields ?? [];
    const free = names.filter((name) => !fields.some((one) => values[one] === name));
    for (const name of fields) if (!isGiven(name) && free.length) values[name] = own[name] = free.shift();
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
