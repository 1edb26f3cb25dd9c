// Pictures as files.
import { root } from "./address.js";

/** @typedef {{ text: string, width: number, height: number }} Picture an SVG file and its size in pixels */

/**
 * Saves a text or a picture as a file.
 * @param {string} name
 * @param {Blob} blob
 */
const saveAs = (name, blob) => {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

/**
 * Picture as PNG, twice as large, for sharp edges.
 * @param {Picture} picture
 * @returns {Promise<Blob>}
 */
const pngOf = async ({ text, width, height }) => {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png");
  });
};

/**
 * Saves a picture as `svg` or `png`, under a name without that ending.
 * @param {Picture} picture
 * @param {string} kind
 * @param {string} name
 */
export const savePicture = async (picture, kind, name) =>
  saveAs(`${name}.${kind}`, kind === "svg" ? new Blob([picture.text], { type: "image/svg+xml" }) : await pngOf(picture));

/**
 * Picture with the size of its view box. A parser of documents would apply its inline styles, which the pages' policy forbids.
 * @param {string} text
 * @returns {Picture}
 */
export const pictureFrom = (text) => {
  const [, , width, height] = (/viewBox="([^"]*)"/.exec(text)?.[1] ?? "").split(" ").map(Number);
  return { text, width: Math.ceil(width), height: Math.ceil(height) };
};

/**
 * Picture of the position of a game.
 * @param {string} position in the notation of positions
 */
export const positionPicture = async (position) => {
  const response = await fetch(`${root}/play/picture?${new URLSearchParams({ from: position })}`);
  if (!response.ok) throw new Error("The picture did not come.");
  return pictureFrom(await response.text());
};
