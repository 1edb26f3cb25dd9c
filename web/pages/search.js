// Search for the best order: a run, or several side by side; the first proof ends all runs.
import { byId, element } from "./dom.js";
import { isAbort, stream, wordsOf } from "./requests.js";

/** @typedef {import("../types/messages.js").ExploreAnswer} ExploreAnswer */
/** @typedef {import("../types/messages.js").StatedQuestion} StatedQuestion */
/** @typedef {{ score?: number | null }} OrderScore */

// Milliseconds from the start of a search to its stop button.
const LONG_SEARCH = 700;

// Milliseconds for which the old order stays without a new one.
const GRACE = 200;

/**
 * Whether an answer ends a search: proven orders and conflicts do.
 * @param {{ status?: string }} answer
 */
export const isProven = ({ status }) => status === "optimal" || status === "infeasible";

/**
 * Parts of an answer for a long search, in the words of an answer without a proof, which takes as much room.
 * @param {number} score
 * @param {number | undefined} bound if it is known
 * @param {boolean} isMin
 */
const answerSoFar = (score, bound, isMin) => {
  const gap = Math.abs((bound ?? score) - score);
  const words = bound === undefined ? "" : `; the ${isMin ? "minimum is at least" : "maximum is at most"} ${bound}: a gap of ${gap} ${gap === 1 ? "point" : "points"}`;
  return [
    element("p", { class: "so-far" }, element("strong", {}, score), " ", element("span", {}, `points, the best order so far${words}.`)),
    element("details", { class: "proof awaited" }, element("summary", {}, "What is proven, and what is not")),
  ];
};

/**
 * @param {object} page
 * @param {import("./question.js").Question} page.question
 * @param {ReturnType<typeof import("./plot.js").plotOf>} page.plot
 * @param {(words: string, isWrong?: boolean) => void} page.say
 * @param {(isBusy: boolean) => void} page.setBusy
 * @param {(statement: StatedQuestion) => void} page.showQuestion
 * @param {(html: string) => void} page.wait shows a wall before its order is known
 * @param {(statement: StatedQuestion) => void} page.refuse shows a question that has faults
 * @param {(html: string) => void} page.find shows a wall with a better order
 * @param {(parts: HTMLElement[]) => void} page.tell shows the parts of an answer before its proof
 * @param {(answer: ExploreAnswer, signal: AbortSignal) => void} page.answer
 * @param {(statement: StatedQuestion) => void} page.clash shows constraints that cannot hold together
 * @param {() => void} page.end hears that a run is over
 */
export const searchOf = ({ question, plot, say, setBusy, showQuestion, wait, refuse, find, tell, answer, clash, end }) => {
  const halt = byId("halt");
  let task = new AbortController();

  /**
   * Whether an order scores better than another one, if there is another one.
   * @param {OrderScore} first
   * @param {OrderScore | undefined} second
   */
  const isBetter = ({ score }, second) => {
    if (typeof second?.score !== "number") return true;
    return typeof score === "number" && (question.isMin() ? score < second.score : score > second.score);
  };

  /**
   * Starts a search. Without a proof, the answer is the best order when the last run is over.
   * @param {boolean} hasProof whether the page has a proof, which only another proof replaces
   */
  const start = async (hasProof = false) => {
    task.abort();
    task = new AbortController();
    const { signal } = task;
    plot.clear();
    say("Searching …");
    halt.hidden = true;
    setBusy(true);
    let isLong = false;
    let isAnswered = false;
    /** @type {ExploreAnswer | undefined} */
    let unproven;
    let failure = "";

    const tellSoFar = () => {
      const { score, bound } = plot.last() ?? {};
      if (hasProof || !isLong || score === undefined) return;
      tell(answerSoFar(score, bound === undefined ? undefined : plot.scoreBound(bound), question.isMin()));
    };
    const longTimer = setTimeout(() => {
      halt.hidden = false;
      isLong = true;
      tellSoFar();
    }, LONG_SEARCH);
    const startTime = performance.now();
    const tickTimer = setInterval(() => plot.tick((performance.now() - startTime) / 1000), LONG_SEARCH);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waitTimer;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let secondTimer;
    const stopTimers = () => {
      for (const timer of [longTimer, waitTimer, secondTimer]) clearTimeout(timer);
      clearInterval(tickTimer);
      halt.hidden = true;
    };
    signal.addEventListener("abort", stopTimers);

    /** @param {ExploreAnswer} result */
    const show = (result) => {
      stopTimers();
      if (plot.isDrawn()) plot.add(result);
      isAnswered = true;
      say("");
      answer(result, signal);
      setBusy(false);
    };

    /** @param {StatedQuestion} statement */
    const begin = (statement) => {
      showQuestion(statement);
      if (!statement.valid) {
        refuse(statement);
        setBusy(false);
        return;
      }
      if (!hasProof) waitTimer = setTimeout(() => wait(statement.wall), GRACE);
      if (statement.beside) secondTimer = setTimeout(() => run(`&method=${statement.beside}`), LONG_SEARCH);
    };

    /** @type {Set<AbortController>} */
    const runs = new Set();
    /** @param {string} method as a field, or nothing */
    const run = async (method) => {
      const controller = new AbortController();
      signal.addEventListener("abort", () => controller.abort());
      runs.add(controller);
      // Events of a run after the answer, or after its end, have no effect.
      const isCurrent = () => !isAnswered && !controller.signal.aborted;
      try {
        await stream("/explore/run", { query: question.query() + method }, {
          queue: ({ ahead }) => { if (isCurrent()) say(`Waiting in the queue: ${ahead} before this one.`); },
          stated: (statement) => { if (isCurrent()) begin(statement); },
          progress: (moment) => {
            if (!isCurrent()) return;
            plot.add(moment);
            tellSoFar();
            say(`Searching … ${Math.round(moment.seconds)} s, ${moment.nodes} nodes`);
          },
          order: (order) => {
            if (!isCurrent() || hasProof || !isBetter(order, plot.last())) return;
            clearTimeout(waitTimer);
            find(order.wall);
            plot.add(order);
            tellSoFar();
            say(`Searching … the best order so far scores ${order.score}.`);
          },
          error: ({ error }) => { if (isCurrent()) failure = error; },
          answer: (result) => {
            if (!isCurrent()) return;
            if (!isProven(result)) {
              if (isBetter(result, unproven)) unproven = result;
              return;
            }
            for (const other of runs) if (other !== controller) other.abort();
            show(result);
          },
          conflict: clash,
          end,
        }, controller.signal);
      } catch (error) {
        if (!isAbort(error)) failure = wordsOf(error);
      }
      runs.delete(controller);
      if (runs.size || signal.aborted || isAnswered) return;
      stopTimers();
      if (unproven && !hasProof) show(unproven);
      else if (failure) say(failure, true);
      setBusy(false);
    };
    await run("");
  };

  // The best order stays.
  halt.addEventListener("click", () => {
    task.abort();
    setBusy(false);
    const { score, bound } = plot.last() ?? {};
    const best = score === undefined ? "No order was found by then" : `The best order so far scores ${score}`;
    say(`Stopped. ${best}${bound === undefined ? "" : `; the bound is ${plot.scoreBound(bound)}`}.`);
  });

  return { start };
};
