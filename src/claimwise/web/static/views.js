// Plan, Compare, Ratings and Responses: a form on the left, what it says on the right.
import { h, say, table } from "./dom.js";
import { fileControl, inFiles, keysOf, readAgain } from "./files.js";
import { buildForm } from "./forms.js";
import { runner } from "./runs.js";
import { heading, linkButton } from "./share.js";
import { address, different, keep, valuesOf } from "./state.js";

const TITLES = { plan: ["Plan", "What could this study show?"], compare: ["Compare", "What do these scores show?"],
  ratings: ["Ratings", "What do the raters say?"], responses: ["Responses", "What do several answers to each item show?"] };
const VERBS = { compare: "Compare", ratings: "Fit the model", responses: "Compare" };
const SETTLE = 350; // milliseconds without a change before a simulation begins

/** Open a view in `main`; returns how to leave it. */
export function openView({ main, forms, examples, view, kind, query, go }) {
  const form = forms[view].find((one) => one.kind === (kind ?? query.form)) ?? forms[view][0];
  const isPlan = view === "plan";
  const needed = form.fields.find((field) => field.type === "file" && field.required);
  const firstFile = needed ?? form.fields.find((field) => field.type === "file");
  const isLive = isPlan || !needed; // answered as one changes it; data are assessed when one says so
  const values = valuesOf(form.fields, query);
  const controls = [];
  let [timer, restoring, gone] = [0, true, false];
  let built = null;
  let data = []; // the files that the first field holds
  const byRole = form.fields.find((field) => field.type === "columns")?.name;
  const run = runner({ place: (name, message) => built?.error(name, message) ?? false,
    also: (name, message) => built.also(name, message), names: () => form.fields.map((field) => field.name),
    slow: later });
  // Only a plan has its kind in the path; elsewhere it is said where there is a choice.
  const where = (name, said = {}) => (isPlan ? address(view, name, said)
    : address(view, null, { form: name === forms[view][0].kind ? null : name, ...said }));
  const fitting = examples.filter((one) => one.view === view && one.kind === form.kind);
  const begin = fitting.length ? "Choose a file to begin, or try an example." : "Choose a file to begin.";
  const isQuick = () => form.exact && !built.simulates();
  const request = () => ({ view, kind: form.kind, options: built.options() });

  function remember() {
    if (gone) return;
    const files = Object.assign({}, ...controls.map((one) => one.inAddress()));
    keep(where(form.kind, { ...different(form.fields, values), ...files }));
  }
  /** Offer what is in the files; what is the standard is not compared with it. */
  function offer() {
    const found = inFiles(data);
    run.extra.replaceChildren(...data.flatMap((one) => findings(one, view)));
    for (const one of data) if (one.doctor?.field) built.reveal(one.doctor.field);
    return built.setFile({ ...found, systems: found.systems.filter((name) => name !== values.gold) });
  }
  /** With other columns there may be other systems in the files. */
  async function readWith(columns) {
    const put = await readAgain(data, columns);
    if (gone || columns !== values[byRole]) return; // others were chosen meanwhile
    put();
    offer();
    remember();
  }
  function changed(name, settled) {
    if (name === "gold") offer();
    if (name === byRole) readWith(values[byRole]);
    remember();
    if (!restoring) update(settled);
  }
  function update(settled) {
    clearTimeout(timer);
    const mistake = built.mistake();
    if (mistake) {
      run.stop();
      const file = form.fields.find((field) => field.name === mistake.field)?.type === "file";
      if (file) run.hint(begin);
      else run.refuse(mistake);
    } else if (!isLive) run.old(`The settings have changed. Press “${VERBS[view]}” for their answer.`);
    else if (isQuick()) run.quick(request());
    else {
      run.stop();
      run.old("The settings have changed. A new answer begins when they rest.");
      if (settled) later(request());
    }
  }
  /** An answer that takes its time begins when the settings rest. */
  function later(request) { clearTimeout(timer); timer = setTimeout(() => run.stream(request), SETTLE); }
  function submit(event) {
    event?.preventDefault();
    const mistake = built.mistake();
    if (mistake) run.refuse(mistake);
    else if (isQuick()) run.quick(request());
    else run.stream(request());
  }
  function files(field, id, described, set) {
    const first = field === firstFile;
    const control = fileControl({ field, id, described, query, keys: keysOf(field, first), refused: (problem) => run.refuse(problem),
      examples: first ? fitting : [],
      changed(held) {
        const ids = held.map((one) => one.id);
        if (first) {
          data = held;
          control.lost(offer());
          run.clear();
          if (values[byRole]) readWith(values[byRole]);
        }
        set(field.several ? ids : ids[0] ?? null);
        const last = held.at(-1);
        if (last?.asked && !isLive) { last.asked = false; submit(); }
      } });
    controls.push(control);
    return control.element;
  }

  built = buildForm(form, values, { changed, files });
  const chooser = forms[view].length > 1 ? h("div", { class: "field choice" },
    h("label", { class: "label", for: "kind" }, isPlan ? "Kind of study" : "Question"),
    h("select", { id: "kind", onchange: (event) => { go(where(event.target.value)); document.getElementById("kind").focus(); } },
      forms[view].map((one) => h("option", { value: one.kind, selected: one === form }, one.title)))) : null;
  const submitting = isLive ? null : h("button", { type: "submit", class: "main" }, VERBS[view]);
  const link = linkButton({ files: () => controls.flatMap((one) => one.held).filter((one) => !one.example).map((one) => one.name) });
  main.replaceChildren(
    heading(TITLES[view][0], (isPlan && form.question) || TITLES[view][1], link),
    h("div", { class: isLive ? "bench live" : "bench" },
      h("form", { class: "controls", "aria-label": "Settings", novalidate: true, onsubmit: submit }, h("h2", { class: "unseen" }, "Settings"),
        chooser, built.elements[0], submitting, built.elements[1]),
      run.element));
  (async () => {
    for (const control of controls) await control.restore();
    if (gone) return;
    restoring = false;
    remember();
    // A link that names its data asks for the answer too.
    if (isLive) update(true);
    else if (controls.some((one) => one.held.length)) { if (!built.mistake()) submit(); }
    else run.hint(begin);
  })();
  return () => { gone = true; clearTimeout(timer); run.leave(); };
}

/** What the doctor found in a file, and where it would be read better. */
function findings(file, view) {
  const doctor = file.doctor ?? {};
  const counts = (doctor.rows ?? []).filter((row) => !Object.keys(row.at).length);
  const each = (doctor.rows ?? []).filter((row) => row.quantity === "items" && row.at.system);
  if (!counts.length && !file.columns?.length && !doctor.error) return [];
  const better = file.fits?.length && !file.fits.some((one) => one.view === view) ? file.fits[0].view : null;
  return h("details", { class: "doctor", open: true }, h("summary", {}, h("h2", {}, `What is in ${file.name}`)),
    counts.length ? h("p", {}, `${counts.map((row) => `${say(row.estimate)} ${row.quantity}`).join(", ")}.`) : null,
    counts.length || !file.columns?.length ? null : h("p", {}, `Columns: ${file.columns.join(", ")}.`),
    doctor.error ? h("p", { class: "field-error" }, doctor.error) : null,
    each.length ? table("", ["System", "Items"], each.map((row) => [row.at.system, say(row.estimate)])) : null,
    doctor.notes?.length ? h("ul", {}, doctor.notes.map((note) => h("li", {}, note.text))) : null,
    better ? h("p", {}, "It may belong to ", h("a", { href: `/${better}` }, better), ".") : null);
}
