//! Help of the commands that judge moves, from the judge, the grades and the fields of the JSON.

use super::judge::JudgeKind;
use crate::analysis::{Grade, rollouts};
use crate::schema::documents;
use clap::ValueEnum;
use itertools::Itertools;

pub(super) fn best() -> String {
    format!(
        "Let a player choose a move\n\n\
         Without --player the judge chooses: {}. `azulejo game players` lists the players with their options. For example:\n\n\
         azulejo game best --seed 7 --player alpha-beta:depth=4\n\n\
         The JSON has {}; value, depth and nodes are null for a player that does not search.",
        about(JudgeKind::Search),
        fields("game-best"),
    )
}

pub(super) fn grade() -> String {
    format!(
        "Grade a move, and say how it differs from the best one\n\n{} For example:\n\n\
         azulejo game grade \"$(azulejo game new --seed 7)\" 1B3\n\n\
         The JSON has {}. With --judge rollouts it has {}.",
        grades(),
        fields("game-grade"),
        fields("game-grade-rollouts"),
    )
}

pub(super) fn review() -> String {
    format!(
        "Grade every move of a game: a table, the worst moves with the better ones, a plot\n\n\
         The game is a record, as `azulejo game match --records` writes it, or what Board Game Arena, ludometer or OpenSpiel \
         wrote, as for `azulejo game import`. Grades are those of `azulejo game grade`. For example:\n\n\
         azulejo game match strategic improved --games 2 --records games.jsonl && azulejo game review games.jsonl\n\n\
         The JSON has {}; each move has number, round, player from 0, position, and what grade has. \
         With --judge rollouts it has {}.",
        fields("game-review"),
        fields("game-review-rollouts"),
    )
}

/// Sentences on the judges, and on the maximum loss of each grade.
fn grades() -> String {
    let by_win = Grade::THRESHOLDS.map(|(grade, win, _)| {
        format!(
            "{} if it gives away at most {} %",
            grade.name(),
            (1000.0 * win).round() / 10.0
        )
    });
    let by_points = Grade::THRESHOLDS
        .iter()
        .filter(|(_, _, points)| points.is_finite());
    let by_points = by_points.map(|(grade, _, points)| format!("{} {points}", grade.name()));
    let by_rollouts = rollouts::Grade::THRESHOLDS.map(|(grade, most)| {
        format!(
            "{} if it is worth at most {most} points less than the best one",
            grade.name()
        )
    });
    format!(
        "The judge is {}. A move is {} of the probability to win; any other is a {}. Where both values are proven, points count, \
         too: at most {}. By {} (--judge rollouts), a move is {}; any other is a {}.",
        about(JudgeKind::Search),
        by_win.join(", "),
        Grade::Blunder.name(),
        by_points.format(", "),
        about(JudgeKind::Rollouts),
        by_rollouts.join(", "),
        rollouts::Grade::Miss.name(),
    )
}

/// Judge in words within a sentence.
fn about(judge: JudgeKind) -> String {
    let value = judge.to_possible_value();
    let help = value.and_then(|value| value.get_help().map(ToString::to_string));
    let help = help.unwrap_or_default();
    let mut letters = help.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// Fields of an output, in their order.
fn fields(name: &str) -> String {
    let document = documents()
        .into_iter()
        .find(|document| document.name == name);
    let schema = document.map(|document| (document.schema)());
    let properties = schema
        .as_ref()
        .and_then(|schema| schema.get("properties")?.as_object());
    properties.map_or(String::new(), |fields| fields.keys().join(", "))
}
