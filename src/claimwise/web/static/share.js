// A link to what is seen: the address of the page, copied.
import { announce, button, copy, h } from "./dom.js";

/**
 * A button that copies the address. `ready` is awaited first, so that the address is up to date;
 * `files()` names the files that are no part of a link.
 */
export function linkButton({ ready = () => {}, files = () => [] } = {}) {
  const said = h("span", { class: "help" });
  const pressed = button("Copy link", async () => {
    await ready();
    const done = await copy(location.href);
    const names = files().join(" and ");
    const where = names ? `It works on this machine only, and asks for ${names} again: a link holds no data.` : "It opens on this machine.";
    said.textContent = done ? `Link copied. ${where}` : "Copy the link from the address bar.";
    announce(said.textContent);
  }, { class: "quiet" });
  return h("div", { class: "link" }, pressed, said);
}

/** The head of a view: its name, its question, and the link to it. */
export function heading(title, question, link) {
  return h("div", { class: "heading" }, h("h1", {}, title), h("p", { class: "question" }, question), link);
}
