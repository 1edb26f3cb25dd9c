//! Summary of the grades of a game, which the page sends.

use crate::analysis::{Grade, GradedMove, Loss, Summary};
use crate::game::{Move, Position};
use crate::pages::answer::Answer;
use crate::pages::fields::{Fields, invalid_value};
use crate::pages::refusal::Refusal;
use crate::pages::table::Game;
use crate::render::game::analysis::player_summary;
use crate::render::game::review_plot;
use schemars::JsonSchema;
use serde::Serialize;

/// Summary of the grades.
#[derive(Debug, JsonSchema, Serialize)]
pub(in crate::pages) struct ReviewSummary {
    svg: String,
    /// Whether every move is graded.
    whole: bool,
    graded: usize,
    of: usize,
    /// Of each player, how well he played.
    players: Vec<String>,
    /// The numbers of the moves that gave away most.
    worst: Vec<usize>,
}

/// Plot and sums of the grades of a game: one field `graded` for each grade, in the order of play.
pub(super) fn plot(fields: &Fields, game: &Game) -> Result<Answer, Refusal> {
    let record: Vec<(&Position, Move)> = game.moves().collect();
    let mut moves: Vec<GradedMove> = Vec::new();
    for text in fields.texts("graded") {
        let grade = parse(text, &record).ok_or_else(|| invalid_value("graded", text))?;
        if moves.last().is_some_and(|last| last.number >= grade.number) {
            return Err(Refusal::wrong("The grades are not in the order of play."));
        }
        moves.push(grade);
    }
    let summary = Summary {
        moves,
        of: record.len(),
        players: game.end().players(),
    };
    let names = game.names();
    let players = 0..summary.players.count();
    let players = players.map(|player| {
        format!(
            "{}: {}.",
            names.of(player),
            player_summary(&summary, player)
        )
    });
    Answer::json(&ReviewSummary {
        svg: review_plot::svg(&summary),
        whole: summary.is_whole(),
        graded: summary.moves.len(),
        of: summary.of,
        players: players.collect(),
        worst: summary
            .costliest()
            .iter()
            .map(|move_| move_.number)
            .collect(),
    })
}

/// Graded move of a text: the number, the grade, the probability to win after the move, the loss of this probability, the loss of
/// points, and the best move, such as `12:GOOD:0.61:0.02:0.8:3Y2`.
fn parse(text: &str, moves: &[(&Position, Move)]) -> Option<GradedMove> {
    let [number, grade, win, loss, points, best] =
        text.split(':').collect::<Vec<_>>().try_into().ok()?;
    let number: usize = number.parse().ok()?;
    let (before, move_) = moves.get(number.checked_sub(1)?)?;
    let probability = |text: &str| {
        text.parse()
            .ok()
            .filter(|value: &f64| (0.0..=1.0).contains(value))
    };
    let points: f64 = points.parse().ok()?;
    Some(GradedMove {
        number,
        round: before.round(),
        player: before.mover(),
        taken: *move_,
        best: best.parse().ok()?,
        win: probability(win)?,
        loss: Loss {
            win: probability(loss)?,
            points: points.is_finite().then_some(points)?,
        },
        grade: Grade::ALL.into_iter().find(|entry| entry.name() == grade)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_grades_are_refused() {
        let game = Game::read(&Fields::read(
            "players=2&first=1&seed=4&round=BBRR/BYYK/RRWW/KWWW/RYYY:1B2.2Y3",
            0,
        ))
        .expect("a game");
        let summary = |grades: &[&str]| {
            let mut fields = Fields::default();
            grades.iter().for_each(|text| fields.push("graded", text));
            plot(&fields, &game)
        };
        assert!(summary(&[]).is_ok());
        assert!(summary(&["1:BEST:0.5:0:0:1B2", "2:BLUNDER:0.1:0.4:-3.5:3R3"]).is_ok());
        for text in [
            "3:BEST:0.5:0:0:1B2",
            "0:BEST:0.5:0:0:1B2",
            "1:FINE:0.5:0:0:1B2",
            "1:BEST:1.5:0:0:1B2",
            "1:BEST:NaN:0:0:1B2",
            "1:BEST:0.5:0:inf:1B2",
            "1:BEST:0.5:0:0:9Z9",
            "1:BEST:0.5:0:0",
            "",
        ] {
            assert!(summary(&[text]).is_err(), "{text}");
        }
        let twice = ["2:BEST:0.5:0:0:1B2", "2:BEST:0.5:0:0:1B2"];
        assert!(summary(&twice).is_err());
    }
}
