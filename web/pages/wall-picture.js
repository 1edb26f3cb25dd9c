// Picture of a wall to save: the drawing of the page, cell by cell, with its colours.
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
    const frame = part.getBoundingClientRect();
    return { x: frame.x - box.x + space, y: frame.y - box.y + top, width: frame.width, height: frame.height };
  };
  for (const { cell, isGlazed, parts } of cells) {
    const { x, y, width: side } = placeOf(cell);
    const style = getComputedStyle(cell);
    picture.append(shape("rect", { x: x + 0.5, y: y + 0.5, width: side - 1, height: side - 1, rx: Number.parseFloat(style.borderTopLeftRadius) || 0,
      fill: style.backgroundColor, stroke: style.borderTopColor, "stroke-width": Number.parseFloat(style.borderTopWidth) || 1 }));
    if (isGlazed) {
      // The glaze has a quarter of a circle in each corner.
      const r = 0.26 * side;
      const inside = shape("g", { fill: style.getPropertyValue("--glint") });
      for (const [u, v, sweep] of [[0, 0, 1], [1, 0, 0], [0, 1, 0], [1, 1, 1]]) {
        const [a, b] = [x + u * side, y + v * side];
        inside.append(shape("path", { d: `M${a} ${b}H${a + r * (1 - 2 * u)}A${r} ${r} 0 0 ${sweep} ${a} ${b + r * (1 - 2 * v)}Z` }));
      }
      picture.append(inside);
    }
    for (const { part, isBand } of parts) {
      const textStyle = getComputedStyle(part);
      if (textStyle.visibility === "hidden") continue;
      const place = placeOf(part);
      const size = Number.parseFloat(textStyle.fontSize);
      // The constraints on a cell stand on a band, line by line.
      if (isBand) {
        picture.append(shape("rect", { ...place, fill: textStyle.backgroundColor }));
        continue;
      }
      picture.append(shape("text", { x: place.x + place.width / 2, y: place.y + place.height / 2 + 0.36 * size, "font-size": size,
        "font-weight": textStyle.fontWeight, "text-anchor": "middle", fill: textStyle.color }, part.textContent.trim()));
    }
  }
  return { text: new XMLSerializer().serializeToString(picture), width, height };
};
