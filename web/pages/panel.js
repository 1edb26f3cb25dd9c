// The panel beside the table.
import { allIn, around, byId } from "./dom.js";

/**
 * Tabs: the arrows move between them, as people expect.
 * @param {HTMLElement} list
 * @param {(id: string) => void} shown is given the id of the tab that is shown
 */
export const tabsOf = (list, shown = () => {}) => {
  const tabs = allIn(list, "[role=tab]");
  /** @param {HTMLElement} tab */
  const show = (tab) => {
    for (const one of tabs) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      byId(one.getAttribute("aria-controls") ?? "").hidden = !chosen;
    }
    shown(tab.id);
  };
  list.addEventListener("click", (event) => {
    const tab = around(event.target, "[role=tab]");
    if (tab) show(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs[(now + step + tabs.length) % tabs.length];
    show(next);
    next.focus();
  });
  return {
    /** @param {string} id */
    show: (id) => show(byId(id)),
  };
};

// On a phone, the button of a tab is at hand, too.
document.addEventListener("click", (event) => {
  const other = around(event.target, "[data-clicks]");
  if (other) byId(other.dataset.clicks ?? "").click();
});

/**
 * How likely somebody wins, as a bar with words.
 * @param {number} win from 0 to 1
 * @param {string} words
 */
export const chanceOf = (win, words) => {
  const percent = Math.round(100 * win);
  return `<p class="chance-words"><span>${words}</span> <b>${percent} %</b></p>`
    + `<svg class="chance" width="100%" height="24" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${percent}" height="10"/></svg>`;
};
