// A wall as a picture to be saved: what is drawn on the page, cell by cell, with its colours.

const pictureOf = (wall, heading) => {
  const space = 24;
  const top = 72;
  const box = wall.getBoundingClientRect();
  const [width, height] = [box.width + 2 * space, box.height + top + space].map(Math.ceil);
  const made = (name, attributes, ...children) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) one.setAttribute(attribute, value);
    one.append(...children);
    return one;
  };
  const body = getComputedStyle(document.body);
  const font = body.fontFamily;
  const picture = made("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, "font-family": font },
    made("title", {}, heading),
    made("rect", { width, height, fill: body.backgroundColor }),
    made("text", { x: space, y: top - 28, "font-size": 22, "font-weight": 700, fill: body.color }, heading));
  const place = (one) => {
    const own = one.getBoundingClientRect();
    return { x: own.x - box.x + space, y: own.y - box.y + top, width: own.width, height: own.height };
  };
  for (const cell of wall.querySelectorAll(".cell")) {
    const { x, y, width: side } = place(cell);
    const look = getComputedStyle(cell);
    picture.append(made("rect", { x: x + 0.5, y: y + 0.5, width: side - 1, height: side - 1, rx: Number.parseFloat(look.borderTopLeftRadius) || 0,
      fill: look.backgroundColor, stroke: look.borderTopColor, "stroke-width": Number.parseFloat(look.borderTopWidth) || 1 }));
    const glint = look.getPropertyValue("--glint");
    if (cell.matches(".filled:not(.later)")) {
      // A quarter of a circle in each corner, as the glaze has it.
      const r = 0.26 * side;
      const inside = made("g", { fill: glint });
      for (const [u, v, sweep] of [[0, 0, 1], [1, 0, 0], [0, 1, 0], [1, 1, 1]]) {
        const [a, b] = [x + u * side, y + v * side];
        inside.append(made("path", { d: `M${a} ${b}H${a + r * (1 - 2 * u)}A${r} ${r} 0 0 ${sweep} ${a} ${b + r * (1 - 2 * v)}Z` }));
      }
      picture.append(inside);
    }
    for (const part of cell.querySelectorAll(".turn, .points, .number, .marks, .marks span")) {
      const words = getComputedStyle(part);
      if (words.visibility === "hidden") continue;
      const own = place(part);
      const size = Number.parseFloat(words.fontSize);
      // What is asked of a cell stands on a band of its own, line by line.
      if (part.matches(".marks")) {
        picture.append(made("rect", { ...own, fill: words.backgroundColor }));
        continue;
      }
      picture.append(made("text", { x: own.x + own.width / 2, y: own.y + own.height / 2 + 0.36 * size, "font-size": size,
        "font-weight": words.fontWeight, "text-anchor": "middle", fill: words.color }, part.textContent.trim()));
    }
  }
  return { text: new XMLSerializer().serializeToString(picture), width, height };
};
