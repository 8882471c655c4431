// Talking to the server: one question, the newest of many, or a job that streams.

/** What the server refused, in its own sentence; `field` where it named one. */
export class Refusal extends Error {
  constructor(message, field = null, status = 0) { super(message); Object.assign(this, { field, status }); }
}

const REST = 500; // ms after a brief answer, if nothing else was asked
const LOST = "The server of this page does not answer. Is claimwise serve still running?";

/** Ask once. A body that is no blob is sent as JSON. */
export async function ask(method, path, body, { signal, raw } = {}) {
  const init = { method, signal, headers: {} };
  if (body instanceof Blob) {
    init.body = body;
    init.headers["Content-Type"] = "application/octet-stream";
  } else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers["Content-Type"] = "application/json";
  }
  const reply = await fetch(path, init).catch((problem) => {
    throw problem.name === "AbortError" ? problem : new Refusal(LOST);
  });
  if (!reply.ok) {
    const said = await reply.json().catch(() => ({}));
    throw new Refusal(said.error || `The server answered ${reply.status}.`, said.field, reply.status);
  }
  if (raw) return reply;
  return reply.status === 204 ? null : reply.json();
}

/**
 * Questions that come faster than answers: one is in flight, the newest waits, those between are never asked.
 * `show` is awaited, so drawing sets the pace. `stop` drops what is still to come.
 * A hurried server answers in brief, without new curves: it is asked again once the hand rests.
 */
export function newest(send, show, fail) {
  let [waiting, flight, tries, resting] = [null, null, 0, 0];
  async function run() {
    while (waiting) {
      const question = waiting;
      waiting = null;
      flight = new AbortController();
      const mine = flight;
      try {
        const answer = await send(question, mine.signal);
        tries = 0;
        if (!mine.signal.aborted) await show(answer, question);
        if (answer.brief && !waiting && !mine.signal.aborted) resting = setTimeout(() => next(question), REST);
      } catch (problem) {
        // A busy server is asked again, a few times; what took too long would take as long again.
        const again = problem.status === 503 && (tries += 1) < 4;
        if (again) await new Promise((done) => setTimeout(done, 300));
        else tries = 0;
        if (mine.signal.aborted) return;
        if (again) waiting ??= question;
        else if (!waiting) fail(problem, question);
      }
      if (flight === mine) flight = null;
      else return;
    }
  }
  function next(question) { clearTimeout(resting); waiting = question; if (!flight) run(); }
  return {
    ask: next,
    stop() { clearTimeout(resting); waiting = null; flight?.abort(); flight = null; },
  };
}

/** A job: its events are handed to `on` by name. Returns how to cancel it. */
export function job(request, on) {
  let id = null;
  let source = null;
  let over = false;
  const end = () => { over = true; source?.close(); };
  const kill = () => id && fetch(`/api/jobs/${id}`, { method: "DELETE", keepalive: true }).catch(() => {});
  (async () => {
    const made = await ask("POST", "/api/jobs", request);
    id = made.id;
    if (over) { kill(); return; }
    source = new EventSource(`/api/jobs/${id}/events`);
    for (const name of ["progress", "partial", "answer", "refused", "failed", "cancelled"]) {
      source.addEventListener(name, (event) => {
        if (over) return;
        if (name !== "progress" && name !== "partial") end();
        on[name]?.(JSON.parse(event.data || "{}"));
      });
    }
    source.onerror = () => { if (!over) { end(); on.failed({ error: LOST }); } };
  })().catch((problem) => { if (!over) { end(); on.refused({ error: problem.message, field: problem.field }); } });
  return {
    /** Ends the job; the server kills its process. */
    cancel() { if (!over) { end(); kill(); } },
    get over() { return over; },
  };
}
