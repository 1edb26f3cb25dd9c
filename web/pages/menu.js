// The dialog that says something of a cell, and of two cells that are chosen one after the other.
import { allIn, around, byId, firstIn, oneIn } from "./dom.js";

/** @typedef {import("./question.js").Statement} Statement */

/**
 * @param {object} page
 * @param {import("./question.js").Question} page.question
 * @param {import("./wall.js").Wall} page.wall
 * @param {(words: string) => void} page.say
 * @param {() => void} page.changed hears that the question is another one
 */
export const menuOf = ({ question, wall, say, changed }) => {
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
    isOnly: choices.filter((one) => one.dataset.flag === flag).length === 1,
  });

  // A cell of which something is said together with the one that is chosen next.
  /** @type {{ choice: HTMLElement, first: string } | null} */
  let pair = null;

  /** @param {() => void} does */
  const change = (does) => {
    const before = question.query();
    does();
    if (question.query() !== before) changed();
  };

  /** @param {string} number */
  const open = (number) => {
    byId("menu-title").textContent = `Cell ${number}`;
    byId("menu-state").textContent = wall.wordsOf(number).replace(/^Cell \d+, row/, "Row");
    const turn = wall.turnOf(number);
    for (const input of allIn(menu, "input", HTMLInputElement)) input.value = input.name === "turn" ? turn : "";
    // What a click alone says, another click takes back.
    for (const choice of choices.filter((one) => !firstIn(one, "input"))) {
      oneIn(choice, "button").setAttribute("aria-pressed", String(question.isSaid(statementOf(choice), number)));
    }
    oneIn(menu, "[value=initial]").setAttribute("aria-pressed", String(question.isInitial(number)));
    menu.dataset.cell = number;
    menu.showModal();
  };

  /**
   * Takes back all that is said of a cell.
   * @param {string} number
   */
  const clear = (number) => change(() => question.clear(choices.map(statementOf), number));

  /**
   * Says of a cell what a choice says with the numbers in its fields.
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
   * Says of two cells what a choice says.
   * @param {HTMLElement} choice
   * @param {string} first
   * @param {string} second
   */
  const declarePair = (choice, first, second) => {
    endPair();
    const { name } = oneIn(choice, "input", HTMLInputElement);
    if (first !== second) change(() => question.declare(statementOf(choice), first, { [name]: second }));
  };

  // Enter in a field does what the button beside it does.
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const choice = around(event.target, ".choice");
    if (choice) oneIn(choice, "button").click();
  });
  menu.addEventListener("close", () => wall.cell(menu.dataset.cell)?.focus());

  // The answer is asked for before the menu has gone.
  byId("say").addEventListener("submit", ({ submitter }) => {
    const choice = around(submitter, "[data-flag]");
    const what = submitter instanceof HTMLButtonElement ? submitter.value : "";
    const { cell: number = "" } = menu.dataset;
    if (choice && what === "pair") {
      pair = { choice, first: number };
      wall.mark("dragged", [number]);
      say(`Choose the other cell on the wall: cell ${number} comes before it. Escape chooses none.`);
    } else if (choice) declare(number, choice);
    else if (what === "initial") change(() => question.toggleInitial(number));
    else if (what === "drop") clear(number);
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && pair) endPair(); });

  return {
    clear,
    /**
     * Opens the menu of a cell that is chosen, or says what it was chosen for.
     * @param {string} number
     */
    choose(number) {
      if (pair) declarePair(pair.choice, pair.first, number);
      else open(number);
    },
    /**
     * Says what a drag from a cell to another one says.
     * @param {string} first
     * @param {string} second
     */
    drag(first, second) {
      const choice = choices.find((one) => one.dataset.drag !== undefined);
      if (choice) declarePair(choice, first, second);
    },
  };
};
