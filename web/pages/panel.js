// Panel beside the table.
import { allIn, closestTo, byId } from "./dom.js";

/**
 * Tabs, with arrow keys between them.
 * @param {HTMLElement} list
 * @param {(id: string) => void} onShow gets the id of the selected tab
 */
export const tabsOf = (list, onShow = () => {}) => {
  const tabs = allIn(list, "[role=tab]");
  /** @param {HTMLElement} tab */
  const show = (tab) => {
    for (const entry of tabs) {
      const isSelected = entry === tab;
      entry.setAttribute("aria-selected", String(isSelected));
      entry.tabIndex = isSelected ? 0 : -1;
      byId(entry.getAttribute("aria-controls") ?? "").hidden = !isSelected;
    }
    onShow(tab.id);
  };
  list.addEventListener("click", (event) => {
    const tab = closestTo(event.target, "[role=tab]");
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

// Buttons that click another button, for phones.
document.addEventListener("click", (event) => {
  const button = closestTo(event.target, "[data-clicks]");
  if (button) byId(button.dataset.clicks ?? "").click();
});

/**
 * Probability to win, as a bar with words.
 * @param {number} win from 0 to 1
 * @param {string} words
 */
export const chanceOf = (win, words) => {
  const percent = Math.round(100 * win);
  return `<p class="chance-words"><span>${words}</span> <b>${percent} %</b></p>`
    + `<svg class="chance" width="100%" height="24" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${percent}" height="10"/></svg>`;
};
