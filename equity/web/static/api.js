// Requests to the server that this page comes from.

let token = null;

/** What the server refused, with the part of the question it is about. */
export class Refused extends Error {
  constructor(message, field, status) {
    super(message);
    this.field = field;
    this.status = status;
  }
}

/** Keep the token that the address brings along, for this tab, and take it out of the address. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("token")) {
    sessionStorage.setItem("token", given.get("token"));
    given.delete("token");
    history.replaceState(null, "", `#${given}`);
  }
  token = sessionStorage.getItem("token");
}

/** Send a question and return the response. */
export async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("the server does not answer; is equity serve still running?", null, 0);
  }
  if (!response.ok) {
    const { error, field } = await response.json().catch(() => ({ error: response.statusText }));
    throw new Refused(error, field ?? null, response.status);
  }
  return response;
}

/** Yield the events of a question that is answered better and better; aborting the signal stops the work. */
export async function* stream(body, signal) {
  const response = await post("/api/calculate/stream", body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const event = JSON.parse(line);
      if (event.error) throw new Refused(event.error, null, 200);
      yield event;
    }
  }
}

const ranges = new Map(); // what was read before; a text never means anything else

/** Return how the server reads a range. */
export async function readRange(text) {
  if (!ranges.has(text)) {
    if (ranges.size > 500) ranges.clear();
    const reading = post("/api/range", { text }).then(async (response) => (await response.json()).ranges[0]);
    reading.catch(() => ranges.delete(text));
    ranges.set(text, reading);
  }
  return ranges.get(text);
}

/** Save a text as a file. */
export function save(text, name, kind) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
