// Forms made from what /api/forms says: every field is bound to its slider, its help and its error.
import { controlOf } from "./controls.js";
import { h, say } from "./dom.js";
import { isSame, scaleOf, toShown } from "./scales.js";
import { systemsOf } from "./systems.js";

const GIVEN = "*"; // among the values of shown_when: whatever is given
const NO_FILE = { systems: [], columns: [], roles: {}, scale: null, there: false };

/**
 * A form. `values` is filled in and kept up to date; `changed(name, settled)` is called at each step,
 * with settled = false while a slider is being dragged. `files` makes the control of a file field.
 */
export function buildForm(form, values, { changed, files }) {
  const rows = new Map();
  const groups = { main: h("div", { class: "fields" }), columns: h("div", { class: "fields" }), more: h("div", { class: "fields" }) };
  const headings = new Map(); // above the folded fields of each group
  let data = NO_FILE;
  const folds = { columns: fold("Columns", groups.columns, "columns"), more: fold("More settings", groups.more, "more") };
  const systems = systemsOf(form, values, (name) => { for (const row of rows.values()) row.show?.(); settle(name, true); });
  function settle(name, settled) {
    const row = rows.get(name);
    if (row) clearError(row);
    show();
    changed(name, settled);
  }
  const make = (field) => makeRow(field, values, scaleOf(field, values, data.scale), (settled) => settle(field.name, settled), files);
  for (const field of [...form.fields].sort((one, other) => rank(one) - rank(other))) {
    const row = make(field);
    rows.set(field.name, row);
    if (field.type === "system" && !systems.element.parentNode) groups.main.append(systems.element);
    if (field.group === "more" && field.type !== "system" && field.heading && !headings.has(field.heading)) {
      headings.set(field.heading, h("p", { class: "heading" }, field.heading));
      groups.more.append(headings.get(field.heading));
    }
    groups[field.group].append(row.element);
    if (rank(field) === 0) groups.main.append(folds.columns);
    if (field.type === "system") groups.main.append(systems.swap); // stays after the last of them
  }
  const inside = (group) => [...rows.values()].filter((row) => row.field.group === group);
  const allows = (allowed, value) => allowed.includes(isEmpty(value) ? null : value) || (allowed.includes(GIVEN) && !isEmpty(value));
  const holds = (when) => Object.entries(when).every(([name, allowed]) => allows(allowed, values[name]));
  const fits = (field) => { const any = [field.shown_when ?? []].flat(); return !any.length || any.some(holds); };
  const simulates = () => form.streams || form.fields.some((field) => fits(field) && allows(field.simulates ?? [], values[field.name]));
  const shown = (field) => fits(field) && (!field.of_simulation || simulates()) && systems.shows(field.name);
  function show() {
    systems.show();
    for (const [name, row] of rows) {
      if (!isSame(row.scale, scaleOf(row.field, values, data.scale))) {
        const fresh = make(row.field);
        row.element.replaceWith(fresh.element);
        rows.set(name, fresh);
      }
      rows.get(name).element.hidden = !shown(row.field);
    }
    for (const [heading, element] of headings) {
      element.hidden = inside("more").every((row) => row.field.heading !== heading || row.element.hidden);
    }
    folds.more.hidden = inside("more").every((row) => row.element.hidden);
    folds.columns.hidden = !inside("columns").length || !data.there;
  }
  show();
  const isSet = ({ field, element }) => !element.hidden && differs(field, values);
  folds.more.open = inside("more").some(isSet);
  folds.columns.open = inside("columns").some(isSet);
  return {
    elements: [groups.main, inside("more").length ? folds.more : null],
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
      const missing = systems.missing();
      for (const { field, element, scale } of rows.values()) {
        const message = element.hidden ? null : field.name === missing ? `${field.title} is needed: choose a system.` : wrong(field, values[field.name], scale);
        if (message) all.push({ field: field.name, message });
      }
      return all.length ? { ...all[0], all } : null;
    },
    /** Is there a field with a value for which studies are simulated? */
    simulates,
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
      this.reveal(name);
      return row.field.group === "main";
    },
    /** Show a field that may be folded away. */
    reveal(name) {
      const place = folds[rows.get(name)?.field.group];
      if (place) place.open = true;
    },
    /** Offer what is in the file; return the systems that were chosen and are not in it: title, name, and what is chosen now. */
    setFile(file) {
      data = file;
      const before = [...rows.values()].filter(({ field }) => field.type === "system").map(({ field }) => [field, values[field.name]]);
      for (const row of rows.values()) row.setFile?.(file);
      const lost = before.filter(([field, name]) => name && !values[field.name]);
      systems.setFile(file);
      for (const row of rows.values()) row.show?.();
      show();
      return lost.map(([field, name]) => ({ title: field.title, name, now: values[field.name] }));
    },
  };
}

function fold(title, content, name) {
  return h("details", { class: `more ${name}` }, h("summary", {}, title), content);
}

// The data come first, then which systems of them, then the rest as the server orders it.
function rank(field) {
  if (field.type === "file" && field.required) return 0;
  return field.type === "system" ? 1 : 2;
}

const isEmpty = (value) => value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);

/** What is wrong with the value of a field, in a sentence and in the unit that is shown; null if the page sees nothing. */
function wrong(field, value, scale) {
  const isNumber = field.type === "number" || field.type === "integer";
  if (field.required && isEmpty(value)) return `${field.title} is needed.`;
  // An empty field must not silently mean its default; where none is needed the default is empty too.
  if (isEmpty(value)) return isEmpty(field.default) ? null : `${field.title} is empty: give ${isNumber ? "a number" : "a word"}.`;
  if (!isNumber) return null;
  const found = value === "?" ? "." : `; found ${toShown(value, scale)}.`;
  if (typeof value !== "number") return `${field.title} must be a number${found}`;
  if (field.type === "integer" && !Number.isInteger(value)) return `${field.title} needs a whole number${found}`;
  const { minimum: low, maximum: high } = field;
  const limit = (edge) => say(toShown(edge, scale)) + (scale.factor === 1 ? "" : scale.unit === "%" ? "%" : ` ${scale.unit}`);
  if (low !== null && (field.above ? value <= low : value < low)) {
    return `${field.title} needs a number ${field.above ? "above" : "of at least"} ${limit(low)}${found}`;
  }
  if (high !== null && (field.below ? value >= high : value > high)) {
    return `${field.title} needs a number ${field.below ? "below" : "of at most"} ${limit(high)}${found}`;
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

function makeRow(field, values, scale, changed, files) {
  const id = `field-${field.name}`;
  const error = h("p", { class: "field-error", id: `${id}-error` });
  const described = `${id}-help ${id}-error`;
  const parts = controlOf(field)({ field, id, described, values, changed, files, scale });
  const unit = scale.unit ? h("span", { class: "unit" }, scale.unit) : null;
  const help = field.help ? h("p", { class: "help", id: `${id}-help` }, field.help) : null;
  const label = parts.group ? h("span", { class: "label", id: `${id}-label` }, field.title)
    : h("label", { class: "label", for: id }, field.title);
  const element = h("div", { class: `field ${field.type}` },
    h("div", { class: "field-head" }, parts.before, label, h("span", { class: "value" }, parts.value, unit)),
    parts.slider, parts.below, error, help);
  return { field, scale, error, element, control: parts.control, setFile: parts.setFile, show: parts.show };
}
