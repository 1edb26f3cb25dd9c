// A first round that explains itself: a step follows what the person does, three sentences each.
import { around, element } from "./dom.js";

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
 * The tour in `host`.
 * @param {HTMLElement} host
 * @param {() => void} left is called when the person has had enough
 */
export const guideOf = (host, left) => {
  /** @type {number | null} */
  let at = null;

  /** @param {number} step */
  const show = (step) => {
    if (at !== null && step <= at) return;
    at = step;
    const [title, words] = STEPS[step];
    const number = element("small", {}, `${step + 1} of ${STEPS.length}`);
    const last = step === STEPS.length - 1;
    const end = element("button", { type: "button", class: last ? "main" : null, "data-ends": "" }, last ? "Play on" : "End the tour");
    host.replaceChildren(element("h2", { id: "guide-title" }, title, number), element("p", { "aria-live": "polite" }, words), element("p", { class: "controls" }, end));
    host.hidden = false;
  };

  const end = () => {
    at = null;
    host.hidden = true;
    left();
  };
  host.addEventListener("click", (event) => { if (around(event.target, "[data-ends]")) end(); });

  return {
    begin: () => {
      at = null;
      show(0);
    },
    /**
     * Goes on after what happened: tiles are chosen, it is the person's turn, a round is scored, or is over, or the next one is dealt.
     * @param {"chosen" | "turn" | "scoring" | "deal" | "dealt"} what
     */
    tell(what) {
      if (at === null) return;
      if (what === "chosen" && at === 0) show(1);
      else if (what === "turn" && at >= 1 && at < 5) show(at + 1);
      else if (what === "scoring") show(6);
      else if (what === "deal") show(7);
      else if (what === "dealt" && at === 7) end();
    },
  };
};
