//! The reasons of a grade: parts that add up to the loss, and sentences on the largest of them.

use super::judge::JudgedMove;
use super::sentences::{LEAST, NOTHING, Sentences};
use super::side::Side;
use crate::players::azulejo::{Azulejo, POINT, Part};
use azulejo_rules::{Players, Position};
use serde::{Deserialize, Serialize};

/// A part of the best move's lead over the chosen move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// The part of the judgement.
    pub part: Part,
    /// The side whose board differs.
    pub side: Side,
    /// The points in favour of the best move; below 0, they favour the chosen move.
    pub points: f64,
    /// The sentence of the reason. Only the largest parts in favour of the best move have one, and the end of the game.
    pub sentence: Option<String>,
}

/// The limit of sentences.
const MOST_SENTENCES: usize = 3;

/// The parts of the loss of a move, the largest first. Their points sum up to the loss.
pub(super) fn reasons(position: &Position, best: &JudgedMove, chosen: &JudgedMove) -> Vec<Reason> {
    if best.taken == chosen.taken {
        return Vec::new();
    }
    let sentences = Sentences::new(position, best, chosen);
    let parts = Azulejo::default().compared(position, sentences.ends());
    let difference = |player: usize, part: Part| {
        let [best, chosen] = parts.each_ref().map(|boards| boards[player].get(part));
        f64::from(best - chosen) / f64::from(POINT)
    };
    let mut differences = Vec::new();
    let mut rest = best.points - chosen.points;
    for part in Part::ALL {
        // No round begins after the last round, and no sentence describes the turn.
        if part == Part::Rest || part == Part::Token && sentences.is_last_round() {
            continue;
        }
        let own = difference(position.mover(), part);
        let other = -difference(sentences.other(), part);
        // With two players, the token of one player is no token of the other: one part has both differences.
        let is_shared = part == Part::Token && position.players() == Players::Two;
        let (own, other) = match is_shared {
            true => (own + other, 0.0),
            false => (own, other),
        };
        for (side, points) in [(Side::Mover, own), (Side::Other, other)] {
            if points.abs() >= NOTHING {
                rest -= points;
                differences.push((part, side, points));
            }
        }
    }
    let ending = sentences.ending(best.win - chosen.win, rest);
    let rest_part = match sentences.ends_after_one_move() {
        true => Part::End,
        false => Part::Rest,
    };
    if rest.abs() >= NOTHING {
        differences.push((rest_part, Side::Mover, rest));
    }
    if ending.is_some()
        && differences
            .iter()
            .all(|difference| difference.0 != Part::End)
    {
        differences.push((Part::End, Side::Mover, 0.0));
    }
    differences.sort_by(|first, second| second.2.total_cmp(&first.2));
    let mut sentences_left = MOST_SENTENCES - usize::from(ending.is_some());
    let reasons = differences.into_iter().map(|(part, side, points)| {
        let sentence = match part {
            Part::End => ending.clone(),
            _ if points < LEAST || sentences_left == 0 => None,
            _ => {
                let sentence = sentences.of(part, side, points);
                sentences_left -= usize::from(sentence.is_some());
                sentence
            }
        };
        Reason {
            part,
            side,
            points,
            sentence,
        }
    });
    let mut reasons: Vec<Reason> = reasons.collect();
    if reasons.iter().all(|reason| reason.sentence.is_none())
        && let Some(first) = reasons.first_mut()
    {
        first.sentence = sentences.fallback();
    }
    reasons
}
