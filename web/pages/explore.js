// The address holds the instance; the page follows it. Walls, answers and lists come from the server as they are.
(() => {
  const page = byId("explore");
  const menu = byId("menu");
  const form = byId("form");
  const draws = { seed: 0 };
  const parts = ["kind", "without", "cell", "kept", "embed"];
  // The query of the wall that is kept beside this one, if there is one.
  let { kept } = page.dataset;
  let fields = new URLSearchParams(page.dataset.query);
  let following = new AbortController();
  let chosen = "1";
  // How much of what was said of cells is gone with the size of the wall.
  let dropped = 0;
  let timer;

  const wall = () => byId("wall").firstElementChild;
  const cellOf = (target) => target.closest?.("[data-cell]");
  const cell = (number) => byId("wall").querySelector(`[data-cell="${number}"]`);

  // ---- The instance -------------------------------------------------------------------------------------------

  const written = (search) => search.toString().replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%3A", ":");
  const query = () => written(fields);

  // Keeps the fields for which a test holds.
  const keep = (test) => {
    fields = new URLSearchParams([...fields].filter(([name, value]) => test(name, value)));
  };

  const put = (name, value) => {
    keep((field) => field !== name);
    if (value !== "") fields.append(name, value);
  };

  const add = (name, value) => {
    if (!fields.getAll(name).includes(value)) fields.append(name, value);
  };

  const listed = (text) => text.split(/\s+/).filter(Boolean);
  const cellsOf = (name) => listed(fields.get(name) ?? "");

  // A list with a cell put into it, or taken out.
  const toggled = (cells, number) => {
    const rest = cells.filter((one) => one !== number);
    return (rest.length < cells.length ? rest : [...cells, number].sort((a, b) => a - b)).join(" ");
  };

  // What can be said of a cell: each choice of the menu has the name of its field, how its value is written, such as
  // CELL@TURN, and which part of it is the cell.
  const choices = [...menu.querySelectorAll("[data-flag]")];
  const valueOf = (form, parts) => form.replace(/[A-Z]+/g, (name) => parts[name.toLowerCase()]);
  const partsOf = (form, value) => {
    const found = value.match(new RegExp(`^${form.replace(/[A-Z]+/g, "(.+)")}$`));
    return found && Object.fromEntries(form.match(/[A-Z]+/g).map((name, index) => [name.toLowerCase(), found[index + 1]]));
  };

  // The parts of a field that says of a cell what a choice says, if it does.
  const about = ({ dataset: { flag, value: form, field } }, [name, value], number) => {
    const parts = name === flag ? partsOf(form, value) : null;
    return parts && listed(parts[field]).includes(number) ? parts : null;
  };

  // The field without a cell: of a list the rest stays.
  const without = (choice, [name, value], number) => {
    const parts = about(choice, [name, value], number);
    if (!parts) return [[name, value]];
    const { value: form, field, list } = choice.dataset;
    const rest = list === undefined ? "" : toggled(listed(parts[field]), number);
    return rest === "" ? [] : [[name, valueOf(form, { ...parts, [field]: rest })]];
  };

  // What the form says, which has no fields for single cells.
  const readForm = () => {
    const data = new FormData(form);
    const size = `${data.get("rows")}x${data.get("columns")}`;
    if (size !== fields.get("size")) {
      const before = [...fields].length;
      keep((name) => ["size", "sense", "turns", "bonus", "rule"].includes(name));
      dropped = before - [...fields].length;
    }
    put("size", size);
    put("sense", data.get("sense"));
    put("turns", data.get("turns"));
    put("bonus", data.get("bonus") === "0,0,0" ? "" : data.get("bonus"));
    keep((name) => name !== "rule");
    for (const rule of data.getAll("rule")) fields.append("rule", rule);
  };

  const showForm = () => {
    const sides = (fields.get("size") ?? "5x5").split("x");
    form.elements.rows.value = sides[0];
    form.elements.columns.value = sides[1] ?? sides[0];
    form.elements.sense.value = fields.get("sense") ?? "max";
    form.elements.turns.value = fields.get("turns") ?? "";
    const bonus = form.elements.bonus;
    const points = fields.get("bonus") ?? "0,0,0";
    if (![...bonus.options].some((option) => option.value === points)) bonus.add(new Option(points, points));
    bonus.value = points;
    for (const box of form.querySelectorAll("[name=rule]")) box.checked = fields.getAll("rule").includes(box.value);
  };

  // ---- The answer as it comes ------------------------------------------------------------------------------------

  const isMin = () => fields.get("sense") === "min";
  const plot = plotOf(byId("gap"), isMin);

  const say = (words, wrong = false) => {
    byId("status").textContent = words;
    byId("status").classList.toggle("warning", wrong);
  };

  // The wall, with the focus and the choice as they were.
  const showWall = (html) => {
    const focused = cellOf(document.activeElement)?.dataset.cell;
    byId("wall").innerHTML = html;
    if (!cell(chosen)) chosen = "1";
    if (spoken && !cell(spoken)) spoken = "";
    for (const one of wall().querySelectorAll("[data-cell]")) one.tabIndex = one.dataset.cell === chosen ? 0 : -1;
    if (focused) cell(chosen)?.focus();
  };

  const showAnswer = ({ wall: html, answer = "", replay = "", story = "", isAwaited = false }) => {
    stop();
    // While an order is looked for, the wall stays where it is.
    byId("answer").style.minHeight = isAwaited ? `${byId("answer").offsetHeight}px` : "";
    showWall(html);
    // What is open stays open.
    const open = [...page.querySelectorAll("#answer details, #story details")].map((it) => it.open);
    byId("answer").innerHTML = answer;
    byId("replay").innerHTML = replay;
    byId("story").innerHTML = story;
    page.querySelectorAll("#answer details, #story details").forEach((it, index) => { it.open = open[index] ?? false; });
  };

  // The wall that is kept, and what is between the two.
  const compare = async (score, signal) => {
    page.classList.toggle("two", kept !== "");
    if (kept === "") {
      byId("kept").replaceChildren();
      return;
    }
    const scored = score === undefined || score === null ? "" : `&scored=${score}`;
    try {
      const { html } = await ask(`${root}/explore/kept?${query()}&kept=${encodeURIComponent(kept)}${scored}`, { signal });
      byId("kept").innerHTML = html ?? "";
    } catch (error) {
      if (!isAbort(error)) say(error.message, true);
    }
  };

  const showStated = ({ constraints, share, wall: html }) => {
    byId("constraints").innerHTML = constraints;
    byId("share").innerHTML = share;
    shareWhole();
    return html;
  };

  // What stands in the address bar can be copied as it is.
  const shareWhole = () => {
    const link = byId("link");
    if (link) link.value = `${location.origin}${root}/explore?${whole()}`;
  };

  // A search that lasts so many milliseconds can be stopped.
  const LASTING = 700;

  // Counting can wait until nothing has changed for so many milliseconds.
  const PAUSE = 300;

  // How many orders are optimal, of what a method has proven.
  const count = async (method, signal) => {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (signal.aborted) return;
    try {
      const { orders } = await ask(`${root}/explore/count?${query()}&method=${method}`, { signal });
      if (orders === null || signal.aborted) return;
      const grouped = orders.replace(/\B(?=(\d{3})+$)/g, "\u202f");
      byId("count").textContent = orders === "1" ? "No other order is as good." : `${grouped} orders are optimal.`;
      byId("draw").disabled = false;
    } catch {
      // The answer stands without the number.
    }
  };

  // Proven orders and conflicts end a search.
  const isProven = ({ status }) => status === "optimal" || status === "infeasible";

  // Whether an order scores better than another one, if there is one.
  const isBetter = ({ score }, other) => other?.score === undefined
    || (isMin() ? score < other.score : score > other.score);

  // A run, or several side by side: a page that answers itself has one thread for each. The first proof ends all, and
  // without a proof the best order counts when the last is over. The page may have come with a proof: nothing less replaces it.
  const follow = async (isShown = false) => {
    following.abort();
    following = new AbortController();
    const { signal } = following;
    plot.clear();
    byId("count").textContent = "";
    byId("draw").disabled = true;
    say("Searching …");
    byId("halt").hidden = true;
    let isLasting = false;
    // What is known of a search that lasts stands where its answer will stand.
    const showSoFar = () => {
      const { score, bound } = plot.last() ?? {};
      if (isShown || !isLasting || score === undefined) return;
      // What is told of another order, which the page may have begun with, goes.
      stop();
      byId("replay").replaceChildren();
      byId("story").replaceChildren();
      // In the words of an answer without a proof, which takes as much room.
      const limit = bound === undefined ? undefined : plot.rounded(bound);
      const gap = Math.abs(limit - score);
      const known = limit === undefined ? "" : `; the ${isMin() ? "minimum is at least" : "maximum is at most"} ${limit}: a gap of ${gap} ${gap === 1 ? "point" : "points"}`;
      byId("answer").replaceChildren(
        element("p", { class: "so-far" }, element("strong", {}, String(score)), " ", element("span", {}, `points, the best order so far${known}.`)),
        element("details", { class: "proof awaited" }, element("summary", {}, "What is proven, and what is not")),
      );
    };
    const lasting = setTimeout(() => {
      byId("halt").hidden = false;
      isLasting = true;
      showSoFar();
    }, LASTING);
    const began = performance.now();
    const ticking = setInterval(() => plot.tick((performance.now() - began) / 1000), LASTING);
    let waiting;
    let beside;
    const over = () => {
      for (const timer of [lasting, waiting, beside]) clearTimeout(timer);
      clearInterval(ticking);
      byId("halt").hidden = true;
    };
    signal.addEventListener("abort", over);
    const runs = new Set();
    page.ariaBusy = "true";
    let answered = false;
    let unproven;
    let failed;
    const show = (answer) => {
      over();
      if (plot.isDrawn()) plot.add({ seconds: answer.seconds, score: answer.score, bound: answer.bound });
      answered = true;
      showAnswer(answer);
      say("");
      compare(answer.score, signal);
      byId("heard").textContent = document.querySelector("#answer .answer").textContent;
      if (answer.status === "infeasible") say("Looking for the constraints that clash …");
      if (answer.status === "optimal") count(answer.method, signal);
      page.ariaBusy = "false";
    };
    // While the answer is looked for.
    const searching = {
      queue: ({ ahead }) => say(`Waiting in the queue: ${ahead} before this one.`),
      stated: (stated) => {
        const html = showStated(stated);
        valid = stated.valid;
        if (shown) relax();
        if (!valid) {
          showAnswer({ wall: html });
          say(byId("constraints").querySelector(".faults") ? "The address has faults." : "The constraints have faults.", true);
          page.ariaBusy = "false";
          return;
        }
        // The old order stays until there is a new one, unless that takes long.
        if (!isShown) waiting = setTimeout(() => showAnswer({ wall: html, isAwaited: true }), 200);
        if (stated.beside) beside = setTimeout(() => begin(`&method=${stated.beside}`), LASTING);
      },
      progress: ({ seconds, score, bound, nodes }) => {
        plot.add({ seconds, score, bound });
        showSoFar();
        say(`Searching … ${Math.round(seconds)} s, ${nodes} nodes`);
      },
      order: ({ seconds, score, wall: html }) => {
        if (isShown || !isBetter({ score }, plot.last())) return;
        clearTimeout(waiting);
        stop();
        showWall(html);
        plot.add({ seconds, score });
        showSoFar();
        say(`Searching … the best order so far scores ${score}.`);
      },
      error: ({ error }) => { failed = error; },
    };
    // After it.
    const afterwards = {
      conflict: (told) => {
        showWall(showStated(told));
        say("");
      },
      end: () => {
        if (byId("status").textContent.startsWith("Looking")) say("");
      },
    };
    const begin = async (method) => {
      const own = new AbortController();
      signal.addEventListener("abort", () => own.abort());
      runs.add(own);
      // What a run still tells after the answer, or after its end, changes nothing.
      const heard = (listener) => (told) => { if (!answered && !own.signal.aborted) listener(told); };
      const known = Object.fromEntries(Object.entries(searching).map(([name, listener]) => [name, heard(listener)]));
      const answer = (found) => {
        if (answered || own.signal.aborted) return;
        if (!isProven(found)) {
          if (isBetter(found, unproven)) unproven = found;
          return;
        }
        for (const other of runs) if (other !== own) other.abort();
        show(found);
      };
      try {
        await stream(`${root}/explore/run?${query()}${method}`, { ...known, ...afterwards, answer }, own.signal);
      } catch (error) {
        if (!isAbort(error)) failed = error.message;
      }
      runs.delete(own);
      if (runs.size || signal.aborted || answered) return;
      over();
      if (unproven && !isShown) show(unproven);
      else if (failed) say(failed, true);
      page.ariaBusy = "false";
    };
    await begin("");
  };

  // What has been found stays.
  byId("halt").addEventListener("click", () => {
    following.abort();
    page.ariaBusy = "false";
    const { score, bound } = plot.last() ?? {};
    const best = score === undefined ? "No order was found by then" : `The best order so far scores ${score}`;
    say(`Stopped. ${best}${bound === undefined ? "" : `; the bound is ${plot.rounded(bound)}`}.`);
  });

  const change = () => {
    const gone = dropped === 1 ? "1 thing that was said of cells is" : `${dropped} things that were said of cells are`;
    byId("dropped").textContent = dropped === 0 ? "" : `${gone} gone with the old size. The browser's Back button brings the old wall back.`;
    dropped = 0;
    history.pushState(null, "", `${root}/explore?${whole()}`);
    draws.seed = 0;
    follow();
  };

  addEventListener("popstate", () => {
    readAddress();
    byId("dropped").textContent = "";
    showForm();
    follow();
  });

  // ---- What is said of a cell -----------------------------------------------------------------------------------

  const openMenu = (number) => {
    const shown = cell(number);
    byId("menu-title").textContent = `Cell ${number}`;
    byId("menu-state").textContent = shown.querySelector(".visually-hidden").textContent.replace(/^Cell \d+, row/, "Row");
    for (const input of menu.querySelectorAll("input")) input.value = input.name === "turn" ? shown.dataset.turn ?? "" : "";
    // What a click alone says, another click takes back.
    for (const choice of choices.filter((one) => !one.querySelector("input"))) {
      const isSaid = [...fields].some((field) => about(choice, field, number));
      choice.querySelector("button").setAttribute("aria-pressed", isSaid);
    }
    menu.querySelector("[value=initial]").setAttribute("aria-pressed", cellsOf("initial").includes(number));
    menu.dataset.cell = number;
    menu.showModal();
  };

  // Enter in a field does what the button beside it does.
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    event.target.closest(".choice").querySelector("button").click();
  });

  menu.addEventListener("close", () => cell(menu.dataset.cell)?.focus());

  // The answer is asked for before the menu has gone.
  byId("say").addEventListener("submit", ({ submitter }) => {
    const choice = submitter?.closest("[data-flag]");
    if (submitter?.value === "pair") {
      const { cell: first } = menu.dataset;
      pair = { choice, first };
      cell(first).classList.add("dragged");
      say(`Choose the other cell on the wall: cell ${first} comes before it. Escape chooses none.`);
      return;
    }
    declare(menu.dataset.cell, submitter?.value, choice);
  });

  // Says of a cell what a choice says with these numbers. A list takes the cell in, or lets it go.
  const state = ({ dataset: { flag, value: form, field, list } }, number, numbers) => {
    if (list === undefined) {
      const isOnly = choices.filter((one) => one.dataset.flag === flag).length === 1;
      // What is said of one cell alone is said once of it.
      if (isOnly) keep((name, value) => name !== flag || partsOf(form, value)?.[field] !== number);
      add(flag, valueOf(form, { ...numbers, [field]: number }));
      return;
    }
    const others = (parts) => parts && Object.entries(numbers).every(([name, value]) => parts[name] === value);
    const at = [...fields].findIndex(([name, value]) => name === flag && others(partsOf(form, value)));
    const cells = at < 0 ? [] : listed(partsOf(form, [...fields][at][1])[field]);
    const now = toggled(cells, number);
    const said = now === "" ? [] : [[flag, valueOf(form, { ...numbers, [field]: now })]];
    const rest = [...fields];
    rest.splice(at < 0 ? rest.length : at, at < 0 ? 0 : 1, ...said);
    fields = new URLSearchParams(rest);
  };

  // Does to a cell what a button of the menu says.
  const declare = (number, what, choice) => {
    const before = query();
    if (choice) {
      const inputs = [...choice.querySelectorAll("input")];
      if (inputs.some(({ value }) => value === "")) return;
      state(choice, number, Object.fromEntries(inputs.map(({ name, value }) => [name, value])));
    } else if (what === "initial") {
      put("initial", toggled(cellsOf("initial"), number));
    } else if (what === "drop") {
      for (const one of choices) fields = new URLSearchParams([...fields].flatMap((field) => without(one, field, number)));
      if (cellsOf("initial").includes(number)) put("initial", toggled(cellsOf("initial"), number));
    }
    if (query() !== before) change();
  };

  // ---- Keyboard, mouse and touch on the wall ---------------------------------------------------------------------

  const choose = (number, focus = true) => {
    chosen = number;
    for (const one of wall().querySelectorAll("[data-cell]")) one.tabIndex = one.dataset.cell === number ? 0 : -1;
    if (focus) cell(number).focus();
  };

  byId("wall").addEventListener("keydown", (event) => {
    const here = cellOf(event.target);
    if (!here) return;
    const columns = wall().querySelector("[role=row]").children.length;
    const cells = wall().querySelectorAll("[data-cell]").length;
    const at = Number(here.dataset.cell);
    const row = Math.floor((at - 1) / columns);
    const steps = {
      ArrowLeft: at - 1 > row * columns ? at - 1 : at,
      ArrowRight: at < (row + 1) * columns ? at + 1 : at,
      ArrowUp: at > columns ? at - columns : at,
      ArrowDown: at + columns <= cells ? at + columns : at,
      Home: row * columns + 1,
      End: (row + 1) * columns,
    };
    if (event.key in steps) {
      choose(String(steps[event.key]));
      event.preventDefault();
    } else if (event.key === "Delete") {
      declare(String(at), "drop");
    }
  });

  // The cell of which something is said together with the one that is chosen next.
  let pair = null;
  const pairWith = (number) => {
    const { choice, first } = pair;
    pair = null;
    mark(null);
    say("");
    if (number === first) return;
    const before = query();
    state(choice, first, { [choice.querySelector("input").name]: number });
    if (query() !== before) change();
  };

  // A drag goes from the cell where the pointer goes down to the one where it comes up.
  let from = null;
  const mark = (to) => {
    for (const one of wall().querySelectorAll(".dragged")) one.classList.remove("dragged");
    if (from && to && to !== from) for (const one of [from, to]) cell(one)?.classList.add("dragged");
  };
  byId("wall").addEventListener("pointerdown", (event) => {
    // A finger scrolls, and says of two cells what it says by two taps.
    from = event.pointerType === "touch" ? null : cellOf(event.target)?.dataset.cell ?? null;
    if (from) event.target.releasePointerCapture?.(event.pointerId);
  });
  const under = (event) => cellOf(document.elementFromPoint(event.clientX, event.clientY) ?? document.body)?.dataset.cell;
  addEventListener("pointermove", (event) => { if (from) mark(under(event)); });
  addEventListener("pointerup", (event) => {
    const to = from && under(event);
    const first = from;
    from = null;
    if (wall()) mark(null);
    if (first && to && first !== to && cell(first) && cell(to)) {
      pair = { choice: choices.find((one) => one.dataset.drag !== undefined), first };
      pairWith(to);
    }
  });
  addEventListener("pointercancel", () => { from = null; });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !pair) return;
    pair = null;
    mark(null);
    say("");
  });
  byId("wall").addEventListener("click", (event) => {
    const number = cellOf(event.target)?.dataset.cell;
    if (!number) return;
    choose(number);
    if (pair) pairWith(number);
    else openMenu(number);
  });

  byId("constraints").addEventListener("click", (event) => {
    const drop = event.target.closest("[data-drop]");
    if (!drop) return;
    event.preventDefault();
    fields = new URLSearchParams(new URL(drop.href).search);
    fields.delete("kept");
    showForm();
    change();
  });
  byId("stating").addEventListener("submit", (event) => {
    event.preventDefault();
    add("subject-to", event.target.elements.row.value);
    event.target.reset();
    change();
  });
  // The row under the pointer, or with the focus, marks its cells.
  for (const kind of ["mouseover", "focusin"]) {
    page.addEventListener(kind, ({ target }) => {
      const cells = target.closest("[data-cells]")?.dataset.cells.split(" ") ?? [];
      for (const one of wall().querySelectorAll("[data-cell]")) one.classList.toggle("spoken", cells.includes(one.dataset.cell));
    });
  }
  byId("clear").addEventListener("click", () => {
    // The form has no faults, whatever stands in the address.
    for (const box of form.querySelectorAll("[name=rule]")) box.checked = false;
    fields = new URLSearchParams();
    readForm();
    dropped = 0;
    change();
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); readForm(); change(); });
  form.addEventListener("change", () => { if (form.reportValidity()) { readForm(); change(); } });

  // ---- Replay ------------------------------------------------------------------------------------------------------

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    const button = document.querySelector("[data-go=play]");
    if (button) [button.textContent, button.ariaPressed] = ["Play", "false"];
  };

  const show = (turn) => {
    const slider = byId("slider");
    const turns = [...byId("turns").children];
    slider.value = turn;
    const now = turns[turn - 1];
    for (const one of wall().querySelectorAll("[data-turn]")) {
      one.classList.toggle("later", Number(one.dataset.turn) > turn);
      one.classList.toggle("now", Number(one.dataset.turn) === Number(turn));
      one.classList.remove("row-run", "column-run");
    }
    const columns = wall().querySelector(".wall-line").children.length;
    const run = (ends, step, name) => {
      if (!ends) return;
      const [first, last] = ends.split(" ").map(Number);
      for (let at = first; at <= last; at += step) cell(at)?.classList.add(name);
    };
    run(now?.dataset.row, 1, "row-run");
    run(now?.dataset.column, columns, "column-run");
    byId("turn").textContent = turn;
    byId("sentence").textContent = now ? `${now.textContent} ${now.dataset.total} so far.` : "Before the first turn.";
  };

  byId("replay").addEventListener("input", (event) => {
    if (event.target.id === "slider") { stop(); show(Number(event.target.value)); }
  });
  byId("replay").addEventListener("click", (event) => {
    const kind = event.target.dataset?.save;
    if (kind) save(kind);
    const go = event.target.dataset?.go;
    if (!go) return;
    const slider = byId("slider");
    const [at, last] = [Number(slider.value), Number(slider.max)];
    const playing = timer;
    stop();
    if (go === "play" && !playing) {
      show(at === last ? 0 : at);
      timer = setInterval(() => {
        const next = Number(byId("slider").value) + 1;
        show(next);
        if (next >= last) stop();
      }, 700);
      [event.target.textContent, event.target.ariaPressed] = ["Pause", "true"];
    } else if (go !== "play") {
      show({ first: 0, back: Math.max(at - 1, 0), forward: Math.min(at + 1, last), last }[go]);
    }
  });

  // Saves the wall as it is drawn now.
  const save = async (kind) => {
    const heading = document.querySelector("#answer .answer").textContent.trim().split(". ")[0];
    const picture = pictureOf(wall(), heading);
    await savePicture(picture, kind, "wall");
  };

  byId("draw").addEventListener("click", async () => {
    byId("draw").disabled = true;
    try {
      draws.seed += 1;
      showAnswer(await ask(`${root}/explore/order?${query()}&seed=${draws.seed}`));
      say(`Order ${draws.seed}, drawn at random among the optimal ones.`);
    } catch (error) {
      say(error.message, true);
    }
    byId("draw").disabled = false;
  });

  // ---- Formulation -------------------------------------------------------------------------------------------------

  const program = byId("program");
  const families = () => [...program.querySelectorAll("[name=family]")];
  let asking = new AbortController();
  let shown = false;
  // Whether what is asked can be stated: no program is written of faults.
  let valid = false;
  let spoken = "";

  // The formulation, the families that it goes without, and the cell of which it speaks.
  const options = () => {
    const kind = program.elements.kind.value;
    byId("families").disabled = kind !== "ordering";
    const off = families().filter((box) => !box.checked).map((box) => ["without", box.value]);
    return [["kind", kind], ...(kind === "ordering" ? off : []), ...(spoken ? [["cell", spoken]] : [])];
  };

  // The address of all that the page shows.
  const whole = () => written(new URLSearchParams([...fields, ...(kept ? [["kept", kept]] : []), ...(shown ? options() : []), ...(isEmbedded ? [["embed", ""]] : [])]));

  const readAddress = () => {
    const search = new URLSearchParams(location.search);
    fields = new URLSearchParams([...search].filter(([name]) => !parts.includes(name)));
    kept = search.get("kept") ?? "";
    shown = search.has("kind");
    spoken = search.get("cell") ?? "";
    program.elements.kind.value = search.get("kind") ?? "ordering";
    for (const box of families()) box.checked = !search.getAll("without").includes(box.value);
  };

  const showProgram = () => {
    shown = true;
    history.replaceState(null, "", `${root}/explore?${whole()}`);
    shareWhole();
    relax();
  };

  const relax = async () => {
    asking.abort();
    if (!valid) return;
    asking = new AbortController();
    const asked = new URLSearchParams([...fields, ...options()]);
    byId("formulation").ariaBusy = "true";
    try {
      const { html, fractions } = await ask(`${root}/explore/formulation?${asked}`, { signal: asking.signal });
      byId("formulation").innerHTML = html;
      showFractions(fractions);
    } catch (error) {
      if (isAbort(error)) return;
      byId("formulation").replaceChildren(Object.assign(document.createElement("p"),
        { className: "warning", textContent: error.message }));
    }
    byId("formulation").ariaBusy = "false";
  };

  // The wall once more, with a number in each cell.
  const showFractions = (fractions) => {
    const copy = wall().cloneNode(true);
    copy.setAttribute("aria-label", "The relaxation on the wall");
    const values = new Map(fractions.map((one) => [String(one.cell), one]));
    for (const one of copy.querySelectorAll("[data-cell]")) {
      const number = one.dataset.cell;
      const { text = "", fraction = false } = values.get(number) ?? {};
      one.className = `cell${number === spoken ? " spoken" : ""}${fraction ? " fraction" : ""}`;
      one.removeAttribute("data-turn");
      one.tabIndex = 0;
      const label = `Cell ${number}${text ? `: ${text}` : ""}`;
      one.replaceChildren(element("span", { class: "number", "aria-hidden": "true" }, number),
        element("span", { class: "turn", "aria-hidden": "true" }, text), element("span", { class: "visually-hidden" }, label));
    }
    const focused = cellOf(document.activeElement)?.dataset.cell;
    const here = byId("fractions").contains(document.activeElement);
    byId("fractions").replaceChildren(copy);
    if (here && focused) byId("fractions").querySelector(`[data-cell="${focused}"]`)?.focus();
  };

  byId("fractions").addEventListener("click", (event) => {
    const number = cellOf(event.target)?.dataset.cell;
    if (number) { spoken = number; showProgram(); }
  });
  program.addEventListener("submit", (event) => { event.preventDefault(); showProgram(); });
  program.addEventListener("change", showProgram);
  byId("share").addEventListener("click", (event) => {
    const model = event.target.dataset?.model;
    if (!model) return;
    event.target.search = whole();
  });

  if (location.search) readAddress();
  // What the address says in other words is written as the server does.
  fields = new URLSearchParams(page.dataset.query);
  shareWhole();
  follow(isProven({ status: document.querySelector("#answer [data-status]")?.dataset.status }));
})();
