// Tour of a first round: steps of three sentences, which follow the actions of the person.
import { closestTo, element } from "./dom.js";

const STEPS = [
  ["Take tiles", "Each disc holds four tiles. You take all tiles of one colour from one disc, and its others slide to the cloth in the middle. Choose some now."],
  ["Choose a line", "A line holds tiles of one colour, as many as it is long. The lines that are marked can take yours, and the number is what the move scores in this round. Tiles without a place fall to the floor and cost points."],
  ["Full lines pay", "At the end of the round each full line sends one tile to the wall beside it. Lines that are not full keep their tiles for the next round. A faint tile on the wall shows where a colour goes, and a row takes each colour once."],
  ["The cloth", "You may take from the cloth as from a disc: all tiles of one colour. Who does so first in a round gets the token 1. It takes a place on the floor, but its owner begins the next round."],
  ["Neighbours", "A tile alone on the wall earns 1 point. Beside others it earns a point for every tile of its unbroken row, and the same again for its column. So tiles that touch are worth more."],
  ["Go on", "The round lasts until all tiles are taken. Towards its end there may be more of a colour than your lines can hold. Look at what you leave for the others, too."],
  ["The score", "The full lines are counted, one after the other. Each sends its tile to the wall, and what it counts is marked. Then the floor takes its points away."],
  ["To the end", "The game ends with the round in which somebody fills a row of the wall. A full row then earns 2 points, a full column 7, and all five tiles of a colour 10. Deal the next round: now you know all the rules."],
];

/**
 * Tour in `host`.
 * @param {HTMLElement} host
 * @param {() => void} onEnd hears the end of the tour
 */
export const guideOf = (host, onEnd) => {
  /** @type {number | null} */
  let current = null;

  /** @param {number} step */
  const show = (step) => {
    if (current !== null && step <= current) return;
    current = step;
    const [title, words] = STEPS[step];
    const number = element("small", {}, `${step + 1} of ${STEPS.length}`);
    const isLast = step === STEPS.length - 1;
    const end = element("button", { type: "button", class: isLast ? "main" : null, "data-ends": "" }, isLast ? "Play on" : "End the tour");
    host.replaceChildren(element("h2", { id: "guide-title" }, title, number), element("p", { "aria-live": "polite" }, words), element("p", { class: "controls" }, end));
    host.hidden = false;
  };

  const end = () => {
    current = null;
    host.hidden = true;
    onEnd();
  };
  host.addEventListener("click", (event) => { if (closestTo(event.target, "[data-ends]")) end(); });

  return {
    begin: () => {
      current = null;
      show(0);
    },
    /**
     * Goes on after an event: tiles are chosen, it is the person's turn, a round is scored or over, or the next round is dealt.
     * @param {"chosen" | "turn" | "scoring" | "deal" | "dealt"} event
     */
    tell(event) {
      if (current === null) return;
      if (event === "chosen" && current === 0) show(1);
      else if (event === "turn" && current >= 1 && current < 5) show(current + 1);
      else if (event === "scoring") show(6);
      else if (event === "deal") show(7);
      else if (event === "dealt" && current === 7) end();
    },
  };
};
