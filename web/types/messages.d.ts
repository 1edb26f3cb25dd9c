// Made of messages.schema.json by make schema.

/**
 * A place for the tiles.
 */
export type Place =
  | {
      /**
       * The points that the round's end gives more for this line, less what the floor costs more.
       */
      net: number;
      words: string;
    }
  | {
      no: string;
    };

/**
 * Messages of the pages, of which only the schema is read.
 */
export interface Messages {
  answers: Answers;
  events: Events;
}
/**
 * Answers in JSON, by the path that is asked.
 */
export interface Answers {
  "/explore/count": OrderCount;
  "/explore/order": AnswerView;
  "/explore/kept": OtherWall;
  "/explore/questions": QuestionAnswer;
  "/explore/formulation": FormulationView;
  "/play/act": MatchView;
  "/play/load": LoadedGame;
  "/learn/show": StudyView;
  "/learn/check": CheckedPosition;
  "/learn/puzzle": PuzzleView;
  "/learn/plot": ReviewSummary;
  "/lab/relaxed": RelaxedRows;
}
/**
 * How many orders are optimal, in decimal digits.
 */
export interface OrderCount {
  orders: string | null;
}
/**
 * Parts of an answer on the page.
 */
export interface AnswerView {
  wall: string;
  /**
   * The score, and what proves it.
   */
  answer: string;
  /**
   * The controls that play the order turn by turn, and save and keep the wall.
   */
  replay: string;
  /**
   * The reasons for its score.
   */
  story: string;
}
/**
 * The wall that is kept beside another one.
 */
export interface OtherWall {
  html: string | null;
}
/**
 * The answer to a question beside the best order.
 */
export interface QuestionAnswer {
  html: string;
}
/**
 * The part of the page, and the fractions to be shown on the wall.
 */
export interface FormulationView {
  html: string;
  fractions: Fraction[];
}
/**
 * A number in a cell.
 */
export interface Fraction {
  /**
   * The cell, from 1.
   */
  cell: number;
  text: string;
  /**
   * Whether the value is no whole number.
   */
  fraction: boolean;
}
/**
 * The game as the page shows it.
 */
export interface MatchView {
  query: string;
  table: TableState;
  /**
   * The table before the scoring of the round that has just ended.
   */
  full: TableState | null;
  stocks: string;
  /**
   * The way of the last move's tiles.
   */
  way: Way | null;
  /**
   * The last action in words, and whose turn it is.
   */
  said: string;
  /**
   * Whose turn it is.
   */
  now: string;
  phase: string;
  round: number;
  /**
   * From 1.
   */
  mover: number;
  /**
   * Whether the mover is a person.
   */
  human: boolean;
  /**
   * The name of the mover.
   */
  name: string;
  /**
   * Whether any person plays.
   */
  people: boolean;
  choices: Choices;
  /**
   * The scoring of the round that has just ended.
   */
  scoring: ScoringStep[];
  log: string;
  /**
   * How the game ended.
   */
  over: string;
  position: string;
  /**
   * Whether there is a record to be saved.
   */
  record: boolean;
  /**
   * Whether there is a move to be taken back.
   */
  undo: boolean;
}
/**
 * State of a table.
 */
export interface TableState {
  heading: string;
  /**
   * The number of players.
   */
  count: number;
  /**
   * Colours of the places of a wall, by row and column.
   *
   * @minItems 5
   * @maxItems 5
   */
  wall: [
    [string, string, string, string, string],
    [string, string, string, string, string],
    [string, string, string, string, string],
    [string, string, string, string, string],
    [string, string, string, string, string]
  ];
  /**
   * Points that a tile on each place of a floor costs, from the left.
   *
   * @minItems 7
   * @maxItems 7
   */
  charges: [number, number, number, number, number, number, number];
  sources: SourceState[];
  boards: BoardState[];
}
/**
 * A factory or the centre.
 */
export interface SourceState {
  name: string;
  is_centre: boolean;
  has_token: boolean;
  /**
   * Whether the last move took from it.
   */
  is_last: boolean;
  /**
   * Class of the style sheet: how closely the tiles lie.
   */
  crowd: string;
  groups: GroupState[];
}
/**
 * The tiles of one colour in a factory or in the centre.
 */
export interface GroupState {
  /**
   * The beginning of its moves: `3Y`.
   */
  key: string;
  colour: string;
  count: number;
  label: string;
}
/**
 * The board of a player.
 */
export interface BoardState {
  /**
   * From 1.
   */
  player: number;
  name: string;
  about: string;
  /**
   * Whether the board is the first that is shown.
   */
  is_own: boolean;
  moves: boolean;
  score: number;
  /**
   * With the end bonuses, when the game is over.
   */
  total: number | null;
  lines: LineState[];
  /**
   * Colours of the tiles on the floor, and the first-player token, from the left.
   */
  floor: string[];
  /**
   * Number of the last of them that the last move brought.
   */
  floor_fresh: number;
  /**
   * Whether the last move went to the floor.
   */
  floor_is_last: boolean;
  charge: number;
  floor_label: string;
}
/**
 * A pattern line, with the row of the wall beside it.
 */
export interface LineState {
  /**
   * Number of its places, and of the line, from 1.
   */
  room: number;
  /**
   * Colour of the tiles on the line, which begin on the right; none for an empty line.
   */
  colour: string | null;
  count: number;
  /**
   * Number of the last of them that the last move brought.
   */
  fresh: number;
  /**
   * Whether the last move went there.
   */
  is_last: boolean;
  label: string;
  /**
   * Filled places of the wall by their columns.
   */
  wall: boolean[];
  wall_label: string;
}
/**
 * The way of a move's tiles over the table.
 */
export interface Way {
  /**
   * The player, from 1.
   */
  board: number;
  /**
   * The group, such as `3Y`.
   */
  take: string;
  /**
   * The line, or `-` for the floor.
   */
  to: string;
}
/**
 * Places for the tiles of each group, empty where no move is awaited. Groups with the same places share them, which keeps the
 * page light.
 */
export interface Choices {
  /**
   * By the text of a group, such as `3Y`: index in `places`.
   */
  groups: {
    [k: string]: number;
  };
  /**
   * By the last letter of a move: `1` to `5`, and `-` for the floor.
   */
  places: {
    [k: string]: Place;
  }[];
}
/**
 * A step of a round's scoring: a run of a tile, or the floor.
 */
export interface ScoringStep {
  /**
   * The player, from 0.
   */
  board: number;
  /**
   * The place of the wall, `5·row + column`, to which the tile came; none for the floor.
   */
  place: number | null;
  /**
   * The places of the wall that are counted.
   */
  run: number[];
  /**
   * The change of the score.
   */
  points: number;
  /**
   * The points of the tile so far.
   */
  earned: number;
  /**
   * The score of the player after the step. The points of a tile can still be lost to the floor.
   */
  score: number;
  words: string;
}
/**
 * The fields of a game.
 */
export interface LoadedGame {
  query: string;
}
/**
 * A position as the page shows it.
 */
export interface StudyView {
  query: string;
  /**
   * The fields of the whole game.
   */
  game: string;
  at: number;
  of: number;
  table: TableState;
  /**
   * The way of the tiles of the move that led here.
   */
  way: Way | null;
  /**
   * The moves of the whole game.
   */
  log: string;
  /**
   * From 1.
   */
  mover: number;
  players: number;
  /**
   * The move that was played here, in words, or whose turn it is.
   */
  now: string;
  /**
   * The move that was played here.
   */
  played: string | null;
  choices: Choices;
  position: string;
}
/**
 * Result of the reader of positions for a text.
 */
export interface CheckedPosition {
  parts: PositionParts;
  /**
   * All faults, each with its place.
   */
  faults: PositionFault[];
  /**
   * The fields of a game that begins with the position, if there is no fault.
   */
  query: string | null;
}
/**
 * Parts of a text; a part that cannot be read is empty. Tiles are letters, and numbers of tiles are in the order of the colours.
 */
export interface PositionParts {
  factories: string[][];
  centre: number[];
  /**
   * Whether the first-player token is in the centre.
   */
  token: boolean;
  /**
   * A board for each player.
   */
  boards: BoardParts[];
  /**
   * The player who moves, from 1.
   */
  mover: number;
  /**
   * The player who began the round, from 1.
   */
  starter: number;
  round: number;
  bag: number[];
  lid: number[];
}
export interface BoardParts {
  score: number;
  lines: (LineParts | null)[];
  /**
   * The tiles, and * for the first-player token.
   */
  floor: string[];
  /**
   * Whether each place is filled, row by row.
   */
  wall: boolean[];
}
/**
 * Tiles on a line.
 */
export interface LineParts {
  colour: string;
  count: number;
}
export interface PositionFault {
  place: string;
  message: string;
}
/**
 * A puzzle with its solution, as the page has it.
 */
export interface PuzzleView {
  number: number;
  query: string;
  asked: string;
  /**
   * How hard it is, and, for who has solved it, what it is about.
   */
  rated: string;
  about: string;
  best: string;
  /**
   * The best move and those after it, each with its words.
   */
  line: [string, string][];
}
/**
 * Summary of the grades.
 */
export interface ReviewSummary {
  svg: string;
  /**
   * Whether every move is graded.
   */
  whole: boolean;
  graded: number;
  of: number;
  /**
   * Of each player, how well he played.
   */
  players: string[];
  /**
   * The numbers of the moves that gave away most.
   */
  worst: number[];
}
/**
 * The answer to the page about a program.
 */
export interface RelaxedRows {
  /**
   * The address with the changes.
   */
  query: string;
  /**
   * The words about the program, unless a row cannot be read.
   */
  html: string | null;
  /**
   * The reason why a row cannot be read.
   */
  fault: string | null;
  /**
   * The row that cannot be read.
   */
  row: string | null;
  /**
   * Whether the exercise is done, if there is one.
   */
  done: boolean | null;
}
/**
 * Events of runs, by their names.
 */
export interface Events {
  queue: QueuePlace;
  error: Failure;
  end: Ended;
  stated: StatedQuestion;
  progress: Moment;
  order: BetterOrder;
  answer: ExploreAnswer;
  conflict: Conflict;
  thought: Thinking;
  played: MatchView;
  hint: Hint;
  best: BestMoves;
  graded: GradedMove;
  reviewed: ReviewedMove;
}
/**
 * Data of the event `queue`: the place of work that waits for its turn.
 */
export interface QueuePlace {
  /**
   * Runs before this one.
   */
  ahead: number;
  /**
   * Runs that wait, this one among them.
   */
  waiting: number;
}
/**
 * Data of the event `error`: the reason why work ends without an answer.
 */
export interface Failure {
  error: string;
}
/**
 * Data of the event `end`, after which nothing comes.
 */
export interface Ended {}
/**
 * The question of an address, without an answer.
 */
export interface StatedQuestion {
  query: string;
  valid: boolean;
  beside: string | null;
  wall: string;
  constraints: string;
  share: string;
}
/**
 * State of a solve at a moment.
 */
export interface Moment {
  seconds: number;
  score: number | null;
  bound: number | null;
  nodes: number;
}
/**
 * A better order.
 */
export interface BetterOrder {
  seconds: number;
  score: number;
  wall: string;
}
/**
 * The answer.
 */
export interface ExploreAnswer {
  status: string;
  score: number | null;
  bound: number | null;
  seconds: number;
  method: string;
  wall: string;
  /**
   * The score, and what proves it.
   */
  answer: string;
  /**
   * The controls that play the order turn by turn, and save and keep the wall.
   */
  replay: string;
  /**
   * The reasons for its score.
   */
  story: string;
}
/**
 * Constraints that cannot hold together.
 */
export interface Conflict {
  query: string;
  valid: boolean;
  beside: string | null;
  wall: string;
  constraints: string;
  share: string;
  /**
   * The constraints of all clashes.
   */
  clash: number[];
  irreducible: boolean;
}
/**
 * How far a player has thought.
 */
export interface Thinking {
  depth: number;
  nodes: number;
}
/**
 * A move that is good, and why.
 */
export interface Hint {
  move: string;
  /**
   * The move.
   */
  said: string;
  /**
   * The move and why.
   */
  words: string;
  /**
   * The mover's probability to win after it.
   */
  win: number;
}
export interface BestMoves {
  /**
   * From 1, who is to move.
   */
  player: number;
  moves: BestMove[];
}
export interface BestMove {
  move: string;
  words: string;
  worth: string;
  /**
   * The mover's probability to win after it.
   */
  win: number;
  /**
   * The moves after it and it, each with its words, as far as the round goes.
   */
  line: [string, string][];
}
/**
 * A move with its grade.
 */
export interface GradedMove {
  move: string;
  grade: string;
  /**
   * The loss in points.
   */
  delta: number;
  /**
   * The loss in the probability to win.
   */
  loss: number;
  best: string;
  said: string;
  html: string;
}
/**
 * A move of the game with its grade.
 */
export interface ReviewedMove {
  number: number;
  of: number;
  round: number;
  /**
   * From 1.
   */
  player: number;
  move: string;
  words: string;
  grade: string;
  delta: number;
  loss: number;
  /**
   * The probability to win after it.
   */
  win: number;
  best: string;
  /**
   * The best move in words.
   */
  better: string;
  said: string;
  html: string;
}
