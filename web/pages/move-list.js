// Moves of a game: buttons that lead to the position after a move, with the sign of its grade.
import { allIn, closestTo, element, firstIn } from "./dom.js";
import { winOf } from "./review-graph.js";

/** @typedef {import("../types/messages.js").ReviewedMove} ReviewedMove */
/** @typedef {ReturnType<typeof moveListOf>} MoveList */

/**
 * Elements of the grade of a move.
 * @param {ReviewedMove} move
 * @param {number} players
 */
const signOf = (move, players) => {
  const grade = move.grade.toLowerCase();
  return [element("i", { class: `sign g-${grade}`, role: "img", "aria-label": grade }), element("var", {}, Math.round(100 * winOf(move, players)))];
};

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} sheet around the list, which scrolls where the list does not
 * @param {(number: number) => void} onChoose gets the number of a move
 */
export const moveListOf = (list, sheet, onChoose) => {
  list.addEventListener("click", (event) => {
    const button = closestTo(event.target, "[data-at]");
    if (button) onChoose(Number(button.dataset.at));
  });

  /**
   * Scrolls the list, and not the page.
   * @param {HTMLElement} button
   */
  const reveal = (button) => {
    const scroller = [sheet, list].find((part) => part.scrollHeight > part.clientHeight && getComputedStyle(part).overflowY === "auto");
    if (!scroller) return;
    const [box, own] = [scroller.getBoundingClientRect(), button.getBoundingClientRect()];
    if (own.top < box.top) scroller.scrollTop -= box.top - own.top + 8;
    else if (own.bottom > box.bottom) scroller.scrollTop += own.bottom - box.bottom + 8;
  };

  return {
    /** @param {string} html of another game's moves */
    show(html) {
      list.innerHTML = html;
    },
    /**
     * Marks the move that led to the position.
     * @param {number} number
     */
    mark(number) {
      for (const button of allIn(list, "[data-at]")) {
        if (Number(button.dataset.at) !== number) {
          button.removeAttribute("aria-current");
          continue;
        }
        button.setAttribute("aria-current", "step");
        if (!sheet.hidden) reveal(button);
      }
    },
    /**
     * Adds the signs of grades.
     * @param {ReviewedMove[]} moves
     * @param {number} players
     */
    grade(moves, players) {
      for (const move of moves) {
        const button = firstIn(list, `[data-at="${move.number}"]`);
        if (button && !firstIn(button, ".sign")) button.append(...signOf(move, players));
      }
    },
    /** Removes the signs of grades. */
    ungrade: () => list.querySelectorAll(".sign, var").forEach((sign) => sign.remove()),
  };
};
