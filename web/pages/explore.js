// The address holds the question; the page follows it. Walls, answers and lists come from the server as they are.
import { isEmbedded, linkTo, root } from "./address.js";
import { allIn, around, byId, firstIn } from "./dom.js";
import { formulationOf } from "./formulation.js";
import "./frame.js";
import { menuOf } from "./menu.js";
import { moreQuestionsOf } from "./more-questions.js";
import { plotOf } from "./plot.js";
import { savePicture } from "./png.js";
import { questionOf, writeFields } from "./question.js";
import { replayOf } from "./replay.js";
import { ask, isAbort, wordsOf } from "./requests.js";
import { isProven, searchOf } from "./search.js";
import { wallPicture } from "./wall-picture.js";
import { wallOf } from "./wall.js";

/** @typedef {import("../types/messages.js").AnswerView} AnswerView */

const page = byId("explore");
const form = byId("form", HTMLFormElement);
const [answerBox, storyBox, keptBox, constraints] = ["answer", "story", "kept", "constraints"].map((id) => byId(id));
const drawButton = byId("draw", HTMLButtonElement);
const status = byId("status");
// Fields of the address that are no part of the question.
const OTHER_FIELDS = ["kind", "without", "cell", "kept", "embed"];
const question = questionOf(page.dataset.query ?? "");
// The query of the wall that stands beside this one, if there is one.
let kept = page.dataset.kept ?? "";
// How much of what was said of cells is gone with the size of the wall.
let dropped = 0;
let seed = 0;

/** @type {(words: string, isWrong?: boolean) => void} */
const say = (words, isWrong = false) => {
  status.textContent = words;
  status.classList.toggle("warning", isWrong);
};

// ---- The form -----------------------------------------------------------------------------------------------------

const rules = allIn(form, "[name=rule]", HTMLInputElement);
const [rowsField, columnsField, turnsField] = ["rows", "columns", "turns"].map((name) => allIn(form, `[name=${name}]`, HTMLInputElement)[0]);
const [senseField, bonusField] = ["sense", "bonus"].map((name) => allIn(form, `[name=${name}]`, HTMLSelectElement)[0]);
const NO_BONUS = "0,0,0";

/** Takes what the form says, which has no fields for single cells. */
const readForm = () => {
  const size = `${rowsField.value}x${columnsField.value}`;
  if (size !== question.get("size")) {
    const before = question.fields().length;
    question.keep((name) => ["size", "sense", "turns", "bonus", "rule"].includes(name));
    dropped = before - question.fields().length;
  }
  question.put("size", [size]);
  question.put("sense", [senseField.value]);
  question.put("turns", [turnsField.value]);
  question.put("bonus", bonusField.value === NO_BONUS ? [] : [bonusField.value]);
  question.put("rule", rules.filter((box) => box.checked).map((box) => box.value));
};

const showForm = () => {
  const [rows, columns = rows] = (question.get("size") ?? "5x5").split("x");
  [rowsField.value, columnsField.value] = [rows, columns];
  senseField.value = question.get("sense") ?? "max";
  turnsField.value = question.get("turns") ?? "";
  const points = question.get("bonus") ?? NO_BONUS;
  if (![...bonusField.options].some((option) => option.value === points)) bonusField.add(new Option(points, points));
  bonusField.value = points;
  for (const box of rules) box.checked = question.all("rule").includes(box.value);
};

// ---- The address --------------------------------------------------------------------------------------------------

/** The fields of all that the page shows. */
const wholeQuery = () => writeFields(new URLSearchParams([
  ...question.fields(), ...(kept ? [["kept", kept]] : []), ...formulation.fields(), ...(isEmbedded ? [["embed", ""]] : []),
]));

// What stands in the address bar can be copied as it is.
const shareWhole = () => { byId("link", HTMLInputElement).value = linkTo(`/explore?${wholeQuery()}`); };

const readAddress = () => {
  const search = new URLSearchParams(location.search);
  question.replace(new URLSearchParams([...search].filter(([name]) => !OTHER_FIELDS.includes(name))));
  kept = search.get("kept") ?? "";
  formulation.read(search);
};

/** Asks another question. */
const change = () => {
  const gone = dropped === 1 ? "1 thing that was said of cells is" : `${dropped} things that were said of cells are`;
  byId("dropped").textContent = dropped === 0 ? "" : `${gone} gone with the old size. The browser's Back button brings the old wall back.`;
  dropped = 0;
  history.pushState(null, "", `${root}/explore?${wholeQuery()}`);
  seed = 0;
  follow();
};

addEventListener("popstate", () => {
  readAddress();
  byId("dropped").textContent = "";
  showForm();
  follow();
});

// ---- The wall and its answer --------------------------------------------------------------------------------------

const wall = wallOf(byId("wall"), {
  chosen: (number) => menu.choose(number),
  cleared: (number) => menu.clear(number),
  dragged: (first, second) => menu.drag(first, second),
});
const menu = menuOf({ question, wall, say, changed: change });
const formulation = formulationOf({
  question,
  wall,
  changed: () => {
    history.replaceState(null, "", `${root}/explore?${wholeQuery()}`);
    shareWhole();
  },
});
const moreQuestions = moreQuestionsOf({ question });
const plot = plotOf(byId("gap"), question.isMin);

/** The claim about the best score. */
const claim = () => firstIn(answerBox, ".answer");

/** @param {string} kind of file */
const save = async (kind) => {
  const heading = (claim()?.textContent ?? "").trim().split(". ")[0];
  await savePicture(wallPicture(wall, heading), kind, "wall");
};
const replay = replayOf(byId("replay"), wall, save);

/** @param {string} html of a wall */
const showWall = (html) => {
  wall.show(html);
  formulation.update();
};

/** @param {AnswerView} view */
const showAnswer = ({ wall: html, answer, replay: controls, story }) => {
  answerBox.style.minHeight = "";
  showWall(html);
  // What is open stays open.
  const details = () => [answerBox, storyBox].flatMap((box) => allIn(box, "details", HTMLDetailsElement));
  const open = details().map((it) => it.open);
  answerBox.innerHTML = answer;
  replay.fill(controls);
  storyBox.innerHTML = story;
  details().forEach((it, index) => { it.open = open[index] ?? false; });
};

/** @param {string} html of a wall without an order */
const showEmpty = (html) => showAnswer({ wall: html, answer: "", replay: "", story: "" });

/** @param {import("../types/messages.js").StatedQuestion} stated */
const showStated = ({ constraints: html, share }) => {
  constraints.innerHTML = html;
  byId("along").innerHTML = share;
  shareWhole();
};

/**
 * Shows the wall that is kept with this one, and what is between the two.
 * @param {number | null} score
 * @param {AbortSignal} signal
 */
const compare = async (score, signal) => {
  page.classList.toggle("two", kept !== "");
  if (kept === "") {
    keptBox.replaceChildren();
    return;
  }
  try {
    const scored = score === null ? "" : `&scored=${score}`;
    const { html } = await ask("/explore/kept", `${question.query()}&kept=${encodeURIComponent(kept)}${scored}`, { signal });
    keptBox.innerHTML = html ?? "";
  } catch (error) {
    if (!isAbort(error)) say(wordsOf(error), true);
  }
};

// Counting can wait until nothing has changed for so many milliseconds.
const PAUSE = 300;

/**
 * Says how many orders are optimal, of what a method has proven.
 * @param {string} method
 * @param {AbortSignal} signal
 */
const count = async (method, signal) => {
  await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  if (signal.aborted) return;
  try {
    const { orders } = await ask("/explore/count", `${question.query()}&method=${method}`, { signal });
    if (orders === null || signal.aborted) return;
    const grouped = orders.replace(/\B(?=(\d{3})+$)/g, "\u202f");
    byId("count").textContent = orders === "1" ? "No other order is as good." : `${grouped} orders are optimal.`;
    drawButton.disabled = false;
  } catch {
    // The answer stands without the number.
  }
};

const CLASHING = "Looking for the constraints that clash …";

const search = searchOf({
  question,
  plot,
  say,
  setBusy: (isBusy) => { page.ariaBusy = String(isBusy); },
  showQuestion: (stated) => {
    showStated(stated);
    formulation.follow(stated.valid);
  },
  refuse: ({ wall: html }) => {
    showEmpty(html);
    say(firstIn(constraints, ".faults") ? "The address has faults." : "The constraints have faults.", true);
  },
  wait: (html) => {
    // While an order is looked for, the wall stays where it is.
    const height = `${answerBox.offsetHeight}px`;
    showEmpty(html);
    answerBox.style.minHeight = height;
  },
  find: (html) => {
    replay.stop();
    showWall(html);
  },
  tell: (parts) => {
    // What is told of another order, which the page may have begun with, goes.
    replay.fill("");
    storyBox.replaceChildren();
    answerBox.replaceChildren(...parts);
  },
  answer: (found, signal) => {
    showAnswer(found);
    compare(found.score, signal);
    byId("heard").textContent = claim()?.textContent ?? "";
    if (found.status === "infeasible") say(CLASHING);
    if (found.status === "optimal") count(found.method, signal);
  },
  clash: (stated) => {
    showStated(stated);
    showWall(stated.wall);
    say("");
  },
  end: () => { if (status.textContent === CLASHING) say(""); },
});

/** Looks for the answer. */
const follow = (isShown = false) => {
  byId("count").textContent = "";
  drawButton.disabled = true;
  moreQuestions.clear();
  search.start(isShown);
};

drawButton.addEventListener("click", async () => {
  drawButton.disabled = true;
  try {
    seed += 1;
    showAnswer(await ask("/explore/order", `${question.query()}&seed=${seed}`));
    say(`Order ${seed}, drawn at random among the optimal ones.`);
  } catch (error) {
    say(wordsOf(error), true);
  }
  drawButton.disabled = false;
});

// ---- What is asked ------------------------------------------------------------------------------------------------

constraints.addEventListener("click", (event) => {
  const drop = around(event.target, "[data-drop]", HTMLAnchorElement);
  if (!drop) return;
  event.preventDefault();
  question.replace(new URLSearchParams(drop.search));
  question.keep((name) => name !== "kept");
  showForm();
  change();
});
const stating = byId("stating", HTMLFormElement);
stating.addEventListener("submit", (event) => {
  event.preventDefault();
  question.add("subject-to", String(new FormData(stating).get("row")));
  stating.reset();
  change();
});
// The row under the pointer, or with the focus, marks its cells.
for (const kind of ["mouseover", "focusin"]) {
  page.addEventListener(kind, ({ target }) => {
    wall.mark("spoken", around(target, "[data-cells]")?.dataset.cells?.split(" ") ?? []);
  });
}
byId("clear").addEventListener("click", () => {
  // The form has no faults, whatever stands in the address.
  for (const box of rules) box.checked = false;
  question.replace(new URLSearchParams());
  readForm();
  dropped = 0;
  change();
});
const askForm = () => {
  readForm();
  change();
};
form.addEventListener("submit", (event) => {
  event.preventDefault();
  askForm();
});
form.addEventListener("change", () => { if (form.reportValidity()) askForm(); });
byId("along").addEventListener("click", ({ target }) => {
  const file = around(target, "[data-model]", HTMLAnchorElement);
  if (file) file.search = wholeQuery();
});

if (location.search) readAddress();
// What the address says in other words is written as the server does.
question.replace(new URLSearchParams(page.dataset.query));
shareWhole();
follow(isProven({ status: claim()?.dataset.status }));
