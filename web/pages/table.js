// The table: tiles are chosen, then a place for them. A page says what happens with the move.
import { allIn, around, element, firstIn, oneIn } from "./dom.js";
import { boxOf, comeDown, isStill, travel } from "./movement.js";

/** @typedef {import("../types/messages.js").Choice} Choice */
/** @typedef {import("../types/messages.js").ScoringStep} ScoringStep */
/** @typedef {import("../types/messages.js").Way} Way */
/** @typedef {Record<string, Choice>} Choices what can be taken, by the group: 3Y */
/** @typedef {ReturnType<typeof tableOf>} Table */

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : number > 0 ? `+${number}` : "0");

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
 * @param {HTMLElement} host of the HTML of a table
 * @param {object} page
 * @param {(words: string) => void} page.say tells people something
 * @param {(move: string, words: string) => void} page.choose is given a move such as 3Y2
 * @param {() => void} [page.took] hears that tiles are chosen
 */
export const tableOf = (host, { say, choose, took }) => {
  /** @type {Choices} */
  let choices = {};
  let chosen = "";
  // Why nothing can be taken.
  let closed = "";

  const board = () => firstIn(host, ".board.moves");
  /** @param {string} key */
  const group = (key) => firstIn(host, `[data-take="${key}"]`);
  /** @param {string} letter */
  const lineOf = (letter) => firstIn(host, `.board.moves [data-to="${letter}"]`);
  /** @param {ParentNode | undefined} part */
  const tilesOf = (part) => (part ? allIn(part, ".tile", SVGElement) : []);
  /** @param {number} player from 1 */
  const boardOf = (player) => oneIn(host, `[data-board="${player}"]`);

  /** Forgets which tiles were chosen. */
  const clear = () => {
    chosen = "";
    for (const one of allIn(host, ".group")) one.setAttribute("aria-pressed", "false");
    for (const line of allIn(host, ".line")) {
      line.classList.remove("lit", "shut");
      oneIn(line, ".gain").textContent = "";
      if (line.dataset.label) line.setAttribute("aria-label", line.dataset.label);
      line.title = "";
    }
  };

  const unhint = () => allIn(host, ".hinted").forEach((one) => one.classList.remove("hinted"));

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
   */
  const take = (key) => {
    clear();
    if (!choices[key]) return say(closed || "It is not the time for a move.");
    chosen = key;
    group(key)?.setAttribute("aria-pressed", "true");
    for (const [letter, to] of Object.entries(choices[key].to)) {
      const line = lineOf(letter);
      if (!line) continue;
      line.dataset.label ||= line.getAttribute("aria-label") ?? "";
      const isLegal = "net" in to;
      line.classList.add(isLegal ? "lit" : "shut");
      oneIn(line, ".gain").textContent = isLegal ? signed(to.net) : "";
      line.title = isLegal ? to.words : to.no;
      const words = isLegal ? `would score ${signed(to.net)}. ${to.words}` : `not possible: ${to.no}`;
      line.setAttribute("aria-label", `${line.dataset.label}, ${words}`);
    }
  };

  /** @param {string} key */
  const pick = (key) => {
    take(key);
    if (!chosen) return;
    say(`You take ${choices[key].words}. Now choose a line or the floor.`);
    took?.();
  };

  /** @param {HTMLElement} line */
  const put = (line) => {
    if (around(line, ".board") !== board()) return say("That is another player's board. Choose a line on the marked one.");
    if (!chosen) return say(closed || "First choose tiles above, then a line for them.");
    const letter = line.dataset.to ?? "-";
    const to = choices[chosen].to[letter];
    if ("no" in to) return say(`${to.no} Choose a line that is lit.`);
    const move = chosen + letter;
    unhint();
    choose(move, to.words);
  };

  // ---- Keys and clicks --------------------------------------------------------------------------------------------

  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const here = around(event.target, "*");
    if (key === "Escape") {
      const last = chosen ? group(chosen) : undefined;
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
      if (event.detail === 0 && chosen) (firstIn(host, ".board.moves .line.lit") ?? lineOf("-"))?.focus();
      return;
    }
    const line = around(event.target, ".line");
    if (line) put(line);
  });

  /**
   * Marks what a tile of the scoring earned.
   * @param {number} player from 0
   * @param {number} place
   * @param {number} points
   */
  const earned = (player, place, points) => {
    const cell = oneIn(boardOf(player + 1), `[data-place="${place}"]`);
    cell.classList.add("now");
    firstIn(cell, ".earned")?.remove();
    cell.append(element("span", { class: "earned", "aria-hidden": "true" }, signed(points)));
  };

  return {
    /**
     * Shows another position; tiles travel along the way to it. What had the focus has it still, or what follows it.
     * @param {string | null} html of the table; nothing where it stands there already
     * @param {Choices} next
     * @param {string} reason why nothing can be taken
     * @param {Way | null} way
     */
    show(html, next, reason = "", way = null) {
      const focused = document.activeElement;
      const { take: key, to = "1" } = (focused instanceof HTMLElement ? focused.dataset : null) ?? {};
      const isActive = host.contains(focused);
      const from = way && html !== null && !isStill() ? departure(way) : null;
      if (html !== null) host.innerHTML = html;
      if (way && from) arrive(way, from);
      choices = next;
      closed = reason;
      clear();
      // When all tiles are taken, the focus stays on the lines.
      if (isActive) ((key ? group(key) : undefined) ?? firstIn(host, ".group") ?? firstIn(host, `.line[data-to="${to}"]`))?.focus();
    },
    /**
     * One step of a round's scoring: the tile comes with the first of its runs, and the run that is counted is marked.
     * @param {ScoringStep} step
     */
    score({ board: player, place, points, earned: sum, score, run }) {
      const scored = boardOf(player + 1);
      oneIn(scored, "[data-score]").textContent = String(score);
      for (const one of allIn(host, ".run, .now")) one.classList.remove("run", "now");
      if (place === null) {
        allIn(scored, ".floor .tile", SVGElement).forEach((tile) => tile.remove());
        oneIn(scored, ".charge").textContent = points ? signed(points) : "";
        return;
      }
      /** @param {number} number */
      const cell = (number) => oneIn(scored, `[data-place="${number}"]`);
      if (!cell(place).matches(".filled")) {
        const line = allIn(scored, ".line:not(.floor)")[Math.floor(place / 5)];
        const last = firstIn(line, ".place:last-child .tile", SVGElement);
        const from = last && boxOf(last);
        tilesOf(line).forEach((tile) => tile.remove());
        allIn(line, ".fresh").forEach((one) => one.classList.remove("fresh"));
        line.classList.remove("last");
        cell(place).classList.add("filled");
        if (!isStill()) travel(tilesOf(cell(place))[0], from);
      }
      for (const number of run) cell(number).classList.add("run");
      earned(player, place, sum);
    },
    earned,
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
      take(move.slice(0, 2));
      unhint();
      group(move.slice(0, 2))?.classList.add("hinted");
      lineOf(move.slice(2))?.classList.add("hinted");
    },
  };
};
