// The table: tiles are chosen, then a place for them. A page says what happens with the move.

const signed = (number) => (number < 0 ? `−${-number}` : number > 0 ? `+${number}` : "0");

// How many times as long as usual tiles travel, and whether they do not move at all.
const speed = () => stored.read("speed", 1);
const isStill = () => speed() === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;

// `host` holds the HTML of a table; `say` tells people something; `choose` is given a move such as 3Y2; `took` hears that
// tiles are chosen.
const tableOf = (host, { say, choose, took }) => {
  let choices = {};
  let chosen = null;
  let closed = "";

  const all = (selector) => [...host.querySelectorAll(selector)];
  const board = () => host.querySelector(".board.moves");
  const group = (key) => host.querySelector(`[data-take="${key}"]`);
  const lineOf = (letter) => board()?.querySelector(`[data-to="${letter}"]`);

  // Forgets which tiles were chosen.
  const clear = () => {
    chosen = null;
    for (const one of all(".group")) one.setAttribute("aria-pressed", "false");
    for (const line of all(".line")) {
      line.classList.remove("lit", "shut");
      line.querySelector(".gain").textContent = "";
      if (line.dataset.label) line.setAttribute("aria-label", line.dataset.label);
      line.title = "";
    }
  };

  const unhint = () => all(".hinted").forEach((one) => one.classList.remove("hinted"));

  // ---- Movement ---------------------------------------------------------------------------------------------------

  const boxes = (selector) => all(selector).map((tile) => tile.getBoundingClientRect());
  const duration = () => speed() * parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--travel"));

  // Lets an element come from where another one was.
  const travel = (element, from) => {
    if (!element || !from) return null;
    const to = element.getBoundingClientRect();
    const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    return element.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` }, { transform: "none" }],
      { duration: duration(), easing: "cubic-bezier(0.3, 0, 0.2, 1)" },
    );
  };

  // Where the tiles of a way are, before they go: those that are taken, the token, and the rest of the factory.
  const departure = ({ take }) => {
    const rest = {};
    if (take[0] !== "C") {
      for (const one of all(`[data-take^="${take[0]}"]`)) {
        const colour = one.dataset.take[1];
        if (one.dataset.take !== take) rest[colour] = [...one.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect());
      }
    }
    return { taken: boxes(`[data-take="${take}"] .tile`), token: take[0] === "C" ? boxes(".token")[0] : undefined, rest };
  };

  // Lets the tiles come from there.
  const arrive = ({ board: number }, { taken, token, rest }) => {
    const fresh = all(`[data-board="${number}"] .fresh .tile`);
    const isToken = (tile) => tile.firstElementChild.getAttribute("href") === "#az-token";
    const tiles = fresh.filter((tile) => !isToken(tile));
    tiles.forEach((tile, index) => travel(tile, taken[index]));
    if (token) travel(fresh.find(isToken), token);
    for (const [colour, from] of Object.entries(rest)) {
      const laid = all(`[data-take="C${colour}"] .tile`).slice(-from.length);
      laid.forEach((tile, index) => travel(tile, from[index]));
    }
  };

  // Chooses tiles, and lights up the places that they can go to.
  const take = (key, isSaid = true) => {
    clear();
    if (!choices[key]) return say(closed || "It is not the time for a move.");
    chosen = key;
    group(key).setAttribute("aria-pressed", "true");
    for (const [letter, to] of Object.entries(choices[key].to)) {
      const line = lineOf(letter);
      line.dataset.label ||= line.getAttribute("aria-label");
      const isLegal = to.no === undefined;
      line.classList.add(isLegal ? "lit" : "shut");
      line.querySelector(".gain").textContent = isLegal ? signed(to.net) : "";
      line.title = isLegal ? to.words : to.no;
      const words = isLegal ? `would score ${signed(to.net)}. ${to.words}` : `not possible: ${to.no}`;
      line.setAttribute("aria-label", `${line.dataset.label}, ${words}`);
    }
    if (!isSaid) return;
    say(`You take ${choices[key].words}. Now choose a line or the floor.`);
    took?.();
  };

  const put = (line) => {
    const own = line.closest(".board") === board();
    if (!own) return say("That is another player's board. Choose a line on the marked one.");
    if (!chosen) return say(closed || "First choose tiles above, then a line for them.");
    const to = choices[chosen].to[line.dataset.to];
    if (to.no !== undefined) return say(`${to.no} Choose a line that is lit.`);
    const move = chosen + line.dataset.to;
    unhint();
    choose(move, to.words);
  };

  // ---- Keys -----------------------------------------------------------------------------------------------------

  // The next of some elements in a direction, by where they are on the page.
  const beside = (from, elements, key) => {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(from);
    const across = key === "ArrowLeft" || key === "ArrowRight";
    const forward = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    let best = null;
    let least = Infinity;
    for (const element of elements) {
      const [u, v] = middle(element);
      const along = forward * (across ? u - x : v - y);
      const aside = Math.abs(across ? v - y : u - x);
      if (along > 4 && along + 3 * aside < least && (!across || aside < 24)) {
        best = element;
        least = along + 3 * aside;
      }
    }
    return best;
  };

  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    if (key === "Escape") {
      const last = chosen && group(chosen);
      clear();
      say("Choose tiles.");
      last?.focus();
    } else if (/^[1-5]$/.test(key) || key === "0" || key === "-") {
      const line = lineOf(key === "0" ? "-" : key);
      if (line) put(line);
    } else if (key.startsWith("Arrow") && target.matches(".group, .line")) {
      const kind = target.matches(".group") ? ".group" : ".board.moves .line";
      const next = beside(target, all(kind), key) ?? beside(target, all(".group, .board.moves .line"), key);
      if (!next) return;
      next.focus();
    } else {
      return;
    }
    event.preventDefault();
  });

  host.addEventListener("click", (event) => {
    const taken = event.target.closest(".group");
    if (taken) {
      take(taken.dataset.take);
      // From the keyboard, the lines are next.
      if (event.detail === 0 && chosen) (board().querySelector(".line.lit") ?? lineOf("-")).focus();
      return;
    }
    const line = event.target.closest(".line");
    if (line) put(line);
  });

  return {
    // Shows another position; tiles travel along the way to it. What had the focus has it still, or what follows it.
    show(html, next, reason = "", way = null) {
      const active = host.contains(document.activeElement);
      const { take: key, to } = document.activeElement?.dataset ?? {};
      const from = way && html !== null && !isStill() ? departure(way) : null;
      if (html !== null) host.innerHTML = html;
      if (from) arrive(way, from);
      choices = next;
      closed = reason;
      clear();
      // When all tiles are taken, the focus stays on the lines.
      if (active) (group(key) ?? host.querySelector(".group") ?? host.querySelector(`.line[data-to="${to ?? 1}"]`))?.focus();
    },
    // One step of a round's scoring: the tile comes with the first of its runs, and the run that is counted is marked.
    score({ board: player, place, points, earned, score, run }) {
      const board = host.querySelector(`[data-board="${player + 1}"]`);
      board.querySelector("[data-score]").textContent = score;
      for (const one of all(".run, .now")) one.classList.remove("run", "now");
      if (place === null) {
        board.querySelectorAll(".floor .tile").forEach((tile) => tile.remove());
        board.querySelector(".charge").textContent = points ? signed(points) : "";
        return;
      }
      const cell = (number) => board.querySelector(`[data-place="${number}"]`);
      if (!cell(place).matches(".filled")) {
        const line = [...board.querySelectorAll(".line:not(.floor)")][Math.floor(place / 5)];
        const from = line.querySelector(".place:last-child .tile")?.getBoundingClientRect();
        line.querySelectorAll(".tile").forEach((tile) => tile.remove());
        line.querySelectorAll(".fresh").forEach((one) => one.classList.remove("fresh"));
        line.classList.remove("last");
        cell(place).classList.add("filled");
        if (!isStill()) travel(cell(place).querySelector(".tile"), from);
      }
      for (const number of run) cell(number).classList.add("run");
      this.earned(player, place, earned);
    },
    // Marks what a tile of the scoring earned.
    earned(player, place, points) {
      const cell = host.querySelector(`[data-board="${player + 1}"] [data-place="${place}"]`);
      cell.classList.add("now");
      cell.querySelector(".earned")?.remove();
      cell.append(element("span", { class: "earned", "aria-hidden": "true" }, signed(points)));
    },
    // Lets the tiles of a new round come down.
    deal() {
      if (isStill()) return;
      all(".disc").forEach((disc, index) => {
        for (const tile of disc.querySelectorAll(".tile")) {
          tile.animate([{ opacity: 0, transform: "translateY(-12px)" }, { opacity: 1, transform: "none" }],
            { duration: duration(), delay: 30 * index, fill: "backwards", easing: "ease-out" });
        }
      });
    },
    clear,
    unhint,
    // Marks a move without playing it.
    hint(move) {
      take(move.slice(0, 2), false);
      unhint();
      group(move.slice(0, 2))?.classList.add("hinted");
      lineOf(move.slice(2))?.classList.add("hinted");
    },
  };
};

// What the server reads of a log of Board Game Arena; the rest is for the pages there, and ten times as much.
const TOLD = new Set([
  "data", "logs", "packets", "tables", "players", "name", "gamedatas", "boardNumber", "variant", "specialFactories", "status", "error",
  "exception", "channel", "type", "args", "playerId", "player_name", "factories", "remainingTiles", "selectedTiles", "fromFactory",
  "number", "color", "line", "lineNumber", "column", "placedTiles", "discardedTiles", "discardedTilesToSpecialFactoryZero", "fromHand",
  "undo", "from", "tiles", "completeLines", "placedTile", "pointsDetail", "points", "rowTiles", "columnTiles", "floorLines",
  "specialFactoryZeroTiles", "scores",
]);

// A field of a log, or nothing where no reader wants it. The number of a tile says nothing; that of a person does.
function fieldOfLog(key, value) {
  const isRead = TOLD.has(key) || /^\d*$/.test(key) || (key === "id" && "name" in this);
  return isRead ? value : undefined;
}

const isLog = (value) => JSON.stringify(value).includes("factoriesFilled");

// The end of the JSON that begins at a place of a text.
const endOf = (text, start) => {
  let depth = 0, quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted) {
      if (letter === "\\") at += 1;
      else if (letter === "\"") quoted = false;
    } else if (letter === "\"") quoted = true;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
};

// A saved page of a replay without all but its log, and a log without what nobody reads: that of the table of this number.
const reduced = (text, number) => {
  const named = /g_gamelogs\s*=\s*(?=[{[])/.exec(text);
  const start = named ? named.index + named[0].length : 0;
  try {
    let log = JSON.parse(named ? text.slice(start, endOf(text, start)) : text);
    if (Array.isArray(log) && log.length > 1 && log.every(isLog)) log = log[number - 1] ?? log;
    return isLog(log) ? JSON.stringify(log, fieldOfLog) : text;
  } catch {
    return text;
  }
};

const isGame = (line) => {
  try {
    const game = JSON.parse(line);
    return "rounds" in game || "format" in game || (!Array.isArray(game) && isLog(game));
  } catch {
    return false;
  }
};

// The game of a text that a person wants: a line of a file with a game a line, or all that another program wrote.
const gameOf = (text, number) => {
  const lines = text.split("\n").filter((line) => line.trim());
  if (!lines.length) throw new Error("There is nothing in it.");
  if (!lines.some(isGame)) return reduced(text, number);
  if (!(number >= 1 && number <= lines.length)) {
    throw new Error(`The file has ${lines.length} ${lines.length === 1 ? "game" : "games"}: choose one of them.`);
  }
  return reduced(lines[number - 1], 1);
};

// The most bytes that are unpacked: a small file may hold more than any memory.
const UNPACKED = 16 << 20;

// The bytes of a file that gzip compressed.
const unpacked = async (file) => {
  const parts = [];
  let bytes = 0;
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let part = await stream.read(); !part.done; part = await stream.read()) {
    parts.push(part.value);
    bytes += part.value.length;
    if (bytes > UNPACKED) {
      await stream.cancel();
      throw new Error("The file is too large when it is unpacked.");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

// The text of a file: unpacked, and in the encoding that its first bytes name. A byte order mark is left out.
const textOf = async (file) => {
  let bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = await unpacked(file);
  const marks = { 65279: "utf-16be", 65534: "utf-16le" };
  const encoding = marks[(bytes[0] << 8) | bytes[1]] ?? "utf-8";
  return new TextDecoder(encoding).decode(bytes);
};

// Sends fields, and reads the answer.
const post = (address, body, signal) => ask(address, { method: "POST", body, signal });

// One call after the other, so that the last choice has the last word.
const inTurn = (does) => {
  let last = Promise.resolve();
  return () => { last = last.then(does); };
};

// The address of the game in a text.
const loadedFrom = async (game, text, number) => {
  const written = gameOf(text, number);
  if (written.length > Number(game.dataset.body)) throw new Error("The game is too long for this page.");
  return (await post(`${root}/play/load`, written)).query;
};

// The address of the game in the file that a person chose; nothing where no file is chosen.
const loaded = async (game) => {
  const file = byId("file").files[0];
  return file && loadedFrom(game, await textOf(file), Number(byId("number").value));
};

// The address bar follows, as long as browsers and servers take the address.
const follow = (address) => {
  if (address.length < 32000) history.replaceState(null, "", isEmbedded ? `${address}&embed=` : address);
};
