//! The end of a line of play, and whether the game ends with it.

use super::tallies::{player, points_text};
use azulejo_rules::{Board, Move, Position};

/// The position after a line of play.
pub(super) fn end(position: &Position, line: &[Move]) -> Position {
    let mut end = *position;
    for &taken in line {
        end.play_unchecked(taken);
    }
    end
}

/// Whether a row will be complete at the end of the round, for any moves.
pub(super) fn is_last_round(position: &Position) -> bool {
    let has_complete_row = |board: &Board| board.prospect().end_bonus().rows > 0;
    position.boards().iter().any(has_complete_row)
}

/// The result of a game that is over with its last move, as a sentence to a player: `you lose it with 23 points against
/// player 2's 40`.
pub(super) fn fate(end: &Position, own: usize) -> Option<String> {
    let mut end = *end;
    end.end_round().ok()?;
    let outcome = end.outcome()?;
    let scores = outcome.scores();
    let rows = |player: usize| outcome.bonuses()[player].rows;
    let others = (0..scores.len()).filter(|&player| player != own);
    let other = others.max_by_key(|&player| (scores[player], rows(player)))?;
    let name = player(other);
    let points = points_text(scores[own]);
    let comparison = (scores[own], rows(own)).cmp(&(scores[other], rows(other)));
    let (verb, many) = match comparison {
        std::cmp::Ordering::Less => ("lose", "fewer"),
        std::cmp::Ordering::Equal => {
            return Some(format!("you share the victory with {name}: {points} each"));
        }
        std::cmp::Ordering::Greater => ("win", "more"),
    };
    let by_rows = match scores[own] == scores[other] {
        true => format!(", by {many} complete rows"),
        false => String::new(),
    };
    let against = scores[other];
    Some(format!(
        "you {verb} it with {points} against {name}'s {against}{by_rows}"
    ))
}
