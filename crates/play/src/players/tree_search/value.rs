//! The evaluation of the tree searches: the scores if the round ended at once.

use crate::players::kind::{self, Options, PlayerOption};
use azulejo_rules::{Position, Prospect};

/// Whether the value of a position counts end bonuses.
///
/// The source says that the value of a position is the points "if the round were to end immediately", and that
/// combinations of rows, columns and colours do not count "unless they are immediately attainable". The two values of
/// this option are the reading with the second sentence and the reading without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bonus {
    /// Rows, columns and colours that are complete on the wall after the end of the round count, even while the game
    /// goes on. This is the default: the second sentence says so, and the source's program adds them at each leaf.
    #[default]
    Counted,
    /// Only the points of tiles and the floor count.
    Ignored,
}

impl Bonus {
    /// The option of a contestant's text.
    pub(super) const OPTION: PlayerOption = PlayerOption {
        name: "bonus",
        about: "whether what is complete on a wall after the round counts, also before the game ends",
        values: kind::OptionValues::Words(&[
            ("yes", "rows, columns and colours count"),
            ("no", "only the points of tiles and the floor count"),
        ]),
        default: 0,
    };

    pub(super) fn read(options: &Options) -> Self {
        [Self::Counted, Self::Ignored][options.get(Self::OPTION.name) as usize]
    }

    /// The points of a player with a prospect.
    #[inline]
    pub(super) fn points(self, prospect: Prospect) -> i32 {
        let bonus = match self {
            Self::Counted => prospect.end_bonus().points(),
            Self::Ignored => 0,
        };
        (prospect.score() + bonus) as i32
    }
}

/// The value of a position for a player: the points if the round ended at once, less those of the best other player.
///
/// ```
/// use azulejo_rules::Position;
/// use azulejo_play::players::tree_search::{Bonus, value};
/// let position: Position = "-/-/-/-/- RR* 3:K1/-/-/-/-:-:...../...../...../...../.....|\
///                           5:-/-/-/-/-:B:...../...../...../...../..... 1 1 1 19,20,18,19,20 0,0,0,0,0".parse()?;
/// assert_eq!(value(&position, 0, Bonus::Counted), (3 + 1) - (5 - 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When there is no such player.
pub fn value(position: &Position, player: usize, bonus: Bonus) -> i32 {
    let points = bonus.points(position.boards()[player].prospect());
    points - best_of_others(position, bonus, |other| other == player)
}

/// The most points of the players that are not excluded; 0, the least score, without such a player.
#[inline]
pub(super) fn best_of_others(
    position: &Position,
    bonus: Bonus,
    is_excluded: impl Fn(usize) -> bool,
) -> i32 {
    let boards = position.boards().iter().enumerate();
    let others = boards.filter(|(player, _)| !is_excluded(*player));
    let points = others.map(|(_, board)| bonus.points(board.prospect()));
    points.max().unwrap_or(0)
}
