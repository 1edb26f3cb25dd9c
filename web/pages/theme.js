// Light or dark, which holds before the first paint: this file and `settings.js` are also a script at the head of each page.
import { remember, remembered } from "./settings.js";

// The media of the rules for a dark system, by theme: they hold as the system says, always, or never.
const DARK = "screen and (prefers-color-scheme: dark)";
/** @type {Record<string, string>} */
const MEDIA = { system: DARK, dark: "screen", light: "not all" };

/** @param {string} theme */
const applyTheme = (theme) => {
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    if (rule instanceof CSSMediaRule && Object.values(MEDIA).includes(rule.media.mediaText)) rule.media.mediaText = MEDIA[theme] ?? DARK;
  }
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
};

const chosenTheme = () => remembered("theme", "system");
applyTheme(chosenTheme());

/**
 * Offers the themes in a field.
 * @param {HTMLSelectElement} field
 */
export const offerTheme = (field) => {
  field.value = chosenTheme();
  field.addEventListener("change", () => {
    remember("theme", field.value);
    applyTheme(field.value);
  });
};
