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

// An element with attributes and children.
const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(attribute, value === true ? "" : value);
  }
  made.append(...children);
  return made;
};

const drawn = (letter, isFaint = false) => {
  const picture = element("span", { class: isFaint ? "faint" : "" });
  picture.innerHTML = letter ? `<svg class="tile" viewBox="0 0 24 24" aria-hidden="true"><use href="#az-${NAMES[letter]}"></use></svg>` : "";
  return picture;
};

// The editor in `root`. `changed` is told the text of the position after every change.
const editorOf = (root, changed) => {
  let it = null;
  let brush = "B";
  const paints = new Map();

  const slot = (key, label, shown, isFaint, paint) => {
    paints.set(key, paint);
    return element("button", { type: "button", class: "slot", "data-slot": key, "aria-label": label }, drawn(shown, isFaint));
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

  const counts = (place, title, values, more = []) => element(
    "fieldset", { "data-place": place }, element("legend", {}, title),
    element("p", { class: "fields counts" }, ...[...LETTERS].map((letter, index) =>
      number(NAMES[letter], values[index], 20, (count) => { values[index] = count; })), ...more),
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

  const sources = () => it.factories.map((tiles, index) => element(
    "div", { class: "slots", "data-place": `factory ${index + 1}` }, element("span", { class: "name" }, `Factory ${index + 1}`),
    ...[0, 1, 2, 3].map((place) => slot(`f${index}-${place}`, `Factory ${index + 1}, place ${place + 1}: ${words(tiles[place])}`, tiles[place], false, (letter) => {
      tiles.splice(place, 1, ...(isColour(letter) && tiles[place] !== letter ? [letter] : []));
    })),
  ));

  const line = (board, name, row) => {
    const held = board.lines[row];
    return Array.from({ length: row + 1 }, (_, place) => {
      const shown = held && place < held.count ? held.colour : null;
      return slot(`${name}l${row}-${place}`, `Board ${name}, line ${row + 1}, place ${place + 1}: ${words(shown)}`, shown, false, (letter) => {
        const same = held?.colour === letter && held.count === place + 1;
        const rest = same || !isColour(letter) ? place : place + 1;
        board.lines[row] = rest ? { colour: isColour(letter) ? letter : held?.colour ?? "B", count: rest } : null;
        if (!isColour(letter) && !held) board.lines[row] = null;
      });
    });
  };

  const boards = () => it.boards.map((board, index) => {
    const name = index + 1;
    const rows = [0, 1, 2, 3, 4].map((row) => element(
      "div", { class: "slots", "data-place": `board ${name}, line ${row + 1}` }, element("span", { class: "name" }, `Line ${row + 1}`), ...line(board, name, row),
    ));
    const walls = [0, 1, 2, 3, 4].map((row) => element(
      "div", { class: "slots", "data-place": `board ${name}, wall row ${row + 1}` }, element("span", { class: "name" }, `Wall ${row + 1}`),
      ...[0, 1, 2, 3, 4].map((column) => {
        const place = 5 * row + column;
        const label = `Board ${name}, wall row ${row + 1}: ${NAMES[wallLetter(place)]}, ${board.wall[place] ? "filled" : "empty"}`;
        return slot(`${name}w${place}`, label, wallLetter(place), !board.wall[place], () => { board.wall[place] = !board.wall[place]; });
      }),
    ));
    const floor = element(
      "div", { class: "slots", "data-place": `board ${name}, floor` }, element("span", { class: "name" }, "Floor"),
      ...Array.from({ length: 8 }, (_, place) => slot(`${name}o${place}`, `Board ${name}, floor, place ${place + 1}: ${words(board.floor[place])}`, board.floor[place], false, (letter) => {
        board.floor.splice(place, 1, ...(NAMES[letter] && board.floor[place] !== letter ? [letter] : []));
      })),
    );
    return element(
      "fieldset", { "data-place": `board ${name}` }, element("legend", {}, `Board of player ${name}`),
      element("p", { class: "fields", "data-place": `board ${name}, score` }, number("Score", board.score, 395, (score) => { board.score = score; })),
      ...rows, floor, element("div", { "data-place": `board ${name}, wall` }, ...walls),
    );
  });

  const build = () => {
    paints.clear();
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.slot : null;
    const players = element("select", {}, ...[2, 3, 4].map((count) => element("option", { value: count, selected: it.players === count }, count)));
    players.addEventListener("change", () => {
      it = readPosition(writePosition(it).replace(/^(\S+ \S+ )(\S+)/, (_, before, boards) => {
        const empty = "0:-/-/-/-/-:-:...../...../...../...../.....";
        const all = boards.split("|");
        return before + Array.from({ length: Number(players.value) }, (_, index) => all[index] ?? empty).join("|");
      }));
      build();
      tell();
    });
    const token = element("input", { type: "checkbox" });
    token.checked = it.token;
    token.addEventListener("change", () => {
      it.token = token.checked;
      tell();
    });
    const rest = element("button", { type: "button" }, "Put the missing tiles into the bag");
    rest.addEventListener("click", () => {
      const used = [...it.factories.flat(), ...it.boards.flatMap((board) => [
        ...board.lines.flatMap((line) => (line ? Array(line.count).fill(line.colour) : [])),
        ...board.floor, ...board.wall.map((filled, place) => (filled ? wallLetter(place) : "")),
      ])];
      it.bag = [...LETTERS].map((letter, index) =>
        Math.max(0, 20 - it.centre[index] - it.lid[index] - used.filter((one) => one === letter).length));
      build();
      tell();
    });
    const clear = element("button", { type: "button" }, "Empty everything");
    clear.addEventListener("click", () => {
      it = readPosition(`- - ${Array(it.players).fill("0").join("|")} 1 1 1 0,0,0,0,0 0,0,0,0,0`);
      build();
      tell();
    });
    const palette = element(
      "div", { class: "palette", role: "group", "aria-label": "Colour to put down" },
      ...["B", "Y", "R", "K", "W", "*", ""].map((letter) => {
        const choice = element("button", { type: "button", "data-brush": letter, "aria-pressed": String(letter === brush), "aria-label": letter ? NAMES[letter] : "nothing" },
          letter ? drawn(letter) : "✕");
        return choice;
      }),
    );
    root.replaceChildren(
      element("p", { class: "muted" }, "Choose a colour below and press places; a press with the same colour empties a place. Keys on a place: B, Y, R, K, W, * for the token, Delete."),
      element("p", { class: "fields", "data-place": "position" }, element("label", {}, "Players", players), player("mover", "To move"), player("starter", "Began the round"),
        element("span", { "data-place": "round" }, number("Round", it.round, 99, (round) => { it.round = round; }))),
      element("div", { class: "fields-group" },
        element("fieldset", { "data-place": "factories" }, element("legend", {}, "Factories"), ...sources()),
        element("div", {},
          counts("centre", "Centre", it.centre, [element("span", { "data-place": "token" }, element("label", { class: "switch" }, token, "first-player token"))]),
          element("div", { "data-place": "tiles" }, counts("bag", "Bag", it.bag), counts("lid", "Lid", it.lid)),
          element("p", { class: "controls" }, rest, clear)),
        ...boards()),
      element("div", { class: "faults-list", id: "faults", role: "status" }),
      palette,
    );
    if (focused) root.querySelector(`[data-slot="${focused}"]`)?.focus();
  };

  const tell = () => changed(writePosition(it));

  const paint = (key, letter) => {
    paints.get(key)(letter);
    build();
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
      build();
    },
    // Shows each fault at its place, or else below.
    faults(faults) {
      root.querySelectorAll(".fault").forEach((one) => one.remove());
      root.querySelectorAll(".wrong").forEach((one) => one.classList.remove("wrong"));
      for (const { place, message } of faults) {
        const parts = place.split(", ");
        const at = root.querySelector(`[data-place="${CSS.escape(place)}"]`) ?? root.querySelector(`[data-place="${CSS.escape(parts[0])}"]`);
        const fault = element("p", { class: "fault" }, message);
        (at ?? byId("faults")).append(fault);
        at?.querySelectorAll("input, select, .slot").forEach((one) => one.classList.add("wrong"));
      }
    },
  };
};
