// Study: a study.toml that is opened, written from fields, edited, checked, assessed and saved. Its text is in the address.
import { ask } from "./api.js";
import { button, h, save, speak } from "./dom.js";
import { fileControl, keysOf } from "./files.js";
import { buildForm } from "./forms.js";
import { runner } from "./runs.js";
import { heading, linkButton } from "./share.js";
import { address, different, keep, pack, unpack, valuesOf } from "./state.js";

const ASKS = { check: "Check", power: "Power", assess: "Assess" };

export function openStudy({ main, forms, examples, query, text }) {
  const fresh = forms.study.find((one) => one.kind === "new");
  const assess = forms.study.find((one) => one.kind === "assess");
  const data = { ...assess, fields: assess.fields.filter((field) => field.type !== "toml") };
  const values = valuesOf(fresh.fields, query);
  const given = valuesOf(data.fields, query);
  const controls = [];
  let [done, timer, gone] = [query.do ?? null, 0, false];
  const run = runner({ place: (name, message) => [newForm, dataForm].map((form) => form.error(name, message)).some(Boolean),
    also: (name, message) => [newForm, dataForm].map((form) => form.also(name, message)).some(Boolean),
    names: () => [...fresh.fields, ...data.fields].map((field) => field.name) });
  const editor = h("textarea", { id: "toml", rows: 24, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off",
    "aria-describedby": "toml-help", oninput: () => { run.old("The study has changed since."); later(); } });
  const chosen = h("input", { type: "file", id: "open", class: "unseen", accept: ".toml,text/plain", onchange: async () => {
    if (chosen.files[0]) write(await chosen.files[0].text(), `${chosen.files[0].name} is open.`);
    chosen.value = "";
  } });

  async function remember() {
    const files = Object.assign({}, ...controls.map((one) => one.inAddress()));
    const packed = editor.value ? await pack(editor.value) : "";
    const said = { ...different(fresh.fields, values), ...different(data.fields, given), ...files, do: done === "check" ? null : done };
    if (!gone) keep(address("study", null, said, packed));
  }
  function later() { clearTimeout(timer); timer = setTimeout(remember, 250); }
  function write(toml, words) {
    editor.value = toml;
    start.open = false;
    bench.classList.remove("drafting");
    run.old("The study has changed since.");
    run.clear();
    remember();
    speak(words);
  }
  async function fromFields(event) {
    event.preventDefault();
    const mistake = newForm.mistake();
    if (mistake) return run.refuse(mistake);
    try {
      write((await ask("POST", "/api/study/new", newForm.options())).text, "The study is written.");
      go("check");
    } catch (problem) { run.refuse(problem); }
  }
  function go(what) {
    const options = { ...dataForm.options(), text: editor.value };
    if (!editor.value.trim()) return run.hint("There is no study yet. Start from fields, or open one.");
    if (what === "assess" && !options.data) return run.hint("Assess needs data: choose or drop the file under “Data”.");
    done = what;
    bench.classList.remove("drafting");
    remember();
    if (what !== "assess") for (const name of ["data", "look"]) delete options[name];
    run.stream({ view: "study", kind: what, options });
  }
  async function example(name) {
    try {
      const file = await ask("POST", `/api/examples/${encodeURIComponent(name)}`);
      fetch(`/api/files/${file.id}`, { method: "DELETE" }).catch(() => {});
      write(file.text, `${name} is open.`);
      go("check");
    } catch (problem) { run.refuse(problem); }
  }
  function files(field, id, described, set) {
    const isData = field.name === "data";
    const control = fileControl({ field, id, described, keys: keysOf(field, isData), query, refused: (problem) => run.refuse(problem),
      examples: isData ? examples.filter((one) => one.name === "validation.csv") : [], changed: (held) => set(held.map((one) => one.id)) });
    controls.push(control);
    return control.element;
  }

  const newForm = buildForm(fresh, values, { changed: later, files });
  const dataForm = buildForm(data, given, { changed: () => { run.old("The data have changed since."); later(); }, files });
  const quiet = { class: "quiet" };
  const asking = (what) => button(ASKS[what], () => go(what), { class: what === "check" && "main" });
  const start = h("details", { class: "more", open: !text }, h("summary", {}, "Start from fields"),
    h("form", { novalidate: true, onsubmit: fromFields }, newForm.elements.filter(Boolean),
      h("button", { type: "submit", class: "main" }, "Write the study")));
  // A study that is still to be written stands beside its fields; one that is there beside its answer.
  const bench = h("div", { class: text ? "bench study" : "bench study drafting" },
    h("section", { class: "controls begin", "aria-label": "Fields" }, h("h2", { class: "unseen" }, "Fields"), start),
    h("section", { class: "controls declaration", "aria-label": "Declaration" }, h("h2", { class: "unseen" }, "Declaration"),
      h("div", { class: "field" },
        h("div", { class: "field-head" }, h("label", { class: "label", for: "toml" }, "study.toml"),
          h("span", { class: "tools" },
            examples.filter((one) => one.view === "study").map((one) => button("Example", () => example(one.name), quiet)),
            chosen, h("label", { for: "open", class: "button quiet" }, "Open"),
            button("Save", () => save(editor.value, "study.toml", "application/toml"), quiet))),
        editor, h("p", { class: "help", id: "toml-help" }, "Edit it here. Nothing is kept until you save it.")),
      h("div", { class: "actions" }, asking("check"), asking("power")),
      dataForm.elements.filter(Boolean),
      h("div", { class: "actions" }, asking("assess"))),
    run.element);
  const held = () => controls.flatMap((one) => one.held).filter((one) => !one.example).map((one) => one.name);
  main.replaceChildren(heading("Study", "Declare once, before the data.", linkButton({ ready: remember, files: held })), bench);
  (async () => {
    if (text) editor.value = await unpack(text).catch(() => "");
    for (const control of controls) await control.restore();
    if (gone) return;
    if (editor.value) go(done in ASKS ? done : "check");
    else if (text) run.refuse({ message: "The study in this link cannot be read. Was the link cut short?" });
    else run.hint("Start from fields, or open a study.toml.");
  })();
  return () => { gone = true; clearTimeout(timer); run.leave(); };
}
