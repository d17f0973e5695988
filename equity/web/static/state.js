// What the page asks: one plain value, in the address bar as well, with everything that can be undone.

export const MOST_PLAYERS = 10;
export const EMPTY = { players: ["", ""], board: "", dead: "", stacks: [], payouts: "", view: "breakdown" };
export const EXAMPLE = { ...EMPTY, players: ["AKs", "top 15%"], board: "Ts9s2d" };
const VIEWS = {
  breakdown: { breakdown: true },
  next: { next_card: true },
  heat: { combos: true },
  outs: { outs: true },
  spread: { histogram: true },
  chips: {},
  hits: {},
};

/** Return the state an address stands for; the example where it says nothing. */
export function fromAddress(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  if (!given.has("p")) return structuredClone(EXAMPLE);
  const players = given.getAll("p").slice(0, MOST_PLAYERS);
  while (players.length < 2) players.push("");
  return {
    players,
    board: given.get("b") ?? "",
    dead: given.get("d") ?? "",
    stacks: given.get("s")?.split(",") ?? [], // an empty one keeps its place
    payouts: given.get("pay") ?? "",
    view: given.get("v") in VIEWS ? given.get("v") : EMPTY.view,
  };
}

/** Return the part of the address that stands for a state. */
export function toAddress(state) {
  const parts = new URLSearchParams(state.players.map((text) => ["p", text]));
  const more = { b: state.board, d: state.dead, s: state.stacks.join(","), pay: state.payouts };
  for (const [name, value] of Object.entries(more)) if (value.replaceAll(",", "")) parts.set(name, value);
  if (state.view !== EMPTY.view) parts.set("v", state.view);
  return `#${parts}`;
}

/** Return numbers from a text with commas; what is not a number stays as it is, for the server to refuse. */
const numbers = (texts) => texts.map((text) => (/\d/.test(text) && !/x/i.test(text) && isFinite(text) ? Number(text) : text));

/** Return the question the server is asked; null while a player has no hand yet. */
export function questionOf(state, analyses = true) {
  if (state.players.some((text) => !text.trim())) return null;
  const question = { players: state.players, board: state.board, dead: state.dead };
  if (state.stacks.some(Boolean)) {
    question.stacks = numbers(state.stacks);
    if (state.payouts.trim()) question.payouts = numbers(state.payouts.split(","));
  }
  return { ...question, ...(analyses ? possible(state) : {}) };
}

/** Return the analysis of the open view, unless the board is too early or too late for it. */
function possible(state) {
  const cards = state.board.replace(/\s/g, "").length / 2;
  if (["next", "outs"].includes(state.view) && cards !== 3 && cards !== 4) return {};
  return VIEWS[state.view];
}

const quote = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

/** Return what the server is asked about the hits of a player: heads-up on a board with equities against the other. */
export function hitsOf(state, player) {
  const mine = state.players[player];
  if (!mine.trim()) return null;
  const other = state.players[1 - player] ?? "";
  const against = state.players.length === 2 && state.board.trim() && other.trim() ? [other] : [];
  return { players: [mine, ...against], board: state.board };
}

/** Return the command that asks the same. */
export function commandOf(state, analyses = true) {
  const words = ["equity", state.players.map((text) => quote(text.trim() || "random")).join(" vs ")];
  const cards = (text) => quote(text.replace(/[\s,]/g, ""));
  if (state.board.trim()) words.push("-b", cards(state.board));
  if (state.dead.trim()) words.push("-d", cards(state.dead));
  if (state.stacks.some(Boolean)) words.push("--stacks", quote(state.stacks.join(",")));
  if (state.stacks.some(Boolean) && state.payouts.trim()) words.push("--payouts", quote(state.payouts.replace(/\s/g, "")));
  const flag = { breakdown: "breakdown", next_card: "next-card", combos: "combos", outs: "outs", histogram: "histogram" };
  if (analyses) words.push(...Object.keys(possible(state)).map((name) => `--${flag[name]}`));
  return words.join(" ");
}

/** States of the past. Changes of one kind that follow each other closely, as typing does, are undone together. */
export class Past {
  #states = [];
  #kind = null;
  #when = 0;

  /** Remember a state that is about to change. */
  remember(state, kind) {
    const now = Date.now();
    if (kind === null || kind !== this.#kind || now - this.#when > 1500) this.#states.push(structuredClone(state));
    if (this.#states.length > 200) this.#states.shift();
    this.#kind = kind;
    this.#when = now;
  }

  /** Return the state before the last change; undefined if there is none. */
  back() {
    this.#kind = null;
    return this.#states.pop();
  }

  get isEmpty() {
    return this.#states.length === 0;
  }
}
