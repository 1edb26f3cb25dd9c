//! A solver: the value of the rest of a round, all best moves, and how the best play goes on.

use super::frame::{EndBonuses, RoundFrame, Unfinished};
use super::max_n::MaxN;
use super::null_window::NullWindowSearch;
use super::root::RootSearch;
use azulejo_control::Control;
use azulejo_rules::{IllegalMove, Move, Phase, Players, Position, WrongPhase};
use std::num::NonZeroUsize;

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
    threads: usize,
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
            threads: 1,
            search: None,
        }
    }

    /// On so many threads, which ask different moves of the position at once where it takes long. Values and best moves are the same
    /// on any number of them; the positions that are judged are not. Not so for the model max^n.
    #[must_use]
    pub fn on_threads(mut self, threads: NonZeroUsize) -> Self {
        (self.threads, self.search) = (threads.get(), None);
        self
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
        let (model, bytes, threads) = (self.question.model, self.bytes, self.threads);
        let search = self.begin(position, nodes, control);
        if model == OpponentModel::MaxN && position.players() != Players::Two {
            return Ok(MaxN::new(search, bytes).solve(position));
        }
        let mut root = RootSearch::new(search, *position, threads);
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
        let mut root = RootSearch::new(search, *position, 1);
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
        let (bytes, threads) = (self.bytes, self.threads);
        let search = self
            .search
            .get_or_insert_with(|| Box::new(NullWindowSearch::new(frame, bytes, threads)));
        search.begin(frame, nodes, control);
        search
    }
}
