// The 13 x 13 grid of starting hands: drag over it, or move with the arrow keys. It stands alone, without imports,
// because notebooks load it too (equity.widgets).

export const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const STEP = 0.25; // what shift takes from a weight

/** Return the name of the hand class in a row and column: pairs on the diagonal, suited above it. */
export function className(row, column) {
  if (row === column) return RANKS[row] + RANKS[row];
  return column > row ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`;
}

/** Return the combos of a hand class, named as the server names them. */
export function combosOf(name) {
  const [high, low, kind] = name;
  const suits = [...SUITS];
  if (kind === "s") return suits.map((suit) => high + suit + low + suit);
  const pairs = suits.flatMap((first, i) => suits.map((second, j) => [first, second, i, j]));
  const fits = ([, , i, j]) => (high === low ? i < j : i !== j);
  return pairs.filter(fits).map(([first, second]) => high + first + low + second);
}

const round = (weight) => Math.round(weight * 10_000) / 10_000;
const weighted = (name, weight) => (weight === 1 ? name : `${name}:${round(weight)}`);

/** Return weights by combo as a text: whole classes where all combos have one weight. */
export function textOf(weights) {
  const parts = [];
  for (let row = 0; row < 13; row++) {
    for (let column = 0; column < 13; column++) {
      const name = className(row, column);
      const own = combosOf(name).map((combo) => [combo, weights.get(combo) ?? 0]);
      if (own.every(([, weight]) => weight === own[0][1])) {
        if (own[0][1] > 0) parts.push(weighted(name, own[0][1]));
      } else {
        parts.push(...own.filter(([, weight]) => weight > 0).map((pair) => weighted(...pair)));
      }
    }
  }
  return parts.join(",");
}

/**
 * A grid that shows weights by combo and changes them.
 *
 * `changed` is called with the weights after every change that is finished; `moved` with the class that has the focus.
 */
export class RangeGrid {
  constructor(root, { changed = () => {}, moved = () => {}, label = "Range" } = {}) {
    this.weights = new Map();
    this.brush = 1; // the weight that dragging paints
    this.changed = changed;
    this.moved = moved;
    this.cells = new Map();
    this.here = "AA";
    this.root = root;
    root.classList.add("range-grid");
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", label);
    root.setAttribute("aria-multiselectable", "true");
    for (let row = 0; row < 13; row++) root.append(this.#row(row));
    root.addEventListener("focusin", (event) => this.#rove(event.target.dataset.name));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => this.#up());
    this.show(this.weights);
  }

  /** Show other weights. */
  show(weights) {
    this.weights = new Map(weights);
    for (const name of this.cells.keys()) this.#draw(name);
  }

  /** Give every combo of a class a weight. */
  paint(name, weight) {
    for (const combo of combosOf(name)) this.set(combo, weight);
  }

  /** Give one combo a weight. */
  set(combo, weight) {
    if (weight > 0) this.weights.set(combo, round(weight));
    else this.weights.delete(combo);
    this.#draw(combo[0] === combo[2] ? combo[0] + combo[2] : combo[0] + combo[2] + (combo[1] === combo[3] ? "s" : "o"));
  }

  /** Return the mean weight of a class. */
  weightOf(name) {
    const combos = combosOf(name);
    return combos.reduce((sum, combo) => sum + (this.weights.get(combo) ?? 0), 0) / combos.length;
  }

  #row(row) {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    for (let column = 0; column < 13; column++) {
      const name = className(row, column);
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.dataset.name = name;
      cell.dataset.kind = name.length === 2 ? "pair" : name[2] === "s" ? "suited" : "offsuit";
      cell.tabIndex = name === this.here ? 0 : -1;
      const label = document.createElement("b");
      const figure = document.createElement("small");
      label.textContent = name;
      cell.append(label, figure);
      this.cells.set(name, cell);
      line.append(cell);
    }
    return line;
  }

  #draw(name) {
    const cell = this.cells.get(name);
    const weight = this.weightOf(name);
    const percent = Math.round(1000 * weight) / 10;
    cell.style.setProperty("--weight", weight);
    cell.setAttribute("aria-selected", weight > 0);
    cell.setAttribute("aria-label", weight === 0 || weight === 1 ? name : `${name}, weight ${percent} percent`);
    cell.lastChild.textContent = weight > 0 && weight < 1 ? Math.round(percent) || "<1" : "";
  }

  /** Return the weight that painting a class begins with: the brush, nothing if it has that already, less with shift. */
  #next(name, lighter) {
    const weight = this.weightOf(name);
    if (lighter) return weight <= 0 ? 1 - STEP : Math.max(0, Math.ceil(weight / STEP - 1 - 1e-9) * STEP);
    return Math.abs(weight - this.brush) < 1e-9 ? 0 : this.brush;
  }

  /** Make a class the grid's one stop for the tab key. */
  #rove(name) {
    if (!this.cells.has(name)) return;
    this.cells.get(this.here).tabIndex = -1;
    this.here = name;
    this.cells.get(name).tabIndex = 0;
    this.moved(name);
  }

  #key(event) {
    const row = [...RANKS].findIndex((_, i) => [...RANKS].some((__, j) => className(i, j) === this.here));
    const column = [...RANKS].findIndex((_, j) => className(row, j) === this.here);
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const ends = { Home: [row, 0], End: [row, 12], PageUp: [0, column], PageDown: [12, column] };
    if (event.key in steps || event.key in ends) {
      const [down, right] = steps[event.key] ?? [0, 0];
      const [i, j] = ends[event.key] ?? [row + down, column + right];
      if (i >= 0 && i < 13 && j >= 0 && j < 13) this.cells.get(className(i, j)).focus();
    } else if (event.key === " " || event.key === "Enter") {
      this.paint(this.here, this.#next(this.here, event.shiftKey));
      this.changed(this.weights);
    } else {
      return;
    }
    event.preventDefault();
  }

  #under(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[role=gridcell]")?.dataset.name;
  }

  #down(event) {
    const name = event.target.closest("[role=gridcell]")?.dataset.name;
    if (!name || event.button !== 0) return;
    event.preventDefault(); // no text is selected while dragging
    event.target.releasePointerCapture?.(event.pointerId); // a finger would stay with the cell it began on
    this.painting = { weight: this.#next(name, event.shiftKey), last: name };
    this.cells.get(name).focus();
    this.paint(name, this.painting.weight);
  }

  #drag(event) {
    if (!this.painting) return;
    if (event.buttons === 0) return this.#up(); // the button was let go outside the window
    const name = this.#under(event);
    if (!name || name === this.painting.last || !this.cells.has(name)) return;
    this.painting.last = name;
    this.paint(name, this.painting.weight);
  }

  #up() {
    if (!this.painting) return;
    this.painting = null;
    this.changed(this.weights);
  }
}
