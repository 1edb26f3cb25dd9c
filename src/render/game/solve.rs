//! The value of the rest of a round in words.

use super::words::{heading, signed};
use crate::counted::counted;
use crate::exact::{OpponentModel, RoundQuestion, RoundSolution};
use crate::game::{Players, Position};
use itertools::Itertools;

/// The value, the best moves, and how the best play goes on.
pub fn text(position: &Position, question: &RoundQuestion, solution: &RoundSolution) -> String {
    let bold = anstyle::Style::new().bold();
    let heading = heading(position);
    let other = match position.players() {
        Players::Two => "the other player".to_owned(),
        _ => "the best other player".to_owned(),
    };
    let value = match solution.value() {
        Some(value) => format!("{}, proven", difference(value, &other)),
        None => format!(
            "not proven: at least {}, at most {}",
            signed(solution.low),
            signed(solution.high)
        ),
    };
    let moves = solution.best.iter().join(" ");
    let mut rows = match solution.value() {
        Some(_) => vec![format!("value      {value}"), format!("best       {moves}")],
        None => vec![format!("value      {value}"), format!("may be     {moves}")],
    };
    if !solution.variation.is_empty() {
        let players = position.players().count();
        let moves = solution.variation.iter().enumerate().map(|(turn, taken)| {
            let player = (position.mover() + turn) % players + 1;
            format!("{player}:{taken}")
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
    format!("{bold}{heading}{bold:#}\n\n{}", rows.join("\n"))
}

/// The points of the mover after the round, compared with somebody else's.
fn difference(points: i32, other: &str) -> String {
    let amount = counted(points.unsigned_abs(), "point");
    match points {
        0 => format!("0: after the round the mover has as many points as {other}"),
        points if points < 0 => {
            format!(
                "{}: after the round the mover has {amount} less than {other}",
                signed(points)
            )
        }
        _ => format!(
            "{}: after the round the mover has {amount} more than {other}",
            signed(points)
        ),
    }
}
