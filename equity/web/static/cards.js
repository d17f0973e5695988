// The card picker: board and dead cards, by clicking, by the arrow keys, or as text.

import { RANKS } from "./grid.js";
import { cardName, cardsOf, make } from "./make.js";

const SUITS = "shdc";
const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const FIELDS = { board: "Board", dead: "Dead cards" };

/** Return what a text of cards holds; what is not a card stays out. */
const listed = (text) => cardsOf(text.replace(/[\s,]/g, "")).map((card) => card[0].toUpperCase() + card[1].toLowerCase());

export class CardPicker {
  /** `changed` is called with the field's name and its new text. */
  constructor(root, changed) {
    this.changed = changed;
    this.state = { board: "", dead: "" };
    this.goal = "board";
    this.inputs = {};
    this.errors = {};
    this.buttons = new Map();
    root.append(...Object.entries(FIELDS).map(([name, label]) => this.#field(name, label)), this.#goals(), this.#deck());
  }

  #field(name, label) {
    const id = `cards-${name}`;
    const typed = (event) => this.changed(name, event.target.value, true);
    const placeholder = name === "board" ? "Ts9s2d" : "cards nobody can get";
    const attributes = { autocomplete: "off", spellcheck: false, placeholder, "aria-describedby": `${id}-error` };
    this.inputs[name] = make("input", { id, oninput: typed, ...attributes });
    this.errors[name] = make("p", { id: `${id}-error`, className: "error", role: "alert" });
    return make("div", { className: "field" }, make("label", { for: id }, label), this.inputs[name], this.errors[name]);
  }

  #goals() {
    const choices = Object.entries(FIELDS).map(([name, label]) => {
      const chosen = () => (this.goal = name);
      const input = make("input", { type: "radio", name: "goal", value: name, checked: name === "board", onchange: chosen });
      return make("label", {}, input, ` ${label}`);
    });
    return make("fieldset", { className: "goals" }, make("legend", {}, "A click on a card adds it to"), ...choices);
  }

  #deck() {
    const deck = make("div", { className: "deck", role: "group", "aria-label": "The deck" });
    for (const suit of SUITS) {
      for (const rank of RANKS) {
        const card = rank + suit;
        const button = make(
          "button",
          { type: "button", tabIndex: card === "As" ? 0 : -1, "data-card": card, onclick: () => this.#click(card) },
          make("span", { className: `suit-${suit}` }, rank + SYMBOLS[suit]),
        );
        this.buttons.set(card, button);
        deck.append(button);
      }
    }
    deck.addEventListener("keydown", (event) => this.#key(event));
    return deck;
  }

  #click(card) {
    this.#rove(card);
    const holder = Object.keys(FIELDS).find((name) => listed(this.state[name]).includes(card));
    if (holder) {
      this.changed(holder, listed(this.state[holder]).filter((other) => other !== card).join(""), false);
    } else if (this.goal === "dead" || listed(this.state.board).length < 5) {
      this.changed(this.goal, [...listed(this.state[this.goal]), card].join(""), false);
    }
  }

  #key(event) {
    const card = event.target.closest("button")?.dataset.card;
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!card || !step) return;
    event.preventDefault();
    const rank = RANKS[RANKS.indexOf(card[0]) + step[0]];
    const suit = SUITS[SUITS.indexOf(card[1]) + step[1]];
    if (!rank || !suit) return;
    this.#rove(rank + suit);
    this.buttons.get(rank + suit).focus();
  }

  #rove(card) {
    for (const [name, button] of this.buttons) button.tabIndex = name === card ? 0 : -1;
  }

  /** Show a state; a field that is being typed in keeps its text. */
  show(state) {
    this.state = state;
    const board = listed(state.board);
    const dead = listed(state.dead);
    for (const name of Object.keys(FIELDS)) {
      if (this.inputs[name].value !== state[name]) this.inputs[name].value = state[name];
    }
    for (const [card, button] of this.buttons) {
      const place = board.includes(card) ? "board" : dead.includes(card) ? "dead" : "";
      button.dataset.place = place;
      button.setAttribute("aria-pressed", place !== "");
      const where = { board: ", on the board", dead: ", dead", "": "" }[place];
      button.setAttribute("aria-label", cardName(card) + where);
    }
  }

  /** Show what is wrong with a field; nothing takes the words away. */
  complain(name, words) {
    for (const field of Object.keys(FIELDS)) {
      this.errors[field].textContent = field === name ? words : "";
      this.inputs[field].setAttribute("aria-invalid", field === name);
    }
  }
}
