// The search for the best order, told while it goes on: a run, or several side by side, of which the first proof ends all.
import { byId, element } from "./dom.js";
import { isAbort, stream, wordsOf } from "./requests.js";

/** @typedef {import("../types/messages.js").ExploreAnswer} ExploreAnswer */
/** @typedef {import("../types/messages.js").StatedQuestion} StatedQuestion */
/** @typedef {{ score?: number | null }} Scored */

// A search that lasts so many milliseconds can be stopped.
const LASTING = 700;

// The old order stays until there is a new one, unless that takes so many milliseconds.
const AWAITED = 200;

/**
 * Whether an answer ends a search: proven orders and conflicts do.
 * @param {{ status?: string }} answer
 */
export const isProven = ({ status }) => status === "optimal" || status === "infeasible";

/**
 * What is known of a search that lasts, in the words of an answer without a proof, which takes as much room.
 * @param {number} score
 * @param {number | undefined} limit that no order beats, if it is known
 * @param {boolean} isMin
 */
const answerSoFar = (score, limit, isMin) => {
  const gap = Math.abs((limit ?? score) - score);
  const known = limit === undefined ? "" : `; the ${isMin ? "minimum is at least" : "maximum is at most"} ${limit}: a gap of ${gap} ${gap === 1 ? "point" : "points"}`;
  return [
    element("p", { class: "so-far" }, element("strong", {}, score), " ", element("span", {}, `points, the best order so far${known}.`)),
    element("details", { class: "proof awaited" }, element("summary", {}, "What is proven, and what is not")),
  ];
};

/**
 * @param {object} page
 * @param {import("./question.js").Question} page.question
 * @param {ReturnType<typeof import("./plot.js").plotOf>} page.plot
 * @param {(words: string, isWrong?: boolean) => void} page.say
 * @param {(isBusy: boolean) => void} page.setBusy
 * @param {(stated: StatedQuestion) => void} page.showQuestion
 * @param {(html: string) => void} page.wait shows a wall whose order is awaited
 * @param {(stated: StatedQuestion) => void} page.refuse shows a question that has faults
 * @param {(html: string) => void} page.find shows a wall with a better order
 * @param {(parts: HTMLElement[]) => void} page.tell shows what is known so far where the answer will stand
 * @param {(answer: ExploreAnswer, signal: AbortSignal) => void} page.answer
 * @param {(stated: StatedQuestion) => void} page.clash shows constraints that cannot hold together
 * @param {() => void} page.end hears that a run is over
 */
export const searchOf = ({ question, plot, say, setBusy, showQuestion, wait, refuse, find, tell, answer, clash, end }) => {
  const halt = byId("halt");
  let searching = new AbortController();

  /**
   * Whether an order scores better than another one, if there is one.
   * @param {Scored} one
   * @param {Scored | undefined} other
   */
  const isBetter = ({ score }, other) => {
    if (typeof other?.score !== "number") return true;
    return typeof score === "number" && (question.isMin() ? score < other.score : score > other.score);
  };

  /**
   * Searches anew. Without a proof the best order counts when the last run is over.
   * @param {boolean} isShown whether the page has come with a proof: nothing less replaces it
   */
  const start = async (isShown = false) => {
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    plot.clear();
    say("Searching …");
    halt.hidden = true;
    setBusy(true);
    let isLasting = false;
    let isAnswered = false;
    /** @type {ExploreAnswer | undefined} */
    let unproven;
    let failure = "";

    const tellSoFar = () => {
      const { score, bound } = plot.last() ?? {};
      if (isShown || !isLasting || score === undefined) return;
      tell(answerSoFar(score, bound === undefined ? undefined : plot.rounded(bound), question.isMin()));
    };
    const lasting = setTimeout(() => {
      halt.hidden = false;
      isLasting = true;
      tellSoFar();
    }, LASTING);
    const began = performance.now();
    const ticking = setInterval(() => plot.tick((performance.now() - began) / 1000), LASTING);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let beside;
    const over = () => {
      for (const timer of [lasting, waiting, beside]) clearTimeout(timer);
      clearInterval(ticking);
      halt.hidden = true;
    };
    signal.addEventListener("abort", over);

    /** @param {ExploreAnswer} found */
    const show = (found) => {
      over();
      if (plot.isDrawn()) plot.add(found);
      isAnswered = true;
      say("");
      answer(found, signal);
      setBusy(false);
    };

    /** @param {StatedQuestion} stated */
    const begin = (stated) => {
      showQuestion(stated);
      if (!stated.valid) {
        refuse(stated);
        setBusy(false);
        return;
      }
      if (!isShown) waiting = setTimeout(() => wait(stated.wall), AWAITED);
      if (stated.beside) beside = setTimeout(() => run(`&method=${stated.beside}`), LASTING);
    };

    /** @type {Set<AbortController>} */
    const runs = new Set();
    /** @param {string} method as a field, or nothing */
    const run = async (method) => {
      const own = new AbortController();
      signal.addEventListener("abort", () => own.abort());
      runs.add(own);
      // What a run still tells after the answer, or after its end, changes nothing.
      const isHeard = () => !isAnswered && !own.signal.aborted;
      try {
        await stream("/explore/run", { query: question.query() + method }, {
          queue: ({ ahead }) => { if (isHeard()) say(`Waiting in the queue: ${ahead} before this one.`); },
          stated: (stated) => { if (isHeard()) begin(stated); },
          progress: (moment) => {
            if (!isHeard()) return;
            plot.add(moment);
            tellSoFar();
            say(`Searching … ${Math.round(moment.seconds)} s, ${moment.nodes} nodes`);
          },
          order: (order) => {
            if (!isHeard() || isShown || !isBetter(order, plot.last())) return;
            clearTimeout(waiting);
            find(order.wall);
            plot.add(order);
            tellSoFar();
            say(`Searching … the best order so far scores ${order.score}.`);
          },
          error: ({ error }) => { if (isHeard()) failure = error; },
          answer: (found) => {
            if (!isHeard()) return;
            if (!isProven(found)) {
              if (isBetter(found, unproven)) unproven = found;
              return;
            }
            for (const other of runs) if (other !== own) other.abort();
            show(found);
          },
          conflict: clash,
          end,
        }, own.signal);
      } catch (error) {
        if (!isAbort(error)) failure = wordsOf(error);
      }
      runs.delete(own);
      if (runs.size || signal.aborted || isAnswered) return;
      over();
      if (unproven && !isShown) show(unproven);
      else if (failure) say(failure, true);
      setBusy(false);
    };
    await run("");
  };

  // What has been found stays.
  halt.addEventListener("click", () => {
    searching.abort();
    setBusy(false);
    const { score, bound } = plot.last() ?? {};
    const best = score === undefined ? "No order was found by then" : `The best order so far scores ${score}`;
    say(`Stopped. ${best}${bound === undefined ? "" : `; the bound is ${plot.rounded(bound)}`}.`);
  });

  return { start };
};
