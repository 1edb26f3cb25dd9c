// The game is in `state.query`; every request carries it, and the server answers with the next one.
(() => {
  const game = byId("game");
  const go = byId("go");
  const start = byId("start");
  const tabs = tabsOf(document.querySelector(".tabs"));
  const guide = guideOf(byId("guide"), () => table.clear());
  let state = JSON.parse(game.dataset.state);
  let running = null;
  let paused = false;
  // What the large button does.
  let primary = () => {};

  const say = (words) => { byId("said").textContent = words; };
  const failed = (error) => { if (!isAbort(error)) say(error.message); };
  const table = tableOf(byId("table"), { say, choose: (move, words) => chosen(move, words), took: () => guide.tell("chosen") });

  // A move that was chosen: some want to be asked before it is played.
  const chosen = (move, words) => {
    const play = () => act(`move=${encodeURIComponent(move)}`);
    if (!byId("confirms").checked) return play();
    say(words);
    table.hint(move);
    button("Play this move", play);
    go.focus();
  };

  // No words, no button. A key that does the same is named on it.
  const button = (words, does, key = "") => {
    go.textContent = words;
    go.setAttribute("aria-keyshortcuts", key);
    go.hidden = !does;
    primary = does ?? (() => {});
  };

  const stop = () => {
    running?.abort();
    running = null;
  };

  const act = async (what) => {
    stop();
    try {
      show(await post(`${root}/play/act`, `${state.query}&${what}`), what.split("=")[0] === "move");
      if (what === "do=deal") {
        table.deal();
        guide.tell("dealt");
      }
    } catch (error) {
      failed(error);
    }
  };

  // ---- What is shown --------------------------------------------------------------------------------------------

  const closed = () => {
    if (state.phase === "over") return "The game is over. Start a new one.";
    if (state.phase === "deal") return "The round is over. Deal the next one first.";
    return state.human ? "" : `${state.name} moves by itself.`;
  };

  // The last move of the list is seen.
  const latest = () => { for (const id of ["moves", "log"]) byId(id).scrollTop = byId(id).scrollHeight; };

  const open = () => (state.phase === "moves" && state.human ? state.choices : {});

  // Shows another state; after a move, its tiles travel, and the round is scored that it ended.
  const show = (next, isMove = false) => {
    state = next;
    const isScored = isMove && state.scoring.length > 0;
    const hadFocus = document.activeElement === go;
    table.show(isScored ? state.full : state.table, isScored ? {} : open(), closed(), isMove ? state.way : null);
    say(isScored ? "The round is scored." : state.said);
    byId("log").innerHTML = state.log;
    latest();
    byId("stocks").innerHTML = state.stocks;
    byId("ending").innerHTML = state.over;
    byId("welcome").hidden = state.undo || !state.people;
    byId("advice").replaceChildren(element("p", { class: "muted" }, "A hint shows the best move on the table, and how likely you win with it."));
    follow(`${root}/play?${state.query}`);
    around();
    if (isScored) score();
    else proceed();
    // What is hidden keeps no focus.
    if (hadFocus && go.hidden) byId("table").querySelector(".group, .line").focus();
  };

  // Whether a game has begun that a person plays, and goes on.
  const isPlayed = () => state.people && state.undo && state.phase !== "over";

  const around = () => {
    stored.write("game", state.query);
    byId("undo").disabled = !state.undo;
    byId("hint").disabled = !(state.phase === "moves" && state.human);
    byId("resign").disabled = !isPlayed();
    byId("record").hidden = !state.record;
    byId("record").href = `${root}/play/record?${state.query}`;
    byId("learn").href = `${root}/learn?${state.query}`;
    byId("link").value = `${location.origin}${root}/play?${state.query}`;
    byId("position").value = state.position;
  };

  // What comes next, when everything has been told.
  const proceed = () => {
    button("", null);
    if (state.phase === "over") {
      button("Result", () => byId("over").showModal());
    } else if (state.phase === "deal") {
      guide.tell("deal");
      button(`Deal round ${state.round + 1}`, () => act("do=deal"));
      if (!state.people && !paused) later(() => act("do=deal"), 1500);
    } else if (!state.human) {
      if (paused) button("Go on", () => { paused = false; proceed(); });
      else think();
    } else {
      guide.tell("turn");
    }
  };

  const later = (does, time) => {
    stop();
    const wait = new AbortController();
    running = wait;
    const timer = setTimeout(does, time);
    wait.signal.addEventListener("abort", () => clearTimeout(timer));
  };

  // ---- Players that are no people --------------------------------------------------------------------------------

  const think = async () => {
    stop();
    const run = new AbortController();
    running = run;
    const began = Date.now();
    // Where people play, nobody has to wait for long.
    if (!state.people) {
      button("Pause", () => {
        paused = true;
        stop();
        say(`${state.name} waits.`);
        proceed();
      });
    }
    let played = null;
    try {
      await stream(`${root}/play/think`, {
        queue: ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before ${state.name}.`); },
        thought: ({ nodes, depth }) => {
          byId("said").setAttribute("aria-busy", "true");
          say(`${state.now} Thinking: ${nodes} positions so far, ${depth} ${depth === 1 ? "move" : "moves"} ahead.`);
        },
        played: (answer) => { played = answer; },
        error: ({ error }) => say(error),
      }, run.signal, { method: "POST", body: state.query });
    } catch (error) {
      failed(error);
    }
    byId("said").removeAttribute("aria-busy");
    if (running !== run) return;
    running = null;
    if (!played) return button("Go on", proceed);
    // So that people can follow.
    later(() => show(played, true), Math.max(0, 700 - (Date.now() - began)));
    if (!state.people) {
      button("Pause", () => {
        paused = true;
        stop();
        show(played, true);
      });
    }
  };

  // ---- The scoring, run by run -----------------------------------------------------------------------------------

  // Between two steps, so that people can count along.
  const STEP = 800;

  const wait = (time, signal) => new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

  const score = async () => {
    stop();
    const run = new AbortController();
    running = run;
    const { scoring } = state;
    const skip = new AbortController();
    const either = AbortSignal.any([run.signal, skip.signal]);
    guide.tell("scoring");
    button("Skip", () => skip.abort(), "Escape");
    byId("undo").disabled = true;
    if (!isStill()) {
      await wait(STEP * speed(), either);
      for (const step of scoring) {
        if (either.aborted) break;
        table.score(step);
        say(step.words);
        await wait(STEP * speed(), either);
      }
    }
    // Somebody went on with something else.
    if (run.signal.aborted) return;
    running = null;
    table.show(state.table, open(), closed());
    // What was scored stays marked.
    for (const { board, place, earned } of scoring) if (place !== null) table.earned(board, place, earned);
    say(state.now);
    around();
    const hadFocus = document.activeElement === go;
    proceed();
    if (hadFocus && !go.hidden) go.focus();
    if (state.phase === "over" && state.people) byId("over").showModal();
  };

  document.addEventListener("keydown", (event) => {
    if (go.hidden || event.key !== go.ariaKeyShortcuts) return;
    event.preventDefault();
    primary();
  });

  // ---- Buttons ---------------------------------------------------------------------------------------------------

  go.addEventListener("click", () => primary());
  byId("undo").addEventListener("click", () => {
    // Where nobody else plays, the next move would come at once.
    paused ||= !state.people;
    act("do=undo");
  });

  byId("hint").addEventListener("click", async () => {
    stop();
    const run = new AbortController();
    running = run;
    byId("hint").disabled = true;
    say("Looking for a good move …");
    try {
      await stream(`${root}/play/hint`, {
        queue: ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before this hint.`); },
        hint: ({ move, said, words, win }) => {
          table.hint(move);
          say(said);
          byId("advice").innerHTML = chanceOf(win, "Your chance to win with it");
          byId("advice").append(element("p", {}, words));
        },
        error: ({ error }) => say(error),
      }, run.signal, { method: "POST", body: state.query });
    } catch (error) {
      failed(error);
    }
    byId("hint").disabled = !(state.phase === "moves" && state.human);
  });

  byId("resigns").addEventListener("click", async () => {
    byId("resigning").close();
    await act("do=resign");
    byId("over").showModal();
  });

  byId("share").addEventListener("click", async ({ target }) => {
    const kind = target.dataset?.picture;
    if (!kind) return;
    try {
      await savePicture(await positionPicture(state.position), kind, "azulejo-position");
    } catch (error) {
      failed(error);
    }
  });

  const load = inTurn(async () => {
    try {
      const query = await loaded(game);
      if (query === undefined) return;
      // People take all seats, so that nothing happens before they say so.
      const seats = new URLSearchParams(query).get("players");
      show(await post(`${root}/play/act`, query + "&seat=human".repeat(Number(seats))));
    } catch (error) {
      failed(error);
    }
  });
  byId("file").addEventListener("change", load);
  byId("number").addEventListener("change", load);
  byId("load").addEventListener("submit", (event) => event.preventDefault());

  byId("speed").value = String(speed());
  byId("speed").addEventListener("change", ({ target }) => stored.write("speed", Number(target.value)));
  byId("confirms").checked = stored.read("confirms", false);
  byId("confirms").addEventListener("change", ({ target }) => stored.write("confirms", target.checked));

  // ---- A new game ------------------------------------------------------------------------------------------------

  // Seats follow the level, until somebody chooses them one by one.
  const seats = () => {
    const count = Number(start.elements.players.value);
    for (const first of start.elements.first.options) first.disabled = Number(first.value) > count;
    if (Number(start.elements.first.value) > count) start.elements.first.value = "1";
    for (const seat of start.querySelectorAll(".seat")) {
      const plays = Number(seat.dataset.seat) <= count;
      seat.hidden = !plays;
      seat.disabled = !plays;
    }
  };
  start.addEventListener("input", (event) => {
    if (event.target.name === "level") {
      [...start.querySelectorAll("[name=seat]")].forEach((seat, index) => { seat.value = index === 0 ? "human" : event.target.value; });
    }
    if (event.target.name === "seat") {
      const others = [...start.querySelectorAll("[name=seat]")].slice(1, Number(start.elements.players.value)).map((seat) => seat.value);
      for (const level of start.querySelectorAll("[name=level]")) level.checked = others.every((seat) => seat === level.value);
    }
    seats();
  });
  seats();

  const begin = async (fields) => {
    stop();
    paused = false;
    try {
      show(await post(`${root}/play/act`, fields));
      byId("new").close();
      table.deal();
      byId("table").querySelector(".group")?.focus({ preventScroll: true });
    } catch (error) {
      failed(error);
    }
  };

  byId("begin").addEventListener("click", () => {
    byId("gives-up").hidden = !isPlayed();
    start.querySelector("[type=submit]").textContent = isPlayed() ? "End it, and start another" : "Start";
  });
  start.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(new URLSearchParams(new FormData(start)).toString());
  });

  byId("teach").addEventListener("click", async () => {
    if (!(state.phase === "moves" && state.human)) await begin("players=2");
    tabs.show("tab-moves");
    guide.begin();
    byId("guide").scrollIntoView({ block: "nearest" });
  });

  // Who comes back without a link finds the game that was left.
  const isLeft = location.search === "" ? stored.read("game", null) : null;
  const begun = async () => {
    try {
      if (isLeft) return show(await post(`${root}/play/act`, isLeft));
    } catch {
      // A game that can no longer be read is gone.
    }
    table.show(null, open(), closed());
    around();
    follow(`${root}/play?${state.query}`);
    proceed();
  };
  latest();
  begun();
})();
