// Questions beside the best order: by number of tiles, without each cell, near the best.
import { closestTo, byId, element } from "./dom.js";
import { ask, isAbort, wordsOf } from "./requests.js";

/**
 * @param {object} page
 * @param {import("./question.js").Question} page.question
 */
export const moreQuestionsOf = ({ question }) => {
  const box = byId("more-questions");
  const answer = byId("more-answer");
  let request = new AbortController();

  /** Clears the answer of another wall. */
  const clear = () => {
    request.abort();
    answer.replaceChildren();
    answer.ariaBusy = "false";
  };

  box.addEventListener("submit", async (event) => {
    const form = closestTo(event.target, "form", HTMLFormElement);
    if (!form) return;
    event.preventDefault();
    clear();
    request = new AbortController();
    const { signal } = request;
    answer.ariaBusy = "true";
    answer.replaceChildren(element("p", { class: "muted" }, "Looking …"));
    try {
      const points = String(new FormData(form).get("points") ?? "");
      const fields = new URLSearchParams([...question.fields(), ["ask", form.dataset.ask ?? ""], ["points", points]]);
      const { html } = await ask("/explore/questions", fields.toString(), { signal });
      answer.innerHTML = html;
    } catch (error) {
      if (isAbort(error)) return;
      answer.replaceChildren(element("p", { class: "warning" }, wordsOf(error)));
    }
    answer.ariaBusy = "false";
  });

  return { clear };
};
