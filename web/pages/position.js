// Text of a position as parts to change, and the way back.

/** @typedef {{ colour: string, count: number }} LineParts tiles on a line */
/** @typedef {{ score: number, lines: (LineParts | null)[], floor: string[], wall: boolean[] }} BoardParts */
/**
 * @typedef {object} PositionParts a position whose tiles are letters, and whose numbers of tiles are in the order of `LETTERS`
 * @property {number} players
 * @property {string[][]} factories
 * @property {number[]} centre
 * @property {boolean} token whether the first-player token is in the centre
 * @property {BoardParts[]} boards
 * @property {number} mover
 * @property {number} starter
 * @property {number} round
 * @property {number[]} bag
 * @property {number[]} lid
 */

export const LETTERS = "BYRKW";
/** @type {Record<string, string>} */
export const NAMES = { B: "blue", Y: "yellow", R: "red", K: "black", W: "white", "*": "token" };

/** @param {string} letter */
export const isColour = (letter) => letter !== "" && LETTERS.includes(letter);

/**
 * Parts of a position's text; unreadable parts are empty.
 * @param {string} text
 * @returns {PositionParts}
 */
export const readPosition = (text) => {
  const fields = text.trim().split(/\s+/);
  const count = (fields[2] ?? "").split("|").length;
  const players = Math.min(Math.max(count, 2), 4);
  /** @param {string | undefined} part */
  const tiles = (part) => [...(part ?? "")].filter((letter) => LETTERS.includes(letter));
  /** @param {string | undefined} part */
  const counts = (part) => {
    const numbers = (part ?? "").split(",").map(Number);
    return [...LETTERS].map((_, index) => numbers[index] || 0);
  };
  const factories = (fields[0] ?? "").split("/");
  const boards = (fields[2] ?? "").split("|");
  /** @param {string | undefined} part */
  const board = (part) => {
    const [score, lines, floor, wall] = (part ?? "").split(":");
    const lineTexts = (lines ?? "").split("/");
    return {
      score: Number(score) || 0,
      lines: [0, 1, 2, 3, 4].map((row) => {
        const [colour, ...number] = lineTexts[row] ?? "";
        return LETTERS.includes(colour ?? " ") ? { colour, count: Number(number.join("")) || 1 } : null;
      }),
      floor: [...(floor ?? "")].filter((letter) => NAMES[letter]),
      wall: [...(wall ?? "").replaceAll("/", "").padEnd(25, ".")].slice(0, 25).map((letter) => letter !== "."),
    };
  };
  return {
    players,
    factories: Array.from({ length: 2 * players + 1 }, (_, index) => tiles(factories[index])),
    centre: [...LETTERS].map((letter) => tiles(fields[1]).filter((tile) => tile === letter).length),
    token: (fields[1] ?? "").includes("*"),
    boards: Array.from({ length: players }, (_, index) => board(boards[index])),
    mover: Number(fields[3]) || 1,
    starter: Number(fields[4]) || 1,
    round: Number(fields[5]) || 0,
    bag: counts(fields[6]),
    lid: counts(fields[7]),
  };
};

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
