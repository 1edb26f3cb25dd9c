// Bound and best order over time, during a search.
import { byId, elementIn } from "./dom.js";

/** @typedef {{ seconds: number, score?: number, bound?: number }} Moment of a search */

/**
 * @param {HTMLElement} figure
 * @param {() => boolean} isMin whether the score is to be small
 */
export const plotOf = (figure, isMin) => {
  /** @type {Moment[]} */
  let moments = [];
  let now = 0;

  /**
   * Bound as a score, which is a whole number.
   * @param {number} bound
   */
  const scoreBound = (bound) => (isMin() ? Math.ceil(bound - 1e-6) : Math.floor(bound + 1e-6));

  const draw = () => {
    // A search that is over before the first tick has no plot.
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
      const lines = steps.map(([left, height], index) => (index === 0 ? `M${left} ${height}` : `H${left}V${height}`));
      return lines.join("") + (steps.length ? `H${x(end)}` : "");
    };
    elementIn(figure, ".bound-line", SVGPathElement).setAttribute("d", path("bound"));
    elementIn(figure, ".order-line", SVGPathElement).setAttribute("d", path("score"));
    byId("gap-bound").textContent = last.bound === undefined ? "not yet known" : String(scoreBound(last.bound));
    byId("gap-score").textContent = String(last.score ?? "none yet");
  };

  return {
    scoreBound,
    clear() {
      moments = [];
      now = 0;
      figure.hidden = true;
    },
    /**
     * Moves the end of the plot to a time without news.
     * @param {number} seconds
     */
    tick(seconds) {
      now = seconds;
      draw();
    },
    /** Last moment. */
    last: () => moments.at(-1),
    isDrawn: () => !figure.hidden,
    /** @param {{ seconds: number, score?: number | null, bound?: number | null }} moment */
    add({ seconds, score, bound }) {
      const last = moments.at(-1);
      // The tightest bound and the best score count: each bound is valid, and each order exists.
      const [tightest, best] = isMin() ? [Math.max, Math.min] : [Math.min, Math.max];
      const moment = { ...last, seconds };
      if (typeof bound === "number") moment.bound = tightest(bound, last?.bound ?? bound);
      if (typeof score === "number") moment.score = best(score, last?.score ?? score);
      moments.push(moment);
      draw();
    },
  };
};
