// `state.query` holds the game. Every request carries the game, and the server answers with the next state.
import { linkTo, replaceAddress, root } from "./address.js";
import { closestTo, byId, element, elementIn } from "./dom.js";
import "./frame.js";
import { onGame } from "./game-file.js";
import { guideOf } from "./guide.js";
import { isStill, speed } from "./movement.js";
import { chanceOf, tabsOf } from "./panel.js";
import { positionPicture, savePicture } from "./png.js";
import { isAbort, post, stream, wordsOf } from "./requests.js";
import { seatsOf } from "./seats.js";
import { remember, recall } from "./settings.js";
import { NO_CHOICES, tableOf } from "./table.js";
import { pause, tasksOf } from "./tasks.js";

/** @typedef {import("../types/messages.js").MatchView} MatchView */

const go = byId("go", HTMLButtonElement);
const [undo, hint, resign] = ["undo", "hint", "resign"].map((id) => byId(id, HTMLButtonElement));
const status = byId("said");
const data = byId("game").dataset;
const tabs = tabsOf(elementIn(document, ".tabs"));
const guide = guideOf(byId("guide"), () => table.clear());
const tasks = tasksOf();
/** @type {MatchView} */
let state = JSON.parse(data.state ?? "");
let isPaused = false;
// The action of the large button.
let primary = () => {};

/** @param {string} words */
const say = (words) => { status.textContent = words; };
/** @param {unknown} error */
const sayError = (error) => { if (!isAbort(error)) say(wordsOf(error)); };
const table = tableOf(byId("table"), { state: state.table, say, choose: (move, words) => confirmMove(move, words), onTake: () => guide.tell("chosen") });

/**
 * Plays a move, after a confirmation where the settings ask for one.
 * @param {string} move
 * @param {string} words
 */
const confirmMove = (move, words) => {
  const play = () => act(`move=${encodeURIComponent(move)}`);
  if (!confirms.checked) {
    play();
    return;
  }
  say(words);
  table.hint(move);
  button("Play this move", play);
  go.focus();
};

/**
 * Shows the large button, with a key for its action.
 * @param {string} words
 * @param {() => void} action
 */
const button = (words, action, key = "") => {
  go.textContent = words;
  go.setAttribute("aria-keyshortcuts", key);
  go.hidden = false;
  primary = action;
};

const noButton = () => {
  button("", () => {});
  go.hidden = true;
};

/** @param {string} action as a field */
const act = async (action) => {
  tasks.stop();
  try {
    show(await post("/play/act", `${state.query}&${action}`), action.split("=")[0] === "move");
    if (action === "do=deal") {
      table.deal();
      guide.tell("dealt");
    }
  } catch (error) {
    sayError(error);
  }
};

// ---- The state on the page ----------------------------------------------------------------------------------------

const closedReason = () => {
  if (state.phase === "over") return "The game is over. Start a new one.";
  if (state.phase === "deal") return "The round is over. Deal the next one first.";
  return state.human ? "" : `${state.name} moves by itself.`;
};

/** Scrolls to the last move of the list. */
const scrollLog = () => { for (const list of ["sheet-moves", "log"].map((id) => byId(id))) list.scrollTop = list.scrollHeight; };

const isPersonToMove = () => state.phase === "moves" && state.human;
const open = () => (isPersonToMove() ? state.choices : NO_CHOICES);

/**
 * Shows another state. After a move, its tiles travel, and the round is scored if the move has ended it.
 * @param {MatchView} next
 * @param {boolean} isMove
 */
const show = (next, isMove = false) => {
  state = next;
  const isScored = isMove && state.scoring.length > 0;
  const hadFocus = document.activeElement === go;
  table.show((isScored ? state.full : null) ?? state.table, isScored ? NO_CHOICES : open(), closedReason(), isMove ? state.way : null);
  say(isScored ? "The round is scored." : state.said);
  byId("log").innerHTML = state.log;
  scrollLog();
  byId("stocks").innerHTML = state.stocks;
  byId("ending").innerHTML = state.over;
  byId("welcome").hidden = state.undo || !state.people;
  byId("advice").replaceChildren(element("p", { class: "muted" }, "A hint shows the best move on the table, and how likely you win with it."));
  replaceAddress(`/play?${state.query}`);
  showActions();
  if (isScored) score();
  else proceed();
  // A hidden button loses the focus.
  if (hadFocus && go.hidden) table.focus();
};

// Whether a person plays, and the game has begun and is not over.
const isPlayed = () => state.people && state.undo && state.phase !== "over";

const showActions = () => {
  remember("game", state.query);
  undo.disabled = !state.undo;
  hint.disabled = !isPersonToMove();
  resign.disabled = !isPlayed();
  byId("record").hidden = !state.record;
  byId("record", HTMLAnchorElement).href = `${root}/play/record?${state.query}`;
  byId("learn", HTMLAnchorElement).href = `${root}/learn?${state.query}`;
  byId("link", HTMLInputElement).value = linkTo(`/play?${state.query}`);
  byId("position", HTMLInputElement).value = state.position;
};

/** Starts the next action of the game. */
const proceed = () => {
  noButton();
  if (state.phase === "over") {
    button("Result", showResult);
  } else if (state.phase === "deal") {
    guide.tell("deal");
    button(`Deal round ${state.round + 1}`, () => act("do=deal"));
    if (!state.people && !isPaused) tasks.later(() => act("do=deal"), 1500);
  } else if (!state.human) {
    if (isPaused) {
      button("Go on", () => {
        isPaused = false;
        proceed();
      });
    } else think();
  } else {
    guide.tell("turn");
  }
};

const showResult = () => byId("over", HTMLDialogElement).showModal();

// ---- Players ------------------------------------------------------------------------------------------------------

/**
 * Offers a pause of a game without people.
 * @param {() => void} wait
 */
const offerPause = (wait) => {
  if (state.people) return;
  button("Pause", () => {
    isPaused = true;
    tasks.stop();
    wait();
  });
};

// Least milliseconds from the turn of a player to the player's move.
const LEAST_THOUGHT = 700;

const think = async () => {
  const run = tasks.begin();
  const startTime = Date.now();
  offerPause(() => {
    say(`${state.name} waits.`);
    proceed();
  });
  /** @type {MatchView[]} */
  const results = [];
  try {
    await stream("/play/think", { body: state.query }, {
      queue: ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before ${state.name}.`); },
      thought: ({ nodes, depth }) => {
        status.setAttribute("aria-busy", "true");
        say(`${state.now} Thinking: ${nodes} positions so far, ${depth} ${depth === 1 ? "move" : "moves"} ahead.`);
      },
      played: (next) => { results.push(next); },
      error: ({ error }) => say(error),
    }, run.signal);
  } catch (error) {
    sayError(error);
  }
  status.removeAttribute("aria-busy");
  if (!tasks.end(run)) return;
  const [next] = results;
  if (!next) {
    button("Go on", proceed);
    return;
  }
  // The delay lets people follow, also where tiles do not move.
  tasks.later(() => show(next, true), Math.max(0, LEAST_THOUGHT * (speed() || 1) - (Date.now() - startTime)));
  offerPause(() => show(next, true));
};

// ---- The scoring, run by run --------------------------------------------------------------------------------------

// Milliseconds between two steps, so that people can count along.
const STEP = 800;

const score = async () => {
  const run = tasks.begin();
  const { scoring } = state;
  const skip = new AbortController();
  const anySignal = AbortSignal.any([run.signal, skip.signal]);
  guide.tell("scoring");
  button("Skip", () => skip.abort(), "Escape");
  undo.disabled = true;
  if (!isStill()) {
    await pause(STEP * speed(), anySignal);
    for (const step of scoring) {
      if (anySignal.aborted) break;
      table.score(step);
      say(step.words);
      await pause(STEP * speed(), anySignal);
    }
  }
  // Another task has begun.
  if (run.signal.aborted) return;
  tasks.end(run);
  table.show(state.table, open(), closedReason());
  // The scored tiles stay marked.
  table.markScores(scoring);
  say(state.now);
  showActions();
  const hadFocus = document.activeElement === go;
  proceed();
  if (hadFocus && !go.hidden) go.focus();
  if (state.phase === "over" && state.people) showResult();
};

document.addEventListener("keydown", (event) => {
  if (go.hidden || event.key !== go.ariaKeyShortcuts) return;
  event.preventDefault();
  primary();
});

// ---- Buttons ------------------------------------------------------------------------------------------------------

go.addEventListener("click", () => primary());
undo.addEventListener("click", () => {
  // In a game without people, the next move would come at once.
  isPaused ||= !state.people;
  act("do=undo");
});

hint.addEventListener("click", async () => {
  const run = tasks.begin();
  hint.disabled = true;
  say("Looking for a good move …");
  try {
    await stream("/play/hint", { body: state.query }, {
      queue: ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before this hint.`); },
      hint: ({ move, said: sentence, words, win }) => {
        table.hint(move);
        say(sentence);
        byId("advice").innerHTML = chanceOf(win, "Your chance to win with it");
        byId("advice").append(element("p", {}, words));
      },
      error: ({ error }) => say(error),
    }, run.signal);
  } catch (error) {
    sayError(error);
  }
  hint.disabled = !isPersonToMove();
});

byId("resigns").addEventListener("click", async () => {
  byId("resigning", HTMLDialogElement).close();
  await act("do=resign");
  showResult();
});

byId("share").addEventListener("click", async ({ target }) => {
  const kind = closestTo(target, "[data-picture]")?.dataset.picture;
  if (!kind) return;
  try {
    await savePicture(await positionPicture(state.position), kind, "azulejo-position");
  } catch (error) {
    sayError(error);
  }
});

onGame(Number(data.limit), async (loading) => {
  try {
    const query = await loading;
    // People take all seats, so that no player moves by itself.
    const players = Number(new URLSearchParams(query).get("players"));
    show(await post("/play/act", query + "&seat=human".repeat(players)));
  } catch (error) {
    sayError(error);
  }
});

const pace = byId("speed", HTMLSelectElement);
pace.value = String(speed());
pace.addEventListener("change", () => remember("speed", Number(pace.value)));
const confirms = byId("confirms", HTMLInputElement);
confirms.checked = recall("confirms", false);
confirms.addEventListener("change", () => remember("confirms", confirms.checked));

// ---- A new game ---------------------------------------------------------------------------------------------------

/** @param {string} fields of the game */
const begin = async (fields) => {
  tasks.stop();
  isPaused = false;
  try {
    show(await post("/play/act", fields));
    byId("new", HTMLDialogElement).close();
    table.deal();
    table.focus({ preventScroll: true });
  } catch (error) {
    sayError(error);
  }
};

const seats = seatsOf(byId("start", HTMLFormElement), begin);
byId("begin").addEventListener("click", () => seats.offer(isPlayed()));

byId("teach").addEventListener("click", async () => {
  if (!isPersonToMove()) await begin("players=2");
  tabs.show("tab-moves");
  guide.begin();
  byId("guide").scrollIntoView({ block: "nearest" });
});

// Last game of the browser, for a visit without a link.
const lastGame = location.search === "" ? recall("game", "") : "";
const resume = async () => {
  try {
    if (lastGame) {
      show(await post("/play/act", lastGame));
      return;
    }
  } catch {
    // The last game is unreadable, so a new one begins.
  }
  table.show(state.table, open(), closedReason());
  showActions();
  replaceAddress(`/play?${state.query}`);
  proceed();
};
scrollLog();
resume();
