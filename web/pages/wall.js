// The wall of the page: its cells, and what is done to them by mouse, by touch and from the keyboard.
import { allIn, around, element, firstIn, oneIn } from "./dom.js";

/** @param {HTMLElement} host of a wall */
const cellsIn = (host) => allIn(host, "[data-cell]");

/**
 * The number of the cell at the target of an event.
 * @param {EventTarget | null} target
 */
export const numberAt = (target) => around(target, "[data-cell]")?.dataset.cell;

/**
 * The cell of a wall with a number.
 * @param {HTMLElement} host
 * @param {string | undefined} number
 */
export const cellIn = (host, number) => cellsIn(host).find((one) => one.dataset.cell === number);

/**
 * @param {HTMLElement} host of the HTML of a wall
 * @param {object} page
 * @param {(number: string) => void} page.chosen hears of a cell that is clicked
 * @param {(number: string) => void} page.cleared hears of a cell of which nothing is to be said
 * @param {(first: string, second: string) => void} page.dragged hears of a drag from a cell to another one
 */
export const wallOf = (host, { chosen, cleared, dragged }) => {
  // The cell that Tab leads to.
  let current = "1";
  /** @type {string | undefined} */
  let from;

  const wall = () => oneIn(host, ".wall");
  const cells = () => cellsIn(host);
  /** @param {string | undefined} number */
  const cell = (number) => cellIn(host, number);
  const columns = () => firstIn(host, ".wall-line")?.children.length ?? 1;

  const setTab = () => { for (const one of cells()) one.tabIndex = one.dataset.cell === current ? 0 : -1; };

  /** @param {string} number */
  const choose = (number) => {
    current = number;
    setTab();
    cell(number)?.focus();
  };

  /**
   * Gives a class to these cells alone.
   * @param {string} name
   * @param {(string | undefined)[]} numbers
   */
  const mark = (name, numbers) => { for (const one of cells()) one.classList.toggle(name, numbers.includes(one.dataset.cell)); };

  host.addEventListener("keydown", (event) => {
    const here = numberAt(event.target);
    if (!here) return;
    const [at, width, count] = [Number(here), columns(), cells().length];
    const row = Math.floor((at - 1) / width);
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: at - 1 > row * width ? at - 1 : at,
      ArrowRight: at < (row + 1) * width ? at + 1 : at,
      ArrowUp: at > width ? at - width : at,
      ArrowDown: at + width <= count ? at + width : at,
      Home: row * width + 1,
      End: (row + 1) * width,
    };
    if (event.key in steps) {
      choose(String(steps[event.key]));
      event.preventDefault();
    } else if (event.key === "Delete") {
      cleared(here);
    }
  });

  // A drag goes from the cell where the pointer goes down to the one where it comes up.
  /** @param {PointerEvent} event */
  const under = (event) => numberAt(document.elementFromPoint(event.clientX, event.clientY));
  host.addEventListener("pointerdown", (event) => {
    // A finger scrolls, and says of two cells what it says by two taps.
    from = event.pointerType === "touch" ? undefined : numberAt(event.target);
    if (from && event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
  });
  addEventListener("pointermove", (event) => {
    if (!from) return;
    const to = under(event);
    mark("dragged", to && to !== from ? [from, to] : []);
  });
  addEventListener("pointerup", (event) => {
    if (!from) return;
    const [first, second] = [from, under(event)];
    from = undefined;
    mark("dragged", []);
    if (second && first !== second && cell(first) && cell(second)) dragged(first, second);
  });
  addEventListener("pointercancel", () => { from = undefined; });
  host.addEventListener("click", (event) => {
    const number = numberAt(event.target);
    if (!number) return;
    choose(number);
    chosen(number);
  });

  return {
    /**
     * Shows the HTML of a wall, with the focus and the cell that Tab leads to as they were.
     * @param {string} html
     */
    show(html) {
      const isFocused = cells().some((one) => one === document.activeElement);
      host.innerHTML = html;
      if (!cell(current)) current = "1";
      setTab();
      if (isFocused) cell(current)?.focus();
    },
    cell,
    columns,
    mark,
    /**
     * A copy of the wall with other words in its cells.
     * @param {string} label of the copy
     * @param {(number: string) => { text: string, classes: string }} describe
     */
    copy(label, describe) {
      const copy = /** @type {HTMLElement} */ (wall().cloneNode(true));
      copy.setAttribute("aria-label", label);
      for (const one of cellsIn(copy)) {
        const { cell: number = "" } = one.dataset;
        const { text, classes } = describe(number);
        one.className = `cell ${classes}`;
        one.removeAttribute("data-turn");
        one.tabIndex = 0;
        one.replaceChildren(element("span", { class: "number", "aria-hidden": "true" }, number),
          element("span", { class: "turn", "aria-hidden": "true" }, text),
          element("span", { class: "visually-hidden" }, `Cell ${number}${text ? `: ${text}` : ""}`));
      }
      return copy;
    },
    /** The wall as it is drawn: its box; its cells, with the words in each, and the band behind some of these. */
    drawing: () => ({
      box: wall().getBoundingClientRect(),
      cells: allIn(wall(), ".cell").map((cell) => ({
        cell,
        isGlazed: cell.matches(".filled:not(.later)"),
        parts: allIn(cell, ".turn, .points, .number, .marks, .marks span").map((part) => ({ part, isBand: part.matches(".marks") })),
      })),
    }),
    /**
     * Shows a turn of the order.
     * @param {number} turn
     */
    showTurn(turn) {
      for (const one of allIn(host, "[data-turn]")) {
        one.classList.toggle("later", Number(one.dataset.turn) > turn);
        one.classList.toggle("now", Number(one.dataset.turn) === turn);
      }
    },
    /**
     * The turn of a cell, if it has one.
     * @param {string} number
     */
    turnOf: (number) => cell(number)?.dataset.turn ?? "",
    /**
     * The words of a cell for those who hear the page.
     * @param {string} number
     */
    wordsOf: (number) => firstIn(cell(number) ?? host, ".visually-hidden")?.textContent ?? "",
  };
};

/** @typedef {ReturnType<typeof wallOf>} Wall */
