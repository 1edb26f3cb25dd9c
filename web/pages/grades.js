// Grades of moves on the table.
import { closestTo, byId, element } from "./dom.js";
import { isAbort, post, stream, wordsOf } from "./requests.js";
import { labelOf } from "./table-view.js";
import { isOpen } from "./table.js";

/** @typedef {import("../types/messages.js").StudyView} StudyView */
/** @typedef {{ move: string, best: string, html: string }} Grade of a move */

/**
 * @param {object} page
 * @param {() => StudyView} page.state
 * @param {() => string} page.effort
 * @param {import("./tasks.js").Tasks} page.tasks
 * @param {import("./table.js").Table} page.table
 * @param {import("./arrows.js").Arrows} page.arrows
 * @param {ReturnType<typeof import("./puzzles.js").puzzlesOf>} page.puzzles
 * @param {(words: string) => void} page.say
 * @param {(queue: import("../types/messages.js").QueuePlace) => void} page.sayAhead says the number of runs ahead
 * @param {(moves: string[]) => Promise<void>} page.preview shows the position after these moves
 * @param {() => void} page.reveal shows where grades stand
 * @param {(move: string) => Promise<void>} page.play plays a move, which becomes the end of the game
 */
export const gradesOf = ({ state, effort, tasks, table, arrows, puzzles, say, sayAhead, preview, reveal, play }) => {
  const box = byId("grade");
  const [bestButton, playButton, playedButton] = ["best", "play-move", "played"].map((id) => byId(id, HTMLButtonElement));
  /** @type {Grade | null} */
  let current = null;

  const clear = () => {
    current = null;
    bestButton.disabled = true;
    playButton.disabled = true;
    box.replaceChildren(element("p", { class: "muted" }, "Choose tiles and a line on the table: the move is graded, and not played."));
  };

  /** @param {Grade} answer */
  const show = (answer) => {
    current = answer;
    box.innerHTML = answer.html;
    bestButton.disabled = false;
    playButton.disabled = false;
  };

  /**
   * A move of the position in words.
   * @param {string} move
   */
  const moveWords = (move) => {
    const [group, target] = [labelOf(state().table, move.slice(0, 2)), move.slice(2)];
    return `${group} to ${target === "-" ? "the floor" : `line ${target}`}`;
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
    const words = moveWords(move);
    say(`${words} is being graded …`);
    const question = { body: `${state().game}&at=${state().at}&move=${encodeURIComponent(move)}&effort=${effort()}` };
    try {
      await stream("/learn/grade", question, {
        queue: sayAhead,
        graded: (answer) => {
          const isRight = state().at === 0 ? puzzles.isRight(move) : null;
          if (isRight === false) {
            // The grade of a wrong answer would show the solution.
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

  playedButton.addEventListener("click", () => {
    const move = state().played;
    if (move) grade(move);
  });
  bestButton.addEventListener("click", () => { if (current) mark(current.best); });
  box.addEventListener("click", (event) => {
    const move = closestTo(event.target, "[data-show]")?.dataset.show;
    if (move) mark(move);
  });
  playButton.addEventListener("click", () => { if (current) play(current.move); });

  return {
    clear,
    show,
    grade,
    /** Enables the button for the move of the game. */
    update() {
      playedButton.disabled = !state().played;
    },
  };
};
