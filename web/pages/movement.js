// Movement on the table, as quick as a person wants it.
import { remembered } from "./settings.js";

// How many times as long as usual tiles travel, and whether they do not move at all.
export const speed = () => remembered("speed", 1);
export const isStill = () => speed() === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;

const duration = () => speed() * Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--travel"));

/** @param {Element} tile */
export const boxOf = (tile) => tile.getBoundingClientRect();

/**
 * Lets a tile come from where another one was.
 * @param {Element | undefined} tile
 * @param {DOMRect | undefined} from
 */
export const travel = (tile, from) => {
  if (!tile || !from) return;
  const to = boxOf(tile);
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  tile.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: "none" }],
    { duration: duration(), easing: "cubic-bezier(0.3, 0, 0.2, 1)" },
  );
};

/**
 * Lets the tiles of a disc come down.
 * @param {Element[]} tiles
 * @param {number} index of the disc
 */
export const comeDown = (tiles, index) => {
  for (const tile of tiles) {
    tile.animate([{ opacity: 0, transform: "translateY(-12px)" }, { opacity: 1, transform: "none" }],
      { duration: duration(), delay: 30 * index, fill: "backwards", easing: "ease-out" });
  }
};
