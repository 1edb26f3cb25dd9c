// The address holds a game and the index of a position. Grades, reviews and puzzles come from the server.
import { linkTo, replaceAddress, root } from "./address.js";
import { arrowsOf } from "./arrows.js";
import { bestMovesOf } from "./best-moves.js";
import { allIn, closestTo, byId, elementIn } from "./dom.js";
import "./frame.js";
import { onGame } from "./game-file.js";
import { gradesOf } from "./grades.js";
import { moveListOf } from "./move-list.js";
import { tabsOf } from "./panel.js";
import { pictureFrom, positionPicture, savePicture } from "./png.js";
import { puzzlesOf } from "./puzzles.js";
import { isAbort, post, stream, wordsOf } from "./requests.js";
import { reviewOf } from "./review.js";
import { winOf } from "./review-graph.js";
import { editorOf } from "./set-up.js";
import { isOpen, NO_CHOICES, tableOf } from "./table.js";
import { tasksOf } from "./tasks.js";

/** @typedef {import("../types/messages.js").StudyView} StudyView */

const data = byId("game").dataset;
const isReviewed = new URLSearchParams(location.search).has("review");
const engine = byId("engine", HTMLInputElement);
const position = byId("position", HTMLInputElement);
/** @type {StudyView} */
let state = JSON.parse(data.state ?? "");
const tasks = tasksOf();

/** @param {string} words */
const say = (words) => { byId("said").textContent = words; };
/** @param {unknown} error */
const sayError = (error) => { if (!isAbort(error)) say(wordsOf(error)); };
/** @param {import("../types/messages.js").QueuePlace} queue */
const sayAhead = ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before you.`); };
const effort = () => byId("effort", HTMLSelectElement).value;

const table = tableOf(byId("table"), { state: state.table, say, choose: (move) => grades.grade(move) });
const arrows = arrowsOf(byId("arrows", SVGSVGElement), table);

// ---- Positions of the game ----------------------------------------------------------------------------------------

/**
 * @param {StudyView} next
 * @param {string} [words]
 * @param {boolean} isForward whether the position is one move after the last one, so that the tiles of the move travel
 */
const show = (next, words, isForward = false) => {
  const isSame = next.game === state.game;
  state = next;
  const reason = isOpen(state.choices) ? "" : "No move is possible here.";
  table.show(state.table, state.choices, reason, isForward ? state.way : null);
  arrows.clear();
  bestMoves.clear();
  if (!isSame) moveList.show(state.log);
  say(words ?? state.now);
  update();
  think();
};

/**
 * Shows a variation on the table, which is not a part of the game.
 * @param {string[]} moves
 */
const preview = async (moves) => {
  try {
    const next = await post("/learn/show", `${state.game}&at=${state.at}${moves.map((move) => `&play=${encodeURIComponent(move)}`).join("")}`);
    arrows.clear();
    table.show(next.table, moves.length ? NO_CHOICES : state.choices, "Go back to the game first.", moves.length ? next.way : null);
    say(moves.length ? "A line of play, which is not of the game." : state.now);
  } catch (error) {
    sayError(error);
  }
};

const bestMoves = bestMovesOf(byId("engine-moves"), byId("step"), { arrows, preview });

/**
 * Shows the chances to win as a bar.
 * @param {number | null} win from 0 to 1, if it is known
 * @param {number} player with these chances, from 1
 */
const showChances = (win, player) => {
  const bar = byId("eval");
  const percent = win === null ? null : Math.round(100 * win);
  bar.classList.toggle("known", percent !== null);
  bar.classList.toggle("low", percent !== null && percent < 50);
  bar.style.setProperty("--win", String(percent ?? 50));
  elementIn(bar, "b").textContent = String(percent ?? "");
  bar.setAttribute("aria-label", percent === null ? "Not judged yet" : `Player ${player} wins with ${percent} %`);
};

/** Updates the parts of the page that depend on the position. */
const update = () => {
  byId("at").textContent = `${state.at} / ${state.of}`;
  grades.update();
  review.update();
  byId("play", HTMLAnchorElement).href = `${root}/play?${state.at < state.of ? new URLSearchParams({ from: state.position }) : state.game}`;
  position.value = state.position;
  /** @type {Record<string, boolean>} */
  const isAtEnd = { first: state.at === 0, back: state.at === 0, next: state.at === state.of, last: state.at === state.of };
  for (const button of walkButtons) button.disabled = isAtEnd[button.dataset.walk ?? ""];
  moveList.mark(state.at);
  const last = review.of(state.at);
  showChances(last ? winOf(last, state.players) : null, state.players === 2 ? 1 : last?.player ?? 1);
  replaceAddress(`/learn?${state.query}`);
  byId("link", HTMLInputElement).value = linkTo(`/learn?${state.query}`);
};

/**
 * @param {string} query
 * @param {string} [words]
 * @param {boolean} [isForward]
 */
const load = async (query, words, isForward) => {
  try {
    show(await post("/learn/show", query), words, isForward);
  } catch (error) {
    sayError(error);
  }
};

/** @param {number} number of moves before the position */
const goTo = async (number) => {
  grades.clear();
  await load(`${state.game}&at=${number}`, undefined, number === state.at + 1);
  const grade = review.of(state.at + 1);
  if (grade) grades.show(grade);
};

const moveList = moveListOf(byId("log"), byId("sheet-moves"), goTo);

const walkButtons = allIn(document, "[data-walk]", HTMLButtonElement);
/** @param {string} where */
const walk = (where) => {
  /** @type {Record<string, number>} */
  const places = { first: 0, back: state.at - 1, next: state.at + 1, last: state.of };
  const to = places[where];
  if (to >= 0 && to <= state.of) goTo(to);
};
for (const button of walkButtons) button.addEventListener("click", () => walk(button.dataset.walk ?? ""));

/** @type {Record<string, string>} */
const KEYS = { ",": "back", ".": "next", ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  // On the table and on tabs, arrows have another meaning.
  const field = event.target instanceof Element && event.target.matches("input, select, textarea");
  if (event.defaultPrevented || field || event.ctrlKey || event.metaKey || event.altKey) return;
  const where = KEYS[event.key];
  if (!where || isEditing || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  walk(where);
});

// ---- The best moves -----------------------------------------------------------------------------------------------

/** @type {AbortController | null} */
let thinking = null;
const think = () => {
  thinking?.abort();
  if (!engine.checked || !isOpen(state.choices)) return;
  const run = new AbortController();
  thinking = run;
  // A person who walks on quickly does not start a run for each position.
  const timer = setTimeout(async () => {
    try {
      await stream("/learn/best", { body: `${state.game}&at=${state.at}&effort=${effort()}` }, {
        queue: sayAhead,
        best: ({ player, moves }) => {
          bestMoves.show(moves);
          const [{ win }] = moves;
          if (state.players === 2) showChances(player === 2 ? 1 - win : win, 1);
          else showChances(win, player);
        },
        error: ({ error }) => say(error),
      }, run.signal);
    } catch (error) {
      sayError(error);
    }
  }, 200);
  run.signal.addEventListener("abort", () => clearTimeout(timer));
};
engine.addEventListener("change", () => {
  if (engine.checked) {
    think();
    return;
  }
  thinking?.abort();
  bestMoves.clear();
});

// ---- Puzzles, grades and the review -------------------------------------------------------------------------------

const puzzles = puzzlesOf({
  tasks,
  say,
  preview,
  hint: (move) => table.hint(move),
  open: async (query, words) => {
    review.clear();
    grades.clear();
    await load(query, words);
    tabs.show("tab-puzzles");
  },
});

/** @param {string} move which becomes the end of the game */
const play = async (move) => {
  // The move is the next move of the game.
  if (move === state.played) {
    walk("next");
    return;
  }
  try {
    const next = await post("/learn/show", `${state.game}&at=${state.at}&play=${encodeURIComponent(move)}`);
    forget();
    show(next);
  } catch (error) {
    sayError(error);
  }
};

const reveal = () => tabs.show("tab-analysis");
const grades = gradesOf({ state: () => state, effort, tasks, table, arrows, puzzles, say, sayAhead, preview, reveal, play });
const review = reviewOf(moveList, { state: () => state, effort, tasks, sayAhead, goTo, onChange: () => update() });

/** Clears the grades, the puzzle and the review of the last game. */
const forget = () => {
  grades.clear();
  puzzles.clear();
  review.clear();
};

for (const id of ["share", "picture"]) {
  byId(id).addEventListener("click", async ({ target }) => {
    const kind = closestTo(target, "[data-picture]")?.dataset.picture;
    if (!kind) return;
    try {
      if (id === "share") await savePicture(await positionPicture(state.position), kind, "azulejo-position");
      else await savePicture(pictureFrom(review.drawing()), kind, "azulejo-review");
    } catch (error) {
      sayError(error);
    }
  });
}

onGame(Number(data.limit), async (loading) => {
  try {
    const query = await loading;
    forget();
    await load(`${query}&at=0`, "The game is loaded. Walk through it, or review it.");
  } catch (error) {
    sayError(error);
  }
});

// ---- Setting up ---------------------------------------------------------------------------------------------------

/** @type {ReturnType<typeof setTimeout> | undefined} */
let checkTimer;
let isEditing = false;
const editor = editorOf(byId("editor"), byId("set-up-fields"), (text) => {
  position.value = text;
  clearTimeout(checkTimer);
  checkTimer = setTimeout(() => check(text), 120);
});

/**
 * Shows the editor in the place of the table, or the table.
 * @param {boolean} isOn
 */
const edit = (isOn) => {
  if (isEditing === isOn) return;
  isEditing = isOn;
  byId("editor").hidden = !isOn;
  byId("table").hidden = isOn;
  arrows.clear();
  if (isOn) read(state.position).then(({ parts }) => editor.show(parts)).catch(sayError);
};
const tabs = tabsOf(elementIn(document, ".tabs"), (id) => edit(id === "tab-set-up"));

/** @param {string} text of a position */
const read = (text) => post("/learn/check", new URLSearchParams({ position: text }).toString());

/**
 * Shows the faults of a position, or goes on from it.
 * @param {string} text of a position
 * @param {boolean} isNew whether the editor gets the parts of the text
 */
const check = async (text, isNew = false) => {
  try {
    const { parts, faults, query } = await read(text);
    if (isNew) editor.show(parts);
    editor.faults(faults);
    if (!query) return;
    forget();
    const input = position.value;
    await load(query);
    position.value = input;
  } catch (error) {
    sayError(error);
  }
};

byId("text").addEventListener("submit", (event) => {
  event.preventDefault();
  check(position.value, true);
});

table.show(state.table, state.choices, "No move is possible here.");
update();
if (data.puzzle) puzzles.find(Number(data.puzzle));
// A link can ask for the review.
else if (isReviewed && state.of) review.run();
