// Dialog for constraints on a cell, and on two cells one after the other.
import { allIn, closestTo, byId, firstIn, elementIn } from "./dom.js";

/** @typedef {import("./question.js").Statement} Statement */

/**
 * @param {object} page
 * @param {import("./question.js").Question} page.question
 * @param {import("./wall.js").Wall} page.wall
 * @param {(words: string) => void} page.say
 * @param {() => void} page.onChange hears that the question has changed
 */
export const menuOf = ({ question, wall, say, onChange }) => {
  const menu = byId("menu", HTMLDialogElement);
  const choices = allIn(menu, "[data-flag]");

  /**
   * @param {HTMLElement} choice of the menu
   * @returns {Statement}
   */
  const statementOf = ({ dataset: { flag = "", value = "", field = "", list } }) => ({
    flag,
    form: value,
    part: field,
    isList: list !== undefined,
    isOnly: choices.filter((choice) => choice.dataset.flag === flag).length === 1,
  });

  // First cell of a constraint whose second cell is chosen on the wall.
  /** @type {{ choice: HTMLElement, first: string } | null} */
  let pair = null;

  /** @param {() => void} action */
  const change = (action) => {
    const before = question.query();
    action();
    if (question.query() !== before) onChange();
  };

  /** @param {string} number */
  const open = (number) => {
    byId("menu-title").textContent = `Cell ${number}`;
    byId("menu-state").textContent = wall.wordsOf(number).replace(/^Cell \d+, row/, "Row");
    const turn = wall.turnOf(number);
    for (const input of allIn(menu, "input", HTMLInputElement)) input.value = input.name === "turn" ? turn : "";
    // A constraint without a number is a button that a second click releases.
    for (const choice of choices.filter((choice) => !firstIn(choice, "input"))) {
      elementIn(choice, "button").setAttribute("aria-pressed", String(question.isStated(statementOf(choice), number)));
    }
    elementIn(menu, "[value=initial]").setAttribute("aria-pressed", String(question.isInitial(number)));
    menu.dataset.cell = number;
    menu.showModal();
  };

  /**
   * Removes all constraints on a cell.
   * @param {string} number
   */
  const clear = (number) => change(() => question.clear(choices.map(statementOf), number));

  /**
   * States the constraint of a choice on a cell, with the numbers in its fields.
   * @param {string} number
   * @param {HTMLElement} choice
   */
  const declare = (number, choice) => {
    const inputs = allIn(choice, "input", HTMLInputElement);
    if (inputs.some(({ value }) => value === "")) return;
    change(() => question.declare(statementOf(choice), number, Object.fromEntries(inputs.map(({ name, value }) => [name, value]))));
  };

  const endPair = () => {
    pair = null;
    wall.mark("dragged", []);
    say("");
  };

  /**
   * States the constraint of a choice on two cells.
   * @param {HTMLElement} choice
   * @param {string} first
   * @param {string} second
   */
  const declarePair = (choice, first, second) => {
    endPair();
    const { name } = elementIn(choice, "input", HTMLInputElement);
    if (first !== second) change(() => question.declare(statementOf(choice), first, { [name]: second }));
  };

  // Enter in a field clicks the button beside it.
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const choice = closestTo(event.target, ".choice");
    if (choice) elementIn(choice, "button").click();
  });
  menu.addEventListener("close", () => wall.cell(menu.dataset.cell)?.focus());

  // The event comes before the menu is closed.
  byId("say").addEventListener("submit", ({ submitter }) => {
    const choice = closestTo(submitter, "[data-flag]");
    const value = submitter instanceof HTMLButtonElement ? submitter.value : "";
    const { cell: number = "" } = menu.dataset;
    if (choice && value === "pair") {
      pair = { choice, first: number };
      wall.mark("dragged", [number]);
      say(`Choose the other cell on the wall: cell ${number} comes before it. Escape chooses none.`);
    } else if (choice) declare(number, choice);
    else if (value === "initial") change(() => question.toggleInitial(number));
    else if (value === "drop") clear(number);
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && pair) endPair(); });

  return {
    clear,
    /**
     * Opens the menu of a cell, or states the constraint that waits for a second cell.
     * @param {string} number
     */
    choose(number) {
      if (pair) declarePair(pair.choice, pair.first, number);
      else open(number);
    },
    /**
     * States the constraint of a drag from a cell to another one.
     * @param {string} first
     * @param {string} second
     */
    drag(first, second) {
      const choice = choices.find((choice) => choice.dataset.drag !== undefined);
      if (choice) declarePair(choice, first, second);
    },
  };
};
