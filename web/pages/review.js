// Review of a game: the grades of all its moves, with their graph and their sums.
import { closestTo, byId, element, elementIn } from "./dom.js";
import { isAbort, post, stream, wordsOf } from "./requests.js";
import { graphOf } from "./review-graph.js";

/** @typedef {import("../types/messages.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../types/messages.js").StudyView} StudyView */

// Number of runs that share a review, each with a core of its own.
const CORES = Math.min(navigator.hardwareConcurrency || 1, 4);

/**
 * @param {import("./move-list.js").MoveList} moveList
 * @param {object} page
 * @param {() => StudyView} page.state
 * @param {() => string} page.effort
 * @param {import("./tasks.js").Tasks} page.tasks
 * @param {(queue: import("../types/messages.js").QueuePlace) => void} page.sayAhead says the number of runs ahead
 * @param {(number: number) => void} page.goTo shows the position after a number of moves
 * @param {() => void} page.onChange hears that more moves are graded
 */
export const reviewOf = (moveList, { state, effort, tasks, sayAhead, goTo, onChange }) => {
  const [start, stop] = ["review", "stop"].map((id) => byId(id, HTMLButtonElement));
  const [plot, whole, picture, summary, progress] = ["plot", "whole", "drawn", "summary", "progress"].map((id) => byId(id));
  const graph = graphOf(plot, goTo);
  /** @type {ReviewedMove[]} */
  let moves = [];

  const clear = () => {
    moves = [];
    plot.hidden = true;
    whole.hidden = true;
    plot.replaceChildren();
    picture.replaceChildren();
    moveList.ungrade();
    summary.replaceChildren();
    progress.textContent = "";
  };

  /**
   * Shows the sums of the players, and the moves with the largest losses.
   * @param {import("../types/messages.js").ReviewSummary} sums
   */
  const sumUp = ({ players, worst }) => {
    summary.replaceChildren(element("ul", {}, ...players.map((words) => element("li", {}, words))));
    const mistakes = moves.filter(({ number }) => worst.includes(number)).sort((first, second) => worst.indexOf(first.number) - worst.indexOf(second.number));
    const items = mistakes.map(({ number, words, said, better }) => {
      const button = element("button", { type: "button", class: "plain", "data-before": number - 1 }, `Move ${number}`);
      return element("li", {}, button, ` ${words} ${said[0].toUpperCase()}${said.slice(1)}. Better: ${better}.`);
    });
    if (items.length) summary.append(element("h3", {}, "What would have been better"), element("ul", { class: "why" }, ...items));
  };

  /**
   * Requests the sums of all grades.
   * @param {AbortSignal} signal
   */
  const askSums = async (signal) => {
    const fields = moves.map((move) => `&graded=${[move.number, move.grade, move.win, move.loss, move.delta, move.best].join(":")}`);
    const sums = await post("/learn/plot", state().game + fields.join(""), signal);
    picture.innerHTML = sums.svg;
    whole.hidden = false;
    if (!sums.whole) progress.textContent = `The time is over: ${sums.graded} of ${sums.of} moves are graded. Choose less effort.`;
    sumUp(sums);
  };

  const run = async () => {
    const task = tasks.begin();
    const { signal } = task;
    clear();
    stop.hidden = false;
    start.disabled = true;
    signal.addEventListener("abort", () => {
      stop.hidden = true;
      start.disabled = false;
    });
    progress.textContent = "The review begins …";
    // Grades of moves behind a move without a grade.
    /** @type {Map<number, ReviewedMove>} */
    const early = new Map();
    /** @param {ReviewedMove} move */
    const take = (move) => {
      early.delete(move.number);
      moves.push(move);
      onChange();
    };
    /** @param {number} number */
    const share = (number) => stream("/learn/review", { body: `${state().game}&effort=${effort()}&share=${number}/${CORES}` }, {
      queue: sayAhead,
      reviewed: (move) => {
        early.set(move.number, move);
        for (let next = early.get(moves.length + 1); next; next = early.get(moves.length + 1)) take(next);
        progress.textContent = `${moves.length + early.size} of ${move.of} moves are graded.`;
      },
      error: ({ error }) => { progress.textContent = error; },
    }, signal);
    try {
      await Promise.all(Array.from({ length: CORES }, (_, index) => share(index + 1)));
      // Without the time for all, moves between the graded ones have no grade.
      [...early.values()].sort((first, second) => first.number - second.number).forEach(take);
      await askSums(signal);
    } catch (error) {
      progress.textContent = isAbort(error) ? `Stopped: ${moves.length} moves are graded.` : wordsOf(error);
    }
    if (tasks.end(task)) {
      stop.hidden = true;
      start.disabled = false;
    }
    onChange();
  };

  start.addEventListener("click", run);
  stop.addEventListener("click", () => tasks.stop());
  summary.addEventListener("click", (event) => {
    const before = closestTo(event.target, "[data-before]")?.dataset.before;
    if (before !== undefined) goTo(Number(before));
  });

  return {
    run,
    clear,
    /**
     * Grade of a move, if it is known.
     * @param {number} number
     */
    of: (number) => moves.find((move) => move.number === number),
    /** Shows the grades in the list and in the graph. */
    update() {
      const { of, players, at } = state();
      start.disabled = of === 0;
      moveList.grade(moves, players);
      graph.show(moves, of, players, at);
    },
    /** SVG text of the graph to save. */
    drawing: () => new XMLSerializer().serializeToString(elementIn(picture, "svg", SVGElement)),
  };
};
