// Forms made from what /api/forms says: every field is bound to its slider, its help and its error.
import { controlOf } from "./controls.js";
import { h, say } from "./dom.js";

const GIVEN = "*"; // among the values of shown_when: whatever is given

/**
 * A form. `values` is filled in and kept up to date; `changed(name, settled)` is called at each step,
 * with settled = false while a slider is being dragged. `files` makes the control of a file field.
 */
export function buildForm(form, values, { changed, files, systems = [] }) {
  const rows = new Map();
  const main = h("div", { class: "fields" });
  const more = h("div", { class: "fields" });
  for (const field of [...form.fields].sort((one, other) => rank(one) - rank(other))) {
    const row = makeRow(field, values, (settled) => { clearError(row); show(); changed(field.name, settled); }, files, systems);
    rows.set(field.name, row);
    (field.group === "more" ? more : main).append(row.element);
  }
  const extra = more.childElementCount ? h("details", { class: "more" }, h("summary", {}, "More settings"), more) : null;
  const allows = (allowed, value) => allowed.includes(value) || (allowed.includes(GIVEN) && !isEmpty(value));
  const shown = (field) => Object.entries(field.shown_when ?? {}).every(([name, allowed]) => allows(allowed, values[name]));
  function show() {
    for (const row of rows.values()) row.element.hidden = !shown(row.field);
    if (extra) extra.hidden = [...rows.values()].every((row) => row.field.group !== "more" || row.element.hidden);
  }
  show();
  const isSet = ({ field, element }) => field.group === "more" && !element.hidden && differs(field, values);
  if (extra) extra.open = [...rows.values()].some(isSet);
  return {
    elements: [main, extra],
    /** What is sent: hidden and empty fields are left to their defaults. */
    options() {
      const sent = {};
      for (const { field, element } of rows.values()) {
        if (!element.hidden && !isEmpty(values[field.name])) sent[field.name] = values[field.name];
      }
      return sent;
    },
    /** What the page itself can see is wrong: the first field in `field`, every one in `all`, each with a sentence. */
    mistake() {
      const all = [];
      for (const { field, element } of rows.values()) {
        const message = element.hidden ? null : wrong(field, values[field.name]);
        if (message) all.push({ field: field.name, message });
      }
      return all.length ? { ...all[0], all } : null;
    },
    /** Is there such a field, and is it shown? */
    shows(name) { return rows.has(name) && !rows.get(name).element.hidden; },
    /** Put an error beside its field; false if it is not shown there, or where one may not look. */
    error(name, message) {
      for (const row of rows.values()) clearError(row);
      return name !== null && this.also(name, message);
    },
    /** Another error, beside those that are there. */
    also(name, message) {
      const row = rows.get(name);
      if (!row || row.element.hidden) return false;
      row.error.textContent = message;
      row.control.setAttribute("aria-invalid", "true");
      if (row.field.group === "more") extra.open = true;
      return row.field.group !== "more";
    },
    /** Show a field that may be folded away. */
    reveal(name) { if (rows.get(name)?.field.group === "more") extra.open = true; },
    /** Put a value that the server chose into its field. */
    set(name, value) {
      const row = rows.get(name);
      if (row && values[name] !== value) { values[name] = value; row.control.value = value; }
    },
    /** Offer these systems; return the choices that are none of them any more: title and name. */
    setSystems(names, there) {
      const lost = [];
      for (const { field, setChoices } of rows.values()) {
        const before = values[field.name];
        setChoices?.(names, there);
        if (setChoices && before && values[field.name] !== before) lost.push({ title: field.title, name: before });
      }
      return lost;
    },
  };
}

// The data come first, then which systems of them, then the rest as the server orders it.
function rank(field) {
  if (field.type === "file" && field.required) return 0;
  if (field.type !== "system") return 3;
  return field.name.length === 1 ? 1 : 2; // a and b before the baseline of all
}

const isEmpty = (value) => value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);

/** What is wrong with the value of a field, in a sentence; null if the page sees nothing. */
function wrong(field, value) {
  const isNumber = field.type === "number" || field.type === "integer";
  if (field.required && isEmpty(value)) return `${field.title} is needed.`;
  // An empty field must not silently mean its default; where none is needed the default is empty too.
  if (isEmpty(value)) return isEmpty(field.default) ? null : `${field.title} is empty: give ${isNumber ? "a number" : "a word"}.`;
  if (!isNumber) return null;
  const found = value === "?" ? "." : `; found ${value}.`;
  if (typeof value !== "number") return `${field.title} must be a number${found}`;
  if (field.type === "integer" && !Number.isInteger(value)) return `${field.title} needs a whole number${found}`;
  const { minimum: low, maximum: high } = field;
  if (low !== null && (field.above ? value <= low : value < low)) {
    return `${field.title} needs a number ${field.above ? "above" : "of at least"} ${say(low)}${found}`;
  }
  if (high !== null && (field.below ? value >= high : value > high)) {
    return `${field.title} needs a number ${field.below ? "below" : "of at most"} ${say(high)}${found}`;
  }
  return null;
}

function differs(field, values) {
  return String(values[field.name] ?? "") !== String(field.default ?? "");
}

function clearError(row) {
  row.error.textContent = "";
  row.control.removeAttribute("aria-invalid");
}

function makeRow(field, values, changed, files, systems) {
  const id = `field-${field.name}`;
  const error = h("p", { class: "field-error", id: `${id}-error` });
  const described = `${id}-help ${id}-error`;
  const row = { field, error };
  const parts = controlOf(field)({ field, id, described, values, changed, files, systems });
  row.control = parts.control;
  row.setChoices = parts.setChoices;
  const unit = field.unit ? h("span", { class: "unit" }, field.unit) : null;
  const help = field.help ? h("p", { class: "help", id: `${id}-help` }, field.help) : null;
  const label = parts.group ? h("span", { class: "label", id: `${id}-label` }, field.title)
    : h("label", { class: "label", for: id }, field.title);
  row.element = h("div", { class: `field ${field.type}` },
    h("div", { class: "field-head" }, parts.before, label, h("span", { class: "value" }, parts.value, unit)),
    parts.slider, parts.below, error, help);
  return row;
}
