// View of the table: factories, centre and boards, from its state and its marks.
import { h } from "./virtual-dom.js";

/** @typedef {import("../types/messages.js").TableState} TableState */
/** @typedef {import("../types/messages.js").SourceState} SourceState */
/** @typedef {import("../types/messages.js").BoardState} BoardState */
/** @typedef {import("../types/messages.js").LineState} LineState */
/** @typedef {import("../types/messages.js").Place} Place */
/**
 * @typedef {object} Marks marks on the table
 * @property {string} selection the selected group of tiles, such as `3Y`
 * @property {Record<string, Place>} places for the selected tiles, by the last letter of a move
 * @property {string} hint a move such as `3Y2`
 * @property {{ board: number, places: number[] } | null} run places of a run on the wall; players are from 0
 * @property {{ board: number, place: number, points: number, isNow: boolean }[]} scores points of the new tiles on the wall, and
 *   whether the tile stands out
 */

/** @type {Marks} */
export const NO_MARKS = { selection: "", places: {}, hint: "", run: null, scores: [] };

/** @param {number} number */
const signed = (number) => (number < 0 ? `−${-number}` : number > 0 ? `+${number}` : "0");

/** @param {(string | false)[]} names */
const classes = (...names) => names.filter(Boolean).join(" ");

/** @param {string} name of a colour, or token */
const tile = (name) => h("svg", { class: "tile" }, h("use", { href: `#az-${name}` }));

/**
 * Label of a group of tiles.
 * @param {TableState} table
 * @param {string} key of the group, such as `3Y`
 */
export const labelOf = (table, key) => table.sources.flatMap(({ groups }) => groups).find((group) => group.key === key)?.label ?? "";

const TOKEN_RULE = "Who takes from the centre first takes this token. It costs a place on the floor, and its owner begins the next round.";

/**
 * @param {SourceState} source
 * @param {Marks} marks
 */
const sourceOf = ({ name, is_centre: isCentre, has_token: hasToken, is_last: isLast, crowd, groups }, { selection, hint }) => {
  const isEmpty = groups.length === 0;
  const tiles = groups.map(({ key, colour, count, label }) => {
    const attributes = {
      key,
      type: "button",
      class: classes("group", `n${count}`, key === hint.slice(0, 2) && "hinted"),
      "data-take": key,
      "aria-pressed": String(key === selection),
      "aria-label": label,
      title: label,
    };
    const number = isCentre && count > 2 && h("span", { key: "count", class: "count", "aria-hidden": "true" }, String(count));
    return h("button", attributes, Array.from({ length: count }, () => tile(colour)), number);
  });
  const token = hasToken && h("span", { key: "token", class: "token", role: "img", "aria-label": "the first-player token", title: TOKEN_RULE }, tile("token"));
  const attributes = {
    key: name,
    class: classes("source", isCentre ? `cloth${crowd}` : "disc", isLast && "last", isEmpty && !hasToken && "gone"),
    role: "group",
    "aria-label": isEmpty ? `${name}: empty` : name,
  };
  return h("div", attributes, token, tiles);
};

/**
 * Line or floor as a button, with the points of a move of the selected tiles.
 * @param {{ letter: string, kind: string, isLast: boolean, label: string }} line
 * @param {import("./virtual-dom.js").VirtualNode[]} places
 * @param {Marks} marks for the mover's board, or none
 */
const lineOf = ({ letter, kind, isLast, label }, places, { places: open, hint }) => {
  const place = open[letter];
  const isLegal = place && "net" in place;
  const title = place && ("net" in place ? place.words : place.no);
  const words = place && ("net" in place ? `would score ${signed(place.net)}. ${place.words}` : `not possible: ${place.no}`);
  const attributes = {
    type: "button",
    class: classes("line", kind, isLast && "last", place && (isLegal ? "lit" : "shut"), hint.slice(2) === letter && "hinted"),
    "data-to": letter,
    "aria-label": words ? `${label}, ${words}` : label,
    title,
  };
  const gain = h("span", { key: "gain", class: "gain", "aria-hidden": "true" }, isLegal ? signed(place.net) : "");
  return h("button", attributes, kind ? [...places, gain] : [gain, ...places]);
};

/**
 * @param {LineState} line
 * @param {string[]} colours of the places of the wall
 * @param {number} player from 0
 * @param {Marks} marks
 * @param {Marks} open the marks for the mover's board, or none
 */
const rowOf = ({ room, colour, count, fresh, is_last: isLast, label, wall, wall_label: wallLabel }, colours, player, { run, scores }, open) => {
  const free = room - count;
  const places = Array.from({ length: room }, (_, place) =>
    h("span", { class: classes("place", place >= free && place < free + fresh && "fresh") }, place >= free && colour !== null && tile(colour)));
  const cells = wall.map((isFilled, column) => {
    const place = 5 * (room - 1) + column;
    const tileScore = scores.find((score) => score.board === player && score.place === place);
    const isRun = run?.board === player && run.places.includes(place);
    const badge = tileScore ? h("span", { key: "earned", class: "earned", "aria-hidden": "true" }, signed(tileScore.points)) : null;
    const attributes = { class: classes("place", isFilled && "filled", tileScore?.isNow === true && "now", isRun && "run"), "data-place": place };
    return h("span", attributes, tile(colours[column]), badge);
  });
  return h("div", { class: "board-row" },
    lineOf({ letter: String(room), kind: "", isLast, label }, places, open),
    h("span", { class: "wall-row", role: "img", "aria-label": wallLabel }, cells));
};

/**
 * @param {TableState} table
 * @param {BoardState} board
 * @param {Marks} marks
 */
const boardOf = ({ wall, charges }, board, marks) => {
  const player = board.player - 1;
  const open = board.moves ? marks : NO_MARKS;
  const title = `board-${board.player}`;
  const about = board.moves ? h("b", { class: "to-move" }, "to move") : board.about;
  const total = board.total !== null
    && h("b", { key: "total", class: "total" }, h("span", { class: "visually-hidden" }, "with bonuses"), ` ${board.total}`);
  const floorTiles = board.floor.map((name, index) =>
    h("span", { class: classes("place", index + board.floor_fresh >= board.floor.length && "fresh") }, tile(name)));
  const free = charges.slice(floorTiles.length).map((cost) => h("span", { class: "place" }, h("small", { "data-cost": cost })));
  return h("section", { key: board.player, class: classes("board", board.is_own && "own", board.moves && "moves"), "data-board": board.player, "aria-labelledby": title },
    h("header", {},
      h("h3", { id: title }, `${board.name} `, h("small", {}, about)),
      h("p", { class: "score" }, h("output", { "data-score": board.player, "aria-label": "points" }, String(board.score)), total)),
    board.lines.map((line) => rowOf(line, wall[line.room - 1], player, marks, open)),
    h("div", { class: "floor-row" },
      lineOf({ letter: "-", kind: "floor", isLast: board.floor_is_last, label: board.floor_label }, [...floorTiles, ...free], open),
      h("span", { class: "charge" }, board.charge > 0 ? `−${board.charge}` : "")));
};

/**
 * Nodes of a table.
 * @param {TableState} table
 * @param {Marks} marks
 */
export const tableView = (table, marks) => {
  const { heading, count, sources, boards } = table;
  return [
    h("h2", { class: "visually-hidden" }, heading),
    h("div", { class: `sources of-${count}`, role: "group", "aria-label": "Factories and centre" }, sources.map((source) => sourceOf(source, marks))),
    h("div", { class: `boards of-${count}` }, boards.map((board) => boardOf(table, board, marks))),
  ];
};

/**
 * State after a step of a round's scoring: with the first of its runs, the tile moves to the wall, and its line is empty.
 * @param {TableState} table
 * @param {import("../types/messages.js").ScoringStep} step
 * @returns {TableState}
 */
export const afterStep = (table, { board: player, place, points, score }) => {
  const boards = table.boards.map((board) => {
    if (board.player !== player + 1) return board;
    if (place === null) return { ...board, score, charge: -points, floor: [] };
    const lines = board.lines.map((line, row) => {
      if (row !== Math.floor(place / 5) || line.wall[place % 5]) return line;
      const wall = line.wall.map((filled, column) => filled || column === place % 5);
      return { ...line, colour: null, count: 0, fresh: 0, wall, is_last: false };
    });
    return { ...board, score, lines };
  });
  return { ...table, boards };
};
