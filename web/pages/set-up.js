// A position that is set up by hand: every place is a button that takes the colour of the palette. The server's reader of
// positions names the faults, and each is shown at its place.

const LETTERS = "BYRKW";
const NAMES = { B: "blue", Y: "yellow", R: "red", K: "black", W: "white", "*": "token" };

const isColour = (letter) => letter !== "" && LETTERS.includes(letter);

// The parts of a position's text; what cannot be read is empty.
const readPosition = (text) => {
  const fields = text.trim().split(/\s+/);
  const count = (fields[2] ?? "").split("|").length;
  const players = Math.min(Math.max(count, 2), 4);
  const tiles = (part) => [...(part ?? "")].filter((letter) => LETTERS.includes(letter));
  const counts = (part) => {
    const read = (part ?? "").split(",").map(Number);
    return [...LETTERS].map((_, index) => read[index] || 0);
  };
  const factories = (fields[0] ?? "").split("/");
  const boards = (fields[2] ?? "").split("|");
  const board = (part) => {
    const [score, lines, floor, wall] = (part ?? "").split(":");
    const held = (lines ?? "").split("/");
    return {
      score: Number(score) || 0,
      lines: [0, 1, 2, 3, 4].map((row) => {
        const [colour, ...number] = held[row] ?? "";
        return LETTERS.includes(colour ?? " ") ? { colour, count: Number(number.join("")) || 1 } : null;
      }),
      floor: [...(floor ?? "")].filter((letter) => NAMES[letter]),
      wall: [...(wall ?? "").replaceAll("/", "").padEnd(25, ".")].slice(0, 25).map((letter) => letter !== "."),
    };
  };
  return {
    players,
    factories: Array.from({ length: 2 * players + 1 }, (_, index) => tiles(factories[index])),
    centre: [...LETTERS].map((letter) => tiles(fields[1]).filter((one) => one === letter).length),
    token: (fields[1] ?? "").includes("*"),
    boards: Array.from({ length: players }, (_, index) => board(boards[index])),
    mover: Number(fields[3]) || 1,
    starter: Number(fields[4]) || 1,
    round: Number(fields[5]) || 0,
    bag: counts(fields[6]),
    lid: counts(fields[7]),
  };
};

const wallLetter = (place) => LETTERS[(place % 5 + 5 - Math.floor(place / 5)) % 5];

const writePosition = (it) => {
  const sorted = (letters) => [...LETTERS].map((one) => one.repeat(letters.filter((letter) => letter === one).length)).join("");
  const centre = [...LETTERS].map((letter, index) => letter.repeat(Math.min(it.centre[index], 60))).join("") + (it.token ? "*" : "");
  const board = ({ score, lines, floor, wall }) => {
    const held = lines.map((line) => (line ? `${line.colour}${line.count}` : "-"));
    const rows = [0, 5, 10, 15, 20].map((first) => wall.slice(first, first + 5)
      .map((filled, column) => (filled ? wallLetter(first + column) : ".")).join(""));
    return `${score}:${held.join("/")}:${floor.join("") || "-"}:${rows.join("/")}`;
  };
  return [
    it.factories.map((tiles) => sorted(tiles) || "-").join("/"), centre || "-", it.boards.map(board).join("|"),
    it.mover, it.starter, it.round, it.bag.join(","), it.lid.join(","),
  ].join(" ");
};

// The tile of a letter, or nothing.
const drawn = (letter) => {
  const picture = element("span", {});
  picture.innerHTML = letter ? `<svg class="tile" viewBox="0 0 64 64" aria-hidden="true"><use href="#az-${NAMES[letter]}"></use></svg>` : "";
  return [...picture.children];
};

// The editor: the table in `root`, and what has no place there in `settings`. `changed` is told the text of the position
// after every change.
const editorOf = (root, settings, changed) => {
  let it = null;
  let brush = "B";
  const paints = new Map();

  const slot = (key, label, shown, paint, more = "") => {
    paints.set(key, paint);
    return element("button", { type: "button", class: `slot ${more}`.trim(), "data-slot": key, "aria-label": label }, ...drawn(shown));
  };
  const words = (letter) => NAMES[letter] ?? "empty";

  const number = (label, value, most, set) => {
    const input = element("input", { type: "number", min: 0, max: most, value });
    input.addEventListener("input", () => {
      set(Math.max(0, Math.trunc(Number(input.value)) || 0));
      tell();
    });
    return element("label", {}, label, input);
  };

  const counts = (place, title, values) => element(
    "fieldset", { "data-place": place }, element("legend", {}, title),
    element("p", { class: "fields counts" }, ...[...LETTERS].map((letter, index) =>
      number(NAMES[letter], values[index], 20, (count) => { values[index] = count; }))),
  );

  const player = (name, title) => {
    const select = element("select", {}, ...it.boards.map((_, index) =>
      element("option", { value: index + 1, selected: it[name] === index + 1 }, `player ${index + 1}`)));
    select.addEventListener("change", () => {
      it[name] = Number(select.value);
      tell();
    });
    return element("span", { "data-place": name }, element("label", {}, title, select));
  };

  const disc = (tiles, index) => element(
    "div", { class: "source disc", "data-place": `factory ${index + 1}` },
    ...[0, 1, 2, 3].map((place) => slot(`f${index}-${place}`, `Factory ${index + 1}, place ${place + 1}: ${words(tiles[place])}`, tiles[place], (letter) => {
      tiles.splice(place, 1, ...(isColour(letter) && tiles[place] !== letter ? [letter] : []));
    })),
  );

  // A press adds a tile of the chosen colour; the empty brush takes one away.
  const cloth = () => element(
    "div", { class: "source cloth", "data-place": "centre" },
    element("span", { "data-place": "token" }, slot("token", `First-player token: ${it.token ? "in the centre" : "taken"}`, "*", () => { it.token = !it.token; }, it.token ? "" : "off")),
    ...[...LETTERS].map((own, index) => element("span", { class: "stack" }, slot(`c${own}`, `Centre: ${it.centre[index]} ${NAMES[own]}`, own, (letter) => {
      const changed = isColour(letter) ? LETTERS.indexOf(letter) : index;
      it.centre[changed] = Math.max(0, it.centre[changed] + (isColour(letter) ? 1 : -1));
    }, it.centre[index] ? "" : "off"), element("b", {}, it.centre[index]))),
  );

  // Lines fill up from the wall.
  const line = (board, name, row) => {
    const held = board.lines[row];
    return Array.from({ length: row + 1 }, (_, place) => {
      const shown = held && place < held.count ? held.colour : null;
      return slot(`${name}l${row}-${place}`, `Board ${name}, line ${row + 1}, place ${place + 1}: ${words(shown)}`, shown, (letter) => {
        const same = held?.colour === letter && held.count === place + 1;
        const rest = same || !isColour(letter) ? place : place + 1;
        board.lines[row] = rest ? { colour: isColour(letter) ? letter : held?.colour ?? "B", count: rest } : null;
        if (!isColour(letter) && !held) board.lines[row] = null;
      }, "place");
    }).reverse();
  };

  const wallRow = (board, name, row) => [0, 1, 2, 3, 4].map((column) => {
    const place = 5 * row + column;
    const isFilled = board.wall[place];
    const label = `Board ${name}, wall row ${row + 1}: ${NAMES[wallLetter(place)]}, ${isFilled ? "filled" : "empty"}`;
    return slot(`${name}w${place}`, label, wallLetter(place), () => { board.wall[place] = !board.wall[place]; }, `place${isFilled ? " filled" : ""}`);
  });

  const boards = () => it.boards.map((board, index) => {
    const name = index + 1;
    const rows = [0, 1, 2, 3, 4].map((row) => element(
      "div", { "data-place": `board ${name}, line ${row + 1}`, "data-holds": "" },
      element("div", { class: "board-row" }, element("span", { class: "line" }, ...line(board, name, row)),
        element("span", { class: "wall-row", "data-place": `board ${name}, wall row ${row + 1}` }, ...wallRow(board, name, row))),
    ));
    const floor = element(
      "div", { "data-place": `board ${name}, floor`, "data-holds": "" },
      element("div", { class: "floor-row" }, element("span", { class: "line floor" },
        ...Array.from({ length: 8 }, (_, place) => slot(`${name}o${place}`, `Board ${name}, floor, place ${place + 1}: ${words(board.floor[place])}`, board.floor[place], (letter) => {
          board.floor.splice(place, 1, ...(NAMES[letter] && board.floor[place] !== letter ? [letter] : []));
        }, "place")))),
    );
    const score = number("Score", board.score, 395, (points) => { board.score = points; });
    return element(
      "section", { class: index === 0 ? "board own" : "board", "data-place": `board ${name}`, "aria-label": `Board of player ${name}` },
      element("header", { "data-place": `board ${name}, score` }, element("h3", {}, `Player ${name}`), element("div", { class: "score" }, score)),
      element("div", { "data-place": `board ${name}, wall`, "data-holds": "" }, ...rows), floor,
    );
  });

  // What has no place on the table.
  const fields = () => {
    const players = element("select", {}, ...[2, 3, 4].map((count) => element("option", { value: count, selected: it.players === count }, count)));
    players.addEventListener("change", () => {
      it = readPosition(writePosition(it).replace(/^(\S+ \S+ )(\S+)/, (_, before, boards) => {
        const empty = "0:-/-/-/-/-:-:...../...../...../...../.....";
        const all = boards.split("|");
        return before + Array.from({ length: Number(players.value) }, (_, index) => all[index] ?? empty).join("|");
      }));
      build(true);
      tell();
    });
    const rest = element("button", { type: "button" }, "Put missing tiles into the bag");
    rest.addEventListener("click", () => {
      const used = [...it.factories.flat(), ...it.boards.flatMap((board) => [
        ...board.lines.flatMap((line) => (line ? Array(line.count).fill(line.colour) : [])),
        ...board.floor, ...board.wall.map((filled, place) => (filled ? wallLetter(place) : "")),
      ])];
      it.bag = [...LETTERS].map((letter, index) =>
        Math.max(0, 20 - it.centre[index] - it.lid[index] - used.filter((one) => one === letter).length));
      build(true);
      tell();
    });
    const clear = element("button", { type: "button" }, "Empty everything");
    clear.addEventListener("click", () => {
      it = readPosition(`- - ${Array(it.players).fill("0").join("|")} 1 1 1 0,0,0,0,0 0,0,0,0,0`);
      build(true);
      tell();
    });
    settings.replaceChildren(
      element("p", { id: "sum", role: "status" }),
      element("div", { class: "faults-list", id: "faults" }),
      element("p", { class: "fields", "data-place": "position" }, element("label", {}, "Players", players), player("mover", "To move"), player("starter", "Began the round"),
        element("span", { "data-place": "round" }, number("Round", it.round, 99, (round) => { it.round = round; }))),
      element("div", { "data-place": "tiles" }, counts("bag", "Bag", it.bag), counts("lid", "Lid", it.lid)),
      element("p", { class: "controls" }, rest, clear),
      element("p", { class: "muted" }, "Choose a colour under the factories, and press places. A press with the same colour empties one. Keys on a place: B, Y, R, K, W, * for the token, Delete."),
    );
  };

  const build = (isNew) => {
    paints.clear();
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.slot : null;
    const palette = element(
      "div", { class: "palette", role: "group", "aria-label": "Colour to put down" },
      ...["B", "Y", "R", "K", "W", "*", ""].map((letter) => element(
        "button", { type: "button", "data-brush": letter, "aria-pressed": String(letter === brush), "aria-label": letter ? NAMES[letter] : "nothing" },
        ...(letter ? drawn(letter) : ["✕"]),
      )),
    );
    root.replaceChildren(
      element("h2", { class: "visually-hidden" }, "A position that is set up"),
      element("div", { class: `sources of-${it.players}`, "data-place": "factories", role: "group", "aria-label": "Factories and centre" }, ...it.factories.map(disc), cloth()),
      palette,
      element("div", { class: `boards of-${it.players}` }, ...boards()),
    );
    if (isNew) fields();
    if (focused) root.querySelector(`[data-slot="${focused}"]`)?.focus({ preventScroll: true });
  };

  const tell = () => changed(writePosition(it));

  const paint = (key, letter) => {
    paints.get(key)(letter);
    build(false);
    tell();
  };

  root.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-brush]");
    if (choice) {
      brush = choice.dataset.brush;
      for (const one of root.querySelectorAll("[data-brush]")) one.setAttribute("aria-pressed", String(one === choice));
      return;
    }
    const place = event.target.closest("[data-slot]");
    if (place) paint(place.dataset.slot, brush);
  });

  root.addEventListener("keydown", (event) => {
    const place = event.target.closest("[data-slot]");
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toUpperCase();
    if (NAMES[letter]) paint(place.dataset.slot, letter);
    else if (["DELETE", "BACKSPACE", "."].includes(letter)) paint(place.dataset.slot, "");
    else return;
    event.preventDefault();
  });

  return {
    show(text) {
      it = readPosition(text);
      build(true);
    },
    // Shows each fault at its place, or else below.
    faults(faults) {
      const all = (selector) => [...root.querySelectorAll(selector), ...settings.querySelectorAll(selector)];
      all(".fault").forEach((one) => one.remove());
      all(".wrong").forEach((one) => one.classList.remove("wrong"));
      for (const { place, message } of faults) {
        const parts = place.split(", ");
        const [at] = [place, parts[0]].flatMap((name) => all(`[data-place="${CSS.escape(name)}"]`));
        const fault = element("p", { class: "fault" }, message);
        // Among tiles it would push them aside.
        const holds = at?.closest("[data-holds]") ?? (settings.contains(at ?? null) ? at : null);
        (holds ?? byId("faults")).append(fault);
        at?.querySelectorAll("input, select, .slot").forEach((one) => one.classList.add("wrong"));
      }
    },
  };
};
