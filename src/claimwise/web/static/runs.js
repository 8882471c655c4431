// From settings to an answer: errors in one place, progress with a Cancel button, the answer, the report.
import { answerPane } from "./answers.js";
import { ask, job, newest } from "./api.js";
import { narrowing } from "./charts.js";
import { button, h, say, save, speak } from "./dom.js";

let forms = []; // of a report: name and title
const SLOW = [409, 504]; // an exact plan that takes its time: it is asked again as a job, which can be cancelled
const LAST = "These numbers belong to the last settings that worked, not to those now.";

/** Which forms of report there are. */
export function offer(reports) { forms = reports; }

/** Does this sentence speak of the field of this name? */
function about(name, sentence) {
  const word = name.replaceAll("_", "[-_ ]");
  return new RegExp(`^${word}\\b|--${word}\\b|\\bneeds (an? |the )?${word}\\b`).test(sentence);
}

/**
 * The right-hand side of a view. `place(name, message)` puts an error beside its field, if it can;
 * `also(name, message)` another one.
 */
export function runner({ place = () => false, also = () => false, names = () => [], slow = null } = {}) {
  const alert = h("p", { class: "alert", role: "alert", hidden: true });
  const said = h("span", { class: "said" });
  const clock = h("span", { class: "clock", "aria-hidden": "true" }); // a first fit compiles for a while: one sees that it lives
  const bar = h("progress", { max: 1, "aria-label": "Progress" });
  const cancel = button("Cancel", () => stop("Cancelled."));
  const again = button("Run again", () => last && stream(last), { hidden: true });
  const progress = h("div", { class: "progress", hidden: true }, bar, h("span", { class: "lines" }, said, clock), cancel, again);
  const hint = h("p", { class: "hint", hidden: true });
  const pane = answerPane();
  const reports = h("div", { class: "reports", hidden: true }, h("h3", {}, "A report to attach"),
    h("div", { class: "chips" }, forms.map(({ name, title }) => (
      button(title, (event) => report(name, event.target), { class: "chip" })))));
  const extra = h("div", { class: "before" });
  const element = h("div", { class: "readout" }, alert, progress, hint, extra, pane.element, reports, pane.strip);
  let [running, last, good, ticking, left] = [null, null, null, 0, false];

  function refuse(problem) {
    const field = problem.field ?? names().find((name) => about(name, problem.message)) ?? null;
    const more = (problem.all ?? []).slice(1);
    const placed = [place(field, problem.message), ...more.map((one) => also(one.field, one.message))];
    // Beside its field the sentence is seen there; as an alert it is still spoken.
    alert.classList.toggle("unseen", placed.every(Boolean));
    alert.hidden = false;
    alert.textContent = [problem, ...more].map((one) => one.message).join(" ");
    hint.hidden = true;
    if (!pane.empty) pane.old(LAST);
  }
  function clear() {
    alert.hidden = true;
    alert.textContent = "";
    hint.hidden = true;
    place(null, "");
  }
  async function show(answer, request, partial = false) {
    clear();
    if (!partial) good = request;
    for (const one of extra.querySelectorAll("details")) one.open = false; // the answer leads
    reports.hidden = !good;
    await pane.show(answer, { partial });
  }
  const quick = newest((request, signal) => ask("POST", `/api/plan/${request.kind}`, request.options, { signal }), show,
    (problem, request) => (SLOW.includes(problem.status) ? (slow ?? stream)(request) : refuse(problem)));

  function stream(request) {
    if (left) return; // an upload, say, may end after its view was left
    stop();
    last = request;
    clear();
    progress.hidden = false;
    cancel.hidden = false;
    again.hidden = true;
    bar.removeAttribute("value");
    good = null; // a report is of a whole answer
    reports.hidden = true;
    said.textContent = "Starting.";
    clock.textContent = "";
    const began = Date.now();
    ticking = setInterval(() => { clock.textContent = `${Math.round((Date.now() - began) / 1000)} s`; }, 1000);
    if (!pane.empty) pane.old("A new answer is being computed. This is the one before.");
    const done = () => { clearInterval(ticking); progress.hidden = true; running = null; };
    const points = [];
    /** The answer, with the interval so far as its figure where it has none. */
    const watched = (answer) => {
      const row = (answer.rows ?? []).find((one) => one.quantity === "power" && typeof one.low === "number");
      const { target, replicates } = answer.provenance?.settings ?? {};
      if (!row || answer.figures?.length) return answer;
      const studies = answer.replicates ?? replicates;
      if (studies > (points.at(-1)?.studies ?? 0)) points.push({ studies, power: row.estimate, low: row.low, high: row.high });
      return { ...answer, figures: points.length ? [narrowing([...points], answer.of ?? points.at(-1).studies, target)] : [] };
    };
    running = job(request, {
      progress(event) {
        if (event.total) { bar.max = event.total; bar.value = event.done; }
        said.textContent = event.said || `${say(event.done)} of ${say(event.total)}`;
      },
      partial(answer) { show(watched(answer), request, true); },
      answer(answer) { done(); show(points.length ? watched(answer) : answer, request); },
      refused(problem) { done(); refuse({ message: problem.error, field: problem.field }); },
      failed(problem) { done(); refuse({ message: problem.error }); },
      cancelled() { stop("Cancelled."); },
    });
  }
  function stop(words) {
    quick.stop();
    if (!running) return;
    clearInterval(ticking);
    running.cancel();
    running = null;
    if (!words) { progress.hidden = true; return; }
    said.textContent = pane.element.classList.contains("partial") ? `${words} The answer below is from the studies so far.` : words;
    cancel.hidden = true;
    again.hidden = false;
    again.focus();
    speak(said.textContent);
  }
  async function report(format, pressed) {
    pressed.disabled = true;
    speak("The report is being written.");
    try {
      const reply = await ask("POST", "/api/report", { ...good, format }, { raw: true });
      const name = /filename="?([^";]+)/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1];
      save(await reply.blob(), name ?? "claimwise", reply.headers.get("Content-Type"));
    } catch (problem) { refuse(problem); }
    pressed.disabled = false;
  }
  return {
    element, extra, show, refuse, clear, stream, stop, pane,
    quick(request) {
      if (left) return;
      if (running) stop();
      progress.hidden = true;
      quick.ask(request);
    },
    /** What is still needed, said calmly. */
    hint(text) { clear(); hint.textContent = text; hint.hidden = false; if (!pane.empty) pane.old(LAST); },
    old(text) { if (!pane.empty) pane.old(text); },
    leave() { left = true; stop(); pane.remove(); },
  };
}
