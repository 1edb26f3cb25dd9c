"use strict";
// What the browser remembers, and light or dark, which holds before the first paint.

// What the browser remembers, by its name. It can forbid that; then nothing is remembered.
const stored = {
  read(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`azulejo-${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(`azulejo-${name}`, JSON.stringify(value));
    } catch {
      // It is done all the same.
    }
  },
};

const theme = (() => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter(({ media }) => media?.mediaText.includes("prefers-color-scheme: dark"))
    .map(({ media }) => ({ media, system: media.mediaText }));
  // The rules for a dark system hold always, or never.
  const wanted = { dark: "screen", light: "not all" };
  const apply = (name) => {
    for (const { media, system } of rules) media.mediaText = wanted[name] ?? system;
    document.documentElement.style.colorScheme = name in wanted ? name : "";
  };
  const read = () => stored.read("theme", "system");
  apply(read());
  return {
    offer(choice) {
      choice.value = read();
      choice.addEventListener("change", () => {
        stored.write("theme", choice.value);
        apply(choice.value);
      });
    },
  };
})();
