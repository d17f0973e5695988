// The closer looks: each takes the answer and returns what to show. Every chart is a table with numbers in it.

import { RANKS, className, combosOf } from "./grid.js";
import { captioned, cardFace, cardName, cardsOf, count, make, percent, wholePercent } from "./make.js";
import { SCALE } from "./palette.js";

export const VIEWS = {
  breakdown: "Hands by the river",
  next: "Next card",
  hits: "Hits",
  heat: "Heat map",
  outs: "Outs",
  spread: "Spread",
  chips: "Stacks",
};
const SUITS = "shdc";
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Return the colour of a fraction, violet for 0 and yellow for 1, and black or white, whichever reads better on it. */
function colors(share) {
  const place = Math.min(Math.max(share, 0), 1) * (SCALE.length - 1);
  const below = Math.min(Math.floor(place), SCALE.length - 2);
  const mixed = SCALE[below].map((part, i) => Math.round(part + (SCALE[below + 1][i] - part) * (place - below)));
  const linear = mixed.map((part) => part / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return [`rgb(${mixed})`, luminance > 0.179 ? "black" : "white"];
}

/** Return a table cell in the colour of a fraction, with the fraction in percent. */
function cell(share, name, spread) {
  const [low, high] = spread;
  const [background, color] = colors(high > low ? (share - low) / (high - low) : 0.5);
  const made = make("td", {}, name ? make("b", {}, name) : null, make("span", {}, name ? wholePercent(share) : (100 * share).toFixed(1)));
  Object.assign(made.style, { background, color });
  return made;
}

/** Return the ends of a scale on which fractions that lie close together still differ: multiples of 0.05. */
function ends(shares) {
  const low = Math.floor(20 * Math.min(...shares) + 1e-9) / 20;
  const high = Math.ceil(20 * Math.max(...shares) - 1e-9) / 20;
  return [low, high];
}

const head = (...words) => make("tr", {}, words.map((word) => make("th", { scope: "col" }, word)));
const note = (words) => make("p", { className: "note" }, words);
const sampled = (look) => (look.seed === null ? null : note(`Sampled, seed ${look.seed}.`));
const scale = ([low, high]) => note(`The colours go from ${percent(low, 0)} (violet) to ${percent(high, 0)} (yellow).`);
const wide = (table) => make("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": table.caption?.textContent ?? "Table" }, table);

const LONGEST = 24; // characters of a name
let typed = []; // what people wrote for each player, which is shorter than what it stands for
let gridded = 0; // the player whose range the grid shows

/** Return a name for every player: the range as it was written, shortened where it is long. */
function names(answer) {
  return answer.players.map(({ range }, i) => {
    const text = typed[i] ?? range;
    return `${i + 1}: ${text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text}`;
  });
}

/** Return a choice of players that shows one of them at a time, at first the one whose range the grid shows. */
function perPlayer(answer, players, show) {
  const place = make("div");
  const first = players.includes(gridded) ? gridded : players[0];
  const select = make(
    "select",
    { onchange: () => place.replaceChildren(...[show(Number(select.value))].flat()) },
    players.map((i) => make("option", { value: i, selected: i === first }, names(answer)[i])),
  );
  place.replaceChildren(...[show(first)].flat());
  return [make("p", {}, make("label", {}, "Player ", select)), place];
}

function breakdown(answer) {
  const look = answer.breakdown;
  const table = make("table", { className: "list" });
  table.append(captioned("How often each player makes a hand by the river, and wins with it"));
  table.append(make("thead", {}, head("Hand", ...names(answer).flatMap((name) => [name, "and wins"]))));
  const rows = Object.keys(look.players[0]).reverse().map((category) => {
    const figures = look.players.flatMap((player) => [player[category].made, player[category].win]);
    return make("tr", {}, make("th", { scope: "row" }, category), figures.map((share) => make("td", {}, share ? percent(share) : "·")));
  });
  table.append(make("tbody", {}, rows));
  return [wide(table), sampled(look)];
}

function next(answer) {
  const look = answer.next_card;
  const street = cardsOf(answer.board).length === 3 ? "turn" : "river";
  const shown = answer.players.length === 2 ? [0] : answer.players.map((_, i) => i);
  return perPlayer(answer, shown, (player) => {
    const spread = ends(Object.values(look.cards).map((card) => card.equity[player]));
    const table = make("table", { className: "map next" });
    table.append(captioned(`Equity of player ${names(answer)[player]} in percent, by the ${street} card`));
    table.append(make("thead", {}, head("", ...RANKS)));
    for (const suit of SUITS) {
      const cells = [...RANKS].map((rank) => {
        const card = look.cards[rank + suit];
        if (!card) return make("td", { className: "none" }, make("span", { className: "hidden" }, "cannot come"));
        const made = cell(card.equity[player], "", spread);
        made.title = `${cardName(rank + suit)}: ${percent(card.equity[player])}`;
        return made;
      });
      const symbol = make("span", { className: `suit-${suit}` }, SYMBOLS[suit]);
      table.append(make("tr", {}, make("th", { scope: "row" }, symbol), cells));
    }
    const other = answer.players.length === 2 ? note("Heads-up the other player has the rest.") : null;
    return [wide(table), scale(spread), other, sampled(look)].filter(Boolean);
  });
}

function heat(answer) {
  const shown = answer.players.map((_, i) => i);
  return perPlayer(answer, shown, (player) => {
    const look = answer.combos[player];
    const own = new Map(look.combos.map((combo) => [combo.hand, combo]));
    const classes = new Map();
    for (let row = 0; row < 13; row++) {
      for (let column = 0; column < 13; column++) {
        const name = className(row, column);
        const held = combosOf(name).map((combo) => own.get(combo)).filter((combo) => combo?.share > 0);
        const share = held.reduce((sum, combo) => sum + combo.share, 0);
        if (share) classes.set(name, held.reduce((sum, combo) => sum + combo.share * combo.equity, 0) / share);
      }
    }
    const spread = ends([...classes.values()]);
    const others = answer.players.length === 2 ? names(answer)[1 - player] : "all others";
    const table = make("table", { className: "map heat" });
    table.append(captioned(`Equity in percent of each hand of ${names(answer)[player]} against ${others}`));
    for (let row = 0; row < 13; row++) {
      const cells = [...RANKS].map((_, column) => {
        const name = className(row, column);
        return classes.has(name) ? cell(classes.get(name), name, spread) : make("td", { className: "none" }, make("b", {}, name));
      });
      table.append(make("tr", {}, cells));
    }
    return [wide(table), scale(spread), sampled(look), best(look)].filter(Boolean);
  });
}

/** Return the best and the worst combos. */
function best(look) {
  const dealt = look.combos.filter((combo) => combo.share > 0);
  if (dealt.length < 6) return null;
  const words = (combos) => combos.map((combo) => `${combo.hand} ${percent(combo.equity, 1)}`).join(", ");
  return note(`Best: ${words(dealt.slice(0, 3))}. Worst: ${words(dealt.slice(-3))}.`);
}

function outs(answer) {
  const lists = answer.outs.map((own, i) => {
    const groups = new Map();
    for (const out of own) {
      const key = `${out.wins ? "to win" : "to share"} with ${out.makes}`;
      groups.set(key, [...(groups.get(key) ?? []), out.card]);
    }
    const size = own.length ? `${own.length} out${own.length === 1 ? "" : "s"}` : "in front, or no outs";
    const rows = [...groups].map(([key, cards]) => make("li", {}, `${key}: `, cards.map((card) => [cardFace(card), " "]).flat()));
    return [make("h3", {}, `${names(answer)[i]}: ${size}`), rows.length ? make("ul", {}, rows) : null];
  });
  return lists.flat();
}

function spread(answer) {
  const shown = answer.players.map((_, i) => i);
  return perPlayer(answer, shown, (player) => {
    const look = answer.histogram[player];
    const most = Math.max(...look.shares);
    const table = make("table", { className: "bars" });
    table.append(captioned(`How the equity of ${names(answer)[player]} is spread over its combos`));
    table.append(make("thead", {}, head("Equity", "Part of the range", "")));
    const rows = look.shares.map((share, i) => {
      const bar = make("i");
      bar.style.width = `${(100 * share) / most}%`;
      const range = `${percent(look.edges[i], 0)} to ${percent(look.edges[i + 1], 0)}`;
      return make("tr", {}, make("th", { scope: "row" }, range), make("td", {}, share ? percent(share) : "·"), make("td", { "aria-hidden": "true" }, bar));
    });
    table.append(make("tbody", {}, rows.reverse()));
    return [wide(table), note(`Mean ${percent(look.mean)}, standard deviation ${percent(look.deviation)}.`), sampled(look)].filter(Boolean);
  });
}

/** Return main pot and side pots of an all-in: up to each stack, those who can match it play for a pot. */
function pots(stacks) {
  const levels = [...new Set(stacks)].sort((a, b) => a - b);
  return levels.map((level, i) => {
    const seats = stacks.map((_, seat) => seat).filter((seat) => stacks[seat] >= level);
    return { size: (level - (levels[i - 1] ?? 0)) * seats.length, seats };
  });
}

function chips(answer) {
  const stacks = answer.players.map((player) => player.stack);
  if (stacks.some((stack) => stack === undefined)) return [];
  const prizes = answer.tournament;
  const table = make("table", { className: "list" });
  table.append(captioned("Chips after the all-in, on average"));
  table.append(make("thead", {}, head("Player", "Stack", "Expected", "Change", ...(prizes ? ["Prize before", "Prize after"] : []))));
  const rows = answer.players.map((player, i) => {
    const money = prizes ? [prizes.before[i].toFixed(2), prizes.prizes[i].toFixed(2)] : [];
    const change = player.expected_chips - player.stack;
    const figures = [count(player.stack), player.expected_chips.toFixed(2), `${change > 0 ? "+" : ""}${change.toFixed(2)}`, ...money];
    return make("tr", {}, make("th", { scope: "row" }, names(answer)[i]), figures.map((figure) => make("td", {}, figure)));
  });
  table.append(make("tbody", {}, rows));
  const words = pots(stacks).map(({ size, seats }, i) => {
    const who = seats.length === 1 ? `goes back to player ${seats[0] + 1}` : `players ${seats.map((seat) => seat + 1).join(", ")}`;
    const name = seats.length === 1 ? "Uncalled" : i === 0 ? "Main pot" : `Side pot ${i}`;
    return make("li", {}, `${name} ${count(size)}: ${who}`);
  });
  return [wide(table), make("h3", {}, "Pots"), make("ul", {}, words)];
}

const GROUPS = { made_hand: "Made hands", draw: "Draws" };

/** Return what a range makes; `look` is what the server says of it. */
function hits(look, dead) {
  const tables = Object.entries(GROUPS).map(([group, title]) => {
    const rows = look.rows.filter((row) => row.group === group);
    const most = Math.max(...rows.map((row) => row.share));
    const table = make("table", { className: "bars hits" });
    table.append(captioned(title));
    const against = look.against === null ? [] : ["Equity"];
    table.append(make("thead", {}, head("Hand", "Combos", "Of the range", ...(group === "draw" ? [] : ["Or better"]), ...against, "")));
    for (const row of rows) {
      const bar = make("i");
      bar.style.width = `${(100 * row.share) / most}%`;
      const figures = [count(row.combos), percent(row.share)];
      if (group !== "draw") figures.push(percent(row.cumulative));
      if (look.against !== null) figures.push(row.equity === null ? "·" : percent(row.equity));
      const cells = figures.map((figure) => make("td", {}, figure));
      table.append(make("tr", {}, make("th", { scope: "row" }, row.name), cells, make("td", { "aria-hidden": "true" }, bar)));
    }
    return wide(table);
  });
  const board = look.board ? `on ${look.board}` : "on all flops";
  const against = look.against === null ? "" : `, ${percent(look.equity)} against player ${2 - gridded}`;
  return [
    note(`Player ${gridded + 1} ${board}: ${count(look.combos)} combos${against}.`),
    dead ? note("Dead cards are not taken into account here.") : null,
    make("div", { className: "pair" }, tables),
  ].filter(Boolean);
}

const SHOW = { breakdown, next, heat, outs, spread, chips };
const NEEDS = { breakdown: "breakdown", next: "next_card", heat: "combos", outs: "outs", spread: "histogram", chips: "players" };

/** Return what a view shows of an answer; words where it cannot show anything. */
export function view(name, answer, { players, selected, refusal, made, dead }) {
  typed = players;
  gridded = selected;
  if (name === "hits") return made ? hits(made, dead) : [note(refusal ? `Not for this question: ${refusal}.` : "Computing …")];
  if (!answer) return [note("This shows more of an answer once there is one.")];
  if (answer[NEEDS[name]]) return SHOW[name](answer).filter(Boolean);
  if (["next", "outs"].includes(name) && !refusal) return [note("This needs a board of three or four cards.")];
  return [note(refusal ? `Not for this question: ${refusal}.` : "Computing …")];
}
