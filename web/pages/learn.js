// The address holds a game and which of its positions is shown. Grades, reviews and puzzles come from the server.
(() => {
  const game = byId("game");
  let state = JSON.parse(game.dataset.state);
  let running = null;
  const isReviewed = new URLSearchParams(location.search).has("review");
  let graded = null;
  let puzzle = null;
  let reviewed = [];

  const say = (words) => { byId("said").textContent = words; };
  const failed = (error) => { if (!isAbort(error)) say(error.message); };
  const table = tableOf(byId("table"), { say, choose: (move) => grade(move) });
  const arrows = arrowsOf(byId("arrows"), byId("table"));
  const lines = linesOf(byId("engine-moves"), byId("step"), { arrows, preview: (moves) => preview(moves) });
  const graph = graphOf(byId("plot"), (number) => at(number));
  const tabs = tabsOf(document.querySelector(".tabs"), (id) => edit(id === "tab-set-up"));


  const stop = () => {
    running?.abort();
    running = null;
    byId("stop").hidden = true;
    byId("review").disabled = false;
  };

  const begin = () => {
    stop();
    running = new AbortController();
    return running;
  };

  const busy = ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before you.`); };

  // ---- Positions of the game ---------------------------------------------------------------------------------------

  const show = (next, words, isForward = false) => {
    const same = next.game === state.game;
    state = next;
    const closed = Object.keys(state.choices).length ? "" : "No move is possible here.";
    table.show(state.table, state.choices, closed, isForward ? state.way : null);
    arrows.clear();
    lines.clear();
    if (!same) byId("moves").innerHTML = state.log;
    say(words ?? state.now);
    around();
    think();
  };

  // A line of play on the table, which the game has not.
  const preview = async (moves) => {
    try {
      const next = await post(`${root}/learn/show`, `${state.game}&at=${state.at}${moves.map((move) => `&play=${encodeURIComponent(move)}`).join("")}`);
      arrows.clear();
      table.show(next.table, moves.length ? {} : state.choices, "Go back to the game first.", moves.length ? next.way : null);
      say(moves.length ? "A line of play, which is not of the game." : state.now);
    } catch (error) {
      failed(error);
    }
  };

  const evaluated = (percent, words) => {
    const bar = byId("eval");
    bar.classList.toggle("known", percent !== null);
    bar.classList.toggle("low", percent !== null && percent < 50);
    bar.style.setProperty("--win", percent ?? 50);
    bar.querySelector("b").textContent = percent ?? "";
    bar.setAttribute("aria-label", percent === null ? "Not judged yet" : words);
  };

  const around = () => {
    byId("at").textContent = `${state.at} / ${state.of}`;
    byId("played").disabled = !state.played;
    byId("review").disabled = state.of === 0;
    byId("play").href = `${root}/play?${state.at < state.of ? new URLSearchParams({ from: state.position }) : state.game}`;
    byId("position").value = state.position;
    const ends = { first: state.at === 0, back: state.at === 0, next: state.at === state.of, last: state.at === state.of };
    for (const button of document.querySelectorAll("[data-walk]")) button.disabled = ends[button.dataset.walk];
    markMoves(byId("moves"), reviewed, state.players);
    for (const button of byId("moves").querySelectorAll("[data-at]")) {
      if (Number(button.dataset.at) === state.at) {
        button.setAttribute("aria-current", "step");
        if (!button.closest(".sheet").hidden) nearest(button);
      } else {
        button.removeAttribute("aria-current");
      }
    }
    const last = reviewed.find((it) => it.number === state.at);
    const win = last && Math.round(100 * winOf(last, state.players));
    evaluated(win ?? null, `Player ${state.players === 2 ? 1 : last?.player} wins with ${win} %`);
    graph.show(reviewed, state.of, state.players, state.at);
    follow(`${root}/learn?${state.query}`);
    byId("link").value = `${location.origin}${root}/learn?${state.query}`;
  };

  // Scrolls the list, and not the page.
  const nearest = (button) => {
    const list = [byId("sheet-moves"), byId("moves")].find((one) => one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY === "auto");
    if (!list) return;
    const [box, own] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (own.top < box.top) list.scrollTop -= box.top - own.top + 8;
    else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom + 8;
  };

  // ---- The best moves ----------------------------------------------------------------------------------------------

  let thinking = null;
  const think = () => {
    thinking?.abort();
    if (!byId("engine").checked || !Object.keys(state.choices).length) return;
    const run = new AbortController();
    thinking = run;
    // Who walks on quickly does not wait for each position.
    const timer = setTimeout(async () => {
      try {
        await stream(`${root}/learn/best`, {
          queue: busy,
          best: ({ player, moves }) => {
            lines.show(moves);
            const win = state.players === 2 && player === 2 ? 1 - moves[0].win : moves[0].win;
            const percent = Math.round(100 * win);
            evaluated(percent, `Player ${state.players === 2 ? 1 : player} wins with ${percent} %`);
          },
          error: ({ error }) => say(error),
        }, run.signal, { method: "POST", body: `${state.game}&at=${state.at}&effort=${byId("effort").value}` });
      } catch (error) {
        failed(error);
      }
    }, 200);
    run.signal.addEventListener("abort", () => clearTimeout(timer));
  };
  byId("engine").addEventListener("change", () => {
    if (byId("engine").checked) think();
    else {
      thinking?.abort();
      lines.clear();
    }
  });

  const load = async (query, words, isForward) => {
    try {
      show(await post(`${root}/learn/show`, query), words, isForward);
    } catch (error) {
      failed(error);
    }
  };

  const at = async (number) => {
    forget();
    await load(`${state.game}&at=${number}`, undefined, number === state.at + 1);
    const known = reviewed.find((it) => it.number === state.at + 1);
    if (known) told(known);
  };

  const walk = (where) => {
    const to = { first: 0, back: state.at - 1, next: state.at + 1, last: state.of }[where];
    if (to >= 0 && to <= state.of) at(to);
  };

  for (const button of document.querySelectorAll("[data-walk]")) button.addEventListener("click", () => walk(button.dataset.walk));
  document.addEventListener("keydown", (event) => {
    // On the table and on tabs, arrows have another meaning.
    if (event.defaultPrevented || event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ",": "back", ".": "next", ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
    const where = keys[event.key];
    if (!where || isEditing || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    walk(where);
  });

  // ---- Grades ------------------------------------------------------------------------------------------------------

  const forget = () => {
    graded = null;
    byId("best").disabled = true;
    byId("follow").disabled = true;
    byId("grade").innerHTML = '<p class="muted">Choose tiles and a line on the table: the move is graded, and not played.</p>';
  };

  const told = (answer) => {
    graded = answer;
    byId("grade").innerHTML = answer.html;
    byId("best").disabled = false;
    byId("follow").disabled = false;
  };

  // A move of the position in words.
  const named = (move) => {
    const [taken, to] = [state.choices[move.slice(0, 2)].words, move.slice(2)];
    return `${taken} to ${to === "-" ? "the floor" : `line ${to}`}`;
  };

  const grade = async (move) => {
    const run = begin();
    const words = named(move);
    say(`${words} is being graded …`);
    try {
      await stream(`${root}/learn/grade`, {
        queue: busy,
        graded: (answer) => {
          // A wrong answer does not give the right one away.
          if (isWrong(answer)) {
            forget();
            refute(move, run.signal);
            byId("grade").replaceChildren(element("p", { class: "grade" }, `${words}: ${answer.said}`));
          } else {
            told(answer);
            if (!puzzle) tabs.show("tab-analysis");
          }
          table.hint(move);
          say(solved(answer, words) ?? `${words}: ${answer.said}`);
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
    arrows.show([graded.best]);
  });
  byId("grade").addEventListener("click", (event) => {
    const move = event.target.closest("[data-show]")?.dataset.show;
    if (!move) return;
    table.hint(move);
    arrows.show([move]);
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
    byId("asks").hidden = false;
    byId("solution").disabled = true;
    byId("puzzle").replaceChildren();
  };

  // The browser remembers what was solved. A puzzle counts once.
  const tried = () => stored.read("solved-puzzles", { streak: 0, solved: 0, numbers: [] });
  const showTries = () => {
    const { streak, solved: right, numbers } = tried();
    byId("streak").textContent = streak;
    byId("solved").textContent = `${right} of ${numbers.length}`;
  };
  const count = (isRight) => {
    const { streak, solved: right, numbers } = tried();
    if (numbers.includes(puzzle.number)) return;
    stored.write("solved-puzzles", { streak: isRight ? streak + 1 : 0, solved: right + isRight, numbers: [...numbers, puzzle.number] });
    showTries();
  };

  // The best reply to a wrong answer, on the table.
  const refute = async (move, signal) => {
    try {
      const next = await post(`${root}/learn/show`, `${state.game}&at=${state.at}&play=${encodeURIComponent(move)}`, signal);
      if (!Object.keys(next.choices).length) return;
      await stream(`${root}/learn/best`, {
        best: ({ moves: [best] }) => {
          const [reply] = best.line;
          byId("grade").append(element("p", {}, "The answer to it: ", element("button", { type: "button", class: "plain", id: "refutation" }, reply[1])));
          byId("refutation").addEventListener("click", () => preview([move, reply[0]]));
          byId("refutation").after(" ", element("button", { type: "button", class: "plain", "data-played": 0 }, "Back to the puzzle"));
        },
      }, signal, { method: "POST", body: `${next.game}&effort=quick` });
    } catch (error) {
      failed(error);
    }
  };

  const isWrong = (answer) => puzzle && state.at === 0 && answer.move !== puzzle.best;

  const solved = (answer, words) => {
    if (!puzzle || state.at !== 0) return null;
    count(!isWrong(answer));
    if (isWrong(answer)) return `${words} is not the best move. Try another.`;
    solution();
    return `Right! ${words} is the only best move.`;
  };

  // The best play, each move of which is shown on the table when it is chosen.
  const solution = () => {
    const moves = puzzle.line.map(([, words], index) => element("li", {}, element("button", { type: "button", class: "plain", "data-played": index + 1 }, words)));
    byId("puzzle").replaceChildren(element("p", {}, puzzle.about), element("p", {}, "Best play. Choose a move to see it on the table:"), element("ol", {}, ...moves),
      element("p", { class: "controls" }, element("button", { type: "button", "data-played": 0 }, "Back to the puzzle")));
  };
  byId("grade").addEventListener("click", (event) => { if (event.target.closest("[data-played]")) preview([]); });
  byId("puzzle").addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-played]");
    if (!chosen) return;
    for (const one of byId("puzzle").querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    const played = Number(chosen.dataset.played);
    if (played) chosen.setAttribute("aria-current", "step");
    preview(puzzle.line.slice(0, played).map(([move]) => move));
  });

  const find = async (number) => {
    const run = begin();
    try {
      const found = await ask(`${root}/learn/puzzle?number=${number}`, { signal: run.signal });
      byId("seed").value = number;
      unreview();
      forget();
      await load(`${found.query}&puzzle=${number}`, found.asked);
      puzzle = found;
      tabs.show("tab-puzzles");
      byId("asks").hidden = true;
      byId("puzzle").replaceChildren(element("p", {}, found.asked), element("p", { class: "muted" }, found.rated));
      byId("solution").disabled = false;
    } catch (error) {
      failed(error);
    }
  };

  byId("puzzles").addEventListener("submit", (event) => {
    event.preventDefault();
    find(Number(byId("seed").value) || 1);
  });
  byId("next-puzzle").addEventListener("click", () => find((Number(byId("seed").value) || 0) + 1));
  // The same for everybody who asks on the same day.
  byId("daily").addEventListener("click", () => {
    const days = Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);
    // A step without a common divisor goes through all of them, easy and hard ones in turn.
    find(1 + (days * 211) % Number(byId("seed").max));
  });
  byId("solution").addEventListener("click", () => {
    if (!puzzle) return;
    count(false);
    solution();
    table.hint(puzzle.best);
  });

  // So many runs share a review, each with a core of its own.
  const CORES = Math.min(navigator.hardwareConcurrency || 1, 4);

  // ---- Review ------------------------------------------------------------------------------------------------------

  const unreview = () => {
    reviewed = [];
    byId("plot").hidden = true;
    byId("whole").hidden = true;
    byId("plot").replaceChildren();
    byId("drawn").replaceChildren();
    byId("moves").querySelectorAll(".sign, var").forEach((one) => one.remove());
    byId("summary").replaceChildren();
    byId("progress").textContent = "";
  };

  const review = async () => {
    const run = begin();
    unreview();
    byId("stop").hidden = false;
    byId("review").disabled = true;
    byId("progress").textContent = "The review begins …";
    const early = new Map();
    const take = (it) => {
      early.delete(it.number);
      reviewed.push(it);
      around();
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
    byId("drawn").innerHTML = all.svg;
    byId("whole").hidden = false;
    if (!all.whole) byId("progress").textContent = `The time is over: ${all.graded} of ${all.of} moves are graded. Choose less effort.`;
    summary(all);
  };

  const summary = ({ players, worst }) => {
    const lines = players.map((played) => element("li", {}, played));
    const buttons = worst.map((number) => {
      const it = reviewed.find((one) => one.number === number);
      return element("li", {}, element("button", { type: "button", class: "plain", "data-before": number - 1 }, `Move ${number}`), ` ${it.words} ${it.said[0].toUpperCase()}${it.said.slice(1)}. Better: ${it.better}.`);
    });
    byId("summary").replaceChildren(element("ul", {}, ...lines));
    if (buttons.length) byId("summary").append(element("h3", {}, "What would have been better"), element("ul", { class: "why" }, ...buttons));
  };

  for (const id of ["share", "picture"]) {
    byId(id).addEventListener("click", async ({ target }) => {
      const kind = target.dataset?.picture;
      if (!kind) return;
      try {
        const picture = id === "share" ? await positionPicture(state.position) : pictureFrom(new XMLSerializer().serializeToString(byId("drawn").querySelector("svg")));
        await savePicture(picture, kind, id === "share" ? "azulejo-position" : "azulejo-review");
      } catch (error) {
        failed(error);
      }
    });
  }

  byId("review").addEventListener("click", review);
  byId("stop").addEventListener("click", stop);
  for (const id of ["moves", "summary"]) {
    byId(id).addEventListener("click", (event) => {
      const chosen = event.target.closest("[data-at], [data-before]");
      if (chosen) at(Number(chosen.dataset.at ?? chosen.dataset.before));
    });
  }

  const open = (found) => inTurn(async () => {
    try {
      const query = await found();
      if (query === undefined) return;
      forget();
      unpuzzle();
      unreview();
      await load(`${query}&at=0`, "The game is loaded. Walk through it, or review it.");
    } catch (error) {
      failed(error);
    }
  });
  const chosen = open(() => loaded(game));
  byId("file").addEventListener("change", chosen);
  byId("number").addEventListener("change", chosen);
  byId("load").addEventListener("submit", (event) => event.preventDefault());
  const pasted = open(() => loadedFrom(game, byId("pasted").value, 1));
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    pasted();
  });

  // ---- Setting up --------------------------------------------------------------------------------------------------

  let timer;
  let isEditing = false;
  const editor = editorOf(byId("editor"), byId("settings"), (text) => {
    byId("position").value = text;
    clearTimeout(timer);
    timer = setTimeout(() => check(text), 120);
  });

  // The editor takes the place of the table.
  const edit = (on) => {
    if (isEditing === on) return;
    isEditing = on;
    byId("editor").hidden = !on;
    byId("table").hidden = on;
    arrows.clear();
    if (on) editor.show(state.position);
  };

  const check = async (text) => {
    try {
      const { faults, query } = await post(`${root}/learn/check`, new URLSearchParams({ position: text }).toString());
      editor.faults(faults ?? []);
      const count = faults?.length;
      byId("sum").textContent = count ? `${count} ${count === 1 ? "fault" : "faults"}, marked where they are.` : "The position is right.";
      if (query) {
        forget();
        unpuzzle();
        unreview();
        const typed = byId("position").value;
        await load(query);
        byId("position").value = typed;
      }
    } catch (error) {
      failed(error);
    }
  };

  byId("text").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("position").value;
    editor.show(text);
    check(text);
  });

  table.show(null, state.choices, "No move is possible here.");
  around();
  showTries();
  if (game.dataset.puzzle) find(Number(game.dataset.puzzle));
  // A link can ask for the review.
  else if (isReviewed && state.of) review();
})();
