// The table: tiles are chosen, then a place for them. A page says what happens with the move.

const signed = (number) => (number < 0 ? `−${-number}` : number > 0 ? `+${number}` : "0");

// `host` holds the HTML of a table; `say` tells people something; `choose` is given a move such as 3Y2.
const tableOf = (host, { say, choose }) => {
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

  // Chooses tiles, and lights up the places that they can go to.
  const take = (key) => {
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
    say(`You take ${choices[key].words}. Now choose a line or the floor.`);
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
    // Shows another position. What had the focus has it still, or what follows it.
    show(html, next, reason = "") {
      const active = host.contains(document.activeElement);
      const key = document.activeElement?.dataset?.take;
      if (html !== null) host.innerHTML = html;
      choices = next;
      closed = reason;
      clear();
      if (active) (group(key) ?? host.querySelector(".group") ?? byId("go"))?.focus();
    },
    clear,
    unhint,
    // Marks a move without playing it.
    hint(move) {
      take(move.slice(0, 2));
      unhint();
      group(move.slice(0, 2))?.classList.add("hinted");
      lineOf(move.slice(2))?.classList.add("hinted");
    },
  };
};

// The line of a file of records that a person wants: a game a line.
const recordOf = async (file, number) => {
  const lines = (await file.text()).split("\n").filter((line) => line.trim());
  if (!lines.length) throw new Error("The file is empty.");
  if (!(number >= 1 && number <= lines.length)) {
    throw new Error(`The file has ${lines.length} ${lines.length === 1 ? "game" : "games"}: choose one of them.`);
  }
  return lines[number - 1];
};

// Sends fields, and reads the answer.
const post = (address, body, signal) => ask(address, { method: "POST", body, signal });

// One call after the other, so that the last choice has the last word.
const inTurn = (does) => {
  let last = Promise.resolve();
  return () => { last = last.then(does); };
};

// The address of the game in the record that a person chose; nothing where no file is chosen.
const loaded = async (game) => {
  const file = byId("file").files[0];
  if (!file) return undefined;
  const record = await recordOf(file, Number(byId("number").value));
  if (record.length > Number(game.dataset.body)) throw new Error("The game is too long for this page.");
  return (await post(`${root}/play/load`, record)).query;
};

// The address bar follows, as long as browsers and servers take the address.
const follow = (address) => {
  if (address.length < 32000) history.replaceState(null, "", address);
};
