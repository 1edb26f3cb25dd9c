// The moves of a game, each a button that leads to the position after it; those that are graded have a sign.
import { allIn, around, element, firstIn } from "./dom.js";
import { winOf } from "./review-graph.js";

/** @typedef {import("../types/messages.js").ReviewedMove} ReviewedMove */
/** @typedef {ReturnType<typeof moveListOf>} MoveList */

/**
 * The grade of a move at its place in the list.
 * @param {ReviewedMove} move
 * @param {number} players
 */
const signOf = (move, players) => {
  const grade = move.grade.toLowerCase();
  return [element("i", { class: `sign g-${grade}`, role: "img", "aria-label": grade }), element("var", {}, Math.round(100 * winOf(move, players)))];
};

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} sheet around it, which scrolls where the list does not
 * @param {(number: number) => void} chosen is given the number of a move
 */
export const moveListOf = (list, sheet, chosen) => {
  list.addEventListener("click", (event) => {
    const button = around(event.target, "[data-at]");
    if (button) chosen(Number(button.dataset.at));
  });

  /**
   * Scrolls the list, and not the page.
   * @param {HTMLElement} button
   */
  const reveal = (button) => {
    const scrolled = [sheet, list].find((one) => one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY === "auto");
    if (!scrolled) return;
    const [box, own] = [scrolled.getBoundingClientRect(), button.getBoundingClientRect()];
    if (own.top < box.top) scrolled.scrollTop -= box.top - own.top + 8;
    else if (own.bottom > box.bottom) scrolled.scrollTop += own.bottom - box.bottom + 8;
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
     * Gives moves the signs of their grades.
     * @param {ReviewedMove[]} reviewed
     * @param {number} players
     */
    grade(reviewed, players) {
      for (const move of reviewed) {
        const button = firstIn(list, `[data-at="${move.number}"]`);
        if (button && !firstIn(button, ".sign")) button.append(...signOf(move, players));
      }
    },
    /** Takes the signs away. */
    ungrade: () => list.querySelectorAll(".sign, var").forEach((one) => one.remove()),
  };
};
