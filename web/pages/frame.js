// Parts of every page: the theme, dialogs, and texts to copy.
import { closestTo, byId } from "./dom.js";
import { offerTheme } from "./theme.js";

offerTheme(byId("theme", HTMLSelectElement));

/** @param {HTMLElement} button with the id of a field in `data-copies` */
const copy = async (button) => {
  const field = byId(button.dataset.copies ?? "", HTMLInputElement);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  } catch {
    // The selected text can be copied by hand.
  }
};

document.addEventListener("click", (event) => {
  const button = closestTo(event.target, "[data-opens], [data-shuts], [data-copies]");
  if (!button) return;
  const { opens, shuts, copies } = button.dataset;
  if (opens && !byId(opens, HTMLDialogElement).open) byId(opens, HTMLDialogElement).showModal();
  if (shuts) byId(shuts, HTMLDialogElement).close();
  if (copies) copy(button);
});
