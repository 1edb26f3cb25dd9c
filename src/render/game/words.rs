//! Moves, positions and outcomes in words. Players count from 1, as in the text of a position.

use crate::counted::counted;
use crate::game::{Effect, Move, Outcome, Phase, Position};
use itertools::Itertools;

/// Phase of a position as a heading.
pub(crate) fn heading(position: &Position) -> String {
    let (round, player) = (position.round(), position.mover() + 1);
    match position.phase() {
        Phase::Moves => format!("Round {round}, player {player} to move"),
        Phase::RoundEnd => format!("Round {round}, all tiles are taken and nothing is scored yet"),
        Phase::Deal if round == 0 => format!("Before round 1, which player {player} begins"),
        Phase::Deal => format!("After round {round}; player {player} begins the next"),
        Phase::Over => format!("The game is over after round {round}"),
    }
}

/// Score of a player, from 0; after the game, with the end bonuses.
pub(crate) fn score(position: &Position, player: usize) -> String {
    let score = position.boards()[player].score();
    match position.outcome() {
        None => counted(score, "point"),
        Some(outcome) => {
            let (bonus, total) = (outcome.bonuses()[player].points(), outcome.scores()[player]);
            format!("{score} + {bonus} = {total}")
        }
    }
}

/// Winners with their points, and the tiebreak.
pub(crate) fn victory(outcome: &Outcome) -> String {
    let winners = outcome.winners().map(|player| player + 1).collect_vec();
    let best = outcome.scores().iter().max().copied().unwrap_or_default();
    let leaders = outcome.scores().iter().filter(|&&score| score == best);
    let points = counted(best, "point");
    match winners[..] {
        [winner] if leaders.count() == 1 => format!("Player {winner} wins with {points}"),
        [winner] => format!("Player {winner} wins with {points}, by the most complete rows"),
        _ => {
            let (last, others) = winners.split_last().expect("somebody wins");
            let others = others.iter().join(", ");
            format!("Players {others} and {last} share the victory with {points}")
        }
    }
}

/// Phrase on a move, its tiles and their places: `2 yellow from factory 3 to line 2, which is then full; 1 falls (−1)`.
pub(crate) fn move_phrase(move_: Move, effect: &Effect) -> String {
    let (colour, source) = (move_.colour(), move_.source());
    let Effect {
        taken: count,
        placed,
        fallen,
        discarded,
        ..
    } = *effect;
    let mut text = format!("{count} {colour} from {source}");
    match move_.destination().row() {
        None => text += " to the floor",
        Some(row) => {
            text += &format!(" to line {}", row + 1);
            if effect.fills_line {
                text += ", which is then full";
            }
            if placed < count {
                text += &match fallen {
                    0 => String::new(),
                    1 => "; 1 falls".to_owned(),
                    _ => format!("; {fallen} fall"),
                };
            }
        }
    }
    if discarded > 0 {
        text += &format!("; {discarded} to the lid, as the floor is full");
    }
    if effect.token {
        text += "; with the token";
    }
    if effect.charge > 0 {
        text += &format!(" (−{})", effect.charge);
    }
    text
}

/// Difference of points with its sign.
pub(crate) fn signed(points: i32) -> String {
    match points {
        0 => "0".into(),
        _ => format!("{points:+}").replace('-', "−"),
    }
}

/// Text with a capital at its beginning.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Mean with its sign.
pub(crate) fn decimal(value: f64) -> String {
    let text = format!("{value:+.1}");
    match &*text {
        "-0.0" | "+0.0" => "0.0".into(),
        _ => text.replace('-', "−"),
    }
}
