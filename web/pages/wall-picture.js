// A wall as a picture to be saved: what is drawn on the page, cell by cell, with its colours.
import { shape } from "./dom.js";

/**
 * @param {import("./wall.js").Wall} wall
 * @param {string} heading
 * @returns {import("./png.js").Picture}
 */
export const wallPicture = (wall, heading) => {
  const space = 24;
  const top = 72;
  const { box, cells } = wall.drawing();
  const [width, height] = [box.width + 2 * space, box.height + top + space].map(Math.ceil);
  const body = getComputedStyle(document.body);
  const picture = shape("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, "font-family": body.fontFamily },
    shape("title", {}, heading),
    shape("rect", { width, height, fill: body.backgroundColor }),
    shape("text", { x: space, y: top - 28, "font-size": 22, "font-weight": 700, fill: body.color }, heading));
  /** @param {HTMLElement} part */
  const placeOf = (part) => {
    const own = part.getBoundingClientRect();
    return { x: own.x - box.x + space, y: own.y - box.y + top, width: own.width, height: own.height };
  };
  for (const { cell, isGlazed, parts } of cells) {
    const { x, y, width: side } = placeOf(cell);
    const look = getComputedStyle(cell);
    picture.append(shape("rect", { x: x + 0.5, y: y + 0.5, width: side - 1, height: side - 1, rx: Number.parseFloat(look.borderTopLeftRadius) || 0,
      fill: look.backgroundColor, stroke: look.borderTopColor, "stroke-width": Number.parseFloat(look.borderTopWidth) || 1 }));
    if (isGlazed) {
      // A quarter of a circle in each corner, as the glaze has it.
      const r = 0.26 * side;
      const inside = shape("g", { fill: look.getPropertyValue("--glint") });
      for (const [u, v, sweep] of [[0, 0, 1], [1, 0, 0], [0, 1, 0], [1, 1, 1]]) {
        const [a, b] = [x + u * side, y + v * side];
        inside.append(shape("path", { d: `M${a} ${b}H${a + r * (1 - 2 * u)}A${r} ${r} 0 0 ${sweep} ${a} ${b + r * (1 - 2 * v)}Z` }));
      }
      picture.append(inside);
    }
    for (const { part, isBand } of parts) {
      const words = getComputedStyle(part);
      if (words.visibility === "hidden") continue;
      const own = placeOf(part);
      const size = Number.parseFloat(words.fontSize);
      // What is asked of a cell stands on a band of its own, line by line.
      if (isBand) {
        picture.append(shape("rect", { ...own, fill: words.backgroundColor }));
        continue;
      }
      picture.append(shape("text", { x: own.x + own.width / 2, y: own.y + own.height / 2 + 0.36 * size, "font-size": size,
        "font-weight": words.fontWeight, "text-anchor": "middle", fill: words.color }, part.textContent.trim()));
    }
  }
  return { text: new XMLSerializer().serializeToString(picture), width, height };
};
