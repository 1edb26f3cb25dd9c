// Replay of the order on the wall, turn by turn.
import { closestTo, byId, firstIn } from "./dom.js";

/**
 * @param {HTMLElement} host of the controls
 * @param {import("./wall.js").Wall} wall
 * @param {(kind: string) => void} save gets the kind of file for the wall
 */
export const replayOf = (host, wall, save) => {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  const slider = () => byId("slider", HTMLInputElement);

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    const button = firstIn(host, "[data-replay=play]");
    if (button) [button.textContent, button.ariaPressed] = ["Play", "false"];
  };

  /** @param {number} turn */
  const show = (turn) => {
    slider().value = String(turn);
    wall.showTurn(turn);
    const item = byId("turns").children[turn - 1];
    const { rowRun = "", columnRun = "", total = "" } = item instanceof HTMLElement ? item.dataset : {};
    /** @type {(ends: string, step: number) => string[]} */
    const run = (ends, step) => {
      const [first, last] = ends.split(" ").map(Number);
      return ends ? Array.from({ length: (last - first) / step + 1 }, (_, index) => String(first + index * step)) : [];
    };
    wall.mark("row-run", run(rowRun, 1));
    wall.mark("column-run", run(columnRun, wall.columns()));
    byId("turn").textContent = String(turn);
    byId("sentence").textContent = item ? `${item.textContent} ${total} so far.` : "Before the first turn.";
  };

  const play = () => {
    const [at, last] = [Number(slider().value), Number(slider().max)];
    show(at === last ? 0 : at);
    timer = setInterval(() => {
      const next = Number(slider().value) + 1;
      show(next);
      if (next >= last) stop();
    }, 700);
  };

  host.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== "slider") return;
    stop();
    show(Number(target.value));
  });
  host.addEventListener("click", ({ target }) => {
    const kind = closestTo(target, "[data-save]")?.dataset.save;
    if (kind) save(kind);
    const button = closestTo(target, "[data-replay]");
    if (!button) return;
    const [at, last] = [Number(slider().value), Number(slider().max)];
    const isPlaying = timer !== undefined;
    stop();
    /** @type {Record<string, number>} */
    const turns = { first: 0, back: Math.max(at - 1, 0), forward: Math.min(at + 1, last), last };
    const { replay: to = "" } = button.dataset;
    if (to in turns) show(turns[to]);
    else if (!isPlaying) {
      play();
      [button.textContent, button.ariaPressed] = ["Pause", "true"];
    }
  });

  return {
    stop,
    /** @param {string} html of the controls; empty without an order */
    fill(html) {
      stop();
      host.innerHTML = html;
    },
  };
};
