// The text of a position as parts that can be changed, and the other way.

/** @typedef {{ colour: string, count: number }} Held tiles on a line */
/** @typedef {{ score: number, lines: (Held | null)[], floor: string[], wall: boolean[] }} SetUpBoard */
/**
 * @typedef {object} SetUp a position whose tiles are letters, and whose numbers of tiles are in the order of `LETTERS`
 * @property {number} players
 * @property {string[][]} factories
 * @property {number[]} centre
 * @property {boolean} token whether the first-player token is in the centre
 * @property {SetUpBoard[]} boards
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
 * The parts of a position's text; what cannot be read is empty.
 * @param {string} text
 * @returns {SetUp}
 */
export const readPosition = (text) => {
  const fields = text.trim().split(/\s+/);
  const count = (fields[2] ?? "").split("|").length;
  const players = Math.min(Math.max(count, 2), 4);
  /** @param {string | undefined} part */
  const tiles = (part) => [...(part ?? "")].filter((letter) => LETTERS.includes(letter));
  /** @param {string | undefined} part */
  const counts = (part) => {
    const read = (part ?? "").split(",").map(Number);
    return [...LETTERS].map((_, index) => read[index] || 0);
  };
  const factories = (fields[0] ?? "").split("/");
  const boards = (fields[2] ?? "").split("|");
  /** @param {string | undefined} part */
  const board = (part) => {
    const [score, lines, floor, wall] = (part ?? "").split(":");
    const held = (lines ?? "").split("/");
    return {
      score: Number(score) || 0,
      lines: [0, 1, 2, 3, 4].map((row) => {
        const [colour, ...number] = held[row] ?? "";
        return LETTERS.includes(colour ?? " ") ? { colour, count: Number(number.join("")) || 1 } : null;
      }),
      floor: [...(floor ?? "")].filter((letter) => NAMES[letter]),
      wall: [...(wall ?? "").replaceAll("/", "").padEnd(25, ".")].slice(0, 25).map((letter) => letter !== "."),
    };
  };
  return {
    players,
    factories: Array.from({ length: 2 * players + 1 }, (_, index) => tiles(factories[index])),
    centre: [...LETTERS].map((letter) => tiles(fields[1]).filter((one) => one === letter).length),
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
 * The letter of a place of the wall.
 * @param {number} place 5·row + column
 */
export const wallLetter = (place) => LETTERS[(place % 5 + 5 - Math.floor(place / 5)) % 5];

/**
 * The text of a position.
 * @param {SetUp} it
 */
export const writePosition = (it) => {
  /** @param {string[]} letters */
  const sorted = (letters) => [...LETTERS].map((one) => one.repeat(letters.filter((letter) => letter === one).length)).join("");
  const centre = [...LETTERS].map((letter, index) => letter.repeat(Math.min(it.centre[index], 60))).join("") + (it.token ? "*" : "");
  /** @param {SetUpBoard} board */
  const board = ({ score, lines, floor, wall }) => {
    const held = lines.map((line) => (line ? `${line.colour}${line.count}` : "-"));
    const rows = [0, 5, 10, 15, 20].map((first) => wall.slice(first, first + 5)
      .map((filled, column) => (filled ? wallLetter(first + column) : ".")).join(""));
    return `${score}:${held.join("/")}:${floor.join("") || "-"}:${rows.join("/")}`;
  };
  return [
    it.factories.map((tiles) => sorted(tiles) || "-").join("/"), centre || "-", it.boards.map(board).join("|"),
    it.mover, it.starter, it.round, it.bag.join(","), it.lid.join(","),
  ].join(" ");
};
