// What the browser remembers, by its name. It can forbid that; then nothing is remembered.

/**
 * The value that is remembered under a name, or another one.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export const remembered = (name, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(`azulejo-${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
};

/**
 * Remembers a value under a name.
 * @param {string} name
 * @param {unknown} value
 */
export const remember = (name, value) => {
  try {
    localStorage.setItem(`azulejo-${name}`, JSON.stringify(value));
  } catch {
    // It is done all the same.
  }
};
