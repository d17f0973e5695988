// The calculator: what a person does changes the state, the state is shown and asked about, answers are shown.

import { Refused, post, readRange, save, stream, takeToken } from "./api.js";
import { CardPicker } from "./cards.js";
import { RangeGrid, combosOf, textOf } from "./grid.js";
import { count, find, make, percent, tabKeys } from "./make.js";
import { startReplay } from "./replay.js";
import { EMPTY, MOST_PLAYERS, Past, commandOf, fromAddress, hitsOf, questionOf, toAddress } from "./state.js";
import { VIEWS, view } from "./views.js";

const DIALECTS = { equity: "equity", pio: "PioSOLVER", equilab: "Equilab", "gto+": "GTO+", ppt: "ProPokerTools", eval7: "eval7" };
const PAUSE = 80; // milliseconds without a change before the server is asked
let state;
let selected = 0; // the player whose range the grid shows
let answer = null;
let asking = null; // aborts the question on its way
let made = null; // what the selected player's range makes, while that view is open
let refusedLook = null; // why the open view has nothing to show
let chipFields; // stacks and prizes
const refusedChips = make("p", { className: "error", role: "alert" });
const typedPayouts = (event) => change({ payouts: event.target.value }, "payouts");
const payouts = make("input", { id: "payouts", placeholder: "70,30", oninput: typedPayouts });
let timer = 0;
let rows = [];
let suitsOf = "AA";
const past = new Past();

// --- changes

/** Change the state; changes of one kind in a row, as typing makes them, are undone together. */
function change(patch, kind = null) {
  past.remember(state, kind);
  become({ ...state, ...patch });
}

/** Show another state and ask about it. */
function become(next) {
  state = next;
  selected = Math.min(selected, state.players.length - 1);
  history.replaceState(null, "", toAddress(state));
  show();
  ask();
}

function changePlayer(index, text, kind = null) {
  change({ players: state.players.map((old, i) => (i === index ? text : old)) }, kind);
}

function undo() {
  const before = past.back();
  if (before) become(before);
}

// --- questions

function ask() {
  clearTimeout(timer);
  find("command").textContent = commandOf(state);
  asking?.abort();
  document.body.classList.add("waiting");
  timer = setTimeout(answerQuestion, answer ? PAUSE : 0);
}

async function answerQuestion() {
  const mine = (asking = new AbortController());
  const question = questionOf(state);
  refusedLook = null;
  if (state.view === "hits") askHits(mine.signal);
  if (!question) {
    answer = null;
    document.body.classList.remove("waiting");
    complain(null);
    find("method").textContent = "Write a hand or a range for every player, or drag over the grid.";
    return showNothing();
  }
  const patience = setTimeout(() => {
    find("method").textContent = "Computing … The first questions after an installation take some seconds longer.";
  }, 1500);
  try {
    await follow(question, mine.signal, patience);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    answer = null;
    find("method").textContent = find("status").textContent = ""; // of the answer before
    complain(error);
    showNothing();
  } finally {
    clearTimeout(patience);
    if (asking === mine) document.body.classList.remove("waiting");
  }
}

/** Ask what the selected player's range makes, and show it. */
async function askHits(signal) {
  const question = hitsOf(state, selected);
  made = null;
  showView(true);
  if (!question) return;
  try {
    const look = await (await post("/api/hits", question, signal)).json();
    if (signal.aborted) return;
    made = look;
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    refusedLook = error.message;
  }
  showView();
}

/** Show the answers to a question as they come; a closer look that cannot be had leaves the equities. */
async function follow(question, signal, patience) {
  const bare = questionOf(state, false);
  try {
    await followEvents(question, signal, patience);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 422 || Object.keys(bare).length === Object.keys(question).length) throw error;
    refusedLook = error.message;
    await followEvents(bare, signal, patience);
  }
}

async function followEvents(question, signal, patience) {
  let last = "";
  for await (const event of stream({ ...question, refine: true }, signal)) {
    if (signal.aborted) return;
    const [[name, value]] = Object.entries(event);
    if (name === "progress") continue;
    clearTimeout(patience);
    document.body.classList.remove("waiting");
    // what refines has no analyses of its own: those of the answer stay
    answer = name === "answer" ? value : { ...(last === "" ? {} : answer), ...value };
    last = name;
    complain(null);
    showAnswer(name !== "partial", answer.method !== "exact");
    const own = ["chips", "hits"].includes(state.view); // not of the answer's analyses
    if (own ? state.view === "chips" : name !== "refined") showView(name === "partial");
  }
  find("stop").hidden = true;
}

// --- showing the question

function makeRow(index) {
  const id = `player-${index}`;
  const input = make("input", {
    id,
    autocomplete: "off",
    spellcheck: false,
    placeholder: "AsKs, QQ+, top 15% …",
    "aria-describedby": `${id}-notes ${id}-error`,
    oninput: () => changePlayer(index, input.value, `player ${index}`),
    onfocus: () => select(index),
  });
  const row = {
    input,
    stack: make("input", {
      className: "stack",
      inputMode: "decimal",
      "aria-label": `Stack of player ${index + 1}`,
      oninput: (event) => {
        const stacks = state.players.map((_, i) => state.stacks[i] ?? "");
        stacks[index] = event.target.value;
        change({ stacks }, `stack ${index}`);
      },
    }),
    remove: make("button", {
      className: "remove",
      "aria-label": `Remove player ${index + 1}`,
      onclick: () => removePlayer(index),
    }, "×"),
    notes: make("p", { id: `${id}-notes`, className: "note" }),
    error: make("p", { id: `${id}-error`, className: "error", role: "alert" }),
    equity: make("b"),
    margin: make("span"),
    rest: make("small"),
    bar: make("i"),
    whisker: make("u"),
    wrong: "", // why its range cannot be read; the question's own error may be about something else
  };
  const bar = make("div", { className: "bar", "aria-hidden": "true" }, row.bar, row.whisker);
  row.item = make(
    "li",
    { className: `player p${index}` },
    make("label", { for: id }, `Player ${index + 1}`),
    input,
    row.remove,
    make("div", { className: "figures" }, row.equity, " ", row.margin, " ", row.rest),
    bar,
    row.error,
    row.notes,
  );
  return row;
}

function removePlayer(index) {
  const without = (list) => list.filter((_, i) => i !== index);
  change({ players: without(state.players), stacks: without(state.stacks) });
  find("add").focus();
}

function select(index) {
  if (index === selected) return;
  selected = index;
  show();
  if (state.view === "hits") ask();
  else showView();
}

function show() {
  if (rows.length !== state.players.length) {
    rows = state.players.map((_, i) => makeRow(i));
    find("players").replaceChildren(...rows.map((row) => row.item));
    makeChips();
  }
  state.players.forEach((text, i) => {
    const row = rows[i];
    if (row.input.value !== text) row.input.value = text;
    row.remove.hidden = state.players.length <= 2;
    row.item.setAttribute("aria-current", i === selected);
    showNotes(row, text);
  });
  find("add").disabled = state.players.length >= MOST_PLAYERS;
  find("undo").disabled = past.isEmpty;
  picker.show(state);
  find("shared").textContent = "";
  document.title = `${state.players.filter((text) => text.trim()).join(" vs ") || "a question"} - equity`;
  for (const tab of find("views").children) {
    tab.setAttribute("aria-selected", tab.dataset.view === state.view);
    tab.tabIndex = tab.dataset.view === state.view ? 0 : -1;
  }
  find("view").setAttribute("aria-labelledby", `view-${state.view}`);
  showRange();
}

async function showNotes(row, text) {
  row.wrong = "";
  if (!text.trim()) return row.notes.replaceChildren();
  try {
    const range = await readRange(text);
    if (row.input.value !== text) return;
    const size = `${count(range.combos)} combo${range.combos === 1 ? "" : "s"}, ${range.percent.toFixed(2)} %`;
    const read = range.range !== text && range.combos > 1 ? [` ${range.range.length > 120 ? `${range.range.slice(0, 119)}…` : range.range}`] : [];
    row.notes.replaceChildren(make("span", {}, size), make("code", {}, ...read), ...range.notes.map((words) => make("span", {}, words)));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (row.input.value !== text) return;
    row.notes.replaceChildren();
    row.wrong = error.message;
    showWrong(row, row.wrong);
  }
}

function showWrong(row, words) {
  row.error.textContent = words;
  row.input.setAttribute("aria-invalid", words !== "");
}

// --- the range of one player

const grid = new RangeGrid(make("div"), { changed: draw, moved: showSuits });
const percentage = make("input", { id: "percentage", type: "range", min: 0, max: 100, step: 0.5, oninput: slide });
const percentageText = make("output", { for: "percentage" });
const brush = make("input", { id: "brush", type: "range", min: 0.05, max: 1, step: 0.05, value: 1, oninput: weigh });
const brushText = make("output", { for: "brush" }, "100 %");
const dialect = make("select", {}, Object.entries(DIALECTS).map(([value, words]) => make("option", { value }, words)));
const suits = make("div", { className: "suits", role: "group" });
const picker = new CardPicker(find("cards"), (name, text, typed) => change({ [name]: text }, typed ? name : null));

function buildRange() {
  const button = (words, weights) => make("button", { onclick: () => draw(weights(grid.weights)) }, words);
  const all = () => [...grid.cells.keys()].flatMap(combosOf);
  const inverse = (old) => new Map(all().map((combo) => [combo, 1 - (old.get(combo) ?? 0)]).filter(([, w]) => w > 1e-9));
  find("range").append(
    grid.root,
    make("div", { className: "slider" }, make("label", { for: "percentage" }, "Best hands"), percentage, percentageText),
    make("div", { className: "slider" }, make("label", { for: "brush" }, "Weight to paint"), brush, brushText),
    make("div", { className: "buttons" },
      button("Every hand", () => new Map(all().map((combo) => [combo, 1]))),
      button("No hand", () => new Map()),
      button("All others", inverse),
    ),
    make("details", {}, make("summary", {}, "Suits of one hand"), suits),
    make("div", { className: "buttons" },
      make("label", {}, "Write it for ", dialect),
      make("button", { onclick: copyRange }, "Copy range"),
      make("span", { id: "copied", role: "status" }),
    ),
    make("p", { className: "note" }, "Drag to paint; with shift a hand gets 25 % less each time. Arrow keys move, space paints."),
  );
}

/** Take the grid's weights as the selected player's range, in the words of the server. */
async function draw(weights) {
  grid.show(weights);
  const index = selected;
  const text = textOf(weights);
  changePlayer(index, text);
  if (!text) return;
  const range = await readRange(text);
  if (state.players[index] === text && range.range !== text) {
    become({ ...state, players: state.players.map((old, i) => (i === index ? range.range : old)) });
  }
}

function slide() {
  percentageText.textContent = `${percentage.value} %`;
  changePlayer(selected, Number(percentage.value) ? `top ${percentage.value}%` : "", "slider");
}

function weigh() {
  grid.brush = Number(brush.value);
  brushText.textContent = percent(grid.brush, 0);
}

async function showRange() {
  const text = state.players[selected];
  find("range-title").textContent = `Range of player ${selected + 1}`;
  grid.root.setAttribute("aria-label", `Range of player ${selected + 1}: 13 by 13 hands`);
  find("range").className = `p${selected}`;
  let range = { hands: {}, percent: 0 };
  if (text.trim()) {
    try {
      range = await readRange(text);
    } catch {
      return; // the grid keeps what it shows while a text is being typed
    }
  }
  if (text !== state.players[selected] || grid.painting) return;
  grid.show(new Map(Object.entries(range.hands)));
  if (document.activeElement !== percentage) percentage.value = range.percent;
  percentageText.textContent = `${range.percent.toFixed(1)} %`;
  showSuits(suitsOf);
}

function showSuits(name) {
  suitsOf = name;
  suits.setAttribute("aria-label", `Suits of ${name}`);
  const focused = suits.contains(document.activeElement) ? document.activeElement.dataset.combo : null;
  const buttons = combosOf(name).map((combo) => {
    const weight = grid.weights.get(combo) ?? 0;
    const words = weight > 0 && weight < 1 ? `${combo} ${percent(weight, 0)}` : combo;
    const press = () => {
      grid.set(combo, weight === grid.brush ? 0 : grid.brush);
      draw(grid.weights);
    };
    return make("button", { "aria-pressed": weight > 0, "data-combo": combo, onclick: press }, words);
  });
  suits.replaceChildren(...buttons);
  if (focused) buttons.find((button) => button.dataset.combo === focused)?.focus();
}

// --- showing the answer

/** Show what is wrong, beside the field it is about. */
function complain(error) {
  const [name, index] = (error?.field ?? "").split("/");
  const words = error?.message ?? "";
  rows.forEach((row, i) => {
    const own = name === "players" && Number(index) === i;
    showWrong(row, own ? words.replace(/^player \d+: /, "") : row.wrong);
  });
  const cards = ["board", "dead"].includes(name);
  picker.complain(cards ? name : "", words);
  const chips = state.view === "chips" && ["stacks", "payouts"].includes(name);
  refusedChips.textContent = chips ? words : "";
  const elsewhere = error && !cards && !chips && !(name === "players" && index !== undefined && rows[Number(index)]);
  find("question-error").textContent = elsewhere ? words : "";
}

/** Show the answer, or none; only what is final is read aloud. */
function showAnswer(final, refining = false) {
  rows.forEach((row, i) => {
    const player = answer?.players[i];
    row.equity.textContent = player ? percent(player.equity) : "";
    const half = player?.ci95 ? (player.ci95[1] - player.ci95[0]) / 2 : 0;
    row.margin.textContent = half ? `± ${percent(half, half < 0.001 ? 3 : 2)}` : "";
    row.rest.textContent = player ? `wins ${percent(player.win)}, shares ${percent(player.tie)}` : "";
    row.bar.style.width = player ? `${100 * player.equity}%` : "0";
    row.whisker.hidden = !half;
    if (half) {
      row.whisker.style.left = `${100 * player.ci95[0]}%`;
      row.whisker.style.width = `${200 * half}%`;
    }
  });
  find("stop").hidden = !(answer && refining);
  find("command").textContent = commandOf(state, refusedLook === null);
  for (const id of ["download-report", "download-json", "download-csv"]) find(id).disabled = !answer;
  if (!answer) return;
  const exact = answer.method === "exact";
  const sample = exact ? "" : `, seed ${answer.seed}; ± and the error bars are 95 % intervals`;
  const how = `${exact ? "Exact" : "Sampled"}: ${count(answer.total)} deals in ${answer.elapsed.toFixed(answer.elapsed < 0.1 ? 3 : 1)} s${sample}.`;
  const others = answer.notes.filter((words) => !rows.some((row) => row.notes.textContent.includes(words)));
  find("method").textContent = [how, ...others].join(" ");
  if (final) find("status").textContent = answer.players.map((player, i) => `Player ${i + 1}: ${percent(player.equity, 1)}`).join(", ");
}

function showNothing() {
  showAnswer(false);
  showView();
}

/** Show the open view. While its analysis is on the way, what stood there before stays, marked as old. */
function showView(partial = false) {
  const place = find("view");
  const chips = state.view === "chips";
  const stays = partial && !chips && place.dataset.shown === state.view && place.querySelector("table, ul") !== null;
  place.setAttribute("aria-busy", stays);
  if (stays) return;
  place.dataset.shown = state.view;
  const parts = view(state.view, answer, { players: state.players, selected, refusal: refusedLook, made, dead: state.dead.trim() });
  if (!chips) return place.replaceChildren(...parts);
  showChips();
  if (chipFields.parentNode !== place) place.replaceChildren(chipFields);
  while (chipFields.nextSibling) chipFields.nextSibling.remove(); // the fields stay, and with them the cursor
  place.append(...parts);
}

/** Make the fields for stacks and prizes, for as many players as there are. */
function makeChips() {
  const stacks = rows.map((row, i) => make("label", {}, `Player ${i + 1} `, row.stack));
  const legend = make("legend", {}, "Stacks of an all-in");
  const prizes = make("label", {}, "Prizes, the first one's first ", payouts);
  chipFields = make("fieldset", { className: "stacks" }, legend, stacks, prizes, refusedChips);
}

function showChips() {
  const fields = [...rows.map((row, i) => [row.stack, state.stacks[i] ?? ""]), [payouts, state.payouts]];
  for (const [field, text] of fields) if (field.value !== text) field.value = text;
}

// --- what can be taken along

async function copy(text, what, place = "shared") {
  try {
    await navigator.clipboard.writeText(text);
    find(place).textContent = `${what} copied.`;
  } catch {
    find(place).textContent = `The browser does not let this page copy; ${what.toLowerCase()}: ${text}`;
  }
}

async function copyRange() {
  try {
    const response = await post("/api/range", { text: state.players[selected], to: dialect.value });
    await copy((await response.json()).texts[0], "Range", "copied");
  } catch (error) {
    find("copied").textContent = error.message;
  }
}

async function download(path, name, kind) {
  try {
    const response = await post(path, questionOf(state, false));
    save(await response.text(), name, kind);
  } catch (error) {
    find("shared").textContent = error.message;
  }
}

// --- the whole

function openTab(tab) {
  for (const other of find("tabs").children) {
    const open = other === tab;
    other.setAttribute("aria-selected", open);
    other.tabIndex = open ? 0 : -1;
    find(other.getAttribute("aria-controls")).hidden = !open;
  }
}

function start() {
  takeToken();
  state = fromAddress(location.hash);
  buildRange();
  for (const [name, words] of Object.entries(VIEWS)) {
    const open = () => change({ view: name });
    const attributes = { id: `view-${name}`, role: "tab", "aria-controls": "view", "data-view": name };
    find("views").append(make("button", { ...attributes, onclick: open }, words));
  }
  tabKeys(find("views"), (tab) => tab.click());
  for (const tab of find("tabs").children) tab.addEventListener("click", () => openTab(tab));
  tabKeys(find("tabs"), openTab);
  find("add").addEventListener("click", () => {
    change({ players: [...state.players, ""] });
    rows.at(-1).input.focus();
  });
  find("undo").addEventListener("click", undo);
  find("clear").addEventListener("click", () => {
    change(structuredClone({ ...EMPTY, view: state.view }));
    rows[0].input.focus();
  });
  find("stop").addEventListener("click", () => {
    asking?.abort();
    find("stop").hidden = true;
  });
  find("copy-link").addEventListener("click", () => copy(location.href, "Link"));
  find("copy-command").addEventListener("click", () => copy(find("command").textContent, "Command"));
  find("download-report").addEventListener("click", () => download("/api/report", "equity.html", "text/html"));
  find("download-csv").addEventListener("click", () => download("/api/csv", "equity.csv", "text/csv"));
  find("download-json").addEventListener("click", () => save(JSON.stringify(answer), "equity.json", "application/json"));
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=range]):not([type=radio]), textarea");
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !typing) {
      event.preventDefault();
      undo();
    }
  });
  addEventListener("hashchange", () => {
    if (location.hash !== toAddress(state)) change(fromAddress(location.hash));
  });
  startReplay(find("replay"));
  become(state);
}


start();
