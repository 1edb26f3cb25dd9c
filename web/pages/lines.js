// Moves drawn on the table as arrows, the best moves of a position, and the stepping through how they go on.

// Arrows over `host`, in `svg`.
const arrowsOf = (svg, host) => {
  let shown = [];

  const middle = (boxes) => {
    const own = svg.getBoundingClientRect();
    const sum = (axis, side) => boxes.reduce((all, box) => all + box[axis] + box[side] / 2, 0) / boxes.length - own[axis];
    return [sum("x", "width"), sum("y", "height")];
  };

  const draw = () => {
    svg.replaceChildren();
    const made = (name, attributes, text = "") => {
      const one = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [attribute, value] of Object.entries(attributes)) one.setAttribute(attribute, value);
      one.textContent = text;
      svg.append(one);
    };
    [...shown].reverse().forEach((move, index) => {
      const rank = shown.length - index;
      const group = host.querySelector(`[data-take="${move.slice(0, 2)}"]`);
      const line = host.querySelector(`.board.moves [data-to="${move.slice(2)}"]`);
      const place = line?.querySelector(".place:not(:has(.tile))") ?? line;
      if (!group || !place) return;
      const [x, y] = middle([...group.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect()));
      const [u, v] = middle([place.getBoundingClientRect()]);
      const bend = (u - x) * 0.2;
      made("path", { class: `rank-${rank}`, d: `M${x} ${y}C${x + bend} ${y + (v - y) * 0.5} ${u} ${y + (v - y) * 0.6} ${u} ${v}` });
      made("circle", { cx: u, cy: v, r: 11 });
      made("text", { x: u, y: v + 5 }, shown.length > 1 ? rank : "");
    });
  };
  addEventListener("resize", draw);

  return {
    // The best move first.
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

// The best moves in `list`; `step` holds the line of one of them. `show` is given how many of its moves are played.
const linesOf = (list, step, { arrows, preview }) => {
  let moves = [];
  let open = null;
  let played = 0;

  const stepper = () => {
    step.hidden = open === null;
    if (open === null) return;
    const { line } = moves[open];
    const words = played === 0 ? `The best play of this line has ${line.length} ${line.length === 1 ? "move" : "moves"}.` : line[played - 1][1];
    const button = (label, to, text) => element("button", { type: "button", "data-step": to, "aria-label": label, disabled: to < 0 || to > line.length }, text);
    step.replaceChildren(
      element("p", {}, words),
      element("p", { class: "controls" }, button("One move back", played - 1, "‹"), element("output", { class: "at" }, `${played} / ${line.length}`),
        button("One move on", played + 1, "›"), element("button", { type: "button", "data-step": "end" }, "Back to the game")),
    );
  };

  const go = async (to) => {
    const steps = [...step.querySelectorAll("[data-step]")];
    const focused = steps.indexOf(document.activeElement);
    if (to === "end") {
      open = null;
      played = 0;
      step.hidden = true;
      await preview([]);
      arrows.show(moves.map((it) => it.move));
      list.querySelector("button")?.focus();
      return;
    }
    played = to;
    await preview(moves[open].line.slice(0, played).map(([move]) => move));
    if (played === 0) arrows.show([moves[open].move]);
    stepper();
    if (focused >= 0) [...step.querySelectorAll("[data-step]:not(:disabled)")][0].focus();
  };

  list.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-line]");
    if (!chosen) return;
    open = Number(chosen.dataset.line);
    go(1);
  });
  step.addEventListener("click", (event) => {
    const to = event.target.closest("[data-step]")?.dataset.step;
    if (to !== undefined) go(to === "end" ? to : Number(to));
  });

  return {
    show(found) {
      moves = found;
      open = null;
      played = 0;
      step.hidden = true;
      list.replaceChildren(...moves.map((it, index) => element("li", {}, element("button", { type: "button", "data-line": index },
        element("span", { class: "rank" }, index + 1), element("span", {}, it.words), element("b", {}, `${Math.round(100 * it.win)} %`)))));
      arrows.show(moves.map((it) => it.move));
    },
    clear() {
      moves = [];
      open = null;
      step.hidden = true;
      list.replaceChildren();
      arrows.clear();
    },
    // Whether moves of a line are shown that the game has not.
    isOpen: () => open !== null && played > 0,
  };
};
