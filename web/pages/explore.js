// The address holds the question. Walls, answers and lists are HTML of the server.
import { isEmbedded, linkTo, root } from "./address.js";
import { allIn, closestTo, byId, firstIn } from "./dom.js";
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
const [answerBox, storyBox, referenceBox, constraints] = ["answer", "story", "kept", "constraints"].map((id) => byId(id));
const drawButton = byId("draw", HTMLButtonElement);
const status = byId("status");
// Fields of the address that are no part of the question.
const OTHER_FIELDS = ["kind", "without", "cell", "kept", "embed"];
const question = questionOf(page.dataset.query ?? "");
// The query of the reference wall, if any.
let reference = page.dataset.kept ?? "";
// Number of constraints on cells that the last change of the size has removed.
let droppedCount = 0;
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

/** Takes the values of the form into the question. The form has no fields for single cells. */
const readForm = () => {
  const size = `${rowsField.value}x${columnsField.value}`;
  if (size !== question.get("size")) {
    const before = question.fields().length;
    question.keep((name) => ["size", "sense", "turns", "bonus", "rule"].includes(name));
    droppedCount = before - question.fields().length;
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

/** Query of the whole state of the page. */
const wholeQuery = () => writeFields(new URLSearchParams([
  ...question.fields(), ...(reference ? [["kept", reference]] : []), ...formulation.fields(), ...(isEmbedded ? [["embed", ""]] : []),
]));

// The link to copy is the address of the whole state.
const shareWhole = () => { byId("link", HTMLInputElement).value = linkTo(`/explore?${wholeQuery()}`); };

const readAddress = () => {
  const search = new URLSearchParams(location.search);
  question.replace(new URLSearchParams([...search].filter(([name]) => !OTHER_FIELDS.includes(name))));
  reference = search.get("kept") ?? "";
  formulation.read(search);
};

/** Starts another question. */
const change = () => {
  const phrase = droppedCount === 1 ? "1 thing that was said of cells is" : `${droppedCount} things that were said of cells are`;
  byId("dropped").textContent = droppedCount === 0 ? "" : `${phrase} gone with the old size. The browser's Back button brings the old wall back.`;
  droppedCount = 0;
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
  onChoose: (number) => menu.choose(number),
  onClear: (number) => menu.clear(number),
  onDrag: (first, second) => menu.drag(first, second),
});
const menu = menuOf({ question, wall, say, onChange: change });
const formulation = formulationOf({
  question,
  wall,
  onChange: () => {
    history.replaceState(null, "", `${root}/explore?${wholeQuery()}`);
    shareWhole();
  },
});
const moreQuestions = moreQuestionsOf({ question });
const plot = plotOf(byId("gap"), question.isMin);

/** Claim about the best score. */
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
  // Open details stay open.
  const details = () => [answerBox, storyBox].flatMap((box) => allIn(box, "details", HTMLDetailsElement));
  const open = details().map((item) => item.open);
  answerBox.innerHTML = answer;
  replay.fill(controls);
  storyBox.innerHTML = story;
  details().forEach((item, index) => { item.open = open[index] ?? false; });
};

/** @param {string} html of a wall without an order */
const showEmpty = (html) => showAnswer({ wall: html, answer: "", replay: "", story: "" });

/** @param {import("../types/messages.js").StatedQuestion} statement */
const showStatement = ({ constraints: html, share }) => {
  constraints.innerHTML = html;
  byId("along").innerHTML = share;
  shareWhole();
};

/**
 * Shows the reference wall, and the difference of the scores.
 * @param {number | null} score
 * @param {AbortSignal} signal
 */
const compare = async (score, signal) => {
  page.classList.toggle("two", reference !== "");
  if (reference === "") {
    referenceBox.replaceChildren();
    return;
  }
  try {
    const scoreField = score === null ? "" : `&scored=${score}`;
    const { html } = await ask("/explore/kept", `${question.query()}&kept=${encodeURIComponent(reference)}${scoreField}`, { signal });
    referenceBox.innerHTML = html ?? "";
  } catch (error) {
    if (!isAbort(error)) say(wordsOf(error), true);
  }
};

// Milliseconds without a change before a count.
const PAUSE = 300;

/**
 * Shows the number of optimal orders, by the method that has proven the optimum.
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
  showQuestion: (statement) => {
    showStatement(statement);
    formulation.follow(statement.valid);
  },
  refuse: ({ wall: html }) => {
    showEmpty(html);
    say(firstIn(constraints, ".faults") ? "The address has faults." : "The constraints have faults.", true);
  },
  wait: (html) => {
    // The wall keeps its place during the search.
    const height = `${answerBox.offsetHeight}px`;
    showEmpty(html);
    answerBox.style.minHeight = height;
  },
  find: (html) => {
    replay.stop();
    showWall(html);
  },
  tell: (parts) => {
    // The story of the order that came with the page goes.
    replay.fill("");
    storyBox.replaceChildren();
    answerBox.replaceChildren(...parts);
  },
  answer: (result, signal) => {
    showAnswer(result);
    compare(result.score, signal);
    byId("heard").textContent = claim()?.textContent ?? "";
    if (result.status === "infeasible") say(CLASHING);
    if (result.status === "optimal") count(result.method, signal);
  },
  clash: (statement) => {
    showStatement(statement);
    showWall(statement.wall);
    say("");
  },
  end: () => { if (status.textContent === CLASHING) say(""); },
});

/** Starts the search for the answer. */
const follow = (hasProof = false) => {
  byId("count").textContent = "";
  drawButton.disabled = true;
  moreQuestions.clear();
  search.start(hasProof);
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

// ---- The constraints ----------------------------------------------------------------------------------------------

constraints.addEventListener("click", (event) => {
  const drop = closestTo(event.target, "[data-drop]", HTMLAnchorElement);
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
    wall.mark("spoken", closestTo(target, "[data-cells]")?.dataset.cells?.split(" ") ?? []);
  });
}
byId("clear").addEventListener("click", () => {
  // The question of the form has no faults, in contrast to the address.
  for (const box of rules) box.checked = false;
  question.replace(new URLSearchParams());
  readForm();
  droppedCount = 0;
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
  const file = closestTo(target, "[data-model]", HTMLAnchorElement);
  if (file) file.search = wholeQuery();
});

if (location.search) readAddress();
// The question has the words of the server.
question.replace(new URLSearchParams(page.dataset.query));
shareWhole();
follow(isProven({ status: claim()?.dataset.status }));
