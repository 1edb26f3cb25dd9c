// Best moves of a position, and the steps through their variations.
import { allIn, closestTo, element, firstIn } from "./dom.js";

/** @typedef {import("../types/messages.js").BestMove} BestMove */

/**
 * Best moves in `list`; `step` has the variation of one move.
 * @param {HTMLElement} list
 * @param {HTMLElement} step
 * @param {object} page
 * @param {import("./arrows.js").Arrows} page.arrows
 * @param {(moves: string[]) => Promise<void>} page.preview shows the position after these moves
 */
export const bestMovesOf = (list, step, { arrows, preview }) => {
  /** @type {BestMove[]} */
  let moves = [];
  /** @type {BestMove | null} */
  let openMove = null;
  let depth = 0;

  const buttons = () => allIn(step, "[data-step]", HTMLButtonElement);

  /** @param {BestMove} move */
  const draw = ({ line }) => {
    const words = depth === 0 ? `The best play of this line has ${line.length} ${line.length === 1 ? "move" : "moves"}.` : line[depth - 1][1];
    /** @type {(label: string, to: number, text: string) => HTMLButtonElement} */
    const button = (label, to, text) => element("button", { type: "button", "data-step": to, "aria-label": label, disabled: to < 0 || to > line.length }, text);
    step.hidden = false;
    step.replaceChildren(
      element("p", {}, words),
      element("p", { class: "controls" }, button("One move back", depth - 1, "‹"), element("output", { class: "at" }, `${depth} / ${line.length}`),
        button("One move on", depth + 1, "›"), element("button", { type: "button", "data-step": "end" }, "Back to the game")),
    );
  };

  /**
   * Shows a number of moves of a variation.
   * @param {BestMove} move
   * @param {number} count
   */
  const go = async (move, count) => {
    const isFocused = buttons().some((button) => button === document.activeElement);
    depth = count;
    await preview(move.line.slice(0, count).map(([name]) => name));
    if (openMove !== move) return;
    if (count === 0) arrows.show([move.move]);
    draw(move);
    if (isFocused) buttons().find((button) => !button.disabled)?.focus();
  };

  const close = () => {
    openMove = null;
    depth = 0;
    step.hidden = true;
  };

  const leave = async () => {
    close();
    await preview([]);
    arrows.show(moves.map(({ move }) => move));
    firstIn(list, "button")?.focus();
  };

  list.addEventListener("click", (event) => {
    const button = closestTo(event.target, "[data-line]");
    if (!button) return;
    openMove = moves[Number(button.dataset.line)];
    go(openMove, 1);
  });
  step.addEventListener("click", (event) => {
    const to = closestTo(event.target, "[data-step]")?.dataset.step;
    if (to === "end") leave();
    else if (to !== undefined && openMove) go(openMove, Number(to));
  });

  return {
    /** @param {BestMove[]} next */
    show(next) {
      moves = next;
      close();
      list.replaceChildren(...moves.map(({ words, win }, index) => element("li", {}, element("button", { type: "button", "data-line": index },
        element("span", { class: "rank" }, index + 1), element("span", {}, words), element("b", {}, `${Math.round(100 * win)} %`)))));
      arrows.show(moves.map(({ move }) => move));
    },
    clear() {
      moves = [];
      close();
      list.replaceChildren();
      arrows.clear();
    },
  };
};
