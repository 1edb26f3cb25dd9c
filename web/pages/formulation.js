// The wall as a mixed-integer program: the formulation that is chosen, and the cell of which it speaks.
import { allIn, byId, element } from "./dom.js";
import { ask, isAbort, wordsOf } from "./requests.js";
import { cellIn, numberAt } from "./wall.js";

/**
 * @param {object} page
 * @param {import("./question.js").Question} page.question
 * @param {import("./wall.js").Wall} page.wall
 * @param {() => void} page.changed hears that another part of the program is shown
 */
export const formulationOf = ({ question, wall, changed }) => {
  const form = byId("program", HTMLFormElement);
  const box = byId("formulation");
  const fractionsBox = byId("fractions");
  const families = allIn(form, "[name=family]", HTMLInputElement);
  const [kind] = allIn(form, "[name=kind]", HTMLSelectElement);
  let asking = new AbortController();
  let isOpen = false;
  // Whether what is asked can be stated: no program is written of faults.
  let isValid = false;
  // The cell of which the program speaks.
  let spoken = "";

  /** The formulation, the families that it goes without, and the cell of which it speaks. */
  const options = () => {
    const isOrdering = kind.value === "ordering";
    byId("families", HTMLFieldSetElement).disabled = !isOrdering;
    /** @type {import("./question.js").Field[]} */
    const fields = [["kind", kind.value]];
    if (isOrdering) for (const box of families) if (!box.checked) fields.push(["without", box.value]);
    if (spoken) fields.push(["cell", spoken]);
    return fields;
  };

  /**
   * Shows the wall once more, with a number in each cell.
   * @param {import("../types/messages.js").Fraction[]} fractions
   */
  const showFractions = (fractions) => {
    const copy = wall.copy("The relaxation on the wall", (number) => {
      const { text = "", fraction = false } = fractions.find(({ cell }) => String(cell) === number) ?? {};
      return { text, classes: `${number === spoken ? "spoken " : ""}${fraction ? "fraction" : ""}` };
    });
    const focused = fractionsBox.contains(document.activeElement) ? numberAt(document.activeElement) : undefined;
    fractionsBox.replaceChildren(copy);
    if (focused) cellIn(copy, focused)?.focus();
  };

  const relax = async () => {
    asking.abort();
    if (!isValid || !isOpen) return;
    asking = new AbortController();
    box.ariaBusy = "true";
    try {
      const fields = new URLSearchParams([...question.fields(), ...options()]);
      const { html, fractions } = await ask("/explore/formulation", fields.toString(), { signal: asking.signal });
      box.innerHTML = html;
      showFractions(fractions);
    } catch (error) {
      if (isAbort(error)) return;
      box.replaceChildren(element("p", { class: "warning" }, wordsOf(error)));
    }
    box.ariaBusy = "false";
  };

  const show = () => {
    isOpen = true;
    changed();
    relax();
  };

  fractionsBox.addEventListener("click", ({ target }) => {
    const number = numberAt(target);
    if (!number) return;
    spoken = number;
    show();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  form.addEventListener("change", show);

  return {
    /** The fields of an address that are said of the program. */
    fields: () => (isOpen ? options() : []),
    /**
     * Takes these fields from an address.
     * @param {URLSearchParams} search
     */
    read(search) {
      isOpen = search.has("kind");
      spoken = search.get("cell") ?? "";
      kind.value = search.get("kind") ?? "ordering";
      for (const box of families) box.checked = !search.getAll("without").includes(box.value);
    },
    /**
     * Follows a question that was stated.
     * @param {boolean} isStated whether it has no faults
     */
    follow(isStated) {
      isValid = isStated;
      relax();
    },
    /** Forgets a cell that the wall does not have. */
    update() {
      if (spoken && !wall.cell(spoken)) spoken = "";
    },
  };
};
