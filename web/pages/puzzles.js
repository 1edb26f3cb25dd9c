// Puzzles: a position with one best move, which a person looks for.
import { allIn, around, byId, element } from "./dom.js";
import { ask, isAbort, wordsOf } from "./requests.js";
import { remember, remembered } from "./settings.js";

/** @typedef {import("../types/messages.js").PuzzleView} Puzzle */
/** @typedef {{ streak: number, solved: number, numbers: number[] }} Tries puzzles in a row, puzzles solved, and numbers of all that were tried */

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

  // The browser remembers what was solved. A puzzle counts once.
  /** @returns {Tries} */
  const tries = () => remembered("solved-puzzles", { streak: 0, solved: 0, numbers: [] });
  const showTries = () => {
    const { streak, solved, numbers } = tries();
    byId("streak").textContent = String(streak);
    byId("solved").textContent = `${solved} of ${numbers.length}`;
  };
  /**
   * @param {Puzzle} tried
   * @param {boolean} isRight
   */
  const count = ({ number }, isRight) => {
    const { streak, solved, numbers } = tries();
    if (numbers.includes(number)) return;
    remember("solved-puzzles", { streak: isRight ? streak + 1 : 0, solved: solved + (isRight ? 1 : 0), numbers: [...numbers, number] });
    showTries();
  };

  /**
   * The best play, each move of which is shown on the table when it is chosen.
   * @param {Puzzle} solved
   */
  const showSolution = ({ line, about }) => {
    const moves = line.map(([, words], index) => element("li", {}, element("button", { type: "button", class: "plain", "data-played": index + 1 }, words)));
    box.replaceChildren(element("p", {}, about), element("p", {}, "Best play. Choose a move to see it on the table:"), element("ol", {}, ...moves),
      element("p", { class: "controls" }, element("button", { type: "button", "data-played": 0 }, "Back to the puzzle")));
  };
  box.addEventListener("click", (event) => {
    const button = around(event.target, "[data-played]");
    if (!button || !puzzle) return;
    for (const one of allIn(box, "[aria-current]")) one.removeAttribute("aria-current");
    const played = Number(button.dataset.played);
    if (played) button.setAttribute("aria-current", "step");
    preview(puzzle.line.slice(0, played).map(([move]) => move));
  });

  /** @param {number} number */
  const find = async (number) => {
    const run = tasks.begin();
    try {
      const found = await ask("/learn/puzzle", `number=${number}`, { signal: run.signal });
      numberField.value = String(number);
      await open(`${found.query}&puzzle=${number}`, found.asked);
      puzzle = found;
      byId("asks").hidden = true;
      box.replaceChildren(element("p", {}, found.asked), element("p", { class: "muted" }, found.rated));
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
  // The same for everybody who asks on the same day.
  byId("daily").addEventListener("click", () => {
    const days = Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);
    // A step without a common divisor goes through all of them, easy and hard ones in turn.
    find(1 + (days * 211) % Number(numberField.max));
  });
  solutionButton.addEventListener("click", () => {
    if (!puzzle) return;
    count(puzzle, false);
    showSolution(puzzle);
    hint(puzzle.best);
  });
  showTries();

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
     * Whether a move of the position of the puzzle is its best one; nothing where there is no puzzle.
     * @param {string} move
     */
    isRight: (move) => puzzle && move === puzzle.best,
    /**
     * Counts an answer to the puzzle, and shows the solution where the answer is right.
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
