// Games that a person has as a file or as a text: they are unpacked, cut down to what the server reads, and loaded.
import { byId } from "./dom.js";
import { inTurn, post } from "./requests.js";

// The part of a log of Board Game Arena that the server reads; the rest is for the pages there, and ten times as much.
const FIELDS = new Set([
  "data", "logs", "packets", "tables", "players", "name", "gamedatas", "boardNumber", "variant", "specialFactories", "status", "error",
  "exception", "channel", "type", "args", "playerId", "player_name", "factories", "remainingTiles", "selectedTiles", "fromFactory",
  "number", "color", "line", "lineNumber", "column", "placedTiles", "discardedTiles", "discardedTilesToSpecialFactoryZero", "fromHand",
  "undo", "from", "tiles", "completeLines", "placedTile", "pointsDetail", "points", "rowTiles", "columnTiles", "floorLines",
  "specialFactoryZeroTiles", "scores",
]);

/**
 * A field of a log, or nothing where no reader wants it. The number of a tile says nothing; that of a person does.
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
 * The end of the JSON that begins at a place of a text.
 * @param {string} text
 * @param {number} start
 */
const endOf = (text, start) => {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted) {
      if (letter === "\\") at += 1;
      else if (letter === "\"") quoted = false;
    } else if (letter === "\"") quoted = true;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
};

/**
 * A saved page of a replay without all but its log, and a log without what nobody reads: that of the table of this number.
 * @param {string} text
 * @param {number} number
 */
const reduced = (text, number) => {
  const named = /g_gamelogs\s*=\s*(?=[{[])/.exec(text);
  const start = named ? named.index + named[0].length : 0;
  try {
    let log = JSON.parse(named ? text.slice(start, endOf(text, start)) : text);
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
 * The game of a text that a person wants: a line of a file with a game a line, or all that another program wrote.
 * @param {string} text
 * @param {number} number
 */
const gameOf = (text, number) => {
  const lines = text.split("\n").filter((line) => line.trim());
  if (!lines.length) throw new Error("There is nothing in it.");
  if (!lines.some(isGame)) return reduced(text, number);
  if (!(number >= 1 && number <= lines.length)) {
    throw new Error(`The file has ${lines.length} ${lines.length === 1 ? "game" : "games"}: choose one of them.`);
  }
  return reduced(lines[number - 1], 1);
};

// The most bytes that are unpacked: a small file may hold more than any memory.
const UNPACKED = 16 << 20;

/**
 * The bytes of a file that gzip compressed.
 * @param {Blob} file
 */
const unpacked = async (file) => {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let bytes = 0;
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let part = await stream.read(); !part.done; part = await stream.read()) {
    parts.push(part.value);
    bytes += part.value.length;
    if (bytes > UNPACKED) {
      await stream.cancel();
      throw new Error("The file is too large when it is unpacked.");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

/**
 * The text of a file: unpacked, and in the encoding that its first bytes name. A byte order mark is left out.
 * @param {Blob} file
 */
const textOf = async (file) => {
  let bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = await unpacked(file);
  /** @type {Record<number, string>} */
  const marks = { 65279: "utf-16be", 65534: "utf-16le" };
  const encoding = marks[(bytes[0] << 8) | bytes[1]] ?? "utf-8";
  return new TextDecoder(encoding).decode(bytes);
};

/**
 * The fields of the game in a text.
 * @param {string} text
 * @param {number} number of the game, where the text has several
 * @param {number} limit of what is sent, in bytes
 */
const queryOf = async (text, number, limit) => {
  const written = gameOf(text, number);
  if (written.length > limit) throw new Error("The game is too long for this page.");
  return (await post("/play/load", written)).query;
};

/**
 * Listens to the forms by which games are loaded.
 * @param {number} limit of what is sent, in bytes
 * @param {(query: Promise<string>) => Promise<void>} load is given the fields of a game, or why it cannot be read
 */
export const onGame = (limit, load) => {
  const [file, number] = ["file", "number"].map((id) => byId(id, HTMLInputElement));
  const fromFile = inTurn(async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await load(textOf(chosen).then((text) => queryOf(text, Number(number.value), limit)));
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
