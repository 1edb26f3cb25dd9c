// Games in files and texts of people: decompression, reduction to the fields that the server reads, and loading.
import { byId } from "./dom.js";
import { inTurn, post } from "./requests.js";

// Fields of a log of Board Game Arena that the server reads; the others are ten times as long.
const FIELDS = new Set([
  "data", "logs", "packets", "tables", "players", "name", "gamedatas", "boardNumber", "variant", "specialFactories", "status", "error",
  "exception", "channel", "type", "args", "playerId", "player_name", "factories", "remainingTiles", "selectedTiles", "fromFactory",
  "number", "color", "line", "lineNumber", "column", "placedTiles", "discardedTiles", "discardedTilesToSpecialFactoryZero", "fromHand",
  "undo", "from", "tiles", "completeLines", "placedTile", "pointsDetail", "points", "rowTiles", "columnTiles", "floorLines",
  "specialFactoryZeroTiles", "scores",
]);

/**
 * A field of a log, or nothing for a field that the server does not read. The id of a tile is dropped; the id of a person stays.
 * @this {object}
 * @param {string} key
 * @param {unknown} value
 */
function fieldOfLog(key, value) {
  const isRead = FIELDS.has(key) || /^\d*$/.test(key) || (key === "id" && "name" in this);
  return isRead ? value : undefined;
}

/** @param {unknown} value */
const isLog = (value) => JSON.stringify(value).includes("factoriesFilled");

/**
 * Index of the end of a JSON value in a text.
 * @param {string} text
 * @param {number} start
 */
const endOf = (text, start) => {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter === "\\") at += 1;
      else if (letter === "\"") isQuoted = false;
    } else if (letter === "\"") isQuoted = true;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
};

/**
 * The log of a saved page of a replay, or of a table by its number, with only the fields that the server reads.
 * @param {string} text
 * @param {number} number
 */
const logText = (text, number) => {
  const assignment = /g_gamelogs\s*=\s*(?=[{[])/.exec(text);
  const start = assignment ? assignment.index + assignment[0].length : 0;
  try {
    let log = JSON.parse(assignment ? text.slice(start, endOf(text, start)) : text);
    if (Array.isArray(log) && log.length > 1 && log.every(isLog)) log = log[number - 1] ?? log;
    return isLog(log) ? JSON.stringify(log, fieldOfLog) : text;
  } catch {
    return text;
  }
};

/** @param {string} line */
const isGame = (line) => {
  try {
    const game = JSON.parse(line);
    return "rounds" in game || "format" in game || (!Array.isArray(game) && isLog(game));
  } catch {
    return false;
  }
};

/**
 * The game of a text by its number: a line of a file with one game on each line, or the whole file of another program.
 * @param {string} text
 * @param {number} number
 */
const gameOf = (text, number) => {
  const lines = text.split("\n").filter((line) => line.trim());
  if (!lines.length) throw new Error("There is nothing in it.");
  if (!lines.some(isGame)) return logText(text, number);
  if (!(number >= 1 && number <= lines.length)) {
    throw new Error(`The file has ${lines.length} ${lines.length === 1 ? "game" : "games"}: choose one of them.`);
  }
  return logText(lines[number - 1], 1);
};

// Most bytes of a decompressed file: a small file may hold more than any memory.
const BYTE_LIMIT = 16 << 20;

/**
 * Bytes of a file that gzip compressed.
 * @param {Blob} file
 */
const unpackedBytes = async (file) => {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let bytes = 0;
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let part = await stream.read(); !part.done; part = await stream.read()) {
    parts.push(part.value);
    bytes += part.value.length;
    if (bytes > BYTE_LIMIT) {
      await stream.cancel();
      throw new Error("The file is too large when it is unpacked.");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

/**
 * Text of a file: decompressed, in the encoding of its byte order mark, and without that mark.
 * @param {Blob} file
 */
const textOf = async (file) => {
  let bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = await unpackedBytes(file);
  /** @type {Record<number, string>} */
  const marks = { 65279: "utf-16be", 65534: "utf-16le" };
  const encoding = marks[(bytes[0] << 8) | bytes[1]] ?? "utf-8";
  return new TextDecoder(encoding).decode(bytes);
};

/**
 * Query of the game in a text.
 * @param {string} text
 * @param {number} number of the game, where the text has several
 * @param {number} limit of the request, in bytes
 */
const queryOf = async (text, number, limit) => {
  const game = gameOf(text, number);
  if (game.length > limit) throw new Error("The game is too long for this page.");
  return (await post("/play/load", game)).query;
};

/**
 * Listens to the forms for games.
 * @param {number} limit of the request, in bytes
 * @param {(query: Promise<string>) => Promise<void>} load gets the query of a game, or the error of the reader
 */
export const onGame = (limit, load) => {
  const [file, number] = ["file", "number"].map((id) => byId(id, HTMLInputElement));
  const fromFile = inTurn(async () => {
    const [upload] = file.files ?? [];
    if (upload) await load(textOf(upload).then((text) => queryOf(text, Number(number.value), limit)));
  });
  for (const field of [file, number]) field.addEventListener("change", fromFile);
  byId("load").addEventListener("submit", (event) => event.preventDefault());
  const form = document.getElementById("paste");
  const fromText = inTurn(() => load(queryOf(byId("pasted", HTMLTextAreaElement).value, 1, limit)));
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    fromText();
  });
};
