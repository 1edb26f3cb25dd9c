// The text of the rows is sent after a pause in typing; the address follows the answer.
import { allIn, byId, elementIn } from "./dom.js";
import "./frame.js";
import { ask, isAbort, wordsOf } from "./requests.js";
import { remember, recall } from "./settings.js";

const rows = byId("rows", HTMLTextAreaElement);
const form = byId("form", HTMLFormElement);
const answer = byId("answer");
const sheet = byId("sheet");
const fault = byId("fault");
const exercise = document.getElementById("task")?.dataset.name;
let query = byId("lab").dataset.query ?? "";
let request = new AbortController();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typingTimer;

// ---- Progress -----------------------------------------------------------------------------------------------------

/** @returns {Set<string>} */
const finishedNames = () => new Set(recall("lab", []));
const showProgress = () => {
  const names = finishedNames();
  const links = allIn(document, "[data-exercise]", HTMLAnchorElement);
  /** @param {HTMLElement} link */
  const isDone = ({ dataset }) => names.has(dataset.exercise ?? "");
  for (const link of links) {
    link.classList.toggle("done", isDone(link));
    elementIn(link, ".state").textContent = isDone(link) ? "✓ done" : "";
  }
  const next = links.find((link) => !isDone(link));
  if (exercise === undefined || !next || !names.has(exercise)) return;
  const button = byId("next", HTMLAnchorElement);
  button.href = next.href;
  button.textContent = "Next exercise";
  button.classList.add("main");
};
/** @param {string} name of an exercise */
const finish = (name) => {
  remember("lab", [...finishedNames().add(name)]);
  showProgress();
};

// ---- The program --------------------------------------------------------------------------------------------------

/** @param {boolean} isBusy */
const setBusy = (isBusy) => byId("found").setAttribute("aria-busy", String(isBusy));

/**
 * Row of a line of the text.
 * @param {string} line
 */
const bare = (line) => line.split("#")[0].trim().replace(/;$/, "").replace(/^(s\.t\.|subject to) /, "");

/**
 * Shows the fault of the text, beside the line where it is known.
 * @param {string} message
 * @param {string | null} row that is at fault
 */
const showFault = (message, row) => {
  const index = row === null ? -1 : rows.value.split("\n").findIndex((line) => [bare(line), bare(line).replace(/^[^:]*:\s*/, "")].includes(row));
  const place = index >= 0 ? `Line ${index + 1}: ` : row ? `In the row “${row}”: ` : "";
  fault.textContent = `${place}${message}`;
  fault.hidden = false;
  fault.classList.toggle("beside", index >= 0);
  rows.setAttribute("aria-invalid", "true");
  answer.classList.add("stale");
  if (index < 0) return;
  sheet.append(fault);
  const { lineHeight, paddingTop } = getComputedStyle(rows);
  const setTop = () => {
    const top = rows.offsetTop + Number.parseFloat(paddingTop) + (index + 1) * Number.parseFloat(lineHeight) - rows.scrollTop;
    fault.style.top = `${Math.min(Math.max(top, rows.offsetTop), rows.offsetTop + rows.offsetHeight - fault.offsetHeight)}px`;
  };
  setTop();
  rows.onscroll = setTop;
};

/** @param {string} html about the program */
const showAnswer = (html) => {
  // Open details stay open.
  const open = allIn(answer, "details", HTMLDetailsElement).map((item) => item.open);
  answer.innerHTML = html;
  allIn(answer, "details", HTMLDetailsElement).forEach((item, index) => { item.open = open[index] ?? false; });
  sheet.after(fault);
  fault.hidden = true;
  rows.removeAttribute("aria-invalid");
  answer.classList.remove("stale");
};

/** @param {string[]} lines of the text; none for the program of the address */
const relaxRows = async (lines) => {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  setBusy(true);
  const body = new URLSearchParams([["query", query], ...lines.map((line) => ["line", line])]);
  try {
    const result = await ask("/lab/relaxed", "", { method: "POST", body, signal });
    query = result.query;
    history.replaceState(null, "", `?${query}`);
    if (result.fault !== null) showFault(result.fault, result.row);
    else {
      showAnswer(result.html ?? "");
      if (exercise !== undefined) {
        byId("done").hidden = !result.done;
        if (result.done) finish(exercise);
      }
    }
  } catch (error) {
    if (isAbort(error)) return;
    showFault(wordsOf(error), null);
  }
  if (!signal.aborted) setBusy(false);
};

// A request without lines is about the rows of the address. So a comment stands behind the lines, in case there are none.
const linesOfText = () => rows.value.split("\n").map((line) => line.trim()).filter(Boolean).concat("#");

rows.addEventListener("input", () => {
  clearTimeout(typingTimer);
  setBusy(true);
  typingTimer = setTimeout(() => relaxRows(linesOfText()), 350);
});

/** @param {URLSearchParams} fields of another program */
const open = (fields) => { location.search = fields.toString(); };

// Another wall or another formulation is another program.
form.addEventListener("change", () => {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  if (fields.get("kind") !== "ordering") fields.delete("without");
  open(fields);
});

byId("reset").addEventListener("click", () => {
  const fields = new URLSearchParams(query);
  fields.delete("row");
  fields.delete("drop");
  open(fields);
});
const file = byId("file", HTMLInputElement);
file.addEventListener("change", async () => {
  const [upload] = file.files ?? [];
  if (!upload) return;
  rows.value = await upload.text();
  relaxRows(linesOfText());
});
const copyLink = byId("copy");
copyLink.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    copyLink.textContent = "Copied";
  } catch {
    copyLink.textContent = "Copy the address above";
  }
});

showProgress();
relaxRows([]);
