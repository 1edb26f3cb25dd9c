// Pictures as files.

// The picture as PNG, twice as large, so that it is sharp.
const pngOf = async ({ text, width, height }) => {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
};

// Saves a picture as `svg` or `png`, under a name without that ending.
const savePicture = async (picture, kind, name) =>
  saveAs(`${name}.${kind}`, kind === "svg" ? new Blob([picture.text], { type: "image/svg+xml" }) : await pngOf(picture));

// A picture with the size that it names itself. A parser of documents would apply its inline styles, which the pages' policy forbids.
const pictureFrom = (text) => {
  const [, , width, height] = /viewBox="([^"]*)"/.exec(text)[1].split(" ").map(Number);
  return { text, width: Math.ceil(width), height: Math.ceil(height) };
};

// The position of a game.
const positionPicture = async (position) => {
  const response = await fetch(`${root}/play/picture?${new URLSearchParams({ from: position })}`);
  if (!response.ok) throw new Error("The picture did not come.");
  return pictureFrom(await response.text());
};
