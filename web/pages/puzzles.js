// Puzzles: positions with one best move to find.
import { allIn, closestTo, byId, element } from "./dom.js";
import { ask, isAbort, wordsOf } from "./requests.js";
import { remember, recall } from "./settings.js";

/** @typedef {import("../types/messages.js").PuzzleView} Puzzle */
/** @typedef {{ streak: number, solved: number, numbers: number[] }} Attempts puzzles solved in a row, puzzles solved, and numbers of all puzzles with an answer */

/**
 * @param {object} page
 * @param {import("./tasks.js").Tasks} page.tasks
 * @param {(words: string) => void} page.say
 * @param {(query: string, words: string) => Promise<void>} page.open shows the position of a puzzle
 * @param {(moves: string[]) => Promise<void>} page.preview shows the position after these moves
 * @param {(move: string) => void} page.hint marks a move on the table
 */
export const puzzlesOf = ({ tasks, say, open, preview, hint }) => {
  const numberField = byId("puzzle-number", HTMLInputElement);
  const solutionButton = byId("solution", HTMLButtonElement);
  const box = byId("puzzle");
  /** @type {Puzzle | null} */
  let puzzle = null;

  // Results in the storage of the browser. A puzzle counts once.
  /** @returns {Attempts} */
  const attempts = () => recall("solved-puzzles", { streak: 0, solved: 0, numbers: [] });
  const showAttempts = () => {
    const { streak, solved, numbers } = attempts();
    byId("streak").textContent = String(streak);
    byId("solved").textContent = `${solved} of ${numbers.length}`;
  };
  /**
   * @param {Puzzle} answered
   * @param {boolean} isRight
   */
  const count = ({ number }, isRight) => {
    const { streak, solved, numbers } = attempts();
    if (numbers.includes(number)) return;
    remember("solved-puzzles", { streak: isRight ? streak + 1 : 0, solved: solved + (isRight ? 1 : 0), numbers: [...numbers, number] });
    showAttempts();
  };

  /**
   * Shows the best play as buttons that show their moves on the table.
   * @param {Puzzle} solution
   */
  const showSolution = ({ line, about }) => {
    const moves = line.map(([, words], index) => element("li", {}, element("button", { type: "button", class: "plain", "data-played": index + 1 }, words)));
    box.replaceChildren(element("p", {}, about), element("p", {}, "Best play. Choose a move to see it on the table:"), element("ol", {}, ...moves),
      element("p", { class: "controls" }, element("button", { type: "button", "data-played": 0 }, "Back to the puzzle")));
  };
  box.addEventListener("click", (event) => {
    const button = closestTo(event.target, "[data-played]");
    if (!button || !puzzle) return;
    for (const current of allIn(box, "[aria-current]")) current.removeAttribute("aria-current");
    const depth = Number(button.dataset.played);
    if (depth) button.setAttribute("aria-current", "step");
    preview(puzzle.line.slice(0, depth).map(([move]) => move));
  });

  /** @param {number} number */
  const find = async (number) => {
    const run = tasks.begin();
    try {
      const next = await ask("/learn/puzzle", `number=${number}`, { signal: run.signal });
      numberField.value = String(number);
      await open(`${next.query}&puzzle=${number}`, next.asked);
      puzzle = next;
      byId("asks").hidden = true;
      box.replaceChildren(element("p", {}, next.asked), element("p", { class: "muted" }, next.rated));
      solutionButton.disabled = false;
    } catch (error) {
      if (!isAbort(error)) say(wordsOf(error));
    }
  };

  byId("puzzles").addEventListener("submit", (event) => {
    event.preventDefault();
    find(Number(numberField.value) || 1);
  });
  byId("next-puzzle").addEventListener("click", () => find((Number(numberField.value) || 0) + 1));
  // The daily puzzle, which depends only on the date.
  byId("daily").addEventListener("click", () => {
    const days = Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);
    // A step without a common divisor passes through all puzzles, easy and hard ones in turn.
    find(1 + (days * 211) % Number(numberField.max));
  });
  solutionButton.addEventListener("click", () => {
    if (!puzzle) return;
    count(puzzle, false);
    showSolution(puzzle);
    hint(puzzle.best);
  });
  showAttempts();

  return {
    find,
    isOpen: () => puzzle !== null,
    clear() {
      puzzle = null;
      byId("asks").hidden = false;
      solutionButton.disabled = true;
      box.replaceChildren();
    },
    /**
     * Whether a move is the best move of the puzzle; null without a puzzle.
     * @param {string} move
     */
    isRight: (move) => puzzle && move === puzzle.best,
    /**
     * Counts an answer to the puzzle, and shows the solution after a right answer.
     * @param {string} move
     */
    answer(move) {
      if (!puzzle) return;
      const isRight = move === puzzle.best;
      count(puzzle, isRight);
      if (isRight) showSolution(puzzle);
    },
  };
};
