// Tiles of a position by their letters, and its text.

/** @typedef {import("../types/messages.js").PositionParts} PositionParts */
/** @typedef {import("../types/messages.js").BoardParts} BoardParts */

export const LETTERS = "BYRKW";
/** @type {Record<string, string>} */
export const NAMES = { B: "blue", Y: "yellow", R: "red", K: "black", W: "white", "*": "token" };

/** @param {string} letter */
export const isColour = (letter) => letter !== "" && LETTERS.includes(letter);

/** @returns {BoardParts} a board without tiles */
export const emptyBoard = () => ({
  score: 0, lines: Array(5).fill(null), floor: [], wall: Array(25).fill(false),
});

/**
 * A position without tiles.
 * @param {number} players
 * @returns {PositionParts}
 */
export const emptyPosition = (players) => ({
  factories: Array.from({ length: 2 * players + 1 }, () => []),
  centre: Array(5).fill(0),
  token: false,
  boards: Array.from({ length: players }, emptyBoard),
  mover: 1,
  starter: 1,
  round: 1,
  bag: Array(5).fill(0),
  lid: Array(5).fill(0),
});

/**
 * Letter of a place of the wall.
 * @param {number} place 5·row + column
 */
export const wallLetter = (place) => LETTERS[(place % 5 + 5 - Math.floor(place / 5)) % 5];

/**
 * Text of a position.
 * @param {PositionParts} position
 */
export const writePosition = (position) => {
  /** @param {string[]} letters */
  const sorted = (letters) => [...LETTERS].map((letter) => letter.repeat(letters.filter((tile) => tile === letter).length)).join("");
  const centre = [...LETTERS].map((letter, index) => letter.repeat(Math.min(position.centre[index], 60))).join("") + (position.token ? "*" : "");
  /** @param {BoardParts} board */
  const board = ({ score, lines, floor, wall }) => {
    const lineTexts = lines.map((line) => (line ? `${line.colour}${line.count}` : "-"));
    const rows = [0, 5, 10, 15, 20].map((first) => wall.slice(first, first + 5)
      .map((filled, column) => (filled ? wallLetter(first + column) : ".")).join(""));
    return `${score}:${lineTexts.join("/")}:${floor.join("") || "-"}:${rows.join("/")}`;
  };
  return [
    position.factories.map((tiles) => sorted(tiles) || "-").join("/"), centre || "-", position.boards.map(board).join("|"),
    position.mover, position.starter, position.round, position.bag.join(","), position.lid.join(","),
  ].join(" ");
};
