// Table: a person selects tiles, then a place for them. The page provides the states, and receives the moves.
import { allIn, closestTo, firstIn, elementIn } from "./dom.js";
import { boxOf, comeDown, isStill, travel } from "./movement.js";
import { NO_MARKS, afterStep, labelOf, tableView } from "./table-view.js";
import { patch } from "./virtual-dom.js";

/** @typedef {import("../types/messages.js").Choices} Choices */
/** @typedef {import("../types/messages.js").ScoringStep} ScoringStep */
/** @typedef {import("../types/messages.js").TableState} TableState */
/** @typedef {import("../types/messages.js").Way} Way */
/** @typedef {ReturnType<typeof tableOf>} Table */

/** @type {Choices} */
export const NO_CHOICES = { groups: {}, places: [] };

/**
 * Whether a player is to move.
 * @param {Choices} choices
 */
export const isOpen = (choices) => choices.places.length > 0;

/**
 * The next element in the direction of a key, by the places on the page.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} elements
 * @param {string} key
 */
const nextTo = (from, elements, key) => {
  /** @param {HTMLElement} element */
  const middle = (element) => {
    const box = boxOf(element);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const forward = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best;
  let leastDistance = Infinity;
  for (const element of elements) {
    const [u, v] = middle(element);
    const along = forward * (across ? u - x : v - y);
    const aside = Math.abs(across ? v - y : u - x);
    if (along > 4 && along + 3 * aside < leastDistance && (!across || aside < 24)) {
      best = element;
      leastDistance = along + 3 * aside;
    }
  }
  return best;
};

/**
 * @param {HTMLElement} host of the table, without other contents
 * @param {object} page
 * @param {TableState} page.state first state
 * @param {(words: string) => void} page.say shows a message
 * @param {(move: string, words: string) => void} page.choose gets a move such as 3Y2
 * @param {() => void} [page.onTake] hears that tiles are selected
 */
export const tableOf = (host, { state, say, choose, onTake }) => {
  let table = state;
  let marks = NO_MARKS;
  /** @type {import("./virtual-dom.js").VirtualNode[]} */
  let nodes = [];
  let choices = NO_CHOICES;
  // Reason why no tiles can be taken.
  let closedReason = "";

  const render = () => {
    const next = tableView(table, marks);
    // The page has the same table as HTML, for the time before the script.
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

  /** Clears the selection of tiles. */
  const clear = () => mark({ selection: "", places: {} });

  const unhint = () => mark({ hint: "" });

  // ---- Movement ---------------------------------------------------------------------------------------------------

  /**
   * Boxes of the tiles of a way before the move: the taken tiles, the token, and the rest of the factory.
   * @param {Way} way
   */
  const departure = ({ take }) => {
    /** @type {Record<string, DOMRect[]>} */
    const rest = {};
    if (take[0] !== "C") {
      for (const source of allIn(host, `[data-take^="${take[0]}"]`)) {
        const key = source.dataset.take ?? "";
        if (key !== take) rest[key[1]] = tilesOf(source).map(boxOf);
      }
    }
    const token = take[0] === "C" ? firstIn(host, ".token") : undefined;
    return { tiles: tilesOf(group(take)).map(boxOf), token: token && boxOf(token), rest };
  };

  /**
   * Moves the tiles from their boxes before the move.
   * @param {Way} way
   * @param {ReturnType<typeof departure>} from
   */
  const arrive = ({ board: player }, { tiles, token, rest }) => {
    const fresh = allIn(host, `[data-board="${player}"] .fresh .tile`, SVGElement);
    /** @param {SVGElement} tile */
    const isToken = (tile) => tile.firstElementChild?.getAttribute("href") === "#az-token";
    fresh.filter((tile) => !isToken(tile)).forEach((tile, index) => travel(tile, tiles[index]));
    if (token) travel(fresh.find(isToken), token);
    for (const [colour, boxes] of Object.entries(rest)) {
      const pushed = tilesOf(group(`C${colour}`)).slice(-boxes.length);
      pushed.forEach((tile, index) => travel(tile, boxes[index]));
    }
  };

  // ---- Choosing ---------------------------------------------------------------------------------------------------

  /**
   * Selects tiles, and marks the places for them.
   * @param {string} key
   * @param {string} hint a move to mark
   */
  const take = (key, hint = marks.hint) => {
    const index = choices.groups[key];
    const isGroup = index !== undefined;
    mark({ selection: isGroup ? key : "", places: isGroup ? choices.places[index] : {}, hint });
    if (!isGroup) say(closedReason || "It is not the time for a move.");
  };

  /** @param {string} key */
  const pick = (key) => {
    take(key);
    if (!marks.selection) return;
    say(`You take ${labelOf(table, key)}. Now choose a line or the floor.`);
    onTake?.();
  };

  /** @param {HTMLElement} line */
  const put = (line) => {
    if (closestTo(line, ".board") !== board()) return say("That is another player's board. Choose a line on the marked one.");
    if (!marks.selection) return say(closedReason || "First choose tiles above, then a line for them.");
    const letter = line.dataset.to ?? "-";
    const place = marks.places[letter];
    if ("no" in place) return say(`${place.no} Choose a line that is lit.`);
    const move = marks.selection + letter;
    unhint();
    choose(move, place.words);
  };

  // ---- Keys and clicks --------------------------------------------------------------------------------------------

  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const target = closestTo(event.target, "*");
    if (key === "Escape") {
      const last = marks.selection ? group(marks.selection) : undefined;
      clear();
      say("Choose tiles.");
      last?.focus();
    } else if (/^[1-5]$/.test(key) || key === "0" || key === "-") {
      const line = lineOf(key === "0" ? "-" : key);
      if (line) put(line);
    } else if (key.startsWith("Arrow") && target?.matches(".group, .line")) {
      const kind = target.matches(".group") ? ".group" : ".board.moves .line";
      const next = nextTo(target, allIn(host, kind), key) ?? nextTo(target, allIn(host, ".group, .board.moves .line"), key);
      if (!next) return;
      next.focus();
    } else {
      return;
    }
    event.preventDefault();
  });

  host.addEventListener("click", (event) => {
    const source = closestTo(event.target, ".group");
    if (source) {
      pick(source.dataset.take ?? "");
      // After a key, the focus goes on to the lines.
      if (event.detail === 0 && marks.selection) (firstIn(host, ".board.moves .line.lit") ?? lineOf("-"))?.focus();
      return;
    }
    const line = closestTo(event.target, ".line");
    if (line) put(line);
  });

  /**
   * Scores of tiles with the tile of another step, which stands out.
   * @param {import("./table-view.js").Marks["scores"]} scores
   * @param {ScoringStep} step
   */
  const withStep = (scores, { board: player, place, earned: points }) => {
    if (place === null) return scores;
    const others = scores.filter((score) => score.board !== player || score.place !== place);
    return [...others, { board: player, place, points, isNow: true }];
  };

  render();
  return {
    /**
     * Shows another position, to which tiles travel on a way. The focus stays on its tiles, or goes to the next tiles.
     * @param {TableState} next
     * @param {Choices} open
     * @param {string} reason why no tiles can be taken
     * @param {Way | null} way
     */
    show(next, open, reason = "", way = null) {
      const focusElement = document.activeElement;
      const { take: key, to = "1" } = (focusElement instanceof HTMLElement ? focusElement.dataset : null) ?? {};
      const isActive = host.contains(focusElement);
      const from = way && !isStill() ? departure(way) : null;
      [table, choices, closedReason, marks] = [next, open, reason, NO_MARKS];
      render();
      if (way && from) arrive(way, from);
      // When all tiles are taken, the focus stays on the lines.
      if (isActive) ((key ? group(key) : undefined) ?? firstIn(host, ".group") ?? firstIn(host, `.line[data-to="${to}"]`))?.focus();
    },
    /**
     * Shows a step of a round's scoring: the tile comes with the first of its runs, and the run is marked.
     * @param {ScoringStep} step
     */
    score(step) {
      const { board: player, place, run } = step;
      const boardElement = elementIn(host, `[data-board="${player + 1}"]`);
      /** @param {number} number */
      const cell = (number) => elementIn(boardElement, `[data-place="${number}"]`);
      const isNew = place !== null && !cell(place).matches(".filled");
      const line = isNew ? firstIn(boardElement, `[data-to="${Math.floor(place / 5) + 1}"]`) : undefined;
      const last = line && firstIn(line, ".place:last-child .tile", SVGElement);
      const from = last && boxOf(last);
      table = afterStep(table, step);
      const before = marks.scores.map((score) => ({ ...score, isNow: false }));
      mark({ run: { board: player, places: run }, scores: withStep(before, step) });
      if (isNew && !isStill()) travel(tilesOf(cell(place))[0], from);
    },
    /**
     * Marks the scores of the tiles of a round.
     * @param {ScoringStep[]} steps
     */
    markScores(steps) {
      mark({ scores: steps.reduce(withStep, marks.scores) });
    },
    /** Moves the tiles of a new round down to their places. */
    deal() {
      if (!isStill()) allIn(host, ".disc").forEach((disc, index) => comeDown(tilesOf(disc), index));
    },
    /** @param {FocusOptions} [options] */
    focus(options) {
      firstIn(host, ".group, .line")?.focus(options);
    },
    /**
     * Boxes of the tiles of a move, and the box of the place for the first tile.
     * @param {string} move
     */
    boxesOf(move) {
      const line = lineOf(move.slice(2));
      const place = line && (firstIn(line, ".place:not(:has(.tile))") ?? line);
      return place && { tiles: tilesOf(group(move.slice(0, 2))).map(boxOf), place: boxOf(place) };
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
