// Settings in the storage of the browser, by their names. A browser without storage has the default values.

/**
 * The stored value of a name, or a default value.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export const recall = (name, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(`azulejo-${name}`) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
};

/**
 * Stores a value under a name.
 * @param {string} name
 * @param {unknown} value
 */
export const remember = (name, value) => {
  try {
    localStorage.setItem(`azulejo-${name}`, JSON.stringify(value));
  } catch {
    // Without storage, the setting holds until the page is closed.
  }
};
