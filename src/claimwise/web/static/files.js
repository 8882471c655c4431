// Files: dropped, chosen or bundled. The server keeps them under an id; the address names them by name and digest.
import { ask, Refusal } from "./api.js";
import { button, h, say, speak } from "./dom.js";

const SHORT = 12; // digits of a digest in the address
const KINDS = ".csv,.tsv,.txt,.json,.jsonl,.ndjson,.parquet,.pq,.eval,.toml";
let most = Infinity;
const known = new Map(); // files of this visit, so that going back finds them

const keyOf = (file) => (file.example ? `example ${file.name}` : `${file.sha256.slice(0, SHORT)} ${file.name}`);
function forget(file) {
  known.delete(keyOf(file));
  fetch(`/api/files/${file.id}`, { method: "DELETE", keepalive: true }).catch(() => {});
}

/** Delete everything that was uploaded: the page is being left. */
export function forgetFiles() { [...known.values()].forEach(forget); }

/** The largest file that the server takes, in bytes. */
export function limit(bytes) { most = bytes ?? Infinity; }

/** The keys of a file field in the address; the first field of a form has the short ones. */
export const keysOf = (field, first) => (first ? { example: "example", file: "file", sha256: "sha256" }
  : { example: `${field.name}.example`, file: `${field.name}.file`, sha256: `${field.name}.sha256` });

/** What the address says of the files that are there; names hold no slash, so it parts them. */
export function inAddress(keys, held) {
  const bundled = held.filter((file) => file.example);
  const own = held.filter((file) => !file.example);
  return { [keys.example]: bundled.map((file) => file.name).join("/"),
    [keys.file]: own.map((file) => file.name).join("/"),
    [keys.sha256]: own.map((file) => file.sha256.slice(0, SHORT)).join("/") };
}

/** What is in all of these files together: systems, columns, recognised roles, the scale of scores. */
export function inFiles(held) {
  const every = (key) => [...new Set(held.flatMap((one) => one[key] ?? []))];
  const scales = held.map((one) => one.scale ?? null);
  const isOne = scales.every((one) => one?.unit === scales[0]?.unit);
  return { systems: every("systems"), columns: every("columns"), roles: held[0]?.roles ?? {}, scale: isOne ? scales[0] ?? null : null, there: held.length > 0 };
}

/** Look into the files again, with these columns by role; without any, as they were recognised. Returns what puts it in place. */
export async function readAgain(held, columns) {
  const found = await Promise.all(held.map(async (one) => {
    one.plain ??= { systems: one.systems, scale: one.scale, doctor: one.doctor };
    return columns ? ask("GET", `/api/files/${one.id}?${new URLSearchParams({ columns })}`)
      .catch((problem) => ({ ...one.plain, doctor: { error: problem.message } })) : one.plain;
  }));
  return () => held.forEach((one, k) => { for (const key of Object.keys(one.plain)) one[key] = found[k][key]; });
}

/**
 * The control of a file field. `changed(held)` is called with the files that are there;
 * `refused(problem)` with what the server says of a file it cannot take.
 */
export function fileControl({ field, id, described, keys, query, examples, changed, refused }) {
  const several = field.several === true;
  let held = [];
  let instead = ""; // what is said where another file is taken than those of the link
  let missed = "";
  let wanted = parts(query[keys.file]).map((name, k) => ({ name, sha256: parts(query[keys.sha256])[k] ?? "" }));
  const input = h("input", { type: "file", id, class: "unseen", multiple: several, accept: KINDS, "aria-describedby": described,
    onchange: () => { take([...input.files]); input.value = ""; } });
  const list = h("ul", { class: "held" });
  const askAgain = h("p", { class: "wanted" });
  const zone = h("div", { class: "drop" }, input,
    h("label", { for: id, class: "button" }, several ? "Choose files" : "Choose a file"), h("span", { class: "or" }, "or drop it here"));
  const shelf = examples.length ? h("div", { class: "examples" }, h("p", { class: "help" }, "Or try an example:"),
    h("div", { class: "chips" }, examples.map((one) => button(one.name, () => { replaceWanted(); return example(one.name); }, { class: "chip", title: one.about })))) : null;
  const element = h("div", { class: "files", role: "group", "aria-labelledby": `${id}-label` }, askAgain, zone, list, shelf);
  for (const name of ["dragenter", "dragover"]) {
    zone.addEventListener(name, (event) => { event.preventDefault(); zone.classList.add("over"); });
  }
  for (const name of ["dragleave", "drop"]) zone.addEventListener(name, () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => { event.preventDefault(); take([...event.dataTransfer.files]); });

  function parts(said) { return said ? said.split("/") : []; }
  async function add(work, what) {
    zone.classList.add("busy");
    speak(`Reading ${what}.`);
    try {
      const file = await work();
      known.set(keyOf(file), file);
      held = several ? [...held, file] : [file];
      await show();
      speak(`${file.name} is read.`);
    } catch (problem) { refused(problem); }
    zone.classList.remove("busy");
  }
  async function take(files) {
    for (const one of several ? files : files.slice(0, 1)) {
      await add(async () => {
        if (one.size > most) throw new Refusal(`${one.name} has ${say(one.size)} bytes; at most ${say(most)} are taken.`);
        const file = await ask("POST", `/api/files?name=${encodeURIComponent(one.name)}`, one);
        const meant = wanted.find((each) => each.name === file.name)
          ?? wanted.find((each) => each.sha256 && file.sha256.startsWith(each.sha256));
        if (!meant) replaceWanted();
        if (meant && meant.sha256 && !file.sha256.startsWith(meant.sha256)) file.other = true;
        wanted = wanted.filter((each) => each !== meant);
        if (meant && !wanted.length) file.asked = true; // the link had asked for its answer
        return file;
      }, one.name);
    }
  }
  /** Another file is taken: the link's are no longer waited for. */
  function replaceWanted() {
    if (!wanted.length) return;
    const names = wanted.map((one) => one.name).join(" and ");
    instead = `This link was made with ${names}, which ${wanted.length > 1 ? "are" : "is"} not here; what is asked now is about other data.`;
    wanted = [];
  }
  const example = (name) => add(async () => known.get(`example ${name}`)
    ?? { ...(await ask("POST", `/api/examples/${encodeURIComponent(name)}`)), example: true }, name);
  function show() {
    list.replaceChildren(...held.map((file) => h("li", {},
      h("span", { class: "held-name" }, file.name), h("span", { class: "help" }, `${say(file.size)} bytes`),
      h("button", { type: "button", class: "quiet", "aria-label": `Remove ${file.name}`,
        onclick: () => { held = held.filter((one) => one !== file); forget(file); show(); } }, "Remove"),
      file.other ? h("p", { class: "field-error" }, "This file is not the one that the link was made with: its digest differs.") : null)));
    if (shelf) shelf.hidden = held.length > 0;
    const names = wanted.map((one) => one.name).join(" and ");
    if (!held.length) instead = "";
    missed = "";
    const done = changed(held, wanted); // may say what is missed
    askAgain.textContent = (names && `This link was made with ${names}. A link holds no data: drop or choose the same again.`)
      || [instead, missed].filter(Boolean).join(" ");
    return done;
  }
  return {
    element,
    input,
    /** Bring back what the address names. */
    async restore() {
      for (const name of parts(query[keys.example])) await example(name);
      for (const one of [...wanted]) {
        const file = known.get(`${one.sha256} ${one.name}`);
        if (!file) continue;
        wanted = wanted.filter((each) => each !== one);
        await add(async () => file, file.name);
      }
      if (wanted.length) await show();
    },
    get held() { return held; },
    /** Say which systems were chosen that the files do not have, and what is chosen now. */
    lost(gone) {
      const names = gone.map((one) => one.name).join(" and ");
      const open = gone.filter((one) => !one.now).map((one) => one.title).join(" and ");
      const now = gone.filter((one) => one.now).map((one) => `${one.title} is now ${one.now}`).join(" and ");
      missed = gone.length && held.length ? `${names} ${gone.length > 1 ? "are" : "is"} not in it: ${open ? `choose ${open} again` : now}.` : "";
    },
    /** Keep what is still to be dropped again in the address. */
    inAddress() { return inAddress(keys, [...held, ...wanted]); },
  };
}
