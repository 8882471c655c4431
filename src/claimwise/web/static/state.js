// The state of a view is its address: /plan/accuracy?n=500. Only what differs from the default is said.

const VIEWS = ["plan", "compare", "ratings", "responses", "study"];

/** Which view, which kind and which values the address asks for. */
export function fromAddress() {
  const [view, kind] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  return { view: VIEWS.includes(view) ? view : "plan", kind: kind || null,
    query: Object.fromEntries(new URLSearchParams(location.search)), text: location.hash.slice(1) };
}

/** The address of a state. */
export function address(view, kind, query = {}, hash = "") {
  const said = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  const path = "/" + [view, kind].filter(Boolean).map(encodeURIComponent).join("/");
  return path + (said.size ? `?${said}` : "") + (hash ? `#${hash}` : "");
}

/** Keep the address in step: while one drags it is replaced, a change of view is a new entry. */
export function keep(where, { push = false } = {}) {
  if (where === location.pathname + location.search + location.hash) return;
  history[push ? "pushState" : "replaceState"](null, "", where);
}

/** The values that differ from the defaults of a form, as the address says them. */
export function different(fields, values) {
  const query = {};
  for (const field of fields) {
    if (field.type === "file") continue;
    const value = values[field.name];
    if (same(value, field.default)) continue;
    query[field.name] = value;
  }
  return query;
}

/** The values of a form, from its defaults and the address. */
export function valuesOf(fields, query) {
  const values = {};
  for (const field of fields) {
    const names = [field.name, ...(field.former ?? [])]; // an address may have been saved under a former name
    const said = field.type === "file" ? undefined : names.map((name) => query[name]).find((one) => one !== undefined); // files come back by their own keys
    values[field.name] = said === undefined ? field.default ?? null : read(field, said);
  }
  return values;
}

function read(field, said) {
  if (field.type === "boolean") return said === "true";
  if (field.type === "integer" || field.type === "number") return said === "" || Number.isNaN(Number(said)) ? said : Number(said);
  return said;
}

function same(left, right) {
  const plain = (value) => (value === undefined || value === "" ? null : value);
  return plain(left) === plain(right);
}

/** Text made short enough for an address, and back. */
export async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
