//! The solver of a round: the value of the rest of the round, all best moves, and a principal variation.

use super::frame::{EndBonuses, RoundFrame, Unfinished};
use super::max_n::MaxN;
use super::null_window::NullWindowSearch;
use super::root::RootSearch;
use azulejo_control::Control;
use azulejo_rules::{IllegalMove, Move, Phase, Players, Position, WrongPhase};
use std::num::NonZeroUsize;

/// The objective of the other players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OpponentModel {
    /// The others minimise the value: with two players this is zero-sum play, with more players the worst case.
    #[default]
    Paranoid,
    /// Each player maximises the own margin over the best other player (max^n). Ties are broken against the next
    /// player, then against the player after that. With two players the model equals the paranoid one, and is searched
    /// as such.
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

    /// The description of the model in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Paranoid => "all others want the value to be as small as possible",
            Self::MaxN => "each wants to be as far as possible ahead of the best of the others",
        }
    }
}

/// The settings of a solver: bonuses, opponents and unfinished games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoundQuestion {
    /// Whether end bonuses count where the game ends.
    pub bonuses: EndBonuses,
    /// The objective of the other players.
    pub model: OpponentModel,
    /// The value of a game that goes on after the round; always the points with three or four players.
    pub unfinished: Unfinished,
}

/// The result of a search of the rest of a round: bounds of the value, best moves, a principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundSolution {
    /// A lower bound of the value in points: the mover's points after the round less those of the best other player.
    pub low: i32,
    /// An upper bound of the value in points.
    pub high: i32,
    /// The best moves in the order of their codes; where the value is not proven, the moves that may be best.
    pub best: Vec<Move>,
    /// The principal variation to the end of the round, or to the end of the search.
    pub variation: Vec<Move>,
    /// The number of evaluated positions.
    pub nodes: u64,
}

impl RoundSolution {
    /// The value, if it is proven, and all best moves with it.
    pub fn value(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The result of a search of one move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundLine {
    /// A lower bound of the move's value for the mover, in points.
    pub low: i32,
    /// An upper bound of the move's value for the mover, in points.
    pub high: i32,
    /// The move; if its value is proven, the best moves after it to the end of the round follow.
    pub variation: Vec<Move>,
    /// The number of evaluated positions.
    pub nodes: u64,
}

/// A solver of rounds, which keeps its transposition table for other positions of the same round.
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
    threads: usize,
    search: Option<Box<NullWindowSearch>>,
}

impl RoundSolver {
    /// The default memory of a solver's table, in bytes.
    pub const MEMORY: usize = 256 << 20;

    /// A solver for positions of any number of players.
    pub fn new(question: RoundQuestion) -> Self {
        Self::with_memory(question, Self::MEMORY)
    }

    /// A solver whose table takes at most `bytes` bytes, but always some 100 KiB.
    pub fn with_memory(question: RoundQuestion, bytes: usize) -> Self {
        Self {
            question,
            bytes,
            threads: 1,
            search: None,
        }
    }

    /// The solver on `threads` threads, which search different moves of the root at once where the search takes long.
    /// Values and best moves do not depend on the number of threads; the number of judged positions does. The model
    /// max^n uses one thread.
    #[must_use]
    pub fn on_threads(mut self, threads: NonZeroUsize) -> Self {
        (self.threads, self.search) = (threads.get(), None);
        self
    }

    /// The value of the rest of the round for the mover, with its best moves. The search stops after `nodes` evaluated
    /// positions, or when the control stops it, and returns the bounds proven so far.
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
        let (model, bytes, threads) = (self.question.model, self.bytes, self.threads);
        let search = self.begin(position, nodes, control);
        if model == OpponentModel::MaxN && position.players() != Players::Two {
            return Ok(MaxN::new(search, bytes).solve(position));
        }
        let mut root = RootSearch::new(search, *position, threads);
        // The bounds from before a stop hold.
        let _ = root.decide();
        let variation = root.variation();
        Ok(root.solution(variation))
    }
}

impl RoundSolver {
    /// The lower and the upper bound of the value of one move for the mover. The two are equal unless the search was
    /// stopped.
    ///
    /// With three or four players the value is that of the paranoid model.
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
        let (_, line) = self.search_move(position, taken, nodes, control, |_| Vec::new())?;
        Ok(line)
    }

    /// The value of one move as [`worth`](Self::worth) has it, with a principal variation after it.
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
            self.search_move(position, taken, nodes, control, |root| root.variation())?;
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

    fn search_move(
        &mut self,
        position: &Position,
        taken: Move,
        nodes: Option<u64>,
        control: &Control,
        variation: impl FnOnce(&mut RootSearch<'_>) -> Vec<Move>,
    ) -> Result<(Vec<Move>, (i32, i32)), IllegalMove> {
        position.check(taken)?;
        let search = self.begin(position, nodes, control);
        let mut root = RootSearch::new(search, *position, 1);
        root.moves = vec![root.root_move(taken)];
        // The bounds from before a stop hold.
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
        // The values of two players have opposite signs, so that one table serves both.
        let searcher = match position.players() {
            Players::Two => 0,
            _ => position.mover(),
        };
        let unfinished = match position.players() {
            Players::Two => self.question.unfinished,
            _ => Unfinished::Points,
        };
        let frame = RoundFrame::of(position, searcher, self.question.bonuses, unfinished);
        let (bytes, threads) = (self.bytes, self.threads);
        let search = self
            .search
            .get_or_insert_with(|| Box::new(NullWindowSearch::new(frame, bytes, threads)));
        search.begin(frame, nodes, control);
        search
    }
}
