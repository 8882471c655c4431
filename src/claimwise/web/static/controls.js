// The controls of fields: each writes its value and says when it has changed.
import { h, say } from "./dom.js";
import { columnControl, columnsControl, systemControl } from "./pickers.js";
import { fromShown, toShown } from "./scales.js";

const STEPS = 400; // of a slider on a log scale
const PLAIN = { autocomplete: "off", spellcheck: "false" };

/** The control of a field of this type. */
export function controlOf(field) {
  return { integer: numberControl, number: numberControl, choice: choiceControl,
    boolean: boxControl, system: systemControl, column: columnControl, columns: columnsControl, file: fileControl }[field.type] ?? textControl;
}

// Shown in its unit, such as points; kept as it is sent.
function numberControl({ field, id, described, values, changed, scale }) {
  const whole = field.type === "integer";
  const shown = (value) => (value === null || value === undefined ? "" : toShown(value, scale));
  const input = h("input", { id, type: "number", step: "any", inputmode: whole ? "numeric" : "decimal", min: shown(field.minimum),
    max: shown(field.maximum), "aria-describedby": described, value: shown(values[field.name]), placeholder: "–", autocomplete: "off" });
  // A slider covers what is usual; the number field takes all that is allowed.
  const low = shown(field.slider_minimum ?? field.minimum);
  const high = shown(field.slider_maximum ?? field.maximum);
  const isLog = field.scale === "log" && low > 0;
  const value = (at) => (isLog ? fromLog(low, high, at, whole) : tidy(at));
  let slider = null;
  const take = (value) => { values[field.name] = value; };
  input.addEventListener("input", () => {
    take(input.value === "" ? (input.validity.badInput ? "?" : null) : fromShown(Number(input.value), scale));
    place();
    changed(true);
  });
  if (field.slider && Number.isFinite(low) && Number.isFinite(high)) {
    slider = h("input", { type: "range", "aria-label": `${field.title}, slider`, "aria-describedby": `${id}-help`,
      min: isLog ? 0 : low, max: isLog ? STEPS : high, step: isLog ? 1 : shown(field.step) || (whole ? 1 : "any") });
    const move = (settled) => {
      take(fromShown(value(Number(slider.value)), scale));
      input.value = shown(values[field.name]);
      paint();
      changed(settled);
    };
    slider.addEventListener("input", () => move(false));
    slider.addEventListener("change", () => move(true));
    // On a log scale one key press must change the value, even where several steps round to the same one.
    if (isLog) slider.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      const before = values[field.name];
      let at = Number(slider.value);
      do { at += way; } while (at > 0 && at < STEPS && value(at) === before);
      slider.value = at;
      move(true);
    });
  }
  function paint() {
    if (!slider) return;
    const share = (slider.value - slider.min) / (slider.max - slider.min);
    slider.style.setProperty("--at", `${100 * share}%`);
    slider.classList.toggle("unset", values[field.name] === null);
    slider.setAttribute("aria-valuetext", values[field.name] === null ? "not set" : `${say(shown(values[field.name]))} ${scale.unit}`.trim());
  }
  function place() {
    if (!slider) return;
    const now = shown(values[field.name]);
    const middle = isLog ? STEPS / 2 : (low + high) / 2;
    slider.value = typeof now !== "number" ? middle : isLog ? toLog(low, high, now) : now;
    paint();
  }
  place();
  return { control: input, value: input, slider };
}

function fromLog(low, high, at, whole) {
  if (at <= 0 || at >= STEPS) return at <= 0 ? low : high;
  const value = low * (high / low) ** (at / STEPS);
  return whole ? Math.round(Number(value.toPrecision(value >= 1000 ? 3 : 2))) : Number(value.toPrecision(2));
}

function toLog(low, high, value) {
  return value <= 0 ? 0 : Math.round((STEPS * Math.log(value / low)) / Math.log(high / low));
}

const tidy = (value) => Number(value.toFixed(6));

function choiceControl({ field, id, described, values, changed }) {
  const none = field.required || (field.default !== null && field.default !== undefined) ? [] : [h("option", { value: "" }, "–")];
  const options = field.choices.map((value, k) => h("option", { value }, field.labels[k]));
  const control = h("select", { id, "aria-describedby": described }, none, options);
  control.value = values[field.name] ?? "";
  control.addEventListener("change", () => { values[field.name] = control.value || null; changed(true); });
  return { control, below: control };
}

function boxControl({ field, id, described, values, changed }) {
  const control = h("input", { id, type: "checkbox", checked: values[field.name] === true, "aria-describedby": described,
    onchange: () => { values[field.name] = control.checked; changed(true); } });
  return { control, before: control };
}

function textControl({ field, id, described, values, changed }) {
  const known = field.suggestions?.length
    ? h("datalist", { id: `${id}-known` }, field.suggestions.map((one) => h("option", { value: one }))) : null;
  const control = h("input", { id, type: "text", list: known && `${id}-known`, "aria-describedby": described,
    value: values[field.name] ?? "", ...PLAIN,
    oninput: () => { values[field.name] = control.value.trim() || null; changed(true); } });
  return { control, below: known ? [control, known] : control };
}

function fileControl({ field, id, described, values, changed, files }) {
  const control = files(field, id, described, (value, settled = true) => { values[field.name] = value; changed(settled); });
  return { control, below: control, group: true };
}
