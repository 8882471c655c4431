// The page: reads the address, opens its view, and follows links without loading the page anew.
import { ask } from "./api.js";
import { h } from "./dom.js";
import { forgetFiles, limit } from "./files.js";
import { offer } from "./runs.js";
import { fromAddress, keep } from "./state.js";
import { openStudy } from "./study.js";
import { openView } from "./views.js";

const main = document.getElementById("main");
let forms = null;
let examples = [];
let leave = null;

function open({ focus = false } = {}) {
  leave?.();
  const { view, kind, query, text } = fromAddress();
  for (const link of document.querySelectorAll("#views a")) {
    if (link.getAttribute("href") === `/${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${view[0].toUpperCase()}${view.slice(1)} – claimwise`;
  const openIt = view === "study" ? openStudy : openView;
  leave = openIt({ main, forms: forms.views, examples, view, kind, query, text, go });
  if (focus) main.focus({ preventScroll: true });
}

function go(where, { focus = false } = {}) {
  keep(where, { push: true });
  open({ focus });
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.getAttribute("href"), { focus: true });
});
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
addEventListener("popstate", () => open());
addEventListener("pagehide", () => { leave?.(); forgetFiles(); });
addEventListener("pageshow", (event) => { if (event.persisted) open(); });
// A file dropped beside its place must not replace the page.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());

try {
  forms = await ask("GET", "/api/forms");
  examples = await ask("GET", "/api/examples").then((said) => said.examples, () => []);
  limit(forms.max_upload);
  offer(forms.reports);
  document.getElementById("version").textContent = forms.version ?? "";
  open();
} catch (problem) {
  main.replaceChildren(h("p", { class: "alert", role: "alert" }, problem.message));
}
