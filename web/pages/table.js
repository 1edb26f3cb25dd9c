// The table: tiles are chosen, then a place for them. A page feeds it with states, and says what happens with the move.
import { allIn, around, firstIn, oneIn } from "./dom.js";
import { boxOf, comeDown, isStill, travel } from "./movement.js";
import { NO_MARKS, labelOf, scored, tableView } from "./table-view.js";
import { patch } from "./virtual-dom.js";

/** @typedef {import("../types/messages.js").Choices} Choices */
/** @typedef {import("../types/messages.js").ScoringStep} ScoringStep */
/** @typedef {import("../types/messages.js").TableState} TableState */
/** @typedef {import("../types/messages.js").Way} Way */
/** @typedef {ReturnType<typeof tableOf>} Table */

/** @type {Choices} */
export const NO_CHOICES = { groups: {}, places: [] };

/**
 * Whether a move is awaited.
 * @param {Choices} choices
 */
export const isOpen = (choices) => choices.places.length > 0;

/**
 * The next of some elements in the direction of a key, by where they are on the page.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} elements
 * @param {string} key
 */
const nextTo = (from, elements, key) => {
  /** @param {HTMLElement} one */
  const middle = (one) => {
    const box = boxOf(one);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const forward = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best;
  let least = Infinity;
  for (const one of elements) {
    const [u, v] = middle(one);
    const along = forward * (across ? u - x : v - y);
    const aside = Math.abs(across ? v - y : u - x);
    if (along > 4 && along + 3 * aside < least && (!across || aside < 24)) {
      best = one;
      least = along + 3 * aside;
    }
  }
  return best;
};

/**
 * @param {HTMLElement} host of the table, which nobody else writes to
 * @param {object} page
 * @param {TableState} page.state the first one
 * @param {(words: string) => void} page.say tells people something
 * @param {(move: string, words: string) => void} page.choose is given a move such as 3Y2
 * @param {() => void} [page.took] hears that tiles are chosen
 */
export const tableOf = (host, { state, say, choose, took }) => {
  let table = state;
  let marks = NO_MARKS;
  /** @type {import("./virtual-dom.js").VirtualNode[]} */
  let nodes = [];
  let choices = NO_CHOICES;
  // Why nothing can be taken.
  let closed = "";

  const render = () => {
    const next = tableView(table, marks);
    // The page comes with the same table, for who waits for the script or allows none.
    if (nodes.length === 0) host.replaceChildren();
    patch(host, nodes, next);
    nodes = next;
  };
  /** @param {Partial<import("./table-view.js").Marks>} change */
  const mark = (change) => {
    marks = { ...marks, ...change };
    render();
  };

  const board = () => firstIn(host, ".board.moves");
  /** @param {string} key */
  const group = (key) => firstIn(host, `[data-take="${key}"]`);
  /** @param {string} letter */
  const lineOf = (letter) => firstIn(host, `.board.moves [data-to="${letter}"]`);
  /** @param {ParentNode | undefined} part */
  const tilesOf = (part) => (part ? allIn(part, ".tile", SVGElement) : []);

  /** Forgets which tiles were chosen. */
  const clear = () => mark({ chosen: "", places: {} });

  const unhint = () => mark({ hint: "" });

  // ---- Movement ---------------------------------------------------------------------------------------------------

  /**
   * Where the tiles of a way are, before they go: those that are taken, the token, and the rest of the factory.
   * @param {Way} way
   */
  const departure = ({ take }) => {
    /** @type {Record<string, DOMRect[]>} */
    const rest = {};
    if (take[0] !== "C") {
      for (const one of allIn(host, `[data-take^="${take[0]}"]`)) {
        const key = one.dataset.take ?? "";
        if (key !== take) rest[key[1]] = tilesOf(one).map(boxOf);
      }
    }
    const token = take[0] === "C" ? firstIn(host, ".token") : undefined;
    return { taken: tilesOf(group(take)).map(boxOf), token: token && boxOf(token), rest };
  };

  /**
   * Lets the tiles come from there.
   * @param {Way} way
   * @param {ReturnType<typeof departure>} from
   */
  const arrive = ({ board: player }, { taken, token, rest }) => {
    const fresh = allIn(host, `[data-board="${player}"] .fresh .tile`, SVGElement);
    /** @param {SVGElement} tile */
    const isToken = (tile) => tile.firstElementChild?.getAttribute("href") === "#az-token";
    fresh.filter((tile) => !isToken(tile)).forEach((tile, index) => travel(tile, taken[index]));
    if (token) travel(fresh.find(isToken), token);
    for (const [colour, boxes] of Object.entries(rest)) {
      const laid = tilesOf(group(`C${colour}`)).slice(-boxes.length);
      laid.forEach((tile, index) => travel(tile, boxes[index]));
    }
  };

  // ---- Choosing ---------------------------------------------------------------------------------------------------

  /**
   * Chooses tiles, and lights up the places that they can go to.
   * @param {string} key
   * @param {string} hint a move that is marked, too
   */
  const take = (key, hint = marks.hint) => {
    const index = choices.groups[key];
    const isKnown = index !== undefined;
    mark({ chosen: isKnown ? key : "", places: isKnown ? choices.places[index] : {}, hint });
    if (!isKnown) say(closed || "It is not the time for a move.");
  };

  /** @param {string} key */
  const pick = (key) => {
    take(key);
    if (!marks.chosen) return;
    say(`You take ${labelOf(table, key)}. Now choose a line or the floor.`);
    took?.();
  };

  /** @param {HTMLElement} line */
  const put = (line) => {
    if (around(line, ".board") !== board()) return say("That is another player's board. Choose a line on the marked one.");
    if (!marks.chosen) return say(closed || "First choose tiles above, then a line for them.");
    const letter = line.dataset.to ?? "-";
    const to = marks.places[letter];
    if ("no" in to) return say(`${to.no} Choose a line that is lit.`);
    const move = marks.chosen + letter;
    unhint();
    choose(move, to.words);
  };

  // ---- Keys and clicks --------------------------------------------------------------------------------------------

  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const here = around(event.target, "*");
    if (key === "Escape") {
      const last = marks.chosen ? group(marks.chosen) : undefined;
      clear();
      say("Choose tiles.");
      last?.focus();
    } else if (/^[1-5]$/.test(key) || key === "0" || key === "-") {
      const line = lineOf(key === "0" ? "-" : key);
      if (line) put(line);
    } else if (key.startsWith("Arrow") && here?.matches(".group, .line")) {
      const kind = here.matches(".group") ? ".group" : ".board.moves .line";
      const next = nextTo(here, allIn(host, kind), key) ?? nextTo(here, allIn(host, ".group, .board.moves .line"), key);
      if (!next) return;
      next.focus();
    } else {
      return;
    }
    event.preventDefault();
  });

  host.addEventListener("click", (event) => {
    const taken = around(event.target, ".group");
    if (taken) {
      pick(taken.dataset.take ?? "");
      // From the keyboard, the lines are next.
      if (event.detail === 0 && marks.chosen) (firstIn(host, ".board.moves .line.lit") ?? lineOf("-"))?.focus();
      return;
    }
    const line = around(event.target, ".line");
    if (line) put(line);
  });

  /**
   * The tiles that have been scored, with that of another step, which stands out.
   * @param {import("./table-view.js").Marks["earned"]} earned
   * @param {ScoringStep} step
   */
  const withStep = (earned, { board: player, place, earned: points }) => {
    if (place === null) return earned;
    const others = earned.filter((one) => one.board !== player || one.place !== place);
    return [...others, { board: player, place, points, isNow: true }];
  };

  render();
  return {
    /**
     * Shows another position; tiles travel along the way to it. Tiles with the focus keep it; else the next tiles get it.
     * @param {TableState} next
     * @param {Choices} open
     * @param {string} reason why nothing can be taken
     * @param {Way | null} way
     */
    show(next, open, reason = "", way = null) {
      const focused = document.activeElement;
      const { take: key, to = "1" } = (focused instanceof HTMLElement ? focused.dataset : null) ?? {};
      const isActive = host.contains(focused);
      const from = way && !isStill() ? departure(way) : null;
      [table, choices, closed, marks] = [next, open, reason, NO_MARKS];
      render();
      if (way && from) arrive(way, from);
      // When all tiles are taken, the focus stays on the lines.
      if (isActive) ((key ? group(key) : undefined) ?? firstIn(host, ".group") ?? firstIn(host, `.line[data-to="${to}"]`))?.focus();
    },
    /**
     * One step of a round's scoring: the tile comes with the first of its runs, and the run that is counted is marked.
     * @param {ScoringStep} step
     */
    score(step) {
      const { board: player, place, run } = step;
      const scoredBoard = oneIn(host, `[data-board="${player + 1}"]`);
      /** @param {number} number */
      const cell = (number) => oneIn(scoredBoard, `[data-place="${number}"]`);
      const isNew = place !== null && !cell(place).matches(".filled");
      const line = isNew ? firstIn(scoredBoard, `[data-to="${Math.floor(place / 5) + 1}"]`) : undefined;
      const last = line && firstIn(line, ".place:last-child .tile", SVGElement);
      const from = last && boxOf(last);
      table = scored(table, step);
      const before = marks.earned.map((one) => ({ ...one, isNow: false }));
      mark({ run: { board: player, places: run }, earned: withStep(before, step) });
      if (isNew && !isStill()) travel(tilesOf(cell(place))[0], from);
    },
    /**
     * Marks what the tiles of a round have earned.
     * @param {ScoringStep[]} steps
     */
    earned(steps) {
      mark({ earned: steps.reduce(withStep, marks.earned) });
    },
    /** Lets the tiles of a new round come down. */
    deal() {
      if (!isStill()) allIn(host, ".disc").forEach((disc, index) => comeDown(tilesOf(disc), index));
    },
    /** @param {FocusOptions} [options] */
    focus(options) {
      firstIn(host, ".group, .line")?.focus(options);
    },
    /**
     * The boxes of what a move takes, and the box of the place where its first tile goes.
     * @param {string} move
     */
    boxesOf(move) {
      const line = lineOf(move.slice(2));
      const place = line && (firstIn(line, ".place:not(:has(.tile))") ?? line);
      return place && { taken: tilesOf(group(move.slice(0, 2))).map(boxOf), place: boxOf(place) };
    },
    clear,
    unhint,
    /**
     * Marks a move without playing it.
     * @param {string} move
     */
    hint(move) {
      take(move.slice(0, 2), move);
    },
  };
};
