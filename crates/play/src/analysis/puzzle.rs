//! Puzzles: positions in which one move alone is best, stored with their proofs.

use super::grade::{Grade, Loss};
use super::judge::{Certainty, Effort, JudgeSettings, judge};
use crate::data::DataFile;
use crate::exact::{RoundQuestion, RoundSolver};
use crate::players::azulejo::LEVELS;
use azulejo_control::{Control, Stopped};
use azulejo_rules::{Board, Move, Position};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A position with one best move for the rest of the round, proven, and its margin over all other moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The only best move.
    pub best: Move,
    /// The value of the position in points: the mover's lead after the round under best play.
    pub value: i32,
    /// The loss of the second best move in points.
    pub margin: i32,
    /// The loss of the second best move in per cent of the probability to win, by the [judge](judge).
    pub loss: u8,
    /// The principal variation.
    pub variation: Vec<Move>,
    /// The number of evaluated positions of the proof, all moves together.
    pub nodes: u64,
    /// The theme.
    pub theme: Theme,
    /// The [levels](LEVELS) that do not find the move.
    pub failed: Vec<u8>,
}

/// The theme of a puzzle: the source of the largest gain over the second best move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Theme {
    /// A sacrifice: the best move has at least three points fewer at once than another move.
    Sacrifice,
    /// The points of the mover's tiles.
    Points,
    /// The mover's floor.
    Floor,
    /// The points and bonuses of the other player.
    Denial,
    /// The other player's floor.
    Burden,
    /// The mover's rows, columns and colours at the end of the game.
    Bonus,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 6] = [
        Self::Sacrifice,
        Self::Points,
        Self::Floor,
        Self::Denial,
        Self::Burden,
        Self::Bonus,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sacrifice => "sacrifice",
            Self::Points => "points",
            Self::Floor => "floor",
            Self::Denial => "denial",
            Self::Burden => "burden",
            Self::Bonus => "bonus",
        }
    }

    /// The description of the theme as a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Sacrifice => "The best move gives something away first.",
            Self::Points => "It is about points of your tiles.",
            Self::Floor => "It is about your floor.",
            Self::Denial => "It is about what the other player does not get.",
            Self::Burden => "It is about the other player's floor.",
            Self::Bonus => "It is about a row, a column or a colour at the end of the game.",
        }
    }
}

/// The least loss of the second best move, in points.
const MARGIN: i32 = 2;

/// The groups of a position: fewer make no puzzle, and more take too long to prove.
const GROUPS: std::ops::RangeInclusive<u32> = 4..=11;

/// The least number of legal moves.
const CHOICES: usize = 8;

/// The least difference of immediate points between a sacrifice and another move.
const SACRIFICE: i32 = 3;

static STORED: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let lines = DataFile::required_text("puzzles.tsv").lines();
    let puzzles = lines.filter(|line| !line.starts_with('#')).map(str::parse);
    puzzles
        .collect::<Result<_, _>>()
        .expect("a file that a test has read")
});

impl Puzzle {
    /// The stored puzzles, the easiest first, all of which decide games. `cargo maintain puzzles` creates them.
    pub fn all() -> &'static [Self] {
        &STORED
    }

    /// The puzzle of a position, if the position is one: a position of two players in which one move alone is best by a
    /// margin, and is not the move with the most points at once. Levels and judge have not tried to solve the puzzle yet.
    ///
    /// # Errors
    /// When the control stops the proof.
    pub fn of(position: &Position, control: &Control) -> Result<Option<Self>, Stopped> {
        if !GROUPS.contains(&position.group_count()) || position.legal_count() < CHOICES {
            return Ok(None);
        }
        let mut solver = RoundSolver::with_memory(RoundQuestion::default(), MEMORY);
        let solution = solver.solve(position, None, control);
        let solution = solution.expect("a position that waits for a move");
        let value = solution.value().ok_or(Stopped)?;
        let [best] = solution.best[..] else {
            return Ok(None);
        };
        let immediate_score = |taken: Move| {
            let mut prospects = position.prospects();
            let entry = prospects.find(|(other, _)| *other == taken);
            entry.map_or(0, |(_, prospect)| prospect.score() as i32)
        };
        let greediest = position
            .prospects()
            .max_by_key(|(_, prospect)| prospect.score());
        let Some((greediest, _)) = greediest.filter(|(taken, _)| *taken != best) else {
            return Ok(None);
        };
        let mut nodes = solution.nodes;
        let mut second: Option<(i32, Vec<Move>)> = None;
        for taken in position.legal().filter(|taken| *taken != best) {
            let line = solver.line(position, taken, None, control);
            let line = line.expect("a legal move");
            if line.low < line.high {
                return Err(Stopped);
            }
            nodes += line.nodes;
            if second.as_ref().is_none_or(|(value, _)| line.high > *value) {
                second = Some((line.high, line.variation));
            }
        }
        let Some((second_value, second)) =
            second.filter(|(second_value, _)| value - second_value >= MARGIN)
        else {
            return Ok(None);
        };
        let theme = match immediate_score(greediest) - immediate_score(best) >= SACRIFICE {
            true => Theme::Sacrifice,
            false => theme(position, &solution.variation, &second),
        };
        Ok(Some(Self {
            position: *position,
            best,
            value,
            margin: value - second_value,
            loss: 0,
            variation: solution.variation,
            nodes,
            theme,
            failed: Vec::new(),
        }))
    }

    /// The loss of the second best move in per cent of the probability to win, by the judge at quick effort. None where
    /// the judge has another best move or is not certain, and where a loss of that size is [good](Grade::Good), as in a game
    /// that is decided.
    pub fn decisive_loss(&self, control: &Control) -> Option<u8> {
        let settings = JudgeSettings {
            moves: 2,
            ..Effort::Quick.settings()
        };
        let judgement = judge(&self.position, &settings, &[], control, |_| ());
        let [best, second, ..] = &judgement.moves[..] else {
            return None;
        };
        let certain = best.certainty.min(second.certainty) > Certainty::Shallow;
        let loss = Loss::between(best, second);
        let grade = Grade::of(loss, Certainty::Deep);
        (best.taken == self.best && certain && grade > Grade::Good)
            .then(|| (100.0 * loss.win).round() as u8)
    }

    /// The difficulty: the lowest level from which on every level finds the move, from 1; one more than the number of
    /// levels if the last level fails.
    pub fn rating(&self) -> u8 {
        self.failed.iter().max().map_or(1, |last| last + 1)
    }

    /// Whether even the last level fails.
    pub fn is_beyond_levels(&self) -> bool {
        usize::from(self.rating()) > LEVELS.len()
    }
}

/// The memory of the solver's table, in bytes.
const MEMORY: usize = 64 << 20;

/// The theme by the ends of two lines of play: the source of the largest gain of the first over the second.
fn theme(position: &Position, best: &[Move], second: &[Move]) -> Theme {
    let mover = position.mover();
    let results = |line: &[Move]| {
        let mut end = *position;
        for &taken in line {
            end.play_unchecked(taken);
        }
        let boards = end.boards();
        let is_over = boards
            .iter()
            .any(|board| board.prospect().end_bonus().rows > 0);
        [mover, 1 - mover].map(|player| BoardResult::of(&boards[player], is_over))
    };
    let ([own, other], [second_own, second_other]) = (results(best), results(second));
    let gains = [
        (Theme::Points, own.points - second_own.points),
        (Theme::Floor, second_own.floor - own.floor),
        (
            Theme::Denial,
            second_other.points + second_other.bonus - other.points - other.bonus,
        ),
        (Theme::Burden, other.floor - second_other.floor),
        (Theme::Bonus, own.bonus - second_own.bonus),
    ];
    let most = gains.into_iter().rev().max_by_key(|(_, gain)| *gain);
    most.map_or(Theme::Points, |(theme, _)| theme)
}

/// The points, the floor's charge and the bonus of a board at the end of a round.
struct BoardResult {
    points: i32,
    floor: i32,
    bonus: i32,
}

impl BoardResult {
    fn of(board: &Board, is_over: bool) -> Self {
        let points = (board.score() + board.full_points()) as i32;
        let prospect = board.prospect();
        Self {
            points,
            floor: points - prospect.score() as i32,
            bonus: if is_over {
                prospect.end_bonus().points() as i32
            } else {
                0
            },
        }
    }
}

/// The error of a line of the puzzle file: it is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no puzzle: {0:?}; wanted between tabs: levels that fail or -, theme, value, margin, loss, nodes, position, moves"
)]
pub struct InvalidPuzzle(String);

impl fmt::Display for Puzzle {
    /// Writes a line of the puzzle file: between tabs the levels that fail, the theme, the value, the margin, the
    /// loss, the nodes, the position and the principal variation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |words: Vec<String>| words.join(" ");
        let failed = match self.failed.is_empty() {
            true => "-".to_owned(),
            false => words(self.failed.iter().map(u8::to_string).collect()),
        };
        let moves = words(self.variation.iter().map(Move::to_string).collect());
        let Self {
            position,
            value,
            margin,
            loss,
            nodes,
            theme,
            ..
        } = self;
        let theme = theme.name();
        write!(
            f,
            "{failed}\t{theme}\t{value}\t{margin}\t{loss}\t{nodes}\t{position}\t{moves}"
        )
    }
}

impl FromStr for Puzzle {
    type Err = InvalidPuzzle;

    fn from_str(line: &str) -> Result<Self, InvalidPuzzle> {
        let parse = || {
            let words: Vec<&str> = line.split('\t').collect();
            let [failed, theme, value, margin, loss, nodes, position, moves] = words[..] else {
                return None;
            };
            let failed = match failed {
                "-" => Vec::new(),
                levels => levels
                    .split(' ')
                    .map(|word| word.parse().ok())
                    .collect::<Option<_>>()?,
            };
            let moves = moves.split(' ').map(|word| word.parse().ok());
            let variation: Vec<Move> = moves.collect::<Option<_>>()?;
            Some(Self {
                failed,
                theme: Theme::ALL
                    .into_iter()
                    .find(|candidate| candidate.name() == theme)?,
                value: value.parse().ok()?,
                margin: margin.parse().ok()?,
                loss: loss.parse().ok()?,
                nodes: nodes.parse().ok()?,
                position: position.parse().ok()?,
                best: *variation.first()?,
                variation,
            })
        };
        parse().ok_or_else(|| InvalidPuzzle(line.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn stored_puzzles_equal_their_new_proofs() {
        let puzzles = Puzzle::all();
        for puzzle in puzzles.iter().step_by(8) {
            let proof = Puzzle::of(&puzzle.position, &Control::default());
            let proof = proof.expect("nothing stops the proof").expect("a puzzle");
            let loss = proof.decisive_loss(&Control::default());
            let (failed, loss) = (puzzle.failed.clone(), loss.expect("a decisive loss"));
            let proof = Puzzle {
                failed,
                loss,
                ..proof
            };
            assert_eq!(proof, *puzzle, "{}", puzzle.position);
        }
    }

    #[test]
    fn puzzles_are_decisive_and_distinct_and_ordered_and_of_every_theme() {
        let puzzles = Puzzle::all();
        let positions: HashSet<String> = puzzles
            .iter()
            .map(|puzzle| puzzle.position.to_string())
            .collect();
        assert_eq!([positions.len(), puzzles.len()], [500, 500]);
        assert!(puzzles.iter().all(|puzzle| puzzle.loss >= 2));
        assert!(puzzles.is_sorted_by_key(Puzzle::rating));
        for rating in 1..=LEVELS.len() as u8 {
            let number = puzzles
                .iter()
                .filter(|puzzle| puzzle.rating() == rating)
                .count();
            assert!(number >= 5, "{number} of rating {rating}");
        }
        let themes: HashSet<Theme> = puzzles.iter().map(|puzzle| puzzle.theme).collect();
        assert_eq!(themes.len(), Theme::ALL.len());
    }

    #[test]
    fn lines_equal_their_text_after_reading() {
        for puzzle in &Puzzle::all()[..50] {
            assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
        }
        assert!("1\tnothing\t0\t2\t3\t9\t-\t1B1".parse::<Puzzle>().is_err());
    }
}
