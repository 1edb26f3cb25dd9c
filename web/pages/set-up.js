// Editor of positions: every place is a button that takes the colour of the palette. The server's reader of
// positions finds the faults, and each fault stands at its place.
import { allIn, closestTo, element, firstIn, elementIn } from "./dom.js";
import { LETTERS, NAMES, emptyBoard, emptyPosition, isColour, wallLetter, writePosition } from "./position.js";

/** @typedef {import("./position.js").BoardParts} BoardParts */
/** @typedef {import("./position.js").PositionParts} PositionParts */

/**
 * Tile of a letter, as a list of at most one element.
 * @param {string | null | undefined} letter
 */
const tileOf = (letter) => {
  const picture = element("span", {});
  picture.innerHTML = letter ? `<svg class="tile" aria-hidden="true"><use href="#az-${NAMES[letter]}"></use></svg>` : "";
  return [...picture.children];
};

/** @param {string | null | undefined} letter */
const wordOf = (letter) => NAMES[letter ?? ""] ?? "empty";

/**
 * Editor: the table in `host`, and all other fields in `rest`.
 * @param {HTMLElement} host
 * @param {HTMLElement} rest
 * @param {(text: string) => void} onChange gets the text of the position after every change
 */
export const editorOf = (host, rest, onChange) => {
  let position = emptyPosition(2);
  let brush = "B";
  /** @type {Map<string, (letter: string) => void>} */
  const paints = new Map();

  /** @type {(key: string, label: string, letter: string | null | undefined, paint: (letter: string) => void, more?: string) => HTMLElement} */
  const slot = (key, label, letter, paint, more = "") => {
    paints.set(key, paint);
    return element("button", { type: "button", class: `slot ${more}`.trim(), "data-slot": key, "aria-label": label }, ...tileOf(letter));
  };

  /** @type {(label: string, value: number, most: number, set: (value: number) => void) => HTMLElement} */
  const number = (label, value, most, set) => {
    const input = element("input", { type: "number", min: 0, max: most, value });
    input.addEventListener("input", () => {
      set(Math.max(0, Math.trunc(Number(input.value)) || 0));
      report();
    });
    return element("label", {}, label, input);
  };

  /** @type {(place: string, title: string, values: number[]) => HTMLElement} */
  const counts = (place, title, values) => element(
    "fieldset", { "data-part": place }, element("legend", {}, title),
    element("p", { class: "fields counts" }, ...[...LETTERS].map((letter, index) =>
      number(NAMES[letter], values[index], 20, (count) => { values[index] = count; }))),
  );

  /** @type {(name: "mover" | "starter", title: string) => HTMLElement} */
  const player = (name, title) => {
    const select = element("select", {}, ...position.boards.map((_, index) =>
      element("option", { value: index + 1, selected: position[name] === index + 1 }, `player ${index + 1}`)));
    select.addEventListener("change", () => {
      position[name] = Number(select.value);
      report();
    });
    return element("span", { "data-part": name }, element("label", {}, title, select));
  };

  /** @type {(tiles: string[], index: number) => HTMLElement} */
  const disc = (tiles, index) => element(
    "div", { class: "source disc", "data-part": `factory ${index + 1}` },
    ...[0, 1, 2, 3].map((place) => slot(`f${index}-${place}`, `Factory ${index + 1}, place ${place + 1}: ${wordOf(tiles[place])}`, tiles[place], (letter) => {
      tiles.splice(place, 1, ...(isColour(letter) && tiles[place] !== letter ? [letter] : []));
    })),
  );

  // A press adds a tile of the chosen colour; the empty brush takes one away.
  const cloth = () => element(
    "div", { class: "source cloth", "data-part": "centre" },
    element("span", { "data-part": "token" }, slot("token", `First-player token: ${position.token ? "in the centre" : "taken"}`, "*", () => { position.token = !position.token; }, position.token ? "" : "off")),
    ...[...LETTERS].map((colour, index) => element("span", { class: "stack" }, slot(`c${colour}`, `Centre: ${position.centre[index]} ${NAMES[colour]}`, colour, (letter) => {
      const colourIndex = isColour(letter) ? LETTERS.indexOf(letter) : index;
      position.centre[colourIndex] = Math.max(0, position.centre[colourIndex] + (isColour(letter) ? 1 : -1));
    }, position.centre[index] ? "" : "off"), element("b", {}, position.centre[index]))),
  );

  // Lines fill up from the wall.
  /** @type {(board: BoardParts, name: number, row: number) => HTMLElement[]} */
  const line = (board, name, row) => {
    const tiles = board.lines[row];
    return Array.from({ length: row + 1 }, (_, place) => {
      const letter = tiles && place < tiles.count ? tiles.colour : null;
      return slot(`${name}l${row}-${place}`, `Board ${name}, line ${row + 1}, place ${place + 1}: ${wordOf(letter)}`, letter, (paint) => {
        const isSame = tiles?.colour === paint && tiles.count === place + 1;
        const count = isSame || !isColour(paint) ? place : place + 1;
        board.lines[row] = count ? { colour: isColour(paint) ? paint : tiles?.colour ?? "B", count } : null;
        if (!isColour(paint) && !tiles) board.lines[row] = null;
      }, "place");
    }).reverse();
  };

  /** @type {(board: BoardParts, name: number, row: number) => HTMLElement[]} */
  const wallRow = (board, name, row) => [0, 1, 2, 3, 4].map((column) => {
    const place = 5 * row + column;
    const isFilled = board.wall[place];
    const label = `Board ${name}, wall row ${row + 1}: ${NAMES[wallLetter(place)]}, ${isFilled ? "filled" : "empty"}`;
    return slot(`${name}w${place}`, label, wallLetter(place), () => { board.wall[place] = !board.wall[place]; }, `place${isFilled ? " filled" : ""}`);
  });

  const boards = () => position.boards.map((board, index) => {
    const name = index + 1;
    const rows = [0, 1, 2, 3, 4].map((row) => element(
      "div", { "data-part": `board ${name}, line ${row + 1}`, "data-holds": "" },
      element("div", { class: "board-row" }, element("span", { class: "line" }, ...line(board, name, row)),
        element("span", { class: "wall-row", "data-part": `board ${name}, wall row ${row + 1}` }, ...wallRow(board, name, row))),
    ));
    const floor = element(
      "div", { "data-part": `board ${name}, floor`, "data-holds": "" },
      element("div", { class: "floor-row" }, element("span", { class: "line floor" },
        ...Array.from({ length: 8 }, (_, place) => slot(`${name}o${place}`, `Board ${name}, floor, place ${place + 1}: ${wordOf(board.floor[place])}`, board.floor[place], (letter) => {
          board.floor.splice(place, 1, ...(NAMES[letter] && board.floor[place] !== letter ? [letter] : []));
        }, "place")))),
    );
    const score = number("Score", board.score, 395, (points) => { board.score = points; });
    return element(
      "section", { class: index === 0 ? "board own" : "board", "data-part": `board ${name}`, "aria-label": `Board of player ${name}` },
      element("header", { "data-part": `board ${name}, score` }, element("h3", {}, `Player ${name}`), element("div", { class: "score" }, score)),
      element("div", { "data-part": `board ${name}, wall`, "data-holds": "" }, ...rows), floor,
    );
  });

  // Fields beside the table.
  const fields = () => {
    const players = element("select", {}, ...[2, 3, 4].map((count) => element("option", { value: count, selected: position.boards.length === count }, count)));
    players.addEventListener("change", () => {
      const count = Number(players.value);
      const { factories, boards } = position;
      position.boards = Array.from({ length: count }, (_, index) => boards[index] ?? emptyBoard());
      position.factories = Array.from({ length: 2 * count + 1 }, (_, index) => factories[index] ?? []);
      build(true);
      report();
    });
    const refill = element("button", { type: "button" }, "Put missing tiles into the bag");
    refill.addEventListener("click", () => {
      const used = [...position.factories.flat(), ...position.boards.flatMap((board) => [
        ...board.lines.flatMap((line) => (line ? Array(line.count).fill(line.colour) : [])),
        ...board.floor, ...board.wall.map((filled, place) => (filled ? wallLetter(place) : "")),
      ])];
      position.bag = [...LETTERS].map((letter, index) =>
        Math.max(0, 20 - position.centre[index] - position.lid[index] - used.filter((tile) => tile === letter).length));
      build(true);
      report();
    });
    const clear = element("button", { type: "button" }, "Empty everything");
    clear.addEventListener("click", () => {
      position = emptyPosition(position.boards.length);
      build(true);
      report();
    });
    rest.replaceChildren(
      element("p", { id: "sum", role: "status" }),
      element("div", { class: "faults-list", id: "faults" }),
      element("p", { class: "fields", "data-part": "position" }, element("label", {}, "Players", players), player("mover", "To move"), player("starter", "Began the round"),
        element("span", { "data-part": "round" }, number("Round", position.round, 99, (round) => { position.round = round; }))),
      element("div", { "data-part": "tiles" }, counts("bag", "Bag", position.bag), counts("lid", "Lid", position.lid)),
      element("p", { class: "controls" }, refill, clear),
      element("p", { class: "muted" }, "Choose a colour under the factories, and press places. A press with the same colour empties one. Keys on a place: B, Y, R, K, W, * for the token, Delete."),
    );
  };

  /** @param {boolean} isNew whether the fields beside the table are built, too */
  const build = (isNew) => {
    paints.clear();
    const { activeElement } = document;
    const focusedSlot = activeElement instanceof HTMLElement && host.contains(activeElement) ? activeElement.dataset.slot : undefined;
    const palette = element(
      "div", { class: "palette", role: "group", "aria-label": "Colour to put down" },
      ...["B", "Y", "R", "K", "W", "*", ""].map((letter) => element(
        "button", { type: "button", "data-brush": letter, "aria-pressed": String(letter === brush), "aria-label": letter ? NAMES[letter] : "nothing" },
        ...(letter ? tileOf(letter) : ["✕"]),
      )),
    );
    host.replaceChildren(
      element("h2", { class: "visually-hidden" }, "A position that is set up"),
      element("div", { class: `sources of-${position.boards.length}`, "data-part": "factories", role: "group", "aria-label": "Factories and centre" }, ...position.factories.map(disc), cloth()),
      palette,
      element("div", { class: `boards of-${position.boards.length}` }, ...boards()),
    );
    if (isNew) fields();
    if (focusedSlot) firstIn(host, `[data-slot="${focusedSlot}"]`)?.focus({ preventScroll: true });
  };

  const report = () => onChange(writePosition(position));

  /** @type {(slot: HTMLElement, letter: string) => void} */
  const paint = ({ dataset }, letter) => {
    paints.get(dataset.slot ?? "")?.(letter);
    build(false);
    report();
  };

  host.addEventListener("click", (event) => {
    const choice = closestTo(event.target, "[data-brush]");
    if (choice) {
      brush = choice.dataset.brush ?? "";
      for (const button of allIn(host, "[data-brush]")) button.setAttribute("aria-pressed", String(button === choice));
      return;
    }
    const place = closestTo(event.target, "[data-slot]");
    if (place) paint(place, brush);
  });

  host.addEventListener("keydown", (event) => {
    const place = closestTo(event.target, "[data-slot]");
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toUpperCase();
    if (NAMES[letter]) paint(place, letter);
    else if (["DELETE", "BACKSPACE", "."].includes(letter)) paint(place, "");
    else return;
    event.preventDefault();
  });

  return {
    /** @param {PositionParts} parts */
    show(parts) {
      position = parts;
      build(true);
    },
    /**
     * Shows each fault at its place, or else below, and how many there are.
     * @param {import("../types/messages.js").PositionFault[]} faults
     */
    faults(faults) {
      /** @param {string} selector */
      const all = (selector) => [host, rest].flatMap((part) => allIn(part, selector));
      all(".fault").forEach((part) => part.remove());
      all(".wrong").forEach((part) => part.classList.remove("wrong"));
      for (const { place, message } of faults) {
        const parts = place.split(", ");
        const [target] = [place, parts[0]].flatMap((name) => all(`[data-part="${CSS.escape(name)}"]`));
        const fault = element("p", { class: "fault" }, message);
        // A fault among tiles would push them aside.
        const box = target && (closestTo(target, "[data-holds]") ?? (rest.contains(target) ? target : undefined));
        (box ?? elementIn(rest, "#faults")).append(fault);
        if (target) allIn(target, "input, select, .slot").forEach((part) => part.classList.add("wrong"));
      }
      const { length } = faults;
      elementIn(rest, "#sum").textContent = length ? `${length} ${length === 1 ? "fault" : "faults"}, marked where they are.` : "The position is right.";
    },
  };
};
