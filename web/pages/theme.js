// Theme, light or dark, before the first paint: this file and `settings.js` are also a script at the head of each page.
import { remember, recall } from "./settings.js";

// Media of the rules for a dark system, by theme: as the system has it, always, or never.
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

const themeSetting = () => recall("theme", "system");
applyTheme(themeSetting());

/**
 * Offers the themes in a field.
 * @param {HTMLSelectElement} field
 */
export const offerTheme = (field) => {
  field.value = themeSetting();
  field.addEventListener("change", () => {
    remember("theme", field.value);
    applyTheme(field.value);
  });
};
