// Root of the pages, and the address of this page.

// Path of the root: empty, or a folder such as /azul.
export const root = document.documentElement.dataset.root ?? "";

// A page in a frame has only its board.
export const isEmbedded = new URLSearchParams(location.search).has("embed");
if (isEmbedded) document.documentElement.dataset.embed = "";

/**
 * Link to an address below the root, for other people.
 * @param {string} address
 */
export const linkTo = (address) => `${location.origin}${root}${address}`;

/**
 * Replaces the address in the address bar, unless it is too long for browsers and servers.
 * @param {string} address below the root, with a query
 */
export const replaceAddress = (address) => {
  if (address.length < 32000) history.replaceState(null, "", `${root}${address}${isEmbedded ? "&embed=" : ""}`);
};
