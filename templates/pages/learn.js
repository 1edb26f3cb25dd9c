// The address holds a game and which of its positions is shown. Grades, reviews and puzzles come from the server.
(() => {
  const game = byId("game");
  let state = JSON.parse(game.dataset.state);
  let running = null;
  let graded = null;
  let puzzle = null;
  let reviewed = [];

  const say = (words) => { byId("said").textContent = words; };
  const failed = (error) => { if (!isAbort(error)) say(error.message); };
  const table = tableOf(byId("table"), { say, choose: (move) => grade(move) });

  const stop = () => {
    running?.abort();
    running = null;
    byId("stop").disabled = true;
    byId("review").disabled = false;
  };

  const begin = () => {
    stop();
    running = new AbortController();
    return running;
  };

  const busy = ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before you.`); };

  // ---- Positions of the game ---------------------------------------------------------------------------------------

  const show = (next, words) => {
    state = next;
    const closed = Object.keys(state.choices).length ? "" : "No move is possible here.";
    table.show(state.table, state.choices, closed);
    say(words ?? state.now);
    around();
  };

  const around = () => {
    byId("at").textContent = `${state.at} / ${state.of}`;
    byId("played").disabled = !state.played;
    byId("play").href = `${root}/play?${state.at < state.of ? new URLSearchParams({ from: state.position }) : state.game}`;
    byId("position").value = state.position;
    const ends = { first: state.at === 0, back: state.at === 0, next: state.at === state.of, last: state.at === state.of };
    for (const button of document.querySelectorAll("[data-walk]")) button.disabled = ends[button.dataset.walk];
    for (const row of byId("moves").querySelectorAll("tr[data-number]")) {
      if (Number(row.dataset.number) === state.at + 1) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    follow(`${root}/learn?${state.query}`);
  };

  const load = async (query, words) => {
    try {
      show(await post(`${root}/learn/show`, query), words);
    } catch (error) {
      failed(error);
    }
  };

  const at = async (number) => {
    forget();
    await load(`${state.game}&at=${number}`);
    const known = reviewed.find((it) => it.number === state.at + 1);
    if (known) told(known);
  };

  const walk = (where) => {
    const to = { first: 0, back: state.at - 1, next: state.at + 1, last: state.of }[where];
    if (to >= 0 && to <= state.of) at(to);
  };

  for (const button of document.querySelectorAll("[data-walk]")) button.addEventListener("click", () => walk(button.dataset.walk));
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const where = { ",": "back", ".": "next" }[event.key];
    if (!where || event.target.closest("#editor")) return;
    event.preventDefault();
    walk(where);
  });

  // ---- Grades ------------------------------------------------------------------------------------------------------

  const forget = () => {
    graded = null;
    byId("best").disabled = true;
    byId("follow").disabled = true;
    byId("grade").innerHTML = '<p class="muted">No move is graded yet.</p>';
  };

  const told = (answer) => {
    graded = answer;
    byId("grade").innerHTML = answer.html;
    byId("best").disabled = false;
    byId("follow").disabled = false;
  };

  const grade = async (move) => {
    const run = begin();
    say(`${move} is being graded …`);
    try {
      await stream(`${root}/learn/grade`, {
        queue: busy,
        graded: (answer) => {
          // A wrong answer does not give the right one away.
          if (isWrong(answer)) {
            forget();
            byId("grade").replaceChildren(element("p", { class: "grade" }, `${move}: ${answer.said}`));
          } else {
            told(answer);
          }
          table.hint(move);
          say(solved(answer) ?? `${move}: ${answer.said}`);
        },
        error: ({ error }) => say(error),
      }, run.signal, { method: "POST", body: `${state.game}&at=${state.at}&move=${encodeURIComponent(move)}&effort=${byId("effort").value}` });
    } catch (error) {
      failed(error);
    }
  };

  byId("played").addEventListener("click", () => state.played && grade(state.played));
  byId("best").addEventListener("click", () => {
    if (!graded) return;
    table.hint(graded.best);
    say(`The best move is ${graded.best}.`);
  });
  byId("grade").addEventListener("click", (event) => {
    const move = event.target.closest("[data-show]")?.dataset.show;
    if (move) table.hint(move);
  });

  // A move that is played becomes the end of the game.
  byId("follow").addEventListener("click", async () => {
    if (!graded) return;
    const move = graded.move;
    // The game went on like this.
    if (move === state.played) return walk("next");
    try {
      const next = await post(`${root}/learn/show`, `${state.game}&at=${state.at}&play=${encodeURIComponent(move)}`);
      forget();
      unpuzzle();
      unreview();
      show(next);
    } catch (error) {
      failed(error);
    }
  });

  // ---- Puzzles -----------------------------------------------------------------------------------------------------

  const unpuzzle = () => {
    puzzle = null;
    byId("solution").disabled = true;
    byId("puzzle").replaceChildren();
  };

  const isWrong = (answer) => puzzle && state.at === 0 && answer.move !== puzzle.best;

  const solved = (answer) => {
    if (!puzzle || state.at !== 0) return null;
    if (isWrong(answer)) return `${answer.move} is not the best move. Try another.`;
    solution();
    return `Right! ${answer.move} is the only best move.`;
  };

  const solution = () => {
    const list = element("ol", {}, ...puzzle.variation.map((words) => element("li", {}, words)));
    byId("puzzle").replaceChildren(element("p", {}, `Best play, with ${puzzle.best} first:`), list);
  };

  const find = async (seed) => {
    const run = begin();
    byId("seed").value = seed;
    say(`Puzzle ${seed} is being made …`);
    try {
      await stream(`${root}/learn/puzzle?seed=${seed}`, {
        queue: busy,
        puzzle: async (found) => {
          unreview();
          forget();
          await load(`${found.query}&puzzle=${seed}`, found.asked);
          puzzle = found;
          byId("puzzle").replaceChildren(element("p", {}, found.asked));
          byId("solution").disabled = false;
        },
        error: ({ error }) => say(error),
      }, run.signal);
    } catch (error) {
      failed(error);
    }
  };

  byId("puzzles").addEventListener("submit", (event) => {
    event.preventDefault();
    find(Number(byId("seed").value) || 0);
  });
  byId("next-puzzle").addEventListener("click", () => find((Number(byId("seed").value) || 0) + 1));
  byId("solution").addEventListener("click", () => {
    if (!puzzle) return;
    solution();
    table.hint(puzzle.best);
  });

  // So many runs share a review, each with a core of its own.
  const CORES = Math.min(navigator.hardwareConcurrency || 1, 4);

  // ---- Review ------------------------------------------------------------------------------------------------------

  const unreview = () => {
    reviewed = [];
    for (const id of ["plot", "moves"]) {
      byId(id).hidden = true;
      byId(id).replaceChildren();
    }
    byId("summary").replaceChildren();
    byId("progress").textContent = "";
  };

  const row = (it) => element(
    "tr", { "data-number": it.number },
    element("th", { scope: "row" }, element("button", { type: "button", class: "plain", "data-at": it.number - 1, "aria-label": `Show the position before move ${it.number}` }, it.number)),
    element("td", {}, it.round), element("td", { class: "words" }, it.words), element("td", {}, it.grade),
    element("td", {}, `${(100 * it.loss).toFixed(1)} %`), element("td", {}, it.best),
  );

  const review = async () => {
    const run = begin();
    unreview();
    const body = element("tbody", {});
    byId("moves").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...["Move", "Round", "What was played", "Grade", "Gives away", "Best"]
      .map((title, index) => element("th", { scope: "col", class: index === 2 ? "words" : null }, title)))), body));
    byId("moves").hidden = false;
    byId("plot").hidden = false;
    byId("stop").disabled = false;
    byId("review").disabled = true;
    byId("progress").textContent = "The review begins …";
    const early = new Map();
    const take = (it) => {
      early.delete(it.number);
      reviewed.push(it);
      body.append(row(it));
    };
    const share = (number) => stream(`${root}/learn/review`, {
      queue: busy,
      reviewed: (it) => {
        early.set(it.number, it);
        while (early.has(reviewed.length + 1)) take(early.get(reviewed.length + 1));
        byId("progress").textContent = `${reviewed.length + early.size} of ${it.of} moves are graded.`;
      },
      error: ({ error }) => { byId("progress").textContent = error; },
    }, run.signal, { method: "POST", body: `${state.game}&effort=${byId("effort").value}&share=${number}/${CORES}` });
    try {
      await Promise.all(Array.from({ length: CORES }, (_, index) => share(index + 1)));
      // Where the time was over, moves between them have no grade.
      [...early.values()].sort((one, other) => one.number - other.number).forEach(take);
      await sumUp(run.signal);
    } catch (error) {
      byId("progress").textContent = isAbort(error) ? `Stopped: ${reviewed.length} moves are graded.` : error.message;
    }
    if (running === run) stop();
    around();
  };

  // What all grades say together.
  const sumUp = async (signal) => {
    const graded = reviewed.map((it) => `&graded=${[it.number, it.grade, it.win, it.loss, it.delta, it.best].join(":")}`);
    const all = await post(`${root}/learn/plot`, state.game + graded.join(""), signal);
    byId("plot").innerHTML = all.svg;
    if (!all.whole) byId("progress").textContent = `The time is over: ${all.graded} of ${all.of} moves are graded. Choose less effort.`;
    summary(all);
  };

  const summary = ({ players, worst }) => {
    const names = ["best", "good", "inaccuracies", "mistakes", "blunders"];
    const lines = players.map(({ given_away, accuracy, grades }, index) => element("li", {},
      `Player ${index + 1} gave away ${(100 * given_away).toFixed(0)} % of victories${accuracy === null ? "" : `, accuracy ${accuracy.toFixed(0)}`}: ${grades.map((count, grade) => `${count} ${names[grade]}`).join(", ")}.`));
    const buttons = worst.map((number) => {
      const it = reviewed.find((one) => one.number === number);
      return element("li", {}, element("button", { type: "button", class: "plain", "data-at": number - 1 }, `Move ${number}`), ` ${it.words} ${it.said[0].toUpperCase()}${it.said.slice(1)}.`);
    });
    byId("summary").replaceChildren(element("ul", {}, ...lines));
    if (buttons.length) byId("summary").append(element("h3", {}, "What would have been better"), element("ul", { class: "why" }, ...buttons));
  };

  byId("review").addEventListener("click", review);
  byId("stop").addEventListener("click", stop);
  for (const id of ["moves", "summary"]) {
    byId(id).addEventListener("click", (event) => {
      const number = event.target.closest("[data-at]")?.dataset.at;
      if (number === undefined) return;
      at(Number(number));
      byId("table").scrollIntoView({ block: "nearest" });
    });
  }

  const open = inTurn(async () => {
    try {
      const query = await loaded(game);
      if (query === undefined) return;
      forget();
      unpuzzle();
      unreview();
      await load(`${query}&at=0`, "The record is loaded. Walk through it, or review it.");
    } catch (error) {
      failed(error);
    }
  });
  byId("file").addEventListener("change", open);
  byId("number").addEventListener("change", open);
  byId("load").addEventListener("submit", (event) => event.preventDefault());

  // ---- Setting up --------------------------------------------------------------------------------------------------

  let timer;
  const editor = editorOf(byId("editor"), (text) => {
    byId("position").value = text;
    clearTimeout(timer);
    timer = setTimeout(() => check(text), 120);
  });

  const check = async (text) => {
    try {
      const { faults, query } = await post(`${root}/learn/check`, new URLSearchParams({ position: text }).toString());
      editor.faults(faults ?? []);
      byId("faults").querySelector(".sum")?.remove();
      const count = faults?.length;
      const words = count ? `${count} ${count === 1 ? "fault" : "faults"}, marked above.` : "The position is right, and shown on the table.";
      byId("faults").prepend(element("p", { class: "sum" }, words));
      if (query) {
        forget();
        unpuzzle();
        unreview();
        const kept = byId("position").value;
        await load(query);
        byId("position").value = kept;
      }
    } catch (error) {
      failed(error);
    }
  };

  byId("set-up").addEventListener("toggle", () => { if (byId("set-up").open) editor.show(state.position); });
  byId("text").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("position").value;
    editor.show(text);
    check(text);
  });

  table.show(null, state.choices, "No move is possible here.");
  around();
  if (game.dataset.puzzle) find(Number(game.dataset.puzzle));
})();
