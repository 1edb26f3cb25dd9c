// Moves drawn on the table as arrows.
import { shape } from "./dom.js";

/** @typedef {ReturnType<typeof arrowsOf>} Arrows */

/**
 * Arrows over the table.
 * @param {SVGElement} svg
 * @param {import("./table.js").Table} table
 */
export const arrowsOf = (svg, table) => {
  /** @type {string[]} */
  let shown = [];

  /** @param {DOMRect[]} boxes */
  const middle = (boxes) => {
    const own = svg.getBoundingClientRect();
    /** @param {number[]} all */
    const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;
    return [mean(boxes.map(({ x, width }) => x + width / 2)) - own.x, mean(boxes.map(({ y, height }) => y + height / 2)) - own.y];
  };

  const draw = () => {
    svg.replaceChildren();
    [...shown].reverse().forEach((move, index) => {
      const rank = shown.length - index;
      const boxes = table.boxesOf(move);
      if (!boxes?.taken.length) return;
      const [x, y] = middle(boxes.taken);
      const [u, v] = middle([boxes.place]);
      const bend = (u - x) * 0.2;
      svg.append(
        shape("path", { class: `rank-${rank}`, d: `M${x} ${y}C${x + bend} ${y + (v - y) * 0.5} ${u} ${y + (v - y) * 0.6} ${u} ${v}` }),
        shape("circle", { cx: u, cy: v, r: 11 }),
        shape("text", { x: u, y: v + 5 }, shown.length > 1 ? String(rank) : ""),
      );
    });
  };
  addEventListener("resize", draw);

  return {
    /** @param {string[]} moves the best move first */
    show(moves) {
      shown = moves;
      draw();
    },
    clear() {
      shown = [];
      draw();
    },
  };
};
