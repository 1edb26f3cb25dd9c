//! The JSON of `azulejo game`, one file a command. Players count from 0, as in records; rounds, lines, rows and columns
//! from 1. Colours are letters.

mod best;
mod check;
mod figure;
mod grade;
mod matches;
mod moves;
mod new;
mod outcome;
mod plan;
mod play;
mod players;
mod puzzle;
mod review;
mod rollouts;
mod show;
mod solve;
mod tournament;

pub use best::{Best, Choice};
pub use check::{Check, RecordFault};
pub use figure::Figure;
pub use grade::{Grade, MoveGrade, MoveValue};
pub use matches::{Contestant, Match, MatchResult, Test};
pub use moves::{DivideEntry, LegalMove, MoveName, Moves, Perft};
pub use new::New;
pub use outcome::End;
pub use plan::Plan;
pub use play::{BoardScoring, GameEvent, Illegal, Play, RefusedMove, WallTile};
pub use players::{Player, PlayerOption, Players, Values, Word};
pub use puzzle::Puzzle;
pub use review::{Review, ReviewedMove, ReviewedPlayer};
pub use rollouts::{
    RolloutGrade, RolloutMoveGrade, RolloutMoveReview, RolloutPlayer, RolloutReview, RolloutValue,
};
pub use show::{Board, Line, Show};
pub use solve::{Model, Solve};
pub use tournament::{Pair, Standing, Tournament, TournamentResult};

use crate::game::{Colour, Tiles};

/// Letters of tiles.
fn letters(tiles: Tiles) -> String {
    tiles.iter().map(Colour::letter).collect()
}
