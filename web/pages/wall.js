// Wall of the page: its cells, and their events by mouse, by touch and from the keyboard.
import { allIn, closestTo, element, firstIn, elementIn } from "./dom.js";

/** @param {HTMLElement} host of a wall */
const cellsIn = (host) => allIn(host, "[data-cell]");

/**
 * Number of the cell at the target of an event.
 * @param {EventTarget | null} target
 */
export const numberAt = (target) => closestTo(target, "[data-cell]")?.dataset.cell;

/**
 * Cell of a wall by its number.
 * @param {HTMLElement} host
 * @param {string | undefined} number
 */
export const cellIn = (host, number) => cellsIn(host).find((cell) => cell.dataset.cell === number);

/**
 * @param {HTMLElement} host of the HTML of a wall
 * @param {object} page
 * @param {(number: string) => void} page.onChoose gets the number of a clicked cell
 * @param {(number: string) => void} page.onClear gets the number of a cell whose constraints are to be removed
 * @param {(first: string, second: string) => void} page.onDrag gets the numbers of the first and the last cell of a drag
 */
export const wallOf = (host, { onChoose, onClear, onDrag }) => {
  // Number of the cell in the order of Tab.
  let current = "1";
  /** @type {string | undefined} */
  let from;

  const wall = () => elementIn(host, ".wall");
  const cells = () => cellsIn(host);
  /** @param {string | undefined} number */
  const cell = (number) => cellIn(host, number);
  const columns = () => firstIn(host, ".wall-line")?.children.length ?? 1;

  const setTab = () => { for (const square of cells()) square.tabIndex = square.dataset.cell === current ? 0 : -1; };

  /** @param {string} number */
  const choose = (number) => {
    current = number;
    setTab();
    cell(number)?.focus();
  };

  /**
   * Gives a class to cells, and takes it from all others.
   * @param {string} name
   * @param {(string | undefined)[]} numbers
   */
  const mark = (name, numbers) => { for (const square of cells()) square.classList.toggle(name, numbers.includes(square.dataset.cell)); };

  host.addEventListener("keydown", (event) => {
    const number = numberAt(event.target);
    if (!number) return;
    const [at, width, count] = [Number(number), columns(), cells().length];
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
      onClear(number);
    }
  });

  // A drag goes from the cell where the pointer goes down to the one where it comes up.
  /** @param {PointerEvent} event */
  const numberUnder = (event) => numberAt(document.elementFromPoint(event.clientX, event.clientY));
  host.addEventListener("pointerdown", (event) => {
    // A finger scrolls; it states constraints on two cells by two taps.
    from = event.pointerType === "touch" ? undefined : numberAt(event.target);
    if (from && event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
  });
  addEventListener("pointermove", (event) => {
    if (!from) return;
    const to = numberUnder(event);
    mark("dragged", to && to !== from ? [from, to] : []);
  });
  addEventListener("pointerup", (event) => {
    if (!from) return;
    const [first, second] = [from, numberUnder(event)];
    from = undefined;
    mark("dragged", []);
    if (second && first !== second && cell(first) && cell(second)) onDrag(first, second);
  });
  addEventListener("pointercancel", () => { from = undefined; });
  host.addEventListener("click", (event) => {
    const number = numberAt(event.target);
    if (!number) return;
    choose(number);
    onChoose(number);
  });

  return {
    /**
     * Shows the HTML of a wall, without a change of the focus and of the cell in the order of Tab.
     * @param {string} html
     */
    show(html) {
      const isFocused = cells().some((square) => square === document.activeElement);
      host.innerHTML = html;
      if (!cell(current)) current = "1";
      setTab();
      if (isFocused) cell(current)?.focus();
    },
    cell,
    columns,
    mark,
    /**
     * Copy of the wall with other words in its cells.
     * @param {string} label of the copy
     * @param {(number: string) => { text: string, classes: string }} describe
     */
    copy(label, describe) {
      const copy = /** @type {HTMLElement} */ (wall().cloneNode(true));
      copy.setAttribute("aria-label", label);
      for (const square of cellsIn(copy)) {
        const { cell: number = "" } = square.dataset;
        const { text, classes } = describe(number);
        square.className = `cell ${classes}`;
        square.removeAttribute("data-turn");
        square.tabIndex = 0;
        square.replaceChildren(element("span", { class: "number", "aria-hidden": "true" }, number),
          element("span", { class: "turn", "aria-hidden": "true" }, text),
          element("span", { class: "visually-hidden" }, `Cell ${number}${text ? `: ${text}` : ""}`));
      }
      return copy;
    },
    /** Drawing of the wall: its box, and its cells with their words and the band behind some words. */
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
      for (const square of allIn(host, "[data-turn]")) {
        square.classList.toggle("later", Number(square.dataset.turn) > turn);
        square.classList.toggle("now", Number(square.dataset.turn) === turn);
      }
    },
    /**
     * Turn of a cell; empty for a cell without a turn.
     * @param {string} number
     */
    turnOf: (number) => cell(number)?.dataset.turn ?? "",
    /**
     * Words of a cell for a screen reader.
     * @param {string} number
     */
    wordsOf: (number) => firstIn(cell(number) ?? host, ".visually-hidden")?.textContent ?? "",
  };
};

/** @typedef {ReturnType<typeof wallOf>} Wall */
