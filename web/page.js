"use strict";
// What is told and drawn here is in the page already: this only shows it turn by turn.
(() => {
  const byId = (id) => document.getElementById(id);
  const turns = [...document.querySelectorAll(".turns > li")];
  const wall = document.querySelector("#picture-points svg").cloneNode(true);
  wall.setAttribute("aria-label", "The wall after this turn, with the points of each tile");
  byId("stage").append(wall);
  const slider = byId("slider");
  let timer;

  const frame = (name) => {
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    frame.setAttribute("class", `run-${name}`);
    frame.setAttribute("rx", 7);
    wall.querySelector(".az-wall").append(frame);
    return frame;
  };
  const frames = { row: frame("row"), column: frame("column") };

  // A run is written as the numbers of its first and its last cell.
  const surround = (frame, run) => {
    frame.style.display = run ? "" : "none";
    if (!run) return;
    const [first, last] = run.split(" ").map((cell) => wall.querySelector(`[data-cell="${cell}"]`));
    const number = (rect, name) => Number(rect.getAttribute(name));
    const [x, y, side] = ["x", "y", "width"].map((name) => number(first, name));
    frame.setAttribute("x", x);
    frame.setAttribute("y", y);
    frame.setAttribute("width", number(last, "x") + side - x);
    frame.setAttribute("height", number(last, "y") + side - y);
  };

  const show = () => {
    const turn = Number(slider.value);
    const now = turns[turn - 1];
    for (const tile of wall.querySelectorAll("[data-turn]")) {
      tile.style.display = Number(tile.dataset.turn) > turn ? "none" : "";
      tile.classList.toggle("now", Number(tile.dataset.turn) === turn);
    }
    for (const item of turns) item.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
    surround(frames.row, now?.dataset.row);
    surround(frames.column, now?.dataset.column);
    byId("turn").textContent = turn;
    byId("told").textContent = now ? now.querySelector("p").textContent : "Before the first turn.";
    byId("total").textContent = now ? now.dataset.total : 0;
    slider.setAttribute("aria-valuetext", `turn ${turn} of ${turns.length}`);
  };

  const go = (turn) => {
    slider.value = turn;
    show();
  };

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    byId("play").textContent = "Play";
    byId("play").setAttribute("aria-pressed", "false");
  };

  const play = () => {
    if (Number(slider.value) === turns.length) go(0);
    timer = setInterval(() => {
      go(Number(slider.value) + 1);
      if (Number(slider.value) === turns.length) stop();
    }, 900);
    byId("play").textContent = "Pause";
    byId("play").setAttribute("aria-pressed", "true");
  };

  const press = (id, target) => byId(id).addEventListener("click", () => { stop(); go(target()); });
  press("first", () => 0);
  press("back", () => Number(slider.value) - 1);
  press("forward", () => Number(slider.value) + 1);
  press("last", () => turns.length);
  byId("play").addEventListener("click", () => (timer ? stop() : play()));
  slider.addEventListener("input", () => { stop(); show(); });
  slider.value = turns.length;
  byId("replay").hidden = false;
  show();
})();
