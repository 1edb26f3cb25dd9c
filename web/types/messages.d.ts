export interface Queue { ahead: number }
export interface Failure { error: string }
export interface AnswerView { wall: string; answer: string; replay: string; story: string }
export interface StatedQuestion { query: string; valid: boolean; beside: string | null; wall: string; constraints: string; share: string }
export interface Conflict extends StatedQuestion { clash: number[]; irreducible: boolean }
export interface Moment { seconds: number; score: number | null; bound: number | null; nodes: number }
export interface BetterOrder { seconds: number; score: number; wall: string }
export interface ExploreAnswer extends AnswerView { status: string; score: number | null; bound: number | null; seconds: number; method: string }
export interface OrderCount { orders: string | null }
export interface OtherWall { html: string | null }
export interface Fraction { cell: number; text: string; fraction: boolean }
export interface FormulationView { html: string; fractions: Fraction[] }
export interface Way { board: number; take: string; to: string }
export type Place = { net: number; words: string } | { no: string };
export interface Choice { words: string; to: { [letter: string]: Place } }
export interface ScoringStep { board: number; place: number | null; run: number[]; points: number; earned: number; score: number; words: string }
export interface MatchView {
  query: string; table: string; full: string | null; stocks: string; way: Way | null; said: string; now: string; phase: string; round: number;
  mover: number; human: boolean; name: string; people: boolean; choices: { [group: string]: Choice }; scoring: ScoringStep[]; log: string;
  over: string; undo: boolean; record: boolean; position: string;
}
export interface Thinking { depth: number; nodes: number }
export interface Hint { move: string; said: string; words: string; win: number }
export interface LoadedGame { query: string }
export interface StudyView {
  query: string; game: string; at: number; of: number; table: string; way: Way | null; log: string; mover: number; players: number;
  now: string; played: string | null; choices: { [group: string]: Choice }; position: string;
}
export interface BestMove { move: string; words: string; worth: string; win: number; line: [string, string][] }
export interface BestMoves { player: number; moves: BestMove[] }
export interface GradedMove { move: string; grade: string; delta: number; loss: number; best: string; said: string; html: string }
export interface ReviewedMove {
  number: number; of: number; round: number; player: number; move: string; words: string; grade: string; delta: number; loss: number;
  win: number; best: string; better: string; said: string; html: string;
}
export interface ReviewSummary { svg: string; whole: boolean; graded: number; of: number; players: string[]; worst: number[] }
export interface PuzzleView { number: number; query: string; asked: string; rated: string; about: string; best: string; line: [string, string][] }
export interface PositionFault { place: string; message: string }
export type CheckedPosition = { query: string } | { faults: PositionFault[] };
export interface RelaxedRows { query: string; html: string | null; fault: string | null; row: string | null; done: boolean | null }
export interface Events {
  queue: Queue; error: Failure; end: { [key: string]: never };
  stated: StatedQuestion; progress: Moment; order: BetterOrder; answer: ExploreAnswer; conflict: Conflict;
  thought: Thinking; played: MatchView; hint: Hint;
  best: BestMoves; graded: GradedMove; reviewed: ReviewedMove;
}
export interface Answers {
  "/explore/count": OrderCount; "/explore/order": AnswerView; "/explore/kept": OtherWall; "/explore/formulation": FormulationView;
  "/play/act": MatchView; "/play/load": LoadedGame;
  "/learn/show": StudyView; "/learn/check": CheckedPosition; "/learn/puzzle": PuzzleView; "/learn/plot": ReviewSummary;
  "/lab/relaxed": RelaxedRows;
}
export interface Messages { answers: Answers; events: Events }
