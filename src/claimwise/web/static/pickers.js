// Choosing names: from a list where it is known, typed where it is not.
import { h } from "./dom.js";

const OTHER = "\u0000"; // no name has it
const PLAIN = { autocomplete: "off", spellcheck: "false" };

/**
 * A select that becomes a text field where nothing is known to choose from.
 * `offer(choices, options)` gives choices as names or [value, title]; `none` is what stands for no choice,
 * `other` the title of an entry that lets one type; a picker that is not `ready` waits for a file.
 */
export function picker({ id, title, described, value, take }) {
  const control = h("select", { id, "aria-describedby": described });
  const typed = h("input", { type: "text", "aria-label": title, "aria-describedby": described, ...PLAIN });
  const element = h("div", { class: "picker" }, control);
  let listed = [];
  control.addEventListener("change", () => {
    const types = control.value === OTHER;
    typing(types);
    if (types) typed.focus();
    else take(control.value || null);
  });
  typed.addEventListener("input", () => take(typed.value.trim() || null));
  function typing(yes) { if (yes) element.append(typed); else typed.remove(); }
  return {
    element,
    control,
    offer(choices, { none = "–", other = null, ready = true } = {}) {
      listed = choices.map((one) => (Array.isArray(one) ? one : [one, one]));
      const more = other ? [[OTHER, other]] : [];
      control.replaceChildren(...[["", none], ...listed, ...more].map(([name, text]) => h("option", { value: name }, text)));
      control.disabled = !ready;
      control.hidden = ready && !listed.length;
      this.show(value());
    },
    /** Show a value; one that is not in the list is shown typed. */
    show(now) {
      const isListed = listed.some(([name]) => name === now);
      control.value = isListed || !now ? now ?? "" : OTHER;
      typed.value = now ?? "";
      typing(control.hidden || (Boolean(now) && !isListed && control.value === OTHER));
    },
  };
}

/** A field of one of the systems in the file. */
export function systemControl({ field, id, described, values, changed }) {
  const one = picker({ id, title: field.title, described, value: () => values[field.name],
    take: (value) => { values[field.name] = value; changed(true); } });
  one.offer([], { none: "choose a file first", ready: false });
  return { control: one.control, below: one.element, show: () => one.show(values[field.name]),
    setFile({ systems, there }) {
      if (systems.length && !systems.includes(values[field.name])) values[field.name] = null;
      one.offer(systems, { none: there ? "–" : "choose a file first", ready: there });
    } };
}

const recognised = (name) => (name ? `auto: ${name}` : "–");

/** A field of one of the columns in the file. */
export function columnControl({ field, id, described, values, changed }) {
  const one = picker({ id, title: field.title, described, value: () => values[field.name],
    take: (value) => { values[field.name] = value; changed(true); } });
  const setFile = ({ columns, roles, there }) => {
    const special = columns.length ? field.suggestions.map((name) => [name, `${name[0].toUpperCase()}${name.slice(1)}`]) : [];
    one.offer([...special, ...columns.filter(canBeNamed)], { none: recognised(roles[field.name]), other: "Another name …", ready: there });
  };
  setFile({ columns: [], roles: {}, there: false });
  return { control: one.control, below: one.element, setFile };
}

const canBeNamed = (name) => !/[/\\]/.test(name);
const canBeListed = (name) => !/[/\\,=]/.test(name); // between commas, with a role before it

/** A field of columns by role: one picker for each; its value is item=qid, score=f1. */
export function columnsControl({ field, id, described, values, changed }) {
  const given = () => new Map((values[field.name] ?? "").split(",").filter(Boolean).map((part) => part.split("=").map((word) => word.trim())));
  const pickers = new Map();
  const names = { ...field.roles, ...Object.fromEntries([...given().keys()].filter((role) => !(role in field.roles)).map((role) => [role, role])) };
  const element = h("div", { class: "roles", id, role: "group", "aria-labelledby": `${id}-label`, "aria-describedby": described },
    Object.entries(names).map(([role, title]) => {
      const take = (column) => {
        const now = given();
        if (column) now.set(role, column);
        else now.delete(role);
        values[field.name] = [...now].map((pair) => pair.join("=")).join(", ") || null;
        changed(true);
      };
      const one = picker({ id: `${id}-${role}`, title, described, value: () => given().get(role) ?? null, take });
      pickers.set(role, one);
      return h("div", { class: "role" }, h("label", { class: "small", for: `${id}-${role}` }, title), one.element);
    }));
  const setFile = ({ columns, roles, there }) => {
    for (const [role, one] of pickers) {
      one.offer(columns.filter(canBeListed), { none: recognised(given().has(role) ? "" : roles[role]), ready: there });
    }
  };
  setFile({ columns: [], roles: {}, there: false });
  return { control: element, below: element, group: true, setFile };
}
