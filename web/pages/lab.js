// The text of the rows is asked about when nobody has typed for a moment; the address follows what was understood.
import { allIn, byId, oneIn } from "./dom.js";
import "./frame.js";
import { ask, isAbort, wordsOf } from "./requests.js";
import { remember, remembered } from "./settings.js";

const rows = byId("rows", HTMLTextAreaElement);
const form = byId("form", HTMLFormElement);
const answer = byId("answer");
const sheet = byId("sheet");
const fault = byId("fault");
const exercise = document.getElementById("task")?.dataset.name;
let query = byId("lab").dataset.query ?? "";
let asking = new AbortController();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

// ---- Progress -----------------------------------------------------------------------------------------------------

/** @returns {Set<string>} */
const finished = () => new Set(remembered("lab", []));
const showProgress = () => {
  const done = finished();
  const links = allIn(document, "[data-exercise]", HTMLAnchorElement);
  /** @param {HTMLElement} link */
  const isDone = ({ dataset }) => done.has(dataset.exercise ?? "");
  for (const link of links) {
    link.classList.toggle("done", isDone(link));
    oneIn(link, ".state").textContent = isDone(link) ? "✓ done" : "";
  }
  const next = links.find((link) => !isDone(link));
  if (exercise === undefined || !next || !done.has(exercise)) return;
  const button = byId("next", HTMLAnchorElement);
  button.href = next.href;
  button.textContent = "Next exercise";
  button.classList.add("main");
};
/** @param {string} name of an exercise */
const finish = (name) => {
  remember("lab", [...finished().add(name)]);
  showProgress();
};

// ---- The program --------------------------------------------------------------------------------------------------

/** @param {boolean} is */
const setBusy = (is) => byId("found").setAttribute("aria-busy", String(is));

/**
 * A line of the text as the row that it states.
 * @param {string} line
 */
const bare = (line) => line.split("#")[0].trim().replace(/;$/, "").replace(/^(s\.t\.|subject to) /, "");

/**
 * Says why the text is no program, beside the line where that is known.
 * @param {string} message
 * @param {string | null} row that is at fault
 */
const showFault = (message, row) => {
  const at = row === null ? -1 : rows.value.split("\n").findIndex((line) => [bare(line), bare(line).replace(/^[^:]*:\s*/, "")].includes(row));
  const place = at >= 0 ? `Line ${at + 1}: ` : row ? `In the row “${row}”: ` : "";
  fault.textContent = `${place}${message}`;
  fault.hidden = false;
  fault.classList.toggle("beside", at >= 0);
  rows.setAttribute("aria-invalid", "true");
  answer.classList.add("stale");
  if (at < 0) return;
  sheet.append(fault);
  const { lineHeight, paddingTop } = getComputedStyle(rows);
  const setTop = () => {
    const top = rows.offsetTop + Number.parseFloat(paddingTop) + (at + 1) * Number.parseFloat(lineHeight) - rows.scrollTop;
    fault.style.top = `${Math.min(Math.max(top, rows.offsetTop), rows.offsetTop + rows.offsetHeight - fault.offsetHeight)}px`;
  };
  setTop();
  rows.onscroll = setTop;
};

/** @param {string} html about the program */
const showAnswer = (html) => {
  // What is open stays open.
  const open = allIn(answer, "details", HTMLDetailsElement).map((it) => it.open);
  answer.innerHTML = html;
  allIn(answer, "details", HTMLDetailsElement).forEach((it, index) => { it.open = open[index] ?? false; });
  sheet.after(fault);
  fault.hidden = true;
  rows.removeAttribute("aria-invalid");
  answer.classList.remove("stale");
};

/** @param {string[]} lines of the text; none for the program of the address */
const look = async (lines) => {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  setBusy(true);
  const body = new URLSearchParams([["query", query], ...lines.map((line) => ["line", line])]);
  try {
    const found = await ask("/lab/relaxed", "", { method: "POST", body, signal });
    query = found.query;
    history.replaceState(null, "", `?${query}`);
    if (found.fault !== null) showFault(found.fault, found.row);
    else {
      showAnswer(found.html ?? "");
      if (exercise !== undefined) {
        byId("done").hidden = !found.done;
        if (found.done) finish(exercise);
      }
    }
  } catch (error) {
    if (isAbort(error)) return;
    showFault(wordsOf(error), null);
  }
  if (!signal.aborted) setBusy(false);
};

// A text without a line has no rows at all, which is said by a line that is a comment.
const written = () => rows.value.split("\n").map((line) => line.trim()).filter(Boolean).concat("#");

rows.addEventListener("input", () => {
  clearTimeout(typing);
  setBusy(true);
  typing = setTimeout(() => look(written()), 350);
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
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  rows.value = await chosen.text();
  look(written());
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
look([]);
