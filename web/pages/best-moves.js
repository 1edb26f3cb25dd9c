// The best moves of a position, and the stepping through how they go on.
import { allIn, around, element, firstIn } from "./dom.js";

/** @typedef {import("../types/messages.js").BestMove} BestMove */

/**
 * The best moves in `list`; `step` holds the line of one of them.
 * @param {HTMLElement} list
 * @param {HTMLElement} step
 * @param {object} shown
 * @param {import("./arrows.js").Arrows} shown.arrows
 * @param {(moves: string[]) => Promise<void>} shown.preview shows the position after these moves
 */
export const bestMovesOf = (list, step, { arrows, preview }) => {
  /** @type {BestMove[]} */
  let moves = [];
  /** @type {BestMove | null} */
  let open = null;
  let played = 0;

  const buttons = () => allIn(step, "[data-step]", HTMLButtonElement);

  /** @param {BestMove} move */
  const draw = ({ line }) => {
    const words = played === 0 ? `The best play of this line has ${line.length} ${line.length === 1 ? "move" : "moves"}.` : line[played - 1][1];
    /** @type {(label: string, to: number, text: string) => HTMLButtonElement} */
    const button = (label, to, text) => element("button", { type: "button", "data-step": to, "aria-label": label, disabled: to < 0 || to > line.length }, text);
    step.hidden = false;
    step.replaceChildren(
      element("p", {}, words),
      element("p", { class: "controls" }, button("One move back", played - 1, "‹"), element("output", { class: "at" }, `${played} / ${line.length}`),
        button("One move on", played + 1, "›"), element("button", { type: "button", "data-step": "end" }, "Back to the game")),
    );
  };

  /**
   * Shows so many moves of a line.
   * @param {BestMove} move
   * @param {number} count
   */
  const go = async (move, count) => {
    const isFocused = buttons().some((one) => one === document.activeElement);
    played = count;
    await preview(move.line.slice(0, count).map(([name]) => name));
    if (open !== move) return;
    if (count === 0) arrows.show([move.move]);
    draw(move);
    if (isFocused) buttons().find((one) => !one.disabled)?.focus();
  };

  const close = () => {
    open = null;
    played = 0;
    step.hidden = true;
  };

  const leave = async () => {
    close();
    await preview([]);
    arrows.show(moves.map(({ move }) => move));
    firstIn(list, "button")?.focus();
  };

  list.addEventListener("click", (event) => {
    const button = around(event.target, "[data-line]");
    if (!button) return;
    open = moves[Number(button.dataset.line)];
    go(open, 1);
  });
  step.addEventListener("click", (event) => {
    const to = around(event.target, "[data-step]")?.dataset.step;
    if (to === "end") leave();
    else if (to !== undefined && open) go(open, Number(to));
  });

  return {
    /** @param {BestMove[]} found */
    show(found) {
      moves = found;
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
