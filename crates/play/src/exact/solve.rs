//! A solver: the value of the rest of a round, all best moves, and how the best play goes on.

use super::frame::{EndBonuses, RoundFrame, Unfinished};
use super::max_n::MaxN;
use super::moves;
use super::null_window::NullWindowSearch;
use crate::search::principal_variation;
use azulejo_control::{Control, Instant, Progress, Stopped};
use azulejo_rules::{IllegalMove, Move, Phase, Players, Position, WrongPhase};
use std::ops::Range;

/// What the other players want.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OpponentModel {
    /// The least of the value: of two players this is what the other wants, and of more it is the worst that can happen.
    #[default]
    Paranoid,
    /// Each the most points over the best of the others (max^n). Of moves that are as good for a player he takes the one
    /// that is worst for the player after him, then for the next. With two players it is the same as paranoid, and is
    /// searched so.
    MaxN,
}

impl OpponentModel {
    /// Every model.
    pub const ALL: [Self; 2] = [Self::Paranoid, Self::MaxN];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paranoid => "paranoid",
            Self::MaxN => "max-n",
        }
    }

    /// What it is, in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Paranoid => "all others want the value to be as small as possible",
            Self::MaxN => "each wants to be as far as possible ahead of the best of the others",
        }
    }
}

/// What a solver is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoundQuestion {
    /// Whether end bonuses count where the game ends.
    pub bonuses: EndBonuses,
    /// What the other players want.
    pub model: OpponentModel,
    /// What a game counts that goes on after the round; with three or four players always the points.
    pub unfinished: Unfinished,
}

/// What is known of the rest of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundSolution {
    /// The value is at least this: the mover's points after the round less those of the best other player.
    pub low: i32,
    /// The value is at most this.
    pub high: i32,
    /// The best moves in the order of their codes; where the value is not proven, those that may be best.
    pub best: Vec<Move>,
    /// Best moves from here to the end of the round, or as far as the search came.
    pub variation: Vec<Move>,
    /// The positions that were judged.
    pub nodes: u64,
}

impl RoundSolution {
    /// The value, if it is proven, and all best moves with it.
    pub fn value(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// What is known of one move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundLine {
    /// Its value for the mover is at least this.
    pub low: i32,
    /// Its value is at most this.
    pub high: i32,
    /// The move, and if its value is proven, the best moves after it to the end of the round.
    pub variation: Vec<Move>,
    /// The positions that were judged.
    pub nodes: u64,
}

/// Finds the value of the rest of a round, and remembers what it learns of the round for its other positions.
///
/// ```
/// use azulejo_control::Control;
/// use azulejo_play::exact::{RoundQuestion, RoundSolver};
/// use azulejo_rules::Position;
/// let position: Position = "-/-/-/-/- BRR 3:K1/W1/-/-/-:*:...../...../...../...../.....|\
///                           0:W1/-/-/-/-:-:...../...../...../...../..... 2 2 1 19,20,18,19,18 0,0,0,0,0".parse()?;
/// let solution = RoundSolver::new(RoundQuestion::default()).solve(&position, None, &Control::default())?;
/// // Player 2 fills line 2 with the red tiles, beside the full line 1; player 1 has line 1 full, and the token.
/// assert_eq!(solution.value(), Some((1 + 1) - (3 + 1 - 1)));
/// assert_eq!(solution.best, ["CR2".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RoundSolver {
    question: RoundQuestion,
    bytes: usize,
    search: Option<Box<NullWindowSearch>>,
}

impl RoundSolver {
    /// The memory that a solver's table may take unless something else is said, in bytes.
    pub const MEMORY: usize = 256 << 20;

    /// A solver for positions of any number of players.
    pub fn new(question: RoundQuestion) -> Self {
        Self::with_memory(question, Self::MEMORY)
    }

    /// A solver whose table takes at most so many bytes, but always some 100 KiB.
    pub fn with_memory(question: RoundQuestion, bytes: usize) -> Self {
        Self {
            question,
            bytes,
            search: None,
        }
    }

    /// Finds the value of the rest of the round for the mover. It stops after judging so many positions, or when the
    /// control says so, with what it has proven until then.
    ///
    /// # Errors
    /// When the position does not wait for a move.
    pub fn solve(
        &mut self,
        position: &Position,
        nodes: Option<u64>,
        control: &Control,
    ) -> Result<RoundSolution, WrongPhase> {
        position.expect_phase(Phase::Moves)?;
        let (model, bytes) = (self.question.model, self.bytes);
        let search = self.begin(position, nodes, control);
        if model == OpponentModel::MaxN && position.players() != Players::Two {
            return Ok(MaxN::new(search, bytes).solve(position));
        }
        let mut root = RootSearch::new(search, *position);
        // What was proven before the search was stopped holds.
        let _ = root.decide();
        let variation = root.variation();
        Ok(root.solution(variation))
    }
}

impl RoundSolver {
    /// The value of one move for the mover: at least, at most. The two are the same unless the search was stopped.
    ///
    /// With three or four players it is that of the paranoid model.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn worth(
        &mut self,
        position: &Position,
        taken: Move,
        nodes: Option<u64>,
        control: &Control,
    ) -> Result<(i32, i32), IllegalMove> {
        let (_, line) = self.decided(position, taken, nodes, control, |_| Vec::new())?;
        Ok(line)
    }

    /// The value of one move as [`worth`](Self::worth) has it, with the best play after it.
    ///
    /// # Errors
    /// When the move is illegal.
    pub fn line(
        &mut self,
        position: &Position,
        taken: Move,
        nodes: Option<u64>,
        control: &Control,
    ) -> Result<RoundLine, IllegalMove> {
        let (variation, (low, high)) =
            self.decided(position, taken, nodes, control, |root| root.variation())?;
        let nodes = self
            .search
            .as_ref()
            .map_or(0, |search| search.budget.nodes());
        Ok(RoundLine {
            low,
            high,
            variation,
            nodes,
        })
    }

    fn decided(
        &mut self,
        position: &Position,
        taken: Move,
        nodes: Option<u64>,
        control: &Control,
        variation: impl FnOnce(&mut RootSearch<'_>) -> Vec<Move>,
    ) -> Result<(Vec<Move>, (i32, i32)), IllegalMove> {
        position.check(taken)?;
        let search = self.begin(position, nodes, control);
        let mut root = RootSearch::new(search, *position);
        root.moves = vec![root.known(taken)];
        // What was proven before the search was stopped holds.
        let _ = root.decide();
        let variation = variation(&mut root);
        Ok((variation, (root.low(), root.high())))
    }

    fn begin(
        &mut self,
        position: &Position,
        nodes: Option<u64>,
        control: &Control,
    ) -> &mut NullWindowSearch {
        // Of two players, one's value is the other's with the opposite sign, so that one table serves both.
        let searcher = match position.players() {
            Players::Two => 0,
            _ => position.mover(),
        };
        let unfinished = match position.players() {
            Players::Two => self.question.unfinished,
            _ => Unfinished::Points,
        };
        let frame = RoundFrame::of(position, searcher, self.question.bonuses, unfinished);
        let bytes = self.bytes;
        let search = self
            .search
            .get_or_insert_with(|| Box::new(NullWindowSearch::new(frame, bytes)));
        search.begin(frame, nodes, control);
        search
    }
}

/// The moves among which a best one is looked for before it is asked which others are as good. Where the value is still too
/// low, many moves are worth it, and each yes costs more than several times no.
const FIRST: usize = 32;

/// A move at the root with its value for the mover.
#[derive(Debug, Clone, Copy)]
struct RootMove {
    taken: Move,
    low: i32,
    high: i32,
}

/// The search of the moves of a position, until it is known which are best.
///
/// Each move is asked whether it is worth at least so much, and a move that is not worth what another is has lost: it need
/// not be known how bad it is.
#[derive(Debug)]
struct RootSearch<'a> {
    search: &'a mut NullWindowSearch,
    position: Position,
    moves: Vec<RootMove>,
    /// Whether the mover is the searcher, whose value it is.
    maximises: bool,
    began: Instant,
}

impl<'a> RootSearch<'a> {
    fn new(search: &'a mut NullWindowSearch, position: Position) -> Self {
        let maximises = search.maximises(&position);
        let mut root = Self {
            moves: Vec::new(),
            maximises,
            search,
            position,
            began: Instant::now(),
        };
        let moves = moves::needed(&position, false);
        root.moves = moves.map(|taken| root.known(taken)).collect();
        root
    }

    /// A move with what is known of it without a search.
    fn known(&mut self, taken: Move) -> RootMove {
        let mut after = self.position;
        after.play_unchecked(taken);
        let (low, high) = self.search.static_span(&after);
        let (low, high) = self.for_mover(low, high);
        RootMove { taken, low, high }
    }

    /// Bounds of the searcher's value as those of the mover's, and the other way round.
    fn for_mover(&self, low: i32, high: i32) -> (i32, i32) {
        if self.maximises {
            (low, high)
        } else {
            (-high, -low)
        }
    }

    fn low(&self) -> i32 {
        let lows = self.moves.iter().map(|it| it.low);
        lows.max().expect("a position that waits for a move")
    }

    fn high(&self) -> i32 {
        let highs = self.moves.iter().map(|it| it.high);
        highs.max().expect("a position that waits for a move")
    }

    /// Asks until all best moves are known: the first moves together until their highest value is known, and then each move
    /// whether it is worth as much.
    fn decide(&mut self) -> Result<(), Stopped> {
        let guess = self.search.guess(&self.position);
        let (guess, _) = self.for_mover(guess, guess);
        self.moves.sort_by_key(|it| -(it.low + it.high));
        let first = FIRST.min(self.moves.len());
        self.settle(0..first, guess + 1)?;
        for number in 0..self.moves.len() {
            self.settle(number..number + 1, self.low())?;
        }
        Ok(())
    }

    /// Asks whether one of some moves is worth at least `wanted`, then other numbers, until the best of them is known, or
    /// until none of them is worth what another move is.
    fn settle(&mut self, numbers: Range<usize>, mut wanted: i32) -> Result<(), Stopped> {
        loop {
            let moves = &self.moves[numbers.clone()];
            let low = moves.iter().map(|it| it.low).max().expect("a move");
            let high = moves.iter().map(|it| it.high).max().expect("a move");
            if low == high || high < self.low() {
                return Ok(());
            }
            // As long as the answers are no, the value may be anything below.
            wanted = if low >= wanted {
                low + 1
            } else {
                wanted.min(high)
            };
            for number in numbers.clone() {
                self.ask(number, wanted)?;
                if self.moves[number].low >= wanted {
                    self.moves[numbers.start..=number].rotate_right(1);
                    break;
                }
            }
            self.search.tell(self.began, self.low(), self.high());
        }
    }

    /// Asks whether a move is worth at least so much, unless that is known.
    fn ask(&mut self, number: usize, wanted: i32) -> Result<(), Stopped> {
        let RootMove { taken, low, high } = self.moves[number];
        if low >= wanted || high < wanted {
            return Ok(());
        }
        let mut after = self.position;
        after.play_unchecked(taken);
        let (low, high) = if self.maximises {
            let bound = self.search.bound(&mut after, wanted, 1)?;
            if bound >= wanted {
                (bound, high)
            } else {
                (low, bound)
            }
        } else {
            // At least `wanted` for the mover is less than `1 − wanted` for the searcher.
            let bound = self.search.bound(&mut after, 1 - wanted, 1)?;
            if bound < 1 - wanted {
                (-bound, high)
            } else {
                (low, -bound)
            }
        };
        (self.moves[number].low, self.moves[number].high) = (low, high);
        Ok(())
    }

    /// The best moves from here on, as far as the value is proven and the search goes on.
    fn variation(&mut self) -> Vec<Move> {
        let mut variation = Vec::new();
        let best = self.moves.iter().max_by_key(|it| (it.low, it.high));
        let Some(&RootMove { taken, low, high }) = best else {
            return variation;
        };
        variation.push(taken);
        let mut after = self.position;
        after.play_unchecked(taken);
        if low == high && self.low() == self.high() {
            let (value, _) = self.for_mover(low, high);
            let keeping = |position: &Position| self.search.keeping(position, value);
            variation.extend(principal_variation(after, keeping));
        }
        variation
    }

    fn solution(&self, variation: Vec<Move>) -> RoundSolution {
        let low = self.low();
        let high = self.high();
        let may_be_best = self.moves.iter().filter(|it| it.high >= low);
        let found: Vec<Move> = may_be_best.map(|it| it.taken).collect();
        let same = |one: Move, other: Move| {
            let at = |taken: Move| self.position.source(taken.source());
            let factories = !one.source().is_centre() && !other.source().is_centre();
            let twins = factories && at(one) == at(other);
            (one.source() == other.source() || twins)
                && one.colour() == other.colour()
                && one.destination() == other.destination()
        };
        let legal = self.position.legal();
        let best = legal.filter(|&taken| found.iter().any(|&it| same(it, taken)));
        RoundSolution {
            low,
            high,
            best: best.collect(),
            variation,
            nodes: self.search.budget.nodes(),
        }
    }
}

impl NullWindowSearch {
    /// A move that keeps the value, which is proven; none where the search is stopped before.
    fn keeping(&mut self, position: &Position, value: i32) -> Option<Move> {
        let maximises = self.maximises(position);
        let wanted = if maximises { value } else { value + 1 };
        moves::needed(position, false)
            .map_while(|taken| {
                let mut after = *position;
                after.play_unchecked(taken);
                let bound = self.bound(&mut after, wanted, 0).ok()?;
                Some((taken, maximises == (bound >= wanted)))
            })
            .find_map(|(taken, keeps)| keeps.then_some(taken))
    }

    fn tell(&self, began: Instant, low: i32, high: i32) {
        let nodes = self.budget.nodes();
        let rate = nodes as f64 / began.elapsed().as_secs_f64().max(1e-3);
        self.budget.control().tell(&Progress::Rest {
            low,
            high,
            nodes,
            rate: rate as u64,
        });
    }
}
