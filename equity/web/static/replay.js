// The replay: a pasted hand, step by step: table, stacks, pots, and equities street by street.

import { Refused, post } from "./api.js";
import { captioned, cardFace, cardsOf, make, percent } from "./make.js";

const SAMPLE = `PokerStars Hand #1: Hold'em No Limit ($1/$2) - 2026/01/01 20:00:00 ET
Table 'Example' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($120 in chips)
Seat 3: Cid ($300 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
*** HOLE CARDS ***
Ann: raises $4 to $6
Bob: raises $12 to $18
Cid: folds
Ann: calls $12
*** FLOP *** [Ts 9s 2d]
Bob: bets $102 and is all-in
Ann: calls $102
*** TURN *** [Ts 9s 2d] [4h]
*** RIVER *** [Ts 9s 2d 4h] [Kc]
*** SHOW DOWN ***
Bob: shows [Qd Qh] (a pair of Queens)
Ann: shows [As Ks] (a pair of Kings)
Ann collected $242 from pot
*** SUMMARY ***
Total pot $242 | Rake $0
Board [Ts 9s 2d 4h Kc]
Seat 1: Ann (button) showed [As Ks] and won ($242) with a pair of Kings
Seat 2: Bob (small blind) showed [Qd Qh] and lost with a pair of Queens
Seat 3: Cid (big blind) folded before Flop
`;

/** Build the replay in its panel. */
export function startReplay(root) {
  const text = make("textarea", { id: "history", rows: 8, spellcheck: false, "aria-describedby": "history-error" });
  const error = make("p", { id: "history-error", className: "error", role: "alert" });
  const number = make("input", { id: "hand-number", type: "number", min: 1, value: 1 });
  const lenient = make("input", { type: "checkbox" });
  const place = make("div");

  async function play() {
    error.textContent = "";
    try {
      const body = { text: text.value, hand: Number(number.value) || 1, strict: !lenient.checked };
      const hand = await (await post("/api/replay", body)).json();
      number.max = hand.hands;
      place.replaceChildren(...show(hand));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      error.textContent = refused.message;
      place.replaceChildren();
    }
  }

  const example = () => {
    text.value = SAMPLE;
    number.value = 1;
    play();
  };
  root.append(
    make("h2", {}, "Replay a hand"),
    make("label", { for: "history" }, "Hand history: PHH, Open Hand History, ACPC, or the text of nine sites"),
    text,
    error,
    make("div", { className: "buttons" },
      make("label", { for: "hand-number" }, "Hand "), number,
      make("label", {}, lenient, " fill in what the history leaves out"),
      make("button", { onclick: play }, "Replay"),
      make("button", { onclick: example }, "Show an example"),
    ),
    place,
  );
}

/** Return the parts of one hand: controls, table, and what happened. */
function show(hand) {
  const digits = hand.unit.includes(".") ? hand.unit.length - hand.unit.indexOf(".") - 1 : 0;
  const chips = (amount) => (amount * Number(hand.unit)).toLocaleString("en", { minimumFractionDigits: digits });
  const table = make("div", { className: "table" });
  const slider = make("input", { type: "range", min: 0, max: hand.steps.length - 1, value: 0, "aria-label": "Step" });
  const said = make("p", { className: "said", role: "status" });
  const items = hand.steps.map((step, i) =>
    make("li", {}, make("button", { className: "step", onclick: () => go(i) }, step.text)),
  );

  function go(index) {
    const at = Math.max(0, Math.min(hand.steps.length - 1, index));
    slider.value = at;
    said.textContent = hand.steps[at].text;
    items.forEach((item, i) => item.setAttribute("aria-current", i === at ? "step" : "false"));
    table.replaceChildren(...tableAt(hand, hand.steps[at], chips));
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  const button = (words, step) => make("button", { onclick: () => go(Number(slider.value) + step) }, words);
  go(0);
  const verdict = { agree: "The engine finds the recorded result.", differ: "The engine finds another result." }[hand.verdict];
  return [
    make("p", { className: "note" }, `Hand ${hand.hand} of ${hand.hands}. ${verdict ?? hand.verdict}`, hand.errors.length ? ` ${hand.errors.length} others cannot be read.` : ""),
    make("div", { className: "controls" }, button("Back", -1), slider, button("Next", 1)),
    said,
    table,
    make("h3", {}, "What happened"),
    make("ol", { className: "steps" }, items),
    make("h3", {}, "Equities street by street"),
    streets(hand),
  ];
}

function tableAt(hand, step, chips) {
  const street = hand.streets.find(({ street: name }) => name === step.street);
  const seats = hand.players.map((name, seat) => {
    const cards = cardsOf(step.shown[seat] ?? hand.holes[seat] ?? "");
    const place = street?.equity ? street.seats.indexOf(seat) : -1;
    const share = place >= 0 && !step.folded[seat] ? `equity ${percent(street.equity[place], 1)}` : "";
    return make(
      "div",
      { className: `seat${step.folded[seat] ? " folded" : ""}${step.seat === seat ? " acts" : ""}` },
      make("b", {}, name),
      make("span", { className: "cards" }, cards.length ? cards.map(cardFace) : "cards unknown"),
      make("span", {}, `stack ${chips(step.stacks[seat])}`),
      make("span", {}, step.bets[seat] ? `bet ${chips(step.bets[seat])}` : step.folded[seat] ? "folded" : ""),
      make("span", { className: "share" }, share),
    );
  });
  const pots = step.pots.map((pot, i) => make("li", {}, `${i ? `side pot ${i}` : "pot"} ${chips(pot.amount)}`));
  const middle = make(
    "div",
    { className: "middle" },
    make("p", {}, `${step.street} `, cardsOf(step.board).map(cardFace)),
    make("ul", {}, pots.length ? pots : make("li", {}, "no pot yet")),
  );
  return [middle, ...seats];
}

function streets(hand) {
  const table = make("table", { className: "list" });
  table.append(captioned("Of the hands that are in at the beginning of each street; unknown cards are random"));
  const words = ["Street", "Board", ...hand.players];
  table.append(make("thead", {}, make("tr", {}, words.map((word) => make("th", { scope: "col" }, word)))));
  for (const { street, board, seats, equity } of hand.streets) {
    const shares = hand.players.map((_, seat) => {
      const place = seats.indexOf(seat);
      return make("td", {}, place < 0 ? "folded" : equity ? percent(equity[place], 1) : "·");
    });
    table.append(make("tr", {}, make("th", { scope: "row" }, street), make("td", {}, cardsOf(board).map(cardFace)), shares));
  }
  return make("div", { className: "wide", role: "region", tabIndex: 0, "aria-label": "Equities street by street" }, table);
}
