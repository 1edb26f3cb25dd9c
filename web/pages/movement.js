// Movement on the table, at the speed of the settings.
import { recall } from "./settings.js";

// Factor of the usual duration of movements, and whether there are none.
export const speed = () => recall("speed", 1);
export const isStill = () => speed() === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;

const duration = () => speed() * Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--travel"));

/** @param {Element} tile */
export const boxOf = (tile) => tile.getBoundingClientRect();

/**
 * Moves a tile from the box of another one to its place.
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
 * Moves the tiles of a disc down to their places.
 * @param {Element[]} tiles
 * @param {number} index of the disc
 */
export const comeDown = (tiles, index) => {
  for (const tile of tiles) {
    tile.animate([{ opacity: 0, transform: "translateY(-12px)" }, { opacity: 1, transform: "none" }],
      { duration: duration(), delay: 30 * index, fill: "backwards", easing: "ease-out" });
  }
};
