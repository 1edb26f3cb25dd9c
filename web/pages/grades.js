// Grades of moves that a person tries on the table.
import { around, byId, element } from "./dom.js";
import { isAbort, post, stream, wordsOf } from "./requests.js";
import { labelOf } from "./table-view.js";
import { isOpen } from "./table.js";

/** @typedef {import("../types/messages.js").StudyView} StudyView */
/** @typedef {{ move: string, best: string, html: string }} Graded a move with its grade, however it was asked for */

/**
 * @param {object} page
 * @param {() => StudyView} page.state
 * @param {() => string} page.effort
 * @param {import("./tasks.js").Tasks} page.tasks
 * @param {import("./table.js").Table} page.table
 * @param {import("./arrows.js").Arrows} page.arrows
 * @param {ReturnType<typeof import("./puzzles.js").puzzlesOf>} page.puzzles
 * @param {(words: string) => void} page.say
 * @param {(queue: import("../types/messages.js").QueuePlace) => void} page.sayAhead says how many runs come first
 * @param {(moves: string[]) => Promise<void>} page.preview shows the position after these moves
 * @param {() => void} page.reveal shows where grades stand
 * @param {(move: string) => Promise<void>} page.play plays a move, which becomes the end of the game
 */
export const gradesOf = ({ state, effort, tasks, table, arrows, puzzles, say, sayAhead, preview, reveal, play }) => {
  const box = byId("grade");
  const [best, playMove, played] = ["best", "play-move", "played"].map((id) => byId(id, HTMLButtonElement));
  /** @type {Graded | null} */
  let graded = null;

  const clear = () => {
    graded = null;
    best.disabled = true;
    playMove.disabled = true;
    box.replaceChildren(element("p", { class: "muted" }, "Choose tiles and a line on the table: the move is graded, and not played."));
  };

  /** @param {Graded} answer */
  const show = (answer) => {
    graded = answer;
    box.innerHTML = answer.html;
    best.disabled = false;
    playMove.disabled = false;
  };

  /**
   * A move of the position in words.
   * @param {string} move
   */
  const named = (move) => {
    const [taken, to] = [labelOf(state().table, move.slice(0, 2)), move.slice(2)];
    return `${taken} to ${to === "-" ? "the floor" : `line ${to}`}`;
  };

  /** @param {string} move */
  const mark = (move) => {
    table.hint(move);
    arrows.show([move]);
  };

  /**
   * Shows the best reply to a wrong answer, on the table.
   * @param {string} move
   * @param {AbortSignal} signal
   */
  const refute = async (move, signal) => {
    try {
      const next = await post("/learn/show", `${state().game}&at=${state().at}&play=${encodeURIComponent(move)}`, signal);
      if (!isOpen(next.choices)) return;
      await stream("/learn/best", { body: `${next.game}&effort=quick` }, {
        best: ({ moves: [{ line: [reply] }] }) => {
          const button = element("button", { type: "button", class: "plain", id: "refutation" }, reply[1]);
          button.addEventListener("click", () => preview([move, reply[0]]));
          const back = element("button", { type: "button", class: "plain" }, "Back to the puzzle");
          back.addEventListener("click", () => preview([]));
          box.append(element("p", {}, "The answer to it: ", button, " ", back));
        },
      }, signal);
    } catch (error) {
      if (!isAbort(error)) say(wordsOf(error));
    }
  };

  /** @param {string} move */
  const grade = async (move) => {
    const run = tasks.begin();
    const words = named(move);
    say(`${words} is being graded …`);
    const question = { body: `${state().game}&at=${state().at}&move=${encodeURIComponent(move)}&effort=${effort()}` };
    try {
      await stream("/learn/grade", question, {
        queue: sayAhead,
        graded: (answer) => {
          const isRight = state().at === 0 ? puzzles.isRight(move) : null;
          if (isRight === false) {
            // A wrong answer does not give the right one away.
            clear();
            refute(move, run.signal);
            box.replaceChildren(element("p", { class: "grade" }, `${words}: ${answer.said}`));
          } else {
            show(answer);
            if (!puzzles.isOpen()) reveal();
          }
          table.hint(move);
          if (isRight !== null) puzzles.answer(move);
          if (isRight === null) say(`${words}: ${answer.said}`);
          else say(isRight ? `Right! ${words} is the only best move.` : `${words} is not the best move. Try another.`);
        },
        error: ({ error }) => say(error),
      }, run.signal);
    } catch (error) {
      if (!isAbort(error)) say(wordsOf(error));
    }
  };

  played.addEventListener("click", () => {
    const move = state().played;
    if (move) grade(move);
  });
  best.addEventListener("click", () => { if (graded) mark(graded.best); });
  box.addEventListener("click", (event) => {
    const move = around(event.target, "[data-show]")?.dataset.show;
    if (move) mark(move);
  });
  playMove.addEventListener("click", () => { if (graded) play(graded.move); });

  return {
    clear,
    show,
    grade,
    /** Offers what can be done in the position. */
    update() {
      played.disabled = !state().played;
    },
  };
};
