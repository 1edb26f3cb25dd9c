// Where the pages stand, and the address of this one.

// Nothing, or such as /azul where the pages are in a folder.
export const root = document.documentElement.dataset.root ?? "";

// A page in a frame of another one, as lecturers have it, is its board alone.
export const isEmbedded = new URLSearchParams(location.search).has("embed");
if (isEmbedded) document.documentElement.dataset.embed = "";

/**
 * The link to an address below the root, for other people.
 * @param {string} address
 */
export const linkTo = (address) => `${location.origin}${root}${address}`;

/**
 * Lets the address bar follow, as long as browsers and servers take the address.
 * @param {string} address below the root, with a query
 */
export const replaceAddress = (address) => {
  if (address.length < 32000) history.replaceState(null, "", `${root}${address}${isEmbedded ? "&embed=" : ""}`);
};
