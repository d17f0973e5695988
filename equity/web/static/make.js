// Elements in one call, so that the other modules read like what they show.

/** Return an element: properties are set, `data-`, `aria-` and `role` become attributes, children are appended. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (/^(aria-|data-|role$|for$|scope$|colspan$)/.test(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Return a table's caption, which stays in sight where the table is wider than the screen. */
export const captioned = (words) => make("caption", {}, make("span", {}, words));

/** Return the element with this id. */
export const find = (id) => document.getElementById(id);

/** Return a fraction in percent, as the command writes it: what rounds to none or all without being it is told apart. */
export function percent(share, digits = 2) {
  if (share === 0) return "0 %";
  const step = 10 ** -digits;
  if (share > 0 && 100 * share < step / 2) return `<${step.toFixed(digits)} %`;
  if (share < 1 && 100 * (1 - share) < step / 2) return `>${(100 - step).toFixed(digits)} %`;
  return `${(100 * share).toFixed(digits)} %`;
}

/** Return a fraction in whole percent without a sign, for small places: 0 and 100 are for none and all alone. */
export function wholePercent(share) {
  const whole = Math.round(100 * share);
  return String(share > 0 && share < 1 ? Math.min(99, Math.max(1, whole)) : whole);
}

/** Return a whole number with commas. */
export const count = (number) => Number(number).toLocaleString("en");

const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/** Return the cards of a text such as "AsKd". */
export const cardsOf = (text) => (text ?? "").match(/../g) ?? [];

/** Return a card as people say it: "ace of spades". */
export const cardName = (card) => `${RANK_NAMES[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;

/** Return a card with its symbol, in its suit's colour. */
export function cardFace(card) {
  const face = make("span", { className: `card suit-${card[1]}`, "aria-hidden": "true" }, card[0] + SYMBOLS[card[1]]);
  return make("span", {}, face, make("span", { className: "hidden" }, cardName(card)));
}

/** Let arrow keys move among the tabs of a list, as people expect of tabs; `choose` is called with the tab. */
export function tabKeys(list, choose) {
  list.addEventListener("keydown", (event) => {
    const tabs = [...list.querySelectorAll("[role=tab]")];
    const here = tabs.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1 : step && here + step;
    if (next === undefined || here < 0) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    tab.focus();
    choose(tab);
  });
}
