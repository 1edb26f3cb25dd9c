// The review of a game: the grades of all its moves, with their graph and their sums.
import { around, byId, element, oneIn } from "./dom.js";
import { isAbort, post, stream, wordsOf } from "./requests.js";
import { graphOf } from "./review-graph.js";

/** @typedef {import("../types/messages.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../types/messages.js").StudyView} StudyView */

// So many runs share a review, each with a core of its own.
const CORES = Math.min(navigator.hardwareConcurrency || 1, 4);

/**
 * @param {import("./move-list.js").MoveList} moveList
 * @param {object} page
 * @param {() => StudyView} page.state
 * @param {() => string} page.effort
 * @param {import("./tasks.js").Tasks} page.tasks
 * @param {(queue: import("../types/messages.js").Queue) => void} page.sayAhead says how many runs come first
 * @param {(number: number) => void} page.goTo shows the position after so many moves
 * @param {() => void} page.changed hears that more moves are graded
 */
export const reviewOf = (moveList, { state, effort, tasks, sayAhead, goTo, changed }) => {
  const [start, stop] = ["review", "stop"].map((id) => byId(id, HTMLButtonElement));
  const [plot, whole, drawn, summary, progress] = ["plot", "whole", "drawn", "summary", "progress"].map((id) => byId(id));
  const graph = graphOf(plot, goTo);
  /** @type {ReviewedMove[]} */
  let reviewed = [];

  const clear = () => {
    reviewed = [];
    plot.hidden = true;
    whole.hidden = true;
    plot.replaceChildren();
    drawn.replaceChildren();
    moveList.ungrade();
    summary.replaceChildren();
    progress.textContent = "";
  };

  /**
   * What the players did, and which moves gave away most.
   * @param {import("../types/messages.js").ReviewSummary} sums
   */
  const sumUp = ({ players, worst }) => {
    summary.replaceChildren(element("ul", {}, ...players.map((words) => element("li", {}, words))));
    const mistakes = reviewed.filter(({ number }) => worst.includes(number)).sort((one, other) => worst.indexOf(one.number) - worst.indexOf(other.number));
    const items = mistakes.map(({ number, words, said, better }) => {
      const button = element("button", { type: "button", class: "plain", "data-before": number - 1 }, `Move ${number}`);
      return element("li", {}, button, ` ${words} ${said[0].toUpperCase()}${said.slice(1)}. Better: ${better}.`);
    });
    if (items.length) summary.append(element("h3", {}, "What would have been better"), element("ul", { class: "why" }, ...items));
  };

  /**
   * Asks what all grades say together.
   * @param {AbortSignal} signal
   */
  const askSums = async (signal) => {
    const fields = reviewed.map((move) => `&graded=${[move.number, move.grade, move.win, move.loss, move.delta, move.best].join(":")}`);
    const sums = await post("/learn/plot", state().game + fields.join(""), signal);
    drawn.innerHTML = sums.svg;
    whole.hidden = false;
    if (!sums.whole) progress.textContent = `The time is over: ${sums.graded} of ${sums.of} moves are graded. Choose less effort.`;
    sumUp(sums);
  };

  const run = async () => {
    const own = tasks.begin();
    const { signal } = own;
    clear();
    stop.hidden = false;
    start.disabled = true;
    signal.addEventListener("abort", () => {
      stop.hidden = true;
      start.disabled = false;
    });
    progress.textContent = "The review begins …";
    // Grades of moves that come after one that is still to be graded.
    /** @type {Map<number, ReviewedMove>} */
    const early = new Map();
    /** @param {ReviewedMove} move */
    const take = (move) => {
      early.delete(move.number);
      reviewed.push(move);
      changed();
    };
    /** @param {number} number */
    const share = (number) => stream("/learn/review", { body: `${state().game}&effort=${effort()}&share=${number}/${CORES}` }, {
      queue: sayAhead,
      reviewed: (move) => {
        early.set(move.number, move);
        for (let next = early.get(reviewed.length + 1); next; next = early.get(reviewed.length + 1)) take(next);
        progress.textContent = `${reviewed.length + early.size} of ${move.of} moves are graded.`;
      },
      error: ({ error }) => { progress.textContent = error; },
    }, signal);
    try {
      await Promise.all(Array.from({ length: CORES }, (_, index) => share(index + 1)));
      // Where the time was over, moves between them have no grade.
      [...early.values()].sort((one, other) => one.number - other.number).forEach(take);
      await askSums(signal);
    } catch (error) {
      progress.textContent = isAbort(error) ? `Stopped: ${reviewed.length} moves are graded.` : wordsOf(error);
    }
    if (tasks.end(own)) {
      stop.hidden = true;
      start.disabled = false;
    }
    changed();
  };

  start.addEventListener("click", run);
  stop.addEventListener("click", () => tasks.stop());
  summary.addEventListener("click", (event) => {
    const before = around(event.target, "[data-before]")?.dataset.before;
    if (before !== undefined) goTo(Number(before));
  });

  return {
    run,
    clear,
    /**
     * The grade of a move, if it is known.
     * @param {number} number
     */
    of: (number) => reviewed.find((move) => move.number === number),
    /** Marks the moves that are graded, and the one that is shown. */
    update() {
      const { of, players, at } = state();
      start.disabled = of === 0;
      moveList.grade(reviewed, players);
      graph.show(reviewed, of, players, at);
    },
    /** The graph that can be saved. */
    drawing: () => new XMLSerializer().serializeToString(oneIn(drawn, "svg", SVGElement)),
  };
};
