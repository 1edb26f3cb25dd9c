// The game is in `state.query`; every request carries it, and the server answers with the next one.
import { linkTo, replaceAddress, root } from "./address.js";
import { around, byId, element, oneIn } from "./dom.js";
import "./frame.js";
import { onGame } from "./game-file.js";
import { guideOf } from "./guide.js";
import { isStill, speed } from "./movement.js";
import { chanceOf, tabsOf } from "./panel.js";
import { positionPicture, savePicture } from "./png.js";
import { isAbort, post, stream, wordsOf } from "./requests.js";
import { seatsOf } from "./seats.js";
import { remember, remembered } from "./settings.js";
import { NO_CHOICES, tableOf } from "./table.js";
import { pause, tasksOf } from "./tasks.js";

/** @typedef {import("../types/messages.js").MatchView} MatchView */

const go = byId("go", HTMLButtonElement);
const [undo, hint, resign] = ["undo", "hint", "resign"].map((id) => byId(id, HTMLButtonElement));
const said = byId("said");
const data = byId("game").dataset;
const tabs = tabsOf(oneIn(document, ".tabs"));
const guide = guideOf(byId("guide"), () => table.clear());
const tasks = tasksOf();
/** @type {MatchView} */
let state = JSON.parse(data.state ?? "");
let isPaused = false;
// The action of the large button.
let primary = () => {};

/** @param {string} words */
const say = (words) => { said.textContent = words; };
/** @param {unknown} error */
const failed = (error) => { if (!isAbort(error)) say(wordsOf(error)); };
const table = tableOf(byId("table"), { state: state.table, say, choose: (move, words) => chosen(move, words), took: () => guide.tell("chosen") });

/**
 * A move that was chosen: some want to be asked before it is played.
 * @param {string} move
 * @param {string} words
 */
const chosen = (move, words) => {
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
 * Shows the large button, with the key that does the same.
 * @param {string} words
 * @param {() => void} does
 */
const button = (words, does, key = "") => {
  go.textContent = words;
  go.setAttribute("aria-keyshortcuts", key);
  go.hidden = false;
  primary = does;
};

const noButton = () => {
  button("", () => {});
  go.hidden = true;
};

/** @param {string} what a field of the action */
const act = async (what) => {
  tasks.stop();
  try {
    show(await post("/play/act", `${state.query}&${what}`), what.split("=")[0] === "move");
    if (what === "do=deal") {
      table.deal();
      guide.tell("dealt");
    }
  } catch (error) {
    failed(error);
  }
};

// ---- The state on the page ----------------------------------------------------------------------------------------

const closed = () => {
  if (state.phase === "over") return "The game is over. Start a new one.";
  if (state.phase === "deal") return "The round is over. Deal the next one first.";
  return state.human ? "" : `${state.name} moves by itself.`;
};

/** Scrolls to the last move of the list. */
const scrollLog = () => { for (const list of ["sheet-moves", "log"].map((id) => byId(id))) list.scrollTop = list.scrollHeight; };

const isPersonToMove = () => state.phase === "moves" && state.human;
const open = () => (isPersonToMove() ? state.choices : NO_CHOICES);

/**
 * Shows another state; after a move, its tiles travel, and the round is scored that it ended.
 * @param {MatchView} next
 * @param {boolean} isMove
 */
const show = (next, isMove = false) => {
  state = next;
  const isScored = isMove && state.scoring.length > 0;
  const hadFocus = document.activeElement === go;
  table.show((isScored ? state.full : null) ?? state.table, isScored ? NO_CHOICES : open(), closed(), isMove ? state.way : null);
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
  // What is hidden keeps no focus.
  if (hadFocus && go.hidden) table.focus();
};

// Whether a game has begun that a person plays, and goes on.
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

/** Does what comes next, when everything has been told. */
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

// ---- Players that are no people -----------------------------------------------------------------------------------

/**
 * Offers to wait. Where people play, nobody has to wait for long.
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

// Milliseconds from the turn of such a player to the player's move, at least.
const LEAST_THOUGHT = 700;

const think = async () => {
  const run = tasks.begin();
  const began = Date.now();
  offerPause(() => {
    say(`${state.name} waits.`);
    proceed();
  });
  /** @type {MatchView[]} */
  const played = [];
  try {
    await stream("/play/think", { body: state.query }, {
      queue: ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before ${state.name}.`); },
      thought: ({ nodes, depth }) => {
        said.setAttribute("aria-busy", "true");
        say(`${state.now} Thinking: ${nodes} positions so far, ${depth} ${depth === 1 ? "move" : "moves"} ahead.`);
      },
      played: (next) => { played.push(next); },
      error: ({ error }) => say(error),
    }, run.signal);
  } catch (error) {
    failed(error);
  }
  said.removeAttribute("aria-busy");
  if (!tasks.end(run)) return;
  const [next] = played;
  if (!next) {
    button("Go on", proceed);
    return;
  }
  // So that people can follow, also where tiles do not move.
  tasks.later(() => show(next, true), Math.max(0, LEAST_THOUGHT * (speed() || 1) - (Date.now() - began)));
  offerPause(() => show(next, true));
};

// ---- The scoring, run by run --------------------------------------------------------------------------------------

// Between two steps, so that people can count along.
const STEP = 800;

const score = async () => {
  const run = tasks.begin();
  const { scoring } = state;
  const skip = new AbortController();
  const either = AbortSignal.any([run.signal, skip.signal]);
  guide.tell("scoring");
  button("Skip", () => skip.abort(), "Escape");
  undo.disabled = true;
  if (!isStill()) {
    await pause(STEP * speed(), either);
    for (const step of scoring) {
      if (either.aborted) break;
      table.score(step);
      say(step.words);
      await pause(STEP * speed(), either);
    }
  }
  // Somebody went on with something else.
  if (run.signal.aborted) return;
  tasks.end(run);
  table.show(state.table, open(), closed());
  // What was scored stays marked.
  table.earned(scoring);
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
  // Where nobody else plays, the next move would come at once.
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
      hint: ({ move, said: told, words, win }) => {
        table.hint(move);
        say(told);
        byId("advice").innerHTML = chanceOf(win, "Your chance to win with it");
        byId("advice").append(element("p", {}, words));
      },
      error: ({ error }) => say(error),
    }, run.signal);
  } catch (error) {
    failed(error);
  }
  hint.disabled = !isPersonToMove();
});

byId("resigns").addEventListener("click", async () => {
  byId("resigning", HTMLDialogElement).close();
  await act("do=resign");
  showResult();
});

byId("share").addEventListener("click", async ({ target }) => {
  const kind = around(target, "[data-picture]")?.dataset.picture;
  if (!kind) return;
  try {
    await savePicture(await positionPicture(state.position), kind, "azulejo-position");
  } catch (error) {
    failed(error);
  }
});

onGame(Number(data.limit), async (loading) => {
  try {
    const query = await loading;
    // People take all seats, so that nothing happens before they say so.
    const players = Number(new URLSearchParams(query).get("players"));
    show(await post("/play/act", query + "&seat=human".repeat(players)));
  } catch (error) {
    failed(error);
  }
});

const pace = byId("speed", HTMLSelectElement);
pace.value = String(speed());
pace.addEventListener("change", () => remember("speed", Number(pace.value)));
const confirms = byId("confirms", HTMLInputElement);
confirms.checked = remembered("confirms", false);
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
    failed(error);
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

// Who comes back without a link finds the game that was left.
const left = location.search === "" ? remembered("game", "") : "";
const resume = async () => {
  try {
    if (left) {
      show(await post("/play/act", left));
      return;
    }
  } catch {
    // A game that can no longer be read is gone.
  }
  table.show(state.table, open(), closed());
  showActions();
  replaceAddress(`/play?${state.query}`);
  proceed();
};
scrollLog();
resume();
