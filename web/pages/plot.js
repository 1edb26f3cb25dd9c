// The bound and the best order over time, while a wall is solved.
import { byId, oneIn } from "./dom.js";

/** @typedef {{ seconds: number, score?: number, bound?: number }} Known what is known at a moment */

/**
 * @param {HTMLElement} figure
 * @param {() => boolean} isMin whether the score is to be small
 */
export const plotOf = (figure, isMin) => {
  /** @type {Known[]} */
  let moments = [];
  let now = 0;

  /**
   * The bound as a score: no score lies between two whole numbers.
   * @param {number} bound
   */
  const rounded = (bound) => (isMin() ? Math.ceil(bound - 1e-6) : Math.floor(bound + 1e-6));

  const draw = () => {
    // A search that is over before the first tick has no plot: nothing comes and goes at once.
    figure.hidden = moments.length < 2 || now === 0;
    const last = moments.at(-1);
    if (figure.hidden || !last) return;
    const values = moments.flatMap(({ score, bound }) => [score, bound]).filter((value) => value !== undefined);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const end = Math.max(last.seconds, now) || 1;
    /** @param {number} seconds */
    const x = (seconds) => 4 + (472 * seconds) / end;
    /** @param {number} value */
    const y = (value) => 132 - (124 * (value - low)) / Math.max(high - low, 1);
    /** @param {"score" | "bound"} name */
    const path = (name) => {
      const steps = moments.flatMap(({ seconds, [name]: value }) => (value === undefined ? [] : [[x(seconds), y(value)]]));
      const lines = steps.map(([at, height], index) => (index === 0 ? `M${at} ${height}` : `H${at}V${height}`));
      return lines.join("") + (steps.length ? `H${x(end)}` : "");
    };
    oneIn(figure, ".bound-line", SVGPathElement).setAttribute("d", path("bound"));
    oneIn(figure, ".order-line", SVGPathElement).setAttribute("d", path("score"));
    byId("gap-bound").textContent = last.bound === undefined ? "not yet known" : String(rounded(last.bound));
    byId("gap-score").textContent = String(last.score ?? "none yet");
  };

  return {
    rounded,
    clear() {
      moments = [];
      now = 0;
      figure.hidden = true;
    },
    /**
     * So many seconds have passed, and nothing else was found.
     * @param {number} seconds
     */
    tick(seconds) {
      now = seconds;
      draw();
    },
    /** What was known last. */
    last: () => moments.at(-1),
    isDrawn: () => !figure.hidden,
    /** @param {{ seconds: number, score?: number | null, bound?: number | null }} found */
    add({ seconds, score, bound }) {
      const last = moments.at(-1);
      // Each bound holds, and each order is there: the tightest bound and the best score count.
      const [tightest, best] = isMin() ? [Math.max, Math.min] : [Math.min, Math.max];
      const known = { ...last, seconds };
      if (typeof bound === "number") known.bound = tightest(bound, last?.bound ?? bound);
      if (typeof score === "number") known.score = best(score, last?.score ?? score);
      moments.push(known);
      draw();
    },
  };
};
