//! Value of the rest of a round in words.

use super::words::{heading, signed};
use crate::counted::counted;
use crate::exact::{OpponentModel, RoundQuestion, RoundSolution};
use crate::game::{Players, Position};
use crate::render::caption::bold;
use itertools::Itertools;

/// Value, best moves, and principal variation.
pub fn text(position: &Position, question: &RoundQuestion, solution: &RoundSolution) -> String {
    let heading = bold(heading(position));
    let other = match position.players() {
        Players::Two => "the other player",
        _ => "the best other player",
    };
    let (value, best) = match solution.value() {
        Some(value) => (format!("{}, proven", difference(value, other)), "best  "),
        None => {
            let [low, high] = [solution.low, solution.high].map(signed);
            let value = format!("not proven: at least {low}, at most {high}");
            (value, "may be")
        }
    };
    let moves = solution.best.iter().join(" ");
    let mut rows = vec![format!("value      {value}"), format!("{best}     {moves}")];
    if !solution.variation.is_empty() {
        let players = position.players().count();
        let moves = solution.variation.iter().enumerate().map(|(turn, move_)| {
            let player = (position.mover() + turn) % players + 1;
            format!("{player}:{move_}")
        });
        rows.push(format!("best play  {}", { moves }.join(" ")));
    }
    if position.players() != Players::Two {
        rows.push(format!(
            "others     {}",
            match question.model {
                OpponentModel::Paranoid =>
                    "each wants this value to be as small as possible (paranoid)",
                OpponentModel::MaxN => "each wants as much as possible for himself (max-n)",
            }
        ));
    }
    rows.push(format!(
        "judged     {}",
        counted(solution.nodes, "position")
    ));
    format!("{heading}\n\n{}", rows.join("\n"))
}

/// Points of the mover after the round, compared with those of the player `other`.
fn difference(points: i32, other: &str) -> String {
    let amount = counted(points.unsigned_abs(), "point");
    let comparison = match points {
        0 => "as many points as".to_owned(),
        ..0 => format!("{amount} less than"),
        _ => format!("{amount} more than"),
    };
    let points = signed(points);
    format!("{points}: after the round the mover has {comparison} {other}")
}
