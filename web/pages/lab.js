// The text of the rows is asked about when nobody has typed for a moment; the address follows what was understood.
(() => {
  const page = byId("lab");
  const rows = byId("rows");
  const form = byId("form");
  const task = byId("task");
  let { query } = page.dataset;
  let following = new AbortController();
  let timer;

  // ---- Progress ----------------------------------------------------------------------------------------------------

  const solved = () => new Set(stored.read("lab", []));
  const showProgress = () => {
    const done = solved();
    for (const link of document.querySelectorAll("[data-exercise]")) {
      const is = done.has(link.dataset.exercise);
      link.classList.toggle("done", is);
      link.querySelector(".state").textContent = is ? "✓ done" : "";
    }
    const next = [...document.querySelectorAll("[data-exercise]")].find((link) => !done.has(link.dataset.exercise));
    const button = byId("next");
    if (button && next && done.has(task.dataset.name)) {
      button.href = next.href;
      button.textContent = "Next exercise";
      button.classList.add("main");
    }
  };
  const finish = () => {
    stored.write("lab", [...solved().add(task.dataset.name)]);
    byId("done").hidden = false;
    showProgress();
  };

  // ---- The program -------------------------------------------------------------------------------------------------

  const busy = (is) => byId("found").setAttribute("aria-busy", is);

  // Why the text is no program, beside the line where that is known.
  const bare = (line) => line.split("#")[0].trim().replace(/;$/, "").replace(/^(s\.t\.|subject to) /, "");
  const showFault = ({ message, row }) => {
    const fault = byId("fault");
    const at = row === undefined || row === null ? -1
      : rows.value.split("\n").findIndex((line) => [bare(line), bare(line).replace(/^[^:]*:\s*/, "")].includes(row));
    const place = at < 0 ? row && `In the row “${row}”: ` : `Line ${at + 1}: `;
    fault.textContent = `${place ?? ""}${message}`;
    fault.hidden = false;
    fault.classList.toggle("beside", at >= 0);
    if (at < 0) return;
    byId("sheet").append(fault);
    const { lineHeight, paddingTop } = getComputedStyle(rows);
    const follow = () => {
      const top = rows.offsetTop + parseFloat(paddingTop) + (at + 1) * parseFloat(lineHeight) - rows.scrollTop;
      fault.style.top = `${Math.min(Math.max(top, rows.offsetTop), rows.offsetTop + rows.offsetHeight - fault.offsetHeight)}px`;
    };
    follow();
    rows.onscroll = follow;
  };

  const look = async (lines) => {
    following.abort();
    following = new AbortController();
    const { signal } = following;
    busy(true);
    const body = new URLSearchParams([["query", query], ...lines.map((line) => ["line", line])]);
    try {
      const answer = await ask(`${root}/lab/relaxed`, { method: "POST", body, signal });
      query = answer.query;
      history.replaceState(null, "", `?${query}`);
      if (answer.fault) throw Object.assign(new Error(answer.fault), { row: answer.row });
      const open = [...byId("answer").querySelectorAll("details")].map((it) => it.open);
      byId("answer").innerHTML = answer.html;
      byId("answer").querySelectorAll("details").forEach((it, index) => { it.open = open[index] ?? false; });
      byId("sheet").after(byId("fault"));
      byId("fault").hidden = true;
      rows.removeAttribute("aria-invalid");
      byId("answer").classList.remove("stale");
      if (task) {
        byId("done").hidden = !answer.done;
        if (answer.done) finish();
      }
    } catch (error) {
      if (isAbort(error)) return;
      showFault(error);
      rows.setAttribute("aria-invalid", "true");
      byId("answer").classList.add("stale");
    }
    if (!signal.aborted) busy(false);
  };

  // A text without a line has no rows at all, which is said by a line that is a comment.
  const lines = () => rows.value.split("\n").map((line) => line.trim()).filter(Boolean).concat("#");

  rows.addEventListener("input", () => {
    clearTimeout(timer);
    busy(true);
    timer = setTimeout(() => look(lines()), 350);
  });

  // Another wall or another formulation is another program.
  form.addEventListener("change", () => {
    const data = new URLSearchParams(new FormData(form));
    if (data.get("kind") !== "ordering") data.delete("without");
    location.search = data;
  });

  byId("undo").addEventListener("click", () => {
    const fields = new URLSearchParams(query);
    fields.delete("row");
    fields.delete("drop");
    location.search = fields;
  });
  byId("file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    rows.value = await file.text();
    look(lines());
  });
  byId("copy").addEventListener("click", async ({ target }) => {
    try {
      await navigator.clipboard.writeText(location.href);
      target.textContent = "Copied";
    } catch {
      target.textContent = "Copy the address above";
    }
  });

  showProgress();
  look([]);
})();
