// The wall as a mixed-integer program: the formulation, and the rows about a selected cell.
import { allIn, byId, element } from "./dom.js";
import { ask, isAbort, wordsOf } from "./requests.js";
import { cellIn, numberAt } from "./wall.js";

/**
 * @param {object} page
 * @param {import("./question.js").Question} page.question
 * @param {import("./wall.js").Wall} page.wall
 * @param {() => void} page.onChange hears that the fields of the formulation have changed
 */
export const formulationOf = ({ question, wall, onChange }) => {
  const form = byId("program", HTMLFormElement);
  const box = byId("formulation");
  const fractionsBox = byId("fractions");
  const families = allIn(form, "[name=family]", HTMLInputElement);
  const [kind] = allIn(form, "[name=kind]", HTMLSelectElement);
  let request = new AbortController();
  let isOpen = false;
  // Whether the question has no faults.
  let isValid = false;
  // Number of the selected cell.
  let selection = "";

  /** Fields of the formulation, of the families that are left out, and of the selected cell. */
  const options = () => {
    const isOrdering = kind.value === "ordering";
    byId("families", HTMLFieldSetElement).disabled = !isOrdering;
    /** @type {import("./question.js").Field[]} */
    const fields = [["kind", kind.value]];
    if (isOrdering) for (const box of families) if (!box.checked) fields.push(["without", box.value]);
    if (selection) fields.push(["cell", selection]);
    return fields;
  };

  /**
   * Shows the wall once more, with a number in each cell.
   * @param {import("../types/messages.js").Fraction[]} fractions
   */
  const showFractions = (fractions) => {
    const copy = wall.copy("The relaxation on the wall", (number) => {
      const { text = "", fraction = false } = fractions.find(({ cell }) => String(cell) === number) ?? {};
      return { text, classes: `${number === selection ? "spoken " : ""}${fraction ? "fraction" : ""}` };
    });
    const focusedNumber = fractionsBox.contains(document.activeElement) ? numberAt(document.activeElement) : undefined;
    fractionsBox.replaceChildren(copy);
    if (focusedNumber) cellIn(copy, focusedNumber)?.focus();
  };

  const relax = async () => {
    request.abort();
    if (!isValid || !isOpen) return;
    request = new AbortController();
    box.ariaBusy = "true";
    try {
      const fields = new URLSearchParams([...question.fields(), ...options()]);
      const { html, fractions } = await ask("/explore/formulation", fields.toString(), { signal: request.signal });
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
    onChange();
    relax();
  };

  fractionsBox.addEventListener("click", ({ target }) => {
    const number = numberAt(target);
    if (!number) return;
    selection = number;
    show();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  form.addEventListener("change", show);

  return {
    /** Fields of the formulation for an address. */
    fields: () => (isOpen ? options() : []),
    /**
     * Takes the fields of the formulation from an address.
     * @param {URLSearchParams} search
     */
    read(search) {
      isOpen = search.has("kind");
      selection = search.get("cell") ?? "";
      kind.value = search.get("kind") ?? "ordering";
      for (const box of families) box.checked = !search.getAll("without").includes(box.value);
    },
    /**
     * Follows a new question.
     * @param {boolean} isFaultless
     */
    follow(isFaultless) {
      isValid = isFaultless;
      relax();
    },
    /** Clears the selection of a cell that the wall does not have. */
    update() {
      if (selection && !wall.cell(selection)) selection = "";
    },
  };
};
