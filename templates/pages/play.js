// The game is in `state.query`; every request carries it, and the server answers with the next one.
(() => {
  const game = byId("game");
  const go = byId("go");
  const start = byId("start");
  let state = JSON.parse(game.dataset.state);
  let running = null;
  let paused = false;
  // What the large button does.
  let primary = () => {};

  const say = (words) => { byId("said").textContent = words; };
  const failed = (error) => { if (!isAbort(error)) say(error.message); };
  const table = tableOf(byId("table"), { say, choose: (move) => act(`move=${encodeURIComponent(move)}`) });

  const button = (words, does) => {
    go.textContent = words;
    go.disabled = !does;
    primary = does ?? (() => {});
  };

  const stop = () => {
    running?.abort();
    running = null;
  };

  const act = async (what) => {
    stop();
    try {
      show(await post(`${root}/play/act`, `${state.query}&${what}`));
    } catch (error) {
      failed(error);
    }
  };

  // ---- What is shown --------------------------------------------------------------------------------------------

  const closed = () => {
    if (state.phase === "over") return "The game is over. Start a new one.";
    if (state.phase === "deal") return "The round is over. Deal the next one first.";
    return state.human ? "" : `Player ${state.mover} is a program, which moves by itself.`;
  };

  const show = (next) => {
    state = next;
    const ends = state.phase !== "moves";
    // A button that is disabled takes no focus.
    if (ends) button("Next", () => {});
    table.show(state.table, !ends && state.human ? state.choices : {}, closed());
    if (document.activeElement === go && !ends && state.human) byId("table").querySelector(".group").focus();
    say(state.said);
    byId("log").innerHTML = state.log;
    byId("log").scrollTop = 0;
    follow(`${root}/play?${state.query}`);
    around();
    if (state.scoring.length) tell(0);
    else proceed();
  };

  const around = () => {
    byId("undo").disabled = !state.undo;
    byId("hint").disabled = !(state.phase === "moves" && state.human);
    byId("record").hidden = !state.record;
    byId("record").href = `${root}/play/record?${state.query}`;
    byId("learn").href = `${root}/learn?${state.query}`;
    byId("link").value = `${location.origin}${root}/play?${state.query}`;
    byId("position").value = state.position;
  };

  // What comes next, when everything has been told.
  const proceed = () => {
    if (state.phase === "over") {
      button("New game", () => { byId("new").open = true; start.elements.players.focus(); });
    } else if (state.phase === "deal") {
      button(`Deal round ${state.round + 1}`, () => act("do=deal"));
      if (!state.people && !paused) later(() => act("do=deal"), 1500);
    } else if (!state.human) {
      if (paused) button("Go on", () => { paused = false; proceed(); });
      else think();
    } else {
      button("Next", null);
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
    button("Pause", () => {
      paused = true;
      stop();
      say(`Player ${state.mover} waits.`);
      proceed();
    });
    let played = null;
    try {
      await stream(`${root}/play/think`, {
        queue: ({ ahead }) => { if (ahead > 0) say(`The server is busy: ${ahead} before player ${state.mover}.`); },
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
    later(() => show(played), Math.max(0, 700 - (Date.now() - began)));
    button("Pause", () => {
      paused = true;
      stop();
      show(played);
    });
  };

  // ---- The scoring, tile by tile ---------------------------------------------------------------------------------

  const tell = (number) => {
    stop();
    const steps = state.scoring;
    const place = (step) => byId("table").querySelector(`[data-board="${step.board + 1}"] [data-place="${step.place}"]`);
    const score = (player) => byId("table").querySelector(`[data-score="${player + 1}"]`);
    byId("table").querySelectorAll(".now").forEach((one) => one.classList.remove("now"));
    if (number === 0) {
      state.before.forEach((points, player) => { score(player).textContent = points; });
      for (const step of steps) if (step.place !== null) place(step).classList.add("coming");
    }
    if (number === steps.length) {
      say(state.now);
      return proceed();
    }
    const step = steps[number];
    if (step.place !== null) {
      place(step).classList.remove("coming");
      place(step).classList.add("now");
    }
    score(step.board).textContent = step.score;
    score(step.board).scrollIntoView({ block: "nearest" });
    say(step.words);
    button("Next tile", () => tell(number + 1));
    if (!state.people) later(() => tell(number + 1), 1200);
  };

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
        hint: ({ move, words }) => {
          table.hint(move);
          say(words);
        },
        error: ({ error }) => say(error),
      }, run.signal, { method: "POST", body: state.query });
    } catch (error) {
      failed(error);
    }
    byId("hint").disabled = !(state.phase === "moves" && state.human);
  });

  const load = inTurn(async () => {
    try {
      const query = await loaded(game);
      if (query === undefined) return;
      // People take all seats, so that nothing happens before they say so.
      const seats = new URLSearchParams(query).get("players");
      show(await post(`${root}/play/act`, query + "&seat=human".repeat(Number(seats))));
      byId("new").open = false;
    } catch (error) {
      failed(error);
    }
  });
  byId("file").addEventListener("change", load);
  byId("number").addEventListener("change", load);
  byId("load").addEventListener("submit", (event) => event.preventDefault());

  // ---- A new game ------------------------------------------------------------------------------------------------

  const seats = () => {
    const count = Number(start.elements.players.value);
    for (const first of start.elements.first.options) first.disabled = Number(first.value) > count;
    if (Number(start.elements.first.value) > count) start.elements.first.value = "1";
    for (const seat of start.querySelectorAll(".seat")) {
      const plays = Number(seat.dataset.seat) <= count;
      seat.hidden = !plays;
      seat.disabled = !plays;
      const who = seat.querySelector("select").selectedOptions[0];
      const dial = seat.querySelector("[type=range]");
      const searches = who.dataset.searches === "true";
      dial.closest("label").classList.toggle("off", !searches);
      const looks = dial.dataset.levels.split("|")[dial.value];
      dial.setAttribute("aria-valuetext", looks);
      const about = who.title ? `${who.title[0].toUpperCase()}${who.title.slice(1)}.` : "Somebody at this screen.";
      seat.querySelector(".about").textContent = searches ? `${about} Looks at ${looks} for a move.` : about;
    }
  };
  start.addEventListener("input", seats);
  seats();

  start.addEventListener("submit", async (event) => {
    event.preventDefault();
    stop();
    paused = false;
    try {
      const fields = new URLSearchParams(new FormData(start)).toString();
      show(await post(`${root}/play/act`, fields));
      byId("new").open = false;
      byId("table").querySelector(".group")?.focus();
    } catch (error) {
      failed(error);
    }
  });

  table.show(null, state.phase === "moves" && state.human ? state.choices : {}, closed());
  around();
  follow(`${root}/play?${state.query}`);
  if (state.scoring.length) tell(0);
  else proceed();
})();
