// Arrows of moves on the table.
import { shape } from "./dom.js";

/** @typedef {ReturnType<typeof arrowsOf>} Arrows */

/**
 * Arrows over the table.
 * @param {SVGElement} svg
 * @param {import("./table.js").Table} table
 */
export const arrowsOf = (svg, table) => {
  /** @type {string[]} */
  let moves = [];

  /** @param {DOMRect[]} boxes */
  const middle = (boxes) => {
    const frame = svg.getBoundingClientRect();
    /** @param {number[]} numbers */
    const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    return [mean(boxes.map(({ x, width }) => x + width / 2)) - frame.x, mean(boxes.map(({ y, height }) => y + height / 2)) - frame.y];
  };

  const draw = () => {
    svg.replaceChildren();
    [...moves].reverse().forEach((move, index) => {
      const rank = moves.length - index;
      const boxes = table.boxesOf(move);
      if (!boxes?.tiles.length) return;
      const [x, y] = middle(boxes.tiles);
      const [u, v] = middle([boxes.place]);
      const bend = (u - x) * 0.2;
      svg.append(
        shape("path", { class: `rank-${rank}`, d: `M${x} ${y}C${x + bend} ${y + (v - y) * 0.5} ${u} ${y + (v - y) * 0.6} ${u} ${v}` }),
        shape("circle", { cx: u, cy: v, r: 11 }),
        shape("text", { x: u, y: v + 5 }, moves.length > 1 ? String(rank) : ""),
      );
    });
  };
  addEventListener("resize", draw);

  return {
    /** @param {string[]} next the best move first */
    show(next) {
      moves = next;
      draw();
    },
    clear() {
      moves = [];
      draw();
    },
  };
};
